"""A full cost matrix in words: its reduction to two costs, and two confusion matrices priced."""

import pytest

from costdash.core.conditions.cost_matrix import Cells, CostMatrix
from costdash.report.sentences.cost_matrix import reduction_sentences, tables_sentences


def test_two_tables_are_priced_and_compared_by_rates():
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
            "Only differences can change a decision: a missed positive costs $101 "
            "($100 less \u2212$1) more than a found one, and a false alarm $1 more than a negative "
            "left alone. "
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
def test_reduction_states_both_costs_and_the_constant(matrix, sentence):
    assert reduction_sentences(matrix, 0.5) == sentence
