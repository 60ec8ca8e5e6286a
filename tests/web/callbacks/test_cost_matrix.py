"""The dialog of the full cost matrix, and the answer while the costs come from a matrix."""

import pytest

from costdash.web.callbacks import cost_matrix
from costdash.web.storage.analyses import analysis_of
from costdash.web.stores import answer
from costdash.web.stores.question import Question
from costdash.web.stores.read import Unreadable, matrix_of

TOKEN = "sample-breast-cancer"
OWN = {"token": TOKEN, "revision": "1"}
MATRIX = {"found": -1, "missed": 100, "false_alarm": 1, "left_alone": 0}
CONDITIONS = OWN | {"prior": 0.1, "cost_fn": 101, "cost_fp": 1, "seq": 1, "matrix": MATRIX}
MONTH = {"cases": 2000, "period": "month"}


def read(*cells, cases="", currency="$"):
    return cost_matrix.read_matrix({"prior": 0.1}, cells, cases, currency)


def test_a_valid_matrix_is_explained_and_can_be_used():
    kept, said, refused = read("-1", "$1,000", "1", "0", cases="2,000")
    assert kept == MATRIX | {"missed": 1000, "cases": 2000}
    assert "a missed positive costs $1,000 ($1,000 less \u2212$1)" in said
    assert refused is False


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        (("", "100", "1", "0"), cost_matrix.TYPE_COSTS),
        ((None, "100", "1", "0"), cost_matrix.TYPE_COSTS),
        (("a", "100", "1", "0"), cost_matrix.TYPE_COSTS),
        (("5", "5", "1", "0"), "A missed positive must cost more than a found one"),
        (("0", "5", "1", "2"), "A false alarm must cost more than a negative left alone"),
        (("0", "1e999", "1", "0"), "Missed must be a finite amount"),
    ],
)
def test_an_invalid_matrix_is_rejected_with_a_sentence(cells, sentence):
    kept, said, refused = read(*cells)
    assert kept is None
    assert said.startswith(sentence)
    assert refused is True


def test_zero_cases_per_month_are_rejected():
    assert read("0", "5", "1", "0", cases="0")[1].startswith("Cases in a month")


def test_the_answer_explains_the_matrix_and_the_amounts_per_month(visit, settings):
    view = OWN | {"models": list(analysis_of(TOKEN, visit).models), "level": 0.95, "seq": 2}
    asked = CONDITIONS | {"case_unit": MONTH}
    said = str(answer.answer_question(Question.of(OWN, asked, view))[0]["rules_table"])
    assert "The full cost matrix" in said
    assert "per month of 2,000 cases" in said
    other = CONDITIONS | {"cost_fn": 50}
    assert "full cost matrix" not in str(
        answer.answer_question(Question.of(OWN, other, view))[0]["rules_table"]
    )


@pytest.mark.parametrize("given", [7, {}, MATRIX | {"missed": -5}, MATRIX | {"missed": "x"}])
def test_invalid_matrices_are_unreadable(given):
    with pytest.raises(Unreadable):
        matrix_of(CONDITIONS | {"matrix": given})


SLIDES = (("-1", "100", "1", "0"), ("150", "40", "60", "250"), ("250", "45", "5", "200"))


def test_costs_of_two_confusion_matrices_are_compared():
    """Slides 2013; erratum 23."""
    said = cost_matrix.price_tables(*SLIDES, "$")
    for words in ("$3,910", "80 %", "$4,255", "90 %", "190 + 310 and 295 + 205"):
        assert words in said
    assert "The second is better at every PC(+)" in said


@pytest.mark.parametrize(
    ("first", "sentence"),
    [
        (("", "40", "60", "250"), cost_matrix.TYPE_COUNTS),
        (("-1", "40", "60", "250"), cost_matrix.TYPE_COUNTS),
        (("many", "40", "60", "250"), cost_matrix.TYPE_COUNTS),
        (("0", "0", "60", "250"), "Each table needs positives and negatives."),
    ],
)
def test_an_incomplete_table_is_asked_for(first, sentence):
    assert cost_matrix.price_tables(SLIDES[0], first, SLIDES[2], "$") == sentence
    assert cost_matrix.price_tables(SLIDES[0], ("",) * 4, (None,) * 4, "$") == ""
    assert (
        cost_matrix.price_tables(("0", "0", "1", "0"), *SLIDES[1:], "$") == cost_matrix.TYPE_COUNTS
    )
