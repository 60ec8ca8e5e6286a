"""The difference of cross-fitted costs against its definition, sample by sample."""

from dataclasses import replace
from functools import partial
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from costdash.core import Predictions
from costdash.core.compare.comparison import compare, compare_all
from costdash.core.compare.cross_fitted_difference import (
    cross_fitted_difference,
    largest_deviations,
)
from costdash.core.compare.multiple_testing import pair_tests
from costdash.core.compare.paired_sample import joint_cells
from costdash.core.folds.crossfit import crossfit_models
from tests.support.paired_samples import analysed, correlated

PCF = 0.37


def sample(seed, tied=False, weighted=False, rare=False, clustered=False):
    rng = np.random.default_rng(seed)
    weight = rng.integers(1, 5, 90).astype(float) if weighted else None
    found = correlated(rng, 8 if rare else 40, 82 if rare else 50, {"a": 1, "b": 1.5}, 0.5, weight)
    if tied:
        found = replace(found, scores={k: v.round() for k, v in found.scores.items()})
    return replace(found, cluster=rng.integers(0, 40, 90)) if clustered else found


def compared(predictions, a="a", b="b", **more):
    analysis = analysed(predictions)
    analysis = analysis.with_crossfits(crossfit_models(predictions, n_replicates=40))
    return compare(analysis, joint_cells(predictions, analysis, a, b), a, b, **more), analysis


def difference(one, two, pcfs=(), few=None):
    largest = largest_deviations(one, two, np.random.default_rng(0))
    return cross_fitted_difference(one, two, 0.9, largest, pcfs, few)


def largest_by_hand(deviation, rng, draws):
    """Largest deviation of one normal curve after another, in standard errors."""
    varies = deviation.std(axis=0) > 1e-15
    correlation = np.corrcoef(deviation[:, varies].T)
    curves = rng.multivariate_normal(np.zeros(len(correlation)), correlation, draws)
    freedom = len(deviation) - 1
    estimated = rng.chisquare(freedom, draws) / freedom
    return np.array([max(abs(curve)) for curve in curves]) / estimated**0.5


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.booleans(), st.booleans(), st.booleans())
def test_value_and_limits_are_those_of_the_paired_samples(seed, tied, weighted, rare):
    fits = crossfit_models(sample(seed, tied, weighted, rare), n_replicates=30)
    one, two = fits.models["a"], fits.models["b"]
    x, value, band = difference(one, two, (PCF,))
    z = NormalDist().inv_cdf(0.95)
    for pcf in (PCF, 0.1, 0.5, 0.8):
        at = int(x.searchsorted(pcf))
        assert x[at] == pcf
        assert_allclose(value[at], one.cost([pcf])[0] - two.cost([pcf])[0], atol=1e-12)
        assert_allclose((band.low[at] + band.high[at]) / 2, value[at], atol=1e-12)
        each = [
            np.interp(pcf, one.pcf, (p - q).tolist()) for p, q in zip(one.deviation, two.deviation)
        ]
        if all(fit.rates([pcf]).certain[0] for fit in (one, two)):
            assert band.low[at] == band.high[at]  # all folds call none, or all
        elif pcf in one.pcf and not band.safe[at]:
            assert_allclose(band.high[at] - value[at], z * np.std(each), atol=1e-12)
        assert band.high[at] - value[at] >= z * np.std(each) - 1e-12 or value[at] == 0
        shown = abs(value[at]) > band.high[at] - value[at] + 1e-12
        assert shown == (band.p_at[at] < 0.1 - 1e-9)


def test_the_whole_curve_follows_the_correlations_along_pcf():
    fits = crossfit_models(sample(1))
    one, two = fits.models["a"], fits.models["b"]
    x, value, band = difference(one, two)
    deviation = one.deviation - two.deviation
    slow = largest_by_hand(deviation, np.random.default_rng(1), 3000)
    at = int(x.searchsorted(0.5))
    width = (band.wide_high - value)[at] / (band.high - value)[at] * NormalDist().inv_cdf(0.95)
    assert_allclose(width, np.quantile(slow, 0.9), rtol=0.04)
    half = (band.high - value) / NormalDist().inv_cdf(0.95)
    distance = np.divide(abs(value), half, out=np.zeros_like(value), where=half > 0).max()
    assert_allclose(band.p, np.mean(slow >= distance), atol=0.04)


def test_equal_models_hardly_ever_differ_anywhere():
    differ = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        fits = crossfit_models(correlated(rng, 60, 140, {"a": 1, "b": 1}, 0.5)).models
        differ += difference(fits["a"], fits["b"])[2].p < 0.05
    assert differ <= 3


