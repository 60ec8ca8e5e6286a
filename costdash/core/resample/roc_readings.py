"""Readings of ROC curves and of their bands: tpr at fixed fpr, and fpr at fixed recall."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betaincinv

from costdash.core.curves.roc import ROUNDING
from costdash.core.types import Floats


def tpr_at_fpr(x: ArrayLike, fpr: Floats, tpr: Floats) -> Floats:
    """tpr (m,) of a ROC curve at fpr x (m,); the top of a vertical step."""
    return np.interp(np.asarray(x, dtype=float), fpr, tpr)  # np.interp takes the last of equals


def fpr_at_recall(recall: ArrayLike, fpr: Floats, tpr: Floats) -> Floats:
    """Smallest fpr (m,) at which a ROC curve reaches `recall` (m,)."""
    return np.interp(-np.asarray(recall, dtype=float), -tpr[::-1], fpr[::-1])


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
