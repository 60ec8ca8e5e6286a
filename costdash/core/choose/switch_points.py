"""What would change a decision: the nearest conditions at which another answer is best."""

from dataclasses import dataclass
from math import log

import numpy as np

from costdash.core.conditions.intervals import Range
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.hull import Hull
from costdash.core.types import Floats


@dataclass(frozen=True, slots=True)
class Change:
    """Beyond pcf `vertex` of the hull is best.

    prior: where that happens at the same costs; cost_ratio: where it happens at the same prior.
    Both are as far away in log-odds: `distance`, negative below the present point.
    """

    vertex: int
    pcf: float
    prior: float
    cost_ratio: float
    distance: float


def changes(hull: Hull, point: OperatingPoint) -> tuple[Change | None, Change | None]:
    """The next answer below and above the point's PC(+); None where there is none.

    At a tie the stricter answer is the present one, so the change above is at distance 0.
    """
    vertex = int(hull.cheapest(point.pcf))
    return _below(hull, vertex, point), _above(hull, vertex, point)


def model_changes(hull: Hull, point: OperatingPoint) -> tuple[Change | None, Change | None]:
    """The same, passing over answers of the present model; a trivial answer is no model's."""
    vertex = int(hull.cheapest(point.pcf))
    owners = _models(hull, vertex)
    found = []
    for step in (_below, _above):
        change = step(hull, vertex, point)
        while change and owners & _models(hull, change.vertex):
            change = step(hull, change.vertex, point)
        found.append(change)
    return found[0], found[1]


def nearest(found: tuple[Change | None, Change | None]) -> Change | None:
    """The nearer of two changes in log-odds, which is the nearer for prior and ratio alike."""
    return min(filter(None, found), key=lambda change: abs(change.distance), default=None)


def _below(hull: Hull, vertex: int, point: OperatingPoint) -> Change | None:
    if vertex == 0 or hull.tie[vertex - 1] <= 0:
        return None
    pcf = float(hull.tie[vertex - 1])
    return _change(int(np.searchsorted(hull.tie, pcf, "left")), pcf, point)


def _above(hull: Hull, vertex: int, point: OperatingPoint) -> Change | None:
    if vertex == hull.tie.size or hull.tie[vertex] >= 1:
        return None
    pcf = float(hull.tie[vertex])
    return _change(int(np.searchsorted(hull.tie, pcf, "right")), pcf, point)


def _change(vertex: int, pcf: float, point: OperatingPoint) -> Change:
    odds = pcf / (1 - pcf)
    prior_odds = odds / point.cost_ratio
    return Change(
        vertex=vertex,
        pcf=pcf,
        prior=prior_odds / (1 + prior_odds),
        cost_ratio=odds * (1 - point.prior) / point.prior,
        distance=log(odds * point.slope),
    )


def _models(hull: Hull, vertex: int) -> set[str]:
    trivial = vertex in (0, hull.tie.size)
    return {("none", "all")[vertex > 0]} if trivial else set(hull.owner[vertex])


@dataclass(frozen=True, slots=True)
class Piece:
    """A vertex of the hull, the part of a PC(+) interval where it is best, and its nec there."""

    vertex: int
    low: float
    high: float
    nec: Range  # at low and at high; between them it is straight


def best_within(hull: Hull, low: float, high: float) -> list[Piece]:
    """Every answer that is best somewhere from low to high of PC(+), in rising order of PC(+).

    The first and the last vertex of a hull are the trivial answers, call none and call all.
    A vertex that is only tied at an end is left out, unless the interval is that point; then the
    stricter is taken. Raises ValueError unless 0 <= low <= high <= 1.
    """
    if not 0 <= low <= high <= 1:
        raise ValueError(f"PC(+) must run from low to high in [0, 1], got {low} to {high}")
    if low == high:
        return [_piece(hull, int(hull.cheapest(low)), low, high)]
    first, last = np.searchsorted(hull.tie, low, "right"), np.searchsorted(hull.tie, high, "left")
    ends = [low, *hull.tie[first:last].tolist(), high]
    parts = zip(range(first, last + 1), ends, ends[1:])
    return [_piece(hull, v, a, b) for v, a, b in parts if a < b]


def segment(hull: Hull, low: float, high: float) -> tuple[Floats, Floats]:
    """fpr and tpr of the hull's part that is best from low to high: what to light in ROC."""
    vertices = [piece.vertex for piece in best_within(hull, low, high)]
    return hull.fpr[vertices], hull.tpr[vertices]


def _piece(hull: Hull, vertex: int, low: float, high: float) -> Piece:
    fpr, fnr = float(hull.fpr[vertex]), float(1 - hull.tpr[vertex])
    costs = [fpr * (1 - pcf) + fnr * pcf for pcf in (low, high)]
    return Piece(vertex, float(low), float(high), (costs[0], costs[1]))
