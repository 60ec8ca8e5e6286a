"""The interval of any one threshold, on the hull or off it.

A prior that is taken from the file is itself an estimate, and so is what it makes of costs.
"""

import numpy as np
from numpy.random import Generator

from costdash.core.conditions.distributions import Beta
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.cost import normalized_expected_cost
from costdash.core.resample.bands import percentile_limits
from costdash.core.resample.bootstrap import safe_rates
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.counts import Counts
from costdash.core.types import Floats


def threshold_interval(
    counts: Counts, index: int, pcf: float, level: float, n_replicates: int, rng: Generator
) -> tuple[float, float]:
    """Percentile limits of nec at pcf of the threshold at `index`, for unweighted rows.

    Of one threshold the class-stratified bootstrap is a pair of binomials, exactly: no rows are
    needed. Limits that are safe at zero stand in for small cells, and the limits hold what the
    sample says. Drummond & Holte (2004), section 8.
    """
    nec = np.sort(normalized_expected_cost(*threshold_rates(counts, index, n_replicates, rng), pcf))
    known = float(normalized_expected_cost(counts.fpr[index], counts.tpr[index], pcf))
    low, high = percentile_limits(nec, known, level)
    return float(low), float(high)


def threshold_rates(
    counts: Counts, index: int, n_replicates: int, rng: Generator
) -> tuple[Floats, Floats]:
    """fpr and tpr (b,) of one threshold in the replicates."""
    fpr, tpr = counts.rates(index)
    certain, rates = np.array([index in (0, counts.threshold.size - 1)]), []
    for rate, n in ((fpr, counts.negatives), (tpr, counts.positives)):
        drawn = rng.binomial(int(n), rate, size=(n_replicates, 1)) / n
        rates.append(safe_rates(drawn, np.array([rate]), float(n), certain, rng)[0][:, 0])
    return rates[0], rates[1]


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
    p = prior.sample(generator(seed, Stream.PRIOR), fpr.size)
    cost = np.sort(p * point.cost_fn * (1 - tpr) + (1 - p) * point.cost_fp * fpr)
    low, high = percentile_limits(cost, float(point.expected_cost(*known)), level)
    return float(low) / point.scale, float(high) / point.scale
