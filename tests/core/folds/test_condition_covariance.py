"""Errors of rates, mean costs and prior, against rows and clusters that are resampled."""

from dataclasses import replace
from statistics import NormalDist

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, Predictions
from costdash.core.analysis.analyse import analyse
from costdash.core.compare.expected_regret import saving_over
from costdash.core.folds.condition_covariance import influences
from costdash.core.folds.crossfit import crossfit_models
from costdash.core.resample.cluster_bootstrap import effective_units
from costdash.core.resample.small_cells import few_clusters_factor
from costdash.core.sample.row_costs import RowCosts
from costdash.core.sample.split import Split
from tests.support.oracles import cost_limits

N = 400


def sample(costs=True, weights=True, clusters=False):
    """Costs and weights that rise with the score, so that nothing is independent."""
    rng = np.random.default_rng(5)
    y = rng.random(N) < 0.3
    score = rng.normal(size=N) + 1.2 * y
    return Predictions(
        is_positive=y,
        scores={"a": score},
        weight=np.exp(0.5 * score) if weights else None,
        costs=RowCosts(np.exp(rng.normal(size=N) - 0.3 * score), 1 + rng.random(N))
        if costs
        else None,
        cluster=np.arange(N) // 4 if clusters else None,
    )


def estimates(rows, called, drawn):
    """fpr, tpr, mean costs and prior of some of the rows."""
    y, weight = rows.is_positive[drawn], np.ones(N) if rows.weight is None else rows.weight
    weight, called = weight[drawn], called[drawn]
    costs = rows.costs or RowCosts(np.ones(N), np.ones(N))
    means, rates = [], []
    for part, cost in ((~y, costs.fp[drawn]), (y, costs.fn[drawn])):
        rates.append(np.average(called[part], weights=(weight * cost)[part]))
        means.append(np.average(cost[part], weights=weight[part]))
    return [*rates, *means[::-1], np.average(y, weights=weight)]


