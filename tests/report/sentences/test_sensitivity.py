"""Sensitivity: the best rule within ranges, and the nearest conditions that change the decision."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costdash.core import OperatingPoint
from costdash.core.conditions.intervals import Imprecise
from costdash.report.sentences.sensitivity import (
    changes,
    range_segments,
    sensitivity_sentence,
)
from tests.report.samples import FLAT, IS_POSITIVE, TWINS, TWO, A, C


def ranges_of(prior, fn=(1, 1), fp=(1, 1)):
    return Imprecise(*((x, x) if isinstance(x, float | int) else x for x in (prior, fn, fp)))


@pytest.mark.parametrize(
    ("analysis", "names", "ranges", "sentence"),
    [
        (
            TWO,
            ["A"],
            ranges_of(0.5, (1, 1.5)),
            "While a missed positive costs 1 to 1.5 times a false alarm, the answer does not "
            "change: A ≥ 2.",
        ),
        (
            TWO,
            None,
            ranges_of(0.01, (50, 10_000)),
            "While a missed positive costs 50 to 10,000 times a false alarm, two models are best "
            "in parts of this range: A and C. Flagging all is best in part of it.",
        ),
        (
            TWO,
            None,
            ranges_of((0.2, 0.8)),
            "While 20 % to 80 % of cases are positive, two models are best in parts of this "
            "range: A and C.",
        ),
        (
            TWO,
            ["A"],
            ranges_of((0.1, 0.2), (1, 2), (1, 2)),
            "While 10 % to 20 % of cases are positive and a missed positive costs 0.5 to 2 times "
            "a false alarm, the model does not change: A, at 3 or 2.",
        ),
        (
            TWO,
            ["A"],
            ranges_of((0.1, 0.95)),
            "While 10 % to 95 % of cases are positive, A is best in part of this range, at 3 or 2. "
            "Flagging all is best in part of it.",
        ),
        (
            TWO,
            ["C"],
            ranges_of((0.001, 0.999)),
            "While 0.1 % to 99.9 % of cases are positive, C is best in part of this range, at 3 "
            "or 2. Flagging none and flagging all are best in parts of it.",
        ),
        (
            TWO,
            ["C"],
            ranges_of(0.5, 1, (20, 50)),
            "While a false alarm costs 20 to 50 times a missed positive, the answer does not "
            "change: flag none.",
        ),
        (
            FLAT,
            None,
            ranges_of((0.4, 0.6)),
            "While 40 % to 60 % of cases are positive, flagging none is best in part of this range "
            "and flagging all in the rest.",
        ),
        (
            TWO,
            [],
            ranges_of((0.6, 0.7)),
            "While 60 % to 70 % of cases are positive, the answer does not change: flag all.",
        ),
        (TWO, None, ranges_of(0.5), "At these conditions, the answer does not change: C ≥ 2."),
        (
            TWINS,
            None,
            ranges_of((0.2, 0.6)),
            "While 20 % to 60 % of cases are positive, the model does not change: A, at 3 or 2.",
        ),
    ],
    ids=range(11),
)
def test_sentence_names_the_models_that_are_best_within_the_ranges(
    analysis, names, ranges, sentence
):
    assert sensitivity_sentence(range_segments(analysis, ranges, names), ranges) == sentence


def test_segments_adjoin_and_state_their_conditions_and_costs():
    ranges = ranges_of(0.5, (0.5, 10))
    found = range_segments(TWO, ranges)
    assert [segment.rule for segment in found] == ["A ≥ 2", "C ≥ 2"]
    first, last = found
    assert first.pcf[1] == last.pcf[0]
    switch = OperatingPoint(0.5, first.ranges.cost_fn[1])
    assert switch.pcf == pytest.approx(first.pcf[1])
    assert first.cost == (pytest.approx(0.5 * 0.5 * 0.4 + 0.5 * 0.1), pytest.approx(first.cost[1]))
    assert first.cost[1] == pytest.approx(last.cost[0])
    assert last.cost[1] == pytest.approx(0.5 * 10 * 0.05 + 0.5 * 0.4)


@given(st.floats(0.01, 0.99), st.floats(0.01, 0.99), st.booleans())
def test_without_models_the_segments_are_those_of_the_trivial_rules(a, b, both):
    low, high = sorted((a, b if both else a))
    found = range_segments(TWO, ranges_of((low, high)), [])
    assert (found[0].pcf[0], found[-1].pcf[1]) == (low, high)
    assert {segment.rule for segment in found} <= {"flag none", "flag all"}
    for segment in found:
        assert segment.nec == tuple(pytest.approx(min(pcf, 1 - pcf)) for pcf in segment.pcf)


def cost_at(rule, point):
    """Expected cost of a model's threshold, counted row by row."""
    if rule.call != "some":
        return point.expected_cost(*[float(rule.call == "all")] * 2)
    called = {"A": A, "C": C}[rule.model] >= rule.threshold
    return point.expected_cost(called[~IS_POSITIVE].mean(), called[IS_POSITIVE].mean())


@given(st.floats(0.02, 0.98), st.floats(0.05, 50))
def test_at_a_change_its_rule_costs_as_little_as_any_other(prior, cost_fn):
    for change in changes(TWO, OperatingPoint(prior, cost_fn)):
        there = OperatingPoint(change.switch.prior, cost_fn)
        assert cost_at(change, there) == pytest.approx(TWO.decide(there).best.expected_cost)


@given(st.floats(0.01, 0.99), st.floats(0.01, 0.99))
def test_the_threshold_of_a_segment_is_the_cheapest_at_both_ends(a, b):
    low, high = sorted((a, b))
    for segment in range_segments(TWO, ranges_of((low, high))):
        for prior in segment.ranges.prior:
            least = TWO.decide(OperatingPoint(prior)).best.expected_cost
            assert cost_at(segment, OperatingPoint(prior)) == pytest.approx(least)
