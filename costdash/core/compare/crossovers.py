"""How far a crossover moves from sample to sample."""

from dataclasses import dataclass

import numpy as np

from costdash.core.compare.paired_bootstrap import PairedReplicates
from costdash.core.curves.cost import PCF_GRID, normalized_expected_cost, trivial_cost
from costdash.core.curves.envelopes import Crossover
from costdash.core.curves.hull import Hull
from costdash.core.curves.piecewise_linear import TOLERANCE
from costdash.core.resample.bands import percentile_limits
from costdash.core.types import Bools, Floats

ESTIMATES = (
    "PC(+) at which the two lower envelopes cost the same; in each replicate both are chosen "
    "anew among the thresholds of the full sample's hulls; its crossing is the end, or the "
    "beginning, of the lead that it has at the full sample's crossover; limits are percentiles "
    "of the replicates that have one"
)
HELD = (
    "PC(+) at which the two costs change places; in each replicate both hold the thresholds that "
    "were chosen on other rows; limits are percentiles of the replicates that have such a change"
)


@dataclass(frozen=True, slots=True)
class CrossoverInterval:
    """A crossover, its percentile limits, and how often there is one.

    share_crossing: replicates in which the curves cross at all; share_matched: those that have
    this crossing, from which low and high are taken (nan without any).
    """

    pcf: float
    slope: float
    low: float
    high: float
    share_crossing: float
    share_matched: float


def crossover_intervals(
    crossovers: tuple[Crossover, ...],
    replicates: PairedReplicates,
    lead: float,
    level: float,
    held: tuple[Hull, Hull] | None = None,
) -> tuple[CrossoverInterval, ...]:
    """Limits of every crossover of the full sample; see ESTIMATES for what is estimated.

    lead: sign of nec(first) - nec(second) before the first crossover. A range where both models
    are trivial has no crossing. Replicated envelopes are read at PCF_GRID and at the crossovers
    and are straight between. Where a replicate has as many crossings as the full sample they are
    matched in order; where it has more or fewer, direction is kept. held: hulls whose vertices are
    not chosen anew.
    """
    if not crossovers:
        return ()
    places = np.union1d(PCF_GRID, [c.pcf for c in crossovers])
    changes, root, sign = _changes(_differences(replicates, places, held), places)
    share_crossing = float(changes.any(axis=1).mean())
    found = []
    for one in crossovers:
        own = _matched(changes, root, sign, int(np.searchsorted(places, one.pcf)), lead)
        low, high = _limits(own, one.pcf, level)
        share = own.size / root.shape[0]
        found.append(CrossoverInterval(one.pcf, one.slope, low, high, share_crossing, share))
        lead = -lead
    return tuple(found)


def _differences(replicates: PairedReplicates, places: Floats, held) -> Floats:
    """Difference of both costs in each replicate, (b, g); 0 within rounding."""
    first = replicates.first_fpr, replicates.first_tpr
    second = replicates.second_fpr, replicates.second_tpr
    if held is None:
        gap = _envelopes(*first, places) - _envelopes(*second, places)
    else:
        gap = _held(*first, places, held[0]) - _held(*second, places, held[1])
    gap[np.abs(gap) <= TOLERANCE * trivial_cost(places)] = 0
    return gap


def _envelopes(fpr: Floats, tpr: Floats, places: Floats) -> Floats:
    """Least nec of all vertices, (b, g); replicates run along memory, which is much faster."""
    fpr, fnr = np.ascontiguousarray(fpr.T), 1 - tpr.T
    nec, missed, least = np.empty_like(fpr), np.empty_like(fpr), []
    for pcf in places:
        np.multiply(fpr, 1 - pcf, out=nec)
        np.multiply(fnr, pcf, out=missed)
        nec += missed
        least.append(nec.min(axis=0))
    return np.stack(least, axis=1)


def _held(fpr: Floats, tpr: Floats, places: Floats, hull: Hull) -> Floats:
    """nec of the vertices that the hull holds at each place, (b, g)."""
    vertex = hull.cheapest(places)
    return normalized_expected_cost(fpr[:, vertex], tpr[:, vertex], places)


def _changes(gap: Floats, places: Floats) -> tuple[Bools, Floats, Floats]:
    """Where the sign of gap (b, g) differs from the last one that was not zero, (b, g); the root
    between the two; and the lead, the last sign that was not zero."""
    last = np.maximum.accumulate(np.where(gap != 0, np.arange(places.size), -1), axis=1)
    lead = np.sign(np.take_along_axis(gap, last.clip(0), axis=1))
    left = np.concatenate((np.full((gap.shape[0], 1), -1), last[:, :-1]), axis=1).clip(0)
    old = np.take_along_axis(gap, left, axis=1)
    changes = np.sign(old) * np.sign(gap) < 0
    share = np.divide(old, old - gap, out=np.zeros_like(gap), where=changes)
    return changes, places[left] + share * (places - places[left]), lead


def _matched(changes: Bools, root: Floats, sign: Floats, at: int, lead: float) -> Floats:
    """Roots of the replicates that have the crossing at place `at`, where `lead` is lost.

    Who still has that lead there loses it at the next crossing; who has lost it, at the last.
    """
    row = np.arange(changes.shape[0])
    later, earlier = changes[:, at + 1 :], changes[:, at::-1]
    still = (sign[:, at] == lead) & later.any(axis=1)
    lost = (sign[:, at] == -lead) & earlier.any(axis=1)
    following = root[row, np.minimum(at + 1 + later.argmax(axis=1), root.shape[1] - 1)]
    preceding = root[row, at - earlier.argmax(axis=1)]
    return np.where(still, following, preceding)[still | lost]


def _limits(roots: Floats, known: float, level: float) -> tuple[float, float]:
    """Percentile limits, widened to hold what is known; nan without any root."""
    if roots.size == 0:
        return float("nan"), float("nan")
    low, high = percentile_limits(np.sort(roots), known, level)
    return float(low), float(high)
