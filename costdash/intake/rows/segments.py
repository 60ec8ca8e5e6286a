"""Columns that divide the rows into segments: which fit, and their values."""

from collections.abc import Iterable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from costdash.core.sample.segment_column import (
    MISSING_DAY,
    DateColumn,
    GroupingColumn,
    SegmentColumn,
)
from costdash.core.types import Bools, Floats
from costdash.intake.columns.levels import Column, Columns
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError, shown
from costdash.wording import number

MOST_VALUES = 200  # of a column; more look like an identifier
MOST_NUMBERS = 20  # distinct numbers that are segments themselves; more are put into bands
BANDS = 5
MOST_CHOICES = 30  # columns that the page offers
SAMPLE = 50  # cells that tell whether a column of text holds dates
ISO_DATE = r"^\s*\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?\s*$"
DIGITS = (3, 4, 5, 6, 15)  # of the ends of bands: so many that they differ
TAKEN = {
    "label": "the label",
    "weight": "the weight",
    "case_id": "the name of the case",
    "model": "the name of the model",
}


def read_segments(
    columns: Columns, roles: Roles, retained: Bools, names: Iterable[str]
) -> dict[str, GroupingColumn]:
    """The named columns for the rows to keep, (n,) each.

    Raises IntakeError for a column that does not exist, has another role or too many values.
    """
    found: dict[str, GroupingColumn] = {}
    for name in sorted(names):
        if name not in columns:
            raise IntakeError(
                f"There is no column “{shown(name)}” for the segments. Choose one with at most "
                f"{MOST_VALUES} values, or with dates."
            )
        if reason := why_not(name, columns[name].where(retained), roles):
            raise IntakeError(reason)
        found[name] = segment_column(name, columns[name], retained)
    return found


def segment_choices(columns: Columns, roles: Roles) -> list[dict[str, str]]:
    """The columns that the page offers: name, kind, and why a column does not fit ("" if it does).

    Columns with a role are left out, and so are those beyond MOST_CHOICES that fit.
    """
    choices, fitting = [], 0
    if roles.model is not None:  # of the long layout, cells belong to case and model
        return []
    for name, column in columns.items():
        if _role_of(name, roles):
            continue
        reason = why_not(name, column, roles)
        fitting += not reason
        if reason or fitting <= MOST_CHOICES:
            kind = "dates" if holds_dates(column) else "bands" if in_bands(column) else "values"
            choices.append({"name": name, "kind": kind, "reason": reason})
    return choices


def why_not(name: str, column: Column, roles: Roles) -> str:
    """Why a column cannot divide the rows, as a sentence; "" if it can."""
    if role := _role_of(name, roles):
        return f"{shown(name)} is {role}: choose another column for the segments."
    if holds_dates(column):
        return ""
    present = len(column.cells) - column.cells.null_count
    if column.is_numeric and not _is_identifier(column, present):
        return "" if present else f"{shown(name)} is empty: choose another column."
    if column.has_at_most(MOST_VALUES):
        return "" if present else f"{shown(name)} is empty: choose another column."
    return (
        f"{shown(name)} looks like an identifier ({column.distinct:,} values): choose a column "
        f"with at most {MOST_VALUES}."
    )


def _is_identifier(column: Column, present: int) -> bool:
    """Whether a column of whole numbers names each row: all are different."""
    whole = pa.types.is_integer(column.cells.type)
    return whole and present > MOST_VALUES and column.distinct == present


def _role_of(name: str, roles: Roles) -> str:
    words = (word for role, word in TAKEN.items() if getattr(roles, role) == name)
    return next(words, "a score" if name in roles.scores else "")


def in_bands(column: Column) -> bool:
    """Whether a column holds so many numbers that they are put into bands."""
    boolean = pa.types.is_boolean(column.cells.type)
    return column.is_numeric and not boolean and not column.has_at_most(MOST_NUMBERS)