@pytest.mark.parametrize("clusters", [False, True])
def test_influences_give_the_covariance_of_resampled_rows(clusters):
    rows, rng = sample(clusters=clusters), np.random.default_rng(0)
    called = rows.scores["a"] >= 0.6
    size, each = (4, np.arange(N).reshape(-1, 4)) if clusters else (1, np.arange(N)[:, None])
    drawn = np.cov(
        [
            estimates(rows, called, each[rng.integers(0, N // size, N // size)].ravel())
            for _ in range(4000)
        ],
        rowvar=False,
    )
    found = influences(rows, called)
    assert_allclose(found.sum(axis=0), 0, atol=1e-12)
    spread = np.sqrt(np.outer(np.diag(drawn), np.diag(drawn)))
    assert_allclose(found.T @ found / spread, drawn / spread, atol=0.12)


def conditions(rows):
    analysis = analyse(rows, n_replicates=100).with_estimated_prior
    analysis = analysis.with_crossfits(crossfit_models(rows))
    costs = analysis.costs
    prior = analysis.file_prevalence
    fn, fp = (costs.mean_fn, costs.mean_fp) if costs else ((1 - prior) / prior, 1.0)
    return analysis, OperatingPoint(prior, fn, fp)


@pytest.mark.parametrize(("costs", "clusters"), [(True, False), (False, False), (True, True)])
def test_the_interval_is_that_of_the_cost_of_each_row(costs, clusters):
    """The variance of the mean cost less that of its rates, besides that of the chosen rule."""
    rows = sample(costs, clusters=clusters)
    analysis, point = conditions(rows)
    call = analysis.decide(point, level=0.95).best
    low, high = call.interval
    variance = ((high - low) * point.scale / 2 / NormalDist().inv_cdf(0.975)) ** 2
    y, weight = rows.is_positive, rows.weight / rows.weight.sum()
    called = rows.scores["a"] >= call.threshold
    price = np.where(y, rows.costs.fn, rows.costs.fp) if costs else np.where(y, point.cost_fn, 1)
    paid = np.where(called == y, 0, price)
    whole = weight * (paid - weight @ paid)
    mass = weight * price
    rate = np.where(y, mass @ (called * y) / (mass @ y), mass @ (called * ~y) / (mass @ ~y))
    of_rates = mass * (called - rate) * np.where(y, -1, 1)
    if clusters:
        factor = few_clusters_factor(min(effective_units(rows)))
        whole, of_rates = (factor * np.bincount(rows.cluster, x) for x in (whole, of_rates))
    fit = analysis.crossfits.models["a"]
    expected = (point.scale * fit.at(point.pcf)[2]) ** 2 + whole @ whole - of_rates @ of_rates
    assert variance == pytest.approx(expected, rel=0.12)


def test_typed_conditions_add_nothing():
    rows = sample()
    analysis, point = conditions(rows)
    analysis = replace(analysis, prior=None)
    typed = replace(point, cost_fn=2 * point.cost_fn, cost_fp=2 * point.cost_fp)
    (low, high), best = (lambda best: (best.interval, best))(analysis.decide(typed).best)
    error = analysis.crossfits.models["a"].at(typed.pcf)[2]
    assert_allclose((low, high), cost_limits(best.nec, error**2, analysis.level))
    (lower, higher) = analysis.decide(point).best.interval
    assert higher - lower > 1.025 * (high - low)
    assert best.call == "some"


def test_the_saving_over_a_rule_counts_costs_that_are_estimated():
    rows = sample()
    analysis, point = conditions(rows)
    today = analysis.call_at(point, "a", 20)
    decision = analysis.decide(point)
    decision = replace(decision, best=analysis.call_at(point, "a", decision.best.index))
    saving = saving_over(rows, analysis, decision, today, ["a"])
    typed = replace(analysis, prior=None, costs=None)
    fixed = saving_over(rows, typed, decision, today, ["a"])
    y, weight = rows.is_positive, rows.weight / rows.weight.sum()
    price = np.where(y, rows.costs.fn, rows.costs.fp)
    calls = [rows.scores["a"] >= call.threshold for call in (today, decision.best)]
    paid = price * (calls[0] != y) - price * (calls[1] != y)
    whole = weight * (paid - weight @ paid)
    half = NormalDist().inv_cdf((1 + analysis.level) / 2)
    added = ((saving.high - saving.low) / 2 / half) ** 2 - (
        (fixed.high - fixed.low) / 2 / half
    ) ** 2
    each = influences(rows, calls[0]), influences(rows, calls[1])
    slopes = np.array([(1 - point.prior) * point.cost_fp, -point.prior * point.cost_fn])
    of_rates = (each[0][:, :2] - each[1][:, :2]) @ slopes
    assert added == pytest.approx(whole @ whole - of_rates @ of_rates, rel=0.05)


@pytest.mark.parametrize("split", [False, True])
def test_without_cross_fitting_the_errors_of_mean_costs_count_too(split):
    rows = sample(weights=False)
    if split:
        rows = replace(rows, split=Split(np.arange(N) % 2 == 0))
    analysis = analyse(rows, n_replicates=200).with_estimated_prior
    assert analysis.crossfits is None
    y, level, costs = rows.is_positive, 0.9, analysis.costs
    point = OperatingPoint(analysis.file_prevalence, costs.mean_fn, costs.mean_fp)
    typed = replace(point, cost_fn=1.00001 * point.cost_fn, cost_fp=1.00001 * point.cost_fp)
    assert analysis.estimated(point)[:2] == (True, True)
    assert analysis.estimated(typed)[:2] == (False, False)
    (found, fixed) = (analysis.decide(at, level=level) for at in (point, typed))
    best = found.best
    errors = [each.std() / len(each) ** 0.5 for each in (rows.costs.fn[y], rows.costs.fp[~y])]
    shares = point.prior * (1 - best.tpr), (1 - point.prior) * best.fpr
    more = NormalDist().inv_cdf(0.95) * np.hypot(*np.multiply(errors, shares)) / point.scale
    for end in (0, 1):
        longer, shorter = (abs(x.best.interval[end] - x.best.nec) for x in (found, fixed))
        assert longer == pytest.approx(np.hypot(shorter, more), rel=1e-3)
    trivial = found.trivial.fpr
    shares = point.prior * (trivial - best.tpr), (1 - point.prior) * (best.fpr - trivial)
    more = NormalDist().inv_cdf(0.95) * np.hypot(*np.multiply(errors, shares))
    for end in (0, 1):
        longer, shorter = (abs(x.saving_interval[end] - x.saving) for x in (found, fixed))
        assert longer == pytest.approx(np.hypot(shorter, more), rel=1e-3)
