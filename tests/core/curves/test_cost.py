"""Identities of expected cost, and score-driven costs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from costdash.core import (
    OperatingPoint,
    are_probabilities,
    convex_hull,
    count,
    normalized_expected_cost,
    score_cut,
    score_driven_cost,
    trivial_call,
    trivial_cost,
)
from tests.support.scored import at_pcf, inner_rates, rates, samples

costs = st.floats(1e-3, 1e6)
points = st.builds(OperatingPoint, prior=inner_rates, cost_fn=costs, cost_fp=costs)
PROBABILITIES = ("probabilities",)


@given(points, rates, rates)
def test_expected_cost_is_the_sum_over_the_two_errors(point, fpr, tpr):
    missed, alarms = point.prior * (1 - tpr), (1 - point.prior) * fpr
    cost = point.expected_cost(fpr, tpr)
    assert_allclose(cost, missed * point.cost_fn + alarms * point.cost_fp)
    nec = normalized_expected_cost(fpr, tpr, point.pcf)
    assert_allclose(cost, nec * point.scale, rtol=1e-9, atol=1e-12 * point.scale)
    assert_allclose(point.expected_cost(1, 0), point.scale)


@given(points)
def test_slope_is_one_minus_pcf_over_pcf(point):
    assert_allclose(point.slope * point.pcf, 1 - point.pcf, atol=1e-12)
    assert_allclose(point.pcf, 1 / (1 + point.slope))
    assert_allclose(point.cost_ratio, point.cost_fn / point.cost_fp)


@given(points, st.floats(0, 1))
def test_moving_keeps_the_prior_and_the_cost_of_a_false_alarm(point, pcf):
    moved = at_pcf(point, pcf)
    assert (moved.prior, moved.cost_fp) == (point.prior, point.cost_fp)
    assert_allclose(moved.pcf, np.clip(pcf, 1e-6, 1 - 1e-6))


@given(rates, rates)
def test_area_under_one_cost_line_is_the_mean_of_its_ends(fpr, tpr):
    pcf = np.linspace(0, 1, 101)
    area = np.trapezoid(normalized_expected_cost(fpr, tpr, pcf), pcf)
    assert_allclose(area, (fpr + 1 - tpr) / 2, atol=1e-12)


def test_area_under_the_trivial_triangle_is_a_quarter():
    pcf = np.linspace(0, 1, 101)
    assert_allclose(np.trapezoid(trivial_cost(pcf), pcf), 0.25)


@given(points)
def test_the_trivial_call_is_the_cheaper_of_none_and_all(point):
    call = trivial_call(point)
    cheaper = min(point.expected_cost(0, 0), point.expected_cost(1, 1))
    assert_allclose(call.expected_cost, cheaper)
    assert_allclose(call.nec, trivial_cost(point.pcf), atol=1e-15)
    assert call.call == ("none" if point.pcf <= 0.5 else "all")


@given(samples(), st.floats(0.01, 0.99))
def test_net_benefit_is_the_prior_minus_the_expected_cost(sample, t):
    counts = count(*sample)
    benefit = (counts.tp - counts.fp * t / (1 - t)) / sample.score.size
    point = OperatingPoint(float(counts.prevalence), cost_fn=1, cost_fp=t / (1 - t))
    cost = point.expected_cost(counts.fpr, counts.tpr)
    assert_allclose(benefit, point.prior - cost / point.cost_fn, atol=1e-9)


@given(samples(PROBABILITIES))
def test_area_under_the_brier_curve_is_the_brier_score(sample):
    counts = count(*sample)
    cut = np.unique(np.concatenate(([0.0, 1.0], sample.score)))
    low, high = cut[:-1], cut[1:]
    at = counts.index(high)  # for thresholds above low and up to high
    p, width, middle = counts.prevalence, high - low, (low + high) / 2
    loss = 2 * (p * (1 - middle) * counts.fnr[at] + (1 - p) * middle * counts.fpr[at])
    brier = np.mean((sample.score - sample.is_positive) ** 2)
    assert_allclose(np.sum(loss * width), brier, atol=1e-12)


@given(points, st.floats(-100, 100), st.floats(-100, 100), rates, rates)
def test_a_full_cost_matrix_reduces_to_two_costs_and_a_constant(point, cost_tp, cost_tn, fpr, tpr):
    cost_fn, cost_fp = point.cost_fn + cost_tp, point.cost_fp + cost_tn
    of_positives = tpr * cost_tp + (1 - tpr) * cost_fn
    of_negatives = fpr * cost_fp + (1 - fpr) * cost_tn
    full = point.prior * of_positives + (1 - point.prior) * of_negatives
    constant = point.prior * cost_tp + (1 - point.prior) * cost_tn
    assert_allclose(full, point.expected_cost(fpr, tpr) + constant, rtol=1e-9, atol=1e-9)


@given(samples(PROBABILITIES), inner_rates)
def test_score_driven_costs_are_never_below_the_envelope(sample, score_prior):
    counts, pcf = count(*sample), np.linspace(0, 1, 51)
    cost = score_driven_cost(counts, pcf, score_prior)
    assert (cost >= convex_hull(counts).cost(pcf) - 1e-12).all()


@given(samples(PROBABILITIES), inner_rates, rates)
def test_the_score_driven_threshold_minimises_expected_cost(sample, score_prior, pcf):
    """It is 1 / (1 + cost_fn / cost_fp): one half at equal costs and the prior of the scores."""
    cut = float(score_cut(pcf, score_prior))
    calls = sample.score >= cut
    fpr, tpr = calls[~sample.is_positive].mean(), calls[sample.is_positive].mean()
    cost = score_driven_cost(count(*sample), pcf, score_prior)
    assert_allclose(cost, normalized_expected_cost(fpr, tpr, pcf))
    if 0.001 < pcf < 0.999:
        ratio = pcf / (1 - pcf) * (1 - score_prior) / score_prior  # cost_fn / cost_fp
        assert_allclose(cut, 1 / (1 + ratio))
    assert_allclose(score_cut(score_prior, score_prior), 0.5)


@given(
    st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), min_size=2, max_size=8),
    st.lists(rates, min_size=5, max_size=5),
)
def test_score_driven_costs_of_calibrated_scores_equal_the_envelope(cells, pcf):
    """Calibrated: each distinct score is the share of positives among its rows."""
    score, is_positive = [], []
    for positives, negatives in cells:
        score += [positives / (positives + negatives)] * (positives + negatives)
        is_positive += [True] * positives + [False] * negatives
    counts = count(np.array(is_positive), np.array(score))
    cost = score_driven_cost(counts, pcf, float(counts.prevalence))
    assert_allclose(cost, convex_hull(counts).cost(pcf), atol=1e-12)


@given(samples(), samples())
def test_the_average_of_envelopes_lies_below_the_envelope_of_the_vertical_average(one, other):
    hulls, pcf = [convex_hull(count(*s)) for s in (one, other)], np.linspace(0, 1, 41)
    fpr = np.unique(np.concatenate([h.fpr for h in hulls]))
    tpr = np.mean([np.interp(fpr, h.fpr, h.tpr) for h in hulls], axis=0)
    fpr, tpr = np.append(0, fpr), np.append(0, tpr)
    vertical = normalized_expected_cost(fpr[:, None], tpr[:, None], pcf).min(axis=0)
    assert (np.mean([h.cost(pcf) for h in hulls], axis=0) <= vertical + 1e-12).all()


@pytest.mark.parametrize(
    ("arguments", "rule"),
    [
        ((1.2,), "prior must lie in (0, 1), got 1.2"),
        ((0.0,), "prior must lie in (0, 1), got 0.0"),
        ((float("nan"),), "prior must lie in (0, 1), got nan"),
        ((0.5, 0), "cost_fn must be positive and finite, got 0"),
        ((0.5, 1, -2.5), "cost_fp must be positive and finite, got -2.5"),
        ((0.5, float("inf")), "cost_fn must be positive and finite, got inf"),
    ],
)
def test_an_invalid_operating_point_is_rejected_with_the_rule_and_the_value(arguments, rule):
    with pytest.raises(ValueError, match=rule.replace("(", r"\(").replace(")", r"\)")):
        OperatingPoint(*arguments)


def test_score_driven_costs_need_scores_between_0_and_1():
    counts = count(np.array([True, False]), np.array([1.5, 0.2]))
    assert not are_probabilities(counts)
    with pytest.raises(
        ValueError, match=r"scores must lie in \[0, 1\] to be probabilities, got 0.2 to"
    ):
        score_driven_cost(counts, 0.5, 0.5)
    counts = count(np.array([True, False]), np.array([1.0, 0.0]))
    with pytest.raises(ValueError, match=r"score_prior must lie in \(0, 1\), got 1"):
        score_driven_cost(counts, 0.5, 1)
