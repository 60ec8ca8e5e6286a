"""Resampling the rows once for both models: coherent replicates of two curves."""

from dataclasses import dataclass
from math import exp, factorial

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.compare.paired_sample import ClassCells, JointCells
from costdash.core.curves.hull import Hull
from costdash.core.resample.cluster_bootstrap import TRIES
from costdash.core.types import Bools, Floats

SMALL_CELLS = 5  # with fewer rows that tell the models apart, limits that are safe at zero
EXACT_FLOAT32 = 2**24  # whole numbers below it add up exactly in half the time


@dataclass(frozen=True, slots=True, eq=False)
class PairedReplicates:
    """Rates at the vertices of both hulls in each class-stratified bootstrap sample.

    first_fpr, first_tpr (b, h1); second_fpr, second_tpr (b, h2): row b of all is one sample.
    """

    first_fpr: Floats
    first_tpr: Floats
    second_fpr: Floats
    second_tpr: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """Which two thresholds meet along pcf: from edge[k] to edge[k + 1] vertex first[k] of one
    hull and second[k] of the other. edge (s + 1,), first and second (s,)."""

    edge: Floats
    first: NDArray[np.intp]
    second: NDArray[np.intp]


def path_of(first: Hull, second: Hull) -> Path:
    """The merged bends of two envelopes."""
    edge = np.unique(np.concatenate(([0.0], first.tie, second.tie, [1.0])))
    middle = (edge[:-1] + edge[1:]) / 2
    return Path(edge, first.cheapest(middle), second.cheapest(middle))


def paired_replicates(cells: JointCells, n_replicates: int, rng: Generator) -> PairedReplicates:
    """The same multinomial over joint cells for both models, class totals fixed.

    Weighted rows, groups of rows and clusters are resampled as units and each replicate is
    divided by its own class total. Drummond & Holte (2004), section 9. Raises ValueError where
    nearly all samples of clusters lack a class.
    """
    classes = cells.negatives, cells.positives
    if cells.together:
        times = [_with_both_classes(classes, n_replicates, rng)] * 2
    else:
        times = [_times(part, n_replicates, rng) for part in classes]
    rates = [_rates(part, drawn) for part, drawn in zip(classes, times)]
    (first_fpr, second_fpr), (first_tpr, second_tpr) = rates
    return PairedReplicates(first_fpr, first_tpr, second_fpr, second_tpr)


def replicated_gaps(
    cells: JointCells, path: Path, replicates: PairedReplicates, rng: Generator
) -> tuple[Floats, Floats, Bools]:
    """Along the path: fpr of the first minus the second, the same of tpr, (b, s), and which
    stretches (s,) are safe.

    There fewer than SMALL_CELLS rows of a class are called by one model only, or all but so few
    are. Percentiles would shrink to a point and pretend certainty,
    so the three cells (first only, second only, the rest) are drawn from Jeffreys' posterior,
    the Dirichlet law with 1/2 added to each, and take the order of the replicates, which keeps
    them coherent.
    """
    fpr = replicates.first_fpr[:, path.first] - replicates.second_fpr[:, path.second]
    tpr = replicates.first_tpr[:, path.first] - replicates.second_tpr[:, path.second]
    if cells.same:
        return fpr, tpr, np.zeros(path.first.size, dtype=bool)
    chance = rng.random(fpr.shape[0])
    safe = _made_safe(fpr, cells.negatives, path, chance, rng)
    return fpr, tpr, safe | _made_safe(tpr, cells.positives, path, chance, rng)


def _times(part: ClassCells, n_replicates: int, rng: Generator) -> NDArray:
    """How often each unit is drawn, (b, u)."""
    if part.rows is None:
        return _poisson_one(n_replicates, part.first.shape[0], rng)
    total = int(part.rows.sum())
    return rng.multinomial(total, part.rows / total, size=n_replicates)


def _with_both_classes(classes, n_replicates: int, rng: Generator) -> NDArray:
    """The same for clusters; samples that lack a class are drawn anew."""
    parts, lacking = [], n_replicates
    for _ in range(TRIES):
        drawn = _times(classes[0], lacking, rng)
        there = [drawn @ part.first[:, -1] > 0 for part in classes]
        parts.append(drawn[there[0] & there[1]])
        lacking -= parts[-1].shape[0]
        if lacking == 0:
            return np.concatenate(parts)
    raise ValueError("nearly all samples of clusters lack a class: the clusters are too few")


def _rates(part: ClassCells, times: NDArray) -> list[Floats]:
    """Of one class at the vertices of both hulls, (b, h1) and (b, h2)."""
    mass = part.first[:, -1]
    total = mass.sum() if part.rows is None else mass @ part.rows
    whole = bool((mass % 1 == 0).all()) and 1.5 * total < EXACT_FLOAT32
    kind = np.float32 if whole else np.float64
    times = times.astype(kind, copy=False)
    called = [times @ one.astype(kind, copy=False) for one in (part.first, part.second)]
    return [one.astype(float) / one[:, -1:] for one in called]


def _poisson_one(n_replicates: int, units: int, rng: Generator) -> Floats:
    """Poisson(1) counts, (b, u): how often a sample draws each of many units that are alike."""
    share = np.cumsum([exp(-1) / factorial(k) for k in range(10)])
    table = np.searchsorted(share, (np.arange(2**16) + 0.5) / 2**16).astype(np.float32)
    return table[rng.integers(0, 2**16, size=(n_replicates, units), dtype=np.uint16)]


def _made_safe(gap: Floats, part: ClassCells, path: Path, chance: Floats, rng: Generator) -> Bools:
    """Redraws columns of gap (b, s) in place where few rows tell the models apart."""
    first, second = path.first, path.second
    seen = sum(_alone(part.both_rows, first, second))
    cells = [share * part.effective for share in _alone(part.both, first, second)]
    cells.append(part.effective - cells[0] - cells[1])
    last = part.both.shape[0] - 1, part.both.shape[1] - 1
    first_can = (first > 0) & (second < last[1])
    second_can = (second > 0) & (first < last[0])
    few = np.minimum(seen, part.both_rows[-1, -1] - seen) < SMALL_CELLS
    small = few & (first_can | second_can)
    for k in np.flatnonzero(small):
        draws = np.zeros((3, gap.shape[0]))
        for draw, can, rows in zip(draws, (first_can[k], second_can[k], True), cells):
            if can:
                draw[:] = rng.standard_gamma(max(rows[k], 0.0) + 0.5, gap.shape[0])
        order = np.lexsort((chance, gap[:, k]))
        gap[order, k] = np.sort((draws[0] - draws[1]) / draws.sum(axis=0))
    return small


def _alone(both: NDArray, first: NDArray[np.intp], second: NDArray[np.intp]):
    """What only the first model calls, and what only the second does, along the path, (s,)."""
    together = both[first, second]
    return both[first, -1] - together, both[-1, second] - together
