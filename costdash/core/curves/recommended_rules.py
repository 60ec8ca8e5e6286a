"""Recommended rules along PC(+): which vertex of the common hull is the best rule where."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from costdash.core.curves.cost import BELOW
from costdash.core.curves.hull import Hull
from costdash.core.types import Floats, Interval


@dataclass(frozen=True, slots=True, eq=False)
class RecommendedRules:
    """From tie[i - 1] to tie[i] vertex[i] of the hull is recommended, (s - 1,) and (s,).

    On the same rows these are the hull's own ties and vertices. Where a cross-fitted model is not
    worth it, a trivial classifier is recommended: the first vertex (call none), the last (all).
    """

    hull: Hull
    tie: Floats
    vertex: NDArray[np.intp]

    @classmethod
    def of(cls, hull: Hull) -> "RecommendedRules":
        """The cheapest vertex everywhere."""
        return cls(hull, hull.tie, np.arange(hull.tie.size + 1))

    @classmethod
    def within(cls, hull: Hull, worthwhile: Sequence[Interval]) -> "RecommendedRules":
        """The cheapest vertex in these ranges of PC(+), outside them the better trivial call."""
        ends = np.array(worthwhile, dtype=float).reshape(-1, 2)
        edge = np.unique(np.concatenate(([0, 0.5, 1], hull.tie, ends.ravel())))
        middle = (edge[1:] + edge[:-1]) / 2
        inside = np.searchsorted(ends.ravel(), middle) % 2 == 1
        vertex = np.where(inside, hull.cheapest(middle), np.where(middle < 0.5, 0, hull.tie.size))
        new = np.append(True, np.diff(vertex) != 0)
        return cls(hull, edge[:-1][new][1:], vertex[new])

    def place(self, pcf: ArrayLike) -> NDArray[np.intp]:
        """Place of the rule at pcf (any shape); at a tie, up to rounding, of the rule below."""
        return np.searchsorted(self.tie, np.asarray(pcf) * BELOW)

    def at(self, pcf: float) -> int:
        """The recommended vertex of the hull."""
        return int(self.vertex[self.place(pcf)])

    def call(self, vertex: int) -> str:
        """ "none" and "all" for the trivial classifiers, else "some"."""
        return {0: "none", self.hull.tie.size: "all"}.get(vertex, "some")
