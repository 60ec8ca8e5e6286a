"""Bootstrap samples divided into folds, at a cost that hardly grows with the number of rows."""

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.folds.crossfit_counts import Grid, Tallies, cumulated
from costdash.core.processors import PROCESSORS, side_by_side
from costdash.core.resample.draws import CHUNK, Clusters, Sums, chunks, times_drawn
from costdash.core.sample.threshold_bins import Bins
from costdash.core.types import Bools, Floats

MANY = 10  # with as many rows per kind of row, kinds are drawn instead of rows
GROUPS = 1000  # random groups of the rows of a class, which are drawn instead of very many rows
MOST_SINGLE = 20_000  # rows of a class; from as many on, groups are drawn
DEALS = 4  # how often random groups are dealt anew, so that no deal decides the spread


def resampled(
    is_positive: Bools,
    fold: NDArray[np.intp],
    grid: Grid,
    weight: Floats | None,
    cluster: NDArray[np.intp] | None,
    n_replicates: int,
    rng: Generator,
) -> Iterator[Tallies]:
    """Tallies (b, f, k) of bootstrap samples, some replicates at a time.

    Each class is drawn to its own size and divided into folds of the original sizes. Clusters are
    drawn whole; each copy goes to one fold, and folds get equal numbers of copies. fold and
    cluster (n,) are codes from 0.
    """
    if cluster is not None:
        yield from _cluster_samples(is_positive, fold, grid, weight, cluster, n_replicates, rng)
        return
    n_folds = int(fold.max()) + 1

    def of_class(rows: Bools) -> "_Class | _Groups":
        sizes = np.bincount(fold[rows], minlength=n_folds)
        class_rows = _Class.of(grid.of_rows(rows), sizes, None if weight is None else weight[rows])
        return _Groups(class_rows, pool) if class_rows.per_group else class_rows

    with ThreadPoolExecutor(PROCESSORS) as pool:
        classes = side_by_side(of_class, (~is_positive, is_positive))
        width = max(n_folds * sum(grid.sizes), *(rows.width for rows in classes))
        are_many = any(isinstance(rows, _Groups) for rows in classes)
        if are_many:
            width = max(width, DEALS * CHUNK // n_replicates)

        def drawn(n: int) -> Tallies:
            negatives, positives = [rows.drawn(n, rng) for rows in classes]
            return cumulated([*negatives], [*positives])

        samples = map(drawn, chunks(n_replicates, width))
        yield from _drawn_ahead(samples) if are_many else samples


def _drawn_ahead(samples: Iterator[Tallies]) -> Iterator[Tallies]:
    """The samples, of which the next is drawn while the last is evaluated.

    Samples of groups take little memory, so two of them may be there at a time.
    """
    with ThreadPoolExecutor(1) as pool:
        following = pool.submit(next, samples, None)
        while (sample := following.result()) is not None:
            following = pool.submit(next, samples, None)
            yield sample
            del sample


@dataclass(frozen=True, slots=True, eq=False)
class _Class:
    """Rows of one class, grouped into kinds (u,) that share their bins in all models.

    rows (u,): number of rows of each kind; sizes (f,): rows per fold; weight (u,).
    """

    grid: Grid
    rows: NDArray[np.int64]
    sizes: NDArray[np.int64]
    weight: Floats | None

    @property
    def per_kind(self) -> bool:
        """Whether to draw kinds of rows."""
        return self.weight is None and self.sizes.sum() >= MANY * self.rows.size

    @property
    def width(self) -> int:
        """Numbers in memory for each replicate."""
        return self.sizes.size * self.rows.size if self.per_kind else int(self.sizes.sum())

    @property
    def per_group(self) -> bool:
        """Whether to draw groups of rows."""
        return not self.per_kind and self.sizes.sum() >= MOST_SINGLE

    @classmethod
    def of(cls, grid: Grid, sizes: NDArray[np.int64], weight: Floats | None) -> "_Class":
        if weight is not None or prod(grid.sizes) >= 2**62:
            return cls(grid, np.ones(grid.bins[0].size, dtype=np.int64), sizes, weight)
        kinds = np.ravel_multi_index(tuple(grid.bins), tuple(grid.sizes))
        if kinds.size >= MOST_SINGLE and _are_mostly_distinct(kinds):
            return cls(grid, np.ones(kinds.size, dtype=np.int64), sizes, None)
        _, first, rows = np.unique(kinds, return_index=True, return_counts=True)
        return cls(grid.of_rows(first), rows, sizes, None)

    def drawn(self, n_replicates: int, rng: Generator) -> list[NDArray]:
        """Weight (b, f, k) in each bin of each model."""
        n = int(self.sizes.sum())
        if self.per_kind:
            return self._kinds_drawn(n_replicates, rng, n)
        kind_of_row = np.repeat(np.arange(self.rows.size), self.rows)
        kind = kind_of_row[rng.integers(0, n, size=(n_replicates, n))]
        folds = self.sizes.size
        place = np.repeat(np.arange(folds), self.sizes) + folds * np.arange(n_replicates)[:, None]
        mass = None if self.weight is None else self.weight[kind].ravel()
        return [
            np.bincount(
                (place * k + bins[kind]).ravel(), mass, minlength=n_replicates * folds * k
            ).reshape(n_replicates, folds, k)
            for bins, k in zip(self.grid.bins, self.grid.sizes)
        ]

    def _kinds_drawn(self, n_replicates: int, rng: Generator, n: int) -> list[NDArray]:
        """A multinomial over the kinds, which has the distribution of drawing rows."""
        shares = self.rows / n
        drawn = [rng.multinomial(size, shares, size=n_replicates) for size in self.sizes]
        sums = [Sums(bins, k) for bins, k in zip(self.grid.bins, self.grid.sizes)]
        return [np.stack([bin_sums.of(part) for part in drawn], axis=1) for bin_sums in sums]


def _are_mostly_distinct(kinds: NDArray[np.int64]) -> bool:
    """Whether fewer than MANY rows share a kind on average. A part may show that already."""
    return any(kinds.size < MANY * _distinct(some) for some in (kinds[:: MANY // 2], kinds))


def _distinct(values: NDArray[np.int64]) -> int:
    """How many values are distinct; many times as quick as `np.unique` with its places."""
    ordered = np.sort(values)
    return int(np.count_nonzero(ordered[1:] != ordered[:-1])) + 1


class _Groups:
    """Random groups of equally many rows; group sums vary as much as sums of single rows.

    pool: sums the models up, while the caller draws the groups of the other class.
    """

    def __init__(self, rows: _Class, pool: Executor) -> None:
        self.pool = pool
        self.bins, self.mass = rows.grid.bins, rows.weight
        if (n := int(rows.sizes.sum())) > rows.rows.size:
            kind = np.repeat(np.arange(rows.rows.size), rows.rows)
            self.bins = [bins[kind] for bins in self.bins]
            self.mass = None if self.mass is None else self.mass[kind]
        self.thresholds, self.sizes = rows.grid.sizes, rows.sizes
        self.group = np.arange(n) % GROUPS
        self.width = self.sizes.size * (GROUPS + max(self.thresholds))  # models one by one

    def drawn(self, n_replicates: int, rng: Generator) -> Iterator[NDArray]:
        """Weight (b, f, k) in each bin of each model, of groups that are dealt anew."""
        group = self.group.copy()
        rng.shuffle(group)
        share = GROUPS / group.size
        groups_per_fold = np.round(self.sizes * share).astype(np.int64).clip(1)
        times = [times_drawn(GROUPS, int(size), n_replicates, rng) for size in groups_per_fold]
        drawn = np.stack(times, axis=1).reshape(-1, GROUPS).astype(np.float32)

        def group_sums(bins: Bins, k: int) -> NDArray:
            cell = group * k
            cell += bins
            cells = np.bincount(cell, self.mass, GROUPS * k).reshape(GROUPS, k)
            sums = drawn @ cells.astype(np.float32)
            return sums.reshape(n_replicates, -1, k).astype(float)

        return self.pool.map(group_sums, self.bins, self.thresholds)


def _cluster_samples(
    is_positive: Bools,
    fold: NDArray[np.intp],
    grid: Grid,
    weight: Floats | None,
    cluster: NDArray[np.intp],
    n_replicates: int,
    rng: Generator,
) -> Iterator[Tallies]:
    """Tallies (1, f, k) of one sample of clusters after another."""
    folds, kinds = int(fold.max()) + 1, [2 * k for k in grid.sizes]
    places = [is_positive * k + bins for bins, k in zip(grid.bins, grid.sizes)]
    whole = Clusters.of(cluster)
    for _ in range(n_replicates):
        rows, copy = whole.drawn(rng)
        fold_of_row = copy % folds  # copies are in random order
        mass = None if weight is None else weight[rows]
        bins = [
            np.bincount(fold_of_row * n + place[rows], mass, folds * n).reshape(1, folds, 2, -1)
            for place, n in zip(places, kinds)
        ]
        yield cumulated([part[:, :, 0] for part in bins], [part[:, :, 1] for part in bins])
