"""Amounts as text, and the number of cases that they refer to."""

import pytest

from costdash.report.sentences.amounts import CASE, THOUSAND, CaseUnit, Currency


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
