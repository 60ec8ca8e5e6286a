"""Fawcett (2004), ROC Graphs: Notes and Practical Considerations for Researchers."""

import os

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from costdash.core import (
    Hull,
    OperatingPoint,
    Predictions,
    RowCosts,
    analyse,
    auc,
    convex_hull,
    count,
    precision,
    score_driven_cost,
    threshold_text,
    workforce,
)
from costdash.core.sample.counts import Counts

GERMAN_CREDIT = os.environ.get("COSTDASH_GERMAN_CREDIT", "")
CLASSES = "ppnpppnnpnpnpnnnpnpn"
SCORES = [0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505]
SCORES += [0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.3, 0.1]
FIGURE_4 = [0.99999, 0.99999, 0.99993, 0.99986, 0.99964, 0.99955, 0.68139, 0.50961, 0.4888, 0.44951]


@pytest.fixture
def figure_3():
    return np.array(list(CLASSES)) == "p", np.array(SCORES)


def accuracy(counts):
    right = counts.tp + counts.negatives - counts.fp
    return right / (counts.positives + counts.negatives)


def test_figure_3_area(figure_3):
    assert auc(count(*figure_3)) == pytest.approx(0.68)


def test_figure_3_points_are_labelled_by_their_thresholds(figure_3):
    counts = count(*figure_3)
    points = {
        t: (round(f, 9), round(p, 9)) for t, f, p in zip(counts.threshold, counts.fpr, counts.tpr)
    }
    assert points[np.inf] == (0, 0)
    assert points[0.9] == (0, 0.1)
    assert points[0.7] == (0.1, 0.2)
    assert points[0.54] == (0.1, 0.5)
    assert points[0.505] == (0.4, 0.6)
    assert points[0.3] == (0.9, 1)
    assert points[0.1] == (1, 1)


def test_figure_3_has_its_best_accuracy_at_054_and_not_at_one_half(figure_3):
    counts = count(*figure_3)
    best = int(np.argmax(accuracy(counts)))
    assert counts.threshold[best] == 0.54
    assert accuracy(counts)[best] == pytest.approx(0.7)
    assert accuracy(counts)[counts.index(0.5)] == pytest.approx(0.6)
    assert threshold_text(counts.threshold, best) == "0.54"


def test_figure_3_decision_at_equal_costs_is_the_most_accurate_threshold(figure_3):
    is_positive, score = figure_3
    analysis = analyse(Predictions(is_positive=is_positive, scores={"a": score}), n_replicates=100)
    best = analysis.decide(OperatingPoint(0.5)).best
    assert (best.threshold, best.fpr, best.tpr) == (0.54, 0.1, 0.5)
    assert best.expected_cost == pytest.approx(0.3)


def test_figure_4_ranks_perfectly_but_one_half_is_a_bad_threshold():
    counts = count(np.arange(10) < 6, np.array(FIGURE_4))
    assert auc(counts) == 1
    assert accuracy(counts)[counts.index(0.5)] == pytest.approx(0.8)
    assert accuracy(counts)[counts.index(0.6)] == pytest.approx(0.9)
    assert accuracy(counts).max() == 1


def test_figure_4_has_score_driven_costs_above_its_envelope():
    counts = count(np.arange(10) < 6, np.array(FIGURE_4))
    point = OperatingPoint(0.6)
    assert score_driven_cost(counts, point.pcf, 0.6) * point.scale == pytest.approx(0.2)
    assert convex_hull(counts).cost(point.pcf) == 0


def coil():
    """Classifiers A (.1, .2) and B (.25, .6) of section 7.4.1, 240 responders among 4,000."""
    threshold = np.array([np.inf, 3.0, 2.0, 1.0])
    return Counts(threshold, np.array([0, 48, 144, 240]), np.array([0, 376, 940, 3760]))


def test_coil_share_and_point_with_erratum_12_corrected():
    counts = coil()
    a_and_b = Hull(
        threshold=counts.threshold[1:3],
        fpr=counts.fpr[1:3],
        tpr=counts.tpr[1:3],
        tie=np.array([0.15 / 0.55]),
        owner=(("A",), ("B",)),
        index=np.array([1, 2]),
    )
    mixed = workforce(counts, a_and_b, 800 / 4000, 0.06).mixture
    assert mixed.vertex == (0, 1)
    assert_allclose(mixed.share, (1 - 94 / 165, 94 / 165))
    assert_allclose((mixed.fpr, mixed.tpr), (0.18545, 0.42788), atol=5e-6)
    assert mixed.fpr * 3760 + mixed.tpr * 240 == pytest.approx(800)


def test_coil_mixing_b_with_call_none_finds_more_than_mixing_a_and_b():
    """A lies below the line from (0, 0) to B, so it is not on the convex hull."""
    counts = coil()
    hull = convex_hull(counts)
    assert_allclose(hull.index, [0, 2, 3])
    chosen = workforce(counts, hull, 0.2, 0.06)
    assert_allclose(chosen.mixture.share, (1 - 800 / 1084, 800 / 1084))
    assert_allclose(chosen.mixture.tpr, 0.6 * 800 / 1084)
    assert chosen.single == 1


def test_algorithm_5_takes_the_last_point_not_below_the_threshold(figure_3):
    """Erratum 14: the classifier score >= t, for t between two scores and above all scores."""
    counts = count(*figure_3)
    assert counts.threshold[counts.index(0.545)] == 0.55
    assert counts.threshold[counts.index(2.0)] == np.inf
    assert counts.threshold[counts.index(-1.0)] == 0.1


def test_class_skew_changes_precision_but_not_the_roc_curve(figure_3):
    """Section 3.2; here by repeating the negatives tenfold."""
    is_positive, score = figure_3
    tenfold = np.append(is_positive, np.repeat(is_positive[~is_positive], 9))
    skewed = count(tenfold, np.append(score, np.repeat(score[~is_positive], 9)))
    even = count(is_positive, score)
    assert_allclose(skewed.fpr, even.fpr)
    assert_allclose(skewed.tpr, even.tpr)
    assert_allclose(precision(skewed)[1:], precision(even, 1 / 11)[1:])


@pytest.mark.skipif(not GERMAN_CREDIT, reason="COSTDASH_GERMAN_CREDIT names no scored file")
def test_costs_per_case_of_german_credit():
    """Section 7.2 and figure 9: a good customer refused costs 0.02 amount + 20, a bad one approved
    costs amount + 20. The data are not part of the project: a CSV of them has the columns class,
    amount and nb, the scores of a naive Bayes classifier."""
    table = pd.read_csv(GERMAN_CREDIT)
    costs = RowCosts(0.02 * table.amount + 20, table.amount + 20)
    rows = Predictions(is_positive=table["class"] == "good", scores={"nb": table.nb}, costs=costs)
    analysis = analyse(rows, n_replicates=100)
    model, totals = analysis.models["nb"], analysis.costs
    assert model.auc == pytest.approx(0.79381, abs=5e-6)
    assert auc(model.case_counts) == pytest.approx(0.78690, abs=5e-6)
    assert totals.mean_fn == pytest.approx(79.71, abs=0.005)
    assert totals.mean_fp == pytest.approx(3958.13, abs=0.005)
    point = OperatingPoint(analysis.file_prevalence, totals.mean_fn, totals.mean_fp)
    assert point.pcf == pytest.approx(0.0449, abs=5e-5)
