"""What a limit costs, against brute force over rows, thresholds and bootstrap samples."""

from statistics import NormalDist

import numpy as np
import pytest
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, Predictions
from costdash.core.analysis.analyse import analyse as analyse_same_rows
from costdash.core.analysis.calls import call_of_single, choice_by, variance_of_limit
from costdash.core.choose.criteria import LeastRecall, MostAlarms, MostFlagged
from costdash.core.compare.expected_regret import saving_over
from costdash.core.compare.limit_price import limit_price, saving_within
from costdash.core.folds.crossfit import crossfit_models
from costdash.core.folds.crossfit_counts import pooled_rates
from costdash.core.folds.crossfit_criterion import rows_elsewhere
from costdash.core.sample.confusion_matrix import ConfusionMatrix

POINT = OperatingPoint(0.1, 11.37, 1)  # whose costs are seldom equal by chance
NAMES = ("a", "b")
CRITERIA = (MostFlagged(POINT, 0.05), MostAlarms(POINT, 0.04), LeastRecall(POINT, 0.95))


def sample(seed, n=400, weighted=False):
    rng = np.random.default_rng(seed)
    is_positive = np.arange(n) < n // 4
    scores = {
        name: np.round(4 * (rng.normal(size=n) + shift * is_positive)) / 4
        for name, shift in zip(NAMES, (1.5, 1.3))
    }
    weight = rng.choice([1.0, 3.0], n) if weighted else None
    return Predictions(is_positive=is_positive, scores=scores, weight=weight)


def analyse(rows, n_replicates):
    analysis = analyse_same_rows(rows, n_replicates=n_replicates)
    return analysis.with_crossfits(crossfit_models(rows, NAMES, n_replicates=n_replicates))


def cost(rows, called):
    y, w = rows.is_positive, np.ones(rows.rows) if rows.weight is None else rows.weight
    fpr, tpr = (np.average(called[part], weights=w[part]) for part in (~y, y))
    return POINT.prior * POINT.cost_fn * (1 - tpr) + (1 - POINT.prior) * POINT.cost_fp * fpr


def called(rows, call):
    if call.call != "some":
        return np.full(rows.rows, call.call == "all")
    return rows.scores[call.model] >= call.threshold


@pytest.mark.parametrize("criterion", CRITERIA)
def test_on_the_same_rows_the_limits_are_those_of_two_fixed_rules(criterion):
    rows = sample(1)
    analysis = analyse_same_rows(rows, n_replicates=100)
    within = call_of_single(analysis, POINT, choice_by(criterion, analysis, NAMES))
    rules = [called(rows, call) for call in (within, analysis.decide(POINT, NAMES, 0).best)]
    found = limit_price(rows, analysis, criterion, NAMES)
    dearer, cheaper = (cost(rows, rule) for rule in rules)
    assert found.value == pytest.approx(dearer - cheaper)
    assert found.value > 0
    rng, drawn = np.random.default_rng(0), []
    y = rows.is_positive
    for _ in range(4000):
        each = np.concatenate(
            [rng.choice(part, part.size) for part in map(np.flatnonzero, (y, ~y))]
        )
        some = Predictions(is_positive=y[each], scores={"a": rows.scores["a"][each]})
        first, second = (cost(some, rule[each]) for rule in rules)
        drawn.append(first - second)
    half = NormalDist().inv_cdf(0.975) * np.std(drawn)
    assert_allclose(
        (found.low, found.high), (found.value - half, found.value + half), atol=half / 20
    )


@pytest.mark.parametrize("criterion", CRITERIA)
def test_choosing_varies_as_the_cheapest_thresholds_of_bootstrap_samples(criterion):
    rows = sample(2)
    analysis = analyse(rows, n_replicates=100)
    fits = {name: analysis.crossfits.of([name]) for name in NAMES}
    whole = {
        name: (fit.folds[0].fp.sum(0) / (~rows.is_positive).sum(), fit.folds[0].tp.sum(0) / 100)
        for name, fit in fits.items()
    }
    drawn = []
    for models, _ in rows_elsewhere(fits).samples:
        paid = {}
        for keeps in (criterion.keeps, lambda fpr, tpr: np.ones(fpr.shape, bool)):
            options = []
            for name, counts in models.items():
                costs = np.where(
                    keeps(counts.fpr, counts.tpr), criterion.cost(counts.fpr, counts.tpr), np.inf
                )
                at = int(costs.argmin())
                options.append((costs[at], counts.fpr[at], name, at))
            *_, name, at = min(options)
            paid[len(paid)] = POINT.expected_cost(*(rate[at] for rate in whole[name]))
        drawn.append(paid[0] - paid[1])
    assert len(drawn) == 100
    assert np.var(drawn) > 0
    assert variance_of_limit(criterion, analysis, NAMES) == pytest.approx(np.var(drawn), rel=0.05)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("criterion", CRITERIA)
