"""Averages over folds against their definitions and Fawcett's algorithms."""

from dataclasses import astuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import stats

from costdash.core import Predictions, convex_hull, count
from costdash.core.folds.averages import (
    cost_average,
    fold_means,
    mean_over_folds,
    sampled_thresholds,
    threshold_average,
    vertical_average,
)
from costdash.core.folds.folds import (
    all_folds,
    by_fold,
    dealt_folds,
    folds_left_out,
    folds_of,
    merged,
)
from tests.support.oracles import called
from tests.support.scored import samples, with_cells

PCF = np.linspace(0, 1, 41)
several = st.lists(samples(weighted=True), min_size=1, max_size=4)


def counted(folds):
    return [count(*fold) for fold in folds]


def hulls(folds):
    return [convex_hull(counts) for counts in counted(folds)]


@given(several)
def test_the_cost_average_is_never_above_another_average(folds):
    lowest = cost_average(hulls(folds)).hull.cost(PCF)
    for other in (vertical_average, threshold_average):
        assert (lowest <= other(counted(folds)).hull.cost(PCF) + 1e-9).all()


@given(several)
def test_the_cost_average_is_the_mean_of_the_lower_envelopes(folds):
    mean = np.mean([hull.cost(PCF) for hull in hulls(folds)], axis=0)
    average = cost_average(hulls(folds))
    assert_allclose(average.hull.cost(PCF), mean, atol=1e-9)
    assert_allclose(average.cost(PCF, 0.9).value, mean, atol=1e-9)


@given(samples(weighted=True))
def test_a_single_fold_is_its_own_average_without_an_interval(fold):
    counts, hull = count(*fold), convex_hull(count(*fold))
    for average in (vertical_average([counts]), threshold_average([counts]), cost_average([hull])):
        assert_allclose(average.hull.cost(PCF), hull.cost(PCF), atol=1e-9)
        assert np.isnan(average.cost(PCF, 0.9).low).all()
    assert_allclose(merged([counts]).tp, counts.tp)


@given(several)
def test_the_threshold_average_applies_each_rule_to_each_fold(folds):
    average = threshold_average(counted(folds))
    for j, threshold in enumerate(average.at):
        for i, (is_positive, score, weight) in enumerate(folds):
            w = np.ones(score.size) if weight is None else weight
            tp, fp = called(is_positive, score, w, threshold)
            assert_allclose(average.tpr[i, j], tp / w[is_positive].sum())
            assert_allclose(average.fpr[i, j], fp / w[~is_positive].sum())


@given(several)
def test_the_vertical_average_is_that_of_algorithm_4(folds):
    grid = np.linspace(0, 1, 11)
    average = vertical_average(counted(folds), grid)
    for counts, tpr in zip(counted(folds), average.tpr):
        assert_allclose(tpr, [tpr_for_fpr(x, counts.fpr, counts.tpr) for x in grid])


def tpr_for_fpr(x, fpr, tpr):
    """Fawcett (2004), algorithm 4: interpolate from the last point not right of x."""
    i = 0
    while i + 1 < len(fpr) and fpr[i + 1] <= x:
        i += 1
    if fpr[i] == x or i + 1 == len(fpr):
        return tpr[i]
    return tpr[i] + (tpr[i + 1] - tpr[i]) * (x - fpr[i]) / (fpr[i + 1] - fpr[i])


@given(several)
def test_merged_counts_are_those_of_all_rows(folds):
    is_positive, score = (np.concatenate([fold[i] for fold in folds]) for i in (0, 1))
    pooled, whole = merged([count(*fold[:2]) for fold in folds]), count(is_positive, score)
    for name in ("threshold", "tp", "fp"):
        assert (getattr(pooled, name) == getattr(whole, name)).all()


def test_the_interval_over_folds_is_students():
    values = np.random.default_rng(0).uniform(0.3, 0.7, (5, 3))
    mean = mean_over_folds(values, 0.9)
    low, high = stats.t.interval(0.9, 4, values.mean(axis=0), stats.sem(values))
    assert_allclose([mean.low, mean.high], [low, high])
    with pytest.raises(ValueError, match="level must lie in"):
        mean_over_folds(values, 1)


def test_sampled_thresholds_include_both_ends():
    counts = [count(np.arange(1000) % 2 == 0, np.arange(1000.0) + i) for i in range(2)]
    at = sampled_thresholds(counts)
    assert at.size == 201
    assert (at[[0, 1, -1]] == [np.inf, 1000, 0]).all()


