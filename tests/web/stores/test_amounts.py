"""Amounts on the page: per case, per 1,000 cases, per month, or for a readable number."""

import pytest

from costdash.core import OperatingPoint
from costdash.report.sentences.amounts import CaseUnit, money
from costdash.web.callbacks import ranges
from costdash.web.routes.download import report_of
from costdash.web.storage.analyses import analysis_of
from costdash.web.stores import answer
from costdash.web.stores.question import Question
from costdash.web.stores.read import Unreadable, case_unit_of, currency_of

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
    assert f"Cost there, {shared}" in told["optimal_ranges"]["head"]
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


@pytest.mark.parametrize(("form", "total"), [("€5", "€"), ("5 CHF", " CHF"), (None, "$")])
def test_a_typed_currency_is_that_of_page_and_report(view, visit, settings, form, total):
    conditions = CONDITIONS | {"ranges": None, "currency": form}
    question = Question.of(OWN, conditions, view)
    report = report_of(question)
    assert report.currency == question.currency
    told, _ = answer.answer_question(question)
    assert total in str(told["confusion"])


@pytest.mark.parametrize("form", ["<b>5", "€", "5", "EURO 5", "€5 "])
def test_other_currencies_are_unreadable(form):
    with pytest.raises(Unreadable):
        currency_of({"prior": 0.1, "cost_fn": 1, "cost_fp": 1, "currency": form}, "$")


def test_case_unit_is_read():
    assert case_unit_of({}) is None
    assert case_unit_of({"case_unit": MONTH}) == CaseUnit.per_period(20_000)


@pytest.mark.parametrize(
    "given", [7, {}, {"cases": 0}, {"cases": "many"}, {"cases": 5, "period": "aeon"}]
)
def test_invalid_case_units_are_unreadable(given):
    with pytest.raises(Unreadable):
        case_unit_of({"case_unit": given})
