"""Interpolation of ROC curves and of their bands: tpr at fixed fpr, and fpr at fixed recall."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betaincinv

from costdash.core.curves.hull import Hull
from costdash.core.curves.roc import FPR_GRID, ROUNDING
from costdash.core.resample.bootstrap import Replicates
from costdash.core.resample.small_cells import rows_in_cell
from costdash.core.sample.counts import Counts, places_in
from costdash.core.types import Floats

RATES = np.union1d(FPR_GRID, np.geomspace(1e-4, 1e-2, 21))  # recall at which bands are read
FPR_RATES = np.union1d(RATES, np.geomspace(1e-6, 1e-4, 21)[:-1])  # fpr of ROC bands


def tpr_at_fpr(x: ArrayLike, fpr: Floats, tpr: Floats) -> Floats:
    """tpr (m,) of a ROC curve at fpr x (m,); the top of a vertical step."""
    return np.interp(np.asarray(x, dtype=float), fpr, tpr)  # np.interp takes the last of equals


def fpr_at_recall(recall: ArrayLike, fpr: Floats, tpr: Floats) -> Floats:
    """Smallest fpr (m,) at which a ROC curve reaches `recall` (m,)."""
    return np.interp(-np.asarray(recall, dtype=float), -tpr[::-1], fpr[::-1])


def around_rates(counts: Counts, fpr: Floats, recall: Floats) -> Counts:
    """The few thresholds between which these fpr (m,) and recalls (r,) lie, and both ends.

    Interpolation between them gives the numbers that all thresholds give.
    """
    size = counts.threshold.size
    after = places_in(lambda index: counts.rates(index)[0], size, fpr, side="right")
    reached = places_in(lambda index: counts.rates(index)[1], size, recall)
    near = np.concatenate((after - 1, after, reached - 1, reached, [0, size - 1]))
    return counts.take(np.unique(near.clip(0, size - 1)))


def tpr_of_curves(x: Floats, fpr: Floats, tpr: Floats) -> Floats:
    """tpr (b, m) at fpr x (m,) of each replicate's curve fpr, tpr (b, k)."""
    heights = np.empty((fpr.shape[0], x.size))
    for height, *curve in zip(heights, np.ascontiguousarray(fpr), np.ascontiguousarray(tpr)):
        height[:] = np.interp(x, *curve)
    return heights


def fpr_limits_at_recall(
    recall: Floats, fpr: Floats, low: Floats, high: Floats
) -> tuple[Floats, Floats]:
    """Smallest and largest fpr (r,) whose limits of tpr, low and high (m,), contain `recall` (r,).

    fpr (m,) rises. Where Monte Carlo noise makes a limit fall, the limit further out counts.
    """
    rising_low = np.minimum.accumulate(low[::-1])[::-1]
    falling_high = -np.maximum.accumulate(high)[::-1]
    return (
        np.interp(ROUNDING - recall, falling_high, fpr[::-1]),
        np.interp(ROUNDING + recall, rising_low, fpr),
    )


def jeffreys_high(rate: Floats, n: float, level: float) -> Floats:
    """Jeffreys' upper limit (m,) of rates (m,) observed in n rows."""
    return betaincinv(rate * n + 0.5, (1 - rate) * n + 0.5, (1 + level) / 2)


def cells_at_rates(
    replicates: Replicates, counts: Counts, hull: Hull, fpr: Floats, tpr: Floats
) -> tuple[Floats, Floats, Floats, Floats]:
    """Rows (or clusters) on the rarer side: negatives and positives at the hull's vertices, (h,).

    Also negatives at recall RATES, where the curve is at fpr, and positives at FPR_RATES, at tpr.
    """
    n, p = replicates.negatives, replicates.positives
    if replicates.cells is None:
        at_vertices = rows_in_cell(hull.fpr, n), rows_in_cell(hull.tpr, p)
        return *at_vertices, rows_in_cell(fpr, n), rows_in_cell(tpr, p)
    at, retained = np.searchsorted(replicates.index, hull.index), counts.take(replicates.index)
    fp, tp = replicates.cells
    along = fpr_at_recall(RATES, fp, retained.tpr), tpr_at_fpr(FPR_RATES, retained.fpr, tp)
    return fp[at], tp[at], *along
