"""The ROC curve: its area with its interval, and dominance of one curve over another."""

from collections.abc import Sequence
from typing import NamedTuple, Self

import numpy as np
from scipy.special import expit, ndtri, stdtr, stdtrit

from costdash.core.curves.piecewise_linear import TOLERANCE
from costdash.core.sample.counts import Counts
from costdash.core.types import Floats, Interval

# Rates from 0 to 1, decimals as in `curves.cost`.
FPR_GRID = np.arange(101) / 100  # bands and drawn averages of folds
COARSE_FPR_GRID = np.arange(21) / 20  # JSON contract

ROUNDING = 1e-12  # an area this close to 0 or 1 counts as 0 or 1


def normal_deviates(counts: Counts) -> tuple[Floats, Floats]:
    """Normal deviates of fpr and of the false negative rate, (k + 1,) each: the axes of DET.

    Scores that are normal in both classes give a straight line. Rates of 0 and 1 are infinite.
    Martin et al. (1997); Fawcett (2004), section 7.5.1.

    >>> half = np.array([0, 1, 2])
    >>> counts = Counts(np.array([np.inf, 0.5, 0.1]), tp=half, fp=half)
    >>> normal_deviates(counts)[0].tolist()
    [-inf, 0.0, inf]
    """
    return ndtri(counts.fpr), ndtri(1 - counts.tpr)


def auc(counts: Counts) -> float:
    """Return the area under the ROC curve.

    It is the probability that a random positive scores above a random negative; ties count one
    half.

    Parameters
    ----------
    counts : Counts
        Counts of one model.

    Returns
    -------
    float
        The area, in [0, 1].

    References
    ----------
    Fawcett (2004), algorithm 3 with erratum 13 corrected.

    Examples
    --------
    >>> from costdash.core import count
    >>> round(auc(count([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.7, 0.5, 0.1])), 3)
    0.778
    """
    at = counts.rises
    rise, twice_fp = np.diff(counts.tp[at], prepend=counts.tp[0]), counts.fp[at] + counts.fp[at - 1]
    pairs = float(counts.positives) * float(counts.negatives)
    return float((pairs - np.multiply(rise, twice_fp, dtype=float).sum() / 2) / pairs)


def placements(counts: Counts) -> tuple[Floats, Floats]:
    """For each distinct score: share of negatives below it and of positives above it, (k,) each.

    Ties count one half. The mean of the first over the positives is the AUC, and so is the mean
    of the second over the negatives. DeLong, DeLong & Clarke-Pearson (1988).
    """
    mid_fp = (counts.fp[1:] + counts.fp[:-1]) / 2
    mid_tp = (counts.tp[1:] + counts.tp[:-1]) / 2
    return 1 - mid_fp / counts.negatives, mid_tp / counts.positives


def effective_rows(counts: Counts, squared: Counts | None = None) -> tuple[float, float]:
    """Kish's effective number of positive and of negative rows.

    `squared` holds the sums of squared weights; without it, rows have no weights.
    """
    squared = squared or counts
    return (
        float(counts.positives) ** 2 / float(squared.positives),
        float(counts.negatives) ** 2 / float(squared.negatives),
    )


class AreaVariance(NamedTuple):
    """Variance of an AUC, or of a difference, and its Satterthwaite degrees of freedom.

    Attributes
    ----------
    value, freedom : float
        Both are nan if a class has too few rows or clusters.

    Examples
    --------
    >>> AreaVariance.of_classes([0.01, 0.03], [11, 31])
    AreaVariance(value=0.04, freedom=40.0)
    """

    value: float
    freedom: float

    @classmethod
    def of_classes(cls, parts: Sequence[float], units: Sequence[float]) -> Self:
        """From the variance due to each class, of so many independent units."""
        squares = sum(part**2 / (n - 1) for part, n in zip(parts, units))
        freedom = sum(parts) ** 2 / squares if squares > 0 else np.inf
        return cls(max(0.0, sum(parts)), freedom)


UNKNOWN_VARIANCE = AreaVariance(np.nan, np.nan)


def auc_variance(counts: Counts, squared: Counts | None = None) -> AreaVariance:
    """Return DeLong's variance of the AUC.

    The row is the sampling unit: a weight changes what a row counts for, not how many rows were
    observed. `auc` plus and minus a normal deviate times the root is the interval of the R package
    pROC; `auc_interval` covers better where a class has few rows.

    Parameters
    ----------
    counts : Counts
        Counts of one model.
    squared : Counts, optional
        Sums of squared weights, if rows have weights.

    Returns
    -------
    AreaVariance
        The variance and its degrees of freedom; nan if a class has a single row.

    References
    ----------
    DeLong, DeLong & Clarke-Pearson (1988). Brunner & Munzel (2000) for the degrees of freedom.

    Examples
    --------
    >>> from costdash.core import count
    >>> rf = count([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.7, 0.5, 0.1])
    >>> round(auc_variance(rf).value, 3)
    0.062
    """
    at = counts.corners
    squared = (squared or counts).take(at)
    counts = counts.take(at)
    area = auc(counts)
    totals = float(counts.positives), float(counts.negatives)
    units = effective_rows(counts, squared)
    if min(units) <= 1:
        return UNKNOWN_VARIANCE
    parts = [
        float(np.sum(np.diff(mass) * (place - area) ** 2)) / total**2 * n / (n - 1)
        for place, mass, total, n in zip(
            placements(counts), (squared.tp, squared.fp), totals, units
        )
    ]
    return AreaVariance.of_classes(parts, units)


