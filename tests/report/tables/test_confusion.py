"""The expected confusion matrix: words, counts and costs of its cells."""

import pytest

from costdash.core import OperatingPoint, trivial_call
from costdash.core.choose.decision import Call, rates_at
from costdash.report.tables.confusion import confusion

POINT = OperatingPoint(prior=0.006, cost_fn=4000, cost_fp=80)


def call(fpr, tpr):
    return Call("some", "rf", ("rf",), 0.5, "0.5", 3, **rates_at(POINT, fpr, tpr))


def test_cells_have_words_counts_and_costs():
    cells = confusion(call(0.038, 0.78), POINT, cases=1000)
    assert (cells.positives, cells.negatives) == ("positive, 6", "negative, 994")
    assert cells.found.label == "found, 4.68"
    assert cells.missed.label == "missed, 1.32, $5,280"
    assert cells.false_alarm.label == "false alarm, 37.8, $3,020"
    assert cells.left_alone.label == "left alone, 956"


def test_default_number_of_cases_is_that_of_the_decision():
    assert confusion(call(0.1, 0.5), POINT).cases == 10_000


@pytest.mark.parametrize(("fpr", "tpr"), [(0, 0), (1, 1), (0.2, 0.9), (0, 1)])
def test_cells_add_up_to_the_number_of_cases(fpr, tpr):
    rule = call(fpr, tpr)
    cells = confusion(rule, POINT, 500)
    four = (cells.found, cells.missed, cells.false_alarm, cells.left_alone)
    assert sum(cell.count for cell in four) == pytest.approx(500)
    assert sum(cell.cost for cell in four) == pytest.approx(500 * rule.expected_cost)


def test_calling_none_finds_nothing():
    cells = confusion(trivial_call(POINT), POINT, 1000)
    assert (cells.found.text, cells.missed.text, cells.false_alarm.text) == ("0", "6", "0")


def test_a_count_below_the_total_prints_as_less_than_the_total():
    assert confusion(call(0.0, 0.99996), POINT, 1000).found.text == "5.9998"


def test_cells_have_no_costs_while_both_costs_are_one():
    point = OperatingPoint(0.1)
    assert confusion(call(0.1, 0.5), point).missed.cost_text == ""
