"""How long a rule can be kept, against a search over many values of PC(+) and of each condition."""

from dataclasses import replace
from statistics import NormalDist

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions
from costdash.core.analysis.analyse import analyse
from costdash.core.analysis.validity import (
    best_cost,
    doubts,
    largest_regret,
    resampled_validity,
    validity_limits,
    validity_range,
)
from costdash.core.conditions.intervals import Imprecise
from costdash.core.folds.crossfit import crossfit_models

FINE = 1501


def sample(seed, n=300):
    rng = np.random.default_rng(seed)
    is_positive = rng.random(n) < rng.choice([0.05, 0.3, 0.7])
    is_positive[:6], is_positive[6:12] = True, False
    scores = {
        name: np.round(rng.normal(size=n) + 1.5 * is_positive, digits)
        for name, digits in (("a", 1), ("b", 0))
    }
    weight = rng.choice([0.5, 1, 3], n) if seed % 2 else None
    return Predictions(is_positive=is_positive, scores=scores, weight=weight)


@pytest.fixture(params=["same rows", "weights", "cross-fitted"], scope="module")
def analysis(request):
    seed = {"same rows": 0, "weights": 1, "cross-fitted": 2}[request.param]
    rows = sample(seed)
    found = analyse(rows, n_replicates=100)
    if request.param == "cross-fitted":
        return found.with_crossfits(crossfit_models(rows, n_replicates=20))
    return found


def points(seed=0):
    rng = np.random.default_rng(seed)
    for _ in range(12):
        prior = float(rng.choice([1e-4, 0.01, 0.2, 0.6, 0.99]))
        yield OperatingPoint(
            prior, float(10 ** rng.uniform(-2, 4)), float(10 ** rng.uniform(-1, 2))
        )


def decided_cost(analysis, point):
    return analysis.decide(point, level=0).best.model_cost


def test_the_best_cost_is_that_of_the_decision(analysis):
    best = best_cost(analysis, list(analysis.models))
    assert (best.edge[0], best.edge[-1]) == (0, 1)
    assert (np.diff(best.edge) >= 0).all()
    for pcf in np.random.default_rng(1).random(60).tolist():
        point = OperatingPoint(0.5, pcf, 1 - pcf)
        fpr, tpr = (one[best.ranges_at(pcf)[0]] for one in (best.fpr, best.tpr))
        assert point.expected_cost(fpr, tpr) == pytest.approx(decided_cost(analysis, point))


@pytest.mark.parametrize("share", [0.0, 0.05, 1.0])
def test_a_rule_is_kept_until_another_is_cheaper_by_the_share(analysis, share):
    names = list(analysis.models)
    best = best_cost(analysis, names)
    grid = np.linspace(0, 1, FINE)[1:-1]
    least = np.array(
        [decided_cost(analysis, OperatingPoint(0.5, pcf, 1 - pcf)) for pcf in grid.tolist()]
    )
    for point in points():
        call = analysis.decide(point, level=0).best
        low, high = validity_limits(best, *call.model_rates, point.pcf, share)
        assert low <= point.pcf <= high
        fpr, tpr = call.model_rates
        cost = 0.5 * (fpr * (1 - grid) + (1 - tpr) * grid)
        inside = (grid > low + 1e-9) & (grid < high - 1e-9)
        assert (cost[inside] <= (1 + share) * least[inside] + 1e-12).all()
        step = 2 / FINE
        for end, beside in ((low, grid[(grid < low) & (grid > low - step)]), (high, [])):
            if end > step and len(beside):
                near = (grid > end - step) & (grid < end)
                assert (cost[near] > (1 + share) * least[near] - 1e-3).any()


def test_room_in_the_prior_and_in_the_cost_ratio_is_that_in_probability_cost(analysis):
    best = best_cost(analysis, list(analysis.models))
    for point in points(1):
        call = analysis.decide(point, level=0).best
        found = validity_range(best, *call.model_rates, point, 0.05)
        for pcf, prior, ratio in zip(found.pcf, found.prior, found.cost_ratio):
            if 0 < pcf < 1:
                assert replace(point, prior=prior).pcf == pytest.approx(pcf)
                moved = replace(point, cost_fn=ratio * point.cost_fp)
                assert moved.pcf == pytest.approx(pcf)


