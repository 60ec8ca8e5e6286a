"""Costs by true labels with a judge: against numpy, brute force, and in samples."""

from dataclasses import asdict, replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.curves.hull import convex_hull
from costdash.core.folds.folds import random_divisions
from costdash.core.folds.gold_labels import (
    REPEATS,
    Mean,
    StatedJudge,
    corrected_mean,
    cross_fitted_calls,
    gold_cost,
    rule_gold_cost,
)
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.counts import count


def judged_rows(rng, n=2000, gold=250, prior=0.2, follows=False, ties=False):
    """True labels, a judge's, scores, and gold labels of a random part."""
    true = rng.random(n) < prior
    score = rng.normal(size=n) + 1.5 * true
    score = score.round(0) if ties else score
    wrong = np.where(true, 0.15, 0.1)
    if follows:  # the judge errs where the model does
        wrong = np.where(true == (score > 1), 0.02, 0.4)
    judge = true ^ (rng.random(n) < wrong)
    labels = np.full(n, np.nan)
    checked = rng.choice(n, gold, replace=False)
    labels[checked] = true[checked]
    return true, Predictions(is_positive=judge, scores={"rf": score}), labels


@pytest.mark.parametrize("seed", range(3))
def test_a_corrected_mean_is_that_of_its_formula(seed):
    rng = np.random.default_rng(seed)
    true, rest = rng.integers(0, 3, 40).astype(float), rng.integers(0, 3, 300).astype(float)
    judged = np.where(rng.random(40) < 0.7, true, 1.0)
    found = corrected_mean(true, judged, rest)
    every = [*judged, *rest]
    variance = sum((x - np.mean(every)) ** 2 for x in every) / (len(every) - 1)
    covariance = sum((a - true.mean()) * (b - judged.mean()) for a, b in zip(true, judged)) / 39
    weight = min(1, max(0, covariance / ((1 + 40 / 300) * variance)))
    gap = true - weight * judged
    assert_allclose(found.value, weight * rest.mean() + gap.mean())
    assert_allclose(found.error**2, weight**2 * rest.var(ddof=1) / 300 + gap.var(ddof=1) / 40)


@pytest.mark.parametrize(("value", "error"), [(0.8, 0.1), (0.8, 0.6), (0.01, 0.3)])
def test_limits_are_the_means_that_a_score_test_accepts(value, error):
    low, high = Mean(value, error).limits(0.9)
    for end in (low, high):  # the variance at a mean is in proportion to it
        assert_allclose(abs(value - end) / (error * (end / value) ** 0.5), 1.6448536, rtol=1e-6)
    assert 0 < low < value < high
    assert high - value > value - low
    assert Mean(0.0, 0.0).limits(0.9) == (0, 0)


def test_a_useless_judge_leaves_the_gold_rows_alone():
    rng = np.random.default_rng(4)
    true = rng.random(50)
    found = corrected_mean(true, np.ones(50), np.ones(200))
    assert_allclose((found.value, found.error), (true.mean(), true.std(ddof=1) / 50**0.5))


@pytest.mark.parametrize("from_file", [True, False])
@pytest.mark.parametrize("ties", [False, True])
def test_if_all_gold_labels_agree_the_cost_is_that_of_the_rows(from_file, ties):
    rng = np.random.default_rng(5)
    _, rows, labels = judged_rows(rng, ties=ties)
    labels[~np.isnan(labels)] = rows.is_positive[~np.isnan(labels)]
    called = (rows.scores["rf"] >= 1).astype(float)
    point = OperatingPoint(0.05, 10, 2)
    found = gold_cost(rows, labels, called, point, from_file, 0.9)
    assert (found.agreement, found.sensitivity, found.specificity) == (1, 1, 1)
    y = rows.is_positive
    fnr, fpr = 1 - called[y].mean(), called[~y].mean()
    prior = y.mean() if from_file else 0.05
    expected = prior * 10 * fnr + (1 - prior) * 2 * fpr
    assert abs(found.cost - expected) < 2 * found.gold_cost.error
    assert found.low < found.cost < found.high
    if not from_file:
        assert_allclose(found.judged_cost, expected)


@pytest.mark.parametrize(("follows", "from_file"), [(False, True), (True, True), (True, False)])
def test_limits_cover_the_true_cost_whatever_mistakes_the_judge_makes(follows, from_file):
    rng, covers, judged = np.random.default_rng(6), 0, []
    for _ in range(150):
        _, rows, labels = judged_rows(rng, follows=follows)
        called = (rows.scores["rf"] >= 1).astype(float)
        point = OperatingPoint(0.1, 10, 2)
        found = gold_cost(rows, labels, called, point, from_file, 0.9)
        prior = 0.2 if from_file else 0.1
        truth = prior * 10 * 0.3085375 + (1 - prior) * 2 * 0.1586553  # normal tails at 1
        covers += found.low <= truth <= found.high
        judged.append(found.judged_cost)
    assert 122 <= covers <= 148  # of 150 at 90 %
    assert abs(np.mean(judged) - truth) > 0.1 * truth  # the judge alone is wrong


