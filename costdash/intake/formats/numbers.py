"""Recognises numbers in columns of text: percent signs, separators, decimal commas."""

import re
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from costdash.intake.errors import IntakeError, shown
from costdash.wording import MINUS, counted, listed


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
MOST_CLASSES = 10  # fewer distinct numbers could be classes if some cells are not numbers
LISTED_ROWS = 3  # of cells that are not numbers


def as_numbers(column: pa.ChunkedArray, name: str) -> tuple[pa.ChunkedArray, list[str]] | None:
    """A column of text as numbers, with notes; None if it does not hold numbers."""
    if not starts_with_numbers(column):
        return None
    counts = NotationCounts()
    counts.add(column)
    numbers = TextNumbers(name, counts.notation)
    values = numbers.add(column)
    if not numbers.are_numbers:
        return None
    return values.cast(numbers.type), numbers.notes


class NotationCounts:
    """How the numbers in a column of text are written, from its chunks in turn."""

    def __init__(self) -> None:
        self._count = dict.fromkeys(NOTATIONS, 0)

    def add(self, chunk: pa.ChunkedArray) -> None:
        cells = _trimmed(chunk)
        not_plain = pc.invert(_matches(cells, PLAIN))
        for name, notation in NOTATIONS.items():
            if name != "plain":
                matches = pc.and_(_matches(cells, notation.pattern), not_plain)
                self._count[name] += pc.sum(matches).as_py() or 0

    @property
    def notation(self) -> Notation:
        """The notation of most cells that are not plain numbers."""
        name = max(self._count, key=self._count.__getitem__)
        return NOTATIONS[name if self._count[name] else "plain"]


class TextNumbers:
    """The numbers in a column of text in a known notation, from its chunks in turn."""

    def __init__(self, name: str, notation: Notation) -> None:
        self._name, self.notation = name, notation
        self._rows = self._present = self._bad = 0
        self._bad_rows: list[int] = []
        self._example = ""
        self._distinct: set[float] = set()
        self._are_whole = True

    def add(self, chunk: pa.ChunkedArray) -> pa.ChunkedArray:
        """The numbers of the next chunk, as `values`."""
        cells, numeric = self._numeric(chunk)
        values = _parse(cells, numeric, self.notation)
        present = len(cells) - cells.null_count
        if bad := present - (pc.sum(numeric).as_py() or 0):
            places = pc.indices_nonzero(pc.invert(pc.fill_null(numeric, True))).to_numpy()
            self._example = self._example or shown(cells[int(places[0])].as_py(), 20)
            self._bad_rows += (self._rows + places[:LISTED_ROWS]).tolist()
        if len(self._distinct) <= MOST_CLASSES:
            self._distinct |= set(pc.unique(values.drop_null())[: MOST_CLASSES + 1].to_pylist())
        self._are_whole = self._are_whole and _are_whole(values)
        self._rows += len(cells)
        self._present += present
        self._bad += bad
        return values

    def values(self, chunk: pa.ChunkedArray) -> pa.ChunkedArray:
        """The numbers of a chunk as doubles, null where a cell is not a number."""
        return _parse(*self._numeric(chunk), self.notation)

    def _numeric(self, chunk: pa.ChunkedArray) -> tuple[pa.ChunkedArray, pa.ChunkedArray]:
        """The cells without spaces around them, and which are numbers.

        1.234 is ambiguous: in a column with points between thousands no cell is a plain fraction.
        """
        cells = _trimmed(chunk)
        numeric = _matches(cells, self.notation.pattern)
        if self.notation is not NOTATIONS["points"]:
            numeric = pc.or_kleene(_matches(cells, PLAIN), numeric)
        return cells, numeric

    @property
    def are_numbers(self) -> bool:
        """Whether enough cells are numbers."""
        few_bad = self._bad <= (1 - MOSTLY) * self._present
        return not self._bad or (few_bad and len(self._distinct) > MOST_CLASSES)

    @property
    def type(self) -> pa.DataType:
        return pa.int64() if self._are_whole else pa.float64()

    @property
    def notes(self) -> list[str]:
        """How numbers are written, and which cells are none."""
        name, note = shown(self._name), self.notation.note
        notes = [f"Column {name} has {note}."] if note else []
        numbers = [f"{row + 1:,}" for row in self._bad_rows[:LISTED_ROWS]]
        if self._bad == 1:
            notes.append(
                f"Column {name} has 1 cell that is not a number, “{self._example}” (row "
                f"{numbers[0]} of the data). It was taken as missing: correct it, or leave the "
                "row out."
            )
        elif self._bad:
            more = [f"{self._bad - LISTED_ROWS:,} more"] if self._bad > LISTED_ROWS else []
            notes.append(
                f"Column {name} has {counted(self._bad, 'cell')} that are not numbers, such as "
                f"“{self._example}” (rows {listed(numbers + more)} of the data). They were taken "
                "as missing: correct them, or leave the rows out."
            )
        return notes


def _trimmed(chunk: pa.ChunkedArray) -> pa.ChunkedArray:
    cells = pc.utf8_trim_whitespace(pc.cast(chunk, pa.string()))
    return pc.replace_substring(cells, MINUS, "-")


def _are_whole(values: pa.ChunkedArray) -> bool:
    try:
        pc.cast(values, pa.int64())
    except pa.ArrowInvalid:
        return False
    return True


def check_exact(name: str, largest: int) -> None:
    """Raises IntakeError if a column of scores holds whole numbers beyond LARGEST_EXACT."""
    if abs(largest) > LARGEST_EXACT:
        raise IntakeError(
            f"Column {shown(name)} has whole numbers of more than 15 digits, such as {largest}. "
            "Scores are 64-bit floating point numbers, which cannot tell neighbours that large "
            "apart. Subtract the least score from all, or choose another column."
        )


def starts_with_numbers(column: pa.ChunkedArray) -> bool:
    """Whether the first cells contain digits: a cheap test that excludes most columns of text."""
    first = [cell for cell in column.slice(0, 1000).to_pylist() if cell is not None]
    return sum(any(c.isdigit() for c in cell) for cell in first) >= MOSTLY * len(first) > 0


def _matches(cells: pa.ChunkedArray, pattern: str) -> pa.ChunkedArray:
    return pc.match_substring_regex(cells, f"^(?i:{pattern})$")


def _parse(cells: pa.ChunkedArray, numeric: pa.ChunkedArray, notation: Notation) -> pa.ChunkedArray:
    """The numbers as doubles, null where a cell is not numeric."""
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
    return values
