"""The rules that cost the same as one given rule, and who comes nearest to the trivial ones.

The line of equal cost that touches the hulls of two models where they cost the same.
"""

from dataclasses import dataclass

import numpy as np

from costdash.core.curves.cost import normalized_expected_cost
from costdash.core.curves.hull import Hull
from costdash.core.types import XY, Floats


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


@dataclass(frozen=True, slots=True)
class Tangent:
    """At pcf both models cost nec. ends: fpr and tpr of both ends in the unit square; first and
    second: (fpr, tpr) of the vertices that the line touches."""

    pcf: float
    nec: float
    slope: float
    ends: tuple[tuple[float, float], tuple[float, float]]
    first: XY
    second: XY


def tangent(first: Hull, second: Hull, pcf: float) -> Tangent:
    """At a crossover of two envelopes, 0 < pcf < 1. Drummond & Holte (2004), figures 5 and 6."""
    slope = (1 - pcf) / pcf
    touched = [_touched(hull, pcf) for hull in (first, second)]
    xs, ys = iso_performance_line(*touched[0], slope)
    return Tangent(
        pcf=pcf,
        nec=float(first.cost(pcf)),
        slope=slope,
        ends=(tuple(map(float, xs)), tuple(map(float, ys))),
        first=touched[0],
        second=touched[1],
    )


def _touched(hull: Hull, pcf: float) -> XY:
    vertex = int(hull.cheapest(pcf))
    return float(hull.fpr[vertex]), float(hull.tpr[vertex])
