"""One band at a time, from the counts of unweighted rows."""

import numpy as np
from numpy.random import Generator

from costdash.core.curves.hull import convex_hull
from costdash.core.curves.precision_recall import precision_at
from costdash.core.resample.bands import Band, Bands, bands
from costdash.core.resample.bootstrap import MIN_ROWS, kept_thresholds, replicate
from costdash.core.sample.counts import Counts


def roc_band(
    counts: Counts,
    *,
    level: float = 0.95,
    n_replicates: int = 2000,
    simultaneous: bool = False,
    rng: Generator,
) -> Band:
    """tpr at fixed fpr (vertical), percentiles of class-stratified replicates, at each fpr or of
    the whole curve at once.

    Raises ValueError, as all three do, for weighted counts (their rows are needed: `analyse`),
    for fewer than MIN_ROWS rows in a class, and unless 0 < level < 1.
    """
    return _sampled(counts, n_replicates, rng).roc(level, simultaneous)


def precision_band(
    counts: Counts, prior: float, *, level: float = 0.95, n_replicates: int = 2000, rng: Generator
) -> Band:
    """Precision at fixed recall x and at `prior`, from the band of fpr there; nan at recall 0."""
    fpr = _sampled(counts, n_replicates, rng).recall(level)
    low, high = (precision_at(f, fpr.x, prior) for f in (fpr.high, fpr.low))
    nothing = fpr.x == 0  # a false positive rate above zero would make it a certain 0
    low[nothing] = high[nothing] = np.nan
    return Band(fpr.x, low, high, fpr.level, fpr.scheme, fpr.safe)


def cost_band(
    counts: Counts, *, level: float = 0.95, n_replicates: int = 2000, rng: Generator
) -> Band:
    """nec along pcf at the thresholds that the full sample finds cheapest (D&H 2004, section 8)."""
    return _sampled(counts, n_replicates, rng).cost(level)


def _sampled(counts: Counts, n_replicates: int, rng: Generator) -> Bands:
    if not np.issubdtype(counts.tp.dtype, np.integer):
        raise ValueError(f"counts must be of unweighted rows, got {counts.tp.dtype}")
    rarer = int(min(counts.positives, counts.negatives))
    if rarer < MIN_ROWS:
        raise ValueError(f"a band needs at least {MIN_ROWS} rows in each class, got {rarer}")
    hull = convex_hull(counts)
    replicates = replicate(counts, kept_thresholds(counts, hull.index), n_replicates, rng)
    return bands(hull, replicates, counts.tpr, counts.fpr, rng)
