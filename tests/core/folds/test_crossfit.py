"""Cross-fitted costs against a row-by-row oracle, and the width of their bands."""

from dataclasses import fields
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from costdash.core import Predictions, convex_hull, count
from costdash.core.folds.cross_fitted_curve import cross_fitted_curves
from costdash.core.folds.crossfit import ERROR_PCF, crossfit, crossfit_all, crossfit_models
from costdash.core.folds.crossfit_counts import (
    Grid,
    Tallies,
    clusters_tallied,
    tallied,
)
from costdash.core.folds.crossfit_error import score_limits
from costdash.core.folds.folds import dealt_folds, with_folds
from costdash.core.resample.small_cells import few_clusters_factor
from tests.support.oracles import cost_limits
from tests.support.scored import binormal, samples

PCF = np.array([0.0, 0.1, 0.4, 0.5, 0.8, 1.0])
AT_HALF = int(np.flatnonzero(ERROR_PCF == 0.5)[0])


def cost_of_calls(is_positive, hit, weight, pcf):
    """nec of calls on rows with weights."""
    fpr = weight[~is_positive & hit].sum() / weight[~is_positive].sum()
    fnr = weight[is_positive & ~hit].sum() / weight[is_positive].sum()
    return fpr * (1 - pcf) + fnr * pcf


def calls_by_hand(is_positive, scores, weight, fold, pcf):
    """Calls of each model on each row, by its cheapest rule on the other folds; then the choice's.

    On a fold the choice uses the model whose calls cost least on all other folds.
    """
    calls = np.zeros((len(scores), fold.size), dtype=bool)
    for model, score in enumerate(scores):
        for held in np.unique(fold):
            others = fold != held
            rules = np.append(np.inf, np.unique(score)[::-1])
            costs = [
                cost_of_calls(is_positive[others], score[others] >= rule, weight[others], pcf)
                for rule in rules
            ]
            best = rules[int(np.argmin(np.round(costs, 12)))]
            calls[model, fold == held] = score[fold == held] >= best
    choice = np.zeros(fold.size, dtype=bool)
    for held in np.unique(fold):
        others = fold != held
        costs = [
            cost_of_calls(is_positive[others], hit[others], weight[others], pcf) for hit in calls
        ]
        choice[fold == held] = calls[int(np.argmin(np.round(costs, 12)))][fold == held]
    return [*calls, choice]


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.booleans(), st.booleans(), st.integers(1, 4))
def test_the_cross_fitted_cost_is_that_of_the_rules_of_the_other_folds(
    seed, tied, weighted, n_models
):
    rng = np.random.default_rng(seed)
    is_positive, fold = np.arange(30) % 3 == 0, rng.permutation(30) % 4
    fold[[0, 3, 1, 2]] = 0, 1, 0, 1
    scores = rng.normal(size=(n_models, 30)) + is_positive
    scores = np.round(scores) if tied else scores
    weight = rng.integers(1, 5, 30).astype(float) if weighted else None
    predictions = Predictions(
        is_positive=is_positive,
        scores={str(i): score for i, score in enumerate(scores)},
        weight=weight,
        fold=fold,
    )
    fit = crossfit(predictions, n_replicates=2)
    heavy = np.ones(30) if weight is None else weight
    pcf = [0.1317, 0.3719, 0.6131, 0.8329]  # where rules hardly ever tie
    fits = crossfit_models(predictions, n_replicates=2)
    for x in pcf:
        *calls, choice = calls_by_hand(is_positive, scores, heavy, fold, x)
        for model, hit in zip(fits.models.values(), calls, strict=True):
            assert_allclose(model.cost([x]), cost_of_calls(is_positive, hit, heavy, x), atol=1e-9)
        assert_allclose(fit.cost([x]), cost_of_calls(is_positive, choice, heavy, x), atol=1e-9)


@settings(max_examples=30)
@given(samples(weighted=True))
def test_the_apparent_cost_is_the_lower_envelope(sample):
    is_positive, score, weight = (None if x is None else np.tile(x, 2) for x in sample)
    predictions = Predictions(is_positive=is_positive, scores={"a": score}, weight=weight)
    envelope = convex_hull(count(is_positive, score, weight)).cost(PCF)
    assert_allclose(crossfit(predictions, n_replicates=2).apparent_cost(PCF), envelope, atol=1e-9)


