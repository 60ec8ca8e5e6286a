"""The segments of a column that are shown: the largest, the others together, and blanks."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from costdash.core.sample.segment_column import SegmentColumn

MOST = 12  # segments shown by themselves, unless another number is asked for
MOST_PERIODS = 60  # five years of months


@dataclass(frozen=True, slots=True, eq=False)
class Segments:
    """The segment (n,) of each row, from 0, with names (g,) and how many values are pooled.

    last_day (g,): of periods; None for pooled and blank ones. pooled: values in "other", and rows.
    bands: the values are bands of a number.
    """

    codes: NDArray[np.intp]
    names: tuple[str, ...]
    last_day: tuple[int | None, ...] = ()
    pooled: tuple[int, int] = (0, 0)
    bands: bool = False

    @property
    def are_periods(self) -> bool:
        """Whether the segments are periods, in the order of time."""
        return bool(self.last_day)

    @property
    def has_order(self) -> bool:
        """Whether the segments have an order of their own."""
        return self.are_periods or self.bands


def codes_elsewhere(
    segments: Segments, column: SegmentColumn, other: SegmentColumn
) -> NDArray[np.intp]:
    """The segments (m,) of the rows of another part, by their values.

    column: of the rows of the segments. Values without rows there get the first number after them.
    """
    codes, first = np.unique(column.codes, return_index=True)
    names = [None if code < 0 else column.names[code] for code in codes.tolist()]
    place = dict(zip(names, segments.codes[first].tolist(), strict=True))
    table = [place.get(name, len(segments.names)) for name in (*other.names, None)]
    found: NDArray[np.intp] = np.array(table, dtype=np.intp)[other.codes]
    return found


def segments_of(
    column: SegmentColumn, most: int | None = None, times: NDArray[np.int64] | None = None
) -> Segments:
    """The `most` segments with most rows; the others become "other", missing values "blank".

    Of periods the latest ones are kept. times (n,): how many rows each row stands for. Raises
    ValueError unless `most` is at least 1.

    >>> column = SegmentColumn(np.array([0, 1, 1, 2, -1]), ("a", "b", "c"))
    >>> segments_of(column, most=1).names
    ('b', 'other (2)', 'blank')
    """
    periods = bool(column.last_day)
    most = (MOST_PERIODS if periods else MOST) if most is None else most
    if most < 1:
        raise ValueError(f"segments must be at least 1, got {most}")
    rows = np.bincount(column.codes + 1, times, len(column.names) + 1)[1:].astype(np.int64)
    present = np.flatnonzero(rows)
    ranked = present[::-1] if periods else present[np.argsort(-rows[present], kind="stable")]
    retained = np.sort(ranked[:most]) if periods or column.bands else ranked[:most]
    others = ranked[most:]
    names = [column.names[place] for place in retained]
    new = np.full(len(column.names) + 1, -1, dtype=np.intp)
    new[retained] = np.arange(retained.size)
    if others.size:
        new[others] = len(names)
        names.append(f"{'earlier' if periods else 'other'} ({others.size:,})")
    codes = new[column.codes]
    if (codes < 0).any():
        codes[codes < 0] = len(names)
        names.append("blank")
    last = [column.last_day[place] if periods else None for place in retained]
    more: Sequence[int | None] = [None] * (len(names) - len(last))
    pooled = int(others.size), int(rows[others].sum())
    last_day = (*last, *more) if periods else ()
    return Segments(codes, tuple(names), last_day, pooled, column.bands)
