"""The rows of a sample with their folds: which of them a cross-fitted rule flags."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from costdash.core.curves.hull import Hull
from costdash.core.folds.cross_fitted_curve import columns_at
from costdash.core.folds.crossfit import CrossFit, divisions_of
from costdash.core.folds.crossfit_counts import Grid
from costdash.core.sample.counts import Counts
from costdash.core.sample.predictions import Predictions
from costdash.core.sample.row_order import in_row_order
from costdash.core.types import Bools

NO_ROWS = "the models shown must have scores of the rows, but {} has only a confusion matrix"


@dataclass(frozen=True, slots=True, eq=False)
class FoldedRows:
    """Rows in row order, their bins among the retained thresholds, and their folds.

    names: models in the order of their cross-fits. bins [(n,)] of each, sizes: numbers of
    thresholds. folds [(n,)]: fold codes in each division.
    """

    predictions: Predictions
    names: tuple[str, ...]
    bins: list[NDArray[np.uint16]]
    sizes: list[int]
    folds: list[NDArray[np.uint16]]

    @classmethod
    def of(
        cls,
        predictions: Predictions,
        fit: CrossFit,
        counted: Mapping[str, tuple[Counts, Hull]] | None = None,
    ) -> "FoldedRows":
        """The rows behind a cross-fit. counted: precomputed counts and hulls of the models.

        Raises ValueError if a model has only a confusion matrix.
        """
        for name in fit.names:
            if name not in predictions.scores:
                raise ValueError(NO_ROWS.format(name))
        ordered = in_row_order(predictions)
        grid = Grid.of(ordered, fit.names, counted)
        return cls(
            predictions=ordered,
            names=fit.names,
            bins=[bins.astype(np.uint16) for bins in grid.bins],
            sizes=grid.sizes,
            folds=[fold.astype(np.uint16) for fold in divisions_of(ordered, fit.seed)],
        )

    @property
    def columns(self) -> tuple[slice, ...]:
        """Columns of each model in the tallies of all."""
        return Grid([], self.sizes).columns

    def flagged(self, fit: CrossFit, pcf: float) -> list[list[Bools]]:
        """For each model, and last for the choice among several, the rows (n,) that it flags.

        Once for each division into folds. fit: of all models together.
        """
        columns, first = self.columns, np.array([part.start for part in self.columns])
        rules: list[list[Bools]] = [[] for _ in range(len(columns) + (len(columns) > 1))]
        for tallies, fold in zip(fit.folds, self.folds, strict=True):
            for rule, column in zip(rules, columns_at(tallies, columns, pcf), strict=True):
                model = np.searchsorted(first, column, side="right") - 1
                rule.append(self.flagged_by(model, column - first[model], fold))
        return rules

    def flagged_by(
        self, model: NDArray[np.intp], cut: NDArray[np.intp], fold: NDArray[np.uint16]
    ) -> Bools:
        """The rows (n,) that the model (f,) at the threshold (f,) of their fold flags."""
        flagged = np.zeros(fold.size, dtype=bool)
        for used in np.unique(model):
            reach = np.where(model == used, cut, -1)
            flagged |= self.bins[used] <= reach[fold]
        return flagged
