"""Percentile limits of bootstrap replicates."""

import numpy as np

from costdash.core.types import Floats, Interval


def percentile_limits(
    ordered: Floats, estimate: Floats | float, level: float
) -> tuple[Floats, Floats]:
    """Percentile limits of replicates sorted along axis 0, widened to contain the estimate.

    Raises ValueError unless 0 < level < 1.
    """
    if not 0 < level < 1:
        raise ValueError(f"level must lie in (0, 1), got {level}")
    return (
        np.minimum(_percentile(ordered, (1 - level) / 2), estimate),
        np.maximum(_percentile(ordered, (1 + level) / 2), estimate),
    )


def percentile_interval(drawn: Floats, estimate: float, level: float) -> Interval:
    """Percentile limits of replicates (b,) of one number, widened to contain the estimate."""
    low, high = percentile_limits(np.sort(drawn), estimate, level)
    return float(low), float(high)


def _percentile(ordered: Floats, share: float) -> Floats:
    """Quantile of replicates sorted along axis 0, interpolated linearly."""
    place = share * (ordered.shape[0] - 1)
    under = int(place)
    over = min(under + 1, ordered.shape[0] - 1)
    return ordered[under] + (place - under) * (ordered[over] - ordered[under])
