"""Who is best where: the owners of the common envelope, and the models that never are.

Where one of two cost envelopes lies below the other: exact, from their bends.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from costdash.core.curves.cost import normalized_expected_cost, trivial_cost
from costdash.core.curves.hull import Hull
from costdash.core.curves.piecewise_linear import TOLERANCE, Region, signed_ranges
from costdash.core.types import Floats


@dataclass(frozen=True, slots=True)
class Crossover:
    """Where the envelopes change places: pcf, and the slope of the line that touches both hulls.

    Drummond & Holte (2004), section 5: rarely where the ROC curves cross.
    """

    pcf: float
    slope: float


def cost_difference(hull_a: Hull, hull_b: Hull, pcf: ArrayLike) -> Floats:
    """nec(a) - nec(b) at pcf (any shape), each at its own cheapest threshold.

    Drummond & Holte (2004), section 6.
    """
    return hull_a.cost(pcf) - hull_b.cost(pcf)


def regions(hull_a: Hull, hull_b: Hull) -> tuple[Region, ...]:
    """The whole of pcf, 0 to 1, in ranges of a better, b better and equal.

    Between the merged bends of the two envelopes their difference is straight, so its roots are
    exact; where thresholds were chosen on other rows it may jump at a bend. Costs whose difference
    is within rounding are equal, as where both models are trivial.
    """
    pcf = np.unique(np.concatenate(([0.0], hull_a.tie, hull_b.tie, [1.0])))
    if hull_a.convex and hull_b.convex:
        return signed_ranges(pcf, cost_difference(hull_a, hull_b, pcf))
    ends = np.repeat(pcf, 2)[1:-1]
    middle = np.repeat((pcf[1:] + pcf[:-1]) / 2, 2)
    gap = _held_cost(hull_a, middle, ends) - _held_cost(hull_b, middle, ends)
    return signed_ranges(ends, gap)


def _held_cost(hull: Hull, chosen_at: Floats, pcf: Floats) -> Floats:
    """nec at pcf (m,) of the vertices that are chosen at `chosen_at` (m,)."""
    vertex = hull.cheapest(chosen_at)
    return normalized_expected_cost(hull.fpr[vertex], hull.tpr[vertex], pcf)


def crossovers(hull_a: Hull, hull_b: Hull) -> tuple[Crossover, ...]:
    """Where the lead changes from a to b or back, rising; the middle of a tie between the leads.

    Ends of the ranges where both models are trivial, or the same, are no crossovers.
    """
    led = [region for region in regions(hull_a, hull_b) if region.better != "equal"]
    places = [
        (one.high + two.low) / 2 for one, two in zip(led, led[1:]) if two.better != one.better
    ]
    return tuple(Crossover(pcf, (1 - pcf) / pcf) for pcf in places)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A range of pcf with one answer: call "none", call "all", or "some" threshold of `owners`.

    owners are all models that reach these vertices of the common hull, `first` to `last`; none
    where the answer is trivial.
    """

    low: float
    high: float
    call: str
    owners: tuple[str, ...]
    first: int
    last: int

    @property
    def slope(self) -> float | None:
        """Of the iso-performance line at `low`, where this stretch begins; None at pcf 0."""
        return (1 - self.low) / self.low if self.low > 0 else None


def best_where(common: Hull) -> tuple[Stretch, ...]:
    """The whole of pcf, 0 to 1, by the owners of the common hull, the trivial ends included.

    Where one stretch ends the next begins: that is a crossover. A tie between two vertices of
    one model is no new stretch, and stretches without length are left out.
    Provost & Fawcett (1997), figures 3 and 5.
    """
    last = common.tie.size
    edge = np.concatenate(([0.0], common.tie, [1.0]))
    said = [("none", ()), *(("some", owners) for owners in common.owner[1:-1]), ("all", ())]
    starts = [v for v in range(last + 1) if v == 0 or said[v] != said[v - 1]]
    ends = [*(v - 1 for v in starts[1:]), last]
    return tuple(
        Stretch(float(edge[i]), float(edge[j + 1]), *said[i], i, j)
        for i, j in zip(starts, ends)
        if edge[i] < edge[j + 1]
    )


def standings(common: Hull, hulls: dict[str, Hull]) -> dict[str, str]:
    """For each model: "best" somewhere alone, "tied" at most, or "never" best, whatever the costs.

    Exact copies and points on an edge of the common hull are tied: they cost as little as the
    best, somewhere between the trivial ends, but never less than all others. Provost & Fawcett
    (1997): only what lies on the hull can be optimal.
    """
    alone = {owners[0] for owners in common.owner[1:-1] if len(owners) == 1}
    return {name: _standing(name in alone, common, hull) for name, hull in hulls.items()}


def never_best(common: Hull, hulls: dict[str, Hull]) -> tuple[str, ...]:
    """Models that some other, or a trivial classifier, beats whatever the costs."""
    return tuple(name for name, said in standings(common, hulls).items() if said == "never")


def extends(hull: Hull, other: Hull) -> bool:
    """Whether a model with hull `other` pushes `hull` out, and so lowers the cost somewhere.

    Provost & Fawcett (1997), figure 4.
    """
    return any(region.better == "b" for region in regions(hull, other))


def _standing(alone: bool, common: Hull, hull: Hull) -> str:
    if alone:
        return "best"
    inner = (common.tie > 0) & (common.tie < 1)  # at 0 and 1 many cost nothing
    pcf = np.append(common.tie[inner], 0.5)  # where any model that is of use beats the trivial
    nec = normalized_expected_cost(hull.fpr[1:-1, None], hull.tpr[1:-1, None], pcf)
    return "tied" if (nec - common.cost(pcf) <= TOLERANCE * trivial_cost(pcf)).any() else "never"
