"""Columns of text that hold numbers: percent signs, thousands separators, a few bad cells."""

import re

import pyarrow as pa
import pyarrow.compute as pc

from costdash.intake.errors import shown
from costdash.wording import counted

PLAIN = r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|[+-]?(inf|infinity|nan)"
FORMS = {  # what a cell looks like: (pattern, characters to take out, decimal sign, its sentence)
    "plain": (PLAIN, "", ".", ""),
    "percent": (r"[+-]?(\d+\.?\d*|\.\d+)\s*%", "%", ".", "percent signs: 85% was read as 0.85"),
    "percent with comma": (r"[+-]?\d+(,\d+)?\s*%", "%", ",", "percent signs: 85% was read as 0.85"),
    "thousands": (
        r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?",
        ",",
        ".",
        "commas between thousands: 1,234 was read as 1234",
    ),
    "decimal comma": (r"[+-]?\d*,\d+([eE][+-]?\d+)?", "", ",", ""),
    "points": (
        r"[+-]?(\d+|[1-9]\d{0,2}(\.\d{3})+)(,\d+)?",
        ".",
        ",",
        "points between thousands: 1.234 was read as 1234",
    ),
    "spaces": (
        "[+-]?[1-9]\\d{0,2}([ '\u00a0\u202f]\\d{3})+([.,]\\d+)?",
        " '\u00a0\u202f",
        ",",
        "spaces between thousands: 1 234 was read as 1234",
    ),
}
ENOUGH = 0.9  # share of cells that must be numbers where some are not
LARGEST_EXACT = 2**53  # whole numbers up to here are doubles
MINUS = "\u2212"  # as typesetters write it
MANY = 10  # distinct numbers, where some cells are not: fewer could be classes


def as_numbers(column: pa.ChunkedArray, name: str) -> tuple[pa.ChunkedArray, list[str]] | None:
    """The column of text as numbers, with notes; None where it does not hold numbers."""
    if not _promising(column):
        return None
    cells = pc.utf8_trim_whitespace(pc.cast(column, pa.string()))
    cells = pc.replace_substring(cells, MINUS, "-")
    form, numeric = _form(cells)
    present = len(cells) - cells.null_count
    bad = present - (pc.sum(numeric).as_py() or 0)
    values = _converted(cells, numeric, form)
    notes = []
    if bad:
        if bad > (1 - ENOUGH) * present or pc.count_distinct(values).as_py() <= MANY:
            return None
        at = pc.index(numeric, False).as_py()
        notes.append(
            f"In column {shown(name)} {counted(bad, 'cell')} could not be read as a number: taken "
            f"as missing, the first “{shown(cells[at].as_py(), 20)}” in row {at + 1:,} "
            "of the data."
        )
    if sentence := FORMS[form][3]:
        notes.insert(0, f"Column {shown(name)} has {sentence}.")
    return values, notes


def rounded_note(name: str) -> str:
    """The sentence on whole numbers beyond LARGEST_EXACT."""
    return (
        f"Column {shown(name)} has whole numbers of more than 15 digits; they were rounded, and "
        "scores that differ only in their last digits became equal."
    )


def _form(cells) -> tuple[str, pa.ChunkedArray]:
    """How most of the cells that are no plain numbers are written, and which cells are numbers.

    1.234 may be either: with points between thousands no cell can be a plain fraction.
    """
    matches = {form: _matches(cells, pattern) for form, (pattern, *_) in FORMS.items()}
    plain = matches.pop("plain")
    odd = pc.invert(plain)
    shown = {form: pc.sum(pc.and_(found, odd)).as_py() or 0 for form, found in matches.items()}
    form = max(shown, key=shown.__getitem__)
    if not shown[form]:
        return "plain", plain
    return form, matches[form] if form == "points" else pc.or_kleene(plain, matches[form])


def _promising(column: pa.ChunkedArray) -> bool:
    """Whether the first cells look like numbers, so that text is told apart cheaply."""
    first = [cell for cell in column.slice(0, 1000).to_pylist() if cell is not None]
    return sum(any(c.isdigit() for c in cell) for cell in first) >= ENOUGH * len(first) > 0


def _matches(cells, pattern: str):
    return pc.match_substring_regex(cells, f"^(?i:{pattern})$")


def _converted(cells, numeric, form: str) -> pa.ChunkedArray:
    _, out, decimal, _ = FORMS[form]
    text = pc.if_else(numeric, cells, None)
    if out:
        text = pc.replace_substring_regex(text, f"[{re.escape(out)}]", "")
    if decimal == ",":
        text = pc.replace_substring(text, ",", ".")
    text = pc.replace_substring_regex(text, r"^\+", "")
    values = pc.cast(pc.utf8_trim_whitespace(text), pa.float64())
    if form.startswith("percent"):
        share = pc.if_else(_matches(cells, FORMS[form][0]), 100.0, 1.0)
        values = pc.divide(values, share)
    return _whole_where_possible(values)


def _whole_where_possible(values: pa.ChunkedArray) -> pa.ChunkedArray:
    try:
        return pc.cast(values, pa.int64())
    except pa.ArrowInvalid:
        return values
