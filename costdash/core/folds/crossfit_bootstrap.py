"""Bootstrap samples parted into folds, at a cost that hardly grows with many rows."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.folds.crossfit_counts import Grid, Tallies, cumulated
from costdash.core.resample.draws import Clusters, Sums, chunks
from costdash.core.types import Bools, Floats

MANY = 10  # rows for each kind of row, above which kinds are drawn instead of rows


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

    Each class is drawn to its own size and dealt to folds of the sizes that they have. Clusters
    are drawn whole and each copy is dealt to one fold; folds get as many copies as each other.
    fold and cluster (n,) are codes from 0.
    """
    if cluster is not None:
        yield from _of_clusters(is_positive, fold, grid, weight, cluster, n_replicates, rng)
        return
    sides = []
    for rows in (~is_positive, is_positive):
        sizes = np.bincount(fold[rows], minlength=int(fold.max()) + 1)
        sides.append(_Class.of(grid.of_rows(rows), sizes, None if weight is None else weight[rows]))
    width = max(is_positive.size, sides[0].sizes.size * sum(grid.sizes))
    for some in chunks(n_replicates, width):
        yield cumulated(*(side.drawn(some, rng) for side in sides))


@dataclass(frozen=True, slots=True, eq=False)
class _Class:
    """Rows of one class as kinds (u,) that fall in the same bins; sizes (f,): rows per fold."""

    grid: Grid
    rows: NDArray[np.int64]
    sizes: NDArray[np.int64]
    weight: Floats | None

    @classmethod
    def of(cls, grid: Grid, sizes, weight) -> "_Class":
        if weight is not None or prod(grid.sizes) >= 2**62:
            return cls(grid, np.ones(grid.bins[0].size, dtype=np.int64), sizes, weight)
        kinds = np.ravel_multi_index(grid.bins, grid.sizes)
        _, first, rows = np.unique(kinds, return_index=True, return_counts=True)
        return cls(grid.of_rows(first), rows, sizes, None)

    def drawn(self, n_replicates: int, rng: Generator) -> list[NDArray]:
        """Weight (b, f, k) in each bin of each model."""
        n = int(self.sizes.sum())
        if self.weight is None and n >= MANY * self.rows.size:
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
        shares = self.rows / n
        drawn = [rng.multinomial(size, shares, size=n_replicates) for size in self.sizes]
        sums = [Sums(bins, k) for bins, k in zip(self.grid.bins, self.grid.sizes)]
        return [np.stack([one.of(part) for part in drawn], axis=1) for one in sums]


def _of_clusters(is_positive, fold, grid, weight, cluster, n_replicates, rng) -> Iterator[Tallies]:
    folds, kinds = int(fold.max()) + 1, [2 * k for k in grid.sizes]
    places = [is_positive * k + bins for bins, k in zip(grid.bins, grid.sizes)]
    whole = Clusters.of(cluster)
    for _ in range(n_replicates):
        rows, copy = whole.drawn(rng)
        dealt = copy % folds  # copies come in random order
        mass = None if weight is None else weight[rows]
        bins = [
            np.bincount(dealt * n + place[rows], mass, folds * n).reshape(1, folds, 2, -1)
            for place, n in zip(places, kinds)
        ]
        yield cumulated([part[:, :, 0] for part in bins], [part[:, :, 1] for part in bins])
