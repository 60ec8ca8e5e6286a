"""What a criterion chooses, in words: every criterion has its sentences."""

import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.analysis.calls import choice_by
from costdash.core.choose.choice import Choice, Rule
from costdash.core.choose.criteria import (
    CRITERIA,
    ErrorRate,
    FewestFalseAlarms,
    FixedThreshold,
    LeastCost,
    NeymanPearson,
    Product,
    Workforce,
)
from costdash.report.sentences.criteria import (
    CRITERION_WORDS,
    MIXTURE_NOTE,
    PRODUCT_CAUTION,
    choice_sentences,
)
from tests.report.samples import TWO

MIXED = Choice(
    (Rule("A", 1, 0.0, 0.3), Rule("C", 2, 0.4, 0.95)),
    (0.43, 0.57),
    0.228,
    0.671,
    Rule("A", 2, 0.1, 0.6),
    0.38,
)
POINT = OperatingPoint(0.1, 40, 2)


def test_a_mixture_shows_the_best_single_threshold_and_names_both_models():
    sentences = choice_sentences(NeymanPearson(0.228), MIXED, TWO, POINT)
    assert sentences.text.startswith(
        "Flag a case when A scores 2 or more. Chosen to flag at most 22.8 % of negatives. Of 1,000 "
        "cases, 100 are positive. This finds "
    )
    assert sentences.detail == (
        f"{MIXTURE_NOTE}: A ≥ 3 for 43 % of cases and C ≥ 2 for 57 %, at $1,730."
    )


@pytest.mark.parametrize(
    ("criterion", "rule", "aim"),
    [
        (LeastCost(POINT), "Flag a case when A scores 2 or more. ", ""),
        (
            ErrorRate(POINT),
            "Flag a case when A scores 2 or more. ",
            "Chosen for the fewest errors.",
        ),
        (NeymanPearson(0), "Flag a case when A scores", "Chosen to flag at most 0 % of negatives."),
        (
            NeymanPearson(0.02, 0.95),
            "Flag none.",
            "Chosen to flag at most 2 % of negatives, with 95 % confidence.",
        ),
        (NeymanPearson(1), "Flag all.", "Chosen to flag at most 100 % of negatives."),
        (FewestFalseAlarms(1), "Flag ", "Chosen to find at least 100 % of positives."),
        (Workforce(0.01, 0.1), "Flag none.", "Chosen to flag at most 1 % of cases."),
        (Workforce(0, 0.1), "Flag none.", "Chosen to flag at most 0 % of cases."),
        (
            Product(),
            "Flag a case when ",
            "Chosen for the best sensitivity × specificity.",  # noqa: RUF001
        ),
        (FixedThreshold("C", 2.5), "Flag a case when C scores ", "A threshold of your own."),
    ],
    ids=range(10),
)
def test_the_outcome_opens_with_the_aim_of_the_criterion(criterion, rule, aim):
    criterion = (
        criterion if not isinstance(criterion, LeastCost) else type(criterion)(OperatingPoint(0.4))
    )
    models = {name: model.counts for name, model in TWO.models.items()}
    sentences = choice_sentences(criterion, criterion.choose(models, TWO.hull()), TWO, POINT)
    assert sentences.text.startswith(rule)
    assert f"{aim} Of 1,000 cases, 100 are positive." in sentences.text
    assert (PRODUCT_CAUTION in sentences.detail) == isinstance(criterion, Product)


def test_every_criterion_has_words():
    assert CRITERION_WORDS.keys() == CRITERIA.keys()


@pytest.mark.parametrize(
    ("threshold", "ending"),
    [
        (99, "This finds none of them. Cost per 1,000 cases: $500."),
        (-99, "This finds all of them and raises 900 false alarms. Cost per 1,000 cases: $900."),
    ],
)
def test_headline_states_that_none_or_all_are_found(threshold, ending):
    point, criterion = OperatingPoint(0.1, 5), FixedThreshold("a", threshold)
    predictions = Predictions(is_positive=[0, 1] * 30, scores={"a": list(range(60))})
    analysis = analyse(predictions, n_replicates=100)
    choice = choice_by(criterion, analysis, ["a"])
    text = choice_sentences(criterion, choice, analysis, point).text
    assert f"A threshold of your own. Of 1,000 cases, 100 are positive. {ending}" in text
