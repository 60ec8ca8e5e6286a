"""Whether one ROC curve lies above another everywhere."""

import numpy as np

from costdash.core.curves.piecewise_linear import TOLERANCE
from costdash.core.sample.counts import Counts
from costdash.core.sample.predictions import Floats


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
