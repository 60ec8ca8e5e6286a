"""Bootstrap replicates of rates at chosen thresholds: all measures of one model share them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from costdash.core.analysis.analysis import Analysis
from costdash.core.analysis.model_analysis import model_replicates
from costdash.core.resample.bootstrap import MIN_ROWS, Replicates, retained_thresholds
from costdash.core.resample.cluster_bootstrap import fewest_units
from costdash.core.resample.small_cells import (
    in_rank_order_of,
    redraw_rates_of_clusters,
    replace_small_cells,
    rows_in_cell,
)
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.counts import Counts
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Floats


@dataclass(frozen=True, slots=True, eq=False)
class RateReplicates:
    """Rates of one model in each class-stratified bootstrap sample.

    index (k,): thresholds, as places in the model's counts, rising. fpr, tpr (b, k); rates of
    small cells are drawn from Jeffreys' posterior. Along a replicate both may fall a little there.
    """

    index: NDArray[np.intp]
    fpr: Floats
    tpr: Floats

    def at(self, index: NDArray[np.intp]) -> tuple[Floats, Floats]:
        """fpr and tpr (b, m) at thresholds (m,) that are among `self.index`.

        Raises ValueError for another threshold.
        """
        columns = np.searchsorted(self.index, index)
        if not np.array_equal(self.index[columns.clip(0, self.index.size - 1)], index):
            raise ValueError(f"thresholds must be among those resampled, got {index}")
        return self.fpr[:, columns], self.tpr[:, columns]

    def spread_over(self, weights: Floats) -> Floats:
        """Distributes the weights (n,) of all thresholds over the k retained thresholds.

        A sum of weighted deviations at all thresholds becomes one over the retained thresholds,
        between which deviations are interpolated.
        """
        place: Floats = np.interp(np.arange(weights.size), self.index, np.arange(self.index.size))
        under = place.astype(int)
        over = np.minimum(under + 1, self.index.size - 1)
        k, share = self.index.size, place - under
        retained_weights = np.bincount(under, weights * (1 - share), minlength=k)
        more = np.bincount(over, weights * share, minlength=k)
        return np.add(retained_weights, more, dtype=float)


def rate_replicates(
    predictions: Predictions, analysis: Analysis, name: str, always: NDArray[np.intp]
) -> RateReplicates | None:
    """Replicates at the hull's vertices, at the thresholds `always` and at some between.

    None if a class has fewer than MIN_ROWS rows (or clusters). The rows are those of `analysis`;
    with a hold-out, the evaluation part is resampled.
    """
    rows, model = predictions.evaluation_part, analysis.models[name]
    counts, matrix = model.counts, model.confusion
    fewest = min(matrix.positives, matrix.negatives) if matrix else fewest_units(rows)
    if fewest < MIN_ROWS:
        return None
    ends = [0, counts.threshold.size - 1]
    index = np.unique(np.concatenate((model.hull.index, np.asarray(always, np.intp), ends)))
    index = retained_thresholds(counts, index)
    rng = generator(analysis.seed, Stream.MEASURES, model.place)
    replicates = model_replicates(rows, name, counts, index, analysis.n_replicates, rng)
    return _with_small_cells(replicates, counts, rng)


def _with_small_cells(
    replicates: Replicates, counts: Counts, rng: np.random.Generator
) -> RateReplicates:
    """Redraws small cells, in the rank order of the replicates so that each stays one curve."""
    certain = np.isin(replicates.index, (0, counts.threshold.size - 1))
    cells = replicates.cells or (None, None)
    redraw = replace_small_cells if replicates.cells is None else redraw_rates_of_clusters
    rates = []
    for drawn, sample_rates, units, cell in zip(
        (replicates.fpr, replicates.tpr),
        counts.rates(replicates.index),
        (replicates.negatives, replicates.positives),
        cells,
    ):
        cell = rows_in_cell(sample_rates, units) if cell is None else cell
        redrawn, small = redraw(drawn, sample_rates, units, cell, certain, rng)
        rates.append(in_rank_order_of(drawn, redrawn, small, rng))
    return RateReplicates(replicates.index, *rates)
