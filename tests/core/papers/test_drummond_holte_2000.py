"""Drummond & Holte (2000), Explicitly Representing Expected Cost, with its errata corrected."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from costdash.core import OperatingPoint, convex_hull, count, normalized_expected_cost, workforce
from costdash.core.curves.precision_recall import share_called
from tests.support.scored import inner_rates, rates, with_cells

costs = st.floats(0.1, 100)
points = st.builds(OperatingPoint, inner_rates, costs, costs)


def hull_of(tp, fn, fp, tn):
    return convex_hull(count(*with_cells(tp, fn, fp, tn)))


@given(points, rates, rates, rates)
def test_equation_1_is_the_slope_of_equal_cost(point, fpr, tpr, further):
    slope = (1 - point.prior) * point.cost_fp / (point.prior * point.cost_fn)
    other = point.expected_cost(fpr + further, tpr + slope * further)
    assert_allclose(point.expected_cost(fpr, tpr), other, rtol=1e-9, atol=1e-9)
    assert_allclose(point.slope, slope)


@given(points, rates, rates, rates, rates)
def test_equation_2_with_its_sign_corrected(point, fpr_1, tpr_1, fpr_2, tpr_2):
    """Erratum 1: a higher TP must lower the cost."""
    w_pos, w_neg = point.prior * point.cost_fn, (1 - point.prior) * point.cost_fp
    difference = point.expected_cost(fpr_1, tpr_1) - point.expected_cost(fpr_2, tpr_2)
    expected = (tpr_2 - tpr_1) * w_pos + (fpr_1 - fpr_2) * w_neg
    assert_allclose(difference, expected, atol=1e-9)


@given(points, rates, rates)
def test_equations_3_to_8_normalise_by_the_cost_of_the_worst_classifier(point, fpr, tpr):
    p, n = point.prior, 1 - point.prior
    expected = (1 - tpr) * p * point.cost_fn + fpr * n * point.cost_fp  # 3, erratum 2
    worst = p * point.cost_fn + n * point.cost_fp  # 4
    pcf = p * point.cost_fn / worst  # 6, erratum 3
    assert_allclose(point.expected_cost(fpr, tpr), expected, atol=1e-12)
    assert_allclose(point.scale, worst)
    assert_allclose(point.pcf, pcf)
    nec = normalized_expected_cost(fpr, tpr, pcf)
    assert_allclose(nec, expected / worst, atol=1e-12)  # 5
    assert_allclose(nec, (1 - tpr) * pcf + fpr * (1 - pcf), atol=1e-12)  # 7
    assert_allclose(nec, (1 - tpr - fpr) * pcf + fpr, atol=1e-12)  # 8


@given(st.floats(0.01, 100), rates, rates)
def test_equation_9_maps_a_line_in_roc_space_to_a_point(slope, intercept, fpr):
    """Erratum 6: the equation is correct as printed."""
    nec = normalized_expected_cost(fpr, slope * fpr + intercept, 1 / (1 + slope))
    assert_allclose(nec, (1 - intercept) / (1 + slope), atol=1e-12)


def test_equation_10_and_figure_8_the_line_of_a_single_classifier():
    fpr, tpr = 0.09, 0.36
    assert_allclose(normalized_expected_cost(fpr, tpr, [0, 1]), (0.09, 0.64))
    assert_allclose(normalized_expected_cost(fpr, tpr, 0.5), 0.365)
    low, high = hull_of(36, 64, 9, 91).operating_range
    assert_allclose((low, high), (0.09 / 0.45, 0.91 / (0.91 + 0.64)))


def test_figure_7_extreme_classifiers():
    pcf = np.linspace(0, 1, 11)
    assert_allclose(normalized_expected_cost(1, 0, pcf), 1)
    assert_allclose(normalized_expected_cost(0, 1, pcf), 0, atol=1e-15)
    assert_allclose(normalized_expected_cost(0, 0, pcf), pcf)
    assert_allclose(normalized_expected_cost(1, 1, pcf), 1 - pcf)


def test_figures_3_and_4_a_level_line_has_the_operating_range_03_to_07():
    """FP = 1 - TP = .3 for B, which beats "call none" up to the ratio 7/3: erratum 4."""
    hull = hull_of(7, 3, 3, 7)
    assert_allclose(hull.operating_range, (0.3, 0.7))
    assert_allclose(hull.cost(np.linspace(0.3, 0.7, 9)), 0.3)
    for ratio, vertex in ((2.1, 1), (2.3, 1), (2.334, 0)):
        assert hull.cheapest(1 / (1 + ratio)) == vertex


def test_figure_9_the_envelope_is_the_cheapest_of_a_set_of_classifiers():
    is_positive = np.repeat([True, False], 100)
    score = np.concatenate(
        [np.repeat([3, 2, 1, 0], n) for n in ([36, 34, 20, 10], [9, 16, 25, 50])]
    )
    hull = convex_hull(count(is_positive, score))
    pcf = np.linspace(0, 1, 101)
    lines = [(0, 0), (0.09, 0.36), (0.25, 0.7), (0.5, 0.9), (1, 1)]
    lowest = np.min([normalized_expected_cost(f, t, pcf) for f, t in lines], axis=0)
    assert_allclose(hull.cost(pcf), lowest)


@given(st.integers(1, 400), st.integers(1, 400), rates, st.floats(0, 1))
def test_equations_12_to_14_of_a_full_workforce(positives, negatives, fpr, share):
    """Erratum 7: (14) is correct; its lines meet at P / (P - N) unless P equals N."""
    capacity = share * (positives + negatives)
    tpr = -negatives / positives * fpr + capacity / positives  # 13
    used = share_called(fpr, tpr, positives / (positives + negatives))
    assert_allclose(used, share, atol=1e-9)  # 12 with equality
    for pcf in (0.0, 0.3, 1.0):
        printed = (1 - capacity / positives + (negatives / positives - 1) * fpr) * pcf + fpr
        nec = normalized_expected_cost(fpr, tpr, pcf)
        assert_allclose(nec, printed, rtol=1e-9, atol=1e-9)
    assume(positives != negatives)
    meeting = positives / (positives - negatives)
    nec = normalized_expected_cost(fpr, tpr, meeting)
    expected = (positives - capacity) / (positives - negatives)
    assert_allclose(nec, expected, rtol=1e-6, atol=1e-6)


def test_the_workforce_walk_ends_on_the_constraint_line():
    is_positive = np.repeat([True, False], [50, 150])
    score = np.concatenate(
        [np.repeat([3, 2, 1, 0], n) for n in ([20, 15, 10, 5], [10, 20, 40, 80])]
    )
    counts = count(is_positive, score)
    mixed = workforce(counts, convex_hull(counts), 40 / 200, 0.25).mixture
    assert mixed.tpr == pytest.approx(-150 / 50 * mixed.fpr + 40 / 50)
