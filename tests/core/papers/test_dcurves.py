"""Net benefits that the R package dcurves (Sjoberg, Vickers) gives for its example df_binary.

The counts at a few thresholds are a table; the 750 rows are not part of the project:
COSTDASH_DF_BINARY names a CSV of them with the columns cancer and cancerpredmarker.
"""

import os

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from costdash.core import (
    OperatingPoint,
    Predictions,
    analyse,
    calibration,
    decision_curve,
    net_benefit,
)
from tests.support.scored import brier_score, envelope_loss

DF_BINARY = os.environ.get("COSTDASH_DF_BINARY", "")
needs_rows = pytest.mark.skipif(not DF_BINARY, reason="COSTDASH_DF_BINARY names no file")

# Threshold, cases of cancer and others with cancerpredmarker >= threshold, net benefit.
PREDICTION_MODEL = [
    (0.01, 105, 562, 0.13243097643097645),
    (0.05, 96, 320, 0.1055438596491228),
    (0.10, 87, 193, 0.08740740740740742),
    (0.15, 82, 128, 0.07921568627450981),
    (0.20, 75, 98, 0.06733333333333334),
    (0.25, 72, 72, 0.06400000000000002),
    (0.30, 62, 49, 0.05466666666666668),
    (0.35, 57, 36, 0.050153846153846146),
    (0.40, 47, 27, 0.038666666666666676),
    (0.45, 40, 23, 0.02824242424242425),
    (0.50, 33, 17, 0.02133333333333334),
    (0.75, 12, 2, 0.008),
    (0.90, 5, 2, -0.017333333333333336),
    (0.95, 2, 0, 0.002666666666666667),
]
FLAG_ALL = {0.05: 0.09473684210526317, 0.14: 0.0, 0.25: -0.1466666666666666, 0.99: -85.0}
FAMILY_HISTORY = {  # of 105 with cancer 24 have it, of 645 without 91
    0.01: 0.030774410774410774,
    0.05: 0.025614035087719297,
    0.10: 0.018518518518518517,
    0.15: 0.010588235294117645,
    0.20: 0.0016666666666666635,
}


def curve_of(is_positive, score, thresholds):
    predictions = Predictions(is_positive=is_positive, scores={"a": score})
    analysis = analyse(predictions, n_replicates=100)
    return decision_curve(predictions, analysis, "a", thresholds)


def test_net_benefits_of_the_prediction_model():
    """Each case has the highest threshold of the table that it reaches, or 0."""
    t, found, alarms, published = map(np.array, zip(*PREDICTION_MODEL, strict=True))
    levels = np.append(0, t)
    in_class = [-np.diff([size, *reached, 0]) for size, reached in ((105, found), (645, alarms))]
    score = np.concatenate([np.repeat(levels, cases) for cases in in_class])
    curve = curve_of(np.arange(750) < 105, score, t)
    assert_allclose(curve.scores.value, published, rtol=1e-12)
    assert (curve.best.value >= curve.scores.value - 1e-12).all()
    assert_allclose(net_benefit(alarms / 645, found / 105, t, 0.14), published, rtol=1e-12)


def test_net_benefits_of_flagging_everyone_and_of_a_yes_or_no():
    score = np.concatenate([np.arange(105) < 24, np.arange(645) < 91]).astype(float)
    curve = curve_of(np.arange(750) < 105, score, list(FAMILY_HISTORY))
    assert_allclose(curve.scores.value, list(FAMILY_HISTORY.values()), rtol=1e-12)
    everyone = curve_of(np.arange(750) < 105, score, list(FLAG_ALL)).flag_all
    assert_allclose(everyone, list(FLAG_ALL.values()), rtol=1e-12, atol=1e-15)


def test_at_threshold_0_everyone_is_flagged():
    """dcurves raises a threshold of 0 by a hair, so that a score of 0 stays below it."""
    score = np.concatenate([np.arange(105) < 24, np.arange(645) < 91]).astype(float)
    curve = curve_of(np.arange(750) < 105, score, [0.0, 1e-9])
    assert_allclose(curve.scores.value, [0.14, 0.032], atol=1e-9)


@pytest.fixture(scope="module")
def rows():
    table = pd.read_csv(DF_BINARY)
    score = table.cancerpredmarker.to_numpy()
    return Predictions(is_positive=table.cancer.to_numpy(bool), scores={"a": score})


@needs_rows
def test_net_benefits_of_the_rows(rows):
    analysis = analyse(rows, n_replicates=100)
    t, *_, published = zip(*PREDICTION_MODEL, strict=True)
    curve = decision_curve(rows, analysis, "a", t)
    assert_allclose(curve.scores.value, published, rtol=1e-12)
    for threshold, value in zip(t, published, strict=True):
        odds = threshold / (1 - threshold)
        counts = analysis.models["a"].counts
        rates = (float(rate) for rate in counts.rates(counts.index(threshold)))
        cost = OperatingPoint(0.14, 1, odds).expected_cost(*rates)
        assert 0.14 - cost == pytest.approx(value, abs=1e-12)


@needs_rows
def test_three_areas_of_the_rows(rows):
    """The areas under the trivial envelope, the model's envelope and its scores' cost, as of 750
    rows: uncertainty, Brier score after pooling, Brier score."""
    analysis = analyse(rows, n_replicates=100)
    model, parts = analysis.models["a"], calibration(rows, analysis, "a")
    pooled = envelope_loss(model.hull, 0.14)
    areas = (parts.uncertainty, pooled, brier_score(model.counts))
    assert_allclose(areas, (0.12040, 0.07998, 0.08493), atol=5e-6)
    assert parts.brier == pytest.approx(areas[2], abs=1e-12)
    assert parts.uncertainty - parts.discrimination == pytest.approx(pooled, abs=1e-12)