def test_gold_rows_that_were_not_drawn_at_random_are_found_out():
    rng = np.random.default_rng(7)
    _, rows, labels = judged_rows(rng)
    called = (rows.scores["rf"] >= 1).astype(float)
    point = OperatingPoint(0.1, 10, 2)
    assert gold_cost(rows, labels, called, point, True, 0.9).is_random
    highest = np.argsort(-rows.scores["rf"])[:600]
    chosen = np.full(labels.size, np.nan)
    chosen[highest] = rng.random(600) < 0.5
    assert not gold_cost(rows, chosen, called, point, True, 0.9).is_random


def test_too_few_gold_rows_are_refused():
    _, rows, labels = judged_rows(np.random.default_rng(8), gold=30, prior=0.1)
    with pytest.raises(ValueError, match="checked positives: at least 20 are needed"):
        gold_cost(rows, labels, np.zeros(2000), OperatingPoint(0.1, 1, 1), True, 0.9)


def test_calls_of_a_row_come_from_thresholds_of_other_folds():
    rng = np.random.default_rng(9)
    y = rng.random(120) < 0.4
    noise = Predictions(is_positive=y, scores={"rf": rng.normal(size=120)})
    point = OperatingPoint(0.4, 1, 1)
    shares = cross_fitted_calls(noise, "rf", point, seed=0)
    assert ((shares >= 0) & (shares <= 1)).all()
    hull = convex_hull(count(y, noise.scores["rf"]))
    same = noise.scores["rf"] >= hull.threshold[int(hull.cheapest(point.pcf))]
    cost = (y * (1 - shares) + ~y * shares).mean()
    assert cost > (y != same).mean()  # useless scores look better on their own rows


@pytest.mark.parametrize("seed", range(5))
def test_stated_error_rates_move_vertices_to_vertices_and_costs_to_the_best_threshold(seed):
    rng = np.random.default_rng(seed)
    true, score = rng.random(400) < 0.3, rng.integers(0, 12, 400).astype(float)
    score += 3 * true
    judge = StatedJudge(0.85, 0.9)
    # Each true row counts as judged positive and as judged negative, to the shares of the judge.
    y = np.concatenate((np.ones(400, bool), np.zeros(400, bool)))
    positive = np.where(true, 0.85, 0.1)
    weight, both = np.concatenate((positive, 1 - positive)), np.tile(score, 2)
    judged, truth = count(y, both, weight), count(true, score)
    share = weight[y].sum() / 400
    fpr, tpr = judge.rates(judged.fpr, judged.tpr, share)
    assert_allclose(judge.prior(share), true.mean())
    assert_allclose((fpr, tpr), (truth.fpr, truth.tpr), atol=1e-12)
    assert_allclose(convex_hull(judged).index, convex_hull(truth).index)
    p, (fn, fp) = true.mean(), judge.judged_costs(20, 3)
    by_truth = p * 20 * (1 - truth.tpr) + (1 - p) * 3 * truth.fpr
    by_judge = share * fn * (1 - judged.tpr) + (1 - share) * fp * judged.fpr
    assert_allclose(by_truth.min(), by_truth[by_judge.argmin()])


def test_impossible_error_rates_are_refused():
    with pytest.raises(ValueError, match="right no more often than chance"):
        StatedJudge(0.5, 0.5)
    with pytest.raises(ValueError, match="cannot be right"):
        StatedJudge(0.9, 0.8).prior(0.1)
    with pytest.raises(ValueError, match="must lie in"):
        StatedJudge(1.2, 0.8)


@pytest.mark.parametrize("from_file", [True, False])
def test_missed_positives_and_false_alarms_add_up_to_the_cost(from_file):
    rng = np.random.default_rng(10)
    _, rows, labels = judged_rows(rng, gold=400, ties=True)
    called = (rows.scores["rf"] >= 1).astype(float)

    def cost(cost_fn, cost_fp):
        point = OperatingPoint(0.1, cost_fn, cost_fp)
        return gold_cost(rows, labels, called, point, from_file, 0.9)

    both = cost(10, 2)
    assert 0 < both.missed < both.cost
    true, flagged = labels[~np.isnan(labels)], called[~np.isnan(labels)]
    prior, of_gold = (both.share, both.share) if from_file else (0.1, true.mean())
    alone = prior / of_gold * 10 * np.mean(true * (1 - flagged))
    assert_allclose(both.gold_missed, alone)
    has, judge = ~np.isnan(labels), rows.is_positive.astype(float)
    prior = both.share if from_file else 0.1

    def parts(label, flags):
        missed = prior / both.share * 10 * label * (1 - flags)
        return missed, missed + (1 - prior) / (1 - both.share) * 2 * (1 - label) * flags

    (missed, paid), (judged_missed, judged) = parts(true, flagged), parts(judge, called)
    covariance = np.cov(paid, judged[has])[0, 1]
    weight = min(1, max(0, covariance / ((1 + 400 / 1600) * judged.var(ddof=1))))
    found = weight * judged_missed[~has].mean() + (missed - weight * judged_missed[has]).mean()
    assert_allclose(both.missed, found)


