"""Segments of PC(+) with one best answer, and the points at which the best answer switches."""

from dataclasses import dataclass
from math import log

import numpy as np

from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.cost import normalized_expected_cost
from costdash.core.curves.hull import Hull
from costdash.core.types import Floats, Interval


@dataclass(frozen=True, slots=True)
class SwitchPoint:
    """The PC(+) beyond which `vertex` of the hull is best.

    `prior` reaches it at the present costs, `cost_ratio` (cost_fn / cost_fp) at the present prior.
    `distance` is the change in log-odds that either takes, negative below the present point.
    """

    vertex: int
    pcf: float
    prior: float
    cost_ratio: float
    distance: float


def switch_points(
    hull: Hull, point: OperatingPoint
) -> tuple[SwitchPoint | None, SwitchPoint | None]:
    """The next switch below and above the point's PC(+); None where the answer stays.

    At a tie the stricter vertex is the present answer, so the switch above is at distance 0.
    """
    vertex = int(hull.cheapest(point.pcf))
    return _below(hull, vertex, point), _above(hull, vertex, point)


def model_switch_points(
    hull: Hull, point: OperatingPoint
) -> tuple[SwitchPoint | None, SwitchPoint | None]:
    """Like `switch_points`, but skips switches to another threshold of the same model.

    The trivial classifiers belong to no model.
    """
    vertex = int(hull.cheapest(point.pcf))
    owners = _owners(hull, vertex)
    found = []
    for step in (_below, _above):
        switch = step(hull, vertex, point)
        while switch and owners & _owners(hull, switch.vertex):
            switch = step(hull, switch.vertex, point)
        found.append(switch)
    return found[0], found[1]


def nearest_switch(found: tuple[SwitchPoint | None, SwitchPoint | None]) -> SwitchPoint | None:
    """The nearer of two switch points in log-odds, so the nearer in prior and in cost ratio."""
    return min(filter(None, found), key=lambda switch: abs(switch.distance), default=None)


def _below(hull: Hull, vertex: int, point: OperatingPoint) -> SwitchPoint | None:
    if vertex == 0 or hull.tie[vertex - 1] <= 0:
        return None
    pcf = float(hull.tie[vertex - 1])
    return _switch_at(int(np.searchsorted(hull.tie, pcf, "left")), pcf, point)


def _above(hull: Hull, vertex: int, point: OperatingPoint) -> SwitchPoint | None:
    if vertex == hull.tie.size or hull.tie[vertex] >= 1:
        return None
    pcf = float(hull.tie[vertex])
    return _switch_at(int(np.searchsorted(hull.tie, pcf, "right")), pcf, point)


def _switch_at(vertex: int, pcf: float, point: OperatingPoint) -> SwitchPoint:
    odds = pcf / (1 - pcf)
    prior_odds = odds / point.cost_ratio
    return SwitchPoint(
        vertex=vertex,
        pcf=pcf,
        prior=prior_odds / (1 + prior_odds),
        cost_ratio=odds * (1 - point.prior) / point.prior,
        distance=log(odds * point.slope),
    )


def _owners(hull: Hull, vertex: int) -> set[str]:
    """Models of a vertex; at a trivial vertex its call, which no model shares."""
    if vertex == 0:
        return {"none"}
    return {"all"} if vertex == hull.tie.size else set(hull.owner[vertex])


@dataclass(frozen=True, slots=True)
class Segment:
    """An interval of PC(+) in which one vertex of the hull is best.

    `nec` holds the costs at `low` and at `high`; in between the cost is linear.
    """

    vertex: int
    low: float
    high: float
    nec: Interval


def segments_within(hull: Hull, low: float, high: float) -> list[Segment]:
    """The segments of [low, high], in rising order of PC(+).

    The first and the last vertex of a hull are the trivial classifiers "call none" and "call
    all". A vertex that only ties at an end has no segment; if low equals high, the stricter of
    two tied vertices is taken. Raises ValueError unless 0 <= low <= high <= 1.
    """
    if not 0 <= low <= high <= 1:
        raise ValueError(f"PC(+) must run from low to high in [0, 1], got {low} to {high}")
    if low == high:
        return [_segment(hull, int(hull.cheapest(low)), low, high)]
    first, last = np.searchsorted(hull.tie, low, "right"), np.searchsorted(hull.tie, high, "left")
    ends = [low, *hull.tie[first:last].tolist(), high]
    vertices = range(int(first), int(last) + 1)
    return [_segment(hull, v, a, b) for v, a, b in zip(vertices, ends, ends[1:]) if a < b]


def roc_segment(hull: Hull, low: float, high: float) -> tuple[Floats, Floats]:
    """fpr and tpr of the hull's vertices that are best somewhere in [low, high]."""
    vertices = [segment.vertex for segment in segments_within(hull, low, high)]
    return hull.fpr[vertices], hull.tpr[vertices]


def _segment(hull: Hull, vertex: int, low: float, high: float) -> Segment:
    nec = normalized_expected_cost(hull.fpr[vertex], hull.tpr[vertex], np.array([low, high]))
    return Segment(vertex, float(low), float(high), (float(nec[0]), float(nec[1])))
