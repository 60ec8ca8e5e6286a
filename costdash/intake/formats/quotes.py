"""Finds rows that a stray or unclosed quotation mark swallows in delimited text.

A cell in quotation marks may hold line ends, so a quotation mark that is not closed turns all
lines up to the next one into a single cell. A line inside a cell that looks like a row of the
table is an error, and so is a quotation mark that is never closed.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy as np

from costdash.intake.errors import IntakeError
from costdash.intake.formats.numbers import PLAIN_NUMBER
from costdash.intake.limits import Limits
from costdash.wording import counted

SCANNED = 1000  # lines from which the columns of numbers are found
CHUNK = 1 << 24  # bytes


def check_body(
    content: memoryview, rows: int, delimiter: str, width: int, lines: int, limits: Limits
) -> None:
    """Raises IntakeError if rows of the content are lost inside quoted cells.

    content (UTF-8) follows the first `lines` lines of the file; `rows` were read from it.
    """
    if _plain_lines(content) == rows:
        return
    csv.field_size_limit(max(csv.field_size_limit(), limits.line_bytes))
    sample = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8", newline="")
    numeric = numeric_columns(islice(sample, SCANNED), delimiter, width)
    text = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8", newline="")
    records = check_lines(text, delimiter, width, numeric, lines)
    if records != rows:
        raise IntakeError(
            f"The file has {counted(records, 'row')}, but {rows:,} could be read. Check that "
            "quotation marks come in pairs, or write the file again."
        )


def check_lines(
    lines: Iterable[str], delimiter: str, width: int, numeric: Sequence[int], before: int = 0
) -> int:
    """The number of records that are not blank. Raises IntakeError as `check_body` does.

    `before` is the number of lines that precede these in the file.
    """
    record_lines: list[str] = []  # lines of the present record

    def retained() -> Iterator[str]:
        for line in lines:
            record_lines.append(line)
            yield line

    records, last = 0, record_lines
    for cells in csv.reader(retained(), delimiter=delimiter):
        records += bool(cells)
        if len(record_lines) > 1:
            _check_record(record_lines, delimiter, width, numeric, before + 1)
        before += len(record_lines)
        last = record_lines[:]
        record_lines.clear()
    if len(last) > 1:
        _check_closed(last, delimiter, before + 1 - len(last))
    return records


def numeric_columns(lines: Iterable[str], delimiter: str, width: int) -> list[int]:
    """Places of the columns that hold mostly numbers in the lines that have `width` cells."""
    rows = [cells for line in lines if len(cells := _cells(line, delimiter)) == width]
    return [
        i for i in range(width) if 2 * sum(_is_number(cells[i]) for cells in rows) > len(rows) > 0
    ]


def _check_record(
    lines: list[str], delimiter: str, width: int, numeric: Sequence[int], first: int
) -> None:
    swallowed = [
        first + i
        for i, line in enumerate(lines)
        if i and _looks_like_row(line, delimiter, width, numeric)
    ]
    if swallowed:
        raise IntakeError(
            f"A quotation mark in line {first:,} swallows {counted(len(swallowed), 'line')} that "
            f"look like rows, the first of them line {swallowed[0]:,}. Remove the quotation mark, "
            "or close it in its own line, and upload the file again."
        )


def _check_closed(lines: list[str], delimiter: str, first: int) -> None:
    """Raises IntakeError if the last record of a file ends inside a quoted cell."""
    try:
        list(csv.reader(lines, delimiter=delimiter, strict=True))
    except csv.Error as error:
        if "end of data" in str(error):
            raise IntakeError(
                f"A quotation mark in line {first:,} is never closed. Close or remove it, and "
                "upload the file again."
            ) from None


def _looks_like_row(line: str, delimiter: str, width: int, numeric: Sequence[int]) -> bool:
    """Whether a line has the cells of a row, with a number in a column of numbers if there is one.

    The line is split with its quotation marks and without them: the one that ends a cell opened
    in an earlier line has no partner.
    """
    if line.count(delimiter) < width - 1:
        return False
    for cells in (_cells(line, delimiter), line.replace('"', "").split(delimiter)):
        if len(cells) == width and (not numeric or any(_is_number(cells[i]) for i in numeric)):
            return True
    return False


def _cells(line: str, delimiter: str) -> list[str]:
    return next(csv.reader([line], delimiter=delimiter), [])


def _is_number(cell: str) -> bool:
    return PLAIN_NUMBER.fullmatch(cell) is not None


def _plain_lines(content: memoryview) -> int | None:
    """The number of lines; None if lines end in different ways."""
    if not len(content):
        return 0
    feeds = returns = 0
    for start in range(0, len(content), CHUNK):
        part = np.frombuffer(content[start : start + CHUNK], np.uint8)
        feeds += int(np.count_nonzero(part == 10))
        returns += int(np.count_nonzero(part == 13))
    if returns not in (0, feeds):
        return None
    return feeds + (content[-1] != 10)
