"""Recalibrated scores: isotonic regression of scikit-learn, fitted on other rows only."""

import numpy as np
import pytest
from hypothesis import given
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.isotonic import IsotonicRegression

from costdash.core import Predictions, analyse, calibration, count
from costdash.core.probabilities.recalibration import (
    recalibrated_name,
    recalibration,
    whole_recalibration,
    with_recalibrated,
)
from costdash.core.sample.predictions import ScoredRows
from costdash.core.sample.split import Split
from tests.support.scored import samples

NEW = recalibrated_name("a")


def sample_of(n=400, seed=0, **more):
    rng = np.random.default_rng(seed)
    y = rng.random(n) < 0.3
    return Predictions(is_positive=y, scores={"a": rng.normal(1.5 * y).round(1)}, **more)


def isotonic(y, score, weight=None):
    return IsotonicRegression(out_of_bounds="clip").fit(score, y, weight)


@given(samples(kinds=("levels", "float32"), weighted=True))
def test_the_map_is_that_of_isotonic_regression(sample):
    fit = recalibration(count(*sample))
    levels, rank = np.unique(sample.score, return_inverse=True)
    model = isotonic(sample.is_positive, rank, sample.weight)
    expected = model.predict(np.arange(levels.size))
    assert_allclose(fit.probabilities(levels), expected, atol=1e-9)
    assert (np.diff(fit.score) >= 0).all()
    assert_allclose(fit.probabilities([-1e308, 1e308]), expected[[0, -1]], atol=1e-9)


@pytest.mark.parametrize("weighted", [False, True])
def test_each_row_is_fitted_without_its_fold(weighted):
    weight = np.random.default_rng(1).choice([1.0, 2.5], 400) if weighted else None
    rows = sample_of(fold=np.arange(400) % 5, weight=weight)
    found = with_recalibrated(rows, "a").scores[NEW]
    y, score = rows.is_positive, rows.scores["a"]
    for fold in range(5):
        inside = rows.fold == fold
        model = isotonic(y[~inside], score[~inside], None if weight is None else weight[~inside])
        assert_allclose(found[inside], model.predict(score[inside]), atol=1e-9)


def test_no_row_uses_its_own_label():
    rows = sample_of()
    before = with_recalibrated(rows, "a", seed=3).scores[NEW]
    for i in (0, 57, 399):
        flipped = rows.is_positive.copy()
        flipped[i] = not flipped[i]
        fixed = Predictions(is_positive=flipped, scores=rows.scores, fold=np.arange(400) % 7)
        same = Predictions(is_positive=rows.is_positive, scores=rows.scores, fold=fixed.fold)
        one, other = (with_recalibrated(r, "a").scores[NEW][i] for r in (fixed, same))
        assert one == other
    assert_array_equal(before, with_recalibrated(rows, "a", seed=3).scores[NEW])


def test_clusters_stay_together_and_missing_scores_stay_missing():
    rng = np.random.default_rng(2)
    y = rng.random(300) < 0.4
    score = rng.normal(y)
    score[::10] = np.nan
    cluster = np.arange(300) // 3
    rows = ScoredRows(is_positive=y, scores={"a": score}, cluster=cluster)
    found = with_recalibrated(rows, "a").scores[NEW]
    assert_array_equal(np.isnan(found), np.isnan(score))
    flipped = ScoredRows(
        is_positive=np.where(cluster == 4, ~y, y), scores=rows.scores, cluster=cluster,
        fold=cluster % 6,
    )  # fmt: skip
    plain = ScoredRows(is_positive=y, scores=rows.scores, cluster=cluster, fold=cluster % 6)
    inside = cluster == 4
    one, other = (with_recalibrated(r, "a").scores[NEW][inside] for r in (flipped, plain))
    assert_array_equal(one, other)


def test_a_hold_out_is_fitted_on_the_selection_part_only():
    in_evaluation = np.arange(400) % 2 == 0
    rows = sample_of(split=Split(in_evaluation, "dev", "test"))
    found = with_recalibrated(rows, "a").scores[NEW]
    y, score = rows.is_positive, rows.scores["a"]
    model = isotonic(y[~in_evaluation], score[~in_evaluation])
    assert_allclose(found[in_evaluation], model.predict(score[in_evaluation]), atol=1e-9)
    assert_allclose(whole_recalibration(rows, "a").probabilities(score), model.predict(score))


def test_a_recalibrated_model_is_better_calibrated():
    rng = np.random.default_rng(4)
    p = rng.random(2000)
    rows = Predictions(is_positive=rng.random(2000) < p, scores={"a": p**3})
    both = with_recalibrated(rows, "a")
    analysis = analyse(both, n_replicates=100)
    before, after = (calibration(both, analysis, name) for name in ("a", NEW))
    assert after.miscalibration < before.miscalibration / 5
    assert after.brier < before.brier


def test_what_cannot_be_recalibrated_is_refused():
    rows = sample_of(fold=np.arange(400) < 399)
    with pytest.raises(ValueError, match="no model is called 'z'; models are \\['a'\\]"):
        with_recalibrated(rows, "z")
    one = Predictions(is_positive=[1, 0, 0, 0], scores={"a": [1, 2, 3, 4]}, fold=[0, 0, 1, 1])
    with pytest.raises(ValueError, match="a cannot be recalibrated: one fold holds all rows"):
        with_recalibrated(one, "a")


def test_a_probability_and_its_score_flag_the_same_cases():
    rng = np.random.default_rng(5)
    y = rng.random(300) < 0.3
    score = rng.normal(2 * y).round(1)
    fit = recalibration(count(y, score))
    near = np.unique(np.concatenate([np.nextafter(score, way) for way in (-9, 9)] + [score]))
    for probability in (*np.unique(fit.probability), *rng.random(20), -0.1, 1.1):
        threshold = fit.score_for(float(probability))
        assert ((near >= threshold) == (fit.probabilities(near) >= probability)).all()
        if np.isfinite(threshold):
            assert fit.probabilities(threshold) >= probability
            assert fit.probabilities(np.nextafter(threshold, -np.inf)) < probability
