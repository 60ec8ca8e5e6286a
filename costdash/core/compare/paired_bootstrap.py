"""Paired bootstrap: both models are resampled on the same rows, so replicates stay correlated."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, factorial

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.compare.paired_sample import JointCells
from costdash.core.curves.cost import normalized_expected_cost, trivial_cost
from costdash.core.curves.hull import Hull
from costdash.core.curves.piecewise_linear import TOLERANCE
from costdash.core.processors import side_by_side
from costdash.core.resample.bootstrap import SMALL_CELL as SMALL_SIDE
from costdash.core.resample.class_cells import ClassCells
from costdash.core.resample.cluster_bootstrap import MAX_ROUNDS
from costdash.core.resample.small_cells import (
    few_clusters_factor,
    redraw_rates_of_clusters,
    replace_small_cells,
    rows_in_cell,
)
from costdash.core.types import Bools, Floats

SMALL_CELL = 5  # with fewer discordant rows, Jeffreys' limits replace percentiles
AT_A_TIME = 250  # replicates whose envelopes are computed
EXACT_FLOAT32 = 2**24  # float32 adds whole numbers below this exactly, in half the time


@dataclass(frozen=True, slots=True, eq=False)
class PairedReplicates:
    """Rates at the vertices of both hulls in each class-stratified bootstrap sample.

    first_fpr, first_tpr (b, h1); second_fpr, second_tpr (b, h2). Row i of all four is one sample.
    """

    first_fpr: Floats
    first_tpr: Floats
    second_fpr: Floats
    second_tpr: Floats


@dataclass(frozen=True, slots=True, eq=False)
class PairedRanges:
    """Ranges of PC(+) within which neither model changes its threshold.

    From edge[i] to edge[i + 1] the first model uses vertex first[i] of its hull and the second
    model uses vertex second[i] of its own. edge (s + 1,), first and second (s,).
    """

    edge: Floats
    first: NDArray[np.intp]
    second: NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class RateDifferences:
    """First model's rates minus the second model's, per replicate and range: fpr, tpr (b, s).

    safe (s,) marks ranges with differences drawn from Jeffreys' posterior.
    """

    fpr: Floats
    tpr: Floats
    safe: Bools


def paired_ranges(first: Hull, second: Hull) -> PairedRanges:
    """Merges the ties of two hulls."""
    edge = np.unique(np.concatenate(([0.0], first.tie, second.tie, [1.0])))
    middle = (edge[:-1] + edge[1:]) / 2
    return PairedRanges(edge, first.cheapest(middle), second.cheapest(middle))


def paired_replicates(cells: JointCells, n_replicates: int, rng: Generator) -> PairedReplicates:
    """Resamples the joint cells of both models; class totals are fixed.

    Weighted rows, groups of rows and clusters are resampled as units, and each replicate is
    divided by its own class total. Drummond & Holte (2004), section 9.

    Models that share no rows are resampled one after the other.

    Raises ValueError if nearly all samples of clusters lack a class.
    """
    if cells.apart is not None:
        first, second = (
            paired_replicates(model_cells, n_replicates, rng) for model_cells in cells.apart
        )
        return PairedReplicates(
            first.first_fpr, first.first_tpr, second.second_fpr, second.second_tpr
        )
    classes = cells.negatives, cells.positives
    if cells.together:
        times = [_draws_with_both_classes(classes, n_replicates, rng)] * 2
    else:
        times = [_draws(class_cells, n_replicates, rng) for class_cells in classes]
    rates = [_rates(class_cells, drawn) for class_cells, drawn in zip(classes, times)]
    (first_fpr, second_fpr), (first_tpr, second_tpr) = rates
    return PairedReplicates(first_fpr, first_tpr, second_fpr, second_tpr)


def rate_differences(
    cells: JointCells, ranges: PairedRanges, replicates: PairedReplicates, rng: Generator
) -> RateDifferences:
    """Differences of the rates in every replicate, with Jeffreys' draws where cells are small.

    A cell is small if fewer than SMALL_CELL rows of a class are discordant (called by one model
    only), or if fewer than SMALL_CELL rows are not; weighted rows count as Kish's effective number.
    Of clusters, those count in which one model calls more rows than the other.
    Percentiles would then shrink to a point. So the three cells (first model only, second model
    only, the rest) are drawn from Jeffreys' posterior, the Dirichlet distribution with 1/2 added to
    each count. The draws take the order of the replicates, which keeps a replicate that is high in
    one range high in the next.
    """
    first, second = ranges.first, ranges.second
    if cells.apart is not None:
        return _independent_differences(cells.apart, ranges, replicates, rng)
    fpr = replicates.first_fpr[:, first] - replicates.second_fpr[:, second]
    tpr = replicates.first_tpr[:, first] - replicates.second_tpr[:, second]
    if cells.same_order:
        return RateDifferences(fpr, tpr, np.zeros(first.size, dtype=bool))
    tie_breaker = rng.random(size=fpr.shape[:1])
    safe = np.zeros(first.size, dtype=bool)
    for difference, class_cells in ((fpr, cells.negatives), (tpr, cells.positives)):
        if cells.together:
            _widen_for_few_clusters(difference, class_cells, ranges)
        safe |= _replace_small_cells(
            difference, class_cells, ranges, cells.together, tie_breaker, rng
        )
    return RateDifferences(fpr, tpr, safe)


def small_at(cells: JointCells, ranges: PairedRanges, pcf: Floats) -> Bools:
    """Whether (m,) `RateDifferences.safe` marks the range of pcf (m,), without drawing samples."""
    every = np.searchsorted(ranges.edge, pcf, side="right").clip(1, ranges.first.size) - 1
    place, at = np.unique(every, return_inverse=True)
    some = PairedRanges(ranges.edge[place], ranges.first[place], ranges.second[place])
    small = np.zeros(place.size, dtype=bool)
    if cells.apart is not None:
        for model_cells, vertex in zip(cells.apart, (some.first, some.second)):
            for class_cells in (model_cells.negatives, model_cells.positives):
                small |= _small_vertices(class_cells)[vertex]
    elif not cells.same_order:
        for class_cells in (cells.negatives, cells.positives):
            small |= _small_cells(class_cells, some, cells.together)
    found: Bools = small[at]
    return found


def _independent_differences(
    apart: tuple[JointCells, JointCells],
    ranges: PairedRanges,
    replicates: PairedReplicates,
    rng: Generator,
) -> RateDifferences:
    """Differences of models that share no rows; small cells are redrawn separately by model.

    As in the model's own band, a cell is small if fewer than SMALL_CELL rows of a class are on one
    side of the threshold.
    """
    drawn = (
        (replicates.first_fpr, replicates.first_tpr),
        (replicates.second_fpr, replicates.second_tpr),
    )
    redrawn, safe = [], np.zeros(ranges.first.size, dtype=bool)
    for model_cells, rates, vertex in zip(apart, drawn, (ranges.first, ranges.second)):
        both = []
        for class_cells, rate in zip((model_cells.negatives, model_cells.positives), rates):
            mended, small = _model_rates(class_cells, rate, model_cells.together, rng)
            both.append(mended[:, vertex])
            safe |= small[vertex]
        redrawn.append(both)
    (first_fpr, first_tpr), (second_fpr, second_tpr) = redrawn
    return RateDifferences(first_fpr - second_fpr, first_tpr - second_tpr, safe)


def _model_rates(
    class_cells: ClassCells, rates: Floats, clustered: bool, rng: Generator
) -> tuple[Floats, Bools]:
    """A model's replicated rates (b, h) of a class; rates that vary too little are redrawn."""
    expected, n = np.diagonal(class_cells.both), class_cells.effective
    mend = redraw_rates_of_clusters if clustered else replace_small_cells
    return mend(rates, expected, n, rows_in_cell(expected, n), _trivial_vertices(expected), rng)


