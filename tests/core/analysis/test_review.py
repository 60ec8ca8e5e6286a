"""Review zones of an analysis against loops over the folds, and against what they promise."""

from dataclasses import replace
from itertools import combinations_with_replacement

import numpy as np
import pytest
from numpy.testing import assert_allclose

import costdash
from costdash.core import OperatingPoint, Predictions, ReviewTerms, decide_review
from costdash.core.analysis.analyse import analyse as analyse_same_rows
from costdash.core.conditions.review import Between
from costdash.core.folds.crossfit import crossfit_models
from costdash.core.folds.crossfit_review import reviewed_rows
from costdash.core.sample.row_costs import RowCosts
from costdash.core.sample.split import Split

POINT = OperatingPoint(0.1, 20, 2)
FEW_SCORES = 9  # distinct scores, so that all pairs of thresholds can be tried


def sample(rng, n=240, models=("a", "b"), *, weighted=False, folds=True, shift=1.5):
    is_positive = np.arange(n) < n // 3
    scores = {
        name: np.round(rng.normal(size=n) + shift * is_positive).clip(-3, FEW_SCORES - 4)
        for name in models
    }
    return Predictions(
        is_positive=is_positive,
        scores=scores,
        weight=rng.choice([1.0, 2.5], n) if weighted else None,
        fold=rng.permutation(n) % 4 if folds else None,
    )


def with_verdicts(rows, rng):
    right = rng.random(rows.rows) < np.where(rows.scores["a"] > 1, 0.95, 0.8)
    verdict = np.where(right, rows.is_positive, ~rows.is_positive).astype(float)
    return replace(rows, scores={**rows.scores, "judge": verdict})


def cross_fitted(rows, names, column=""):
    fits = crossfit_models(rows, names, n_replicates=50)
    analysis = analyse_same_rows(rows, n_replicates=100).with_crossfits(fits)
    if not column:
        return analysis
    verdicts = {
        name: reviewed_rows(rows, name, column, analysis.models[name].counts, fits.of([name]))
        for name in names
    }
    return replace(analysis, verdicts=verdicts)


def zone_of_rows(rows, name, terms, point, low, high, some):
    """Weights on some rows: missed and alarms times cost, reviews, and class weights."""
    score, positive = rows.scores[name][some], rows.is_positive[some]
    weight = (np.ones(rows.rows) if rows.weight is None else rows.weight)[some]
    looked = (score >= low) & (score < high)
    if terms.column:
        found = alarm = rows.scores[terms.column][some]
    else:
        found, alarm = (np.full(score.size, x) for x in (terms.sensitivity, 1 - terms.specificity))
    flagged = np.where(score >= high, 1.0, np.where(looked, np.where(positive, found, alarm), 0.0))
    return np.array(
        [
            (weight * positive * ((1 - flagged) * point.cost_fn + terms.price * looked)).sum(),
            (weight * ~positive * (flagged * point.cost_fp + terms.price * looked)).sum(),
            (weight * positive).sum(),
            (weight * ~positive).sum(),
            (weight * positive * looked).sum(),
            (weight * ~positive * looked).sum(),
        ]
    )


def cost(sums, point):
    return point.prior * sums[0] / sums[2] + (1 - point.prior) * sums[1] / sums[3]


def reviewed(sums, point):
    return point.prior * sums[4] / sums[2] + (1 - point.prior) * sums[5] / sums[3]


def best_pair(rows, name, terms, point, some):
    """The cheapest pair of thresholds on some rows that keeps the capacity."""
    thresholds = [*np.unique(rows.scores[name]), np.inf]
    tried = []
    for low, high in combinations_with_replacement(thresholds, 2):
        sums = zone_of_rows(rows, name, terms, point, low, high, some)
        if terms.capacity is None or reviewed(sums, point) <= terms.capacity + 1e-12:
            tried.append((cost(sums, point), -low, -high))
    least, low, high = min(tried)  # of equal costs the strictest thresholds
    return least, -low, -high


