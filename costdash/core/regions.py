"""Where one of two cost envelopes lies below the other: exact, from their bends."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from costdash.core.chain import TOLERANCE
from costdash.core.cost import trivial_cost
from costdash.core.hull import Hull
from costdash.core.predictions import Floats

BETTER = {-1: "a", 0: "equal", 1: "b"}  # by the sign of nec(a) - nec(b)


@dataclass(frozen=True, slots=True)
class Region:
    """A range of pcf in which a is better, b is, or both cost the same ("equal")."""

    low: float
    high: float
    better: str


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
    exact. Costs whose difference is within rounding are equal, as where both models are trivial.
    """
    pcf = np.unique(np.concatenate(([0.0], hull_a.tie, hull_b.tie, [1.0])))
    return signed_ranges(pcf, cost_difference(hull_a, hull_b, pcf))


def signed_ranges(pcf: Floats, difference: Floats) -> tuple[Region, ...]:
    """Ranges of one sign of a line through (pcf, difference), (m,) each; pcf may repeat: a jump.

    What is within rounding of zero counts as zero; ranges without length are left out.
    """
    d = np.where(np.abs(difference) <= TOLERANCE * trivial_cost(pcf), 0.0, difference)
    cross = np.flatnonzero(np.sign(d[:-1]) * np.sign(d[1:]) < 0)
    share = d[cross] / (d[cross] - d[cross + 1])
    root = pcf[cross] + share * (pcf[cross + 1] - pcf[cross])
    edge, d = np.insert(pcf, cross + 1, root), np.insert(d, cross + 1, 0.0)
    long = np.diff(edge) > 0
    low, high, sign = edge[:-1][long], edge[1:][long], np.sign(d[:-1] + d[1:])[long]
    start = np.flatnonzero(np.append(True, sign[1:] != sign[:-1]))
    end = np.append(start[1:], sign.size) - 1
    return tuple(
        Region(float(low[i]), float(high[j]), BETTER[int(sign[i])]) for i, j in zip(start, end)
    )


def crossovers(hull_a: Hull, hull_b: Hull) -> tuple[Crossover, ...]:
    """Where the lead changes from a to b or back, rising; the middle of a tie between the leads.

    Ends of the ranges where both models are trivial, or the same, are no crossovers.
    """
    led = [region for region in regions(hull_a, hull_b) if region.better != "equal"]
    places = [
        (one.high + two.low) / 2 for one, two in zip(led, led[1:]) if two.better != one.better
    ]
    return tuple(Crossover(pcf, (1 - pcf) / pcf) for pcf in places)
