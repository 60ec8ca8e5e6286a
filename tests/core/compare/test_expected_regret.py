"""Share of resamples in which an option is cheapest, and expected regret, against slow ways."""

from dataclasses import replace
from itertools import product
from math import lgamma, log
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import ndtr

from costdash.core import OperatingPoint, Predictions
from costdash.core.compare.cross_fitted_difference import cross_fitted_difference
from costdash.core.compare.expected_regret import expected_regret, regret_of_decision
from costdash.core.folds.crossfit import crossfit_models
from tests.support.oracles import posterior_costs, shrinking_shares
from tests.support.paired_samples import analysed, correlated

REPLICATES = 200_000


def sample(tp, fp, fn, tn):
    """One model whose threshold 1 gives these counts."""
    is_positive = [1] * tp + [0] * fp + [1] * fn + [0] * tn
    return Predictions(is_positive=is_positive, scores={"a": [1.0] * (tp + fp) + [0.0] * (fn + tn)})


def at_threshold_probability(z, prior):
    """Expected cost here is prior less net benefit at threshold probability z."""
    return OperatingPoint(prior, 1.0, z / (1 - z))


def enumerated(counts, point):
    """Share of none, all and the model being cheapest, if each is chosen (3, 3); regret of each."""
    n = sum(counts)
    share = [count / n for count in counts]
    wins, cost_of, least_of = np.zeros((3, 3)), np.zeros(3), 0.0
    for tp, fp, fn in product(range(n + 1), repeat=3):
        tn = n - tp - fp - fn
        drawn = (tp, fp, fn, tn)
        if tn < 0 or any(d and not s for d, s in zip(drawn, share)):
            continue
        logs = sum(d * log(s) - lgamma(d + 1) for d, s in zip(drawn, share) if d)
        chance = np.exp(lgamma(n + 1) + logs)
        cost = np.array(
            [
                (tp + fn) * point.cost_fn / n,
                (fp + tn) * point.cost_fp / n,
                (fn * point.cost_fn + fp * point.cost_fp) / n,
            ]
        )
        cheapest = np.isclose(cost, cost.min(), rtol=0, atol=1e-12)
        for at in range(3):  # a tie counts for the chosen option
            won = np.arange(3) == at if cheapest[at] else cheapest / cheapest.sum()
            wins[at] += chance * won
        cost_of += chance * cost
        least_of += chance * cost.min()
    return wins, cost_of - least_of


@pytest.mark.parametrize(
    ("counts", "z", "published"),
    [
        ((4, 3, 2, 11), 0.2, 0.0189021841),
        ((4, 3, 2, 11), 0.3, 0.0077916656),
        ((6, 6, 2, 6), 0.3, 0.0267021574),
        ((6, 6, 2, 6), 0.4, 0.0295141819),
    ],
)
def test_regret_is_the_expected_value_of_perfect_information(counts, z, published):
    point = at_threshold_probability(z, (counts[0] + counts[2]) / sum(counts))
    wins, regrets = enumerated(counts, point)
    at = int(regrets.argmin())
    chosen = ("none", "all", "a")[at]
    assert regrets.min() == pytest.approx(published, abs=1e-10)
    found = expected_regret(
        sample(*counts),
        {"a": 1.0},
        point,
        chosen,
        estimated_prior=True,
        n_replicates=REPLICATES,
        rng=np.random.default_rng(0),
    )
    assert found.expected_regret == pytest.approx(published, rel=0.02)
    assert [found.none, found.all, found.models["a"]] == pytest.approx(wins[at].tolist(), abs=0.005)


def resampled_rows(predictions, thresholds, point, chosen, rng, n_replicates):
    """Class-stratified bootstrap, row by row, at the prior of the point."""
    calls = [np.zeros(predictions.rows, bool), np.ones(predictions.rows, bool)]
    calls += [predictions.scores[name] >= t for name, t in thresholds.items()]
    at = ["none", "all", *thresholds].index(chosen)
    weight = np.ones(predictions.rows) if predictions.weight is None else predictions.weight
    wins, regret = np.zeros(len(calls)), 0.0
    for _ in range(n_replicates):
        costs = np.zeros(len(calls))
        for side, price in (
            (predictions.is_positive, point.prior * point.cost_fn),
            (~predictions.is_positive, (1 - point.prior) * point.cost_fp),
        ):
            rows = rng.choice(np.flatnonzero(side), side.sum())
            positive = predictions.is_positive[rows[0]]
            for i, call in enumerate(calls):
                wrong = ~call[rows] if positive else call[rows]
                costs[i] += price * weight[rows][wrong].sum() / weight[rows].sum()
        cheapest = costs <= costs.min() + 1e-12
        wins += cheapest / cheapest.sum()
        regret += costs[at] - costs.min()
    return wins / n_replicates, regret / n_replicates