def test_doubts_are_the_costs_and_the_largest_regret_of_a_fine_search(analysis):
    best = best_cost(analysis, list(analysis.models))
    for point in points(2):
        ranges = Imprecise(
            (point.prior / 2, min(2 * point.prior, (1 + point.prior) / 2)),
            (point.cost_fn / 3, 2 * point.cost_fn),
            (point.cost_fp, point.cost_fp),
        )
        call = analysis.decide(point, level=0).best
        found = {one.name: one for one in doubts(best, *call.model_rates, point, ranges)}
        assert set(found) == {"prior", "cost_fn"}
        for name, one in found.items():
            values = np.linspace(*getattr(ranges, name), 400).tolist()
            at = [replace(point, **{name: value}) for value in values]
            costs = [each.expected_cost(*call.model_rates) for each in at]
            assert one.cost == pytest.approx((min(costs), max(costs)))
            searched = max(c - decided_cost(analysis, each) for c, each in zip(costs, at))
            assert one.saving >= searched - 1e-9 * point.scale
            assert one.saving <= max(searched, 0) + 0.05 * max(costs)


def test_the_largest_regret_is_that_of_a_search_through_the_ranges(analysis):
    best, rng = best_cost(analysis, list(analysis.models)), np.random.default_rng(3)
    for point in points(3):
        odds = point.prior / (1 - point.prior) * np.array([0.5, 3])
        ranges = Imprecise(
            tuple((odds / (1 + odds)).tolist()),
            (point.cost_fn / 3, 2 * point.cost_fn),
            (point.cost_fp, point.cost_fp * float(rng.choice([1, 4]))),
        )
        call = analysis.decide(point, level=0).best
        found = largest_regret(best, call.fpr, call.tpr, ranges)
        edges = (ranges.prior, ranges.cost_fn, ranges.cost_fp)
        grid = np.stack(np.meshgrid(*(np.geomspace(*ends, 25) for ends in edges)), axis=-1)
        prior, cost_fn, cost_fp = grid.reshape(-1, 3).T
        miss, alarm = prior * cost_fn, (1 - prior) * cost_fp
        place = np.searchsorted(best.edge, miss / (miss + alarm)) - 1
        place = np.clip(place, 0, best.fpr.size - 1)
        regret = miss * (best.tpr[place] - call.tpr) + alarm * (call.fpr - best.fpr[place])
        most = (miss + alarm).max()
        assert found >= max(regret.max(), 0) - 1e-9 * most
        assert found <= max(regret.max(), 0) + 0.05 * most


def test_a_rule_that_costs_too_much_already_is_not_kept(analysis):
    best = best_cost(analysis, list(analysis.models))
    assert validity_limits(best, 0.9, 0.1, 0.5) == (0.5, 0.5)


def resampled_by_hand(rows, names, pcf, grid, n_replicates, rng):
    """For each bootstrap sample whether the sample's rule is dear at each pcf of the grid."""
    y, dear = rows.is_positive, []
    called = np.concatenate(
        [rows.scores[name][:, None] >= np.unique(rows.scores[name]) for name in names]
        + [np.zeros((y.size, 1), bool)],
        axis=1,
    )
    rates = np.array([called[~y].mean(axis=0), called[y].mean(axis=0)])
    rule = (rates[0] * (1 - pcf) + (1 - rates[1]) * pcf).argmin()
    for _ in range(n_replicates):
        fpr, tpr = (
            called[rng.choice(np.flatnonzero(part), part.sum())].mean(0) for part in (~y, y)
        )
        cost = fpr * (1 - grid[:, None]) + (1 - tpr) * grid[:, None]
        dear.append(cost[:, rule] > 1.05 * cost.min(axis=1) + 1e-12)
    return np.array(dear)


def test_limits_in_bootstrap_samples_are_those_of_resampled_rows():
    rng = np.random.default_rng(4)
    is_positive = rng.random(2500) < 0.4
    scores = {
        n: np.round(rng.normal(size=2500) + d * is_positive, 1) for n, d in zip("ab", (1.5, 1))
    }
    rows = Predictions(is_positive=is_positive, scores=scores)
    analysis, pcf = analyse(rows, n_replicates=100).with_crossfits(crossfit_models(rows)), 0.45
    point, grid = OperatingPoint(0.5, pcf, 1 - pcf), np.linspace(0.2, 0.7, 101)
    call = analysis.decide(point, level=0).best
    found, of_model = resampled_validity(analysis, call, ["a", "b"], point, 0.05)
    dear = resampled_by_hand(rows, "ab", pcf, grid, 200, rng)
    here = int(np.searchsorted(grid, pcf))
    low = [grid[max(np.flatnonzero(row[:here]), default=0)] for row in dear]
    high = [grid[here + min(np.flatnonzero(row[here:]), default=100 - here)] for row in dear]
    assert found.pcf == pytest.approx((np.quantile(low, 0.95), np.quantile(high, 0.05)), abs=0.02)
    assert of_model.pcf[0] <= found.pcf[0]
    assert of_model.pcf[1] >= found.pcf[1]


