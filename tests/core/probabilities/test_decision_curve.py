"""Decision curves against rows counted one by one and rows resampled one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from costdash.core import Predictions, analyse, compare_all
from costdash.core.analysis.rate_replicates import rate_replicates
from costdash.core.probabilities.decision_curve import (
    best_difference,
    decision_curve,
    score_difference,
)
from costdash.core.sample.split import Split
from tests.support.oracles import called, counted, resampled_rows
from tests.support.scored import inner_rates, samples

T = np.array([0.0, 0.1, 0.25, 0.5, 0.8])


def model_of(rng, n=400, prevalence=0.3, levels=40, **more):
    """Two models with ties, whose scores are probabilities of a kind."""
    y = np.arange(n) < prevalence * n
    scores = {
        "a": (rng.beta(1 + 2 * y, 3) * levels).round() / levels,
        "b": (rng.beta(1 + y, 3) * levels).round() / levels,
    }
    return Predictions(is_positive=y, scores=scores, **more)


def benefit(is_positive, score, weight, cut, t, prior):
    """Net benefit of score >= cut, row by row."""
    weight = np.ones(len(score)) if weight is None else weight
    tp, fp = called(is_positive, score, weight, cut)
    p = weight[np.asarray(is_positive)].sum()
    return prior * tp / p - (1 - prior) * fp / (weight.sum() - p) * t / (1 - t)


scored = st.booleans().flatmap(lambda w: samples(kinds=("probabilities",), weighted=w))


@given(scored, st.sampled_from([4, 10**9]), st.floats(0, 0.99), inner_rates)
def test_values_are_those_of_rows_counted_one_by_one(sample, levels, t, prior):
    sample = sample._replace(score=(sample.score * levels).round() / levels)
    predictions = Predictions(
        is_positive=sample.is_positive, scores={"a": sample.score}, weight=sample.weight
    )
    analysis = analyse(predictions, n_replicates=100)
    curve = decision_curve(predictions, analysis, "a", [t], prior)
    size = 1 + t / (1 - t)
    plain = benefit(*sample, t, t, prior)
    assert curve.scores.value[0] == pytest.approx(plain, abs=1e-9 * size)
    tried = [benefit(*sample, cut, t, prior) for cut, *_ in counted(*sample)]
    assert curve.best.value[0] == pytest.approx(max(tried), abs=1e-9 * size)
    everyone = benefit(sample.is_positive, sample.score, None, -1, t, prior)
    assert curve.flag_all[0] == pytest.approx(everyone, abs=1e-9 * size)
    assert curve.best.value[0] >= max(0, curve.flag_all[0]) - 1e-9 * size


def test_at_another_prior_moved_scores_reach_the_threshold():
    predictions = model_of(np.random.default_rng(1))
    analysis = analyse(predictions, n_replicates=100)
    y, score = predictions.is_positive, predictions.scores["a"]
    curve = decision_curve(predictions, analysis, "a", [0.111], 0.05, score_prior=0.4)
    at_prior = score * 0.05 / 0.4 / (score * 0.05 / 0.4 + (1 - score) * 0.95 / 0.6)
    expected = benefit(y, at_prior, None, 0.111, 0.111, 0.05)
    assert curve.moved.value[0] == pytest.approx(expected)
    assert curve.scores.value[0] == pytest.approx(benefit(y, score, None, 0.111, 0.111, 0.05))
    same = decision_curve(predictions, analysis, "a", score[:30].clip(0, 0.9), 0.3)
    assert_array_equal(same.moved.value, same.scores.value)


@pytest.mark.parametrize("weighted", [False, True])
def test_limits_are_those_of_rows_resampled_one_by_one(weighted):
    rng = np.random.default_rng(2)
    weight = rng.choice([1.0, 3.0], 400) if weighted else None
    predictions = model_of(rng, weight=weight)
    analysis = analyse(predictions, n_replicates=4000, level=0.9)
    curve = decision_curve(predictions, analysis, "a", T, 0.1)
    weights = np.ones(400) if weight is None else weight
    fpr, tpr = resampled_rows(
        predictions.is_positive, predictions.scores["a"], weights, T, 1500, rng
    )
    drawn = 0.1 * tpr - 0.9 * fpr * T / (1 - T)
    low, high = np.quantile(drawn, [0.05, 0.95], axis=0)
    width = (high - low).max()
    assert_allclose(curve.scores.low, low, atol=0.08 * width)
    assert_allclose(curve.scores.high, high, atol=0.08 * width)


def test_limits_of_a_difference_are_those_of_rows_resampled_together():
    rng = np.random.default_rng(3)
    predictions = model_of(rng)
    analysis = analyse(predictions, n_replicates=4000, level=0.9)
    found = score_difference(predictions, analysis, "a", "b", T, 0.1)
    y, (a, b) = predictions.is_positive, predictions.scores.values()
    parts = np.flatnonzero(y), np.flatnonzero(~y)
    gaps = []
    for _ in range(1500):
        p, n = (rng.choice(rows, rows.size) for rows in parts)
        gap = (a[p, None] >= T).mean(axis=0) - (b[p, None] >= T).mean(axis=0)
        alarms = (a[n, None] >= T).mean(axis=0) - (b[n, None] >= T).mean(axis=0)
        gaps.append(0.1 * gap - 0.9 * alarms * T / (1 - T))
    low, high = np.quantile(gaps, [0.05, 0.95], axis=0)
    width = (high - low).max()
    assert_allclose(found.low[1:], low[1:], atol=0.08 * width)
    assert_allclose(found.high[1:], high[1:], atol=0.08 * width)
    assert (found.low[0], found.value[0], found.high[0]) == (0, 0, 0)  # both flag everyone
    curves = [decision_curve(predictions, analysis, name, T, 0.1) for name in "ab"]
    assert_allclose(found.value, curves[0].scores.value - curves[1].scores.value)


def test_a_difference_is_mirrored_and_zero_for_equal_models():
    predictions = model_of(np.random.default_rng(4))
    twice = Predictions(
        is_positive=predictions.is_positive,
        scores={**predictions.scores, "c": predictions.scores["a"]},
    )
    analysis = analyse(twice, n_replicates=200)
    one, other = (score_difference(twice, analysis, *pair, T) for pair in ("ab", "ba"))
    assert_array_equal(one.low, -other.high)
    assert_array_equal(one.value, -other.value)
    same = score_difference(twice, analysis, "a", "c", T)
    assert not np.any([same.value, same.low, same.high])


def test_the_difference_of_best_thresholds_is_that_of_their_costs():
    predictions = model_of(np.random.default_rng(5))
    analysis = analyse(predictions, n_replicates=200)
    [pair] = compare_all(predictions, analysis)
    found = best_difference(pair, T, 0.2)
    curves = [decision_curve(predictions, analysis, name, T, 0.2) for name in "ab"]
    assert_allclose(found.value, curves[0].best.value - curves[1].best.value, atol=1e-12)
    assert (found.low <= found.value + 1e-12).all()
    assert (found.value <= found.high + 1e-12).all()
    t, prior = 0.25, 0.2
    nec = pair.at(prior * 0.75 / (prior * 0.75 + 0.8 * t))
    in_missed = [-x * (prior + 0.8 / 3) for x in nec]
    assert_allclose([found.value[2], found.high[2], found.low[2]], in_missed)


def test_limits_of_the_best_threshold_are_those_of_its_cost():
    predictions = model_of(np.random.default_rng(6))
    analysis = analyse(predictions, n_replicates=200)
    model, prior, t = analysis.models["a"], 0.2, 0.25
    curve = decision_curve(predictions, analysis, "a", [t], prior)
    pcf, scale = prior * 0.75 / (prior * 0.75 + 0.8 * t), prior + 0.8 / 3
    low, high = model.bands.cost_interval(pcf, analysis.level)
    assert_allclose(curve.best.value, prior - model.hull.cost(pcf) * scale)
    assert_allclose(
        [curve.best.low[0], curve.best.high[0]], [prior - high * scale, prior - low * scale]
    )


@pytest.mark.parametrize("kind", ["weight", "cluster", "split"])
def test_limits_contain_the_value_with_weights_clusters_and_parts(kind):
    rng = np.random.default_rng(7)
    more = {
        "weight": {"weight": rng.choice([0.3, 1.0, 5.0], 400)},
        "cluster": {"cluster": rng.integers(0, 60, 400)},
        "split": {"split": Split(np.arange(400) % 2 == 0, "validation", "test")},
    }[kind]
    predictions = model_of(rng, **more)
    analysis = analyse(predictions, n_replicates=200)
    curve = decision_curve(predictions, analysis, "a", T, 0.1)
    gap = score_difference(predictions, analysis, "a", "b", T, 0.1)
    for one in (curve.best, curve.scores, gap):
        assert (one.low <= one.value).all()
        assert (one.value <= one.high).all()
        assert (one.high - one.low)[1:4].min() > 0


def test_few_rows_and_other_scores_have_no_limits_or_values():
    few = Predictions(is_positive=[1, 1, 0, 0], scores={"a": [0.9, 0.4, 0.6, 0.1]})
    analysis = analyse(few)
    curve = decision_curve(few, analysis, "a", T)
    assert np.isnan([curve.scores.low, curve.best.high]).all()
    odds = Predictions(
        is_positive=[1, 1, 0, 0], scores={"a": [0.9, 4, 0.6, 0.1], "b": [1, 0, 1, 0]}
    )
    analysis = analyse(odds)
    curve = decision_curve(odds, analysis, "a", T)
    assert curve.scores is None
    assert curve.moved is None
    with pytest.raises(ValueError, match=r"in \[0, 1\].*: a"):
        score_difference(odds, analysis, "a", "b", T)


def test_replicates_stay_near_the_sample_and_share_out_weights():
    predictions = model_of(np.random.default_rng(8), n=3000, levels=10**6)
    analysis = analyse(predictions, n_replicates=500)
    counts = analysis.models["a"].counts
    found = rate_replicates(predictions, analysis, "a", np.array([7, 1234]))
    assert_allclose(found.fpr.mean(axis=0), counts.fpr[found.index], atol=0.003)
    assert_allclose(found.tpr.mean(axis=0), counts.tpr[found.index], atol=0.005)
    assert found.at(np.array([1234, 7]))[0].shape == (500, 2)
    with pytest.raises(ValueError, match="among those resampled"):
        found.at(np.setdiff1d(np.arange(3000), found.index)[:2])
    weights = np.random.default_rng(9).random(counts.threshold.size)
    assert found.spread_over(weights).sum() == pytest.approx(weights.sum())
    line = np.arange(counts.threshold.size)
    assert found.spread_over(weights) @ line[found.index] == pytest.approx(weights @ line)
