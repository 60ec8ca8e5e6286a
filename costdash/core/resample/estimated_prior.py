"""A prior that is taken from the file is itself an estimate, and so is what it makes of costs."""

import numpy as np

from costdash.core.conditions.distributions import Beta
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.resample.bands import percentile_limits
from costdash.core.sample.predictions import Floats

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
    fpr, tpr = rates
    p = prior.sample(np.random.default_rng((seed, STREAM)), fpr.size)
    cost = np.sort(p * point.cost_fn * (1 - tpr) + (1 - p) * point.cost_fp * fpr)
    low, high = percentile_limits(cost, float(point.expected_cost(*known)), level)
    return float(low) / point.scale, float(high) / point.scale