def _trivial_vertices(rate: Floats) -> Bools:
    """The first and the last vertex (h,), whose rates are certain."""
    return np.isin(np.arange(rate.size), (0, rate.size - 1))


def _small_vertices(class_cells: ClassCells) -> Bools:
    """The vertices (h,) of a model that `_model_rates` redraws as small cells."""
    rate = np.diagonal(class_cells.both)
    few: Bools = rows_in_cell(rate, class_cells.effective) < SMALL_SIDE
    return few & ~_trivial_vertices(rate)


def envelope_differences(
    replicates: PairedReplicates, pcfs: Floats, fixed_hulls: tuple[Hull, Hull] | None = None
) -> Floats:
    """First minus second model's cost at pcfs (g,) in each replicate, (g, b); 0 within rounding.

    In each replicate both models choose again among the vertices of the full sample's hulls. With
    a hold-out they do not: `fixed_hulls` are the hulls that keep their thresholds.
    """
    first = replicates.first_fpr, replicates.first_tpr
    second = replicates.second_fpr, replicates.second_tpr
    if fixed_hulls is None:
        gap = np.empty((pcfs.size, first[0].shape[0]))

        def compute(start: int) -> None:
            some = slice(start, start + AT_A_TIME)
            first_least, second_least = (
                _lower_envelope(fpr[some], tpr[some], pcfs) for fpr, tpr in (first, second)
            )
            np.subtract(first_least, second_least, out=gap[:, some])

        side_by_side(compute, range(0, gap.shape[1], AT_A_TIME))
    else:
        gap = _cost_of_fixed_hull(*first, pcfs, fixed_hulls[0]) - _cost_of_fixed_hull(
            *second, pcfs, fixed_hulls[1]
        )
    for row, limit in zip(gap, TOLERANCE * trivial_cost(pcfs)):
        row[np.abs(row) <= limit] = 0
    return gap


