"""A quotation mark that swallows rows of delimited text is an error that names its line."""

import io

import pytest

from costdash.intake import IntakeError
from costdash.intake.formats.read import read_open
from costdash.intake.limits import Limits

LINES = ["y,a,b", *(f"{i % 2},0.{i + 100},{i}.5" for i in range(200))]


def read(lines, end="\n"):
    content = (end.join(lines) + end).encode()
    return read_open(io.BytesIO(content), Limits())


def with_quotes(*places):
    """The lines with a quotation mark at the start of these cells (line, column)."""
    lines = list(LINES)
    for line, column in places:
        cells = lines[line - 1].split(",")
        cells[column] = f'"{cells[column]}'
        lines[line - 1] = ",".join(cells)
    return lines


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_quotation_mark_that_is_never_closed_is_an_error(end):
    with pytest.raises(
        IntakeError, match=r"A quotation mark in line 40 .* the first of them line 41"
    ):
        read(with_quotes((40, 2)), end)


@pytest.mark.parametrize("column", [0, 1, 2])
def test_two_stray_quotation_marks_are_an_error(column):
    with pytest.raises(IntakeError, match=r"line 40 swallows (80|1) lines? .* line 41"):
        read(with_quotes((40, column), (120, column)))


def test_rows_inside_the_header_are_an_error():
    with pytest.raises(IntakeError, match="line 1 swallows 8 lines"):
        read(with_quotes((1, 1), (9, 1)))


def test_text_over_several_lines_is_one_row():
    remarks = ["remark", *['"one, two\n\nthree, 4, ""five""\n"'] * 200]
    lines = [f"{line},{remark}" for line, remark in zip(LINES, remarks, strict=True)]
    assert read(lines).columns.rows == 200


def test_text_that_is_never_closed_is_an_error():
    with pytest.raises(IntakeError, match="line 202 is never closed"):
        read([*LINES, '1,0.5,"half', "a remark", "more"])