def test_the_price_is_the_difference_of_both_cross_fitted_costs(criterion, weighted):
    rows = sample(3, weighted=weighted)
    analysis = analyse(rows, n_replicates=100)
    found = limit_price(rows, analysis, criterion, NAMES)
    within = call_of_single(analysis, POINT, choice_by(criterion, analysis, NAMES))
    without = analysis.decide(POINT, NAMES, 0).best
    assert found.value == pytest.approx(within.expected_cost - without.expected_cost)
    fixed = limit_price(rows, analyse_same_rows(rows, n_replicates=100), criterion, NAMES)
    assert found.high - found.low > fixed.high - fixed.low  # it counts that both are chosen
    assert found.low < found.value < found.high


def today_at(analysis, score=1.5, model="b"):
    return analysis.call_at(POINT, model, analysis.models[model].counts.index(score), 0)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("criterion", CRITERIA)
def test_within_a_limit_the_saving_over_todays_rule_counts_the_choice_of_the_limit(
    criterion, weighted
):
    rows = sample(3, weighted=weighted)
    analysis = analyse(rows, n_replicates=100)
    today = today_at(analysis)
    within = call_of_single(analysis, POINT, choice_by(criterion, analysis, NAMES))
    found = saving_within(rows, analysis, criterion, today, NAMES)
    assert found.value == pytest.approx(today.expected_cost - within.expected_cost)
    fixed = saving_within(rows, analyse_same_rows(rows, n_replicates=100), criterion, today, NAMES)
    of_choosing = variance_of_limit(criterion, analysis, NAMES, fixed=True)
    assert of_choosing > 0
    quantile = NormalDist().inv_cdf(0.975)
    variances = [((each.high - each.low) / 2 / quantile) ** 2 for each in (found, fixed)]
    assert variances[0] == pytest.approx(variances[1] + of_choosing, rel=0.05)
    assert found.low < found.value < found.high


def test_the_choice_within_a_limit_varies_by_itself_beside_a_fixed_rule():
    rows = sample(2)
    analysis = analyse(rows, n_replicates=100)
    criterion = CRITERIA[0]
    fits = {name: analysis.crossfits.of([name]) for name in NAMES}
    whole = {name: pooled_rates(fit.folds[0]) for name, fit in fits.items()}
    paid = []
    for models, _ in rows_elsewhere(fits).samples:
        options = []
        for name, counts in models.items():
            kept = criterion.keeps(counts.fpr, counts.tpr)
            costs = np.where(kept, criterion.cost(counts.fpr, counts.tpr), np.inf)
            options.append((costs.min(), counts.fpr[costs.argmin()], name, int(costs.argmin())))
        *_, name, at = min(options)
        paid.append(POINT.expected_cost(*(rate[at] for rate in whole[name])))
    expected = pytest.approx(np.var(paid), rel=0.05)
    assert variance_of_limit(criterion, analysis, NAMES, fixed=True) == expected


def test_todays_rule_within_a_limit_saves_nothing_over_itself():
    rows = sample(3)
    for analysis in (analyse(rows, n_replicates=100), analyse_same_rows(rows, n_replicates=100)):
        within = call_of_single(analysis, POINT, choice_by(CRITERIA[0], analysis, NAMES))
        today = analysis.call_at(POINT, within.model, within.index, 0)
        found = saving_within(rows, analysis, CRITERIA[0], today, NAMES)
        assert (found.value, found.low, found.high) == (0, 0, 0)


def test_a_limit_that_changes_nothing_leaves_the_saving_over_todays_rule():
    rows = sample(4)
    analysis = analyse(rows, n_replicates=100)
    today, decision = today_at(analysis), analysis.decide(POINT, NAMES, 0)
    found = saving_within(rows, analysis, MostFlagged(POINT, 1.0), today, NAMES)
    assert found == saving_over(rows, analysis, decision, today, NAMES)


def test_a_limit_that_changes_nothing_costs_nothing():
    rows = sample(4)
    for analysis in (analyse(rows, n_replicates=100), analyse_same_rows(rows, n_replicates=100)):
        found = limit_price(rows, analysis, MostFlagged(POINT, 1.0), NAMES)
        assert (found.value, found.low, found.high) == (0, 0, 0)


def test_an_estimated_prior_makes_the_limits_wider():
    rows = sample(5)
    analysis = analyse(rows, n_replicates=100)
    point = OperatingPoint(analysis.file_prevalence, 12, 1)
    criterion = MostFlagged(point, 0.05)
    known, estimated = (
        limit_price(rows, each, criterion, NAMES)
        for each in (analysis, analysis.with_estimated_prior)
    )
    assert estimated.value == known.value
    assert estimated.high - estimated.low > known.high - known.low


def test_rules_known_by_their_counts_alone_have_no_paired_limits():
    rows = sample(6)
    matrix = ConfusionMatrix(tp=70, fn=30, fp=3, tn=297)
    beside = Predictions(is_positive=rows.is_positive, scores=rows.scores, confusions={"m": matrix})
    analysis = analyse_same_rows(beside, n_replicates=100)
    limit = MostFlagged(POINT, 0.03)
    assert limit_price(beside, analysis, limit, ("m",)) is None
    assert saving_within(beside, analysis, limit, today_at(analysis), ("m",)) is None
