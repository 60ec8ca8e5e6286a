"""The ledger: its counts, prices and amounts, which add up as they are printed."""

from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from costdash.core import OperatingPoint, trivial_call
from costdash.core.choose.decision import Call, rates_at
from costdash.report.sentences.amounts import Currency, ledger, rounded_sum
from costdash.report.tables.decision import ledger_table

POINT = OperatingPoint(prior=0.006, cost_fn=4000, cost_fp=80)
costs = st.floats(1e-30, 1e30)
amounts = st.just(0.0) | costs


def call(fpr, tpr, point=POINT):
    return Call("some", "rf", ("rf",), 0.5, "0.5", 3, **rates_at(point, fpr, tpr))


def value(text):
    """The number that an amount or a count prints."""
    return Decimal(text.replace("$", "").replace(",", "") or "0")


def test_lines_have_words_counts_prices_and_amounts():
    rows = ledger_table(ledger(call(0.0371, 0.7617), POINT), "The best rule").rows
    assert rows == (
        ("Found", "45.7", "", ""),
        ("Missed", "14.3", "$4,000", "$57,200"),
        ("False alarms", "369", "$80", "$29,500"),
        ("Correctly left alone", "9,571", "", ""),
        ("Total", "", "", "$86,700"),
    )


def test_the_title_names_the_rule_and_the_number_of_cases():
    table = ledger_table(ledger(call(0.1, 0.5), POINT), "The best rule")
    assert table.title == "The best rule, of 10,000 cases"


@pytest.mark.parametrize(("fpr", "tpr"), [(0, 0), (1, 1), (0.2, 0.9), (0, 1)])
def test_numbers_add_up_to_the_cases_and_the_cost(fpr, tpr):
    rule = call(fpr, tpr)
    entries = ledger(rule, POINT, 500).entries
    assert sum(one.cases for one in entries) == pytest.approx(500)
    assert sum(one.cost for one in entries) == pytest.approx(500 * rule.expected_cost)


def test_flagging_none_finds_nothing():
    lines = ledger(trivial_call(POINT), POINT, 1000)
    assert [one.count for one in lines.entries] == ["0", "6", "0", "994"]
    assert lines.total == "$24,000"


def test_there_are_no_prices_while_both_costs_are_one():
    point = OperatingPoint(0.1)
    table = ledger_table(ledger(call(0.1, 0.5, point), point), "The best rule")
    assert {len(row) for row in table.rows} == {2}
    assert table.rows[-1] == ("Missed and false alarms", "140")


@given(
    st.floats(1e-6, 1 - 1e-6), st.floats(0.01, 1e6), st.floats(0.01, 1e6), *[st.floats(0, 1)] * 2
)
@example(0.3, 20_000, 0.01, 0.0371, 0.7617)
def test_printed_amounts_add_up_to_the_printed_total(prior, cost_fn, cost_fp, fpr, tpr):
    point = OperatingPoint(prior, cost_fn, cost_fp)
    if cost_fn == cost_fp == 1:
        return
    lines = ledger(call(fpr, tpr, point), point, currency=Currency("$"))
    parts = [value(lines.missed.amount), value(lines.false_alarms.amount)]
    assert sum(parts) == value(lines.total)


@given(amounts, amounts)
def test_rounded_parts_add_up_and_stay_near(a, b):
    rounded = rounded_sum([a, b])
    assert sum(rounded.terms) == rounded.total
    unit = 10.0**rounded.place
    for exact, part in zip((a, b), rounded.terms, strict=True):
        assert abs(exact - float(part)) <= 1.5 * unit * (1 + 1e-9)
    assert abs(a + b - float(rounded.total)) <= 0.005 * (a + b)
