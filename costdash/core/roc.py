"""The area under the ROC curve and DeLong's interval."""

from statistics import NormalDist

import numpy as np

from costdash.core.counts import Counts


def auc(counts: Counts) -> float:
    """Probability that a positive scores above a negative, ties counting one half.

    The trapezoids of Fawcett (2004), algorithm 3, with erratum 13 mended.
    """
    return float(np.trapezoid(counts.tp, counts.fp) / counts.positives / counts.negatives)


def placements(counts: Counts):
    """For each distinct score: share of negatives below it and of positives above it, (k,) each.

    Ties count one half. The mean of the first over the positives is the AUC, and so is the mean
    of the second over the negatives (DeLong, DeLong and Clarke-Pearson 1988).
    """
    mid_fp = (counts.fp[1:] + counts.fp[:-1]) / 2
    mid_tp = (counts.tp[1:] + counts.tp[:-1]) / 2
    return 1 - mid_fp / counts.negatives, mid_tp / counts.positives


def auc_variance(counts: Counts, squared: Counts | None = None) -> float:
    """DeLong's variance of the AUC. `squared` holds the sums of squared weights, if any.

    Rows are the units: a weight changes what a row counts for, not how many rows were seen.
    nan where a class has a single row.
    """
    squared = squared or counts
    area = auc(counts)
    below, above = placements(counts)
    variance = 0.0
    for place, mass in ((below, squared.tp), (above, squared.fp)):
        own = counts.positives if place is below else counts.negatives
        units = own**2 / mass[-1]
        if units <= 1:
            return float("nan")
        spread = float(np.sum(np.diff(mass) * (place - area) ** 2) / own**2)
        variance += spread * units / (units - 1)
    return variance


def auc_interval(
    counts: Counts, level: float = 0.95, squared: Counts | None = None
) -> tuple[float, float]:
    """DeLong's interval, held within [0, 1]; (nan, nan) where a class has a single row.

    Where no positive and negative ever change places the variance is zero, yet nothing is
    certain: the limit then is the one of a rarer class that shows no error (its n-th root).
    """
    area, variance = auc(counts), auc_variance(counts, squared)
    if np.isnan(variance):
        return float("nan"), float("nan")
    if variance == 0 and area in (0.0, 1.0):
        safe = ((1 - level) / 2) ** (1 / float(min(counts.positives, counts.negatives)))
        return (safe, 1.0) if area else (0.0, 1 - safe)
    area, variance = float(area), float(variance)
    half = NormalDist().inv_cdf((1 + level) / 2) * variance**0.5
    return max(0.0, area - half), min(1.0, area + half)
