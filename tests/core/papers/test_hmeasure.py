"""Numbers of the R package hmeasure (Anagnostopoulos, Hand & Adams): its vignette, and its outputs.

They are of Pima.te, a data set of R's MASS. The corners of one convex hull are a table; the rows
are not part of the project: COSTDASH_PIMA_TE names a CSV of the 332 rows, with the columns npreg,
glu, bp, skin, bmi, ped, age and type (Yes, No), in R's order.
"""

import os

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from scipy.special import expit

from costdash.core import OperatingPoint, Predictions, analyse, auc, convex_hull, count, h_measure
from costdash.core.measures.model_measures import MeasureRequest, measure_models
from costdash.core.resample.roc_interpolation import fpr_at_recall, tpr_at_fpr

PIMA_TE = os.environ.get("COSTDASH_PIMA_TE", "")
needs_rows = pytest.mark.skipif(not PIMA_TE, reason="COSTDASH_PIMA_TE names no file")

# Corners of the convex hull of a linear discriminant, in 223 negatives and 109 positives.
FALSE_ALARMS = (0, 0, 3, 7, 15, 16, 17, 33, 68, 77, 119, 137, 196, 223)
FOUND = (0, 1, 18, 40, 59, 61, 62, 75, 98, 100, 107, 108, 109, 109)
H_OF_CORNERS = [  # severity ratio, H
    (None, 0.46041583336617),
    (1, 0.42144692438763),
    (2, 0.392209317810797),
    (4, 0.373863152716492),
    (0.1, 0.472887366171331),
    (0.3, 0.484302831391568),
    (-1.3, 0.431750796329978),
]

METRICS = ["H", "Gini", "AUC", "AUCH", "KS", "MER", "MWL"]
VIGNETTE = {  # printed with 7 digits
    "lda": [0.4802968, 0.7304652, 0.8652326, 0.8816878, 0.6335723, 0.1990950, 0.1632235],
    "knn": [0.3707186, 0.6571980, 0.8285990, 0.8317705, 0.4920941, 0.2217195, 0.2262443],
}
FIXED_RATES = {  # level, sensitivity at this specificity, specificity at this sensitivity
    "lda": [(0.95, 0.4189189, 0.5306122), (0.99, 0.02702703, 0.18367347)],
    "knn": [(0.95, 0.4218147, 0.5959751), (0.99, 0.31324324, 0.04068027)],
}
H_OF_EQUAL_COSTS = {"lda": 0.4401067, "knn": 0.3463211}
RATES_ABOVE = {  # sensitivity and specificity of scores above a threshold
    ("lda", 0.3): (0.8648649, 0.7551020),
    ("lda", 0.5): (0.6756757, 0.8299320),
    ("knn", 0.3): (0.8108108, 0.6258503),
    ("knn", 0.5): (0.6621622, 0.8299320),
}


def beta_of(severity_ratio, share):
    """hmeasure's Beta distribution of the cost of a false alarm; if negative, that of the paper."""
    if severity_ratio is None:
        return {}
    if severity_ratio < 0:
        return {"alpha": 1 + share, "beta": 2 - share}
    return {"alpha": 2, "beta": 1 + 1 / severity_ratio}


@pytest.mark.parametrize(("severity_ratio", "published"), H_OF_CORNERS)
def test_h_of_a_polygon(severity_ratio, published):
    corner = -np.arange(1.0, len(FOUND))
    score = np.concatenate(
        [np.repeat(corner, np.diff(FOUND)), np.repeat(corner, np.diff(FALSE_ALARMS))]
    )
    hull, share = convex_hull(count(np.arange(332) < 109, score)), 109 / 332
    assert_allclose(hull.fpr * 223, FALSE_ALARMS, atol=1e-12)
    assert_allclose(hull.tpr * 109, FOUND, atol=1e-12)
    found = h_measure(hull, share, **beta_of(severity_ratio, share))
    assert found == pytest.approx(published, abs=1e-14)


def linear_discriminant(x, y, new):
    """Probability of y for the rows `new`, by one covariance of both classes, as R's lda has it."""
    means = x[y].mean(axis=0), x[~y].mean(axis=0)
    spread = sum((x[part] - mean).T @ (x[part] - mean) for part, mean in zip((y, ~y), means))
    weight = np.linalg.solve(spread / (len(y) - 2), means[0] - means[1])
    return expit((new - (means[0] + means[1]) / 2) @ weight + np.log(y.sum() / (~y).sum()))


