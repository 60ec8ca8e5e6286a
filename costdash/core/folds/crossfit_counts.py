"""Counts per fold for cross-fitting: the cheapest threshold of all folds, and of all but one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from costdash.core.curves.cost import normalized_expected_cost
from costdash.core.curves.hull import Hull, convex_hull
from costdash.core.curves.least_cost import first_least
from costdash.core.processors import side_by_side
from costdash.core.resample.bootstrap import retained_thresholds
from costdash.core.sample.counts import Counts, count
from costdash.core.sample.predictions import Predictions
from costdash.core.sample.threshold_bins import Bins, threshold_bins
from costdash.core.types import Bools, Floats

TINY = 1e-300  # total of a class without rows, so that its rates are 0


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Kept thresholds of several models side by side, and the bin of each row in each model.

    bins [(n,)] per model, from strict to lax; sizes [k] per model. The first columns of the
    tallies are the first model's thresholds, and so on.
    """

    bins: list[Bins]
    sizes: list[int]

    @classmethod
    def of(
        cls,
        predictions: Predictions,
        names: Sequence[str],
        counted: Mapping[str, tuple[Counts, Hull]] | None = None,
    ) -> "Grid":
        """Kept thresholds of the named models. counted: precomputed counts and hulls."""

        def binned(name: str) -> tuple[Bins, int]:
            score = predictions.scores[name]
            if counted is None:
                counts = count(predictions.is_positive, score, predictions.mass)
                hull = convex_hull(counts)
            else:
                counts, hull = counted[name]
            retained = counts.threshold[retained_thresholds(counts, hull.index)]
            return threshold_bins(score, retained), retained.size

        binned_models = side_by_side(binned, names)
        return cls([bins for bins, _ in binned_models], [size for _, size in binned_models])

    def of_rows(self, rows: NDArray) -> "Grid":
        """This grid for some of the rows (a mask or indices)."""
        return Grid([bins[rows] for bins in self.bins], self.sizes)

    def with_rule(self, called: Bools) -> "Grid":
        """One more model: its first threshold calls these rows (n,), its second all."""
        return Grid([*self.bins, np.where(called, 0, 1).astype(np.int32)], [*self.sizes, 2])

    @property
    def columns(self) -> tuple[slice, ...]:
        """Columns of each model in the tallies."""
        ends = np.cumsum([0, *self.sizes]).tolist()
        return tuple(map(slice, ends[:-1], ends[1:]))

    @property
    def trivial(self) -> Bools:
        """Columns that call none or all."""
        ends = [np.isin(np.arange(size), (0, size - 1)) for size in self.sizes]
        return np.concatenate(ends)

    def beside(self, sizes: Sequence[int]) -> "Grid":
        """The columns of further models that have no rows here, after these."""
        return Grid(self.bins, [*self.sizes, *sizes])


@dataclass(frozen=True, slots=True, eq=False)
class Tallies:
    """fp, tp (..., f, k): weight called positive on each fold by each threshold of the grid.

    negatives, positives (..., f, 1) are the class weights of each fold; (..., f, k) if models have
    rows of their own.
    """

    fp: Floats
    tp: Floats
    negatives: Floats
    positives: Floats

    def of_columns(self, columns: slice) -> "Tallies":
        """Tallies of some of the thresholds."""
        totals = self.negatives, self.positives
        if self.has_threshold_totals:
            totals = totals[0][..., columns], totals[1][..., columns]
        return Tallies(self.fp[..., columns], self.tp[..., columns], *totals)

    @property
    def has_threshold_totals(self) -> bool:
        """Whether class weights differ by threshold."""
        return self.negatives.shape[-1] == self.fp.shape[-1]

    def totals_at(self, fold: NDArray[np.intp], column: NDArray[np.intp]) -> tuple[Floats, Floats]:
        """Class weights of all folds together (m,), for the column chosen on each fold (f, m)."""
        if not self.has_threshold_totals:
            return self.negatives.sum(axis=0), self.positives.sum(axis=0)
        negatives, positives = self.negatives[fold, column], self.positives[fold, column]
        return negatives.sum(axis=0), positives.sum(axis=0)

    def beside(self, other: "Tallies") -> "Tallies":
        """These thresholds followed by thresholds of other models, with separate class weights."""
        return Tallies(
            np.concatenate((self.fp, other.fp), axis=-1),
            np.concatenate((self.tp, other.tp), axis=-1),
            np.concatenate((np.broadcast_to(self.negatives, self.fp.shape), other.negatives), -1),
            np.concatenate((np.broadcast_to(self.positives, self.tp.shape), other.positives), -1),
        )


