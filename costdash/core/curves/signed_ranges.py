"""Ranges in which a line drawn through points lies below zero, above it, or on it."""

from dataclasses import dataclass

import numpy as np

from costdash.core.curves.cost import trivial_cost
from costdash.core.curves.piecewise_linear import TOLERANCE
from costdash.core.sample.predictions import Floats

BETTER = {-1: "a", 0: "equal", 1: "b"}  # by the sign of nec(a) - nec(b)


@dataclass(frozen=True, slots=True)
class Region:
    """A range of pcf in which a is better, b is, or both cost the same ("equal")."""

    low: float
    high: float
    better: str


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
