"""Sensitivity: the best rule within ranges, and the nearest conditions that change the decision."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costdash.core import OperatingPoint
from costdash.core.choose.decision import trivial_call
from costdash.core.conditions.intervals import Imprecise
from costdash.report.sentences.amounts import DOLLAR, money
from costdash.report.sentences.sensitivity import (
    changes,
    over_ranges,
    range_amounts,
    range_cost,
    ranges_sentence,
    rule_ranges,
)
from tests.report.samples import FLAT, IS_POSITIVE, TWINS, TWO, A, C


def ranges_of(prior, fn=(1, 1), fp=(1, 1)):
    return Imprecise(*((x, x) if isinstance(x, float | int) else x for x in (prior, fn, fp)))


THROUGHOUT = "These rows recommend this rule throughout your ranges."


def sentence_of(analysis, ranges, names=None, point=None, by_criterion=False):
    """The sentence on the rule that is best at a point of the ranges."""
    point = point or OperatingPoint(ranges.prior[0], ranges.cost_fn[0], ranges.cost_fp[1])
    names = list(analysis.models if names is None else names)
    call = analysis.decide(point, names).best if names else trivial_call(point)
    optimal_ranges = rule_ranges(analysis, ranges, names)
    found = over_ranges(analysis, call, ranges, names, optimal_ranges)
    return ranges_sentence(found, call, range_amounts(point, ranges, DOLLAR), by_criterion)


@pytest.mark.parametrize(
    ("analysis", "names", "ranges", "sentence"),
    [
        (TWO, ["A"], ranges_of(0.5, (1, 1.5)), THROUGHOUT),
        (
            TWO,
            None,
            ranges_of((0.2, 0.8)),
            "These rows recommend A in 44 % of your ranges. Keeping this rule makes at most "
            "440 more errors than the best.",
        ),
        (
            TWO,
            ["A"],
            ranges_of((0.1, 0.2), (1, 2), (1, 2)),
            "These rows recommend A throughout your ranges. Keeping this rule costs at most "
            "$40 more than the cheapest.",
        ),
        (
            TWO,
            ["C"],
            ranges_of((0.001, 0.999)),
            "These rows recommend flagging none in 14 % of your ranges. Keeping this rule makes at "
            "most 99,800 more errors than the best.",
        ),
        (TWO, ["C"], ranges_of(0.5, 1, (20, 50)), THROUGHOUT),
        (
            TWINS,
            None,
            ranges_of((0.2, 0.6)),
            "These rows recommend A throughout your ranges. Keeping this rule makes at most "
            "140 more errors than the best.",
        ),
        (TWO, [], ranges_of((0.6, 0.7)), THROUGHOUT),
        (
            FLAT,
            None,
            ranges_of((0.4, 0.6)),
            "These rows recommend flagging none in 50 % of your ranges. Keeping this rule makes at "
            "most 200 more errors than the best.",
        ),
    ],
    ids=range(8),
)
def test_sentence_says_where_the_model_stays_the_cheapest(analysis, names, ranges, sentence):
    assert sentence_of(analysis, ranges, names) == sentence


def test_a_rule_of_another_criterion_is_compared_with_the_cheapest():
    ranges = ranges_of((0.2, 0.8))
    assert sentence_of(TWO, ranges, by_criterion=True) == (
        "Within your ranges this rule makes at most 440 more errors than the best."
    )
    assert sentence_of(TWO, ranges_of(0.5, (1, 1.5)), ["A"], by_criterion=True) == (
        "Within your ranges no rule is cheaper."
    )


@given(st.floats(0.01, 0.98), st.floats(0.001, 0.01))
def test_shares_of_all_models_and_trivial_rules_add_up(prior, width):
    """No vertex of these models is reached by two of them."""
    ranges = ranges_of((prior, prior + width), (0.1, 10))
    found = rule_ranges(TWO, ranges)
    total, said = 0.0, set()
    for one in found:
        middle = sum(one.pcf) / 2
        call = TWO.decide(OperatingPoint(0.5, middle, 1 - middle), list(TWO.models)).best
        if (call.call, call.model) not in said:
            said.add((call.call, call.model))
            total += over_ranges(TWO, call, ranges, list(TWO.models), found).share
    assert total == pytest.approx(1)


def test_the_cost_within_the_ranges_and_the_point_that_the_numbers_are_for():
    ranges = ranges_of((0.2, 0.8), (1, 3))
    call = TWO.decide(OperatingPoint(0.2, 1), list(TWO.models)).best
    found = over_ranges(TWO, call, ranges, list(TWO.models), rule_ranges(TWO, ranges))
    assert found.cost == ranges.expected_cost(call.fpr, call.tpr)
    amounts = range_amounts(OperatingPoint(0.2, 1), ranges, DOLLAR)
    low, high = (money(1000 * cost) for cost in found.cost)
    assert range_cost(found.cost, amounts) == f"ends: {low} to {high}"


@given(st.floats(0.01, 0.5), st.floats(0.51, 0.99), st.floats(0, 1), st.floats(0, 1))
def test_the_largest_excess_over_todays_rule_is_that_of_a_fine_grid(low, high, fpr, tpr):
    ranges = ranges_of((low, high), (1, 3), (0.5, 2))
    best = TWO.decide(OperatingPoint(0.2, 1), list(TWO.models)).best
    today = replace(best, fpr=fpr, tpr=tpr)
    parts = rule_ranges(TWO, ranges)
    found = over_ranges(TWO, best, ranges, list(TWO.models), parts, today=today).over_today
    grid = product(*(np.linspace(*ends, 5) for ends in (ranges.prior, (1, 3), (0.5, 2))))
    points = [OperatingPoint(*map(float, at)) for at in grid]
    excess = [at.expected_cost(best.fpr, best.tpr) - at.expected_cost(fpr, tpr) for at in points]
    assert found == pytest.approx(max(0.0, *excess))


def test_the_sentence_says_where_todays_rule_would_have_been_cheaper():
    ranges = ranges_of((0.2, 0.8), (1, 3))
    call = TWO.decide(OperatingPoint(0.5, 2), list(TWO.models)).best
    amounts = range_amounts(OperatingPoint(0.5, 2), ranges, DOLLAR)
    for rates, expected in (((1.0, 0.0), False), ((0.0, 1.0), True)):
        today = replace(call, fpr=rates[0], tpr=rates[1])
        parts = rule_ranges(TWO, ranges)
        found = over_ranges(TWO, call, ranges, list(TWO.models), parts, today=today)
        said = ranges_sentence(found, call, amounts, by_criterion=False)
        more = f", and {money(1000 * found.over_today)} more than today's rule."
        assert said.endswith(more) == expected


def test_segments_adjoin_and_state_their_conditions_and_costs():
    ranges = ranges_of(0.5, (0.5, 10))
    found = rule_ranges(TWO, ranges)
    assert [optimal_range.rule for optimal_range in found] == ["A ≥ 2", "C ≥ 2"]
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
    found = rule_ranges(TWO, ranges_of((low, high)), [])
    assert (found[0].pcf[0], found[-1].pcf[1]) == (low, high)
    assert {optimal_range.rule for optimal_range in found} <= {"flag none", "flag all"}
    for optimal_range in found:
        assert optimal_range.nec == tuple(
            pytest.approx(min(pcf, 1 - pcf)) for pcf in optimal_range.pcf
        )


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
    for optimal_range in rule_ranges(TWO, ranges_of((low, high))):
        for prior in optimal_range.ranges.prior:
            least = TWO.decide(OperatingPoint(prior)).best.expected_cost
            assert cost_at(optimal_range, OperatingPoint(prior)) == pytest.approx(least)