def tallied(
    is_positive: Bools, divisions: Sequence[NDArray[np.intp]], grid: Grid, weight: Floats | None
) -> tuple[Tallies, ...]:
    """Tallies (f, k) of rows with weights (n,), for the fold codes (n,) of each division."""
    n_folds = [int(fold.max()) + 1 for fold in divisions]
    small = [fold.astype(np.min_scalar_type(n)) for n, fold in zip(n_folds, divisions)]

    def of_class(rows: NDArray[np.intp]) -> list[list[NDArray]]:
        folds, mass = [fold[rows] for fold in small], None if weight is None else weight[rows]

        def in_bins(bins: Bins, k: int) -> list[NDArray]:
            """Weight (f, k) of the rows in each bin of a model, of each division."""
            part = bins[rows]
            tallies = []
            for n, fold in zip(n_folds, folds):
                cell = np.multiply(fold, k, dtype=np.intp)
                cell += part
                tallies.append(np.bincount(cell, mass, n * k).reshape(n, k))
            return tallies

        return side_by_side(in_bins, grid.bins, grid.sizes)

    by_class = [of_class(np.flatnonzero(rows)) for rows in (~is_positive, is_positive)]
    of_divisions = zip(*([list(models) for models in zip(*part)] for part in by_class))
    return tuple(cumulated(*both) for both in of_divisions)


@dataclass(frozen=True, slots=True, eq=False)
class ClusterTallies:
    """Clusters of each fold and class with a row that each threshold calls, or does not call.

    called, missed (2, f, k): of negatives, and of positives.
    """

    called: NDArray[np.intp]
    missed: NDArray[np.intp]

    def beside(self, other: "ClusterTallies") -> "ClusterTallies":
        """These thresholds followed by the thresholds of other models."""
        return ClusterTallies(
            np.concatenate((self.called, other.called), axis=-1),
            np.concatenate((self.missed, other.missed), axis=-1),
        )


def clusters_tallied(
    is_positive: Bools, fold: NDArray[np.intp], grid: Grid, cluster: NDArray[np.intp]
) -> ClusterTallies:
    """Tallies of the clusters of rows with fold codes and cluster codes (n,)."""
    n_folds, called, missed = int(fold.max()) + 1, [], []
    for rows in (~is_positive, is_positive):
        parts, unit = np.unique(cluster[rows] * n_folds + fold[rows], return_inverse=True)
        fold_of_unit = parts % n_folds
        in_fold = np.bincount(fold_of_unit, minlength=n_folds)[:, None]
        of_models: tuple[list[NDArray], list[NDArray]] = ([], [])
        for bins, k in zip(grid.of_rows(rows).bins, grid.sizes):
            first, last = np.full(parts.size, k), np.full(parts.size, -1)
            np.minimum.at(first, unit, bins)
            np.maximum.at(last, unit, bins)
            reached, whole = (
                np.bincount(fold_of_unit * k + at, minlength=n_folds * k).reshape(n_folds, k)
                for at in (first, last)
            )
            of_models[0].append(reached.cumsum(axis=1))
            of_models[1].append(in_fold - whole.cumsum(axis=1))
        called.append(np.concatenate(of_models[0], axis=1))
        missed.append(np.concatenate(of_models[1], axis=1))
    return ClusterTallies(np.stack(called), np.stack(missed))


def cumulated(negatives: list[NDArray], positives: list[NDArray]) -> Tallies:
    """Tallies from the weight (..., f, k) of both classes in each bin of each model."""
    fp, tp = (_cumulated_side_by_side(part) for part in (negatives, positives))
    last = negatives[0].shape[-1]
    return Tallies(
        fp=fp,
        tp=tp,
        negatives=fp[..., last - 1 : last].copy(),
        positives=tp[..., last - 1 : last].copy(),
    )


