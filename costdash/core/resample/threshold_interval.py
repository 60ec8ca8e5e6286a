"""The interval of any one threshold, on the hull or off it."""

import numpy as np
from numpy.random import Generator

from costdash.core.curves.cost import normalized_expected_cost
from costdash.core.resample.bands import percentile_limits
from costdash.core.resample.bootstrap import safe_rates
from costdash.core.sample.counts import Counts
from costdash.core.sample.predictions import Floats


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
