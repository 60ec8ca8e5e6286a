"""Tied scores: the curve and its area for the best, the worst and the average order."""

from itertools import permutations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import auc, count, ties
from costdash.core.curves.ties import tie_curves


def area(is_positive):
    """Area under the steps of rows in this order, one row at a time."""
    tp = fp = total = 0
    for positive in is_positive:
        tp, fp, total = tp + positive, fp + (not positive), total + (0 if positive else tp)
    return total / (tp * fp)


def ordered(is_positive, score, positives_first):
    key = np.lexsort((is_positive != positives_first, -score))
    return is_positive[key]


@pytest.mark.parametrize("seed", range(20))
def test_limits_are_those_of_the_best_and_the_worst_order(seed):
    rng = np.random.default_rng(seed)
    rows = int(rng.integers(5, 60))
    is_positive = rng.random(rows) < rng.choice([0.05, 0.5, 0.95])
    is_positive[:2] = [True, False]
    score = rng.integers(0, rng.choice([1, 3, 40]) + 1, rows).astype(float)
    counts = count(is_positive, score)
    found = ties(counts)
    expected = [area(ordered(is_positive, score, first)) for first in (False, True)]
    assert_allclose(found.auc, expected, atol=1e-12)
    assert_allclose(auc(counts), np.mean(found.auc))
    shared = [s for s in np.unique(score) if 0 < is_positive[score == s].mean() < 1]
    assert found.scores == len(shared)
    for curve, limit in zip(tie_curves(counts), found.auc):
        assert_allclose(auc(curve), limit, atol=1e-12)


def test_the_average_over_all_orders_is_the_expected_curve():
    is_positive, score = np.array([1, 1, 0, 1, 0, 0]) > 0, np.array([2, 1, 1, 1, 1, 0.0])
    orders = [
        np.array(one) for one in permutations(range(6)) if (np.diff(score[list(one)]) <= 0).all()
    ]
    areas = [area(is_positive[order]) for order in orders]
    counts = count(is_positive, score)
    assert_allclose(np.mean(areas), auc(counts))
    assert_allclose([min(areas), max(areas)], ties(counts).auc)


def test_the_segments_of_the_figure():
    """Fawcett (2004), figure 6: ten cases of one score, six of them positive."""
    [one] = ties(count([1] * 6 + [0] * 4, np.full(10, 0.5))).edges
    assert (one.threshold, one.fpr, one.tpr) == (0.5, (0, 1), (0, 1))


def test_weights_count():
    rng = np.random.default_rng(3)
    is_positive, score = np.arange(30) % 3 == 0, rng.integers(0, 4, 30).astype(float)
    times = rng.integers(1, 4, 30)
    repeated = count(np.repeat(is_positive, times), np.repeat(score, times))
    weighted = ties(count(is_positive, score, times))
    assert_allclose(weighted.auc, ties(repeated).auc)
    assert weighted.edges[0].fpr == pytest.approx(ties(repeated).edges[0].fpr)


def test_distinct_scores_leave_nothing_to_order():
    counts = count([1, 0, 1, 0], [4, 3, 2, 1])
    assert ties(counts).edges == ()
    assert_allclose(ties(counts).auc, auc(counts))
