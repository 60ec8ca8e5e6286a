"""A criterion's choice on other rows, against a slow oracle that goes row by row."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import norm

from costdash.core import Counts, OperatingPoint, Predictions, analyse, common_hull, count
from costdash.core.analysis.calls import call_of_choice, call_of_single, choice_by
from costdash.core.choose.criteria import (
    ErrorRate,
    FewestFalseAlarms,
    FixedThreshold,
    NeymanPearson,
    Product,
    Workforce,
)
from costdash.core.folds.crossfit import crossfit_models, repeats_of
from costdash.core.folds.crossfit_criterion import rows_elsewhere
from costdash.core.folds.folds import random_divisions
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.confusion_matrix import ConfusionMatrix
from costdash.core.sample.row_costs import RowCosts

POINT = OperatingPoint(0.25, 6, 1)
CRITERIA = (
    Workforce(0.2, POINT.prior),
    NeymanPearson(0.1),
    NeymanPearson(0.2, 0.95),
    FewestFalseAlarms(0.7),
    ErrorRate(POINT),
    Product(),
)


def rows_of(seed, models=3, weighted=False, folds=True, n=160):
    """Scores with ties; weights are powers of 2, so that their sums are exact."""
    rng = np.random.default_rng(seed)
    is_positive = rng.random(n) < 0.3
    scores = {f"m{k}": np.round(rng.normal(size=n) + is_positive, 1) for k in range(models)}
    return Predictions(
        is_positive=is_positive,
        scores=scores,
        weight=2.0 ** rng.integers(-1, 3, size=n) if weighted else None,
        fold=rng.integers(0, 5, size=n) if folds else None,
    )


def flagged(rule, sample, thresholds):
    """The rows that a rule flags: none, all, or those that score its threshold or more."""
    if rule.call != "some":
        return np.full(sample.rows, rule.call == "all")
    return sample.scores[rule.model] >= thresholds[rule.model][rule.index]


def rates_by_hand(criterion, sample, names, fold, negatives=None):
    """Rates of the choice and of the single threshold: flag each row by what other folds choose."""
    is_positive = sample.is_positive
    weight = np.ones(sample.rows) if sample.weight is None else sample.weight
    share_flagged = np.zeros((2, sample.rows))
    for held in np.unique(fold):
        others = fold != held
        models = {
            name: count(
                is_positive[others],
                sample.scores[name][others],
                None if sample.weight is None else weight[others],
            )
            for name in names
        }
        used = negatives and negatives * weight[others & ~is_positive].sum()
        choice = criterion.choose(
            models, common_hull(models), used and used / weight[~is_positive].sum()
        )
        thresholds = {name: counts.threshold for name, counts in models.items()}
        for share, rule in zip(choice.share, choice.rules):
            share_flagged[0] += share * (flagged(rule, sample, thresholds) & ~others)
        share_flagged[1] += flagged(choice.single, sample, thresholds) & ~others
    return [
        tuple(
            (weight * flags)[rows].sum() / weight[rows].sum()
            for rows in (~is_positive, is_positive)
        )
        for flags in share_flagged
    ]


@pytest.mark.parametrize("criterion", CRITERIA, ids=lambda c: f"{c.key}-{getattr(c, 'level', '')}")
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("models", [2, 4])
def test_each_row_is_flagged_by_what_the_other_folds_choose(criterion, weighted, models):
    sample = rows_of(models, models, weighted)
    same_rows = analyse(sample, n_replicates=100)
    analysis = same_rows.with_crossfits(crossfit_models(sample, n_replicates=2))
    names = list(sample.scores)
    choice = choice_by(criterion, analysis, names)
    negatives = analysis.effective_negatives
    expected = rates_by_hand(criterion, sample, names, sample.fold, negatives)
    alone = [choice.single.model]
    tuned = rates_by_hand(_for_one(criterion, models), sample, alone, sample.fold, negatives)
    assert_allclose(choice.single_other_rows.expected, expected[1])
    assert_allclose(choice.single_other_rows.tuned, tuned[1])
    assert choice.single_other_rows.models == models
    if choice.tie is None:
        assert choice.other_rows == choice.single_other_rows
    else:
        assert_allclose(choice.other_rows.expected, expected[0])
    same = choice_by(criterion, same_rows, names)
    assert (choice.rules, choice.share, choice.single) == (same.rules, same.share, same.single)


def _for_one(criterion, models):
    """Bonferroni's correction stays that of all models."""
    if getattr(criterion, "level", None) is None:
        return criterion
    return NeymanPearson(criterion.max_fpr, 1 - (1 - criterion.level) / models)


def test_divisions_into_folds_are_averaged():
    sample = rows_of(5, folds=False)
    fits = crossfit_models(sample, n_replicates=2, seed=3)
    rng = generator(3, Stream.CROSSFIT)
    divisions = random_divisions(sample, rng, repeats_of(sample.rows))
    criterion, names = CRITERIA[0], list(sample.scores)
    by_hand = [rates_by_hand(criterion, sample, names, fold) for fold in divisions]
    rates = rows_elsewhere(fits.models).rates(
        lambda models, hull, *_: criterion.choose(models, hull)
    )
    assert_allclose(rates, np.mean(by_hand, axis=0))


