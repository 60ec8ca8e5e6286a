"""Where one of two cost envelopes lies below the other: exact, from their bends."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from costdash.core.curves.cost import normalized_expected_cost
from costdash.core.curves.hull import Hull
from costdash.core.curves.signed_ranges import Region, signed_ranges
from costdash.core.sample.predictions import Floats


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