def test_the_test_over_the_whole_curve_is_the_same_wherever_one_looks():
    (one, _), (two, _) = compared(sample(1)), compared(sample(1), pcfs=(0.12345, PCF))
    assert one.p == two.p
    known = np.isin(two.x, one.x)
    assert known.sum() == one.x.size
    for whole in (False, True):
        assert_array_equal(one.limits(whole), np.array(two.limits(whole))[:, known])


def test_swapping_the_models_mirrors_everything():
    (one, analysis), (two, _) = compared(sample(2), pcfs=(PCF,)), compared(sample(2), "b", "a")
    assert one.cross_fitted
    assert two.cross_fitted
    assert_array_equal(one.at(0.5), [-x for x in np.take(two.at(0.5), (0, 2, 1))])
    assert one.p == two.p
    assert (
        one.at(PCF)[0]
        == analysis.crossfits.models["a"].cost([PCF])[0]
        - (analysis.crossfits.models["b"].cost([PCF])[0])
    )


def test_areas_and_crossovers_stay_those_of_all_rows():
    predictions = sample(3)
    found, _ = compared(predictions)
    (plain,) = compare_all(predictions, analysed(predictions))
    assert found.auc_difference == plain.auc_difference
    assert found.dominance_ranges == plain.dominance_ranges
    assert repr(found.crossovers) == repr(plain.crossovers)
    assert (found.thresholds, plain.thresholds) == ("cross-fitted", "same rows")


def test_holm_uses_the_cross_fitted_tests():
    found, _ = compared(sample(4))
    (test,) = pair_tests([found], 0.5)
    assert test.here.value == found.at(0.5)[0]
    assert (test.here.p, test.anywhere.p) == (found.p_here(0.5), found.band.p)


def test_models_that_order_the_rows_alike_do_not_differ():
    one = sample(5)
    predictions = replace(one, scores={"a": one.scores["a"], "b": 2 * one.scores["a"] - 1})
    found, _ = compared(predictions)
    assert not found.value.any()
    assert found.p == 1
    assert not np.any(found.limits())
    assert not np.any(found.limits(simultaneous=True))
    assert found.significant() == ()


def test_models_that_err_equally_rarely_have_a_band_of_positive_width():
    is_positive = np.arange(60) < 20
    wrong = is_positive.copy()
    wrong[0] = False
    scores = {"a": is_positive + 0.0, "b": wrong + 0.0}
    found, _ = compared(Predictions(is_positive=is_positive, scores=scores))
    _, low, high = found.at(0.5)
    assert 0.02 < high - low < 0.2


def test_few_rows_have_a_difference_and_no_band():
    found, _ = compared(correlated(np.random.default_rng(0), 4, 60, {"a": 1, "b": 2}, 0.5))
    assert found.band is None
    assert found.cross_fitted
    assert np.isnan(found.p)


def test_clusters_are_paired_too():
    found, _ = compared(sample(6, clustered=True))
    assert found.clustered
    value, low, high = found.at(0.5)
    assert low < value < high


def test_clusters_count_as_single_rows_only_where_few_of_them_differ():
    predictions = sample(6, clustered=True)
    fits = crossfit_models(predictions, n_replicates=40)
    one, two = fits.models["a"], fits.models["b"]
    bands = {}
    for marked in (False, True, None):
        few = None if marked is None else partial(np.full_like, fill_value=marked, dtype=bool)
        x, value, bands[marked] = difference(one, two, few=few)
    spread = np.interp(x, one.pcf, (one.deviation - two.deviation).std(axis=0))
    half = NormalDist().inv_cdf(0.95) * spread
    inner = (x > 0.1) & (x < 0.9)
    assert_allclose((bands[False].high - value)[inner], half[inner])
    assert not bands[False].safe.any()
    assert bands[True].safe.any()
    assert_array_equal(bands[True].high, bands[None].high)


@pytest.mark.parametrize("names", [("a", "c"), ("c", "b")])
def test_a_model_that_was_not_cross_fitted_is_refused(names):
    predictions = sample(7)
    scores = predictions.scores | {"c": predictions.scores["a"] ** 3 + predictions.scores["b"]}
    three = replace(predictions, scores=scores)
    fits = crossfit_models(predictions, n_replicates=5)
    plain = next(c for c in compare_all(three, analysed(three)) if {c.a, c.b} == set(names))
    with pytest.raises(ValueError, match="cross-fitted for a, b, not for c"):
        plain.with_crossfits(fits)
