"""Review zones on other rows: both thresholds are chosen on the other folds of each fold.

The choice of a zone is less certain than that of one threshold, so its cost on the rows that chose
it is further below the cost to expect. `costdash.core.analysis.review_error` has its error.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from costdash.core.choose.review_zone import (
    ReviewedRates,
    ZoneRates,
    cheapest_zone,
    zone_rates,
)
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.conditions.review import ReviewTerms
from costdash.core.folds.crossfit import CrossFit, fold_codes
from costdash.core.folds.crossfit_counts import TINY, Grid, Tallies, tallied
from costdash.core.resample.cluster_bootstrap import cluster_codes
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.counts import Counts, count
from costdash.core.sample.predictions import Predictions
from costdash.core.sample.row_order import in_row_order
from costdash.core.types import Bools, Floats

SAMPLES = 100  # bootstrap samples of rows with verdicts


@dataclass(frozen=True, slots=True, eq=False)
class ReviewedTallies:
    """Weights (f, k) at or above each threshold on each fold, and their classes (f, 1).

    fp, tp: of negatives and positives. alarms, found: of those that the reviewer takes for
    positive.
    """

    fp: Floats
    tp: Floats
    alarms: Floats
    found: Floats
    negatives: Floats
    positives: Floats

    @classmethod
    def of(cls, tallies: Tallies, terms: ReviewTerms, seen: Tallies | None) -> "ReviewedTallies":
        """seen: of the rows with a positive verdict; None for a reviewer with fixed shares."""
        alarms = (1 - terms.specificity) * tallies.fp if seen is None else seen.fp
        found = terms.sensitivity * tallies.tp if seen is None else seen.tp
        totals = tallies.negatives[:, -1:], tallies.positives[:, -1:]
        return cls(tallies.fp, tallies.tp, alarms, found, *totals)

    def on_other_folds(self) -> ReviewedRates:
        """Rates (f, k) on all folds but one."""

        def others(weight: Floats, total: Floats) -> Floats:
            rest = total.sum(axis=0) - total
            return (weight.sum(axis=0) - weight) / rest.clip(TINY)

        return ReviewedRates(
            others(self.fp, self.negatives),
            others(self.tp, self.positives),
            others(self.alarms, self.negatives),
            others(self.found, self.positives),
        )

    def called(self, low: NDArray[np.intp], high: NDArray[np.intp]) -> Floats:
        """(f, 6): what the zones (f,) do on their folds, as weights, and the class weights."""
        weights = ReviewedRates(self.fp, self.tp, self.alarms, self.found)
        totals = self.negatives[:, 0], self.positives[:, 0]
        return np.stack((*zone_rates(weights, low, high).parts, *totals), axis=-1)


def _pooled(called: Floats) -> ZoneRates[Floats]:
    """Rates (...) of weights (..., 6)."""
    negatives, positives = called[..., 4].clip(TINY), called[..., 5].clip(TINY)
    return ZoneRates(
        called[..., 0] / negatives,
        called[..., 1] / positives,
        called[..., 2] / negatives,
        called[..., 3] / positives,
    )


def zones_elsewhere(
    models: Sequence[Sequence[ReviewedTallies]], point: OperatingPoint, terms: ReviewTerms
) -> tuple[ZoneRates[Floats], ZoneRates[Floats]]:
    """What zones do that are chosen on the other folds: of each model (M,), and of the choice.

    models: of each model the tallies of each division into folds. On each fold the choice uses the
    model whose own cross-fitted zone costs least on the other folds.
    """
    alone, chosen = [], []
    for division in zip(*models, strict=True):
        called = np.stack(
            [each.called(*cheapest_zone(each.on_other_folds(), point, terms)) for each in division]
        )
        others = _pooled(called.sum(axis=1, keepdims=True) - called)
        best = others.cost(point, terms.price).argmin(axis=0)
        alone.append(np.stack(_pooled(called.sum(axis=1)).parts))
        picked = called[best, np.arange(best.size)].sum(axis=0)
        chosen.append(np.stack(_pooled(picked).parts))
    return ZoneRates(*np.mean(alone, axis=0)), ZoneRates(*np.mean(chosen, axis=0))


@dataclass(frozen=True, slots=True, eq=False)
class ReviewedRows:
    """What a reviewer's column says of one model's thresholds.

    alarms, found (k,): shares of the negatives and of the positives at or above each threshold of
    the model's counts that have a positive verdict; selection: the same of a selection part.
    tallies: of the rows with a positive verdict, for each division into folds; None if costs are
    not cross-fitted. samples: all rates (b, g) in bootstrap samples, at the retained thresholds.
    """

    alarms: Floats
    found: Floats
    selection: tuple[Floats, Floats]
    tallies: tuple[Tallies, ...] | None
    samples: ReviewedRates | None


def reviewed_rows(
    predictions: Predictions, name: str, column: str, counts: Counts, fit: CrossFit | None
) -> ReviewedRows:
    """The verdicts of a column of 0 and 1 beside the thresholds of a model.

    fit: the model's cross-fit, for tallies and samples of the same folds.
    """
    verdict_of(predictions, column)
    part = predictions.selection_part if predictions.split is not None else predictions
    selection = _shares(part, name, column, counts.threshold)
    alarms, found = _shares(predictions.evaluation_part, name, column, counts.threshold)
    if fit is None:
        return ReviewedRows(alarms, found, selection, None, None)
    rows = in_row_order(predictions)
    grid = Grid.of(rows, [name])
    verdict = verdict_of(rows, column)
    mass = np.ones(rows.rows) if rows.mass is None else rows.mass
    divisions = fold_codes(rows, fit.seed)
    tallies = tallied(rows.is_positive, divisions, grid, np.where(verdict, mass, 0.0))
    samples = _samples(rows, grid, verdict, mass, fit.seed)
    return ReviewedRows(alarms, found, selection, tallies, samples)


def verdict_of(rows: Predictions, column: str) -> Bools:
    """The rows (n,) with a positive verdict. Raises ValueError unless verdicts are 0 and 1."""
    verdicts = rows.scores.get(column)
    if verdicts is None:
        raise ValueError(f"the reviewer {column} must be a column of scores with a verdict per row")
    wrong = verdicts[(verdicts != 0) & (verdicts != 1)]
    if wrong.size:
        raise ValueError(f"verdicts of the reviewer {column} must be 0 or 1, got {wrong[0]:g}")
    return np.asarray(verdicts > 0)


def _shares(rows: Predictions, name: str, column: str, threshold: Floats) -> tuple[Floats, Floats]:
    mass = np.ones(rows.rows) if rows.mass is None else rows.mass
    seen = np.where(rows.scores[column] > 0, mass, 0.0)
    at = count(rows.is_positive, rows.scores[name], seen).at(threshold)
    return at.fp / mass[~rows.is_positive].sum(), at.tp / mass[rows.is_positive].sum()


def _samples(
    rows: Predictions, grid: Grid, verdict: Bools, mass: Floats, seed: int
) -> ReviewedRates:
    """Rates (b, k) of bootstrap samples: each class is drawn to its size, or whole clusters."""
    rng = generator(seed, Stream.REVIEW)
    (bins,), (k,) = grid.bins, grid.sizes
    cell = bins + k * (2 * rows.is_positive + verdict)
    drawn = np.stack([_bins_drawn(rows, cell, mass, rng, k) for _ in range(SAMPLES)])
    cumulated = drawn.reshape(SAMPLES, 4, k).cumsum(axis=-1)
    alarms, found = cumulated[:, 1], cumulated[:, 3]
    fp, tp = cumulated[:, 0] + alarms, cumulated[:, 2] + found
    negatives, positives = fp[:, -1:].clip(TINY), tp[:, -1:].clip(TINY)
    return ReviewedRates(fp / negatives, tp / positives, alarms / negatives, found / positives)


def _bins_drawn(
    rows: Predictions, cell: NDArray[np.intp], mass: Floats, rng: np.random.Generator, k: int
) -> Floats:
    """Weight (4 k,) in each cell of one bootstrap sample."""
    cluster = cluster_codes(rows)
    times = np.zeros(rows.rows)
    if cluster is not None:
        n = int(cluster.max()) + 1
        times = np.bincount(rng.integers(0, n, n), minlength=n)[cluster].astype(float)
    else:
        for of_class in (np.flatnonzero(~rows.is_positive), np.flatnonzero(rows.is_positive)):
            n = of_class.size
            times[of_class] = np.bincount(rng.integers(0, n, n), minlength=n)
    return np.bincount(cell, times * mass, 4 * k).astype(float)
