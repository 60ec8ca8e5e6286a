"""Columns whose values group the rows into segments: of text, bands of numbers, or dates."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from costdash.core.sample.split import Rows

Period = Literal["day", "week", "month", "quarter", "year"]
PERIODS: tuple[Period, ...] = ("day", "week", "month", "quarter", "year")
MISSING_DAY = np.iinfo(np.int32).min
MONDAY = 4  # 1970-01-05, the first Monday, is day 4


@dataclass(frozen=True, slots=True, eq=False)
class SegmentColumn:
    """The segment of each row.

    Parameters
    ----------
    codes : ndarray of int, shape (n,)
        Index into `names`; -1 for a row without a value.
    names : tuple of str
        Names of the segments; of bands and periods in their order.
    bands : bool
        The segments are bands of a number.
    last_day : tuple of int
        For periods the last day of each, counted from 1970-01-01; else empty.

    Examples
    --------
    >>> column = SegmentColumn(np.array([0, 1, -1]), ("north", "south"))
    >>> column[np.array([True, False, True])].codes
    array([ 0, -1])
    """

    codes: NDArray[np.integer]
    names: tuple[str, ...]
    bands: bool = False
    last_day: tuple[int, ...] = ()

    def __getitem__(self, rows: Rows | NDArray[np.intp]) -> "SegmentColumn":
        """The column of some of the rows, by index as of an array."""
        return replace(self, codes=self.codes[rows])


@dataclass(frozen=True, slots=True, eq=False)
class DateColumn:
    """The day (n,) of each row, counted from 1970-01-01; MISSING_DAY for a row without a date.

    Examples
    --------
    >>> days = np.array(["2026-01-31", "2026-02-01"], dtype="datetime64[D]").astype(np.int32)
    >>> DateColumn(days).by("month").names
    ('2026-01', '2026-02')
    """

    day: NDArray[np.int32]

    def __getitem__(self, rows: Rows | NDArray[np.intp]) -> "DateColumn":
        """The column of some of the rows, by index as of an array."""
        return DateColumn(self.day[rows])

    def by(self, period: Period) -> SegmentColumn:
        """The periods as segments, earliest first; periods without rows are left out."""
        codes = np.full(self.day.size, -1, dtype=np.int32)
        present = np.flatnonzero(self.day != MISSING_DAY)
        if not present.size:
            return SegmentColumn(codes, ())
        number, place = np.unique(_number(self.day[present], period), return_inverse=True)
        codes[present] = place
        names = tuple(_name(int(each), period) for each in number)
        last = tuple(_first_day(int(each) + 1, period) - 1 for each in number)
        return SegmentColumn(codes, names, last_day=last)


def _number(day: NDArray[np.int32], period: Period) -> NDArray[np.int64]:
    """The number (n,) of the period that holds each day."""
    days = day.astype("datetime64[D]")
    if period == "day":
        return day.astype(np.int64)
    if period == "week":
        return (day.astype(np.int64) - MONDAY) // 7
    if period == "year":
        return days.astype("datetime64[Y]").astype(np.int64)
    months = days.astype("datetime64[M]").astype(np.int64)
    return months // 3 if period == "quarter" else months


def _first_day(number: int, period: Period) -> int:
    """The first day of a period, by its number."""
    if period == "day":
        return number
    if period == "week":
        return 7 * number + MONDAY
    unit, times = {"year": ("Y", 1), "quarter": ("M", 3), "month": ("M", 1)}[period]
    first = np.array([number * times]).astype(f"datetime64[{unit}]").astype("datetime64[D]")
    return int(first.astype(np.int64)[0])


def _name(number: int, period: Period) -> str:
    """2026-06, 2026 Q2, 2026, 2026-06-01, or the Monday of a week."""
    first = str(np.datetime64(_first_day(number, period), "D"))
    return {
        "month": first[:7],
        "year": first[:4],
        "quarter": f"{first[:4]} Q{number % 4 + 1}",
    }.get(period, first)


GroupingColumn = SegmentColumn | DateColumn


def segment_kind(column: GroupingColumn) -> str:
    """What a column holds: values, bands or dates."""
    if isinstance(column, DateColumn):
        return "dates"
    return "bands" if column.bands else "values"
