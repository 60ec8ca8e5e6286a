"""What it costs to take scores as probabilities, in a sentence."""

import pytest

from costdash.core import OperatingPoint, analyse
from costdash.intake.api import read_confusions
from costdash.report.sentences.amounts import CASE, THOUSAND, Amounts, Currency
from costdash.report.sentences.phrases import text_of
from costdash.report.sentences.rules import (
    call_words,
    probability_gap_sentence,
    rule_phrases,
    rule_words,
    spoken_threshold,
)

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


def test_a_hard_classifier_is_named_without_a_threshold():
    matrices = {"M1": (150, 40, 60, 250), "M2": (250, 45, 5, 200)}
    analysis = analyse(read_confusions(matrices), n_replicates=100)
    point = OperatingPoint(0.3, 2, 2)
    best = analysis.decide(point).best
    said = text_of(rule_phrases(best, spoken_threshold(analysis, best, point), list(matrices)))
    assert (best.model, said, call_words(best)) == ("M2", "Use M2.", "M2")
    assert rule_words(analysis, "M1", 1) == "M1"
    assert call_words(analysis.decide(OperatingPoint(1e-6, 1, 1)).best) == "flag none"
