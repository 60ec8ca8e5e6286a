"""Ranges of optimality: intervals of PC(+) with one recommended rule, and where it switches."""

from dataclasses import dataclass
from math import log

import numpy as np

from costdash.core.conditions.operating_point import OperatingPoint, conditions_at
from costdash.core.curves.recommended_rules import RecommendedRules
from costdash.core.types import Floats


@dataclass(frozen=True, slots=True)
class SwitchPoint:
    """The PC(+) beyond which `vertex` of the hull is recommended.

    `prior` reaches it at the present costs, `cost_ratio` (cost_fn / cost_fp) at the present prior.
    `distance` is the change in log-odds that either takes, negative below the present point.
    """

    vertex: int
    pcf: float
    prior: float
    cost_ratio: float
    distance: float


def switch_points(
    rules: RecommendedRules, point: OperatingPoint
) -> tuple[SwitchPoint | None, SwitchPoint | None]:
    """The next switch below and above the point's PC(+); None where the rule stays.

    At a tie the rule below it is the present rule, so the switch above is at distance 0.
    """
    place = int(rules.place(point.pcf))
    below, above = _below(rules, place, point), _above(rules, place, point)
    return below and below[1], above and above[1]


def model_switch_points(
    rules: RecommendedRules, point: OperatingPoint
) -> tuple[SwitchPoint | None, SwitchPoint | None]:
    """Like `switch_points`, but skips switches to another threshold of the same model.

    The trivial classifiers belong to no model.
    """
    here = int(rules.place(point.pcf))
    owners = _owners(rules, here)
    switches = []
    for step in (_below, _above):
        switch = step(rules, here, point)
        while switch and owners & _owners(rules, switch[0]):
            switch = step(rules, switch[0], point)
        switches.append(switch and switch[1])
    return switches[0], switches[1]


def nearest_switch(switches: tuple[SwitchPoint | None, SwitchPoint | None]) -> SwitchPoint | None:
    """The nearer of two switch points in log-odds, so the nearer in prior and in cost ratio."""
    return min(filter(None, switches), key=lambda switch: abs(switch.distance), default=None)


def _below(
    rules: RecommendedRules, place: int, point: OperatingPoint
) -> tuple[int, SwitchPoint] | None:
    """Place of the next rule below, and the switch to it."""
    if place == 0 or rules.tie[place - 1] <= 0:
        return None
    pcf = float(rules.tie[place - 1])
    to = int(np.searchsorted(rules.tie, pcf, "left"))
    return to, _switch_at(int(rules.vertex[to]), pcf, point)


def _above(
    rules: RecommendedRules, place: int, point: OperatingPoint
) -> tuple[int, SwitchPoint] | None:
    """Place of the next rule above, and the switch to it."""
    if place == rules.tie.size or rules.tie[place] >= 1:
        return None
    pcf = float(rules.tie[place])
    to = int(np.searchsorted(rules.tie, pcf, "right"))
    return to, _switch_at(int(rules.vertex[to]), pcf, point)


def _switch_at(vertex: int, pcf: float, point: OperatingPoint) -> SwitchPoint:
    prior, ratio = conditions_at(pcf, point)
    distance = log(pcf / (1 - pcf) * point.slope)
    return SwitchPoint(vertex, pcf, prior, ratio, distance)


def _owners(rules: RecommendedRules, place: int) -> set[str]:
    """Models of a rule; of a trivial rule its call, which no model shares."""
    vertex = int(rules.vertex[place])
    call = rules.call(vertex)
    return set(rules.vertices.owner[vertex]) if call == "some" else {call}


@dataclass(frozen=True, slots=True)
class OptimalRange:
    """A range of optimality: an interval of PC(+) in which a hull vertex is recommended."""

    vertex: int
    low: float
    high: float


def optimal_ranges_within(rules: RecommendedRules, low: float, high: float) -> list[OptimalRange]:
    """The optimal ranges within [low, high], in rising order of PC(+).

    A rule that only ties at an end has no range; if low equals high, that below a tie is
    taken. Raises ValueError unless 0 <= low <= high <= 1.
    """
    if not 0 <= low <= high <= 1:
        raise ValueError(f"PC(+) must run from low to high in [0, 1], got {low} to {high}")
    if low == high:
        return [OptimalRange(rules.at(low), float(low), float(high))]
    tie = rules.tie
    first, last = np.searchsorted(tie, low, "right"), np.searchsorted(tie, high, "left")
    ends = [low, *tie[first:last].tolist(), high]
    vertices = rules.vertex[first : last + 1].tolist()
    return [
        OptimalRange(v, float(a), float(b)) for v, a, b in zip(vertices, ends, ends[1:]) if a < b
    ]


def optimal_vertices(rules: RecommendedRules, low: float, high: float) -> tuple[Floats, Floats]:
    """fpr and tpr of the vertices that are recommended somewhere in [low, high], rising."""
    vertices = sorted(
        {optimal_range.vertex for optimal_range in optimal_ranges_within(rules, low, high)}
    )
    fpr, tpr = rules.vertices.fpr[vertices], rules.vertices.tpr[vertices]
    order = np.lexsort((tpr, fpr))
    return fpr[order], tpr[order]
