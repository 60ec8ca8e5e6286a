"""Cross-fitted rates along PC(+), exactly: between two switch points no fold changes its choice.

On every fold that threshold is used which is cheapest on the other folds. Along PC(+) this is the
next vertex of a convex hull, so the rates of all folds together are piecewise constant. Of several
models a fold uses the model whose cross-fitted cost on the other folds is least.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from costdash.core.curves.cost import BELOW, normalized_expected_cost
from costdash.core.curves.least_cost import least_cost
from costdash.core.curves.piecewise_linear import snapped, upper_chain
from costdash.core.folds.crossfit_counts import (
    TINY,
    ClusterTallies,
    CrossFittedRates,
    FoldCounts,
    Grid,
    Tallies,
)
from costdash.core.types import Bools, Floats

PIECES = 1024  # whose rates are computed together: few enough for the processor's cache


@dataclass(frozen=True, slots=True, eq=False)
class CrossFittedCurve:
    """Rates (s,) of s pieces of PC(+); piece i reaches from tie[i - 1] to tie[i].

    certain (s,): on every fold the same trivial rule is chosen, so that the cost is certain.
    cells (2, s): clusters with a negative, and with a positive, on the rarer side of the
    thresholds; None if rows have no clusters.
    """

    tie: Floats
    fpr: Floats
    tpr: Floats
    certain: Bools
    cells: Floats | None = None

    def place(self, pcf: ArrayLike) -> NDArray[np.intp]:
        """Piece at pcf (any shape); at a tie, up to rounding, the one below it."""
        return np.searchsorted(self.tie, np.asarray(pcf) * BELOW)

    def rates(self, pcf: Floats) -> CrossFittedRates:
        """Rates and nec, (m,) each, at pcf (m,)."""
        piece = self.place(pcf)
        fpr, tpr = self.fpr[piece], self.tpr[piece]
        nec = normalized_expected_cost(fpr, tpr, pcf)
        cells = None if self.cells is None else self.cells[:, piece]
        return CrossFittedRates(fpr, tpr, nec, self.certain[piece], cells)


@dataclass(frozen=True, slots=True, eq=False)
class _Chain:
    """Columns (h,) that a fold uses along PC(+), and the ties (h - 1,) between them."""

    column: NDArray[np.intp]
    tie: Floats

    def at(self, pcf: Floats) -> NDArray[np.intp]:
        """The column (m,) at pcf (m,)."""
        return self.column[np.searchsorted(self.tie, pcf)]


def cross_fitted_curves(
    divisions: Sequence[Tallies], grid: Grid, clusters: Sequence[ClusterTallies] = ()
) -> list[CrossFittedCurve]:
    """The curve of each model, then the curve of the choice among several models.

    On each fold the choice uses the model whose cross-fitted cost on the other folds is least, at
    its cheapest threshold on the other folds. divisions: repeated divisions into folds; rates are
    their mean, as are numbers of clusters.
    """
    columns = grid.columns
    per_division = [_chains_of_folds(tallies, columns) for tallies in divisions]
    return [
        _curve(
            divisions,
            clusters,
            [[fold[k] for fold in folds] for folds in per_division],
            grid.trivial,
        )
        for k in range(len(columns) + (len(columns) > 1))
    ]


def columns_at(tallies: Tallies, columns: Sequence[slice], pcf: float) -> NDArray[np.intp]:
    """The column (M, f) that each model uses on each fold at one pcf; then that of the choice.

    tallies: of one division into folds; columns: of each model. With several models the last of
    the M + 1 rows is the choice among them. These are the columns behind `CrossFittedCurve.rates`.
    """
    at = np.array([pcf * BELOW])
    chains = _chains_of_models(tallies, columns)
    each = np.array([[chain.at(at)[0] for chain in fold] for fold in chains]).T
    if len(columns) == 1:
        return each
    edge = np.unique(np.concatenate(([0.0, 1.0], *(c.tie for fold in chains for c in fold))))
    end = max(1, int(np.searchsorted(edge, at[0])))
    sample = Tallies(
        *(x[None] for x in (tallies.fp, tallies.tp, tallies.negatives, tallies.positives))
    )
    some = edge[end - 1 : end + 1]
    chosen = []
    for fold, rates in enumerate(zip(*_rates_elsewhere(sample, chains, some), strict=True)):
        pieces, model = least_cost(some, *rates)
        chosen.append(each[model[np.searchsorted(pieces[1:-1], at[0])], fold])
    return np.concatenate((each, np.array([chosen])))


def _chains_of_models(tallies: Tallies, columns: Sequence[slice]) -> list[list[_Chain]]:
    """For each fold the chain of each model."""
    fp, tp = (called.sum(axis=0) - called for called in (tallies.fp, tallies.tp))
    totals = np.stack((tallies.negatives, tallies.positives), axis=1)
    fold_chains = []
    for x, y, other_totals in zip(fp, tp, (totals.sum(axis=0) - totals).clip(TINY)):
        fold_chains.append(
            [
                _chain(x, y, np.arange(model_columns.start, model_columns.stop), other_totals)
                for model_columns in columns
            ]
        )
    return fold_chains


def _chains_of_folds(tallies: Tallies, columns: Sequence[slice]) -> list[list[_Chain]]:
    """For each fold the chain of each model, then that of the choice if there are several."""
    fold_chains = _chains_of_models(tallies, columns)
    if len(columns) > 1:
        choices = _choices(tallies, fold_chains)
        for chains, choice in zip(fold_chains, choices, strict=True):
            chains.append(choice)
    return fold_chains


def _choices(tallies: Tallies, fold_chains: Sequence[Sequence[_Chain]]) -> list[_Chain]:
    """For each fold the columns of the model that costs least on the other folds, cross-fitted."""
    ties = [chain.tie for chains in fold_chains for chain in chains]
    edge = np.unique(np.concatenate(([0.0], *ties, [1.0])))
    sample = Tallies(
        *(x[None] for x in (tallies.fp, tallies.tp, tallies.negatives, tallies.positives))
    )
    least: list[list[tuple[Floats, NDArray[np.intp]]]] = []
    for start in range(0, edge.size - 1, PIECES):
        some = edge[start : start + PIECES + 1]
        fpr, tpr = _rates_elsewhere(sample, fold_chains, some)
        least.append([least_cost(some, x, y) for x, y in zip(fpr, tpr, strict=True)])
    choices = []
    for fold, chains in enumerate(fold_chains):
        pieces = np.concatenate([*(each[fold][0][:-1] for each in least), edge[-1:]])
        model = np.concatenate([each[fold][1] for each in least])
        middle = (pieces[1:] + pieces[:-1]) / 2
        chosen = np.empty(model.size, dtype=np.intp)
        for number, chain in enumerate(chains):
            pieces_of_model = model == number
            chosen[pieces_of_model] = chain.at(middle[pieces_of_model])
        new = np.append(True, np.diff(chosen) != 0)
        choices.append(_Chain(chosen[new], pieces[:-1][new][1:]))
    return choices


def _rates_elsewhere(
    tallies: Tallies, fold_chains: Sequence[Sequence[_Chain]], edge: Floats
) -> tuple[Floats, Floats]:
    """For each fold the rates (f, M, s) of each model, cross-fitted on the other folds.

    edge (s + 1,): of the pieces of PC(+).
    """
    middle = (edge[1:] + edge[:-1]) / 2
    column = np.array([[chain.at(middle) for chain in chains] for chains in fold_chains])
    rest = FoldCounts.at(tallies, np.moveaxis(column, 0, -1)).rest
    rates = rest.fp / rest.negatives.clip(TINY), rest.tp / rest.positives.clip(TINY)
    fpr, tpr = (np.ascontiguousarray(np.moveaxis(rate, -1, 0)) for rate in rates)
    return fpr, tpr


def _chain(fp: NDArray, tp: NDArray, column: NDArray[np.intp], totals: Floats) -> _Chain:
    """Vertices of the hull of some columns; of equal points the first column.

    totals (2, 1) or (2, k): weight of the negatives and of the positives.
    """
    negatives, positives = totals[:, column] if totals.shape[1] > 1 else totals
    x, y = fp[column], tp[column]
    exact = x.dtype.kind == "i"
    if not exact:
        x, y = snapped(x / negatives), snapped(y / positives)
    order = np.lexsort((y, x))
    x, y = x[order], y[order]
    new = np.append(True, (np.diff(x) != 0) | (np.diff(y) != 0))
    x, y, column = x[new], y[new], column[order[new]]
    retained = upper_chain(x, y, exact)
    run, rise = np.diff(x[retained]), np.diff(y[retained])
    if exact:
        run, rise = run / negatives, rise / positives
    return _Chain(column[retained], np.maximum.accumulate(run / (run + rise)))


def _curve(
    divisions: Sequence[Tallies],
    clusters: Sequence[ClusterTallies],
    chains: list[list[_Chain]],
    trivial: Bools,
) -> CrossFittedCurve:
    """Merge the pieces of all folds, of all divisions. chains: by division and fold."""
    tie = np.unique(np.concatenate([chain.tie for folds in chains for chain in folds]))
    n = tie.size + 1
    fpr, tpr = np.empty((len(chains), n)), np.empty((len(chains), n))
    certain = np.ones(n, dtype=bool)
    cells = np.zeros((2, n)) if clusters else None
    for place, (tallies, folds) in enumerate(zip(divisions, chains)):
        column = np.stack(
            [
                chain.column[np.append(0, np.searchsorted(chain.tie, tie, side="right"))]
                for chain in folds
            ]
        )
        fold = np.arange(len(folds))[:, None]
        fp, tp = tallies.fp[fold, column].sum(axis=0), tallies.tp[fold, column].sum(axis=0)
        certain &= trivial[column].all(axis=0)
        if cells is not None:
            cluster_tallies = clusters[place]
            sides = (
                side[:, fold, column].sum(axis=1)
                for side in (cluster_tallies.called, cluster_tallies.missed)
            )
            cells += np.minimum(*sides) / len(divisions)
        negatives, positives = tallies.totals_at(fold, column)
        fpr[place] = fp / negatives.clip(TINY)
        tpr[place] = tp / positives.clip(TINY)
    mean_fpr, mean_tpr = fpr.mean(axis=0), tpr.mean(axis=0)
    certain &= (mean_fpr == mean_tpr) & np.isin(mean_fpr, (0, 1))
    differs = np.append(
        True, (np.diff(mean_fpr) != 0) | (np.diff(mean_tpr) != 0) | np.diff(certain)
    )
    if cells is not None:  # two models can share their rates, with rows in other clusters
        differs[1:] |= (np.diff(cells) != 0).any(axis=0)
    return CrossFittedCurve(
        tie[differs[1:]],
        mean_fpr[differs],
        mean_tpr[differs],
        certain[differs],
        None if cells is None else cells[:, differs],
    )
