"""The reduction of a full cost matrix, against summing cell by cell."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costdash.core.conditions.cost_matrix import Cells, CostMatrix

amounts = st.floats(-1e4, 1e4)
counts = st.integers(1, 10_000)


@given(amounts, amounts, st.floats(0.01, 1e4), st.floats(0.01, 1e4), counts, counts, counts, counts)
def test_two_costs_and_a_constant_give_the_cost_of_the_whole_matrix(
    right, alone, fn, fp, a, b, c, d
):
    matrix, cells = CostMatrix(right, right + fn, alone + fp, alone), Cells(a, b, c, d)
    reduced = cells.cases * matrix.expected_cost(cells.prevalence, cells.fpr, cells.tpr)
    size = cells.cases * max(abs(right) + fn, abs(alone) + fp)
    assert reduced == pytest.approx(matrix.total(cells), abs=1e-9 * size)


def test_the_cost_matrix_example_of_the_slides():
    """3910 and 4255, 80 and 90 %; erratum 23: the second dominates although it costs more."""
    matrix = CostMatrix(found=-1, missed=100, false_alarm=1, left_alone=0)
    first, second = Cells(150, 40, 60, 250), Cells(250, 45, 5, 200)
    assert (matrix.total(first), matrix.total(second)) == (3910, 4255)
    assert (first.accuracy, second.accuracy) == (pytest.approx(0.8), pytest.approx(0.9))
    assert (matrix.cost_fn, matrix.cost_fp) == (101, 1)
    assert second.dominates(first)
    assert not first.dominates(second)
    assert not first.dominates(first)


def test_elkans_matrix_in_fawcett_with_erratum_20():
    """Y approves and positives are legitimate; subtracting the refuse column gives figure 9b."""
    x = 100
    matrix = CostMatrix(found=-0.02 * x, missed=20, false_alarm=x, left_alone=-20)
    assert matrix.cost_fn == pytest.approx(0.02 * x + 20)
    assert matrix.cost_fp == pytest.approx(20 + x)
    refuse_all = matrix.expected_cost(0.9, 0, 0)
    assert refuse_all == pytest.approx(0.9 * 20 - 0.1 * 20)


@pytest.mark.parametrize(
    ("cells", "rule"),
    [
        ((5, 5, 1, 0), "a missed positive must cost more than a found one, got 5 against 5"),
        (
            (0, 5, -3, 2),
            "a false alarm must cost more than a negative left alone, got -3 against 2",
        ),
        ((float("nan"), 5, 1, 0), "found must be a finite amount, got nan"),
        ((0, float("inf"), 1, 0), "missed must be a finite amount, got inf"),
    ],
)
def test_an_error_must_cost_more_than_the_right_call(cells, rule):
    with pytest.raises(ValueError, match=rule):
        CostMatrix(*cells)
