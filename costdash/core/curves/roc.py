"""The area under the ROC curve and DeLong's interval.

Whether one ROC curve lies above another everywhere.
"""

from statistics import NormalDist

import numpy as np

from costdash.core.curves.piecewise_linear import TOLERANCE
from costdash.core.sample.counts import Counts
from costdash.core.types import Floats

# Rates from 0 to 1, decimals as in `curves.cost`.
FPR_GRID = np.arange(101) / 100  # bands and drawn averages of folds
COARSE_FPR_GRID = np.arange(21) / 20  # JSON contract

ROUNDING = 1e-12  # what sums of weights may lack to an area of exactly 0 or 1


def auc(counts: Counts) -> float:
    """Probability that a positive scores above a negative, ties counting one half.

    The trapezoids of Fawcett (2004), algorithm 3, with erratum 13 mended.
    """
    at = counts.rises
    found, passed = counts.tp[at] - counts.tp[at - 1], counts.fp[at] + counts.fp[at - 1]
    whole = float(counts.positives) * float(counts.negatives)
    return float((whole - np.sum(found * passed, dtype=float) / 2) / whole)


def placements(counts: Counts):
    """For each distinct score: share of negatives below it and of positives above it, (k,) each.

    Ties count one half. The mean of the first over the positives is the AUC, and so is the mean
    of the second over the negatives (DeLong, DeLong and Clarke-Pearson 1988).
    """
    mid_fp = (counts.fp[1:] + counts.fp[:-1]) / 2
    mid_tp = (counts.tp[1:] + counts.tp[:-1]) / 2
    return 1 - mid_fp / counts.negatives, mid_tp / counts.positives


def effective_rows(counts: Counts, squared: Counts | None = None) -> tuple[float, float]:
    """Kish's effective number of positive and of negative rows: the rows, without weights.

    `squared` holds the sums of squared weights.
    """
    squared = squared or counts
    return (
        float(counts.positives) ** 2 / float(squared.positives),
        float(counts.negatives) ** 2 / float(squared.negatives),
    )


def auc_variance(counts: Counts, squared: Counts | None = None) -> float:
    """DeLong's variance of the AUC. `squared` holds the sums of squared weights, if any.

    Rows are the units: a weight changes what a row counts for, not how many rows were seen.
    nan where a class has a single row.
    """
    at = counts.corners
    squared = (squared or counts).take(at)
    counts = counts.take(at)
    area = auc(counts)
    totals = float(counts.positives), float(counts.negatives)
    units = effective_rows(counts, squared)
    if min(units) <= 1:
        return float("nan")
    return sum(
        float(np.sum(np.diff(mass) * (place - area) ** 2)) / total**2 * n / (n - 1)
        for place, mass, total, n in zip(
            placements(counts), (squared.tp, squared.fp), totals, units
        )
    )


def auc_interval(
    counts: Counts, level: float = 0.95, squared: Counts | None = None
) -> tuple[float, float]:
    """DeLong's interval, held within [0, 1]; (nan, nan) where a class has a single row.

    Where no positive and negative ever change places the variance is zero, yet nothing is
    certain: the limit then is the one of a rarer class that shows no error (its n-th root).
    """
    at = counts.corners
    counts, squared = counts.take(at), (squared or counts).take(at)
    area, variance = auc(counts), auc_variance(counts, squared)
    if np.isnan(variance):
        return float("nan"), float("nan")
    if min(area, 1 - area) < ROUNDING:
        safe = ((1 - level) / 2) ** (1 / min(effective_rows(counts, squared)))
        return (safe, 1.0) if area > 0.5 else (0.0, 1 - safe)
    half = NormalDist().inv_cdf((1 + level) / 2) * variance**0.5
    return max(0.0, area - half), min(1.0, area + half)


def dominates(counts_a: Counts, counts_b: Counts) -> bool:
    """Whether a's ROC curve is nowhere below b's and somewhere above it.

    Then a costs no more at any operating point, and for the same classes it dominates in PR
    space too, at recall above 0 (Davis & Goadrich 2006, theorem 3.2), with their interpolation.
    Curves closer together than rounding are not told apart.
    """
    gap = roc_gap(counts_a, counts_b)
    return bool((gap >= -TOLERANCE).all() and (gap > TOLERANCE).any())


def roc_gap(counts_a: Counts, counts_b: Counts) -> Floats:
    """tpr of a minus tpr of b at every corner of either curve, at both ends of vertical steps."""
    fpr = np.union1d(counts_a.fpr, counts_b.fpr)
    foot = _foot(fpr, counts_a) - _foot(fpr, counts_b)
    return np.concatenate((foot, _top(fpr, counts_a) - _top(fpr, counts_b)))


def _top(fpr, counts: Counts) -> Floats:
    """Height of the curve, at a vertical step its upper end (np.interp takes the last point)."""
    return np.interp(fpr, counts.fpr, counts.tpr)


def _foot(fpr, counts: Counts) -> Floats:
    """The lower end; at fpr 0, where nothing lies to the left, both are the upper one."""
    foot = np.interp(-fpr, -counts.fpr[::-1], counts.tpr[::-1])
    foot[0] = _top(fpr[:1], counts)[0]
    return foot
