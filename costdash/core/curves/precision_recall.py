"""Precision at any prior, the areas under the precision-recall curve, and iso-cost lines."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from costdash.core.conditions.operating_point import Rate
from costdash.core.sample.counts import Counts
from costdash.core.types import Floats

SMALLEST, LARGEST = float(np.finfo(float).tiny), 1e300  # for ratios beyond them
SMALL, TERMS = 0.01, 8  # up to SMALL, so many terms of a series are exact


def precision_at(fpr: ArrayLike, tpr: ArrayLike, prior: float) -> Floats:
    """Return prior tpr / (prior tpr + (1 - prior) fpr), the precision of rates at a prior.

    Parameters
    ----------
    fpr, tpr : array_like
        Rates, in shapes that broadcast.
    prior : float
        Share of positives, in (0, 1).

    Returns
    -------
    ndarray
        Precision in the broadcast shape; nan where nothing is called positive.

    References
    ----------
    Fawcett (2004), section 3.2.

    Examples
    --------
    >>> precision_at(fpr=[0.0, 0.2], tpr=[0.0, 0.8], prior=0.5)
    array([nan, 0.8])
    """
    tp = prior * np.asarray(tpr, dtype=float)
    called = tp + (1 - prior) * np.asarray(fpr, dtype=float)
    return np.divide(tp, called, out=np.full_like(called, np.nan), where=called > 0)


def _share(tp: NDArray, fp: NDArray) -> Floats:
    """tp / (tp + fp); nan for 0/0. From counts it is exact also where nearly all are positive."""
    called = tp + fp
    return np.divide(tp, called, out=np.full(called.shape, np.nan), where=called > 0)


def precision(counts: Counts, prior: float | None = None) -> Floats:
    """Return the precision at each threshold.

    Parameters
    ----------
    counts : Counts
        Counts of one model, arrays (..., k + 1).
    prior : float, optional
        Share of positives, in (0, 1); the prevalence of the counts by default.

    Returns
    -------
    ndarray, shape (..., k + 1)
        Precision; nan at the strictest threshold, where it is 0/0.

    Examples
    --------
    >>> from costdash.core import count
    >>> precision(count([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.7, 0.5, 0.1])).round(2)
    array([ nan, 1.  , 1.  , 0.67, 0.5 , 0.6 , 0.5 ])
    """
    if prior is not None:
        return precision_at(counts.fpr, counts.tpr, prior)
    return _share(counts.tp, counts.fp)


def average_precision(counts: Counts, prior: float | None = None) -> float:
    """Return the sum of precision times the gain in recall, over all thresholds.

    Parameters
    ----------
    counts : Counts
        Counts of one model.
    prior : float, optional
        Share of positives, in (0, 1); the prevalence of the counts by default.

    Returns
    -------
    float
        Average precision, in (0, 1].

    Examples
    --------
    >>> from costdash.core import count
    >>> round(average_precision(count([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.7, 0.5, 0.1])), 3)
    0.867
    """
    at = counts.rises
    tp, fp = counts.tp[at], counts.fp[at]
    tpr = tp / counts.positives
    precision = _share(tp, fp) if prior is None else precision_at(fp / counts.negatives, tpr, prior)
    return float(np.sum(np.diff(tpr, prepend=0) * precision))


def pr_auc(counts: Counts, prior: float | None = None) -> float:
    """Return the area under the precision-recall curve with Davis & Goadrich's interpolation.

    Between two thresholds false positives grow in proportion to true positives, so precision is
    t / (a t + c) along recall t, which is integrated in closed form.

    Parameters
    ----------
    counts : Counts
        Counts of one model.
    prior : float, optional
        Share of positives, in (0, 1); the prevalence of the counts by default.

    Returns
    -------
    float
        The area, in (0, 1].

    References
    ----------
    Davis & Goadrich (2006), section 4.

    Examples
    --------
    >>> from costdash.core import count
    >>> round(pr_auc(count([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.7, 0.5, 0.1])), 3)
    0.851
    """
    total = float(counts.positives) + float(counts.negatives)
    of_positives = float(counts.positives) / total if prior is None else prior
    of_negatives = float(counts.negatives) / total if prior is None else 1 - prior
    corners = counts.take(counts.corners)
    tpr, fpr = corners.tpr, corners.fpr
    rising = np.diff(tpr) > 0
    t0, step = tpr[:-1][rising], np.diff(tpr)[rising]
    f0, run = fpr[:-1][rising], np.diff(fpr)[rising]
    start = of_positives * t0 + of_negatives * f0  # share called at t0; 0 at the origin
    slope = of_positives + of_negatives * run / step  # of the share called, along recall
    at_start = np.divide(of_positives * t0, start, out=np.zeros_like(t0), where=start > 0)
    with np.errstate(over="ignore", divide="ignore"):
        u = np.clip(slope * step / start, SMALLEST, LARGEST)
    log_share = np.log1p(u) / u
    # Both terms of the integral are positive, so that nothing cancels at tiny priors.
    area = step * (at_start * log_share + of_positives / slope * _complement(u, log_share))
    return float(np.sum(area))


def _complement(u: Floats, log_share: Floats) -> Floats:
    """1 - log1p(u) / u; for small u from its series, because the difference cancels."""
    small, series = np.minimum(u, SMALL), np.zeros_like(u)
    for k in range(TERMS, 0, -1):
        series = 1 / (k + 1) - small * series
    return np.where(u > SMALL, 1 - log_share, small * series)


def share_called(fpr: Rate, tpr: Rate, prior: float) -> Rate:
    """Share of all cases called positive, at rates of any shape."""
    return prior * tpr + (1 - prior) * fpr