def _cumulated_side_by_side(part: list[NDArray]) -> NDArray:
    """Cumulated weights (..., f, k) of each model, beside each other, without a copy of either."""
    widths = [bins.shape[-1] for bins in part]
    ends = np.cumsum(widths).tolist()
    total = np.empty((*part[0].shape[:-1], ends[-1]), np.result_type(*part))
    for bins, width, end in zip(part, widths, ends):
        np.cumsum(bins, axis=-1, out=total[..., end - width : end])
    return total


@dataclass(frozen=True, slots=True, eq=False)
class CrossFittedRates:
    """Cross-fitted rates and nec, (m,) each; certain (m,): every fold chose one trivial rule.

    cells (2, m): clusters with a negative, and with a positive, on the rarer side of the
    thresholds; None if rows have no clusters.
    """

    fpr: Floats
    tpr: Floats
    nec: Floats
    certain: Bools
    cells: Floats | None = None


def pooled_rates(tallies: Tallies) -> tuple[Floats, Floats]:
    """fpr and tpr (..., k) of every threshold on all folds together."""
    return (
        tallies.fp.sum(axis=-2) / tallies.negatives.sum(axis=-2).clip(TINY),
        tallies.tp.sum(axis=-2) / tallies.positives.sum(axis=-2).clip(TINY),
    )


def cheapest(fpr: Floats, tpr: Floats, pcf: Floats) -> tuple[NDArray[np.intp], Floats]:
    """Cheapest column at each pcf and its nec, (..., m) each; the first of equals.

    fpr and tpr (..., k); pcf (m,).
    """
    both = fpr + tpr
    least = [(fpr - x * both).argmin(axis=-1) for x in pcf.tolist()]  # nec minus x, for all columns
    column = np.stack(least, axis=-1)
    chosen_fpr = np.take_along_axis(fpr, column, axis=-1)
    chosen_tpr = np.take_along_axis(tpr, column, axis=-1)
    return column, normalized_expected_cost(chosen_fpr, chosen_tpr, pcf)


def cheapest_of_each(
    fpr: Floats, tpr: Floats, columns: Sequence[slice], pcf: Floats
) -> NDArray[np.intp]:
    """Cheapest column (M, ..., m) of each model at pcf (m,); the first of equals.

    fpr and tpr (..., k).
    """
    column = np.empty((len(columns), *fpr.shape[:-1], pcf.size), dtype=np.intp)
    for cheapest_column, part in zip(column, columns, strict=True):
        model_fpr = np.ascontiguousarray(fpr[..., part])
        both = model_fpr + tpr[..., part]
        nec = np.empty_like(both)  # minus pcf
        for at, x in enumerate(pcf.tolist()):
            np.multiply(both, x, out=nec)
            np.subtract(model_fpr, nec, out=nec)
            cheapest_column[..., at] = part.start + nec.argmin(axis=-1)
    return column


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """Cross-fitted nec (M + 1, ..., m) of each model and of the choice among them, and the choice.

    model (..., m): the model with the least cross-fitted nec, which is the one to choose. tpr
    (M, ..., m): of each model, cross-fitted.
    """

    nec: Floats
    model: NDArray[np.intp]
    tpr: Floats


def cross_fitted_of_each(tallies: Tallies, columns: Sequence[slice], pcf: Floats) -> Trial:
    """Each model tuned on the other folds; the choice: the model that is least on the other folds.

    On each fold that model is used whose cross-fitted nec on the other folds is least, at the
    threshold that is its cheapest there. So a model is chosen without the rows that judge it.
    """
    fpr = _on_other_folds(tallies.fp, tallies.negatives)
    tpr = _on_other_folds(tallies.tp, tallies.positives)
    column = cheapest_of_each(fpr, tpr, columns, pcf)
    each, models, found = [], [], []
    for at, x in enumerate(pcf.tolist()):
        called = FoldCounts.at(tallies, column[..., at])
        nec = called.nec(x)
        on_rest = called.rest.nec_of_each(x)
        chosen = called.taken(first_least(on_rest))
        each.append(np.concatenate((nec, chosen.nec(x)[None])))
        models.append(first_least(nec))
        found.append(called.tpr)
    nec, tpr = np.stack(each, axis=-1), np.stack(found, axis=-1)
    return Trial(nec, np.stack(models, axis=-1), tpr)


