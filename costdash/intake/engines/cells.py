"""Cells of a score: intervals whose rows an engine counts by class in one GROUP BY."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from costdash.core.sample.counts import Counts
from costdash.core.sample.groups import WeightSums
from costdash.core.types import Bools, Floats


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


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """How cells are split: each (s,) into `parts` equal intervals from its low to its high score.

    The parts of cell i get the keys first[i] to first[i] + parts[i] - 1.
    """

    key: NDArray[np.int64]
    low: Floats
    scale: Floats
    parts: NDArray[np.int64]
    first: NDArray[np.int64]

    @staticmethod
    def of(cells: Cells, want: Floats, first: int, budget: int) -> "Split":
        """Splits each cell into at least two parts: as many as wanted, within `budget`."""
        share = want * min(1.0, budget / float(want.sum()))
        parts = np.maximum(np.ceil(share), 2).astype(np.int64)
        with np.errstate(over="ignore"):
            scale = np.minimum(parts / (cells.high - cells.low), np.finfo(float).max)
        return Split(cells.key, cells.low, scale, parts, first + np.cumsum(parts) - parts)

    @property
    def end(self) -> int:
        """The first key that is free."""
        return int(self.first[-1] + self.parts[-1])

    def columns(self) -> dict[str, NDArray]:
        """The columns that the engine joins to its rows."""
        return {
            "key": self.key,
            "low": self.low,
            "scale": self.scale,
            "last": self.parts - 1,
            "first": self.first,
        }