def auc_interval(counts: Counts, level: float = 0.95, squared: Counts | None = None) -> Interval:
    """Return a confidence interval of the AUC: DeLong's variance, Student's t, on the logit scale.

    Parameters
    ----------
    counts : Counts
        Counts of one model.
    level : float
        Confidence level, in (0, 1).
    squared : Counts, optional
        Sums of squared weights, if rows have weights.

    Returns
    -------
    tuple of float
        Low and high, in [0, 1]; (nan, nan) if a class has a single row.

    Raises
    ------
    ValueError
        If level is outside (0, 1).

    References
    ----------
    DeLong, DeLong & Clarke-Pearson (1988) for the variance; Brunner & Munzel (2000) for its
    degrees of freedom; Pepe (2003), The Statistical Evaluation of Medical Tests, for the logit
    scale.

    Examples
    --------
    >>> from costdash.core import count
    >>> rf = count([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.7, 0.5, 0.1])
    >>> low, high = auc_interval(rf, level=0.9)
    >>> round(low, 3), round(high, 3)
    (0.104, 0.991)
    """
    return area_limits(*area_error(counts, squared), level)


def area_error(counts: Counts, squared: Counts | None = None) -> tuple[float, AreaVariance, float]:
    """The AUC, its variance, and the effective number of rows of the rarer class."""
    at = counts.corners
    counts, squared = counts.take(at), (squared or counts).take(at)
    rarer = min(effective_rows(counts, squared))
    return auc(counts), auc_variance(counts, squared), rarer


def area_limits(area: float, variance: AreaVariance, rarer: float, level: float) -> Interval:
    """Limits of an AUC from its variance, on the logit scale; nan if the variance is nan.

    On the AUC's own scale the limits of a high area cover too little and may exceed 1. Student's t
    allows for a variance that few rows of a class estimate, as in Brunner & Munzel (2000). A
    variance of 0 (an area of 0 or 1, or constant scores) does not make the area certain. Its
    limits use the exact binomial limit for a share of exceptions among the `rarer` rows (or
    clusters) that show none. That share moves the area by at most max(area, 1 - area).

    Raises ValueError unless 0 < level < 1.
    """
    if not 0 < level < 1:
        raise ValueError(f"level must lie in (0, 1), got {level}")
    if np.isnan(variance.value):
        return float("nan"), float("nan")
    if variance.value < ROUNDING**2 or min(area, 1 - area) < ROUNDING:
        exceptions = 1 - ((1 - level) / 2) ** (1 / rarer)
        half = exceptions * max(area, 1 - area)
        return max(0.0, area - half), min(1.0, area + half)
    quantile = -float(stdtrit(variance.freedom, (1 - level) / 2))
    spread = quantile * variance.value**0.5 / (area * (1 - area))
    odds = np.log(area / (1 - area))
    return float(expit(odds - spread)), float(expit(odds + spread))


def chance_p(area: float, variance: AreaVariance, rarer: float) -> float:
    """Two-sided p of an area of 1/2: the level at which `area_limits` just reach 1/2 is 1 - p.

    nan if the variance is nan.
    """
    if np.isnan(variance.value):
        return float("nan")
    if variance.value < ROUNDING**2 or min(area, 1 - area) < ROUNDING:
        exceptions = min(1.0, abs(area - 0.5) / max(area, 1 - area))
        return min(1.0, 2 * (1 - exceptions) ** rarer)
    spread = variance.value**0.5 / (area * (1 - area))
    odds = abs(np.log(area / (1 - area)))
    return float(2 * stdtr(variance.freedom, -odds / spread))


def dominates(counts_a: Counts, counts_b: Counts) -> bool:
    """Return whether a's ROC curve is nowhere below b's and somewhere above it.

    Then a costs no more at any operating point. For models of one sample, a then dominates in
    precision-recall space too, at recall above 0. Differences within rounding do not count.

    Parameters
    ----------
    counts_a, counts_b : Counts
        Counts of the two models.

    Returns
    -------
    bool
        True if a dominates b.

    References
    ----------
    Davis & Goadrich (2006), theorem 3.2.

    Examples
    --------
    >>> from costdash.core import count
    >>> rf = count([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.7, 0.5, 0.1])
    >>> coin = count([1, 1, 1, 0, 0, 0], [1, 2, 3, 1, 2, 3])
    >>> dominates(rf, coin), dominates(coin, rf)
    (True, False)
    """
    gap = roc_gap(counts_a, counts_b)
    return bool((gap >= -TOLERANCE).all() and (gap > TOLERANCE).any())


def roc_gap(counts_a: Counts, counts_b: Counts) -> Floats:
    """tpr of a minus tpr of b at every corner of the two curves, at both ends of vertical steps."""
    fpr = np.union1d(counts_a.fpr, counts_b.fpr)
    foot = _foot(fpr, counts_a) - _foot(fpr, counts_b)
    return np.concatenate((foot, _top(fpr, counts_a) - _top(fpr, counts_b)))


def _top(fpr: Floats, counts: Counts) -> Floats:
    """tpr at fpr; at a vertical step the upper end, because np.interp takes the last point."""
    return np.interp(fpr, counts.fpr, counts.tpr)


def _foot(fpr: Floats, counts: Counts) -> Floats:
    """tpr at fpr; at a vertical step the lower end, except at fpr 0, where it is the upper one."""
    foot = np.interp(-fpr, -counts.fpr[::-1], counts.tpr[::-1])
    foot[0] = _top(fpr[:1], counts)[0]
    return foot
