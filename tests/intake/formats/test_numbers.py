"""Columns of text that hold numbers, and the notes on cells that do not."""

import pyarrow as pa
import pytest

from costdash.intake.formats.numbers import as_numbers


def converted(*cells):
    return as_numbers(pa.chunked_array([list(cells)]), "score")


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        (("1", "2.5", None), [1.0, 2.5, None]),
        (("50%", "0.25"), [0.5, 0.25]),
        (("12,5 %", "1 %"), [0.125, 0.01]),
        (("1,234", "12"), [1234, 12]),
        (("1.234,5", "0,25"), [1234.5, 0.25]),
        (("1 234", "5"), [1234, 5]),
        (("\u22121", "+2"), [-1, 2]),
    ],
)
def test_the_notation_is_recognised(cells, numbers):
    assert converted(*cells)[0].to_pylist() == numbers


@pytest.mark.parametrize("cells", [("yes", "no"), ("1a", "2b"), (None, None)])
def test_other_text_stays_text(cells):
    assert converted(*cells) is None


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        ({3}, "has 1 cell that is not a number, “n/k” (row 4 of the data). It was"),
        ({3, 8, 11}, "has 3 cells that are not numbers, such as “n/k” (rows 4, 9 and 12 of"),
        (set(range(0, 50, 10)), "has 5 cells that are not numbers, such as “n/k” (rows 1, 11, 21 "),
    ],
)
def test_a_few_bad_cells_are_missing_and_their_rows_are_named(bad, says):
    values, (note,) = converted(*("n/k" if i in bad else f"{i}.5" for i in range(60)))
    assert values.null_count == len(bad)
    assert says in note
    if len(bad) > 3:
        assert "21 and 2 more of the data" in note