def binormal_predictions(rows=200, models=1, seed=0, **more):
    rng = np.random.default_rng(seed)
    drawn = [binormal(rng, rows, rows) for _ in range(models)]
    scores = {str(i): sample.score for i, sample in enumerate(drawn)}
    return Predictions(is_positive=drawn[0].is_positive, scores=scores, **more)


def test_choosing_on_the_same_rows_is_optimistic():
    fits = [crossfit(binormal_predictions(seed=s), n_replicates=2) for s in range(9)]
    optimism = np.array([fit.optimism(PCF) for fit in fits])
    assert (optimism.mean(axis=0)[1:] > 0).all()
    assert (optimism[:, 0] == 0).all()


def test_the_seed_determines_the_band_and_the_band_contains_the_estimate():
    predictions = binormal_predictions()
    one, two, other = (crossfit(predictions, seed=seed).band(0.9) for seed in (1, 1, 2))
    assert (one.low == two.low).all()
    assert (one.low != other.low).any()
    assert (one.low <= crossfit(predictions, seed=1).cost(one.x)).all()
    assert one.low[0] == one.high[0] == 0


def test_a_perfect_model_has_an_interval_of_positive_width():
    is_positive = np.arange(60) < 20
    predictions = Predictions(is_positive=is_positive, scores={"a": is_positive + 0.0})
    low, high = crossfit(predictions).interval(0.5, 0.95)
    assert low == 0
    assert 0.01 < high < 0.2


def test_the_standard_error_is_about_the_spread_over_samples():
    fits = [crossfit(binormal_predictions(seed=s), n_replicates=2) for s in range(60)]
    estimates = [fit.cost([0.5]) for fit in fits]
    errors = [crossfit(binormal_predictions(seed=s)).error[AT_HALF] for s in range(6)]
    assert 0.8 < np.mean(errors) / np.std(estimates) < 1.25


@pytest.mark.parametrize("kind", ["weights", "clusters"])
def test_drawing_rows_gives_the_spread_of_drawing_counts(kind):
    plain = binormal_predictions()
    more = {"weight": np.ones(400)} if kind == "weights" else {"cluster": np.arange(400)}
    errors = [crossfit(binormal_predictions(**more), n_replicates=400).error, crossfit(plain).error]
    assert_allclose(errors[0][4:-4], errors[1][4:-4], rtol=0.35)


def test_random_clusters_hardly_widen_the_band():
    grouped = binormal_predictions(cluster=np.random.default_rng(1).permutation(400) // 5)
    widths = []
    for predictions in (grouped, binormal_predictions()):
        low, high = crossfit(predictions, n_replicates=400).interval(0.5, 0.9)
        widths.append(high - low)
    assert 0.7 < widths[0] / widths[1] < 1.3


def test_the_choice_together_is_among_all_models():
    fits = crossfit_all(binormal_predictions(models=2))
    assert fits.together.names == ("0", "1")
    assert (fits.together.apparent_cost(PCF) <= fits.models["0"].apparent_cost(PCF) + 1e-12).all()
    assert fits.together.repeats == 20
    assert fits.together.n_folds == 10


def test_a_fold_with_all_rows_of_a_class_is_rejected():
    predictions = binormal_predictions(fold=np.arange(400) < 200)
    with pytest.raises(ValueError, match="at least 2 folds must hold positive rows"):
        crossfit(predictions)


@given(st.integers(0, 10**6), st.integers(2, 40), st.integers(2, 40))
def test_random_folds_are_stratified(seed, positives, negatives):
    is_positive = np.arange(positives + negatives) < positives
    fold = dealt_folds(is_positive, np.random.default_rng(seed))
    for rows in (is_positive, ~is_positive):
        sizes = np.bincount(fold[rows])
        assert sizes.size == min(10, positives, negatives)
        assert np.ptp(sizes) <= 1


@given(st.integers(0, 10**6), st.floats(0, 1))
def test_random_folds_keep_clusters_whole_and_spread_both_classes(seed, share):
    rng = np.random.default_rng(seed)
    cluster = np.unique(rng.integers(0, 50, 300), return_inverse=True)[1]
    is_positive = rng.random(300) < share * rng.random(50)[cluster]
    is_positive[:2] = True, False
    fold = dealt_folds(is_positive, rng, cluster)
    assert all(np.unique(fold[cluster == c]).size == 1 for c in np.unique(cluster))
    holding = [np.unique(cluster[rows]).size for rows in (is_positive, ~is_positive)]
    assert np.unique(fold).tolist() == [*range(min(10, *holding))]
    for rows in (is_positive, ~is_positive):
        assert min(holding) < 2 or np.unique(fold[rows]).size > 1


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=7))
def test_no_fold_holds_all_rows_of_a_class_if_two_clusters_hold_each(held):
    """However unequal the clusters are; each tuple is a cluster's positives and negatives."""
    held = np.array([h for h in held if sum(h)] + [(1, 40), (90, 0), (0, 1)])
    cluster = np.repeat(np.arange(len(held)), held.sum(axis=1))
    is_positive = np.concatenate([np.arange(p + n) < p for p, n in held])
    fold = dealt_folds(is_positive, np.random.default_rng(0), cluster)
    for rows in (is_positive, ~is_positive):
        assert np.unique(fold[rows]).size > 1


