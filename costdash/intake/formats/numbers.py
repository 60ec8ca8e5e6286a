"""Recognises numbers in columns of text: percent signs, separators, decimal commas."""

import re
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from costdash.intake.errors import IntakeError, shown
from costdash.wording import counted, listed


class Notation(NamedTuple):
    """How a number is written: its pattern, separators to remove, decimal sign, and a note."""

    pattern: str
    separators: str
    decimal: str
    note: str


PLAIN_NUMBER = re.compile(r"\s*[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?\s*")
PLAIN = r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|[+-]?(inf|infinity|nan)"
PERCENT_NOTE = "percent signs: 85% was read as 0.85"
NOTATIONS = {
    "plain": Notation(PLAIN, "", ".", ""),
    "percent": Notation(r"[+-]?(\d+\.?\d*|\.\d+)\s*%", "%", ".", PERCENT_NOTE),
    "percent with comma": Notation(r"[+-]?\d+(,\d+)?\s*%", "%", ",", PERCENT_NOTE),
    "thousands": Notation(
        r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?",
        ",",
        ".",
        "commas between thousands: 1,234 was read as 1234",
    ),
    "decimal comma": Notation(r"[+-]?\d*,\d+([eE][+-]?\d+)?", "", ",", ""),
    "points": Notation(
        r"[+-]?(\d+|[1-9]\d{0,2}(\.\d{3})+)(,\d+)?",
        ".",
        ",",
        "points between thousands: 1.234 was read as 1234",
    ),
    "spaces": Notation(
        "[+-]?[1-9]\\d{0,2}([ '\u00a0\u202f]\\d{3})+([.,]\\d+)?",
        " '\u00a0\u202f",
        ",",
        "spaces between thousands: 1 234 was read as 1234",
    ),
}
MOSTLY = 0.9  # share of cells that must be numbers if some are not
LARGEST_EXACT = 2**53  # whole numbers up to here are doubles
MINUS = "\u2212"  # the typographic minus sign
MOST_CLASSES = 10  # fewer distinct numbers could be classes if some cells are not numbers
LISTED_ROWS = 3  # of cells that are not numbers


def as_numbers(column: pa.ChunkedArray, name: str) -> tuple[pa.ChunkedArray, list[str]] | None:
    """A column of text as numbers, with notes; None if it does not hold numbers."""
    if not _starts_with_numbers(column):
        return None
    cells = pc.utf8_trim_whitespace(pc.cast(column, pa.string()))
    cells = pc.replace_substring(cells, MINUS, "-")
    notation, numeric = _detect_notation(cells)
    present = len(cells) - cells.null_count
    bad = present - (pc.sum(numeric).as_py() or 0)
    values = _parse(cells, numeric, notation)
    notes = [f"Column {shown(name)} has {notation.note}."] if notation.note else []
    if bad:
        if bad > (1 - MOSTLY) * present or pc.count_distinct(values).as_py() <= MOST_CLASSES:
            return None
        notes.append(_not_numbers_note(name, cells, numeric, bad))
    return values, notes


def _not_numbers_note(name: str, cells: pa.ChunkedArray, numeric: pa.ChunkedArray, bad: int) -> str:
    """Names the rows of cells that are not numbers and shows the first."""
    rows = pc.indices_nonzero(pc.invert(pc.fill_null(numeric, True))).to_numpy()
    example = shown(cells[int(rows[0])].as_py(), 20)
    numbers = [f"{row + 1:,}" for row in rows[:LISTED_ROWS]]
    if bad == 1:
        return (
            f"Column {shown(name)} has 1 cell that is not a number, “{example}” (row {numbers[0]} "
            "of the data). It was taken as missing: correct it, or leave the row out."
        )
    more = [f"{bad - LISTED_ROWS:,} more"] if bad > LISTED_ROWS else []
    return (
        f"Column {shown(name)} has {counted(bad, 'cell')} that are not numbers, such as "
        f"“{example}” (rows {listed(numbers + more)} of the data). They were taken as missing: "
        "correct them, or leave the rows out."
    )


def check_exact(name: str, largest: int) -> None:
    """Raises IntakeError if a column of scores holds whole numbers beyond LARGEST_EXACT."""
    if abs(largest) > LARGEST_EXACT:
        raise IntakeError(
            f"Column {shown(name)} has whole numbers of more than 15 digits, such as {largest}. "
            "Scores are 64-bit floating point numbers, which cannot tell neighbours that large "
            "apart. Subtract the least score from all, or choose another column."
        )


def _detect_notation(cells: pa.ChunkedArray) -> tuple[Notation, pa.ChunkedArray]:
    """The notation of most cells that are not plain numbers, and which cells are numbers.

    1.234 is ambiguous: in a column with points between thousands no cell is a plain fraction.
    """
    matches = {name: _matches(cells, notation.pattern) for name, notation in NOTATIONS.items()}
    plain = matches.pop("plain")
    not_plain = pc.invert(plain)
    count = {
        name: pc.sum(pc.and_(is_match, not_plain)).as_py() or 0
        for name, is_match in matches.items()
    }
    name = max(count, key=count.__getitem__)
    if not count[name]:
        return NOTATIONS["plain"], plain
    numeric = matches[name] if name == "points" else pc.or_kleene(plain, matches[name])
    return NOTATIONS[name], numeric


def _starts_with_numbers(column: pa.ChunkedArray) -> bool:
    """Whether the first cells contain digits: a cheap test that excludes most columns of text."""
    first = [cell for cell in column.slice(0, 1000).to_pylist() if cell is not None]
    return sum(any(c.isdigit() for c in cell) for cell in first) >= MOSTLY * len(first) > 0


def _matches(cells: pa.ChunkedArray, pattern: str) -> pa.ChunkedArray:
    return pc.match_substring_regex(cells, f"^(?i:{pattern})$")


def _parse(cells: pa.ChunkedArray, numeric: pa.ChunkedArray, notation: Notation) -> pa.ChunkedArray:
    """The numbers, null where a cell is not numeric; whole numbers as int64 if all are."""
    text = pc.if_else(numeric, cells, None)
    if notation.separators:
        text = pc.replace_substring_regex(text, f"[{re.escape(notation.separators)}]", "")
    if notation.decimal == ",":
        text = pc.replace_substring(text, ",", ".")
    text = pc.replace_substring_regex(text, r"^\+", "")
    values = pc.cast(pc.utf8_trim_whitespace(text), pa.float64())
    if notation.note == PERCENT_NOTE:
        share = pc.if_else(_matches(cells, notation.pattern), 100.0, 1.0)
        values = pc.divide(values, share)
    try:
        return pc.cast(values, pa.int64())
    except pa.ArrowInvalid:
        return values