def test_averages_of_roc_and_of_cost_differ():
    """Drummond & Holte (2004), figures 9 and 10: vertical averaging mixes in a trivial rule."""
    folds = [with_cells(8, 2, 1, 9), with_cells(9, 1, 5, 5)]
    assert_allclose(cost_average(hulls(folds)).hull.cost(0.5), (0.15 + 0.3) / 2)
    assert vertical_average(counted(folds)).hull.cost(0.5) > 0.3


def cost_at_the_threshold_of_the_others(predictions, fold, pcf):
    """nec of one fold at the cheapest threshold of all other rows, the strictest of equals."""
    score, positive = predictions.scores["a"], predictions.is_positive
    here = predictions.fold == fold

    def nec(threshold, rows):
        called = score >= threshold
        fpr, tpr = called[rows & ~positive].mean(), called[rows & positive].mean()
        return fpr * (1 - pcf) + (1 - tpr) * pcf

    others = [np.inf, *sorted(set(score[~here]), reverse=True)]
    others[-1] = -np.inf  # calls all rows
    best = min(others, key=lambda threshold: round(nec(threshold, ~here), 12))
    return nec(best, here)


@pytest.mark.parametrize("digits", [0, 1, 9])
def test_each_fold_is_evaluated_at_the_threshold_of_the_others(digits):
    rng = np.random.default_rng(digits)
    is_positive, fold = rng.random(90) < 0.35, np.arange(90) % 4
    score = (rng.normal(size=90) + is_positive).round(digits)
    score[fold == 2] -= 0.05
    sample = Predictions(is_positive=is_positive, scores={"a": score}, fold=fold)
    folds = folds_of(sample, "a")
    for pcf in (0, 0.0731, 0.2417, 0.5119, 0.7093, 0.9471, 1):
        each = [cost_at_the_threshold_of_the_others(sample, one, pcf) for one in range(4)]
        assert_allclose([hull.cost(pcf) for hull in folds.evaluated.values()], each, atol=1e-12)
        means = fold_means(folds, pcf, 0.9).nec
        expected = mean_over_folds(np.array(each)[:, None], 0.9, 1.2)
        assert_allclose([means.value, means.low, means.high], list(astuple(expected)))


def test_the_limits_hold_the_cost_of_the_rule_that_the_rows_choose():
    """At nominal 90 %, in samples of 10 folds of a binormal model; at own optima in 1 to 10 %."""
    rng, pcf, held = np.random.default_rng(2), 0.3, []
    for _ in range(120):
        is_positive = np.arange(500) < 150
        score, fold = rng.normal(size=500) + is_positive, dealt_folds(is_positive, rng)
        folds = folds_of(Predictions(is_positive=is_positive, scores={"a": score}, fold=fold), "a")
        hull = convex_hull(folds.merged)
        threshold = hull.threshold[hull.cheapest(pcf)]
        fpr, fnr = stats.norm.sf(threshold), stats.norm.cdf(threshold - 1)
        mean = fold_means(folds, pcf, 0.9).nec
        held.append(mean.low[0] <= (1 - pcf) * fpr + pcf * fnr <= mean.high[0])
    assert 0.84 <= np.mean(held) <= 0.98


def test_a_single_fold_is_evaluated_at_its_own_threshold():
    sample = Predictions(is_positive=[1, 0, 1], scores={"a": [3.0, 1, 2]}, fold=[1, 1, 1])
    folds = folds_of(sample, "a")
    assert folds.evaluated == folds.hulls
    assert np.isnan(fold_means(folds, 0.3, 0.9).nec.low).all()


def test_folds_that_lack_a_class_are_named_and_left_out():
    predictions = Predictions(
        is_positive=[1, 0, 1, 1, 0, 0, 1, 0],
        scores={"a": [3.0, 1, 4, 1, 5, 9, 2, 6]},
        fold=[2, 2, 10, 10, 1, 1, 9, 9],
    )
    assert list(by_fold(predictions, "a")) == ["2", "9"]
    assert folds_left_out(predictions) == {"1": "positive", "10": "negative"}
    folds = folds_of(predictions, "a")
    assert folds.merged.positives == 2
    assert folds.auc == [1, 0]


def test_files_without_folds_are_rejected():
    predictions = Predictions(is_positive=[1, 0], scores={"a": [1.0, 0]})
    assert all_folds(predictions) == []
    with pytest.raises(ValueError, match="must have folds"):
        by_fold(predictions, "a")