@pytest.mark.parametrize("seed", range(5))
def test_clusters_are_assigned_as_if_one_by_one(seed):
    """Against a loop that tries every fold for every cluster and adds up the squares."""
    rng = np.random.default_rng(seed)
    cluster, is_positive = np.sort(rng.integers(0, 60, 200)), rng.random(200) < 0.3
    cluster = np.unique(cluster, return_inverse=True)[1]
    found = dealt_folds(is_positive, np.random.default_rng(seed), cluster, 5)

    held = np.array(
        [[np.sum(is_positive[cluster == c] == p) for p in (1, 0)] for c in set(cluster)]
    )
    order = np.random.default_rng(seed).permutation(len(held)).tolist()
    order.sort(key=lambda c: (-sum(held[c]), -held[c][0]))
    load = np.zeros((5, 2))
    for c in order:
        squares = []
        for fold in range(5):
            after = load.copy()
            after[fold] += held[c]
            squares.append(round(((after / held.sum(axis=0)) ** 2).sum(), 12))
        load[min(range(5), key=lambda f: (squares[f], load[f].sum(), f))] += held[c]
    sums = [[np.sum(found[is_positive == p] == f) for p in (1, 0)] for f in range(5)]
    assert sums == load.tolist()


def test_clusters_without_positives_spread_over_the_folds():
    """80 patients of up to 8 rows, of whom 29 are positive; 2,000 patients with 1 % positive."""
    rng = np.random.default_rng(0)
    cluster = np.repeat(np.arange(80), rng.integers(2, 9, 80))
    for fold in _folds_of(cluster < 29, rng, cluster):
        assert 0.4 < fold * 10 < 1.9
    cluster = np.repeat(np.arange(2000), rng.integers(2, 9, 2000))
    for fold in _folds_of(rng.random(cluster.size) < 0.01, rng, cluster):
        assert 0.9 < fold * 10 < 1.1


def _folds_of(is_positive, rng, cluster):
    """Share of the negatives in each fold."""
    fold = dealt_folds(is_positive, rng, cluster)
    assert np.bincount(fold, is_positive).min() > 0
    return np.bincount(fold, ~is_positive, 10) / np.count_nonzero(~is_positive)


@given(st.integers(0, 10**6), st.integers(1, 2), st.booleans())
@example(55, 2, False)  # the choice changes its model, not its rates
@example(378, 2, True)
def test_small_cells_count_clusters_with_rows_on_the_rarer_side(seed, n_models, tied):
    """Of the thresholds that the other folds choose, cluster by cluster; folds may cut clusters."""
    rng = np.random.default_rng(seed)
    is_positive, fold, cluster = rng.random(60) < 0.5, np.arange(60) % 3, rng.integers(0, 12, 60)
    scores = rng.normal(size=(n_models, 60)) + is_positive
    scores = np.round(scores) if tied else scores
    predictions = Predictions(
        is_positive=is_positive,
        scores={str(i): score for i, score in enumerate(scores)},
        cluster=cluster,
        fold=fold,
    )
    names, pcf = tuple(predictions.scores), np.array([0.1317, 0.3719, 0.6131, 0.8329])
    grid = Grid.of(predictions, names)
    (whole,) = tallied(is_positive, [fold], grid, None)
    parts = clusters_tallied(is_positive, fold, grid, cluster)
    curve = cross_fitted_curves([whole, whole], grid, [parts, parts])[-1]
    found = curve.rates(pcf).cells
    for column, x in enumerate(pcf):
        hit = calls_by_hand(is_positive, scores, np.ones(60), fold, x)[-1]
        for side, rows in enumerate((~is_positive, is_positive)):
            units = np.stack([cluster, fold], axis=1)
            holding = [len({*map(tuple, units[rows & there])}) for there in (hit, ~hit)]
            assert found[side, column] == min(holding)


