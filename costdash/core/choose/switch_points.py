"""Segments of PC(+) with one best answer, and the points at which the best answer switches."""

from dataclasses import dataclass
from math import log

import numpy as np

from costdash.core.conditions.operating_point import OperatingPoint, conditions_at
from costdash.core.curves.answers import Answers
from costdash.core.types import Floats


@dataclass(frozen=True, slots=True)
class SwitchPoint:
    """The PC(+) beyond which `vertex` of the hull is the answer.

    `prior` reaches it at the present costs, `cost_ratio` (cost_fn / cost_fp) at the present prior.
    `distance` is the change in log-odds that either takes, negative below the present point.
    """

    vertex: int
    pcf: float
    prior: float
    cost_ratio: float
    distance: float


def switch_points(
    answers: Answers, point: OperatingPoint
) -> tuple[SwitchPoint | None, SwitchPoint | None]:
    """The next switch below and above the point's PC(+); None where the answer stays.

    At a tie the answer below it is the present one, so the switch above is at distance 0.
    """
    place = int(answers.place(point.pcf))
    below, above = _below(answers, place, point), _above(answers, place, point)
    return below and below[1], above and above[1]


def model_switch_points(
    answers: Answers, point: OperatingPoint
) -> tuple[SwitchPoint | None, SwitchPoint | None]:
    """Like `switch_points`, but skips switches to another threshold of the same model.

    The trivial classifiers belong to no model.
    """
    here = int(answers.place(point.pcf))
    owners = _owners(answers, here)
    found = []
    for step in (_below, _above):
        switch = step(answers, here, point)
        while switch and owners & _owners(answers, switch[0]):
            switch = step(answers, switch[0], point)
        found.append(switch and switch[1])
    return found[0], found[1]


def nearest_switch(found: tuple[SwitchPoint | None, SwitchPoint | None]) -> SwitchPoint | None:
    """The nearer of two switch points in log-odds, so the nearer in prior and in cost ratio."""
    return min(filter(None, found), key=lambda switch: abs(switch.distance), default=None)


def _below(answers: Answers, place: int, point: OperatingPoint) -> tuple[int, SwitchPoint] | None:
    """Place of the next answer below, and the switch to it."""
    if place == 0 or answers.tie[place - 1] <= 0:
        return None
    pcf = float(answers.tie[place - 1])
    to = int(np.searchsorted(answers.tie, pcf, "left"))
    return to, _switch_at(int(answers.vertex[to]), pcf, point)


def _above(answers: Answers, place: int, point: OperatingPoint) -> tuple[int, SwitchPoint] | None:
    """Place of the next answer above, and the switch to it."""
    if place == answers.tie.size or answers.tie[place] >= 1:
        return None
    pcf = float(answers.tie[place])
    to = int(np.searchsorted(answers.tie, pcf, "right"))
    return to, _switch_at(int(answers.vertex[to]), pcf, point)


def _switch_at(vertex: int, pcf: float, point: OperatingPoint) -> SwitchPoint:
    prior, ratio = conditions_at(pcf, point)
    distance = log(pcf / (1 - pcf) * point.slope)
    return SwitchPoint(vertex, pcf, prior, ratio, distance)


def _owners(answers: Answers, place: int) -> set[str]:
    """Models of an answer; of a trivial one its call, which no model shares."""
    vertex = int(answers.vertex[place])
    call = answers.call(vertex)
    return set(answers.hull.owner[vertex]) if call == "some" else {call}


@dataclass(frozen=True, slots=True)
class Segment:
    """An interval of PC(+) in which one vertex of the hull is the answer."""

    vertex: int
    low: float
    high: float


def segments_within(answers: Answers, low: float, high: float) -> list[Segment]:
    """The segments of [low, high], in rising order of PC(+).

    An answer that only ties at an end has no segment; if low equals high, that below a tie is
    taken. Raises ValueError unless 0 <= low <= high <= 1.
    """
    if not 0 <= low <= high <= 1:
        raise ValueError(f"PC(+) must run from low to high in [0, 1], got {low} to {high}")
    if low == high:
        return [Segment(answers.at(low), float(low), float(high))]
    tie = answers.tie
    first, last = np.searchsorted(tie, low, "right"), np.searchsorted(tie, high, "left")
    ends = [low, *tie[first:last].tolist(), high]
    vertices = answers.vertex[first : last + 1].tolist()
    return [Segment(v, float(a), float(b)) for v, a, b in zip(vertices, ends, ends[1:]) if a < b]


def roc_segment(answers: Answers, low: float, high: float) -> tuple[Floats, Floats]:
    """fpr and tpr of the hull's vertices that are the answer somewhere in [low, high]."""
    vertices = sorted({segment.vertex for segment in segments_within(answers, low, high)})
    return answers.hull.fpr[vertices], answers.hull.tpr[vertices]