def chosen_elsewhere(rows, names, terms, point):
    """Cost of each model's zones on other folds, and of the choice among the models."""
    folds = np.unique(rows.fold)
    sums = np.zeros((len(names), folds.size, 6))
    for place, fold in enumerate(folds):
        for k, name in enumerate(names):
            _, low, high = best_pair(rows, name, terms, point, rows.fold != fold)
            sums[k, place] = zone_of_rows(rows, name, terms, point, low, high, rows.fold == fold)
    alone = [cost(each.sum(axis=0), point) for each in sums]
    rest = sums.sum(axis=1, keepdims=True) - sums
    best = [
        int(np.argmin([cost(rest[k, place], point) for k in range(len(names))]))
        for place in range(folds.size)
    ]
    picked = sum(sums[k, place] for place, k in enumerate(best))
    return alone, cost(picked, point)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(
    "terms",
    [
        ReviewTerms(0.4),
        ReviewTerms(0.3, 0.9, 0.95),
        ReviewTerms(0.4, capacity=0.1),
        ReviewTerms(0.2, column="judge"),
        ReviewTerms(0.2, column="judge", capacity=0.15),
    ],
    ids=["perfect", "imperfect", "capacity", "column", "column-capacity"],
)
def test_zones_are_chosen_on_the_other_folds_of_each_fold(terms, weighted):
    for seed in range(4):
        rng = np.random.default_rng(seed)
        rows = with_verdicts(sample(rng, weighted=weighted), rng)
        analysis = cross_fitted(rows, ["a", "b"], terms.column)
        review = decide_review(analysis, POINT, terms, ["a", "b"])
        names = [*review.costs]
        alone, together = chosen_elsewhere(rows, names, terms, POINT)
        if not terms.capacity:  # equal costs on the other folds may be broken either way
            assert_allclose([*review.costs.values()], alone, rtol=1e-9)
            assert_allclose(review.zone.expected_cost, together, rtol=1e-9)
        everywhere = np.ones(rows.rows, dtype=bool)
        least, *_ = best_pair(rows, review.zone.model, terms, POINT, everywhere)
        assert_allclose(review.zone.rows_cost, least, rtol=1e-9)
        assert review.zone.model == names[int(np.argmin([*review.costs.values()]))]


def test_the_zone_of_a_single_model_is_two_points_of_its_cross_fitted_curve():
    rng = np.random.default_rng(2)
    is_positive = np.arange(900) < 300
    rows = Predictions(
        is_positive=is_positive, scores={"a": rng.normal(size=900) + 1.5 * is_positive}
    )
    analysis = costdash.analyse(rows, n_replicates=100)
    terms = ReviewTerms(0.3, 0.95, 0.97)
    a1, a0 = terms.costs(POINT)
    parts = (
        OperatingPoint(POINT.prior, POINT.cost_fn - a1, a0),
        OperatingPoint(POINT.prior, a1, POINT.cost_fp - a0),
    )
    fit = analysis.crossfits.of(["a"])
    expected = sum(part.scale * float(fit.cost([part.pcf])[0]) for part in parts)
    assert_allclose(decide_review(analysis, POINT, terms).costs["a"], expected, rtol=2e-3)


def test_a_review_that_costs_too_much_leaves_the_decision_as_it_is():
    rng = np.random.default_rng(4)
    analysis = cross_fitted(sample(rng), ["a", "b"])
    limit = ReviewTerms(0).limit_price(POINT)
    review = decide_review(analysis, POINT, ReviewTerms(1.01 * limit))
    assert not review.pays
    assert review.call is None
    assert review.zone.is_empty
    assert_allclose(review.zone.expected_cost, analysis.decide(POINT).best.expected_cost)


def test_a_hold_out_chooses_on_one_part_and_judges_on_the_other():
    rng = np.random.default_rng(5)
    rows = sample(rng, n=600, models=("a",), folds=False)
    in_evaluation = rng.random(600) < 0.5
    rows = replace(rows, split=Split(in_evaluation, "validation", "test"))
    terms = ReviewTerms(0.3, 0.9, 0.95)
    review = decide_review(costdash.analyse(rows, n_replicates=100), POINT, terms)
    _, low, high = best_pair(rows, "a", terms, POINT, ~in_evaluation)
    sums = zone_of_rows(rows, "a", terms, POINT, low, high, in_evaluation)
    assert_allclose(review.zone.expected_cost, cost(sums, POINT), rtol=1e-9)
    low_limit, high_limit = review.zone.interval
    assert low_limit < review.zone.expected_cost < high_limit


def test_a_capacity_has_a_price_and_its_zone_keeps_it():
    rng = np.random.default_rng(6)
    analysis = cross_fitted(sample(rng, n=600), ["a", "b"])
    free = decide_review(analysis, POINT, ReviewTerms(0.2))
    share = free.zone.rates.reviewed(POINT.prior)
    loose = decide_review(analysis, POINT, ReviewTerms(0.2, capacity=share + 0.01))
    assert loose.limited is None
    assert loose.zone.expected_cost == free.zone.expected_cost
    tight = decide_review(analysis, POINT, ReviewTerms(0.2, capacity=share / 2))
    assert tight.zone.rates.reviewed(POINT.prior) <= share / 2 + 1e-9
    assert_allclose(tight.limited.cost_of_limit, tight.zone.expected_cost - free.zone.expected_cost)
    assert tight.limited.mixture.cost <= tight.zone.rows_cost + 1e-12
    low, high = tight.limited.interval
    assert low < tight.limited.cost_of_limit < high


