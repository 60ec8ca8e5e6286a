"""Confusion matrices: their counts, what is refused, and their samples beside rows."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costdash.core import ConfusionMatrix, Predictions, count

CELLS = st.integers(0, 30)


@given(CELLS, CELLS, CELLS, CELLS)
def test_counts_are_those_of_a_column_of_hard_labels(tp, fn, fp, tn):
    if not tp + fn or not fp + tn:
        with pytest.raises(ValueError, match="both classes must have a case"):
            ConfusionMatrix(tp, fn, fp, tn)
        return
    is_positive, calls = np.repeat([(1, 1), (1, 0), (0, 1), (0, 0)], [tp, fn, fp, tn], axis=0).T
    expected, found = count(is_positive, calls), ConfusionMatrix(tp, fn, fp, tn).counts
    assert found.threshold.tolist() == expected.threshold.tolist()
    assert found.tp.tolist() == expected.tp.tolist()
    assert found.fp.tolist() == expected.fp.tolist()


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        ((1, -1, 1, 1), "fn must not be negative, got -1"),
        ((1, 1, 1.5, 1), "fp must be a whole number, got 1.5"),
        ((1, 1, 1, True), "tn must be a whole number, got True"),
        ((0, 0, 1, 1), "got no positive case"),
        ((1, 1, 0, 0), "got no negative case"),
        ((2**31, 1, 1, 1), "at most 1,073,741,824 cases"),
    ],
)
def test_impossible_counts_are_refused(cells, sentence):
    with pytest.raises(ValueError, match=sentence):
        ConfusionMatrix(*cells)


def test_a_matrix_needs_a_name_of_its_own():
    matrix = ConfusionMatrix(1, 1, 1, 1)
    with pytest.raises(ValueError, match="name of its own, got a twice"):
        Predictions(is_positive=[1, 0], scores={"a": [1, 0]}, confusions={"a": matrix})


def test_matrices_stay_with_parts_and_complete_rows():
    matrix = ConfusionMatrix(1, 1, 1, 1)
    rows = Predictions(is_positive=[1, 0], scores={"a": [1, 0]}, confusions={"m": matrix})
    assert rows.names == ["a", "m"]
    assert rows.complete(["m"]).confusions == rows.evaluation_part.confusions == {"m": matrix}
