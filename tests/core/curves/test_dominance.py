"""`dominates` against every threshold of both curves, in ROC, precision-recall and cost space."""

import numpy as np
from hypothesis import given

from costdash.core import count, precision_at
from costdash.core.curves.envelopes import dominance_ranges
from costdash.core.curves.hull import convex_hull
from costdash.core.curves.roc import dominates
from tests.support.paired_samples import paired


def heights(counts, grid):
    """tpr of the ROC curve as a polyline, from both sides of each fpr."""
    return np.interp(grid, counts.fpr, counts.tpr)


def dense(counts_a, counts_b):
    """The fpr of every corner, and values beside it that are near enough to show vertical steps."""
    corners = np.union1d(counts_a.fpr, counts_b.fpr)
    near = np.concatenate((corners - 1e-7, corners, corners + 1e-7))
    return np.unique(near.clip(0, 1))


@given(paired(max_rows=25))
def test_a_dominating_curve_is_nowhere_below_and_somewhere_above(predictions):
    a, b = (count(predictions.is_positive, s) for s in predictions.scores.values())
    grid = dense(a, b)
    gap = heights(a, grid) - heights(b, grid)
    assert dominates(a, b) == bool((gap > -1e-6).all() and (gap > 1e-5).any())
    assert not (dominates(a, b) and dominates(b, a))
    assert not dominates(a, a)


@given(paired(max_rows=25))
def test_dominance_in_roc_space_is_dominance_in_precision_recall_space(predictions):
    """Davis & Goadrich (2006), theorem 3.2, at recall above 0, where both curves are defined."""
    a, b = (count(predictions.is_positive, s) for s in predictions.scores.values())
    recall = np.union1d(a.tpr, b.tpr)
    inside = [recall[:-1] + share * np.diff(recall) for share in (0.1, 0.5, 0.9)]
    recall = np.unique(
        np.concatenate((recall, recall - 1e-7, recall + 1e-7, *inside)).clip(1e-9, 1)
    )
    best, other = (
        precision_at(np.interp(-recall, -c.tpr[::-1], c.fpr[::-1]), recall, 0.3) for c in (a, b)
    )
    nowhere_below = bool((best >= other - 1e-5).all())
    if dominates(a, b):
        assert nowhere_below
    somewhere_above = bool((best > other + 1e-4).any())
    if nowhere_below and somewhere_above:
        assert dominates(a, b)


@given(paired(max_rows=25))
def test_a_dominating_model_never_costs_more(predictions):
    a, b = (count(predictions.is_positive, s) for s in predictions.scores.values())
    if dominates(a, b):
        assert "b" not in {r.better for r in dominance_ranges(convex_hull(a), convex_hull(b))}