def test_two_zones_by_lot_cost_what_they_cost_on_the_evaluation_part():
    rng = np.random.default_rng(7)
    rows = sample(rng, n=800, models=("a",), folds=False)
    in_evaluation = rng.random(800) < 0.5
    rows = replace(rows, split=Split(in_evaluation, "validation", "test"))
    analysis = costdash.analyse(rows, n_replicates=100)
    free = decide_review(analysis, POINT, ReviewTerms(0.2))
    half = free.zone.rates.reviewed(POINT.prior) / 2
    terms = ReviewTerms(0.2, capacity=half)
    review = decide_review(analysis, POINT, terms)
    mixture, threshold = review.limited.mixture, analysis.models["a"].counts.threshold
    assert len(mixture.zones) == 2
    sums = [
        zone_of_rows(rows, "a", terms, POINT, threshold[low], threshold[high], in_evaluation)
        for low, high in mixture.zones
    ]
    assert_allclose(mixture.cost, np.dot(mixture.share, [cost(each, POINT) for each in sums]))
    shares = [reviewed(each, POINT) for each in sums]
    assert_allclose(mixture.reviewed, np.dot(mixture.share, shares))


def test_savings_grow_as_reviews_get_cheaper_and_limits_enclose_them():
    rng = np.random.default_rng(8)
    analysis = cross_fitted(sample(rng, n=900), ["a", "b"])
    savings = []
    for price in (1.5, 1.0, 0.5, 0.1):
        review = decide_review(analysis, POINT, ReviewTerms(price))
        low, high = review.saving_interval
        assert low <= review.saving <= high
        savings.append(review.saving)
    assert savings == sorted(savings)
    without = decide_review(analysis, POINT, ReviewTerms(0.5), level=0)
    assert without.zone.interval is without.saving_interval is None


def test_an_estimated_prior_makes_the_limits_wider():
    rng = np.random.default_rng(9)
    rows = sample(rng, n=900)
    analysis = cross_fitted(rows, ["a", "b"])
    point = OperatingPoint(analysis.file_prevalence, 20, 2)
    known = decide_review(analysis, point, ReviewTerms(0.5)).zone.interval
    estimated = decide_review(analysis.with_estimated_prior, point, ReviewTerms(0.5)).zone.interval
    assert estimated[1] - estimated[0] > known[1] - known[0]


def test_no_limits_with_fewer_than_20_positives():
    rng = np.random.default_rng(10)
    rows = sample(rng, n=57)
    review = decide_review(cross_fitted(rows, ["a", "b"]), POINT, ReviewTerms(0.5))
    assert rows.positives == 19
    assert review.zone.interval is None


def test_costs_per_case_and_a_useless_column_are_refused():
    rng = np.random.default_rng(11)
    rows = sample(rng, folds=False)
    costs = RowCosts(rng.uniform(1, 2, rows.rows), np.ones(rows.rows))
    with pytest.raises(ValueError, match="same for every case"):
        decide_review(costdash.analyse(replace(rows, costs=costs)), POINT, ReviewTerms(0.5))
    wrong = replace(rows, scores={**rows.scores, "judge": (~rows.is_positive).astype(float)})
    wrong = replace(wrong, fold=rng.permutation(rows.rows) % 4)
    analysis = cross_fitted(wrong, ["a", "b"], "judge")
    with pytest.raises(ValueError, match="no more often than chance"):
        decide_review(analysis, POINT, ReviewTerms(0.5, column="judge"), ["a", "b"])
    with pytest.raises(ValueError, match="must be 0 or 1, got"):
        reviewed_rows(rows, "b", "a", costdash.analyse(rows).models["b"].counts, None)