def nearest_neighbours(x, y, new, k=9):
    """Share of y among the k nearest rows and all as near as the k-th."""
    distance = ((new[:, None] - x) ** 2).sum(axis=2)
    near = distance <= np.sort(distance, axis=1)[:, [k - 1]] * (1 + 1e-12)
    return (near & y).sum(axis=1) / near.sum(axis=1)


@pytest.fixture(scope="module")
def rows():
    """The vignette's models: every third row trains, the others are scored."""
    table = pd.read_csv(PIMA_TE)
    x = table[["npreg", "glu", "bp", "skin", "bmi", "ped", "age"]].to_numpy(float)
    y = (table.type == "Yes").to_numpy()
    trains = np.arange(len(y)) % 3 == 0
    sample = x[trains], y[trains], x[~trains]
    scores = {"lda": linear_discriminant(*sample), "knn": nearest_neighbours(*sample)}
    return Predictions(is_positive=y[~trains], scores=scores)


@needs_rows
@pytest.mark.parametrize("name", ["lda", "knn"])
def test_metrics_of_the_vignette(rows, name):
    counts = count(rows.is_positive, rows.scores[name])
    hull, share = convex_hull(counts), float(counts.prevalence)
    area_of_hull = np.trapezoid(hull.tpr, hull.fpr)
    least_error = OperatingPoint(share).expected_cost(counts.fpr, counts.tpr).min()
    at_default = OperatingPoint(share, 1 - share, share)  # a false alarm costs the share
    loss = 2 * at_default.expected_cost(counts.fpr, counts.tpr).min()
    area, gap = auc(counts), (counts.tpr - counts.fpr).max()
    found = [h_measure(hull, share), 2 * area - 1, area, area_of_hull, gap, least_error, loss]
    for metric, value, published in zip(METRICS, found, VIGNETTE[name], strict=True):
        assert value == pytest.approx(published, abs=5.1e-8), metric
    assert h_measure(hull, share, **beta_of(1, share)) == pytest.approx(
        H_OF_EQUAL_COSTS[name], abs=5.1e-8
    )
    for cut in (0.3, 0.5):
        at = counts.index(np.nextafter(cut, 1))  # hmeasure calls score > cut
        sensitivity, specificity = RATES_ABOVE[name, cut]
        assert counts.tpr[at] == pytest.approx(sensitivity, abs=5.1e-8)
        assert 1 - counts.fpr[at] == pytest.approx(specificity, abs=5.1e-8)


def ends_around(level, x, y):
    """y at both ends of the segment of a rising curve that holds x = level."""
    after = np.searchsorted(x, level, side="right")
    return y[after - 1], y[after]


@needs_rows
@pytest.mark.parametrize("name", ["lda", "knn"])
def test_fixed_rates_of_the_vignette(rows, name):
    """hmeasure 1.0 interpolates with the weights of the two ends exchanged.

    On the steps of the discriminant both ends are equal. On the long segments of the 9 neighbours
    its number and ours add up to the sum of the ends.
    """
    counts = count(rows.is_positive, rows.scores[name])
    for level, *published in FIXED_RATES[name]:
        at = round(1 - level, 12)
        sensitivity = tpr_at_fpr(at, counts.fpr, counts.tpr)
        specificity = 1 - fpr_at_recall(level, counts.fpr, counts.tpr)
        of_tpr = sum(ends_around(at, counts.fpr, counts.tpr))
        of_specificity = sum(ends_around(level, counts.tpr, 1 - counts.fpr))
        exchanged = [of_tpr - sensitivity, of_specificity - specificity]
        assert exchanged == pytest.approx(published, abs=5.1e-8)
        if name == "lda":
            assert [sensitivity, specificity] == pytest.approx(published, abs=5.1e-8)


@needs_rows
def test_measures_of_the_vignette(rows):
    analysis = analyse(rows, n_replicates=100)
    share = analysis.file_prevalence
    request = MeasureRequest(point=OperatingPoint(share))
    for one in measure_models(rows, analysis, ["lda", "knn"], request):
        published = dict(zip(METRICS, VIGNETTE[one.name], strict=True))
        found = one.measures
        assert found["h_measure"]["alpha"] == 2
        assert found["h_measure"]["beta"] == pytest.approx(1 + (1 - share) / share)
        values = {"H": found["h_measure"], "KS": found["ks"], "Gini": {"value": found["gini"]}}
        for metric, value in values.items():
            assert value["value"].value == pytest.approx(published[metric], abs=5.1e-8), metric
