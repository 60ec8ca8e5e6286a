"""What every threshold of every model calls on each fold."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from costdash.core.curves.hull import convex_hull
from costdash.core.resample.bootstrap import kept_thresholds
from costdash.core.sample.counts import count
from costdash.core.sample.predictions import Bools, Floats, Predictions


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Kept thresholds of several models side by side, and the bin of each row in each model.

    bins [(n,)] per model, from strict to lax; sizes [k] per model. The first columns of the
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

    def of_rows(self, rows) -> "Grid":
        return Grid([bins[rows] for bins in self.bins], self.sizes)

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


def tallied(is_positive: Bools, fold: NDArray[np.intp], grid: Grid, weight) -> Tallies:
    """Tallies (f, k) of rows with fold codes (n,) and weights (n,) or None."""
    n_folds, called = int(fold.max()) + 1, []
    for rows in (~is_positive, is_positive):
        mass = None if weight is None else weight[rows]
        part = grid.of_rows(rows)
        called.append(
            [
                np.bincount(fold[rows] * k + bins, mass, n_folds * k).reshape(n_folds, k)
                for bins, k in zip(part.bins, part.sizes)
            ]
        )
    return cumulated(*called)


def cumulated(negatives: list[NDArray], positives: list[NDArray]) -> Tallies:
    """From the weight (..., f, k) that each bin of each model holds of the two classes."""
    fp, tp = ([bins.cumsum(axis=-1) for bins in part] for part in (negatives, positives))
    return Tallies(
        fp=np.concatenate(fp, axis=-1),
        tp=np.concatenate(tp, axis=-1),
        negatives=fp[0][..., -1:],
        positives=tp[0][..., -1:],
    )
