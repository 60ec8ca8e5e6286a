"""What a criterion chooses, in words: every criterion has its sentences."""

import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.analysis.calls import choice_by
from costdash.core.choose.choice import Choice, Rule
from costdash.core.choose.criteria import (
    CRITERIA,
    ErrorRate,
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


def test_a_mixture_names_both_models_and_the_best_single_threshold():
    headline, detail = choice_sentences(NeymanPearson(0.228), MIXED, TWO, POINT)
    assert headline == (
        "For a false positive rate of at most 22.8 %, use A at 3 for 43 % of cases and C at 2 for "
        "57 %. Of 1,000 cases, 100 positive, it finds 67.1 and raises 205 false alarms: $1,730."
    )
    assert detail == (
        MIXTURE_NOTE
        + " The best single threshold, A at 2, finds 60 and raises 90 false alarms: $1,780."
    )


@pytest.mark.parametrize(
    ("criterion", "opening"),
    [
        (LeastCost(POINT), "Use A and call positive at a score of "),
        (ErrorRate(POINT), "For the fewest mistakes, use A and call positive at a score of 2"),
        (NeymanPearson(0), "For a false positive rate of at most 0 %, use A and call positive"),
        (
            NeymanPearson(0.02, 0.95),
            "For a false positive rate of at most 2 % with 95 % confidence, call none positive.",
        ),
        (NeymanPearson(1), "For a false positive rate of at most 100 %, call all positive."),
        (
            Workforce(0.01, 0.1),
            "To call at most 1 % of cases positive, call none for 66.7 % of cases and use A at 3 "
            "for 33.3 %.",
        ),
        (Workforce(0, 0.1), "To call at most 0 % of cases positive, call none positive."),
        (
            Product(),
            "For the largest product of true positive and true negative rate, use A at 2 for ",
        ),
        (FixedThreshold("C", 2.5), "With the threshold held fixed, use C and call positive at "),
    ],
    ids=range(9),
)
def test_headline_opens_with_the_aim_of_the_criterion(criterion, opening):
    criterion = (
        criterion if not isinstance(criterion, LeastCost) else type(criterion)(OperatingPoint(0.4))
    )
    models = {name: model.counts for name, model in TWO.models.items()}
    headline, detail = choice_sentences(criterion, criterion.choose(models, TWO.hull()), TWO, POINT)
    assert headline.startswith(opening)
    assert (PRODUCT_CAUTION in detail) == isinstance(criterion, Product)


def test_every_criterion_has_words():
    assert CRITERION_WORDS.keys() == CRITERIA.keys()


@pytest.mark.parametrize(
    ("threshold", "ending"),
    [(99, "none is found: $500."), (-99, "all are found, with 900 false alarms: $900.")],
)
def test_headline_states_that_none_or_all_are_found(threshold, ending):
    point, criterion = OperatingPoint(0.1, 5), FixedThreshold("a", threshold)
    predictions = Predictions(is_positive=[0, 1] * 30, scores={"a": list(range(60))})
    analysis = analyse(predictions, n_replicates=100)
    choice = choice_by(criterion, analysis, ["a"])
    assert choice_sentences(criterion, choice, analysis, point)[0].endswith(ending)