def costs_of_division(models: Sequence[Tallies], pcf: float) -> Floats:
    """Cross-fitted nec (M + 1,) of each model and of the choice among them at one pcf.

    models: the tallies (f, k) of each model in one division into folds.
    """
    parts = []
    for tallies in models:
        fpr = _on_other_folds(tallies.fp, tallies.negatives)
        tpr = _on_other_folds(tallies.tp, tallies.positives)
        column = (fpr - pcf * (fpr + tpr)).argmin(axis=-1)
        parts.append(FoldCounts.at(tallies, column[None]))
    counts = FoldCounts(
        *(
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("fp", "tp", "negatives", "positives")
        )
    )
    chosen = counts.taken(first_least(counts.rest.nec_of_each(pcf)))
    return np.append(counts.nec(pcf), chosen.nec(pcf))


@dataclass(frozen=True, slots=True, eq=False)
class FoldCounts:
    """Weight called and class weights on each fold, (..., f), by the rule used there."""

    fp: Floats
    tp: Floats
    negatives: Floats
    positives: Floats

    @classmethod
    def at(cls, tallies: Tallies, column: NDArray[np.intp]) -> "FoldCounts":
        """The counts (M, ..., f) at the column (M, ..., f) of each model on each fold."""

        def taken(called: Floats) -> Floats:
            every = np.broadcast_to(called, (*called.shape[:-1], tallies.fp.shape[-1]))
            at = [np.take_along_axis(every, part[..., None], axis=-1) for part in column]
            return np.stack(at)[..., 0]

        fp, tp = taken(tallies.fp), taken(tallies.tp)
        if tallies.has_threshold_totals:
            return cls(fp, tp, taken(tallies.negatives), taken(tallies.positives))
        negatives, positives = tallies.negatives[..., 0], tallies.positives[..., 0]
        return cls(fp, tp, *(np.broadcast_to(x, fp.shape) for x in (negatives, positives)))

    @property
    def rest(self) -> "FoldCounts":
        """For each fold, the counts of all other folds together."""
        return FoldCounts(*map(_of_rest, (self.fp, self.tp, self.negatives, self.positives)))

    def nec_of_each(self, pcf: float) -> Floats:
        """nec (..., f) of each fold by itself."""
        fpr, tpr = self.fp / self.negatives.clip(TINY), self.tp / self.positives.clip(TINY)
        return normalized_expected_cost(fpr, tpr, pcf)

    def nec(self, pcf: float) -> Floats:
        """nec (...) of all folds together."""
        fp, tp, negatives, positives = (
            x.sum(axis=-1) for x in (self.fp, self.tp, self.negatives, self.positives)
        )
        return normalized_expected_cost(fp / negatives.clip(TINY), tp / positives.clip(TINY), pcf)

    @property
    def tpr(self) -> Floats:
        """tpr (...) of all folds together."""
        return self.tp.sum(axis=-1) / self.positives.sum(axis=-1).clip(TINY)

    def taken(self, model: NDArray[np.intp]) -> "FoldCounts":
        """The counts (..., f) of the model (..., f) that is used on each fold."""
        fp, tp, negatives, positives = (
            np.take_along_axis(x, model[None], axis=0)[0]
            for x in (self.fp, self.tp, self.negatives, self.positives)
        )
        return FoldCounts(fp, tp, negatives, positives)


def _of_rest(x: Floats) -> Floats:
    """For each fold the sum (..., f) of the other folds; equal totals of many rules only once."""
    if any(x.strides[:-1]) or not x.size:
        return x.sum(axis=-1, keepdims=True) - x
    row = x[(0,) * (x.ndim - 1)]
    return np.broadcast_to(row.sum() - row, x.shape)


def _on_other_folds(called: Floats, total: Floats) -> Floats:
    """Rate (..., f, k) of every threshold on all folds but one."""
    rest = called.sum(axis=-2, keepdims=True) - called
    return rest / (total.sum(axis=-2, keepdims=True) - total).clip(TINY)