@pytest.mark.parametrize("criterion", CRITERIA, ids=lambda c: f"{c.key}-{getattr(c, 'level', '')}")
def test_allowances_lead_from_the_rows_to_the_cost_of_the_expected_rates(criterion):
    sample = rows_of(7)
    analysis = analyse(sample, n_replicates=100).with_crossfits(
        crossfit_models(sample, n_replicates=2)
    )
    choice = choice_by(criterion, analysis, list(sample.scores))
    for make, rates in ((call_of_choice, choice), (call_of_single, choice.single)):
        call = make(analysis, POINT, choice, 0.9)
        assert call.rates == pytest.approx((rates.fpr, rates.tpr))
        assert call.rows_cost == pytest.approx(POINT.expected_cost(rates.fpr, rates.tpr))
        assert call.expected_cost == pytest.approx(POINT.expected_cost(*call.expected_rates))
        assert call.model_cost == pytest.approx(POINT.expected_cost(*call.tuned_rates))
        assert call.nec == pytest.approx(call.expected_cost / POINT.scale)
        total = call.rows_cost + call.allowance.tuning + call.allowance.choosing
        assert total == pytest.approx(call.expected_cost)
        assert call.interval is None or call.interval[0] <= call.nec <= call.interval[1]


@pytest.mark.parametrize("kind", [0, 1])
def test_the_spread_is_that_of_the_rules_that_bootstrap_samples_choose(kind):
    sample = rows_of(12)
    fits = crossfit_models(sample, n_replicates=9)
    criterion, names = NeymanPearson(0.15), list(sample.scores)
    spread = rows_elsewhere(fits.models).covariances(lambda m, hull, *_: criterion.choose(m, hull))
    counts = {name: count(sample.is_positive, sample.scores[name]) for name in names}
    rates = []
    for b in range(9):
        drawn = {}
        for name, fit in fits.models.items():
            fp = np.rint(fit.resampled.fpr[b] * float(sample.negatives)).astype(int)
            tp = np.rint(fit.resampled.tpr[b] * float(sample.positives)).astype(int)
            drawn[name] = Counts(counts[name].threshold, tp, fp)
        choice = criterion.choose(drawn, common_hull(drawn))
        share, rules = (choice.share, choice.rules) if kind == 0 else ((1,), (choice.single,))
        rates.append(
            sum(s * np.array(counts[r.model].rates(r.index)) for s, r in zip(share, rules))
        )
    covariance = np.cov(np.array(rates).T, bias=True)
    assert_allclose(spread[kind], covariance[[0, 0, 1], [0, 1, 1]], atol=1e-12)
    assert spread[kind][0] > 0


def test_the_interval_has_the_spread_of_the_rule_and_of_the_choice():
    sample = rows_of(13)
    same_rows = analyse(sample, n_replicates=100)
    analysis = same_rows.with_crossfits(crossfit_models(sample, n_replicates=40))
    choice = choice_by(CRITERIA[0], analysis, list(sample.scores))
    rule, other = choice.single, choice.single_other_rows
    low, high = call_of_single(analysis, POINT, choice, 0.9).interval
    of_rule = np.diff(same_rows.call_at(POINT, rule.model, rule.index, 0.9).interval)[0] / 2
    fpr, both, tpr = other.spread
    slope = np.array([0.75 * 1, -0.25 * 6]) / POINT.scale
    chosen = slope @ np.array([[fpr, both], [both, tpr]]) @ slope
    assert (high - low) / 2 == pytest.approx((of_rule**2 + norm.ppf(0.95) ** 2 * chosen) ** 0.5)
    assert high - low > 2 * of_rule


def test_with_one_model_shown_nothing_is_chosen_among_models():
    sample = rows_of(8)
    analysis = analyse(sample, n_replicates=100).with_crossfits(
        crossfit_models(sample, n_replicates=2)
    )
    choice = choice_by(CRITERIA[0], analysis, ["m1"])
    assert choice.single_other_rows.models == 1
    assert choice.single_other_rows.tuned == choice.single_other_rows.expected
    assert call_of_single(analysis, POINT, choice).allowance.choosing == 0


def test_rules_that_nothing_chose_have_no_allowance():
    sample = rows_of(9)
    analysis = analyse(sample, n_replicates=100).with_crossfits(
        crossfit_models(sample, n_replicates=2)
    )
    for criterion in (FixedThreshold("m0", 0.5), Workforce(0, 0.25)):
        choice = choice_by(criterion, analysis, list(sample.scores))
        assert call_of_single(analysis, POINT, choice).allowance is None


def test_confusion_matrices_are_divided_like_their_cross_fit():
    sample = rows_of(10)
    matrix = ConfusionMatrix(tp=30, fp=10, fn=20, tn=100)
    both = Predictions(
        is_positive=sample.is_positive,
        scores=sample.scores,
        fold=sample.fold,
        confusions={"matrix": matrix},
    )
    analysis = analyse(both, n_replicates=100).with_crossfits(crossfit_models(both, n_replicates=2))
    choice = choice_by(Workforce(0.3, 0.25), analysis, ["matrix"])
    assert choice.single.model == "matrix"
    assert choice.single_other_rows.expected == pytest.approx((10 / 110, 30 / 50))
    together = choice_by(Workforce(0.3, 0.25), analysis, ["m0", "matrix"])
    assert all(0 <= rate <= 1 for rate in together.single_other_rows.expected)


def test_with_costs_per_case_a_choice_is_not_cross_fitted():
    rng, sample = np.random.default_rng(0), rows_of(11)
    costs = RowCosts(fn=rng.integers(1, 9, 160), fp=rng.integers(1, 3, 160))
    paid = Predictions(
        is_positive=sample.is_positive, scores=sample.scores, fold=sample.fold, costs=costs
    )
    analysis = analyse(paid, n_replicates=100).with_crossfits(crossfit_models(paid, n_replicates=2))
    choice = choice_by(Workforce(0.2, 0.25), analysis, list(sample.scores))
    assert choice.single_other_rows is None
