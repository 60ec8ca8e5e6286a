"""A prior that is taken from the file is itself an estimate, and so is what it makes of costs."""

import numpy as np

from costdash.core.bands import percentile
from costdash.core.distributions import Beta
from costdash.core.operating_point import OperatingPoint
from costdash.core.predictions import Floats

STREAM = 3  # of random numbers, beside those of the bands


def cost_interval(
    rates: tuple[Floats, Floats],
    known: tuple[float, float],
    point: OperatingPoint,
    prior: Beta,
    level: float,
    seed: int = 0,
) -> tuple[float, float]:
    """Percentile limits of the cost per case of one threshold, in units of point.scale.

    rates: fpr and tpr (b,) in replicates, which keep the classes' sizes, so that the prior varies
    by itself; known: those of the sample, whose cost at the point the limits hold.
    """
    if not 0 < level < 1:
        raise ValueError(f"level must lie in (0, 1), got {level}")
    fpr, tpr = rates
    p = prior.sample(np.random.default_rng((seed, STREAM)), fpr.size)
    cost = np.sort(p * point.cost_fn * (1 - tpr) + (1 - p) * point.cost_fp * fpr)
    low, high = (float(percentile(cost, share)) for share in ((1 - level) / 2, (1 + level) / 2))
    here = float(point.expected_cost(*known))
    return min(low, here) / point.scale, max(high, here) / point.scale
