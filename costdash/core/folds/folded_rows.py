"""The rows of a sample with their folds: which of them a cross-fitted rule flags."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from costdash.core.curves.hull import Hull, convex_hull
from costdash.core.folds.cross_fitted_curve import columns_at
from costdash.core.folds.crossfit import CrossFit, fold_codes
from costdash.core.folds.crossfit_counts import Grid
from costdash.core.resample.bootstrap import retained_thresholds
from costdash.core.sample.counts import Counts, count
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Bools, Floats

NO_ROWS = "the models shown must have scores of the rows, but {} has only a confusion matrix"

Counted = tuple[Counts, Hull]


@dataclass(frozen=True, eq=False)
class FoldedRows:
    """Rows in the order of the file, and their folds.

    names: models in the order of their cross-fits. counted: their counts of all rows, and hulls.
    folds [(n,)]: fold codes in each division.
    """

    predictions: Predictions
    names: tuple[str, ...]
    counted: Mapping[str, Counted]
    folds: tuple[NDArray[np.unsignedinteger], ...]

    @classmethod
    def of(
        cls,
        predictions: Predictions,
        fit: CrossFit,
        counted: Mapping[str, Counted] | None = None,
    ) -> "FoldedRows":
        """The rows behind a cross-fit. counted: precomputed counts and hulls of the models.

        Raises ValueError if a model has only a confusion matrix.
        """
        for name in fit.names:
            if name not in predictions.scores:
                raise ValueError(NO_ROWS.format(name))
        folds = fit.fold_of_rows
        if folds is None or folds[0].size != predictions.rows:
            codes = fold_codes(predictions, fit.seed)
            folds = tuple(fold.astype(np.min_scalar_type(int(fold.max()))) for fold in codes)
        if counted is None:
            counted = {name: _counted(predictions, name) for name in fit.names}
        return cls(predictions, fit.names, counted, folds)

    @cached_property
    def thresholds(self) -> list[Floats]:
        """Retained thresholds (k,) of each model, strict to lax."""
        found = []
        for name in self.names:
            counts, hull = self.counted[name]
            found.append(counts.threshold[retained_thresholds(counts, hull.index)])
        return found

    @cached_property
    def columns(self) -> tuple[slice, ...]:
        """Columns of each model in the tallies of all."""
        return Grid([], [each.size for each in self.thresholds]).columns

    def bins(self, name: str) -> NDArray[np.intp]:
        """The bin (n,) of each row among the thresholds of one model."""
        return Grid.of(self.predictions, [name], self.counted).bins[0].astype(np.intp)

    def rules(self, fit: CrossFit, pcf: float) -> "FoldedRules":
        """What each model, and last the choice among several, uses on each fold.

        fit: of all models together.
        """
        columns = [columns_at(tallies, self.columns, pcf) for tallies in fit.folds]
        return FoldedRules(self, columns)

    def flagged_by(
        self, model: NDArray[np.intp], cut: NDArray[np.intp], fold: NDArray[np.unsignedinteger]
    ) -> Bools:
        """The rows (n,) that the model (f,) at the threshold (f,) of their fold flags."""
        flagged: Bools | None = None
        for used in np.unique(model):
            thresholds = self.thresholds[used]
            reach = np.where(model == used, thresholds[cut.clip(max=thresholds.size - 1)], np.inf)
            some = self.predictions.scores[self.names[used]] >= reach[fold]
            flagged = some if flagged is None else flagged | some
        assert flagged is not None
        return flagged


@dataclass(frozen=True, eq=False)
class FoldedRules:
    """The rules of a cross-fit at one PC(+): columns [(M + 1, f)] of each division."""

    rows: FoldedRows
    columns: list[NDArray[np.intp]]

    def flagged(self, rule: int) -> list[Bools]:
        """The rows (n,) that a rule flags, in each division; -1: the choice among the models."""
        first = np.array([part.start for part in self.rows.columns])
        found = []
        for columns, fold in zip(self.columns, self.rows.folds, strict=True):
            column = columns[rule]
            model = np.searchsorted(first, column, side="right") - 1
            found.append(self.rows.flagged_by(model, column - first[model], fold))
        return found


def _counted(predictions: Predictions, name: str) -> Counted:
    counts = count(predictions.is_positive, predictions.scores[name], predictions.mass)
    return counts, convex_hull(counts)