def test_limits_in_bootstrap_samples_mostly_hold_the_truth():
    """Inside them the true cost of the rule is at most 5 % above the least true cost."""
    pcf, grid, normal = 0.4, np.linspace(0.01, 0.99, 99), NormalDist()
    cuts = np.linspace(-3, 4, 200)
    alarm, missed = (np.array([1 - normal.cdf(c) for c in cuts]), [normal.cdf(c - 1) for c in cuts])
    least = (alarm[:, None] * (1 - grid) + np.outer(missed, grid)).min(axis=0)
    least = np.minimum(least, np.minimum(grid, 1 - grid))
    wrong = shown = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        is_positive = np.arange(2000) < 700
        rows = Predictions(
            is_positive=is_positive, scores={"a": rng.normal(size=2000) + is_positive}
        )
        analysis = analyse(rows, n_replicates=100).with_crossfits(crossfit_models(rows))
        point = OperatingPoint(0.5, pcf, 1 - pcf)
        call = analysis.decide(point, level=0).best
        (low, high), _ = (r.pcf for r in resampled_validity(analysis, call, ["a"], point, 0.05))
        fpr, fnr = 1 - normal.cdf(call.threshold), normal.cdf(call.threshold - 1)
        dear = fpr * (1 - grid) + fnr * grid > 1.05 * least
        wrong += dear[(grid > low) & (grid < high)].any()
        shown += low < high
    assert shown >= 6
    assert wrong <= 3


def test_a_rule_that_misses_nobody_in_the_file_may_miss_somebody_else():
    """So flagging all is cheaper from some share of positives on; no resample shows that."""
    rng = np.random.default_rng(0)
    is_positive = np.arange(1200) < 400
    score = np.where(is_positive, rng.uniform(0.5, 2, 1200), rng.uniform(-1, 1, 1200))
    rows = Predictions(is_positive=is_positive, scores={"a": score})
    analysis = analyse(rows, n_replicates=100).with_crossfits(crossfit_models(rows))
    point = OperatingPoint(0.5, 0.6, 0.4)
    call = analysis.decide(point, level=0).best
    assert call.tpr == 1
    assert analysis.crossfits.models["a"].resampled.tpr[:, 1:].max() == 1
    found, _ = resampled_validity(analysis, call, ["a"], point, 0.05)
    # 3 misses among 400 make the rule dear beyond here: fpr (1 - x) + fnr x > 1.05 (1 - x).
    dear = (1.05 - call.fpr) / (1.05 - call.fpr + 3 / 400)
    assert point.pcf < found.pcf[1] <= dear


def test_against_no_model_a_rule_is_compared_with_its_allowance():
    rng = np.random.default_rng(3)
    is_positive = np.arange(1000) < 300
    rows = Predictions(is_positive=is_positive, scores={"a": rng.normal(size=1000) + is_positive})
    analysis = analyse(rows, n_replicates=100).with_crossfits(crossfit_models(rows))
    point = OperatingPoint(0.5, 0.2, 0.8)
    call = analysis.decide(point, level=0).best
    assert call.call == "some"
    limits = [
        resampled_validity(analysis, changed, ["a"], point, 0.05)[0].pcf
        for tuning in (0.0, 0.005)
        for changed in [replace(call, allowance=replace(call.allowance, tuning=tuning))]
    ]
    assert limits[0][0] <= limits[1][0]
    assert limits[0] != limits[1]


def test_prior_and_level_change_no_rule_and_share_what_is_computed(analysis):
    names = list(analysis.models)
    rules = analysis.recommended_rules(names)
    moved = analysis.with_estimated_prior
    assert moved is analysis.with_estimated_prior
    for each in (moved, analysis.with_level(0.5), moved.with_level(0.5)):
        assert each.recommended_rules(names) is rules
        fresh = replace(each)  # without what is cached
        assert fresh.recommended_rules(names) is not rules
        for point in points():
            assert repr(fresh.decide(point, names)) == repr(each.decide(point, names))
    assert (moved.with_level(0.5).level, analysis.with_level(0.5).prior) == (0.5, None)
