"""Percentile limits of bootstrap replicates."""

from collections.abc import Iterator
from typing import Protocol

import numpy as np

from costdash.core.types import Floats, Interval

MOST_NUMBERS = 1 << 18  # of a block of rows, whose copies take 2 MB each


class DrawnRows(Protocol):
    """Replicates (m, b), of which a block of rows can be read at a time: a matrix, or less."""

    @property
    def shape(self) -> tuple[int, ...]: ...

    def __getitem__(self, rows: slice, /) -> Floats: ...


def percentile_limits(
    ordered: Floats, estimate: Floats | float, level: float
) -> tuple[Floats, Floats]:
    """Percentile limits of replicates sorted along axis 0, widened to contain the estimate.

    Raises ValueError unless 0 < level < 1.
    """
    if not 0 < level < 1:
        raise ValueError(f"level must lie in (0, 1), got {level}")
    return (
        np.minimum(_percentile(ordered, (1 - level) / 2), estimate),
        np.maximum(_percentile(ordered, (1 + level) / 2), estimate),
    )


def percentile_limits_of_rows(
    drawn: DrawnRows, estimate: Floats, level: float
) -> tuple[Floats, Floats]:
    """Percentile limits (m,) of unsorted replicates drawn (m, b) of m numbers, by blocks of rows.

    Raises ValueError unless 0 < level < 1.
    """
    low, high = np.empty(drawn.shape[0]), np.empty(drawn.shape[0])
    for rows in blocks_of_rows(drawn.shape):
        ordered = np.sort(drawn[rows], axis=1).T
        low[rows], high[rows] = percentile_limits(ordered, estimate[rows], level)
    return low, high


def blocks_of_rows(shape: tuple[int, ...]) -> Iterator[slice]:
    """Slices of the rows of a matrix, so small that copies of a block hardly take memory."""
    step = max(1, MOST_NUMBERS // max(1, shape[1]))
    for start in range(0, shape[0], step):
        yield slice(start, start + step)


def percentile_interval(drawn: Floats, estimate: float, level: float) -> Interval:
    """Percentile limits of replicates (b,) of one number, widened to contain the estimate."""
    low, high = percentile_limits(np.sort(drawn), estimate, level)
    return float(low), float(high)


def _percentile(ordered: Floats, share: float) -> Floats:
    """Quantile of replicates sorted along axis 0, interpolated linearly."""
    place = share * (ordered.shape[0] - 1)
    under = int(place)
    over = min(under + 1, ordered.shape[0] - 1)
    return ordered[under] + (place - under) * (ordered[over] - ordered[under])
