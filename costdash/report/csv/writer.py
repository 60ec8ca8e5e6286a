"""Tables as CSV text, in chunks, safe to open in a spreadsheet."""

import csv
import io
from collections.abc import Iterable, Iterator

from costdash.core import Counts, OperatingPoint
from costdash.core.curves.threshold_table import columns_at, rows

CHUNK = 10_000  # rows
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_lines(names: Iterable[str], table: Iterable[Iterable]) -> Iterator[str]:
    """A header and one line per row; None is an empty cell, floats keep every digit."""
    yield _line(names)
    for row in table:
        yield _line(row)


def thresholds_csv(counts: Counts, point: OperatingPoint, chunk: int = CHUNK) -> Iterator[str]:
    """All thresholds with the columns of the threshold table, as text of `chunk` rows each.

    The infinite threshold and undefined precision are empty cells. Typed into score >= t, the
    printed thresholds make the same calls.
    """
    size = counts.threshold.size
    for start in range(0, size, chunk):
        part = rows(columns_at(counts, point, range(start, min(start + chunk, size))))
        lines = csv_lines(part[0], (row.values() for row in part))
        if start:
            next(lines)
        yield "".join(lines)


def safe_cell(value) -> str:
    """Text of a cell. What a spreadsheet would take for a formula is led by an apostrophe.

    >>> safe_cell("=1+1"), safe_cell("-a"), safe_cell("-0.5"), safe_cell(None), safe_cell(0.1)
    ("'=1+1", "'-a", '-0.5', '', '0.1')
    """
    if value is None:
        return ""
    if isinstance(value, str) and value.startswith(FORMULA) and not _is_number(value):
        return f"'{value}"
    return str(value)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _line(row: Iterable) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(map(safe_cell, row))
    return line.getvalue()
