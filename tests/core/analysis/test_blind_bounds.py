"""Bounds where nobody looked at some rows, against trying many shares of positives one by one."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import costdash
from costdash.core import OperatingPoint
from costdash.core.analysis.blind_bounds import blind_bounds, with_blind_rows
from costdash.core.analysis.calls import call_of_single, choice_by
from costdash.core.choose.criteria import LeastRecall
from costdash.intake.api import read_with_messages
from tests.support.audited import audited

ROLES = {"label": "label", "positive": 1, "scores": ["old", "new"]}


def rows_of(seed, positives=(0.0, 1.0), **more):
    every, seen, _ = audited(np.random.default_rng(seed), rows=1500, positives=0.08, **more)
    seen["label"] = seen["label"].where(every["old"] < 0.95)
    roles = {"verified_by": ("old", 0.9, 0.95), "blind_positives": positives}
    return read_with_messages(seen, **ROLES, **roles)[0]


def cost_at(rows, rule, share, point, from_file):
    """Cost per case, adding up row by row; each blind row is positive to the share."""
    blind = rows.verification.blind

    def called(scores, n):
        if rule.model is None:
            return [rule.call == "all"] * n
        return ((rule.call == "all") | (scores[rule.model] >= rule.threshold)).tolist()

    missed = alarms = positives = negatives = 0.0
    labels, weights = rows.is_positive.astype(float).tolist(), rows.weight.tolist()
    for part, weight, flagged in zip(labels, weights, called(rows.scores, rows.rows), strict=True):
        missed += weight * part * (not flagged)
        alarms += weight * (1 - part) * flagged
        positives, negatives = positives + weight * part, negatives + weight * (1 - part)
    for flagged in called(blind.scores, blind.rows):
        missed, alarms = missed + share * (not flagged), alarms + (1 - share) * flagged
        positives, negatives = positives + share, negatives + 1 - share
    prior = positives / (positives + negatives) if from_file else point.prior
    return (
        prior * point.cost_fn * missed / positives
        + (1 - prior) * point.cost_fp * alarms / negatives
    )


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("from_file", [True, False])
def test_costs_lie_within_their_bounds_and_reach_them(seed, from_file):
    rows = rows_of(seed, ties=seed == 1)
    analysis = costdash.analyse(rows, n_replicates=100)
    prior = analysis.file_prevalence if from_file else 0.02
    point = OperatingPoint(prior, 30, 2)
    bounds = blind_bounds(rows, analysis, point, ["old", "new"], from_file)
    assert bounds.rows == rows.verification.blind.rows > 0
    for rule in bounds.rules:
        own = [cost_at(rows, rule, s, point, from_file) for s in np.linspace(0, 1, 21)]
        allowance = rule.ends[0] - own[0]
        costs = np.array(own) + allowance
        assert_allclose(rule.ends, (costs[0], costs[-1]), rtol=1e-9)
        assert (costs >= rule.low - 1e-9).all()
        assert (costs <= rule.high + 1e-9).all()
        assert abs(costs.min() - rule.low) < 0.02 * rule.high + 1e-9
        assert abs(costs.max() - rule.high) < 0.02 * rule.high + 1e-9
    if bounds.switch is not None:
        a, b = (
            cost_at(rows, rule, bounds.switch, point, from_file)
            + rule.ends[0]
            - cost_at(rows, rule, 0.0, point, from_file)
            for rule in bounds.rules
        )
        assert_allclose(a, b, rtol=1e-6)


def test_the_decision_at_an_end_is_that_of_the_rows_with_these_labels():
    rows = rows_of(5, positives=(0.3, 0.3))
    analysis = costdash.analyse(rows, n_replicates=100)
    point = OperatingPoint(analysis.file_prevalence, 20, 3)
    (rule,) = blind_bounds(rows, analysis, point, ["old", "new"], True).rules
    whole = costdash.analyse(with_blind_rows(rows, 0.3), n_replicates=100)
    best = whole.decide(OperatingPoint(whole.file_prevalence, 20, 3)).best
    assert (rule.model, rule.threshold) == (best.model, best.threshold)
    assert_allclose(rule.ends, best.expected_cost)


@pytest.fixture(params=[0.0, 0.2, 1.0], scope="module")
def analysed_at(request):
    """Rows of which this share of the blind ones is positive, and what is known of them."""
    rows = rows_of(5, positives=(request.param, request.param))
    analysis = costdash.analyse(rows, n_replicates=100)
    return rows, analysis, costdash.analyse(with_blind_rows(rows, request.param), n_replicates=100)


@pytest.mark.parametrize("find", [0.6, 0.97])
def test_a_limit_chooses_at_an_end_as_on_the_rows_with_these_labels(analysed_at, find):
    rows, analysis, whole = analysed_at
    point = OperatingPoint(analysis.file_prevalence, 3, 2)
    limit = LeastRecall(point, find)
    found = blind_bounds(rows, analysis, point, ["old", "new"], True, limit)
    at = OperatingPoint(whole.file_prevalence, 3, 2)
    names = ["old", "new"]
    call = call_of_single(whole, at, choice_by(LeastRecall(at, find), whole, names))
    (rule,) = found.rules
    assert (rule.model, rule.threshold) == (call.model, call.threshold)
    assert_allclose(rule.ends, call.expected_cost)
    assert found.by_criterion
    assert found.switch is None


def test_blind_rows_count_once_whatever_their_share():
    rows = rows_of(6)
    blind = rows.verification.blind.rows
    for share in (0.0, 0.25, 1.0):
        whole = with_blind_rows(rows, share)
        assert_allclose(whole.weight.sum(), rows.weight.sum() + blind)
        assert_allclose(whole.positives, rows.positives + share * blind)


def test_without_blind_rows_there_are_no_bounds():
    _, seen, _ = audited(np.random.default_rng(7), rows=1500, positives=0.08)
    rows = read_with_messages(seen, **ROLES, verified_within="group")[0]
    analysis = costdash.analyse(rows, n_replicates=100)
    assert blind_bounds(rows, analysis, OperatingPoint(0.1, 2, 1), ["old"], False) is None
    with pytest.raises(ValueError, match="nobody looked at"):
        with_blind_rows(rows, 0.5)
