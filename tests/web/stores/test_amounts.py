"""Amounts on the page: per case, per 1,000 cases, per month, or for a readable number."""

import pytest

from costdash.core import OperatingPoint
from costdash.report.sentences.amounts import CaseUnit, money
from costdash.web.callbacks import ranges
from costdash.web.routes.download import report_of
from costdash.web.storage.analyses import analysis_of
from costdash.web.stores import answer
from costdash.web.stores.question import Question
from costdash.web.stores.read import Unreadable, case_unit_of

TOKEN = "sample-breast-cancer"
OWN = {"token": TOKEN, "revision": "1"}
RANGES = {"prior": [0.002, 0.006], "cost_fn": [50, 200], "cost_fp": [5, 5]}
CONDITIONS = OWN | {"prior": 0.004, "cost_fn": 100, "cost_fp": 5, "ranges": RANGES, "seq": 1}
MONTH = {"cases": 20_000, "period": "month"}


@pytest.fixture
def view(visit):
    return OWN | {"models": list(analysis_of(TOKEN, visit).models), "level": 0.95, "seq": 2}


@pytest.mark.parametrize(
    ("unit", "of", "per", "shared"),
    [
        (None, "Of 100,000 cases, 400 are positive. ", "per 100,000", "per 1,000"),
        ({"cases": 1}, " or more. This finds ", "per case", "per case"),
        ({"cases": 1000}, "Of 1,000 cases, 4 are positive. ", "per 1,000", "per 1,000"),
        (MONTH, "Of 20,000 cases a month, 80 are positive. ", "per month", "per month"),
    ],
    ids=["spoken", "case", "thousand", "month"],
)
def test_page_and_report_use_the_same_case_unit(view, visit, settings, unit, of, per, shared):
    conditions = CONDITIONS | {"case_unit": unit}
    told, _ = answer.answer_question(Question.of(OWN, conditions, view))
    mean = OperatingPoint(0.004, 125, 5)  # of the ranges: the rule is cheapest on average
    best = analysis_of(TOKEN, visit).decide(mean).best
    cases = (unit or {"cases": 100_000})["cases"]
    assert of in told["spoken"]
    assert money(cases * best.expected_cost) in told["spoken"]
    assert f"cost {per}" in str(told["rules_table"])
    assert f"Cost {shared}" in told["optimal_ranges"]["head"]
    assert f"'Cost {per}'" in str(told["scenarios"])
    ranked = str(ranges.model_ranking(Question.of(OWN, conditions, view)))
    assert f"Cost {per}" in ranked
    made = report_of(Question.of({"token": TOKEN}, conditions, view))
    assert made.summary.text == told["spoken"]


def test_a_criterion_headline_can_state_amounts_per_case(view, settings):
    asked = CONDITIONS | {
        "case_unit": {"cases": 1},
        "criterion": {"kind": "capacity", "limit": 0.2},
    }
    said = answer.answer_question(Question.of(OWN, asked, view))[0]["spoken"]
    assert " of cases. This finds " in said
    assert " per case against no model" in said or " per case more than no model" in said


def test_case_unit_is_read():
    assert case_unit_of({}) is None
    assert case_unit_of({"case_unit": MONTH}) == CaseUnit.per_period(20_000)


@pytest.mark.parametrize(
    "given", [7, {}, {"cases": 0}, {"cases": "many"}, {"cases": 5, "period": "aeon"}]
)
def test_invalid_case_units_are_unreadable(given):
    with pytest.raises(Unreadable):
        case_unit_of({"case_unit": given})
