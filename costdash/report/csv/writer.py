"""CSV text in chunks, safe to open in a spreadsheet."""

import csv
import io
import re
from collections.abc import Iterable, Iterator

from costdash.core import Counts, OperatingPoint
from costdash.core.curves.threshold_table import columns_at, rows

CHUNK = 10_000  # rows
FORMULA = ("=", "+", "-", "@", "\t", "\r")
# Where semicolons or tabs separate cells, a formula may begin within a cell.
INNER_FORMULA = re.compile(r"([;\t\r\n]\s*)(?=[=+\-@])")


def csv_lines(names: Iterable[str], table: Iterable[Iterable[object]]) -> Iterator[str]:
    """A header and one line per row; None is an empty cell, floats keep every digit."""
    yield _line(names)
    for row in table:
        yield _line(row)


def thresholds_csv(
    counts: Counts, point: OperatingPoint, chunk: int = CHUNK, cases: Counts | None = None
) -> Iterator[str]:
    """All thresholds with the columns of the threshold table, in texts of `chunk` rows each.

    cases: as of `columns_at`.

    The infinite threshold and an undefined precision are empty cells. The rule score >= t with a
    printed threshold t calls the same cases.
    """
    size = counts.threshold.size
    for start in range(0, size, chunk):
        part = rows(columns_at(counts, point, range(start, min(start + chunk, size)), cases))
        lines = csv_lines(part[0], (row.values() for row in part))
        if start:
            next(lines)
        yield "".join(lines)


def safe_cell(value: object) -> str:
    """The text of a cell; an apostrophe before text that a spreadsheet would run as a formula.

    >>> safe_cell("=1+1"), safe_cell("-a"), safe_cell("-0.5"), safe_cell(None), safe_cell(0.1)
    ("'=1+1", "'-a", '-0.5', '', '0.1')
    """
    if value is None:
        return ""
    if isinstance(value, str) and value.startswith(FORMULA) and not _is_number(value):
        value = f"'{value}"
    return INNER_FORMULA.sub(r"\1'", value) if isinstance(value, str) else str(value)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _line(row: Iterable[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(map(safe_cell, row))
    return line.getvalue()
