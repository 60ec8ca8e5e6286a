"""What every threshold of every model calls on each fold.

The cheapest threshold of all folds, and of all folds but one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from costdash.core.curves.cost import normalized_expected_cost
from costdash.core.curves.hull import convex_hull
from costdash.core.resample.bootstrap import kept_thresholds
from costdash.core.sample.counts import count
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Bools, Floats

TINY = 1e-300  # stands for no rows at all: a class without rows has rates of zero


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


@dataclass(frozen=True, slots=True, eq=False)
class Paid:
    """Rates and nec (m,) of what other folds chose; certain: none but one trivial choice."""

    fpr: Floats
    tpr: Floats
    cost: Floats
    certain: Bools


def rates(tallies: Tallies) -> tuple[Floats, Floats]:
    """fpr and tpr (..., k) of every threshold on all folds together."""
    return (
        tallies.fp.sum(axis=-2) / tallies.negatives.sum(axis=-2).clip(TINY),
        tallies.tp.sum(axis=-2) / tallies.positives.sum(axis=-2).clip(TINY),
    )


def chosen(fpr: Floats, tpr: Floats, pcf: Floats) -> tuple[NDArray[np.intp], Floats]:
    """Cheapest column at each pcf and its nec, (..., m) each; of equal ones the first."""
    both, best = fpr + tpr, []
    for x in pcf.tolist():
        best.append((fpr - x * both).argmin(axis=-1))  # nec less x, which all columns share
    best = np.stack(best, axis=-1)
    rates = (np.take_along_axis(rate, best, axis=-1) for rate in (fpr, tpr))
    return best, normalized_expected_cost(*rates, pcf)


def paid(tallies: Tallies, pcf: Floats) -> Floats:
    """nec (..., m) of choosing on all other folds and paying on each."""
    fpr, tpr, _ = _paid_rates(tallies, pcf)
    return normalized_expected_cost(fpr, tpr, pcf)


def crossfitted(folds: Sequence[Tallies], trivial: Bools, pcf: Floats) -> Paid:
    """Mean over the times that folds were made. trivial (k,): thresholds that call none or all."""
    parts = [_paid_rates(tallies, pcf) for tallies in folds]
    fpr = np.mean([part[0] for part in parts], axis=0)
    tpr = np.mean([part[1] for part in parts], axis=0)
    certain = np.all([trivial[part[2]].all(axis=0) for part in parts], axis=0)
    certain &= (fpr == tpr) & np.isin(fpr, (0, 1))
    return Paid(fpr, tpr, normalized_expected_cost(fpr, tpr, pcf), certain)


def _paid_rates(tallies: Tallies, pcf: Floats) -> tuple[Floats, Floats, NDArray[np.intp]]:
    """fpr, tpr (..., m) of all folds together, and what was chosen for each fold (..., f, m)."""
    others = [
        (part.sum(axis=-2, keepdims=True) - part)
        / (total.sum(axis=-2, keepdims=True) - total).clip(TINY)
        for part, total in (
            (tallies.fp, tallies.negatives),
            (tallies.tp, tallies.positives),
        )
    ]
    choice, _ = chosen(*others, pcf)
    fp = np.take_along_axis(tallies.fp, choice, axis=-1).sum(axis=-2)
    tp = np.take_along_axis(tallies.tp, choice, axis=-1).sum(axis=-2)
    negatives, positives = tallies.negatives.sum(axis=-2), tallies.positives.sum(axis=-2)
    return fp / negatives.clip(TINY), tp / positives.clip(TINY), choice