def _lower_envelope(fpr: Floats, tpr: Floats, pcfs: Floats) -> Floats:
    """Least nec of all vertices, (g, b). Replicates are contiguous in memory, for speed."""
    fpr, fnr = np.ascontiguousarray(fpr.T), 1 - tpr.T
    nec, missed = np.empty_like(fpr), np.empty_like(fpr)
    least = np.empty((pcfs.size, fpr.shape[1]))
    for row, pcf in zip(least, pcfs):
        np.multiply(fpr, 1 - pcf, out=nec)
        np.multiply(fnr, pcf, out=missed)
        nec += missed
        nec.min(axis=0, out=row)
    return least


def _cost_of_fixed_hull(fpr: Floats, tpr: Floats, pcfs: Floats, hull: Hull) -> Floats:
    """nec of the vertices that the hull chose at each pcf, (g, b)."""
    vertex = hull.cheapest(pcfs)
    return normalized_expected_cost(fpr[:, vertex], tpr[:, vertex], pcfs).T


def _draws(class_cells: ClassCells, n_replicates: int, rng: Generator) -> NDArray:
    """How often each unit is drawn in each replicate, (b, u)."""
    if class_cells.rows is None:
        return _poisson_one(n_replicates, class_cells.first.shape[0], rng)
    total = int(class_cells.rows.sum())
    return rng.multinomial(total, class_cells.rows / total, size=n_replicates)


def _draws_with_both_classes(
    classes: Sequence[ClassCells], n_replicates: int, rng: Generator
) -> NDArray:
    """How often each cluster is drawn, (b, u); samples that lack a class are drawn again."""
    parts, missing = [], n_replicates
    for _ in range(MAX_ROUNDS):
        drawn = _draws(classes[0], missing, rng)
        present = [drawn @ class_cells.first[:, -1] > 0 for class_cells in classes]
        parts.append(drawn[present[0] & present[1]])
        missing -= parts[-1].shape[0]
        if missing == 0:
            return np.concatenate(parts)
    raise ValueError("nearly all samples of clusters lack a class: the clusters are too few")


def _rates(class_cells: ClassCells, times: NDArray) -> list[Floats]:
    """Rates of one class at the vertices of both hulls, (b, h1) and (b, h2)."""
    mass = class_cells.first[:, -1]
    total = mass.sum() if class_cells.rows is None else mass @ class_cells.rows
    whole = bool((mass % 1 == 0).all()) and 1.5 * total < EXACT_FLOAT32
    kind = np.float32 if whole else np.float64
    times = times.astype(kind, copy=False)
    called = [
        times @ weights.astype(kind, copy=False)
        for weights in (class_cells.first, class_cells.second)
    ]
    return [weights.astype(float) / weights[:, -1:] for weights in called]


