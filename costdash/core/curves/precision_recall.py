"""Precision at any prior, the areas under the precision-recall curve, and iso-cost lines."""

import numpy as np
from numpy.typing import ArrayLike

from costdash.core.conditions.operating_point import OperatingPoint, Rate
from costdash.core.sample.counts import Counts
from costdash.core.types import Floats


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
    return precision_at(counts.fpr, counts.tpr, counts.prevalence if prior is None else prior)


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
    fpr, tpr = counts.rates(counts.rises)
    prior = counts.prevalence if prior is None else prior
    return float(np.sum(np.diff(tpr, prepend=0) * precision_at(fpr, tpr, prior)))


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
    prior = counts.prevalence if prior is None else prior
    odds = (1 - prior) / prior
    corners = counts.take(counts.corners)
    tpr, fpr = corners.tpr, corners.fpr
    rising = np.diff(tpr) > 0
    t0, t1 = tpr[:-1][rising], tpr[1:][rising]
    f0, f1 = odds * fpr[:-1][rising], odds * fpr[1:][rising]
    a = 1 + (f1 - f0) / (t1 - t0)
    c = f0 - (a - 1) * t0
    start = a * t0 + c  # share called at t0; 0 only on a straight line from the origin
    step = t1 - t0
    from_origin = start <= 0
    safe = np.where(from_origin, 1.0, start)
    u = a * step / safe
    curved = step / a - c / a**2 * np.log1p(u)
    return float(np.sum(np.where(from_origin, step / a, curved)))


def iso_cost_precision(recall: ArrayLike, expected_cost: float, point: OperatingPoint) -> Floats:
    """Return the precision along the line of equal expected cost in precision-recall space.

    It is cost_fp r / (cost_fp r + K / prior - cost_fn (1 - r)) at recall r, with K the expected
    cost per case.

    Parameters
    ----------
    recall : array_like, shape (m,)
        Recall values.
    expected_cost : float
        Expected cost per case, in currency.
    point : OperatingPoint
        Prior and costs.

    Returns
    -------
    ndarray, shape (m,)
        Precision; nan where the false positive rate of that cost lies outside [0, 1].

    Examples
    --------
    >>> from costdash.core import OperatingPoint
    >>> point = OperatingPoint(prior=0.5)
    >>> iso_cost_precision([0.4, 0.8], expected_cost=0.2, point=point)
    array([nan, 0.8])
    """
    r = np.asarray(recall, dtype=float)
    tp_term = point.cost_fp * r
    fp_term = expected_cost / point.prior - point.cost_fn * (1 - r)
    most = point.cost_fp * (1 - point.prior) / point.prior * (1 + 1e-12)
    exists = (fp_term >= 0) & (fp_term <= most) & (tp_term > 0)
    return np.divide(tp_term, tp_term + fp_term, out=np.full_like(r, np.nan), where=exists)


def share_called(fpr: Rate, tpr: Rate, prior: float) -> Rate:
    """Share of all cases called positive, at rates of any shape."""
    return prior * tpr + (1 - prior) * fpr
