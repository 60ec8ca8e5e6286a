"""Intervals of crossovers: how far a crossover moves from sample to sample."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan

import numpy as np

from costdash.core.compare.paired_bootstrap import AT_A_TIME
from costdash.core.curves.envelopes import Crossover
from costdash.core.curves.piecewise_linear import DominanceRange
from costdash.core.resample.percentiles import percentile_interval
from costdash.core.types import Bools, Floats


@dataclass(frozen=True, slots=True)
class CrossoverInterval:
    """A crossover at `pcf`, its percentile limits, and how many replicates have one.

    share_crossing: share of replicates whose curves cross anywhere; share_matched: share that
    have this crossing. slope is that of the line that touches both hulls in ROC space.
    shown_to_cross: whether the band of the whole curve excludes zero on both sides, each in favour
    of the model that leads there. low and high come from the replicates with this crossing; they
    are nan unless the curves are shown to cross.
    """

    pcf: float
    slope: float
    low: float
    high: float
    share_crossing: float
    share_matched: float
    shown_to_cross: bool = False


def unknown_intervals(crossovers: tuple[Crossover, ...]) -> tuple[CrossoverInterval, ...]:
    """Crossovers without limits, for classes with too few rows."""
    return tuple(CrossoverInterval(c.pcf, c.slope, nan, nan, nan, nan) for c in crossovers)


def crossover_intervals(
    crossovers: tuple[Crossover, ...],
    pcfs: Floats,
    gap: Floats,
    dominance_ranges: tuple[DominanceRange, ...],
    significant: tuple[DominanceRange, ...],
    level: float,
) -> tuple[CrossoverInterval, ...]:
    """Limits of every crossover of the full sample.

    A crossover is a PC(+) at which the two lower envelopes change places. gap (g, b) are the
    differences of the replicated envelopes at pcfs (g,), which hold the crossovers; they are
    linear in between. A range in which both models are trivial has no crossing.

    regions are those of the full sample; significant are the ranges in which the band of the whole
    curve excludes zero. A replicate's crossing is matched to a crossover of the full sample if it
    ends (or begins) the lead that the replicate has there. So as many crossings as in the full
    sample are matched in order; if there are more or fewer, the direction of the change decides.
    """
    if not crossovers:
        return ()
    leaders = [
        dominance_range.better
        for dominance_range in dominance_ranges
        if dominance_range.better != "equal"
    ]
    places = [int(np.searchsorted(pcfs, crossover.pcf)) for crossover in crossovers]
    share_crossing, matched = _crossings(gap, pcfs, places, leaders[0])
    intervals, leader = [], leaders[0]
    for crossover, crossings in zip(crossovers, matched, strict=True):
        shown = _shown_to_cross(crossover.pcf, leader, significant)
        low, high = nan, nan
        if shown and crossings.size:
            low, high = percentile_interval(crossings, crossover.pcf, level)
        share = crossings.size / gap.shape[1]
        intervals.append(
            CrossoverInterval(
                crossover.pcf, crossover.slope, low, high, share_crossing, share, shown
            )
        )
        leader = {"a": "b", "b": "a"}[leader]
    return tuple(intervals)


def _crossings(
    gap: Floats, pcfs: Floats, places: Sequence[int], leader: str
) -> tuple[float, list[Floats]]:
    """Share of the replicates with a crossing, and the PC(+) of those at each of the places.

    leader: of the full sample before the first place; at each place the lead changes. Some
    replicates at a time, because their roots take several times the memory of the gap.
    """
    matched: list[list[Floats]] = [[] for _ in places]
    crossing, n_replicates = 0, gap.shape[1]
    for start in range(0, n_replicates, AT_A_TIME):
        changes, root, sign = _sign_changes(gap[:, start : start + AT_A_TIME].T, pcfs)
        crossing += int(changes.any(axis=1).sum())
        lead = {"a": -1, "b": 1}[leader]
        for found, at in zip(matched, places):
            found.append(_matched(changes, root, sign, at, lead))
            lead = -lead
    return crossing / n_replicates, [np.concatenate(found) for found in matched]


def _shown_to_cross(pcf: float, leader: str, significant: tuple[DominanceRange, ...]) -> bool:
    """Whether `leader` is significantly better below pcf, and the other model above it."""
    below = any(r.better == leader and r.low < pcf for r in significant)
    return below and any(r.better != leader and r.high > pcf for r in significant)


def _sign_changes(gap: Floats, pcfs: Floats) -> tuple[Bools, Floats, Floats]:
    """Sign changes of gap (b, g), their roots and the current sign, (b, g) each.

    An entry is a change if its sign differs from the last nonzero sign before it. The root is
    interpolated between the two; the current sign is the last nonzero one.
    """
    last = np.maximum.accumulate(np.where(gap != 0, np.arange(pcfs.size), -1), axis=1)
    sign = np.sign(np.take_along_axis(gap, last.clip(0), axis=1))
    left = np.concatenate((np.full((gap.shape[0], 1), -1), last[:, :-1]), axis=1).clip(0)
    old = np.take_along_axis(gap, left, axis=1)
    changes = np.sign(old) * np.sign(gap) < 0
    share = np.divide(old, old - gap, out=np.zeros_like(gap), where=changes)
    return changes, pcfs[left] + share * (pcfs - pcfs[left]), sign


def _matched(changes: Bools, root: Floats, sign: Floats, at: int, lead: float) -> Floats:
    """Roots of the replicates that have the crossing at pcf number `at`, where `lead` ends.

    A replicate that still has this lead there loses it at its next crossing; a replicate that has
    lost it already, at its last crossing.
    """
    row = np.arange(changes.shape[0])
    later, earlier = changes[:, at + 1 :], changes[:, at::-1]
    still = (sign[:, at] == lead) & later.any(axis=1)
    lost = (sign[:, at] == -lead) & earlier.any(axis=1)
    following = root[row, np.minimum(at + 1 + later.argmax(axis=1), root.shape[1] - 1)]
    preceding = root[row, at - earlier.argmax(axis=1)]
    return np.where(still, following, preceding)[still | lost]