@settings(max_examples=15)
@given(
    st.integers(0, 1000), st.floats(0.02, 0.9), st.floats(0.2, 20), st.booleans(), st.integers(1, 4)
)
def test_patterns_of_calls_give_what_resampled_rows_give(seed, prior, ratio, weighted, models):
    rng = np.random.default_rng(seed)
    n = 40
    is_positive = np.arange(n) % 3 == 0
    names = [f"m{i}" for i in range(models)]
    predictions = Predictions(
        is_positive=is_positive,
        scores={name: is_positive + rng.normal(size=n).round(1) for name in names},
        weight=rng.choice([1.0, 2.0, 3.5], n) if weighted else None,
    )
    thresholds = {name: float(rng.choice([0.2, 0.5, 0.9])) for name in names}
    point, chosen = OperatingPoint(prior, ratio, 1.0), names[0]
    shares, regret = resampled_rows(predictions, thresholds, point, chosen, rng, 1500)
    found = expected_regret(
        predictions,
        thresholds,
        point,
        chosen,
        estimated_prior=False,
        n_replicates=20_000,
        rng=rng,
    )
    slack = 0.12 if weighted else 0.06  # weights are resampled by their first two moments
    assert [found.none, found.all, *found.models.values()] == pytest.approx(
        shares.tolist(), abs=slack
    )
    assert found.expected_regret == pytest.approx(regret, abs=0.06 * point.scale)


def test_clusters_of_one_row_give_what_rows_give():
    rng = np.random.default_rng(1)
    is_positive = np.arange(300) % 4 == 0
    scores = {name: is_positive + rng.normal(size=300) for name in ("a", "b")}
    alone = Predictions(is_positive=is_positive, scores=scores)
    grouped = Predictions(is_positive=is_positive, scores=scores, cluster=np.arange(300))
    point = OperatingPoint(alone.prevalence, 2.0, 1.0)
    found = [
        expected_regret(
            one,
            {"a": 0.6, "b": 0.4},
            point,
            "a",
            estimated_prior=True,
            n_replicates=50_000,
            rng=np.random.default_rng(2),
        )
        for one in (alone, grouped)
    ]
    assert found[0].models["a"] == pytest.approx(found[1].models["a"], abs=0.02)
    assert found[0].expected_regret == pytest.approx(found[1].expected_regret, rel=0.05)


def test_another_prior_than_the_share_of_the_rows_weighs_the_positives():
    """Odds three times as large are those of rows whose positives count three times."""
    rng = np.random.default_rng(3)
    is_positive = np.arange(200) % 5 == 0
    scores = {name: is_positive + rng.normal(size=200) for name in ("a", "b")}
    plain = Predictions(is_positive=is_positive, scores=scores)
    weighted = Predictions(
        is_positive=is_positive, scores=scores, weight=np.where(is_positive, 3.0, 1.0)
    )
    point = OperatingPoint(weighted.prevalence, 1.0, 1.5)
    how = {"estimated_prior": True, "n_replicates": 2000}
    thresholds = {"a": 0.6, "b": 0.4}
    found, expected = (
        expected_regret(one, thresholds, point, "a", rng=np.random.default_rng(4), **how)
        for one in (plain, weighted)
    )
    assert expected.expected_regret > 0
    assert found.expected_regret == pytest.approx(expected.expected_regret)
    assert found.models == pytest.approx(expected.models)


def test_an_unknown_choice_is_refused():
    with pytest.raises(ValueError, match="chosen must be one of"):
        expected_regret(
            sample(2, 1, 1, 2),
            {"a": 1.0},
            OperatingPoint(0.5),
            "b",
            estimated_prior=False,
            n_replicates=100,
            rng=np.random.default_rng(0),
        )


