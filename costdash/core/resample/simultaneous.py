"""Simultaneous limits: they contain a whole curve, by stretching pointwise limits by one factor."""

from dataclasses import dataclass

import numpy as np

from costdash.core.types import Floats

NO_WIDTH = 1e-15  # where nothing varies, nothing can deviate


@dataclass(frozen=True, slots=True, eq=False)
class SimultaneousLimits:
    """low, high (m,) contain the share `level` of replicates from end to end.

    width_below, width_above (m,): distance from the curve to the pointwise limits; deviation (b,):
    the largest distance of each replicate from the curve, in these widths.
    """

    low: Floats
    high: Floats
    width_below: Floats
    width_above: Floats
    deviation: Floats


def simultaneous_limits(
    drawn: Floats, value: Floats, low: Floats, high: Floats, level: float
) -> SimultaneousLimits:
    """Stretches the pointwise limits low, high (m,) of a curve value (m,).

    drawn (m, b) are its replicates. The factor is the quantile at `level` of a studentised
    maximum, whose widths are those of the pointwise limits on each side, but at least one
    standard deviation.
    """
    spread = drawn.std(axis=1)
    below, above = np.maximum(value - low, spread), np.maximum(high - value, spread)
    moved = drawn - value[:, None]
    up, down = in_widths(moved, above[:, None]), in_widths(-moved, below[:, None])
    deviation = np.maximum(up, down).max(axis=0)
    factor = max(1.0, float(np.quantile(deviation, level)))
    return SimultaneousLimits(
        value - factor * below, value + factor * above, below, above, deviation
    )


def in_widths(distance: Floats, width: Floats) -> Floats:
    """distance / width; 0 where there is no width."""
    return np.divide(distance, width, out=np.zeros_like(distance), where=width > NO_WIDTH)
