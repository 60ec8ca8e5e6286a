"""Amounts as text, and the number of cases that they refer to."""

import pytest

from costdash.figures.view import Unit
from costdash.report.sentences.amounts import CASE, THOUSAND, Amounts, CaseUnit, Currency, money
from costdash.report.sentences.phrases import brief_amount
from costdash.typed import parse_amount


def test_an_amount_states_its_number_of_cases():
    euro = Currency("€", after=True)
    assert CASE.amount(1.36) == "$1.36 per case"
    assert THOUSAND.amount(0) == "$0 per 1,000 cases"
    assert (
        CaseUnit.per_period(250_000, "year").amount(2, euro)
        == "500,000 € per year of 250,000 cases"
    )
    with pytest.raises(ValueError, match="cases must be positive and finite, got 0"):
        CaseUnit.per_period(0)


def test_one_case_is_singular():
    assert CaseUnit.per_period(1).words == "per month of 1 case"


def test_brief_amounts_follow_the_currency_and_the_amount_beside():
    assert brief_amount(9_990, Amounts()) == "$9,990"
    assert brief_amount(9_990, Amounts(), beside=10_000) == "$9.99k"
    assert brief_amount(0, Amounts(), beside=10_000) == "$0"
    assert brief_amount(144_256, Amounts(Currency("€", after=True))) == "144k €"
    assert brief_amount(58_189, Amounts(mistakes=True)) == "58.2k"


@pytest.mark.parametrize(
    ("form", "amount", "brief"),
    [
        ("€", "€4,320", "€4.32M"),
        ("kr ", "kr 4,320", "kr 4.32M"),
        ("5 €", "4,320 €", "4.32M €"),
        ("1'000 €", "4'320 €", "4.32M €"),
        ("CHF 1\u00a0000", "CHF 4\u00a0320", "CHF 4.32M"),
        ("1000", "4320", "4.32M"),
        ("", "4,320", "4.32M"),
    ],
)
def test_amounts_look_as_the_currency_says(form, amount, brief):
    currency = Currency.of(form)
    assert (money(4321, currency), money(-4321, currency)) == (amount, f"\u2212{amount}")
    assert brief_amount(4_321_000, Amounts(currency)) == brief
    assert Unit(**currency.form).money("4,320") == amount
    assert parse_amount(amount, currency.symbol) == 4320


@pytest.mark.parametrize("form", ["1", "20 €", "1.000 €", "€ 5 $", "1'00 €"])
def test_other_forms_are_no_currency(form):
    with pytest.raises(ValueError, match="currency must be a symbol, or 1000 as amounts should"):
        Currency.of(form)
