"""What every threshold of every model calls on each fold, in the sample and in resamples."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import prod

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.bootstrap import kept_thresholds
from costdash.core.clusters import cluster_codes
from costdash.core.counts import count
from costdash.core.draws import Sums, chunks, drawn_by_class, drawn_clusters
from costdash.core.hull import convex_hull
from costdash.core.predictions import Bools, Floats, Predictions


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Kept thresholds of several models side by side, and the bin of each row in each model.

    bins [(n,)] per model, from strict to lax; sizes [k] per model. Columns 0 to k - 1 of the
    tallies are the first model's thresholds, and so on.
    """

    bins: list[NDArray[np.intp]]
    sizes: list[int]

    @classmethod
    def of(cls, predictions: Predictions, names: Sequence[str]) -> "Grid":
        bins, sizes = [], []
        for name in names:
            score = predictions.scores[name]
            counts = count(predictions.is_positive, score, predictions.weight)
            kept = counts.threshold[kept_thresholds(counts, convex_hull(counts).index)]
            bins.append(np.searchsorted(-kept, -(score + 0.0), side="left"))
            sizes.append(kept.size)
        return cls(bins, sizes)

    @property
    def trivial(self) -> Bools:
        """Columns that call none or all."""
        ends = [np.isin(np.arange(size), (0, size - 1)) for size in self.sizes]
        return np.concatenate(ends)


@dataclass(frozen=True, slots=True, eq=False)
class Tallies:
    """fp, tp (..., f, k): weight called positive on each fold by each threshold of the grid.

    negatives, positives (..., f, 1) are the classes' weights on each fold.
    """

    fp: Floats
    tp: Floats
    negatives: Floats
    positives: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Units (u,) that are drawn together with what they call: alike rows, or single rows.

    rows (u,) counts them where they are unweighted and in no cluster, else they are single.
    """

    is_positive: Bools
    fold: NDArray[np.intp]
    rows: NDArray
    weight: Floats | None
    cluster: NDArray[np.intp] | None
    grid: Grid
    n_folds: int
    sums: list[Sums] = field(repr=False)

    @classmethod
    def of(cls, predictions: Predictions, grid: Grid, fold: NDArray[np.intp]) -> "Layout":
        """fold (n,) are codes from 0."""
        n_folds = int(fold.max()) + 1
        is_positive, weight = predictions.is_positive, predictions.weight
        cluster = cluster_codes(predictions)
        rows = np.ones(predictions.rows, dtype=np.int64)
        dims = (2, n_folds, *grid.sizes)
        if weight is None and cluster is None and prod(dims) < 2**62:
            cells = np.ravel_multi_index((is_positive.astype(np.intp), fold, *grid.bins), dims)
            _, first, rows = np.unique(cells, return_index=True, return_counts=True)
            is_positive, fold = is_positive[first], fold[first]
            grid = Grid([bins[first] for bins in grid.bins], grid.sizes)
        place = is_positive * n_folds + fold
        sums = [Sums(place * k + b, 2 * n_folds * k) for b, k in zip(grid.bins, grid.sizes)]
        return cls(is_positive, fold, rows, weight, cluster, grid, n_folds, sums)

    def tallies(self) -> Tallies:
        """Of the sample itself, (f, k)."""
        whole = self._tallied((self.rows if self.weight is None else self.weight)[None, :])
        return Tallies(whole.fp[0], whole.tp[0], whole.negatives[0], whole.positives[0])

    def resampled(self, n_replicates: int, rng: Generator) -> Iterator[Tallies]:
        """Of bootstrap samples, some replicates at a time (b, f, k); rows keep their folds."""
        width = max(self.rows.size, self.n_folds * sum(self.grid.sizes))
        for some in chunks(n_replicates, width):
            if self.cluster is None:
                drawn = drawn_by_class(self.is_positive, self.rows, some, rng)
            else:
                drawn = drawn_clusters(self.cluster, some, rng)
            yield self._tallied(drawn if self.weight is None else drawn * self.weight)

    def _tallied(self, mass: NDArray) -> Tallies:
        parts = [
            sums.of(mass).reshape(-1, 2, self.n_folds, size).cumsum(axis=3)
            for sums, size in zip(self.sums, self.grid.sizes)
        ]
        called, totals = np.concatenate(parts, axis=3), parts[0][..., -1:]
        return Tallies(called[:, 0], called[:, 1], totals[:, 0], totals[:, 1])
