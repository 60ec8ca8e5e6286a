"""The interval of the cost of one threshold, on the hull or off it.

A prior that is estimated from the file adds its own uncertainty to the interval.
"""

import numpy as np
from numpy.random import Generator

from costdash.core.conditions.distributions import Beta
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.cost import normalized_expected_cost
from costdash.core.resample.percentiles import percentile_interval
from costdash.core.resample.small_cells import replace_small_cells, rows_in_cell
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.counts import Counts
from costdash.core.types import Floats, Interval


def threshold_interval(
    counts: Counts, index: int, pcf: float, level: float, n_replicates: int, rng: Generator
) -> Interval:
    """Percentile limits of nec at pcf of the threshold at `index`, for unweighted rows.

    For one threshold the class-stratified bootstrap is exactly a pair of binomials, so no rows
    are needed. Jeffreys' limits replace small cells, and the interval contains the sample's own
    nec. Drummond & Holte (2004), section 8.
    """
    nec = normalized_expected_cost(*threshold_rates(counts, index, n_replicates, rng), pcf)
    sample_cost = float(normalized_expected_cost(counts.fpr[index], counts.tpr[index], pcf))
    return percentile_interval(nec, sample_cost, level)


def threshold_rates(
    counts: Counts, index: int, n_replicates: int, rng: Generator
) -> tuple[Floats, Floats]:
    """fpr and tpr (b,) of one threshold in the replicates."""
    fpr, tpr = counts.rates(index)
    certain, rates = np.array([index in (0, counts.threshold.size - 1)]), []
    for rate, n in ((fpr, counts.negatives), (tpr, counts.positives)):
        drawn = rng.binomial(int(n), rate, size=(n_replicates, 1)) / n
        sample_rate = np.array([rate])
        cell = rows_in_cell(sample_rate, float(n))
        rates.append(replace_small_cells(drawn, sample_rate, float(n), cell, certain, rng)[0][:, 0])
    return rates[0], rates[1]


def cost_interval(
    rates: tuple[Floats, Floats],
    sample_rates: tuple[float, float],
    point: OperatingPoint,
    prior: Beta,
    level: float,
    seed: int = 0,
) -> Interval:
    """Percentile limits of the cost per case of one threshold, in units of point.scale.

    rates: fpr and tpr (b,) in replicates. Replicates keep the class sizes, so the prior is drawn
    independently. sample_rates: the sample's rates, whose cost at the point the interval contains.
    """
    fpr, tpr = rates
    p = prior.sample(generator(seed, Stream.PRIOR), fpr.size)
    cost = p * point.cost_fn * (1 - tpr) + (1 - p) * point.cost_fp * fpr
    low, high = percentile_interval(cost, float(point.expected_cost(*sample_rates)), level)
    return low / point.scale, high / point.scale
