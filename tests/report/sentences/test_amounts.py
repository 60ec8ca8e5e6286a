"""Amounts as text, and the number of cases that they refer to."""

import pytest

from costdash.report.sentences.amounts import CASE, THOUSAND, Amounts, CaseUnit, Currency
from costdash.report.sentences.phrases import brief_amount


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