def given_cost(rows, point, terms, between):
    """What thresholds cost on the rows, row by row."""
    score = rows.scores[between.model]
    acted, looked = score >= between.high, (score >= between.low) & (score < between.high)
    right = np.where(rows.is_positive, terms.sensitivity, 1 - terms.specificity)
    flagged = np.where(acted, 1, np.where(looked, right, 0))
    mistakes = np.where(rows.is_positive, point.cost_fn * (1 - flagged), point.cost_fp * flagged)
    paid = mistakes + terms.price * looked
    weight = np.ones(rows.rows) if rows.weight is None else rows.weight
    classes = ((rows.is_positive, point.prior), (~rows.is_positive, 1 - point.prior))
    return sum(
        part * np.average(paid[some], weights=weight[some]) for some, part in classes
    ), looked


def test_given_thresholds_cost_what_the_rows_cost_with_the_allowances_of_the_cheapest_zone():
    for seed in range(30):
        rng = np.random.default_rng(seed)
        rows = sample(rng, n=120, weighted=seed % 3 == 0, shift=float(rng.uniform(0.3, 2)))
        analysis = cross_fitted(rows, ["a", "b"])
        if seed % 4 == 0:
            analysis = replace(analysis, crossfits=None)
        point = OperatingPoint(0.3, 5, 2)
        free = ReviewTerms(float(rng.choice([0.1, 0.6, 3])), 0.9, 0.8)
        best = decide_review(analysis, point, free)
        low, high = sorted(rng.normal(0.5, 1, 2))
        high = np.inf if rng.random() < 0.2 else high
        between = Between(str(rng.choice(["a", "b"])), low, high)
        review = decide_review(analysis, point, replace(free, between=between))
        cost, looked = given_cost(rows, point, free, between)
        everywhere = np.ones(rows.rows, dtype=bool)
        least, *_ = best_pair(rows, between.model, free, point, everywhere)
        tuning = best.costs[between.model] - least
        assert_allclose(review.zone.rows_cost, cost)
        assert_allclose(review.zone.expected_cost, cost + tuning + best.zone.choosing)
        assert_allclose(review.costs[between.model], cost + tuning)
        assert review.zone.expected_cost >= best.zone.expected_cost - 1e-12
        assert review.is_given
        assert (review.call is not None) == looked.any()
        if looked.any():
            assert (review.call.allowance is None) == (analysis.crossfits is None)
            assert_allclose(review.call.rows_cost, cost)
            assert_allclose(
                review.saving, review.without_review.expected_cost - review.zone.expected_cost
            )
            assert review.zone.interval[0] < review.zone.expected_cost < review.zone.interval[1]


@pytest.mark.parametrize("column", ["", "judge"])
def test_given_thresholds_of_the_cheapest_zone_are_the_cheapest_zone(column):
    for seed in range(6):
        rng = np.random.default_rng(seed)
        rows = with_verdicts(sample(rng, n=300), rng)
        analysis = cross_fitted(rows, ["a", "b"], column)
        terms = ReviewTerms(0.3, column=column)
        best = decide_review(analysis, POINT, terms, ["a", "b"])
        ends = [x.threshold for x in (best.zone.low, best.zone.high)]
        between = Between(best.zone.model, ends[0], np.inf if ends[1] is None else ends[1])
        given = decide_review(analysis, POINT, replace(terms, between=between), ["a", "b"])
        assert not best.zone.is_empty
        for name in ("expected_cost", "rows_cost", "choosing", "interval"):
            assert_allclose(getattr(given.zone, name), getattr(best.zone, name))
        assert_allclose(given.saving_interval, best.saving_interval)
        assert_allclose([*given.costs.values()], [*best.costs.values()])
        if best.pays:
            assert_allclose(given.call.expected_rates, best.call.expected_rates)


def test_limits_come_from_the_cross_fitted_costs_of_both_thresholds_in_bootstrap_samples():
    rng = np.random.default_rng(3)
    rows = sample(rng, n=400, models=("a",))
    analysis = cross_fitted(rows, ["a"])
    terms = ReviewTerms(0.3, 0.9, 0.95)
    a1, a0 = terms.costs(POINT)
    fit, total = analysis.crossfits.of(["a"]), 0.0
    for fn, fp in ((POINT.cost_fn - a1, a0), (a1, POINT.cost_fp - a0)):
        part = OperatingPoint(POINT.prior, fn, fp)
        deviation = [np.interp(part.pcf, fit.pcf, row) for row in fit.deviation]
        total = total + part.scale * np.array(deviation)
    zone = decide_review(analysis, POINT, terms).zone
    low, high = zone.interval
    middle, half = (low + high) / 2, (high - low) / 2
    assert middle > zone.expected_cost  # limits of counts reach further up
    z = 1.959964  # few mistakes may be more uncertain than samples show
    assert z * total.std() <= half < 1.25 * z * total.std()
