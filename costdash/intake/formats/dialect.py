"""Detects how a delimited text file is written: delimiter, header and decimal sign."""

import csv
import io
import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass

from costdash.intake.errors import IntakeError, shown
from costdash.intake.formats.numbers import PLAIN_NUMBER
from costdash.intake.formats.quotes import check_lines, numeric_columns
from costdash.wording import counted

DELIMITERS = "\t;|,"  # the comma last: it also occurs inside numbers
DECIMAL_COMMA = re.compile(r"\s*[+-]?\d*,\d+([eE][+-]?\d+)?\s*")
DECIMAL_POINT = re.compile(r"\s*[+-]?\d*\.\d+([eE][+-]?\d+)?\s*")
THOUSANDS = re.compile(r"\s*[+-]?[1-9]\d{0,2}(,\d{3})+\s*")
COMMON = 0.9  # share of lines that must have the same number of cells
SNIFFED_LINES = 200  # by which a text is told from a table
FEW_LINES = 4  # with fewer, one wrong line says little
NO_TABLE = (
    "This is no table of scores: its lines have different numbers of cells. Give a file with one "
    "row per case, a column with the true class, and a column of scores for each model."
)
UNEVEN = (
    "Some lines have more or fewer cells than the header. Write the file again with the same "
    "number of cells in every line."
)

Records = list[tuple[int, list[str]]]  # number of the last line of each record, and its cells

NOT_SEPARATED = (
    "The file has only one column, or its columns are not separated by a comma, semicolon, "
    "tab or bar. It needs a column of labels and a column of scores for each model."
)
SPACES = (
    "The columns seem to be separated by spaces, which also occur inside names. Save the table "
    "with a comma, semicolon, tab or bar between its columns."
)


@dataclass(frozen=True, slots=True)
class Dialect:
    """How to read a file. skip (characters) and lines are what precedes the first row of data."""

    delimiter: str
    decimal: str
    names: list[str]
    skip: int
    lines: int
    notes: list[str]


def detect_dialect(sample: str) -> Dialect:
    """The dialect of a text, from its first lines, the last of which must be complete."""
    attempts = [_records(sample, delimiter) for delimiter in DELIMITERS]
    shares = [_common_width(records) for records in attempts]
    good = [i for i, (share, width) in enumerate(shares) if width > 1 and share >= COMMON]
    headed = [i for i in good if len(attempts[i][0][1]) == shares[i][1]]  # not inside quoted cells
    some = headed or good
    best = some[0] if some else max(range(len(shares)), key=lambda i: (shares[i][1] > 1, shares[i]))
    records, width = attempts[best], shares[best][1]
    if width < 2:
        raise IntakeError(SPACES if _is_separated_by_spaces(sample) else NOT_SEPARATED)
    return _with_header(sample, DELIMITERS[best], records, width)


def _is_separated_by_spaces(sample: str) -> bool:
    """Whether each line has as many words as the first, and more than one."""
    widths = [len(line.split()) for line in sample.splitlines()[:SNIFFED_LINES] if line.strip()]
    return len(widths) >= FEW_LINES and len({*widths}) == 1 and widths[0] > 1


def _records(sample: str, delimiter: str) -> Records:
    """The records of the sample, without blank lines."""
    reader = csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter)
    try:
        return [(reader.line_num, cells) for cells in reader if any(map(str.strip, cells))]
    except csv.Error:
        return []


def _common_width(records: Records) -> tuple[float, int]:
    """The most common number of cells, preceded by the share of records that have it."""
    widths = Counter(len(cells) for _, cells in records)
    if not widths:
        return 0.0, 0
    width, times = widths.most_common(1)[0]
    return times / len(records), width


def _with_header(sample: str, delimiter: str, records: Records, width: int) -> Dialect:
    notes = []
    before = 0
    while before < len(records) - 1 and _is_preamble(records[before][1], width):
        before += 1
    if before and not records[0][1][0].lower().startswith("sep="):
        notes.append(f"Left out before the table: {counted(before, 'line')}.")
    last_line, names = records[before]
    cells = [cell for _, row in records[before + 1 :] for cell in row]
    if all(PLAIN_NUMBER.fullmatch(name) for name in names):
        notes.append(
            "The first row holds numbers, not names, so it was read as data and the columns were "
            "named column 1, column 2 and so on. Add a row of names if you have them."
        )
        cells += names
        last_line = records[before - 1][0] if before else 0
        names = [f"column {i + 1}" for i in range(len(names))]
    elif len(names) == width - 1:
        # R writes row names without a heading; other programs end each row with a delimiter.
        rows = [row for _, row in records[before + 1 :] if row]
        ends_empty = all(not row[-1].strip() for row in rows)
        if not ends_empty and len({row[0] for row in rows}) < len(rows):
            notes.append(
                "The header has one name fewer than the lines have cells, so the first column was "
                "read as one without a name. If another column lost its name, correct the header."
            )
        names = [*names, ""] if ends_empty else ["", *names]
    every = list(io.StringIO(sample, newline=""))
    lines = every[:last_line]
    if '"' in "".join(lines):
        check_lines(lines, delimiter, width, numeric_columns(every, delimiter, width))
    return Dialect(
        delimiter=delimiter,
        decimal=_decimal(cells),
        names=names,
        skip=sum(map(len, lines)),
        lines=last_line,
        notes=notes,
    )


def _is_preamble(cells: list[str], width: int) -> bool:
    filled = sum(bool(cell.strip()) for cell in cells)
    return filled == 1 or (cells[0].startswith("#") and len(cells) != width)


def _decimal(cells: list[str]) -> str:
    commas = [cell for cell in cells if DECIMAL_COMMA.fullmatch(cell)]
    if not commas or any(DECIMAL_POINT.fullmatch(cell) for cell in cells):
        return "."
    return "." if all(THOUSANDS.fullmatch(cell) for cell in commas) else ","


def wrong_width_error(text: io.TextIOBase, dialect: Dialect) -> IntakeError:
    """The error for the first line that has more or fewer cells than the header.

    A text whose first lines hardly ever agree on a number of cells is no table.
    """
    reader = csv.reader(text, delimiter=dialect.delimiter)
    first, widths = "", Counter[int]()
    with suppress(csv.Error):
        for cells in reader:
            widths[len(cells)] += bool(cells)
            if cells and len(cells) != len(dialect.names) and not first:
                first = (
                    f"Line {dialect.lines + reader.line_num:,} has {counted(len(cells), 'cell')}, "
                    f"but the header has {len(dialect.names):,}; the line begins with "
                    f"“{shown(cells[0], 20)}”. Correct this line, or write the file again."
                )
            if first and widths.total() >= SNIFFED_LINES:
                break
    commonest = max((lines for width, lines in widths.items() if width > 1), default=0)
    if widths.total() >= FEW_LINES and 2 * commonest < widths.total():
        return IntakeError(NO_TABLE)
    return IntakeError(first or UNEVEN)
