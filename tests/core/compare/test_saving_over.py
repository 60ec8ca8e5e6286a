"""What a decision saves over today's rule, recomputed from raw resamples of the rows."""

from statistics import NormalDist

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, Predictions, analyse, crossfit_all
from costdash.core.compare.cross_fitted_difference import few_clusters_differ
from costdash.core.compare.expected_regret import saving_over
from costdash.core.folds.crossfit import deviation_from_rule

POINT = OperatingPoint(0.3, 3, 1)
NAMES = ("a", "b")


@pytest.fixture(scope="module")
def sample():
    """Scores of few levels, so that every score is a threshold of the grid."""
    rng = np.random.default_rng(3)
    is_positive = np.arange(200) < 60
    scores = {
        name: (rng.normal(size=200) + shift * is_positive).round().clip(-1, 3)
        for name, shift in zip(NAMES, (1.5, 1.2))
    }
    fold = np.arange(200) % 5
    return Predictions(is_positive=is_positive, scores=scores, fold=fold)


@pytest.fixture(scope="module")
def analysis(sample):
    return analyse(sample, n_replicates=4000, level=0.9)


def nec(is_positive, called, pcf):
    fpr, tpr = called[~is_positive].mean(), called[is_positive].mean()
    return (1 - pcf) * fpr + pcf * (1 - tpr)


def cost(is_positive, called, prior, point):
    fpr, tpr = called[~is_positive].mean(), called[is_positive].mean()
    return prior * point.cost_fn * (1 - tpr) + (1 - prior) * point.cost_fp * fpr


def today_at(analysis, score, model="b", point=POINT):
    return analysis.call_at(point, model, analysis.models[model].counts.index(score), 0)


def drawn(rng, is_positive):
    parts = [np.flatnonzero(is_positive), np.flatnonzero(~is_positive)]
    return np.concatenate([rng.choice(part, part.size) for part in parts])


@pytest.mark.parametrize("estimated", [False, True])
@pytest.mark.parametrize("cost_fn", [3, 0.1])  # the second makes calling none the best rule
def test_on_the_same_rows_limits_are_percentiles_of_the_paired_saving(
    sample, analysis, estimated, cost_fn
):
    point = OperatingPoint(0.3, cost_fn, 1)
    evaluation_part = analysis.with_estimated_prior if estimated else analysis
    decision, today = (
        evaluation_part.decide(point, NAMES, 0),
        today_at(evaluation_part, 2.0, point=point),
    )
    best = decision.best
    assert (best.call == "some") == (cost_fn == 3)
    found = saving_over(sample, evaluation_part, decision, today, NAMES)
    rng, saved, y = np.random.default_rng(0), [], sample.is_positive
    now = sample.scores["b"] >= 2
    then = sample.scores[best.model] >= best.threshold if best.model else np.zeros(200, bool)
    for _ in range(4000):
        rows = drawn(rng, y)
        prior = evaluation_part.prior.sample(rng, 1)[0] if estimated else point.prior
        costs = (cost(y[rows], called[rows], prior, point) for called in (now, then))
        saved.append(next(costs) - next(costs))
    assert found.value == pytest.approx(
        cost(y, now, point.prior, point) - cost(y, then, point.prior, point)
    )
    spread = np.std(saved)
    assert_allclose([found.low, found.high], np.quantile(saved, [0.05, 0.95]), atol=0.2 * spread)


def choose(is_positive, scores, pcf):
    """The cheapest (model, threshold), the first of equals from strict to lax."""
    rules = [(name, t) for name in NAMES for t in (np.inf, 3.0, 2.0, 1.0, 0.0, -1.0)]
    return min(rules, key=lambda rule: nec(is_positive, scores[rule[0]] >= rule[1], pcf))


def slow_deviations(sample, now, pcf, n, rng):
    """Choice and rule in raw resamples: each divided into folds, chosen on the other folds."""
    y, found = sample.is_positive, []
    for _ in range(n):
        rows = drawn(rng, y)
        own = y[rows]
        scores = {name: score[rows] for name, score in sample.scores.items()}
        fold = np.empty(rows.size, dtype=int)
        for part in (own, ~own):
            fold[part] = np.arange(part.sum()) % 5
        called = np.empty(rows.size, dtype=bool)
        for k in range(5):
            others = fold != k
            name, t = choose(own[others], {m: s[others] for m, s in scores.items()}, pcf)
            called[~others] = scores[name][~others] >= t
        name, t = choose(own, scores, pcf)
        choice = nec(own, called, pcf) - nec(y, sample.scores[name] >= t, pcf)
        found.append(choice - (nec(own, now[rows], pcf) - nec(y, now, pcf)))
    return np.array(found)


