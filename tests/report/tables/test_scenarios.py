"""Scenarios side by side: the rule of each, and what keeping that of now and of today costs."""

import pytest

from costdash.core import OperatingPoint
from costdash.core.choose.criteria import MostFlagged, NeymanPearson, Workforce
from costdash.figures import View, make_scene
from costdash.report.tables.scenarios import (
    Scenario,
    ScenarioRules,
    scenario_rows,
    scenarios_table,
)
from costdash.wording import number
from tests.report.samples import FLAT, PROVOST_FAWCETT, TWO

TODAY = ScenarioRules(today=("A", 2))


def test_a_row_states_the_rule_and_what_keeping_others_costs():
    equal, dear = scenario_rows(PROVOST_FAWCETT, TWO, rules=TODAY)
    assert equal.texts == (
        "10 negatives to 1 positive, equal costs",
        "9.09 %", "$1", "$1", "0.0909", "A ≥ 3", "$63.60", "the same", "$127", "$90.90 flag none"
    )  # fmt: skip
    assert (dear.model, dear.threshold) == ("C", "2")
    assert dear.pcf == pytest.approx(10 / 11)
    unchanged = PROVOST_FAWCETT[1].point.expected_cost(equal.best.fpr, equal.best.tpr)
    assert dear.unchanged == unchanged
    extra = round(100 * (unchanged / dear.cost - 1))
    assert dear.texts[7] == f"${number(1000 * unchanged)} +{extra} %"
    (alone,) = scenario_rows([Scenario("None", OperatingPoint(0.01))], FLAT)
    assert (alone.today, alone.against, alone.texts[5]) == (None, None, "flag none")


def test_the_column_of_today_is_there_only_with_todays_rule():
    for rules, shown in ((TODAY, True), (None, False)):
        table = scenarios_table(scenario_rows(PROVOST_FAWCETT, TWO, rules=rules), "per 1,000")
        assert ("Today" in table.head) == shown
        assert {len(row) for row in table.rows} == {len(table.head)}


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


def test_a_criterion_chooses_in_every_scenario():
    rows = scenario_rows(PROVOST_FAWCETT, TWO, rules=ScenarioRules(criterion=NeymanPearson(0.3)))
    assert len({(row.best.fpr, row.best.tpr) for row in rows}) == 1
    assert all(row.best.fpr <= 0.3 for row in rows)
    points = [OperatingPoint(prior, 5) for prior in (0.05, 0.6)]
    scenarios = [Scenario(str(point.prior), point) for point in points]
    rows = scenario_rows(scenarios, TWO, rules=ScenarioRules(criterion=Workforce(0.3, 0.05)))
    for row, point in zip(rows, points):
        called = point.prior * row.best.tpr + (1 - point.prior) * row.best.fpr
        assert called <= 0.3 + 1e-9
        assert row.threshold is not None  # one threshold, as on the card


def test_the_scenario_of_now_has_the_rule_of_the_card_under_a_limit():
    point = OperatingPoint(0.4, 5)
    criterion = MostFlagged(point, 0.123)
    scene = make_scene(TWO, point, View(models=tuple(TWO.models), criterion=criterion))
    assert scene.choice.tie is not None, "two thresholds by lot come closer to the limit"
    (now,) = scenario_rows([Scenario("Now", point)], TWO, rules=ScenarioRules(criterion=criterion))
    rule = scene.single
    assert (now.model, now.threshold, now.cost) == (rule.model, rule.text, rule.model_cost)