def test_ties_count_for_the_chosen_option():
    """A rescaled copy of the best model takes nothing from its share."""
    rows, analysis, decision = cross_fitted(6, {"a": 1.9, "b": 1.4}, 0.3, 100)
    share = regret_of_decision(rows, analysis, decision, ["a", "b"]).share_of(decision.best)
    copied = {"copy": 5 * rows.scores["a"] - 3, **rows.scores}
    both = replace(rows, scores=copied)
    fits = crossfit_models(both, n_replicates=100, seed=6, pcf=(0.27, 0.3, 0.33))
    analysis = analysed(both).with_crossfits(fits)
    decision = analysis.decide(OperatingPoint(0.3, 1.0, 1.0))
    found = regret_of_decision(both, analysis, decision, list(copied))
    assert found.share_of(decision.best) == pytest.approx(share, abs=0.03)
    assert sum((found.none, found.all, *found.models.values())) == pytest.approx(1)


def cross_fitted(seed, shifts, pcf, n_replicates, **more):
    """A sample, its analysis with cross-fitted costs and the decision at pcf."""
    rng = np.random.default_rng(seed)
    rows = replace(correlated(rng, 60, 140, shifts, 0.5), **more)
    near = (0.9 * pcf, pcf, 1.1 * pcf)
    fits = crossfit_models(rows, n_replicates=n_replicates, seed=seed, pcf=near)
    analysis = analysed(rows).with_crossfits(fits)
    return rows, analysis, analysis.decide(OperatingPoint(pcf, 1.0, 1.0))


@pytest.mark.parametrize("estimated", [False, True])
def test_cross_fitted_shares_count_that_each_threshold_is_chosen(estimated):
    """Against the posterior of true costs, from deviations of bootstrap samples."""
    pcf, shifts = 0.3, {"a": 1.6, "b": 1.7, "c": 1.6}
    rows, analysis, _ = cross_fitted(6, shifts, pcf, 600)
    analysis = analysis.with_estimated_prior if estimated else analysis
    decision = analysis.decide(OperatingPoint(pcf, 1.0, 1.0))
    fits, names = [analysis.crossfits.of([name]) for name in shifts], list(shifts)
    rates = np.array([fit.at(pcf)[:2] for fit in fits])
    errors = np.cov([fit.deviation[:, 1] for fit in fits])
    rng = np.random.default_rng(0)
    measured = np.asarray(decision.point.expected_cost(*rates.T))
    drawn = posterior_costs(measured, errors, pcf, 4000, rng)
    costs = np.concatenate(([[pcf] * 4000, [1 - pcf] * 4000], drawn.T))
    if estimated:
        shift = rng.normal(0, analysis.prior.variance**0.5, 4000)
        fpr, tpr = np.concatenate(([[0, 0], [1, 1]], rates)).T
        costs += np.outer(1 - tpr - fpr, shift)
    wins = np.bincount(np.argmin(costs, axis=0), minlength=5) / 4000
    lost = (costs[2 + names.index(decision.best.model)] - np.min(costs, axis=0)).mean()
    found = regret_of_decision(rows, analysis, decision, names)
    assert wins[2:].min() > 0.01
    shares = [found.none, found.all, *found.models.values()]
    assert shares == pytest.approx(wins.tolist(), abs=0.05)
    assert found.expected_regret == pytest.approx(lost, rel=0.15)


@settings(max_examples=6)
@given(st.integers(0, 1000), st.sampled_from([0.02, 0.11, 0.4, 0.7]), st.booleans())
def test_the_share_of_two_models_follows_from_the_p_value_of_their_difference(seed, pcf, clustered):
    more = {"cluster": np.arange(200) // 2} if clustered else {}
    rows, analysis, decision = cross_fitted(seed, {"a": 2.5, "b": 2.3}, pcf, 40, **more)
    fits = [analysis.crossfits.of([name]) for name in "ab"]
    few = (lambda at: np.ones(at.shape, dtype=bool)) if clustered else None
    x, value, band = cross_fitted_difference(*fits, 0.9, np.zeros(1), [pcf], few)
    at = int(np.searchsorted(x, pcf))
    found = regret_of_decision(rows, analysis, decision, ["a", "b"])
    if set(found.models) != {"a", "b"} or found.none + found.all > 0:
        return
    if clustered and band.safe[at]:
        return  # whether few clusters differ is judged at the thresholds
    likelier, z = max(found.models.values()), NormalDist().inv_cdf(1 - band.p_at[at] / 2)
    share, likely = shrinking_shares(z, 1.0)
    expected = likely @ ndtr((1 - share) ** 0.5 * z)
    assert likelier == pytest.approx(expected, abs=0.02)
    assert (found.models["a"] > 0.5) == (value[at] < 0) or likelier < 0.52