def test_deviations_from_a_rule_are_those_of_choosing_again_in_raw_resamples(sample):
    now = sample.scores["b"] >= 2
    fast = deviation_from_rule(sample, NAMES, now, np.array([POINT.pcf]), n_replicates=3000)[:, 0]
    slow = slow_deviations(sample, now, POINT.pcf, 1000, np.random.default_rng(1))
    assert_allclose(fast.std(), slow.std(), rtol=0.1)
    assert_allclose(fast.mean(), slow.mean(), atol=0.2 * slow.std())


@pytest.mark.parametrize("estimated", [False, True])
def test_cross_fitted_limits_are_normal_with_the_variance_of_both_sources(
    sample, analysis, estimated
):
    fitted = analysis.with_crossfits(crossfit_all(sample))
    evaluation_part = fitted.with_estimated_prior if estimated else fitted
    decision, today = evaluation_part.decide(POINT, NAMES, 0), today_at(evaluation_part, 2.0)
    best = decision.best
    found = saving_over(sample, evaluation_part, decision, today, NAMES)
    assert found.value == pytest.approx(today.expected_cost - best.expected_cost)
    slow = slow_deviations(
        sample, sample.scores["b"] >= 2, POINT.pcf, 500, np.random.default_rng(2)
    )
    rng, priors = np.random.default_rng(1), np.full(100_000, POINT.prior)
    if estimated:
        priors = (
            POINT.prior
            + evaluation_part.prior.sample(rng, priors.size)
            - evaluation_part.prior.mean
        )
    costs = [priors * 3 * (1 - rule.tpr) + (1 - priors) * rule.fpr for rule in (today, best)]
    saved = costs[0] - costs[1] + POINT.scale * slow.std() * rng.normal(size=priors.size)
    half = NormalDist().inv_cdf(0.95) * saved.std()
    assert_allclose((found.low + found.high) / 2, found.value, atol=1e-12)
    assert_allclose((found.high - found.low) / 2, half, rtol=0.15)


def test_over_a_fixed_trivial_rule_the_error_is_that_of_the_other_rule_alone(sample, analysis):
    """With calling none as the decision, only today's rates vary: two binomials."""
    point = OperatingPoint(0.3, 0.1, 1)
    fitted = analysis.with_crossfits(crossfit_all(sample))
    decision, today = fitted.decide(point, NAMES, 0), today_at(fitted, 2.0, point=point)
    assert decision.best.call == "none"
    found = saving_over(sample, fitted, decision, today, NAMES)
    variance = (0.7 * 1) ** 2 * today.fpr * (1 - today.fpr) / 140
    variance += (0.3 * 0.1) ** 2 * today.tpr * (1 - today.tpr) / 60
    half = NormalDist().inv_cdf(0.95) * variance**0.5
    assert_allclose((found.high - found.low) / 2, half, rtol=0.15)


@pytest.mark.parametrize("cross_fitted", [False, True])
def test_todays_rule_saves_nothing_over_itself(sample, analysis, cross_fitted):
    evaluation_part = analysis.with_crossfits(crossfit_all(sample)) if cross_fitted else analysis
    decision = evaluation_part.decide(POINT, NAMES, 0)
    today = evaluation_part.call_at(POINT, decision.best.model, decision.best.index, 0)
    found = saving_over(sample, evaluation_part, decision, today, NAMES)
    assert (found.value, found.low, found.high) == (0, 0, 0)


def test_clusters_that_differ_are_counted_per_class():
    cluster, is_positive = np.arange(40) // 4, np.arange(40) % 2 == 0
    sample = Predictions(is_positive=is_positive, scores={"a": np.zeros(40)}, cluster=cluster)
    first, second = np.zeros(40, dtype=bool), np.zeros(40, dtype=bool)
    assert few_clusters_differ(sample, first, second)
    first[cluster < 5] = True
    assert not few_clusters_differ(sample, first, second)
    second[(cluster == 4) & is_positive] = True
    assert few_clusters_differ(sample, first, second)
