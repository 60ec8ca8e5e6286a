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
    yield _text([names])
    for row in table:
        yield _text([row])


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
        head = [] if start else [part[0]]
        yield _text([*head, *(row.values() for row in part)])


def safe_cell(value: object) -> str:
    """The text of a cell; an apostrophe before text that a spreadsheet would run as a formula.

    >>> safe_cell("=1+1"), safe_cell("-a"), safe_cell("-0.5"), safe_cell(None), safe_cell(0.1)
    ("'=1+1", "'-a", '-0.5', '', '0.1')
    """
    if value is None:
        return ""
    if not isinstance(value, str):
        return str(value)
    if value.startswith(FORMULA) and not _is_number(value):
        value = f"'{value}"
    return INNER_FORMULA.sub(r"\1'", value)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _text(table: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(map(_cells, table))
    return text.getvalue()


def _cells(row: Iterable[object]) -> list[object]:
    """Texts are made safe; the csv module writes numbers, and None as an empty cell."""
    return [safe_cell(cell) if isinstance(cell, str) else cell for cell in row]
