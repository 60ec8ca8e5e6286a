"""Rows and confusion matrices, divided into folds together and resampled together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.folds.crossfit_bootstrap import resampled
from costdash.core.folds.crossfit_counts import (
    ClusterTallies,
    Grid,
    Tallies,
    clusters_tallied,
    tallied,
)
from costdash.core.folds.crossfit_matrices import MatrixFolds
from costdash.core.resample.cluster_bootstrap import cluster_codes
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Bools, Interval


@dataclass(frozen=True, eq=False)
class Divided:
    """The tallies of several models in each division into folds, and in bootstrap samples.

    names: models with scores of the rows, then confusion matrices; their columns have this order.
    rows: the grid of the models with scores. rule: whether its last model is a fixed rule.
    """

    predictions: Predictions
    names: tuple[str, ...]
    rows: Grid
    rule: bool
    matrices: MatrixFolds
    fold: NDArray[np.intp]
    folds: tuple[Tallies, ...]
    clusters: list[ClusterTallies]

    @classmethod
    def of(
        cls,
        predictions: Predictions,
        names: Sequence[str],
        divisions: Sequence[NDArray[np.intp]],
        seed: int,
        rows: Grid,
        rule: Bools | None = None,
    ) -> "Divided":
        """divisions: fold codes (n,) of the rows; rows: their bins in the models with scores.

        rule: the rows (n,) that a fixed rule calls.
        """
        if rule is not None:
            rows = rows.with_rule(rule)
        matrices = MatrixFolds(predictions, names, int(divisions[0].max()) + 1, seed)
        is_positive, cluster = predictions.is_positive, cluster_codes(predictions)
        folds: list[Tallies] = []
        if rows.sizes:
            folds = [*tallied(is_positive, divisions, rows, predictions.mass)]
        clusters = []
        if cluster is not None and rows.sizes:
            clusters = [clusters_tallied(is_positive, fold, rows, cluster) for fold in divisions]
        if matrices.names:
            matrix_tallies = [matrices.divided() for _ in divisions]
            counted_cases = [matrices.clusters(tallies) for tallies in matrix_tallies]
            folds = [a.beside(b) for a, b in zip(folds, matrix_tallies)] or matrix_tallies
            if clusters:
                clusters = [a.beside(b) for a, b in zip(clusters, counted_cases)]
        ordered = (*scored_names(predictions, names), *matrices.names)
        fold = divisions[0]
        return cls(
            predictions, ordered, rows, rule is not None, matrices, fold, tuple(folds), clusters
        )

    @property
    def grid(self) -> Grid:
        """The columns of all models; columns of matrices have no bins of rows."""
        return self.rows.beside(self.matrices.sizes)

    def in_cases(self, divisions: Sequence[NDArray[np.intp]]) -> tuple[Tallies, ...]:
        """Tallies of cases instead of shares of cost, for the same divisions into folds."""
        sample, rows = self.predictions, sum(self.rows.sizes)
        if not rows:
            return self.folds
        cases = tallied(sample.is_positive, divisions, self.rows, sample.weight)
        if not self.matrices.names:
            return cases
        matrices = (tallies.of_columns(slice(rows, None)) for tallies in self.folds)
        return tuple(a.beside(b) for a, b in zip(cases, matrices, strict=True))

    def columns_of(self, names: Sequence[str]) -> list[slice]:
        """Columns of the named models, in the order of `names`."""
        columns = list(self.grid.columns)
        if self.rule:
            del columns[len(self.rows.sizes) - 1]
        column_of = dict(zip(self.names, columns, strict=True))
        return [column_of[name] for name in names]

    def column_of_rule(self, matrix: tuple[str, int] | None) -> int:
        """The column of the fixed rule: a threshold of a matrix, or the rule of the rows."""
        if matrix is not None:
            name, index = matrix
            return self.columns_of([name])[0].start + index
        return self.grid.columns[len(self.rows.sizes) - 1].start

    def samples(self, n_replicates: int, rng: Generator) -> Iterator[Tallies]:
        """Tallies (b, f, k) of bootstrap samples, some replicates at a time."""
        if not self.rows.sizes:
            yield self.matrices.resampled(n_replicates)
            return
        sample = self.predictions
        drawn = resampled(
            sample.is_positive,
            self.fold,
            self.rows,
            sample.mass,
            cluster_codes(sample),
            n_replicates,
            rng,
        )
        if not self.matrices.names:
            yield from drawn
            return
        for tallies in drawn:
            yield tallies.beside(self.matrices.resampled(tallies.fp.shape[0]))


def scored_names(predictions: Predictions, names: Sequence[str]) -> list[str]:
    """The names of models with scores of the rows, without those of confusion matrices."""
    return [name for name in names if name in predictions.scores]


def units_of(
    predictions: Predictions, names: Sequence[str], of_rows: Interval | None
) -> tuple[tuple[float, float], bool]:
    """Effective negatives and positives, of the smallest sample of the named models.

    Also whether they are clusters: that is so if a model has scores of clustered rows. of_rows:
    the `effective_units` of the rows; None if no model has scores.
    """
    scored = scored_names(predictions, names)
    matrices = [predictions.confusions[name] for name in names if name in predictions.confusions]
    units = [(float(matrix.negatives), float(matrix.positives)) for matrix in matrices]
    if scored and of_rows is not None:
        units.append(of_rows)
    negatives, positives = zip(*units)
    return (min(negatives), min(positives)), bool(scored) and predictions.cluster is not None
