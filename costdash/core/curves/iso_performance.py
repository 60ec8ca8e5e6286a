"""The rules that cost the same as one given rule, and who comes nearest to the trivial ones."""

import numpy as np

from costdash.core.curves.cost import normalized_expected_cost
from costdash.core.curves.hull import Hull
from costdash.core.sample.predictions import Floats


def iso_performance_line(fpr: float, tpr: float, slope: float) -> tuple[Floats, Floats]:
    """Ends, (2,) fpr and (2,) tpr, of the line through a point, clipped to the unit square.

    slope is positive. Provost & Fawcett (1997); Drummond & Holte (2000), section 2.1.
    """
    if not slope > 0:
        raise ValueError(f"slope must be positive, got {slope}")
    low, left = tpr - slope * fpr, fpr - tpr / slope
    high, right = tpr + slope * (1 - fpr), fpr + (1 - tpr) / slope
    ends = (max(left, 0.0), min(right, 1.0)), (max(low, 0.0), min(high, 1.0))
    return tuple(map(np.array, ends))


def nearest_to_trivial(hulls: dict[str, Hull], pcf: float) -> str:
    """Model whose cheapest threshold at pcf, call none and call all aside, costs least."""

    def least(name):
        fpr, tpr = hulls[name].fpr[1:-1], hulls[name].tpr[1:-1]
        return np.min(normalized_expected_cost(fpr, tpr, pcf), initial=np.inf)

    return min(hulls, key=least)
