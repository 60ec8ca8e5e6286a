"""Simultaneous limits: they contain a whole curve, by stretching pointwise limits by one factor."""

from dataclasses import dataclass

import numpy as np

from costdash.core.resample.percentiles import DrawnRows, blocks_of_rows
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
    drawn: DrawnRows, value: Floats, low: Floats, high: Floats, level: float
) -> SimultaneousLimits:
    """Stretches the pointwise limits low, high (m,) of a curve value (m,).

    drawn (m, b) are its replicates. The factor is the quantile at `level` of a studentised
    maximum, whose widths are those of the pointwise limits on each side, but at least one
    standard deviation.
    """
    below, above = np.empty_like(value), np.empty_like(value)
    deviation = np.zeros(drawn.shape[1])
    for rows in blocks_of_rows(drawn.shape):
        block = drawn[rows]
        spread = block.std(axis=1)
        below[rows] = np.maximum(value[rows] - low[rows], spread)
        above[rows] = np.maximum(high[rows] - value[rows], spread)
        moved = block - value[rows, None]
        widths = np.where(moved > 0, above[rows, None], below[rows, None])
        np.maximum(deviation, in_widths(np.abs(moved), widths).max(axis=0), out=deviation)
    factor = max(1.0, float(np.quantile(deviation, level)))
    return SimultaneousLimits(
        value - factor * below, value + factor * above, below, above, deviation
    )


def in_widths(distance: Floats, width: Floats) -> Floats:
    """distance / width; 0 where there is no width."""
    return np.divide(distance, width, out=np.zeros_like(distance), where=width > NO_WIDTH)