def holds_dates(column: Column) -> bool:
    """Whether a column has dates or timestamps, or text that begins with ISO dates."""
    kind = column.cells.type
    if pa.types.is_date(kind) or pa.types.is_timestamp(kind):
        return True
    if not pa.types.is_string(kind):
        return False
    some = column.cells.slice(0, 20 * SAMPLE).drop_null().slice(0, SAMPLE)
    dates = pc.sum(pc.match_substring_regex(some, ISO_DATE)).as_py() or 0
    return len(some) > 0 and dates > len(some) / 2


def segment_column(name: str, column: Column, retained: Bools) -> GroupingColumn:
    """The values of a column that fits."""
    if holds_dates(column):
        return DateColumn(_days(name, column)[retained])
    column = column.where(retained)
    if in_bands(column):
        return banded(column.floats())
    levels = column.levels
    return SegmentColumn(levels.codes.astype(np.int16), tuple(map(shown, levels.texts)))


def _days(name: str, column: Column) -> np.ndarray:
    """The day (n,) of each row of the file.

    Raises IntakeError that names the row of the first cell that is no date.
    """
    cells = column.cells
    if pa.types.is_string(cells.type):
        trimmed = pc.utf8_trim_whitespace(cells)
        empty = pc.or_kleene(pc.is_null(cells), pc.equal(trimmed, ""))
        bad = pc.and_(pc.invert(pc.match_substring_regex(trimmed, ISO_DATE)), pc.invert(empty))
        _check_dates(name, cells, pc.fill_null(bad, False).to_numpy())
        text = pc.if_else(pc.fill_null(empty, True), None, pc.utf8_slice_codeunits(trimmed, 0, 10))
        cells = pc.strptime(text, format="%Y-%m-%d", unit="s", error_is_null=True)
        impossible = pc.not_equal(pc.strftime(cells, format="%Y-%m-%d"), text)  # such as a 30th Feb
        _check_dates(name, column.cells, pc.fill_null(impossible, False).to_numpy())
        missing = cells.is_null().to_numpy() & ~pc.fill_null(empty, True).to_numpy()
        _check_dates(name, column.cells, missing)
    days = pc.cast(pc.cast(cells, pa.date32(), safe=False), pa.int32())
    found: np.ndarray = pc.fill_null(days, int(MISSING_DAY)).to_numpy().astype(np.int32)
    return found


def _check_dates(name: str, cells: pa.ChunkedArray, bad: Bools) -> None:
    if bad.any():
        row = int(bad.argmax())
        raise IntakeError(
            f"Column {shown(name)} holds dates, but row {row + 1:,} of the data has "
            f"“{shown(cells[row].as_py(), 20)}”. Write it as 2026-06-30, or leave the cell empty."
        )


def banded(values: Floats) -> SegmentColumn:
    """Numbers (n,) in BANDS bands of about as many rows, by quantiles; equal numbers stay together.

    >>> banded(np.arange(100.0)).names
    ('under 20', '20 to 40', '40 to 60', '60 to 80', '80 and more')
    """
    codes = np.full(values.size, -1, dtype=np.int16)
    finite = np.isfinite(values)
    if not finite.any():
        return SegmentColumn(codes, (), bands=True)
    shares = np.arange(1, BANDS) / BANDS
    ordered = np.sort(values[finite])
    edge = np.unique(ordered[(shares * ordered.size).astype(np.intp)])
    edge = edge[edge > ordered[0]]
    codes[finite] = np.searchsorted(edge, values[finite], side="right")
    if not edge.size:
        return SegmentColumn(codes, (number(float(ordered[0])),), bands=True)
    texts = next(
        texts
        for digits in DIGITS
        if len(set(texts := [number(float(x), digits) for x in edge])) == edge.size
        or digits == DIGITS[-1]
    )
    inner = [f"{low} to {high}" for low, high in zip(texts, texts[1:])]
    names = (f"under {texts[0]}", *inner, f"{texts[-1]} and more")
    return SegmentColumn(codes, names, bands=True)
