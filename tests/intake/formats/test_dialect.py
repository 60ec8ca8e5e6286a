"""What the first lines of a delimited file say about its columns."""

import pytest

from costdash.intake.formats.dialect import detect_dialect

SHORT = "one name fewer"


@pytest.mark.parametrize("first", [["1", "2", "3", "4"], ["a", "b", "c", "d"]])
def test_row_names_as_r_writes_them_need_no_note(first):
    lines = ["y,score", *(f"{name},{i % 2},0.{i}" for i, name in enumerate(first))]
    dialect = detect_dialect("\n".join(lines))
    assert dialect.names == ["", "y", "score"]
    assert dialect.notes == []


def test_a_lost_name_is_said():
    """The first column repeats, so it names no rows."""
    lines = ["y,b", *(f"{i % 2},0.{i},0.{9 - i}" for i in range(6))]
    (note,) = detect_dialect("\n".join(lines)).notes
    assert SHORT in note
