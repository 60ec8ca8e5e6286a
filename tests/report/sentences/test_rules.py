"""What it costs to take scores as probabilities, in a sentence."""

from dataclasses import replace

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.figures import View, make_scene
from costdash.intake.api import read_confusions
from costdash.report.sentences.amounts import CASE, THOUSAND, Amounts, Currency
from costdash.report.sentences.phrases import text_of
from costdash.report.sentences.rules import (
    call_words,
    probability_gap_sentence,
    rule_phrases,
    rule_words,
    scores_taken_sentence,
    spoken_threshold,
    to_recalibrate,
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


def test_the_gap_of_the_recommended_model_is_that_of_its_own_thresholds():
    rng = np.random.default_rng(3)
    y = rng.random(500) < 0.2
    scores = {"p": (0.3 * rng.random(500) + 0.3 * y).round(2), "logit": rng.normal(y)}
    analysis = analyse(Predictions(is_positive=y, scores=scores), n_replicates=100)

    def said(*models, **more):
        scene = make_scene(analysis, POINT, View(models, score_driven=True, **more))
        return scores_taken_sentence(scene, EURO)

    odds = POINT.cost_fp / POINT.cost_fn * (1 - POINT.prior) / POINT.prior
    odds *= y.mean() / (1 - y.mean())

    def cost(cut):
        called = scores["p"] >= cut
        missed = POINT.prior * POINT.cost_fn * (~called[y]).mean()
        return missed + (1 - POINT.prior) * POINT.cost_fp * called[~y].mean()

    more = cost(odds / (1 + odds)) - min(map(cost, [*np.unique(scores["p"]), 2]))
    assert more > 0.01
    amounts = Amounts.at(POINT, EURO)
    sentence = probability_gap_sentence(more, POINT, amounts)
    assert said("p") == f"p, on these rows: {sentence.replace('Taken', 'taken')}"
    assert said("logit") == (
        "Scores of logit leave [0, 1], so they cannot be taken as probabilities."
    )
    assert said() == ""

    def offered(*models):
        return to_recalibrate(make_scene(analysis, POINT, View(models, score_driven=True)))

    assert (offered("p"), offered("logit"), offered()) == ("p", None, None)
    models = analysis.models | {
        "p recalibrated": replace(analysis.models["p"], name="p recalibrated")
    }
    analysis = replace(analysis, models=models)
    assert (offered("p"), offered("p recalibrated")) == (None, None)
    again = amounts.more(amounts.cases * more)
    assert said("p").endswith(
        f" Recalibrated on other folds, they cost {again} than that threshold."
    )
    assert scores_taken_sentence(make_scene(analysis, POINT, View(("p",))), EURO) == ""


def test_a_hard_classifier_is_named_without_a_threshold():
    matrices = {"M1": (150, 40, 60, 250), "M2": (250, 45, 5, 200)}
    analysis = analyse(read_confusions(matrices), n_replicates=100)
    point = OperatingPoint(0.3, 2, 2)
    best = analysis.decide(point).best
    said = text_of(rule_phrases(best, spoken_threshold(best), list(matrices)))
    assert (best.model, said, call_words(best)) == ("M2", "Use M2.", "M2")
    assert rule_words(analysis, "M1", 1) == "M1"
    assert call_words(analysis.decide(OperatingPoint(1e-6, 1, 1)).best) == "flag none"
