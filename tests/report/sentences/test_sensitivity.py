"""The sentences of ranges, criteria, matrix and scenarios, on tables of cases. Read them aloud."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.analysis.calls import choice_by
from costdash.core.choose.choice import Choice, Rule
from costdash.core.choose.criteria import (
    ErrorRate,
    FixedThreshold,
    LeastCost,
    NeymanPearson,
    Product,
    Workforce,
)
from costdash.core.choose.switch_points import nearest_switch, switch_points
from costdash.core.conditions.cost_matrix import Cells, CostMatrix
from costdash.core.conditions.distributions import Beta, PointMass, Triangular, Uniform
from costdash.core.conditions.intervals import Imprecise
from costdash.report.sentences.amounts import CASE, THOUSAND, CaseUnit, Currency
from costdash.report.sentences.cost_matrix import reduction_sentences, tables_sentences
from costdash.report.sentences.criteria import CAUTION, SPLIT, choice_sentences
from costdash.report.sentences.sensitivity import (
    change_sentences,
    range_segments,
    sensitivity_sentence,
)
from costdash.report.tables.ranking import (
    RankedModel,
    Ranking,
    distribution_words,
    money_weighting,
    normalized_weighting,
    rank_models,
    ranking_sentence,
)
from costdash.report.tables.scenarios import PROVOST_FAWCETT, Scenario, scenario_rows

# 100 positives and 100 negatives; scores 3, 2, 1 reach (0, 30), (10, 60), (100, 100) with A and
# (5, 30), (40, 95), (100, 100) with C
IS_POSITIVE = np.repeat([True, False], 100)
A = np.repeat([3.0, 2, 1, 2, 1], [30, 30, 40, 10, 90])
C = np.repeat([3.0, 2, 1, 3, 2, 1], [30, 65, 5, 5, 35, 60])
TWO = analyse(Predictions(is_positive=IS_POSITIVE, scores={"A": A, "C": C}), n_replicates=100)
TWINS = analyse(Predictions(is_positive=IS_POSITIVE, scores={"A": A, "B": A}), n_replicates=100)
FLAT = analyse(Predictions(is_positive=IS_POSITIVE, scores={"A": A * 0}), n_replicates=100)


def known(prior, fn=(1, 1), fp=(1, 1)):
    return Imprecise(*((x, x) if isinstance(x, float | int) else x for x in (prior, fn, fp)))


@pytest.mark.parametrize(
    ("analysis", "names", "ranges", "sentence"),
    [
        (
            TWO,
            ["A"],
            known(0.5, (1, 1.5)),
            "While a missed positive costs 1 to 1.5 times a false alarm, the answer does not "
            "change: A at 2.",
        ),
        (
            TWO,
            None,
            known(0.01, (50, 10_000)),
            "While a missed positive costs 50 to 10,000 times a false alarm, two models are best "
            "in parts of this range: A and C. Calling all is best in part of it.",
        ),
        (
            TWO,
            None,
            known((0.2, 0.8)),
            "While 20 % to 80 % of cases are positive, two models are best in parts of this "
            "range: A and C.",
        ),
        (
            TWO,
            ["A"],
            known((0.1, 0.2), (1, 2), (1, 2)),
            "While 10 % to 20 % of cases are positive and a missed positive costs 0.5 to 2 times "
            "a false alarm, the model does not change: A, at 3 or 2.",
        ),
        (
            TWO,
            ["A"],
            known((0.1, 0.95)),
            "While 10 % to 95 % of cases are positive, A is best in part of this range, at 3 or 2. "
            "Calling all is best in part of it.",
        ),
        (
            TWO,
            ["C"],
            known((0.001, 0.999)),
            "While 0.1 % to 99.9 % of cases are positive, C is best in part of this range, at 3 "
            "or 2. Calling none and calling all are best in parts of it.",
        ),
        (
            TWO,
            ["C"],
            known(0.5, 1, (20, 50)),
            "While a false alarm costs 20 to 50 times a missed positive, the answer does not "
            "change: call none.",
        ),
        (
            FLAT,
            None,
            known((0.4, 0.6)),
            "While 40 % to 60 % of cases are positive, calling none is best in part of this range "
            "and calling all in the rest.",
        ),
        (
            TWO,
            [],
            known((0.6, 0.7)),
            "While 60 % to 70 % of cases are positive, the answer does not change: call all.",
        ),
        (TWO, None, known(0.5), "At these conditions, the answer does not change: C at 2."),
        (
            TWINS,
            None,
            known((0.2, 0.6)),
            "While 20 % to 60 % of cases are positive, the model does not change: A, at 3 or 2.",
        ),
    ],
    ids=range(11),
)
def test_sensitivity(analysis, names, ranges, sentence):
    assert sensitivity_sentence(range_segments(analysis, ranges, names), ranges) == sentence


def test_answers_tell_where_they_hold_and_what_they_cost():
    ranges = known(0.5, (0.5, 10))
    found = range_segments(TWO, ranges)
    assert [answer.rule for answer in found] == ["A at 2", "C at 2"]
    first, last = found
    assert first.pcf[1] == last.pcf[0]
    switch = OperatingPoint(0.5, first.ranges.cost_fn[1])
    assert switch.pcf == pytest.approx(first.pcf[1])
    assert first.cost == (pytest.approx(0.5 * 0.5 * 0.4 + 0.5 * 0.1), pytest.approx(first.cost[1]))
    assert first.cost[1] == pytest.approx(last.cost[0])
    assert last.cost[1] == pytest.approx(0.5 * 10 * 0.05 + 0.5 * 0.4)


@given(st.floats(0.01, 0.99), st.floats(0.01, 0.99), st.booleans())
def test_answers_of_no_model_are_the_trivial_ones(a, b, both):
    low, high = sorted((a, b if both else a))
    found = range_segments(TWO, known((low, high)), [])
    assert (found[0].pcf[0], found[-1].pcf[1]) == (low, high)
    assert {answer.rule for answer in found} <= {"call none", "call all"}
    for answer in found:
        assert answer.nec == tuple(pytest.approx(min(pcf, 1 - pcf)) for pcf in answer.pcf)


@pytest.mark.parametrize(
    ("analysis", "names", "point", "sentence"),
    [
        (
            TWO,
            ["A", "C"],
            OperatingPoint(0.5, 1, 1),
            "Below a prior of 46.2 %, or if a false alarm cost more than 1.17 times a missed "
            "positive, A at 2 would be better.",
        ),
        (
            TWO,
            ["A"],
            OperatingPoint(0.01, 1000),
            "Below a prior of 0.224 %, or if a missed positive cost less than 223 times a false "
            "alarm, A at 2 would be better.",
        ),
        (FLAT, None, OperatingPoint(0.5), "At these very conditions calling all costs the same."),
        (TWO, [], OperatingPoint(0.5), ""),
    ],
    ids=["model", "trivial", "tie", "no model"],
)
def test_what_would_change_the_decision(analysis, names, point, sentence):
    said = " ".join(change_sentences(analysis, point, names))
    assert said.startswith(sentence)


def test_a_perfect_model_is_never_left():
    perfect = Predictions(is_positive=IS_POSITIVE, scores={"A": IS_POSITIVE.astype(float)})
    said = change_sentences(analyse(perfect, n_replicates=100), OperatingPoint(0.5))
    assert said == ["No prior and no cost would change this decision."]


@given(st.floats(0.02, 0.98), st.floats(0.05, 50))
def test_the_change_told_is_the_nearest(prior, cost_fn):
    point = OperatingPoint(prior, cost_fn)
    near = nearest_switch(switch_points(TWO.hull(), point))
    said = " ".join(change_sentences(TWO, point))
    above = near.prior > prior
    assert said.startswith("Above" if above else "Below") or "costs the same" in said


MIXED = Choice(
    (Rule("A", 1, 0.0, 0.3), Rule("C", 2, 0.4, 0.95)),
    (0.43, 0.57),
    0.228,
    0.671,
    Rule("A", 2, 0.1, 0.6),
    0.38,
)
POINT = OperatingPoint(0.1, 40, 2)


def test_a_mixture_is_told_with_both_models_and_the_best_single_threshold():
    headline, detail = choice_sentences(NeymanPearson(0.228), MIXED, TWO, POINT)
    assert headline == (
        "For a false positive rate of at most 22.8 %, use A at 3 for 43 % of cases and C at 2 for "
        "57 %. Of 1,000 cases, 100 positive, it finds 67.1 and raises 205 false alarms: $1,730."
    )
    assert detail == (
        SPLIT + " The best single threshold, A at 2, finds 60 and raises 90 false alarms: $1,780."
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
def test_every_criterion_opens_with_its_aim(criterion, opening):
    criterion = (
        criterion if not isinstance(criterion, LeastCost) else type(criterion)(OperatingPoint(0.4))
    )
    models = {name: model.counts for name, model in TWO.models.items()}
    headline, detail = choice_sentences(criterion, criterion.choose(models, TWO.hull()), TWO, POINT)
    assert headline.startswith(opening)
    assert (CAUTION in detail) == isinstance(criterion, Product)


NEC = Ranking((RankedModel("A", 0.08, 0.01), RankedModel("C", 0.09, None)))


@pytest.mark.parametrize(
    ("ranking", "sentence"),
    [
        (NEC, "In expectation A has a normalized cost of 0.08, 0.01 less than C."),
        (
            Ranking((RankedModel("A", 0.08, None),)),
            "In expectation A has a normalized cost of 0.08.",
        ),
        (Ranking(()), "No model is switched on."),
        (
            Ranking(
                (RankedModel("A", 1.36, 0.64, (0.5, 0.8)), RankedModel("C", 2, None)), 0.9, 1000
            ),
            "In expectation A costs $1,360 per 1,000 cases, $640 less than C (90 % band $500 to "
            "$800).",
        ),
        (
            Ranking((RankedModel("A", 1.36, 0.64, (-0.5, 0.8)), RankedModel("C", 2, None)), 0.9, 1),
            "In expectation A costs $1.36 per case, $0.64 less than C (90 % band -$0.50 to "
            "$0.80). The band holds zero.",
        ),
        (
            Ranking(
                (RankedModel("A", 1, 0), RankedModel("B", 1, 0), RankedModel("C", 1, None)), None, 1
            ),
            "In expectation A costs $1 per case, just as B and C.",
        ),
    ],
    ids=range(6),
)
def test_ranking_sentence(ranking, sentence):
    assert ranking_sentence(ranking) == sentence


def test_models_are_ranked_by_expected_nec_or_expected_cost():
    area = rank_models(TWO, normalized_weighting(Uniform(0, 1)))
    assert {s.model: s.cost for s in area.models} == {
        name: pytest.approx(model.hull.area) for name, model in TWO.models.items()
    }
    point = OperatingPoint(0.1, 40, 2)
    money = rank_models(
        TWO, money_weighting(*map(PointMass, (0.1, 40, 2))), intervals=lambda a, b: (0, 1)
    )
    for one in money.models:
        call = TWO.call_of(point, one.model)
        assert one.cost == pytest.approx(call.expected_cost)
    assert [s.advantage_interval for s in money.models] == [(0, 1), None]


@pytest.mark.parametrize(
    ("over", "words"),
    [
        (PointMass(0.2), "0.2 for certain"),
        (Uniform(200, 1000), "anything from 200 to 1,000, all equally likely"),
        (Triangular(0.1, 0.3, 0.9), "0.1 to 0.9, most likely 0.3"),
        (Beta(2, 8), "about 0.2, as Beta(2, 8)"),
    ],
    ids=["point", "uniform", "triangular", "beta"],
)
def test_distributions_in_words(over, words):
    assert distribution_words(over) == words


def test_the_slides_tables_and_why_the_dearer_is_better():
    matrix = CostMatrix(-1, 100, 1, 0)
    assert tables_sentences(matrix, Cells(150, 40, 60, 250), Cells(250, 45, 5, 200)) == (
        "The first table costs $3,910, with 80 % of cases called right. The second table costs "
        "$4,255, with 90 % of cases called right. These totals cannot be compared: the tables "
        "hold different cases, 190 + 310 and 295 + 205 positives and negatives. The second is "
        "better at every PC(+): it finds 84.7 % of positives against 78.9 %, and false alarms are "
        "2.44 % of negatives against 19.4 %."
    )
    same = tables_sentences(matrix, Cells(1, 1, 1, 1), Cells(1, 1, 1, 1))
    assert "cannot" not in same
    assert "better" not in same


@pytest.mark.parametrize(
    ("matrix", "sentence"),
    [
        (
            CostMatrix(-1, 100, 1, 0),
            "Only differences can change a decision: a missed positive costs $101 ($100 less -$1) "
            "more than a found one, and a false alarm $1 more than a negative left alone. "
            "Whatever is decided, a case brings another $0.50 on average at a prior of 50 %.",
        ),
        (
            CostMatrix(0, 4000, 80, 0),
            "Only differences can change a decision: a missed positive costs $4,000 more than a "
            "found one, and a false alarm $80 more than a negative left alone. Nothing is added "
            "to that.",
        ),
    ],
    ids=["benefit", "plain"],
)
def test_reduction(matrix, sentence):
    assert reduction_sentences(matrix, 0.5) == sentence


def test_bases():
    euro = Currency("€", after=True)
    assert CASE.amount(1.36) == "$1.36 per case"
    assert THOUSAND.amount(0) == "$0 per 1,000 cases"
    assert (
        CaseUnit.per_period(250_000, "year").amount(2, euro)
        == "500,000 € per year of 250,000 cases"
    )
    with pytest.raises(ValueError, match="cases must be positive and finite, got 0"):
        CaseUnit.per_period(0)


def test_scenarios_side_by_side():
    today = ("A", 2)
    equal, dear = scenario_rows(PROVOST_FAWCETT, TWO, pin=today)
    assert equal.texts == (
        "10 negatives to 1 positive, equal costs",
        "9.09 %", "1:1", "0.0909", "A", "3", "63.6 mistakes", "-50 %"
    )  # fmt: skip
    assert (dear.model, dear.threshold) == ("C", "2")
    assert dear.texts[6:] == ("$818", "-78 %")
    assert dear.pcf == pytest.approx(10 / 11)
    (alone,) = scenario_rows([Scenario("None", OperatingPoint(0.01))], FLAT)
    assert (alone.against, alone.texts[4], alone.texts[-1]) == (None, "call none", "")


def test_a_scenario_costs_what_the_decision_costs():
    for row, scenario in zip(scenario_rows(PROVOST_FAWCETT, TWO), PROVOST_FAWCETT):
        best = TWO.decide(scenario.point).best
        assert row.cost == best.expected_cost
        assert row.nec == best.nec


@pytest.mark.parametrize(
    ("threshold", "said"),
    [(99, "none is found: $500."), (-99, "all are found, with 900 false alarms: $900.")],
)
def test_a_rule_that_calls_none_or_all_says_so(threshold, said):
    point, criterion = OperatingPoint(0.1, 5), FixedThreshold("a", threshold)
    predictions = Predictions(is_positive=[0, 1] * 30, scores={"a": list(range(60))})
    analysis = analyse(predictions, n_replicates=100)
    choice = choice_by(criterion, analysis, ["a"])
    assert choice_sentences(criterion, choice, analysis, point)[0].endswith(said)


def test_no_other_model_is_spoken_of_where_there_is_one():
    predictions = Predictions(is_positive=[0, 1] * 30, scores={"a": list(range(60))})
    said = change_sentences(analyse(predictions, n_replicates=100), OperatingPoint(0.1, 5))
    assert said
    assert "another model" not in " ".join(said)


def test_one_case_is_no_cases():
    assert CaseUnit.per_period(1).words == "per month of 1 case"
