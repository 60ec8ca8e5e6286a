"""Numbers of the R package pROC: Robin et al. (2011), BMC Bioinformatics 12:77, and its tests.

The counts by WFNS grade are a table. The 113 rows of the data set aSAH are not part of the project:
COSTDASH_ASAH names a CSV of them with the columns outcome (Good, Poor), wfns, s100b and ndka.
"""

import os
from statistics import NormalDist

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from costdash.core import (
    OperatingPoint,
    Predictions,
    analyse,
    auc,
    auc_variance,
    compare_all,
    count,
    partial_auc,
)
from costdash.core.measures.fields.screening import standardized
from costdash.core.measures.model_measures import MeasureRequest, measure_models
from costdash.core.resample.roc_interpolation import fpr_at_recall, tpr_at_fpr

ASAH = os.environ.get("COSTDASH_ASAH", "")
needs_rows = pytest.mark.skipif(not ASAH, reason="COSTDASH_ASAH names no file")

GOOD, POOR = (37, 20, 3, 8, 4), (2, 12, 1, 8, 18)  # patients of WFNS grade 1 to 5, by outcome
AREAS = {"wfns": 0.823678861788618, "ndka": 0.611957994579946}
VARIANCES = {"wfns": 0.00146991470882363, "ndka": 0.0031908105493913, "s100b": 0.00266868245717244}

# Range of specificity ("fpr") or sensitivity ("tpr"), area, McClish's corrected area.
PARTIAL_WFNS = [
    ("fpr", 0.9, 1.0, 0.0334417344173442, 0.649693339038653),
    ("fpr", 0.8, 0.9, 0.0598373983739837, 0.763749402199904),
    ("fpr", 0.0, 0.5, 0.488134475939354, 0.952537903757416),
    ("fpr", 0.0, 1.0, 0.823678861788618, 0.823678861788618),
    ("tpr", 0.9, 1.0, 0.0400999322493225, 0.68473648552275),
    ("tpr", 0.8, 0.9, 0.0609953703703703, 0.770561002178649),
    ("tpr", 0.0, 0.5, 0.483358739837398, 0.933434959349593),
    ("tpr", 0.0, 1.0, 0.823678861788618, 0.823678861788618),
]
PARTIAL_NDKA = [
    ("fpr", 0.9, 1.0, 0.0107046070460705, 0.530024247610897),
    ("fpr", 0.8, 0.9, 0.0277777777777778, 0.575163398692811),
    ("fpr", 0.0, 0.5, 0.416836043360434, 0.667344173441734),
    ("tpr", 0.9, 1.0, 0.0037940379403794, None),  # below the diagonal: pROC gives NA
    ("tpr", 0.8, 0.9, 0.0242547425474255, 0.554439662043679),
    ("tpr", 0.0, 0.5, 0.428523035230352, 0.714092140921409),
]


def check_partial_areas(counts, published):
    for axis, low, high, area, corrected in published:
        ends = (low, high) if axis == "tpr" else (1 - high, 1 - low)
        found = partial_auc(counts.fpr, counts.tpr, *ends, axis)
        assert found == pytest.approx(area, abs=1e-14)
        if corrected is None:
            assert standardized(found, *ends, axis) < 0.5
        else:
            assert standardized(found, *ends, axis) == pytest.approx(corrected, abs=1e-13)


def wfns():
    grades = np.arange(1.0, 6.0)
    score = np.concatenate([np.repeat(grades, POOR), np.repeat(grades, GOOD)])
    return count(np.arange(113) < 41, score)


def test_area_of_wfns_and_its_variance():
    assert auc(wfns()) == pytest.approx(AREAS["wfns"], abs=1e-14)
    assert auc_variance(wfns()).value == pytest.approx(VARIANCES["wfns"], abs=1e-15)


def test_partial_areas_of_wfns():
    check_partial_areas(wfns(), PARTIAL_WFNS)


def measures_of(is_positive, score):
    """Readings at the file's prevalence and equal costs."""
    predictions = Predictions(is_positive=is_positive, scores={"a": score})
    analysis = analyse(predictions, n_replicates=100)
    point = OperatingPoint(analysis.file_prevalence)
    [found] = measure_models(predictions, analysis, ["a"], MeasureRequest(point=point))
    return found.measures


def test_rates_of_s100b_at_its_best_threshold():
    """Of 41 poor and 72 good outcomes, 26 and 14 lie above 0.205."""
    score = np.concatenate([np.arange(41) < 26, np.arange(72) < 14]).astype(float)
    found = measures_of(np.arange(113) < 41, score)
    assert found["ppv"].value == pytest.approx(0.65)
    assert found["npv"].value == pytest.approx(0.794520547945205)
    youden = found["youden"]
    assert youden["sensitivity"].value == pytest.approx(0.634146341463415)
    assert youden["specificity"].value == pytest.approx(0.805555555555556)
    assert 1 + youden["value"].value == pytest.approx(1.43970189701897)  # pROC adds no -1
    corner = found["closest_to_corner"]["value"].value
    assert corner**2 == pytest.approx(0.171657541439913)  # pROC prints the square
    assert found["likelihood_ratios"]["positive"].value == pytest.approx((26 / 41) / (14 / 72))


