"""Precision at any prior, and the areas under the precision-recall curve."""

import numpy as np
from numpy.typing import ArrayLike

from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.sample.counts import Counts
from costdash.core.types import Floats


def precision_at(fpr: ArrayLike, tpr: ArrayLike, prior: float) -> Floats:
    """prior tpr / (prior tpr + (1 - prior) fpr), any shape; nan where nothing is called."""
    found = prior * np.asarray(tpr, dtype=float)
    called = found + (1 - prior) * np.asarray(fpr, dtype=float)
    return np.divide(found, called, out=np.full_like(called, np.nan), where=called > 0)


def precision(counts: Counts, prior: float | None = None) -> Floats:
    """Precision at each threshold, (..., k + 1), at the file's prevalence or at `prior`.

    nan at the strictest threshold, where it is 0/0.
    """
    return precision_at(counts.fpr, counts.tpr, counts.prevalence if prior is None else prior)


def average_precision(counts: Counts, prior: float | None = None) -> float:
    """Step sum of precision over the gains in recall."""
    fpr, tpr = counts.rates(counts.rises)
    prior = counts.prevalence if prior is None else prior
    return float(np.sum(np.diff(tpr, prepend=0) * precision_at(fpr, tpr, prior)))


def pr_auc(counts: Counts, prior: float | None = None) -> float:
    """Area under the PR curve with Davis & Goadrich's interpolation, in its continuous limit.

    Between two thresholds negatives join in proportion to positives, so precision is
    t / (a t + c) along recall t; each piece is integrated in closed form.
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
    start = a * t0 + c  # what is called at t0; 0 only on a straight way from the origin
    step = t1 - t0
    from_origin = start <= 0
    safe = np.where(from_origin, 1.0, start)
    u = a * step / safe
    curved = step / a - c / a**2 * np.log1p(u)
    return float(np.sum(np.where(from_origin, step / a, curved)))


def iso_cost_precision(recall: ArrayLike, expected_cost: float, point: OperatingPoint) -> Floats:
    """Precision along the PR points of equal expected cost, at `recall` (m,); nan where none.

    cost_fp r / (cost_fp r + K / prior - cost_fn (1 - r)) with K the cost per case, where the
    false positive rate that it takes lies in [0, 1].
    """
    r = np.asarray(recall, dtype=float)
    found = point.cost_fp * r
    false_alarms = expected_cost / point.prior - point.cost_fn * (1 - r)
    most = point.cost_fp * (1 - point.prior) / point.prior * (1 + 1e-12)
    real = (false_alarms >= 0) & (false_alarms <= most) & (found > 0)
    return np.divide(found, found + false_alarms, out=np.full_like(r, np.nan), where=real)


def share_called(fpr: Floats, tpr: Floats, prior: float) -> Floats:
    """Share of all cases that is called positive at `prior`."""
    return prior * tpr + (1 - prior) * fpr
