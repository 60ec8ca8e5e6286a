"""What it costs to take scores as probabilities, in a sentence."""

import pytest

from costdash.core import OperatingPoint
from costdash.report.sentences.amounts import CASE, THOUSAND, Amounts, Currency
from costdash.report.sentences.rules import probability_gap_sentence

POINT = OperatingPoint(0.1, 50, 2)
EURO = Currency("€", after=True)


@pytest.mark.parametrize(
    ("excess", "amounts", "said"),
    [
        (0.0123, Amounts(EURO), "cost 12.30 € more than the best threshold here, per 1,000 cases."),
        (2.5, Amounts(case_unit=CASE), "cost $2.50 more than the best threshold here, per case."),
        (0.003, Amounts(mistakes=True), "make 3 more errors than the best threshold here, per 1,0"),
        (0.0, Amounts(), "cost no more than the best threshold here."),
        (1e-18, Amounts(mistakes=True), "make no more errors than the best threshold here."),
    ],
)
def test_the_gap_is_named_in_money_or_in_errors(excess, amounts, said):
    assert amounts.case_unit in (THOUSAND, CASE)
    sentence = probability_gap_sentence(excess, POINT, amounts)
    assert sentence.startswith(f"Taken as probabilities, the scores {said}")
