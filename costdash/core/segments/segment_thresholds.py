"""Whether a threshold of its own would save on a segment: chosen on the other folds.

A threshold that is best on a segment's own rows always seems to save. So two candidates are chosen
on the other folds of each fold: `own`, the cheapest on the segment's rows there, and `prior`, the
cheapest for the rates of all rows at the segment's share of positives. The second borrows
everybody's curve, which pays where segments differ in their prior alone. With a hold-out both are
chosen on the selection part.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from costdash.core.compare.multiple_testing import holm
from costdash.core.curves.piecewise_linear import snapped, upper_chain
from costdash.core.resample.weighted_poisson import (
    WeightedEvents,
    difference_limits,
    least_difference,
)
from costdash.core.segments.excess import CostRows
from costdash.core.segments.segment import Segments
from costdash.core.types import Bools, Floats

CANDIDATES = ("own", "prior")
ALPHA = 0.05  # chance of a claim among all segments that does not hold
EQUAL = 1e-12  # share of the largest cost by which equal costs may differ
TAILS = np.geomspace(1e-9, 0.4999, 48)  # at which limits are taken for a p-value


@dataclass(frozen=True, slots=True, eq=False)
class Division:
    """Rows divided into folds: the fold (n,) of each row, and what the one threshold flags."""

    fold: NDArray[np.integer]
    flagged: Bools

    @property
    def n_folds(self) -> int:
        """Number of folds."""
        return int(self.fold.max()) + 1


@dataclass(frozen=True, slots=True, eq=False)
class SelectionRows:
    """The rows of a hold-out that choose: what mistakes cost, segments (m,) and bins (m,).

    A segment without rows in the evaluation part is numbered as the first after those.
    """

    given: CostRows
    codes: NDArray[np.intp]
    bins: NDArray[np.integer]


@dataclass(frozen=True, slots=True, eq=False)
class SegmentThresholds:
    """The better candidate of each segment, (g,) each.

    column: its place among the model's retained thresholds, chosen on all rows. candidate: index
    into CANDIDATES. saving, low: money saved per case of all, cross-fitted, and its lower limit for
    all segments together. p_holm: of no saving. all: saving, low and high if each fold uses the
    candidates that are clear on the other folds.
    """

    column: NDArray[np.intp]
    candidate: NDArray[np.intp]
    saving: Floats
    low: Floats
    p_holm: Floats
    all: tuple[float, float, float]

    @property
    def recommended(self) -> Bools:
        """The segments (g,) where the candidate is shown to save."""
        return self.low > 0


def segment_thresholds(
    given: CostRows,
    segments: Segments,
    bins: NDArray[np.integer],
    size: int,
    divisions: Sequence[Division],
    level: float = 0.95,
    selection: SelectionRows | None = None,
) -> SegmentThresholds:
    """Candidates for each segment, and what they save against one threshold for all.

    bins (n,): of the model's scores among `size` retained thresholds; row i is flagged at column k
    if bins[i] <= k. divisions: with the model's calls on each fold, cross-fitted unless there are
    rows of their own to choose on (selection).
    """
    g = len(segments.names)
    counted = _Counted(given, segments.codes, g, np.asarray(bins), size)
    whole = _chosen_on_all(counted, selection)
    moved = np.zeros((len(CANDIDATES), given.price.size))  # share of divisions, flagged more
    totals, squares = [], []
    for each in divisions:
        place, f = segments.codes * each.n_folds + each.fold, each.n_folds
        columns = counted.columns(each.fold, f) if selection is None else whole.repeat(f, axis=-1)
        sums = []
        for candidate, column in enumerate(columns.reshape(len(CANDIDATES), -1)):
            here = counted.bins <= column.astype(counted.bins.dtype)[place]
            rows = np.flatnonzero(here != each.flagged)
            change = np.where(here[rows], 1.0, -1.0)
            moved[candidate, rows] += change / len(divisions)
            sums.append(counted.by_fold(rows, change, place, f))
        total, square = np.moveaxis(np.array(sums), 0, 2)  # (powers, sides, candidates, g, folds)
        totals.append(total)
        squares.append(square)
    events = counted.events(moved)
    tail = ALPHA / (len(CANDIDATES) * g)
    low = least_difference(*events, 1 - 2 * tail)
    candidate = low.argmax(axis=0)
    best = candidate, np.arange(g)
    of_best = (WeightedEvents(x.total[best], x.variance[best], x.heaviest[best]) for x in events)
    p = (len(CANDIDATES) * _p_values(*of_best)).clip(0, 1)
    return SegmentThresholds(
        column=whole[..., 0][best],
        candidate=candidate,
        saving=(events[0].total - events[1].total)[best],
        low=low[best],
        p_holm=holm(p.tolist()),
        all=_all_clear(totals, squares, counted.heaviest, tail, level),
    )


def _chosen_on_all(counted: "_Counted", selection: SelectionRows | None) -> NDArray[np.intp]:
    """The column (2, g, 1) of both candidates, chosen on all rows or on those of the selection."""
    if selection is None:
        return counted.columns(None, 1)
    g, rows = counted.g, selection
    every = _Counted(rows.given, rows.codes, g + 1, np.asarray(rows.bins), counted.size)
    return every.columns(None, 1)[:, :g]


@dataclass(frozen=True, slots=True, eq=False)
class _Class:
    """The rows of a class: place, segment and bin (m,), and price of each or of all."""

    rows: NDArray[np.intp]
    codes: NDArray[np.intp]
    bins: NDArray[np.integer]
    mass: Floats | float

    def in_bins(self, fold: NDArray[np.integer] | None, shape: tuple[int, int, int]) -> Floats:
        """Sums of prices by segment, fold and bin. fold (n,): of all rows; None for one fold."""
        _, n_folds, size = shape
        place = self.codes * (n_folds * size)
        place += self.bins
        if fold is not None:
            place += fold[self.rows] * np.intp(size)
        found: Floats
        if isinstance(self.mass, float):
            found = self.mass * np.bincount(place, minlength=prod(shape)).astype(float)
        else:
            found = np.bincount(place, self.mass, prod(shape)).astype(float, copy=False)
        return found.reshape(shape)


@dataclass(frozen=True, eq=False)
class _Counted:
    """The rows, and sums over segments, folds and bins."""

    given: CostRows
    codes: NDArray[np.intp]
    g: int
    bins: NDArray[np.integer]
    size: int

    @property
    def heaviest(self) -> Floats:
        """The dearest mistake that a segment can have, (g,): also if it has no positive row."""
        heaviest = np.zeros(self.g)
        np.maximum.at(heaviest, self.codes, self.given.price)
        means = [self.given.price[part].mean() for part in self.given.classes]
        return np.maximum(heaviest, max(means))

    @cached_property
    def classes(self) -> list["_Class"]:
        """The negatives and the positives."""
        given, found = self.given, []
        for part in given.classes:
            price, times = given.price[part], given.times[part]
            same = given.plain and bool((times == 1).all())
            mass = float(price[0]) if same else price * times
            found.append(_Class(part, self.codes[part], self.bins[part], mass))
        return found

    def columns(self, fold: NDArray[np.integer] | None, n_folds: int) -> NDArray[np.intp]:
        """The column (2, g, f) of both candidates on each fold, chosen on the others.

        fold (n,): of each row; None to choose on all rows.
        """
        negatives, positives = (
            each.in_bins(fold, (self.g, n_folds, self.size)) for each in self.classes
        )
        by_prior = self._by_prior(negatives, positives)
        cost = _elsewhere(np.subtract(negatives, positives, out=negatives))
        return np.stack((_cheapest(np.cumsum(cost, axis=-1, out=cost)), by_prior))

    def _by_prior(self, negatives: Floats, positives: Floats) -> NDArray[np.intp]:
        """The column (g, f) that is cheapest for everybody's rates at the segment's prior.

        negatives, positives (g, f, k): their prices by segment, fold and bin.
        """
        rates, totals, alls = [], [], []
        for each in (negatives, positives):
            called = _elsewhere(each.sum(axis=0)[None])[0].cumsum(axis=-1)
            totals.append(_elsewhere(each.sum(axis=-1, keepdims=True))[..., 0])
            alls.append(called[:, -1])
            rates.append(called / called[:, -1:])
        mean_price = float(self.given.price[self.given.classes[1]].mean())
        at_negative = totals[0] + mean_price * alls[0] / alls[1]
        at_positive = totals[1] + mean_price
        found = np.empty(at_negative.shape, dtype=np.intp)
        for f, (fpr, tpr) in enumerate(zip(*rates, strict=True)):
            column = _vertices(fpr, tpr)
            cost = at_negative[:, f, None] * fpr[column] - at_positive[:, f, None] * tpr[column]
            found[:, f] = column[_cheapest(cost)]
        return found

    def saved(self, rows: NDArray[np.intp], change: Floats) -> Floats:
        """Money (m,) saved on some rows (m,) if a candidate flags `change` (m,) more."""
        sign = np.where(self.given.is_positive[rows], 1.0, -1.0)
        return change * sign * self.given.price[rows]

    def events(self, moved: Floats) -> tuple[WeightedEvents, WeightedEvents]:
        """Gains and losses (2, g) of both candidates; of clusters as wholes."""
        heaviest, sums = self.heaviest, []
        for change in moved:
            rows = np.flatnonzero(change)
            times, codes = self.given.times[rows], self.codes[rows]
            saved = self.saved(rows, change[rows])
            if self.given.cluster is not None and rows.size:
                cells, cell = np.unique(
                    self.given.cluster[rows] * self.g + codes, return_inverse=True
                )
                saved = np.bincount(cell, saved * times).astype(float)
                times, codes = np.ones(cells.size), cells % self.g
            np.maximum.at(heaviest, codes, np.abs(saved))
            sums.append(_sides(saved, times, codes, self.g))
        total, square = np.moveaxis(np.array(sums), 0, 2)
        weight = np.broadcast_to(heaviest, total.shape[1:])
        return WeightedEvents(total[0], square[0], weight), WeightedEvents(
            total[1], square[1], weight
        )

    def by_fold(
        self, rows: NDArray[np.intp], change: Floats, place: NDArray[np.intp], n_folds: int
    ) -> Floats:
        """Gains and losses and their squares, summed: (powers, sides, g, folds)."""
        saved = self.saved(rows, change)
        sums = _sides(saved, self.given.times[rows], place[rows], self.g * n_folds)
        return sums.reshape(2, 2, self.g, n_folds)


def _elsewhere(sums: Floats) -> Floats:
    """Sums (g, f, k) over the other folds; of a single fold, its own."""
    return sums if sums.shape[1] == 1 else sums.sum(axis=1, keepdims=True) - sums


def _vertices(fpr: Floats, tpr: Floats) -> NDArray[np.intp]:
    """Columns of the convex hull of the points (k,); of equal points the first."""
    x, y = snapped(fpr), snapped(tpr)
    new = np.flatnonzero(np.append(True, (np.diff(x) != 0) | (np.diff(y) != 0)))
    found: NDArray[np.intp] = new[upper_chain(x[new], y[new], False)]
    return found


def _cheapest(cost: Floats) -> NDArray[np.intp]:
    """The first column (...) of the least cost (..., k), up to rounding."""
    least = cost.min(axis=-1, keepdims=True)
    dearest = max(float(cost.max()), -float(least.min()))
    return (cost <= least + EQUAL * dearest).argmax(axis=-1)


def _sides(saved: Floats, times: Floats, place: NDArray[np.intp], size: int) -> Floats:
    """Sums of money and of its square (2, 2, size): of gains, and of losses."""
    sides = saved.clip(min=0), (-saved).clip(min=0)
    return np.array([[np.bincount(place, times * each**k, size) for each in sides] for k in (1, 2)])


def _all_clear(
    totals: Sequence[Floats],
    squares: Sequence[Floats],
    heaviest: Floats,
    tail: float,
    level: float,
) -> tuple[float, float, float]:
    """Saving and limits if each fold uses the candidates that are clear on the other folds."""
    total, square = np.zeros(2), np.zeros(2)
    used = 0.0
    for money, squared in zip(totals, squares, strict=True):
        rest, rest_squared = (x.sum(axis=-1, keepdims=True) - x for x in (money, squared))
        weight = np.broadcast_to(heaviest[:, None], rest.shape[1:])
        gains, losses = (WeightedEvents(rest[k], rest_squared[k], weight) for k in (0, 1))
        low = least_difference(gains, losses, 1 - 2 * tail)
        taken = (low == low.max(axis=0)) & (low > 0)
        taken[1] &= ~taken[0]
        total += (money * taken).sum(axis=(1, 2, 3)) / len(totals)
        square += (squared * taken).sum(axis=(1, 2, 3)) / len(totals)
        used = max(used, float((weight * taken).max(initial=0)))
    if not used:
        return 0.0, 0.0, 0.0
    gains, losses = (WeightedEvents.of(total[k], square[k], used) for k in (0, 1))
    low, high = difference_limits(gains, losses, level)
    return float(total[0] - total[1]), float(low[0]), float(high[0])


def _p_values(gains: WeightedEvents, losses: WeightedEvents) -> Floats:
    """The tail at which the lower limit of gains less losses is 0, between TAILS in logarithms."""
    limit = np.stack([least_difference(gains, losses, 1 - 2 * tail) for tail in TAILS])
    above = limit > 0
    first = above.argmax(axis=0)
    place = np.maximum(first, 1)
    (before, after), (x, y) = (
        (np.take_along_axis(limit, (place - k)[None], axis=0)[0] for k in (1, 0)),
        (np.log(TAILS)[place - k] for k in (1, 0)),
    )
    between = np.exp(x + (y - x) * -before / np.where(after > before, after - before, 1))
    found = np.where(first == 0, TAILS[0], between)
    return np.where(above.any(axis=0), found, 1.0)