def of_folds(tallies, some):
    return Tallies(*(getattr(tallies, field.name)[some] for field in fields(Tallies)))


@pytest.mark.parametrize("pcf", [0.2, 0.5, 0.8])
def test_clusters_that_show_enough_errors_are_not_treated_as_single_rows(pcf):
    """20 clusters of 20 rows: Jeffreys' error of 20 rows would be more than twice as large."""
    fit = crossfit(clustered(np.random.default_rng(3)))
    x = np.array([pcf])
    band, spread = fit.band(0.9, x), np.interp(pcf, fit.pcf, fit.error)
    error = (spread * few_clusters_factor(min(fit.units))).item()
    assert not band.safe[0]
    limits = cost_limits(fit.cost(x).item(), error**2, 0.9)
    assert_allclose((band.low[0], band.high[0]), limits)


@pytest.mark.parametrize("added", [0.0, 0.01])
def test_limits_are_longer_above_a_cost_than_below(added):
    cost, variance = np.array([0.02, 0.1, 0.4]), np.array([0.0003, 0.001, 0.0002])
    low, high = score_limits(cost, variance, 0.9, added)
    each = [cost_limits(*both, 0.9, added) for both in zip(cost, variance)]
    assert_allclose(np.stack((low, high), axis=1), each)
    assert (high - cost > cost - low).all()
    normal = NormalDist().inv_cdf(0.95) * np.sqrt(variance + added)
    assert_allclose((high - low)[2], 2 * normal[2], rtol=1e-3)


def test_limits_of_a_cost_of_zero_are_finite():
    low, high = score_limits(np.array([0.0]), np.array([0.0001]), 0.9)
    assert low[0] < 0 < high[0] < 0.04


def test_limits_hold_the_mean_of_counts_about_as_often_above_as_below():
    """A normal interval, with the count as its variance, lies too low far more often."""
    counts = np.random.default_rng(0).poisson(10, 50_000).astype(float)
    half = NormalDist().inv_cdf(0.95) * np.sqrt(counts)
    assert (counts + half < 10).mean() > 2 * (counts - half > 10).mean()
    low, high = score_limits(counts, counts, 0.9)
    assert abs((high < 10).mean() - (low > 10).mean()) < 0.025


def test_few_clusters_with_errors_are_treated_as_single_rows():
    predictions = clustered(np.random.default_rng(3), shift=6)
    fit = crossfit(predictions)
    band = fit.band(0.9, [0.5])
    assert band.safe[0]
    assert band.high[0] > 0.03


def clustered(rng, shift=1.0):
    is_positive, cluster = rng.random(400) < 0.4, np.arange(400) // 20
    noise = 0.3**0.5 * rng.normal(size=20)[cluster] + 0.7**0.5 * rng.normal(size=400)
    return Predictions(
        is_positive=is_positive, scores={"a": noise + shift * is_positive}, cluster=cluster
    )


@pytest.mark.parametrize("more", [{}, {"weight": np.arange(400) % 3 + 0.5}])
def test_known_counts_change_nothing(more):
    predictions = binormal_predictions(models=2, **more)
    counted = {}
    for name, score in predictions.scores.items():
        counts = count(predictions.is_positive, score, predictions.weight)
        counted[name] = counts, convex_hull(counts)
    plain = crossfit_models(predictions, n_replicates=3).together
    known = crossfit_models(predictions, n_replicates=3, counted=counted).together
    assert (plain.deviation == known.deviation).all()
    assert (plain.curve.tie == known.curve.tie).all()


def test_dealt_folds_are_the_first_division_of_cross_fitting():
    rng = np.random.default_rng(4)
    is_positive = rng.random(300) < 0.2
    rows = Predictions(is_positive=is_positive, scores={"a": rng.normal(is_positive, 1)})
    made = with_folds(rows, seed=7)
    assert sorted(set(made.fold.tolist())) == [*range(1, 11)]
    own, given = crossfit_all(rows, seed=7).models["a"], crossfit_all(made, seed=7).models["a"]
    assert_array_equal(own.folds[0].tp, given.folds[0].tp)
    assert with_folds(made, seed=1) is made
