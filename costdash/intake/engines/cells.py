"""Cells of a score: intervals whose rows an engine counts by class in one GROUP BY."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from costdash.core.sample.counts import Counts
from costdash.core.sample.groups import WeightSums
from costdash.core.types import Bools, Floats

LEAST_EXPONENT = -1022  # of doubles with all digits; smaller ones lie evenly between these and 0
WIDE = 16.0
NO_RANKS = 1e300  # a span of ranks so long that ranks do not count


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """What an engine counted in c intervals of a score, strictest first.

    key (c,): the number by which the engine finds a cell again; depth (c,): how many splits led
    to it. low and high (c,): least and greatest score of its rows; cells do not overlap.
    rows (c, 2): negatives and positives; weight and squared (c, 2): sums of their weights and of
    the squares of these.
    """

    key: NDArray[np.int64]
    depth: NDArray[np.int64]
    low: Floats
    high: Floats
    rows: NDArray[np.int64]
    weight: NDArray
    squared: NDArray

    @property
    def size(self) -> int:
        """Number of cells, c."""
        return self.key.size

    @property
    def is_single(self) -> Bools:
        """Whether all rows of a cell have the same score, (c,)."""
        return self.low == self.high

    @property
    def counts(self) -> Counts:
        """Exact counts at the least score of each cell."""
        return self._summed(self.weight)

    @property
    def weight_sums(self) -> WeightSums:
        """Rows and squared weights at the thresholds of the counts."""
        return WeightSums(self._summed(self.rows), self._summed(self.squared))

    def _summed(self, each: NDArray) -> Counts:
        called = np.concatenate((np.zeros((1, 2), each.dtype), each.cumsum(axis=0)))
        return Counts(np.append(np.inf, self.low), called[:, 1], called[:, 0])

    def take(self, index: NDArray) -> "Cells":
        """Some of the cells."""
        return Cells(*(getattr(self, field.name)[index] for field in fields(self)))

    @staticmethod
    def joined(parts: Sequence["Cells"]) -> "Cells":
        """Cells of several passes, strictest first."""
        every = (np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(Cells))
        together = Cells(*every)
        return together.take(np.argsort(-together.low, kind="stable"))


def float_rank(value: Floats) -> Floats:
    """The place of doubles (c,) on a scale that gives every power of two the same length.

    It is the exponent plus the significand, so it rises with the value as the bits of a double do,
    up to rounding. 0 is at 0, and negative numbers mirror positive ones.
    """
    magnitude = np.abs(value)
    exponent = np.where(magnitude > 0, np.frexp(magnitude)[1] - 1, LEAST_EXPONENT)
    exponent = np.maximum(exponent, LEAST_EXPONENT)
    rank = (exponent - LEAST_EXPONENT) + np.ldexp(magnitude, -exponent)
    return np.where(value < 0, -rank, rank)


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """How cells are split: each (s,) into `parts`, which get the keys from `first` on.

    The part of a score is the floor of parts (score unit - low) / span, which cuts a cell into
    equal intervals. A cell that spans several powers of two, or 0, may hold most of its rows in an
    interval that is much shorter than equal parts. There half of that and half of the share of
    ranks, (float_rank - rank_low) / rank_span, are added: every part is short on both scales.
    """

    key: NDArray[np.int64]
    unit: Floats
    low: Floats
    span: Floats
    rank_low: Floats
    rank_span: Floats
    parts: NDArray[np.int64]
    first: NDArray[np.int64]

    @staticmethod
    def of(cells: Cells, want: Floats, first: int, budget: int) -> "Split":
        """Splits each cell into at least two parts: as many as wanted, within `budget`.

        The range of all scores, at depth 0, is split without ranks, which few tables need.
        """
        share = want * min(1.0, budget / float(want.sum()))
        parts = np.maximum(np.ceil(share), 2).astype(np.int64)
        is_wide = _is_wide(cells)
        by_rank = is_wide & (cells.depth > 0)
        half = np.where(is_wide, 0.5, 1.0)  # half of a range from -1.7e308 to 1.7e308 is finite
        span = cells.high * half - cells.low * half
        unit = half * np.where(by_rank, 0.5, 1.0)
        rank_low, rank_high = float_rank(cells.low), float_rank(cells.high)
        return Split(
            key=cells.key,
            unit=unit,
            low=cells.low * unit,
            span=np.where(span > 0, span, 1.0),
            rank_low=rank_low,
            rank_span=np.where(by_rank, 2 * (rank_high - rank_low), NO_RANKS),
            parts=parts,
            first=first + np.cumsum(parts) - parts,
        )

    @property
    def needs_ranks(self) -> bool:
        """Whether some cells are split by the ranks of their scores too."""
        return bool((self.rank_span < NO_RANKS).any())

    @property
    def end(self) -> int:
        """The first key that is free."""
        return int(self.first[-1] + self.parts[-1])

    def columns(self) -> dict[str, NDArray]:
        """The columns that the engine joins to its rows."""
        columns = {
            "key": self.key,
            "unit": self.unit,
            "low": self.low,
            "span": self.span,
            "parts": self.parts,
            "first": self.first,
        }
        if self.needs_ranks:
            columns |= {"rank_low": self.rank_low, "rank_span": self.rank_span}
        return columns


def _is_wide(cells: Cells) -> Bools:
    """Whether the greatest score of a cell is more than WIDE times the least, or 0 is between."""
    least, greatest = np.abs(cells.low), np.abs(cells.high)
    least, greatest = np.minimum(least, greatest), np.maximum(least, greatest)
    return (cells.low <= 0) & (cells.high >= 0) | (greatest / WIDE > least)
