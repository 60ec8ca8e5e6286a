"""Recommended rules along PC(+): which threshold of which model is recommended where."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from costdash.core.curves.cost import BELOW
from costdash.core.curves.hull import Hull
from costdash.core.curves.least_cost import least_cost
from costdash.core.types import CallKind, Floats, Interval

CELLS = 1_000_000  # rates of all models that are held in memory at a time


@dataclass(frozen=True, slots=True, eq=False)
class RuleVertices:
    """Rules that are recommended somewhere: vertices of hulls, with their rates on the rows.

    The first vertex calls none, the last calls all. fpr, tpr (h,): rates. owner: the models that
    reach each vertex. index (h,): place in the `Counts` of its first owner.
    """

    fpr: Floats
    tpr: Floats
    owner: tuple[tuple[str, ...], ...]
    index: NDArray[np.intp]

    @classmethod
    def of(cls, hull: Hull) -> "RuleVertices":
        """All vertices of a common hull."""
        return cls(hull.fpr, hull.tpr, hull.owner, hull.index)


@dataclass(frozen=True, slots=True, eq=False)
class CostLines:
    """Rates of each of M models along PC(+), which are constant between its edges (n + 1,).

    rates: by model, from pcf (m,) inside the pieces to fpr and tpr (m,).
    """

    edge: Floats
    rates: Sequence[Callable[[Floats], tuple[Floats, Floats]]]

    def at(self, pcf: Floats) -> tuple[Floats, Floats]:
        """fpr and tpr (M, m) at pcf (m,)."""
        fpr, tpr = zip(*(rates(pcf) for rates in self.rates))
        return np.stack(fpr), np.stack(tpr)

    def least(self, edge: Floats) -> tuple[Floats, NDArray[np.intp]]:
        """As `least_cost` between further edges; never with the rates of all pieces in memory."""
        step = max(CELLS // len(self.rates), 1)
        edges, cheapest = [], []
        for start in range(0, edge.size - 1, step):
            some = edge[start : start + step + 1]
            ends, model = least_cost(some, *self.at((some[1:] + some[:-1]) / 2))
            edges.append(ends[:-1])
            cheapest.append(model)
        return np.concatenate((*edges, edge[-1:])), np.concatenate(cheapest)


@dataclass(frozen=True, slots=True, eq=False)
class RecommendedRules:
    """From tie[i - 1] to tie[i] the rule `vertices` [vertex[i]] is recommended, (s - 1,) and (s,).

    On the same rows and with a hold-out these are the ties and vertices of the common hull.
    Cross-fitted, they are those of the model that costs least on other rows: it need not lie on
    the common hull.
    """

    vertices: RuleVertices
    tie: Floats
    vertex: NDArray[np.intp]

    @classmethod
    def of(cls, hull: Hull) -> "RecommendedRules":
        """The cheapest vertex of a common hull everywhere."""
        return cls(RuleVertices.of(hull), hull.tie, np.arange(hull.tie.size + 1))

    @classmethod
    def within(
        cls, hulls: Sequence[Hull], costs: CostLines, worthwhile: Sequence[Interval]
    ) -> "RecommendedRules":
        """The rule of the model of least cost within these ranges of PC(+), else the trivial call.

        hulls, costs: of each model; a model's rule is the cheapest vertex of its hull.
        """
        ends = np.array(worthwhile, dtype=float).ravel()
        ties = [hull.tie for hull in hulls]
        edge = np.unique(np.concatenate(([0, 0.5, 1], costs.edge, ends, *ties)))
        edge, model = costs.least(edge)
        middle = (edge[1:] + edge[:-1]) / 2
        chosen = np.zeros(middle.size, dtype=np.intp)
        for m in np.unique(model).tolist():
            chosen[model == m] = hulls[m].cheapest(middle[model == m])
        last = np.array([hull.tie.size for hull in hulls])[model]
        some = (np.searchsorted(ends, middle) % 2 == 1) & (chosen > 0) & (chosen < last)
        model, chosen = np.where(some, model, -1), np.where(some, chosen, middle < 0.5)
        new = np.append(True, (np.diff(model) != 0) | (np.diff(chosen) != 0))
        fpr, tpr = costs.at(middle[new])
        rules, at = [], np.zeros(np.count_nonzero(new), dtype=np.intp)
        for place, (m, v) in enumerate(zip(model[new].tolist(), chosen[new].tolist())):
            if m >= 0:
                same = (fpr[:, place] == fpr[m, place]) & (tpr[:, place] == tpr[m, place])
                rules.append((m, v, np.flatnonzero(same).tolist()))
            at[place] = len(rules) if m >= 0 else (0 if v else -1)
        at[at < 0] = len(rules) + 1
        return cls(_vertices(hulls, rules), edge[:-1][new][1:], at)

    def place(self, pcf: ArrayLike) -> NDArray[np.intp]:
        """Place of the rule at pcf (any shape); at a tie, up to rounding, of the rule below."""
        return np.searchsorted(self.tie, np.asarray(pcf) * BELOW)

    def at(self, pcf: float) -> int:
        """The recommended vertex."""
        return int(self.vertex[self.place(pcf)])

    def call(self, vertex: int) -> CallKind:
        """ "none" and "all" for the trivial classifiers, else "some"."""
        ends: dict[int, CallKind] = {0: "none", self.vertices.index.size - 1: "all"}
        return ends.get(vertex, "some")


def _vertices(hulls: Sequence[Hull], rules: Sequence[tuple[int, int, list[int]]]) -> RuleVertices:
    """Call none, the rules (model, vertex, models of the same cost), and call all."""
    names = tuple(hull.owner[0][0] for hull in hulls)
    fpr, tpr, owner, index = [0.0], [0.0], [names], [0]
    for model, vertex, same in rules:
        hull = hulls[model]
        x, y = float(hull.fpr[vertex]), float(hull.tpr[vertex])
        reach = [hulls[i] for i in same if ((hulls[i].fpr == x) & (hulls[i].tpr == y)).any()]
        fpr.append(x)
        tpr.append(y)
        owner.append((hull.owner[vertex][0], *(h.owner[0][0] for h in reach if h is not hull)))
        index.append(int(hull.index[vertex]))
    last = int(hulls[0].index[-1])
    return RuleVertices(
        np.array([*fpr, 1.0]),
        np.array([*tpr, 1.0]),
        (*owner, names),
        np.array([*index, last]),
    )
