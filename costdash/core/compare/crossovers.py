"""Intervals of crossovers: how far a crossover moves from sample to sample."""

from dataclasses import dataclass

import numpy as np

from costdash.core.compare.paired_bootstrap import PairedReplicates
from costdash.core.curves.cost import PCF_GRID, normalized_expected_cost, trivial_cost
from costdash.core.curves.envelopes import Crossover
from costdash.core.curves.hull import Hull
from costdash.core.curves.piecewise_linear import TOLERANCE
from costdash.core.resample.percentiles import percentile_interval
from costdash.core.types import Bools, Floats


@dataclass(frozen=True, slots=True)
class CrossoverInterval:
    """A crossover at `pcf`, its percentile limits, and how many replicates have one.

    share_crossing: share of replicates whose curves cross anywhere; share_matched: share that
    have this crossing. low and high come from the latter, and are nan if there are none. slope is
    that of the line that touches both hulls in ROC space.
    """

    pcf: float
    slope: float
    low: float
    high: float
    share_crossing: float
    share_matched: float


def unknown_intervals(crossovers: tuple[Crossover, ...]) -> tuple[CrossoverInterval, ...]:
    """Crossovers without limits, for classes with too few rows."""
    return tuple(CrossoverInterval(c.pcf, c.slope, *[float("nan")] * 4) for c in crossovers)


def crossover_intervals(
    crossovers: tuple[Crossover, ...],
    replicates: PairedReplicates,
    lead: float,
    level: float,
    held: tuple[Hull, Hull] | None = None,
) -> tuple[CrossoverInterval, ...]:
    """Limits of every crossover of the full sample.

    A crossover is a PC(+) at which the two lower envelopes change places. In each replicate both
    envelopes choose again among the vertices of the full sample's hulls. With a hold-out they do
    not: `held` are the hulls that keep their thresholds. Replicated envelopes are computed at
    PCF_GRID and at the crossovers, and are linear between these. A range in which both models are
    trivial has no crossing.

    lead is the sign of nec(first) - nec(second) before the first crossover. A replicate's
    crossing is matched to a crossover of the full sample if it ends (or begins) the lead that the
    replicate has there. So as many crossings as in the full sample are matched in order; if there
    are more or fewer, the direction of the change decides.
    """
    if not crossovers:
        return ()
    pcfs = np.union1d(PCF_GRID, [c.pcf for c in crossovers])
    changes, root, sign = _sign_changes(_differences(replicates, pcfs, held), pcfs)
    share_crossing = float(changes.any(axis=1).mean())
    found = []
    for one in crossovers:
        own = _matched(changes, root, sign, int(np.searchsorted(pcfs, one.pcf)), lead)
        low, high = float("nan"), float("nan")
        if own.size:
            low, high = percentile_interval(own, one.pcf, level)
        share = own.size / root.shape[0]
        found.append(CrossoverInterval(one.pcf, one.slope, low, high, share_crossing, share))
        lead = -lead
    return tuple(found)


def _differences(
    replicates: PairedReplicates, pcfs: Floats, held: tuple[Hull, Hull] | None
) -> Floats:
    """Difference of both costs in each replicate, (b, g); 0 within rounding."""
    first = replicates.first_fpr, replicates.first_tpr
    second = replicates.second_fpr, replicates.second_tpr
    if held is None:
        gap = _lower_envelope(*first, pcfs) - _lower_envelope(*second, pcfs)
    else:
        gap = _cost_of_held(*first, pcfs, held[0]) - _cost_of_held(*second, pcfs, held[1])
    gap[np.abs(gap) <= TOLERANCE * trivial_cost(pcfs)] = 0
    return gap


def _lower_envelope(fpr: Floats, tpr: Floats, pcfs: Floats) -> Floats:
    """Least nec of all vertices, (b, g). Replicates are contiguous in memory, for speed."""
    fpr, fnr = np.ascontiguousarray(fpr.T), 1 - tpr.T
    nec, missed, least = np.empty_like(fpr), np.empty_like(fpr), []
    for pcf in pcfs:
        np.multiply(fpr, 1 - pcf, out=nec)
        np.multiply(fnr, pcf, out=missed)
        nec += missed
        least.append(nec.min(axis=0))
    return np.stack(least, axis=1)


def _cost_of_held(fpr: Floats, tpr: Floats, pcfs: Floats, hull: Hull) -> Floats:
    """nec of the vertices that the hull chose at each pcf, (b, g)."""
    vertex = hull.cheapest(pcfs)
    return normalized_expected_cost(fpr[:, vertex], tpr[:, vertex], pcfs)


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
