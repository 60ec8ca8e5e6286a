"""Limits on least cost against searches of all thresholds and of all mixtures of two."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, Predictions, analyse, common_hull, count
from costdash.core.analysis.calls import call_of_choice, call_of_single, choice_by
from costdash.core.choose.criteria import (
    LeastCost,
    LeastPrecision,
    LeastRecall,
    LimitedCost,
    MostAlarms,
    MostFlagged,
)
from costdash.core.choose.decision import trivial_call
from costdash.core.folds.crossfit import crossfit_models
from costdash.core.sample.row_costs import RowCosts
from tests.support.scored import inner_rates, rates, samples

LIMITS = (MostFlagged, MostAlarms, LeastRecall, LeastPrecision)
POINT = OperatingPoint(0.25, 6, 1)


def is_kept(kind, limit, point, fpr, tpr, rounding=1e-12):
    """The limit in words of shares; flagging none is right in all of its flags."""
    flagged = point.prior * tpr + (1 - point.prior) * fpr
    if kind is MostFlagged:
        return flagged <= limit + rounding
    if kind is MostAlarms:
        return fpr <= limit + rounding
    if kind is LeastRecall:
        return tpr >= limit - rounding
    return point.prior * tpr >= limit * flagged - rounding


def least_cost(kind, limit, point, places):
    """Least cost of the points that keep the limit, and of all mixtures of two points."""

    def cost(x, y):
        return point.expected_cost(x, y)

    single = min(cost(*place) for place in places if is_kept(kind, limit, point, *place))
    mixed = single
    for one, other in combinations(places, 2):
        share = np.linspace(0, 1, 201)
        x, y = (share * one[k] + (1 - share) * other[k] for k in (0, 1))
        kept = [is_kept(kind, limit, point, *place) for place in zip(x, y)]
        mixed = min(mixed, cost(x, y)[kept].min(initial=mixed))
    return single, mixed


@pytest.mark.parametrize("kind", LIMITS)
@given(
    st.lists(samples(max_rows=9, weighted=True), min_size=1, max_size=2),
    rates.map(lambda rate: round(rate, 6)) | st.sampled_from([0.0, 0.25, 0.5, 1.0]),
    inner_rates,
    st.sampled_from([0.05, 1.0, 30.0]),
)
def test_the_choice_is_the_cheapest_of_all_rules_and_mixtures(kind, drawn, limit, prior, cost_fn):
    models = {f"m{k}": count(*sample) for k, sample in enumerate(drawn)}
    point = OperatingPoint(prior, cost_fn, 1)
    choice = kind(point, limit).choose(models, common_hull(models))
    places = [(float(x), float(y)) for each in models.values() for x, y in zip(each.fpr, each.tpr)]
    single, mixed = least_cost(kind, limit, point, places)
    here = point.expected_cost(choice.single.fpr, choice.single.tpr)
    assert_allclose(here, single, rtol=1e-6, atol=1e-9)
    assert is_kept(kind, limit, point, choice.single.fpr, choice.single.tpr)
    assert is_kept(kind, limit, point, choice.fpr, choice.tpr, rounding=1e-9)
    cost = point.expected_cost(choice.fpr, choice.tpr)
    assert cost <= mixed + 1e-9 * (1 + mixed)  # the grid of shares comes close to it from above
    assert cost <= here + 1e-12


@pytest.mark.parametrize("kind", LIMITS)
def test_a_limit_of_no_effect_leaves_least_cost_as_it_is(kind):
    sample = rows_of(1)
    models = {name: count(sample.is_positive, score) for name, score in sample.scores.items()}
    hull = common_hull(models)
    free = 0.0 if kind in (LeastRecall, LeastPrecision) else 1.0
    choice = kind(POINT, free).choose(models, hull)
    cheapest = LeastCost(POINT).choose(models, hull)
    assert POINT.expected_cost(choice.fpr, choice.tpr) == pytest.approx(
        POINT.expected_cost(cheapest.fpr, cheapest.tpr)
    )


def rows_of(seed, models=3, n=160):
    rng = np.random.default_rng(seed)
    is_positive = rng.random(n) < 0.3
    scores = {f"m{k}": np.round(rng.normal(size=n) + is_positive, 1) for k in range(models)}
    return Predictions(is_positive=is_positive, scores=scores, fold=rng.integers(0, 5, size=n))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", LIMITS)
def test_a_limit_that_is_kept_costs_nothing_in_any_field(kind, seed):
    analysis = cross_fitted(rows_of(seed))
    names = list(analysis.models)
    best = analysis.decide(POINT, names, 0.9).best
    flagged = POINT.prior * best.tpr + (1 - POINT.prior) * best.fpr
    kept = {
        MostFlagged: flagged,
        MostAlarms: best.fpr,
        LeastRecall: best.tpr,
        LeastPrecision: POINT.prior * best.tpr / flagged if flagged else 1.0,
    }[kind]
    choice = choice_by(kind(POINT, kept), analysis, names)
    for call in (
        call_of_choice(analysis, POINT, choice, 0.9),
        call_of_single(analysis, POINT, choice, 0.9),
    ):
        assert call == best


def cross_fitted(sample):
    return analyse(sample, n_replicates=100).with_crossfits(crossfit_models(sample, n_replicates=2))


def cost_by_hand(kind, limit, sample, name, fold):
    """For each fold fp, tp and totals of the cheapest threshold within the limit on the others."""
    score, called = sample.scores[name], {}
    for held in np.unique(fold):
        others = fold != held
        counts = count(sample.is_positive[others], score[others])
        costs = [
            POINT.expected_cost(x, y) if is_kept(kind, limit, POINT, x, y) else np.inf
            for x, y in zip(counts.fpr.tolist(), counts.tpr.tolist())
        ]
        flags = (score >= counts.threshold[int(np.argmin(costs))])[~others]
        labels = sample.is_positive[~others]
        called[held] = np.array([(flags & ~labels).sum(), (flags & labels).sum(), *sides(labels)])
    return called


def sides(labels):
    return (~labels).sum(), labels.sum()


def cost_of(called):
    fp, tp, negatives, positives = called
    return POINT.expected_cost(fp / negatives, tp / positives)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("kind", "limit"), [(MostFlagged, 0.15), (MostAlarms, 0.05), (LeastRecall, 0.95)]
)
def test_the_model_is_picked_on_other_folds(kind, limit, seed):
    sample = rows_of(seed)
    analysis = cross_fitted(sample)
    names = list(sample.scores)
    choice = choice_by(kind(POINT, limit), analysis, names)
    assert choice.least_cost_of is None
    by_hand = {name: cost_by_hand(kind, limit, sample, name, sample.fold) for name in names}
    totals = {name: sum(by_hand[name].values()) for name in names}
    best = min(names, key=lambda name: cost_of(totals[name]))
    assert choice.single.model == best
    call = call_of_single(analysis, POINT, choice, 0.9)
    assert call.model_cost == pytest.approx(cost_of(totals[best]))
    picked = sum(
        by_hand[min(names, key=lambda name: cost_of(totals[name] - by_hand[name][held]))][held]
        for held in np.unique(sample.fold)
    )
    assert call.expected_cost == pytest.approx(cost_of(picked))
    total = call.rows_cost + call.allowance.tuning + call.allowance.choosing
    assert total == pytest.approx(call.expected_cost)


def costs_of(seed, n=160):
    return RowCosts(*np.random.default_rng(seed).choice([0.25, 1.0, 4.0, 16.0], (2, n)))


def in_both(flags, sample):
    """fpr and tpr as shares of cost, and as shares of cases."""
    cost = sample.costs.of_mistakes(sample.is_positive)
    sides = ~sample.is_positive, sample.is_positive
    return [
        tuple(float((each * flags)[side].sum() / each[side].sum()) for side in sides)
        for each in (cost, np.ones(sample.rows))
    ]


@pytest.mark.parametrize("kind", LIMITS)
@given(
    st.integers(0, 10**6),
    rates.map(lambda rate: round(rate, 6)) | st.sampled_from([0.0, 0.25, 0.5, 1.0]),
    inner_rates,
    st.sampled_from([0.05, 1.0, 30.0]),
)
def test_with_costs_per_case_the_limit_is_of_cases_and_the_cost_of_the_rows(
    kind, seed, limit, prior, cost_fn
):
    rng = np.random.default_rng(seed)
    sample = Predictions(
        is_positive=np.arange(12) % 3 == 0,
        scores={name: rng.integers(0, 5, 12).astype(float) for name in "ab"},
        costs=costs_of(seed, 12),
    )
    point = OperatingPoint(prior, cost_fn, 1)
    models, cases, places = {}, {}, []
    for name, score in sample.scores.items():
        models[name] = count(sample.is_positive, score, sample.mass)
        cases[name] = count(sample.is_positive, score)
        places += [in_both(score >= t, sample) for t in models[name].threshold]
    choice = kind(point, limit).choose_by_cases(models, cases)

    def kept(place, rounding=1e-12):
        return is_kept(kind, limit, point, *place, rounding)

    single = min(point.expected_cost(*costs) for costs, of_cases in places if kept(of_cases))
    mixed = single
    share = np.linspace(0, 1, 101)[:, None]
    for one, other in combinations(np.array(places), 2):
        costs, of_cases = (share * one[k] + (1 - share) * other[k] for k in (0, 1))
        mixed = np.append(point.expected_cost(*costs[kept(of_cases.T)].T), mixed).min()
    here = point.expected_cost(choice.single.fpr, choice.single.tpr)
    assert_allclose(here, single, rtol=1e-9, atol=1e-12)
    cost = point.expected_cost(choice.fpr, choice.tpr)
    assert cost <= mixed + 1e-9 * (1 + mixed)
    parts = [
        in_both(sample.scores[rule.model] >= models[rule.model].threshold[rule.index], sample)
        for rule in choice.rules
    ]
    costs, of_cases = np.tensordot(choice.share, parts, 1)
    assert kept(of_cases, 1e-7)
    assert cost == pytest.approx(point.expected_cost(*costs))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("kind", "limit"), [(MostFlagged, 0.15), (MostAlarms, 0.05), (LeastPrecision, 0.9)]
)
def test_with_costs_per_case_limits_are_cross_fitted(kind, limit, seed):
    """Row by row: thresholds by the cost and the cases of other folds, costs of each fold."""
    sample = replace(rows_of(seed), costs=costs_of(seed))
    analysis = cross_fitted(sample)
    names, mass, folds = list(sample.scores), sample.mass, np.unique(sample.fold)
    called = {name: {} for name in names}
    for name, held in [(name, held) for name in names for held in folds]:
        score, others = sample.scores[name], sample.fold != held
        part = sample.is_positive[others]
        costs = count(part, score[others], mass[others])
        cases = count(part, score[others])
        priced = [
            POINT.expected_cost(*each) if is_kept(kind, limit, POINT, *of_cases) else np.inf
            for each, of_cases in zip(zip(costs.fpr, costs.tpr), zip(cases.fpr, cases.tpr))
        ]
        flags = score >= costs.threshold[int(np.argmin(priced))]
        classes = [~others & side for side in (~sample.is_positive, sample.is_positive)]
        sums = [mass[side & flags].sum() for side in classes] + [
            mass[side].sum() for side in classes
        ]
        called[name][held] = np.array(sums)
    totals = {name: sum(called[name].values()) for name in names}
    best = min(names, key=lambda name: cost_of(totals[name]))
    choice = choice_by(kind(POINT, limit), analysis, names)
    assert choice.least_cost_of is None
    assert choice.single.model == best
    call = call_of_single(analysis, POINT, choice, 0.9)
    assert call.model_cost == pytest.approx(cost_of(totals[best]))
    picked = sum(
        called[min(names, key=lambda name: cost_of(totals[name] - called[name][held]))][held]
        for held in folds
    )
    assert call.expected_cost == pytest.approx(cost_of(picked))
    total = call.rows_cost + call.allowance.tuning + call.allowance.choosing
    assert total == pytest.approx(call.expected_cost)


@pytest.mark.parametrize("kind", LIMITS)
def test_a_limit_outside_of_shares_is_refused(kind):
    with pytest.raises(ValueError, match=rf"{kind.share_name} must lie in \[0, 1\], got 1.5"):
        kind(POINT, 1.5)
    assert issubclass(kind, LimitedCost)


def test_the_forbidden_side_of_a_limit_holds_the_rules_that_break_it_and_no_others():
    rng = np.random.default_rng(8)
    point = OperatingPoint(0.3, 4, 1)
    every = [MostFlagged, MostAlarms, LeastRecall, LeastPrecision]
    for limit in [make(point, share) for make in every for share in (0.1, 0.45, 0.9)]:
        x, y = map(np.array, limit.forbidden())
        assert (x[0], y[0]) == (x[-1], y[-1])
        for fpr, tpr in rng.random((60, 2)):
            crossed = (y[:-1] > tpr) != (y[1:] > tpr)
            rise = np.where(crossed, y[1:] - y[:-1], 1)
            right = x[:-1] + (tpr - y[:-1]) / rise * (x[1:] - x[:-1]) > fpr
            inside = np.count_nonzero(crossed & right) % 2 == 1
            assert inside != limit.keeps(np.asarray(fpr), np.asarray(tpr)), (limit, fpr, tpr)
    for limit in (MostFlagged(point, 1), MostAlarms(point, 1), LeastRecall(point, 0)):
        assert limit.forbidden() is None


def test_a_limit_allows_one_of_the_trivial_rules():
    point = OperatingPoint(0.3, 4, 1)
    for limit in (MostFlagged(point, 0.2), MostAlarms(point, 0.2), LeastPrecision(point, 0.5)):
        assert (limit.allows(0), limit.allows(1)) == (True, False)
    assert (LeastRecall(point, 0.8).allows(0), LeastRecall(point, 0.8).allows(1)) == (False, True)
    assert trivial_call(point, flags_all=False).nec == pytest.approx(point.pcf)
    assert trivial_call(point, flags_all=True).nec == pytest.approx(1 - point.pcf)