@pytest.fixture(scope="module")
def rows():
    table = pd.read_csv(ASAH)
    scores = {name: table[name].to_numpy(float) for name in ("wfns", "s100b", "ndka")}
    return Predictions(is_positive=(table.outcome == "Poor").to_numpy(), scores=scores)


@pytest.fixture(scope="module")
def counts_of(rows):
    return {name: count(rows.is_positive, score) for name, score in rows.scores.items()}


@needs_rows
def test_areas_and_variances(counts_of):
    for name, area in AREAS.items():
        assert auc(counts_of[name]) == pytest.approx(area, abs=1e-14)
    for name, variance in VARIANCES.items():
        assert auc_variance(counts_of[name]).value == pytest.approx(variance, abs=1e-15)
    check_partial_areas(counts_of["wfns"], PARTIAL_WFNS)
    check_partial_areas(counts_of["ndka"], PARTIAL_NDKA)


@needs_rows
def test_interval_of_an_area_from_its_variance(counts_of):
    """pROC's limits are normal, those of `auc_interval` Student's t on the logit scale."""
    ndka = counts_of["ndka"]
    half = NormalDist().inv_cdf(0.975) * auc_variance(ndka).value ** 0.5
    limits = [auc(ndka) - half, auc(ndka) + half]
    assert_allclose(limits, [0.501244999271703, 0.722670989888189], atol=1e-14)


@needs_rows
@pytest.mark.parametrize(
    ("a", "b", "z", "p", "low", "high"),
    [
        ("wfns", "s100b", 2.20898359144091, 0.0271757822291882, 0.0104061769564846, 0.17421441925),
        ("wfns", "ndka", 2.79777591868904, 0.00514557970691098, 0.0634011709339876, 0.36004056348),
        ("s100b", "ndka", 1.39077002573558, 0.164295175223054, -0.0488706064228, 0.287691744634),
    ],
)
def test_delong_of_two_areas(rows, a, b, z, p, low, high):
    """pROC's test is normal, ours Student's t; the statistic is the same."""
    analysis = analyse(rows, n_replicates=100)
    [pair] = [one for one in compare_all(rows, analysis) if (one.a, one.b) == (a, b)]
    found, normal = pair.auc_difference, NormalDist()
    assert found.value / found.standard_error == pytest.approx(z, abs=1e-12)
    assert 2 * normal.cdf(-abs(z)) == pytest.approx(p, abs=1e-13)
    half = normal.inv_cdf(0.975) * found.standard_error
    assert_allclose([found.value - half, found.value + half], [low, high], atol=1e-12)
    assert found.p > p
    assert found.low < low < high < found.high


@needs_rows
def test_coordinates_of_s100b(counts_of, rows):
    """Where a flat or steep part of the curve leaves a choice, both take the better end."""
    counts = counts_of["s100b"]
    grid = np.arange(11) / 10
    specificity = [1, 1, 1, 0.972222222222222, 0.888888888888889, 0.833333333333333]
    specificity += [0.805555555555556, 0.56875, 0.447222222222222, 0.230555555555556, 0]
    assert_allclose(1 - fpr_at_recall(grid, counts.fpr, counts.tpr), specificity, atol=1e-14)
    assert 1 - fpr_at_recall(40 / 41, counts.fpr, counts.tpr) == pytest.approx(0.138888888888889)
    sensitivity = [1, 0.975609756097561, 0.921951219512195, 0.879674796747967, 0.823693379790941]
    sensitivity += [0.774390243902439, 0.675609756097561, 0.655284552845528, 0.634146341463415]
    sensitivity += [0.390243902439024, 0.292682926829268]
    assert_allclose(tpr_at_fpr(1 - grid, counts.fpr, counts.tpr), sensitivity, atol=1e-14)
    assert counts.threshold.size == 51
    found = measures_of(rows.is_positive, rows.scores["s100b"])
    levels = np.unique(rows.scores["s100b"])
    first = levels[np.searchsorted(levels, 0.205)]  # pROC cuts half-way, costdash at a score
    assert found["youden"]["threshold"] == found["closest_to_corner"]["threshold"] == first
    assert found["youden"]["value"].value == pytest.approx(0.43970189701897)
    assert found["closest_to_corner"]["value"].value ** 2 == pytest.approx(0.171657541439913)
