"""Prior and costs that are only known as ranges, and every answer that is best within them."""

from dataclasses import dataclass
from itertools import product

import numpy as np

from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.hull import Hull
from costdash.core.sample.predictions import Floats

Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Imprecise:
    """Prior and costs from low to high, each; equal ends are a known value.

    Provost & Fawcett (1997), "Sensitivity analysis". Raises ValueError where low is above high,
    and as OperatingPoint does for the ends.
    """

    prior: Range
    cost_fn: Range = (1.0, 1.0)
    cost_fp: Range = (1.0, 1.0)

    def __post_init__(self):
        for name in ("prior", "cost_fn", "cost_fp"):
            low, high = getattr(self, name)
            if not low <= high:
                raise ValueError(f"{name} must run from low to high, got {low} to {high}")
        _ = self.pcf  # refuses ends that are no prior or no cost

    @property
    def pcf(self) -> Range:
        """PC(+) from its least to its greatest."""
        least = OperatingPoint(self.prior[0], self.cost_fn[0], self.cost_fp[1])
        most = OperatingPoint(self.prior[1], self.cost_fn[1], self.cost_fp[0])
        return least.pcf, most.pcf

    @property
    def cost_ratio(self) -> Range:
        """How many times a false alarm a missed positive costs, least and most."""
        return self.cost_fn[0] / self.cost_fp[1], self.cost_fn[1] / self.cost_fp[0]

    def within(self, low: float, high: float) -> "Imprecise":
        """The narrowest ranges that hold all of these conditions with PC(+) from low to high."""
        low, high = _overlap(self.pcf, low, high)
        least, most = low / (1 - low), high / (1 - high)
        odds = tuple(p / (1 - p) for p in self.prior)
        (fn0, fn1), (fp0, fp1) = self.cost_fn, self.cost_fp
        ratio = self.cost_ratio
        prior = _overlap(odds, least / ratio[1], most / ratio[0])
        return Imprecise(
            prior=tuple(x / (1 + x) for x in prior),
            cost_fn=_overlap((fn0, fn1), least * fp0 / odds[1], most * fp1 / odds[0]),
            cost_fp=_overlap((fp0, fp1), odds[0] * fn0 / most, odds[1] * fn1 / least),
        )

    def expected_cost(self, fpr: float, tpr: float) -> Range:
        """Least and greatest expected cost per case of one rule anywhere in the ranges.

        It is linear in each of the three, so both are found at corners.
        """
        corners = product(self.prior, self.cost_fn, self.cost_fp)
        costs = [float(OperatingPoint(*corner).expected_cost(fpr, tpr)) for corner in corners]
        return min(costs), max(costs)


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


def _overlap(known: Range, low: float, high: float) -> Range:
    """What of `known` lies from low to high, where rounding may let them just miss."""
    low, high = (min(max(x, known[0]), known[1]) for x in (low, high))
    return min(low, high), high