def test_a_rule_without_gold_rows_has_no_corrected_cost():
    _, rows, _ = judged_rows(np.random.default_rng(11))
    call = analyse(rows, n_replicates=100).decide(OperatingPoint(0.1, 10, 2)).best
    with pytest.raises(ValueError, match="no column gives the true labels"):
        rule_gold_cost(rows, call, OperatingPoint(0.1, 10, 2), True, 0.9)


@pytest.mark.parametrize("seed", range(3))
def test_a_weighted_corrected_mean_is_that_of_its_formula(seed):
    rng = np.random.default_rng(seed)
    true, rest = rng.integers(0, 3, 40).astype(float), rng.integers(0, 3, 300).astype(float)
    judged = np.where(rng.random(40) < 0.7, true, 1.0)
    w, v = rng.choice([1.0, 3, 10], 40), rng.choice([1.0, 3, 10], 300)
    found = corrected_mean(true, judged, rest, (w, v))

    def mean(x, weight):
        return sum(a * b for a, b in zip(weight, x)) / sum(weight)

    def product(x, y, weight):
        a, b = mean(x, weight), mean(y, weight)
        both = sum(c * c * (i - a) * (j - b) for c, i, j in zip(weight, x, y))
        return len(x) / (len(x) - 1) * both / sum(weight) ** 2

    def size(weight):
        return sum(weight) ** 2 / sum(c * c for c in weight)

    every, each = [*judged, *rest], [*w, *v]
    covariance = size(w) * product(true, judged, w)
    pooled = size(each) * product(every, every, each)
    weight = min(1, max(0, covariance / ((1 + size(w) / size(v)) * pooled)))
    gap = [a - weight * b for a, b in zip(true, judged)]
    assert_allclose(found.value, weight * mean(rest, v) + mean(gap, w))
    assert_allclose(found.error**2, weight**2 * product(rest, rest, v) + product(gap, gap, w))


def test_equal_weights_change_nothing():
    _, rows, labels = judged_rows(np.random.default_rng(12), ties=True)
    called = (rows.scores["rf"] >= 1).astype(float)
    point = OperatingPoint(0.1, 10, 2)
    plain = gold_cost(rows, labels, called, point, False, 0.9)
    weighted = gold_cost(
        replace(rows, weight=np.full(2000, 4.0)), labels, called, point, False, 0.9
    )
    for name, value in asdict(plain).items():
        assert_allclose(_values(value), _values(asdict(weighted)[name]), rtol=1e-9, err_msg=name)


def _values(found):
    return [*found.values()] if isinstance(found, dict) else found


@pytest.mark.parametrize("from_file", [True, False])
def test_limits_cover_the_true_cost_of_rows_drawn_with_unequal_chances(from_file):
    rng, covers, unweighted = np.random.default_rng(13), 0, []
    point = OperatingPoint(0.1, 10, 2)
    for _ in range(150):
        true = rng.random(6000) < 0.2
        score = rng.normal(size=6000) + 1.5 * true
        wrong = rng.random(6000) < np.where(true == (score > 1), 0.02, 0.4)
        chance = np.where(score > 0.5, 0.6, 0.12)
        drawn = rng.random(6000) < chance
        gold = np.where(rng.random(6000) < 0.15, true, np.nan)[drawn]
        judge, scores = (true ^ wrong)[drawn], {"rf": score[drawn]}
        rows = Predictions(is_positive=judge, scores=scores, weight=1 / chance[drawn])
        called = (rows.scores["rf"] >= 1).astype(float)
        found = gold_cost(rows, gold, called, point, from_file, 0.9)
        alone = gold_cost(replace(rows, weight=None), gold, called, point, from_file, 0.9)
        prior = 0.2 if from_file else 0.1
        truth = prior * 10 * 0.3085375 + (1 - prior) * 2 * 0.1586553  # normal tails at 1
        covers += found.low <= truth <= found.high
        unweighted.append(alone.cost)
    assert 122 <= covers <= 148  # of 150 at 90 %
    assert abs(np.mean(unweighted) - truth) > 0.2 * truth


def test_thresholds_of_other_folds_are_chosen_by_weight():
    rng = np.random.default_rng(14)
    y, score = rng.random(60) < 0.4, rng.integers(0, 6, 60).astype(float)
    weight = rng.integers(1, 5, 60).astype(float)
    rows = Predictions(is_positive=y, scores={"rf": score}, weight=weight)
    point, expected = OperatingPoint(0.4, 3, 1), np.zeros(60)
    divisions = random_divisions(rows, generator(0, Stream.CROSSFIT), REPEATS)
    for fold in divisions:
        for k in np.unique(fold):
            rest = fold != k

            def cost(t, rest=rest):
                called, w, positive = score[rest] >= t, weight[rest], y[rest]
                missed = w[positive & ~called].sum() / w[positive].sum()
                alarms = w[~positive & called].sum() / w[~positive].sum()
                return 0.4 * 3 * missed + 0.6 * alarms

            cheapest = min([np.inf, *sorted(set(score[rest]), reverse=True)], key=cost)
            expected[~rest] += score[~rest] >= cheapest
    assert_allclose(cross_fitted_calls(rows, "rf", point, seed=0), expected / len(divisions))