def _poisson_one(n_replicates: int, units: int, rng: Generator) -> NDArray[np.float32]:
    """Poisson(1) counts, (b, u): how often each of many equal units is drawn."""
    cumulative = np.cumsum([exp(-1) / factorial(k) for k in range(10)])
    table = np.searchsorted(cumulative, (np.arange(2**16) + 0.5) / 2**16).astype(np.float32)
    return table[rng.integers(0, 2**16, size=(n_replicates, units), dtype=np.uint16)]


def _replace_small_cells(
    difference: Floats,
    class_cells: ClassCells,
    ranges: PairedRanges,
    clustered: bool,
    tie_breaker: Floats,
    rng: Generator,
) -> Bools:
    """Replaces columns of difference (b, s) in place where cells are small; returns which (s,)."""
    cells = _discordant_cells(class_cells, ranges)
    first_can, second_can = _possible(class_cells, ranges)
    small = _small_cells(class_cells, ranges, clustered)
    for k in np.flatnonzero(small):
        draws = np.zeros((3, difference.shape[0]))
        for draw, can, rows in zip(draws, (first_can[k], second_can[k], True), cells):
            if can:
                draw[:] = rng.standard_gamma(max(rows[k], 0.0) + 0.5, difference.shape[0])
        order = np.lexsort((tie_breaker, difference[:, k]))
        difference[order, k] = np.sort((draws[0] - draws[1]) / draws.sum(axis=0))
    return small


def _discordant_cells(class_cells: ClassCells, ranges: PairedRanges) -> list[Floats]:
    """Effective rows (s,) that only the first model calls, only the second calls, and the rest."""
    called = _called_by_one(class_cells.both, ranges.first, ranges.second)
    first, second = (share * class_cells.effective for share in called)
    return [first, second, class_cells.effective - (first + second)]


def _possible(class_cells: ClassCells, ranges: PairedRanges) -> tuple[Bools, Bools]:
    """Where (s,) the first model can call a row that the second does not, and the reverse."""
    first, second = ranges.first, ranges.second
    last = class_cells.both.shape[0] - 1, class_cells.both.shape[1] - 1
    return (first > 0) & (second < last[1]), (second > 0) & (first < last[0])


def _small_cells(class_cells: ClassCells, ranges: PairedRanges, clustered: bool) -> Bools:
    """Ranges (s,) with fewer than SMALL_CELL discordant units of a class, or concordant units."""
    first, second, rest = _discordant_cells(class_cells, ranges)
    smaller: Floats | NDArray[np.int64] = np.minimum(first + second, rest)
    if clustered:
        smaller = _differing_clusters(class_cells, ranges)
    first_can, second_can = _possible(class_cells, ranges)
    few: Bools = smaller < SMALL_CELL - TOLERANCE
    return few & (first_can | second_can)


def _differing_clusters(class_cells: ClassCells, ranges: PairedRanges) -> NDArray[np.int64]:
    """Number (s,) of clusters that show a difference, or that do not differ in all their rows.

    The smaller of both numbers. A cluster shows a difference if one model calls more of it.
    """
    mass = class_cells.first[:, -1:]
    gap = np.abs(class_cells.first[:, ranges.first] - class_cells.second[:, ranges.second])
    differing = np.count_nonzero(gap > TOLERANCE * mass, axis=0)
    return np.minimum(differing, np.count_nonzero(gap < (1 - TOLERANCE) * mass, axis=0))


def _widen_for_few_clusters(
    difference: Floats, class_cells: ClassCells, ranges: PairedRanges
) -> None:
    """Stretches differences (b, s) in place around the sample's own: see `few_clusters_factor`."""
    sample_difference = class_cells.both[ranges.first, -1] - class_cells.both[-1, ranges.second]
    difference -= sample_difference
    difference *= few_clusters_factor(class_cells.effective)
    difference += sample_difference
    np.clip(difference, -1, 1, out=difference)


def _called_by_one(
    both: NDArray, first: NDArray[np.intp], second: NDArray[np.intp]
) -> tuple[NDArray, NDArray]:
    """What only the first model calls, and what only the second model calls, (s,) each."""
    together = both[first, second]
    return both[first, -1] - together, both[-1, second] - together
