"""All that follows from an upload for one model.

One model's bands and the interval of its area: of single, weighted or grouped rows.
"""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.analysis.holdout import chosen_elsewhere, read_on
from costdash.core.curves.cost import are_probabilities
from costdash.core.curves.hull import Hull, convex_hull
from costdash.core.curves.polyline import thinned
from costdash.core.curves.precision_recall import average_precision, pr_auc
from costdash.core.curves.roc import auc, auc_interval
from costdash.core.resample.bands import Bands, bands_of_counts, bands_of_replicates
from costdash.core.resample.bootstrap import MIN_ROWS, class_rows, kept_thresholds, replicate
from costdash.core.resample.cluster_bootstrap import (
    class_units,
    clustered_auc_interval,
    replicate_clusters,
)
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.counts import Counts, count
from costdash.core.sample.predictions import Predictions


def model_bands(
    predictions: Predictions,
    name: str,
    counts: Counts,
    hull: Hull,
    n_replicates: int,
    rng: Generator,
) -> Bands | None:
    """Bands of the named model; None with fewer than MIN_ROWS rows, or clusters, of a class."""
    if min(class_units(predictions)) < MIN_ROWS:
        return None
    weight, is_positive = predictions.weight, predictions.is_positive
    index = kept_thresholds(counts, hull.index)
    if predictions.cluster is not None:
        replicates = replicate_clusters(predictions, name, counts, index, n_replicates, rng)
    elif weight is not None:
        rows = class_rows(is_positive, predictions.scores[name], weight, counts, index)
        replicates = replicate(counts, index, n_replicates, rng, rows)
    else:
        return bands_of_counts(counts, hull, n_replicates, rng)
    return bands_of_replicates(hull, replicates, counts, rng)


def model_auc_interval(
    predictions: Predictions, name: str, counts: Counts, level: float
) -> tuple[float, float]:
    """DeLong's interval of the named model's AUC; by clusters where rows are grouped."""
    if predictions.cluster is not None:
        return clustered_auc_interval(predictions, name, counts, level)
    squared = None
    if predictions.weight is not None:
        squared = count(predictions.is_positive, predictions.scores[name], predictions.weight**2)
    return auc_interval(counts, level, squared)


@dataclass(frozen=True, slots=True, eq=False)
class ModelAnalysis:
    """One model: exact counts, hull, the thresholds to draw (`path`, indices), and its summaries.

    place is its place among the models of the file, whichever of them are analysed with it.
    bands is None where a class has fewer than MIN_ROWS rows. Areas and precisions are at the
    file's prevalence; auc_interval is at the level of the analysis. choosing: counts, at the same
    thresholds, of the rows that thresholds are chosen on, where these are others than those that
    all the rest is about.
    """

    name: str
    counts: Counts
    hull: Hull
    path: NDArray[np.intp]
    auc: float
    auc_interval: tuple[float, float]
    average_precision: float
    pr_auc: float
    bands: Bands | None
    place: int
    choosing: Counts | None = None

    @property
    def chosen_on(self) -> Counts:
        """Counts of the rows that thresholds are chosen on."""
        return self.counts if self.choosing is None else self.choosing

    @property
    def chosen_hull(self) -> Hull:
        """The same vertices on the rows that they were chosen on, where they are convex."""
        if self.choosing is None:
            return self.hull
        return read_on({self.name: self.choosing}, self.hull, convex=True)

    @property
    def is_probability(self) -> bool:
        return are_probabilities(self.counts)


def analyse_model(
    predictions: Predictions, name: str, place: int, level: float, n_replicates: int, seed: int
) -> ModelAnalysis:
    """Of the named model, on the rows that are judged on; place and seed name its random stream."""
    rng = generator(seed, Stream.MODEL_BANDS, place)
    judged, choosing, prior = predictions.judged, None, None
    counts = alone = _counted(judged, name)
    if predictions.split is None:
        hull = convex_hull(counts, name)
    else:
        choosing, prior = _counted(predictions.choosing, name), predictions.prevalence
        choosing, counts, hull = chosen_elsewhere(choosing, alone, name)
    turns = alone.take(alone.corners)  # the curve runs straight between them
    return ModelAnalysis(
        name=name,
        counts=counts,
        hull=hull,
        path=thinned(counts, hull.index),
        auc=auc(turns),
        auc_interval=model_auc_interval(judged, name, alone, level),
        average_precision=average_precision(alone, prior),
        pr_auc=pr_auc(turns, prior),
        bands=model_bands(judged, name, counts, hull, n_replicates, rng),
        place=place,
        choosing=choosing,
    )


def area_interval(predictions: Predictions, name: str, level: float) -> tuple[float, float]:
    """DeLong's interval of the named model's AUC on the rows that are judged on."""
    judged = predictions.judged
    return model_auc_interval(judged, name, _counted(judged, name), level)


def _counted(predictions: Predictions, name: str) -> Counts:
    return count(predictions.is_positive, predictions.scores[name], predictions.weight)
