"""Scenarios side by side: the best rule of each, and its cost against today's threshold."""

import pytest

from costdash.core import OperatingPoint
from costdash.report.tables.scenarios import PROVOST_FAWCETT, Scenario, scenario_rows
from tests.report.samples import FLAT, TWO


def test_a_row_states_the_best_rule_and_its_cost_against_today():
    today = ("A", 2)
    equal, dear = scenario_rows(PROVOST_FAWCETT, TWO, pin=today)
    assert equal.texts == (
        "10 negatives to 1 positive, equal costs",
        "9.09 %", "1:1", "0.0909", "A", "3", "$63.60", "-50 %"
    )  # fmt: skip
    assert (dear.model, dear.threshold) == ("C", "2")
    assert dear.texts[6:] == ("$818", "-78 %")
    assert dear.pcf == pytest.approx(10 / 11)
    (alone,) = scenario_rows([Scenario("None", OperatingPoint(0.01))], FLAT)
    assert (alone.against, alone.texts[4], alone.texts[-1]) == (None, "flag none", "")


def test_all_costs_have_one_unit():
    """Errors only where both costs are 1 in every scenario."""
    equal = PROVOST_FAWCETT[0]
    assert [row.texts[6] for row in scenario_rows(PROVOST_FAWCETT, TWO)] == ["$63.60", "$818"]
    assert [row.texts[6] for row in scenario_rows([equal] * 2, TWO)] == ["63.6 errors"] * 2


def test_a_scenario_costs_as_much_as_the_decision_at_its_point():
    for row, scenario in zip(scenario_rows(PROVOST_FAWCETT, TWO), PROVOST_FAWCETT):
        best = TWO.decide(scenario.point).best
        assert row.cost == best.expected_cost
        assert row.nec == best.nec
