"""One model's bands and the interval of its area: of single, weighted or grouped rows."""

import numpy as np
from numpy.random import Generator

from costdash.core.curves.hull import Hull
from costdash.core.curves.roc import auc_interval
from costdash.core.resample.bands import Bands, bands
from costdash.core.resample.bootstrap import MIN_ROWS, class_rows, kept_thresholds, replicate
from costdash.core.resample.cluster_bootstrap import (
    clustered_auc_interval,
    clusters_holding,
    replicate_clusters,
)
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
    is_positive, weight = predictions.is_positive, predictions.weight
    grouped = predictions.cluster is not None
    units = clusters_holding(predictions) if grouped else np.bincount(is_positive, minlength=2)
    if min(units) < MIN_ROWS:
        return None
    index, rows = kept_thresholds(counts, hull.index), None
    if grouped:
        replicates = replicate_clusters(predictions, name, counts, index, n_replicates, rng)
    else:
        if weight is not None:
            rows = class_rows(is_positive, predictions.scores[name], weight, counts, index)
        replicates = replicate(counts, index, n_replicates, rng, rows)
    return bands(hull, replicates, counts.tpr, counts.fpr, rng)


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
