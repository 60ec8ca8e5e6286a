"""What a criterion chooses, in words: every criterion has its sentences."""

from dataclasses import replace

import numpy as np
import pytest

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.analysis.calls import choice_by
from costdash.core.analysis.undecided import undecided
from costdash.core.choose.choice import Choice, Rule
from costdash.core.choose.criteria import (
    CRITERIA,
    ErrorRate,
    FewestFalseAlarms,
    FixedThreshold,
    LeastCost,
    MostFlagged,
    NeymanPearson,
    Product,
    Workforce,
)
from costdash.report.sentences.criteria import MIXTURE_NOTE, choice_sentences
from costdash.report.tables.scenarios import Scenario, ScenarioRules, scenario_rows
from tests.core.analysis.test_undecided import NAMES, decided, drawn
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
        (Workforce(0.01, 0.1), "Flag none.", "Chosen to use the whole capacity of 1 % of cases."),
        (Workforce(0, 0.1), "Flag none.", "Chosen to use the whole capacity of 0 % of cases."),
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
    caution = "looks at neither prior nor costs" in sentences.detail
    assert caution == isinstance(criterion, Product)


def test_every_criterion_has_words():
    labels = [entry.label for entry in CRITERIA.values()]
    assert all(labels)
    assert len({*labels}) == len(labels)
    for entry in CRITERIA.values():
        values = [field for field in entry.fields if field.kind is not bool]
        assert all(field.label for field in values if field.name == "limit")
        assert all(field.help for field in (*values[:1], *set(entry.fields) - {*values}))


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


def random_criteria(rng, point):
    """One criterion of every kind, with a random limit."""
    low, high = float(rng.uniform(0.01, 0.3)), float(rng.uniform(0.5, 0.95))
    yield ErrorRate(point)
    yield NeymanPearson(low)
    yield NeymanPearson(low, 0.9)
    yield FewestFalseAlarms(high)
    yield Workforce(low, point.prior)
    yield Product()
    yield FixedThreshold("a", float(rng.uniform(0.3, 0.7)))


@pytest.mark.parametrize("seed", range(4))
def test_the_printed_threshold_calls_what_the_criterion_chose_and_keeps_its_limit(seed):
    rng = np.random.default_rng(seed)
    y = rng.random(900) < 0.3
    score = 1 / (1 + np.exp(-rng.normal(1.5 * y, 1)))
    analysis = analyse(Predictions(is_positive=y, scores={"a": score}), n_replicates=100)
    point = OperatingPoint(0.2, 5)
    for criterion in random_criteria(rng, point):
        choice = choice_by(criterion, analysis, ["a"])
        said = choice_sentences(criterion, choice, analysis, point)
        texts = [part.text for part in said.rule if part.role == "threshold"]
        called = score >= float(texts[0])
        exact = analysis.models["a"].counts.threshold[choice.single.index]
        assert np.array_equal(called, score >= exact)
        fpr, tpr = called[~y].mean(), called[y].mean()
        assert fpr <= getattr(criterion, "max_fpr", 1)
        assert tpr >= getattr(criterion, "min_tpr", 0)
        flagged = point.prior * tpr + (1 - point.prior) * fpr
        assert flagged <= getattr(criterion, "capacity", 1) + 1e-12
        if choice.tie is None:
            rules = ScenarioRules(criterion=criterion)
            (row,) = scenario_rows([Scenario("Now", point)], analysis, rules=rules)
            assert row.texts[5] == f"a ≥ {texts[0]}"


@pytest.mark.parametrize(
    ("criterion", "names"),
    [(MostFlagged(POINT, 0.1), NAMES), (FixedThreshold("a", 0.5), NAMES[1:])],
    ids=["limit", "threshold of a model that is off"],
)
def test_the_division_into_folds_is_said_to_decide_about_least_cost_alone(criterion, names):
    rows = drawn(0)
    shown = replace(rows, scores={name: rows.scores[name] for name in names})
    analysis = decided(shown, analyse(rows, n_replicates=100), 0)
    points = [OperatingPoint(0.125, cost, 1) for cost in np.geomspace(1, 60, 40)]
    doubtful = [p for p in points if undecided(analysis, analysis.decide(p, names, 0), names)]
    assert doubtful
    for point in doubtful:
        choice = choice_by(criterion, analysis, names)
        assert not choice_sentences(criterion, choice, analysis, point, names=names).undecided
