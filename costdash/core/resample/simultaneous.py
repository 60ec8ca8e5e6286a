"""Limits that hold a whole curve at once: the pointwise ones, stretched by one factor."""

from dataclasses import dataclass

import numpy as np

from costdash.core.types import Floats

NO_WIDTH = 1e-15  # where nothing varies nothing can stray


@dataclass(frozen=True, slots=True, eq=False)
class Stretched:
    """Of a curve `value` (m,): low, high (m,) hold the share `level` of replicates from end to end.

    under, over (m,): widths of the pointwise band on either side; farthest (b,): how far each
    replicate strays at most, in these widths.
    """

    low: Floats
    high: Floats
    under: Floats
    over: Floats
    farthest: Floats


def stretched(drawn: Floats, value: Floats, low: Floats, high: Floats, level: float) -> Stretched:
    """drawn (m, b): replicates of a curve value (m,), whose pointwise limits are low and high.

    A studentised maximum, each side by its own width, which is one standard deviation at least.
    """
    spread = drawn.std(axis=1)
    under, over = np.maximum(value - low, spread), np.maximum(high - value, spread)
    strayed = drawn - value[:, None]
    above, below = in_widths(strayed, over[:, None]), in_widths(-strayed, under[:, None])
    farthest = np.maximum(above, below).max(axis=0)
    factor = max(1.0, float(np.quantile(farthest, level)))
    return Stretched(value - factor * under, value + factor * over, under, over, farthest)


def in_widths(distance: Floats, width: Floats) -> Floats:
    """distance / width; 0 where there is no width."""
    return np.divide(distance, width, out=np.zeros_like(distance), where=width > NO_WIDTH)
