"""Cluster bootstrap: groups of rows (a patient's, a card's) are resampled, not single rows."""

from statistics import NormalDist

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.curves.roc import ROUNDING, auc, placements
from costdash.core.resample.bootstrap import Replicates
from costdash.core.resample.draws import Sums, chunks, drawn_clusters
from costdash.core.sample.counts import Counts
from costdash.core.sample.predictions import Predictions, codes_of
from costdash.core.types import Interval

MAX_ROUNDS = 20  # rounds in which samples that lack a class are drawn again


def cluster_codes(predictions: Predictions) -> NDArray[np.intp] | None:
    """The cluster (n,) of each row as a code from 0; None if there are no clusters."""
    return None if predictions.cluster is None else codes_of(predictions.cluster)


def class_units(predictions: Predictions) -> tuple[int, int]:
    """Number of negative and of positive rows; with clusters, how many hold any of them."""
    cluster, is_positive = cluster_codes(predictions), predictions.is_positive
    if cluster is None:
        positives = int(np.count_nonzero(is_positive))
        return is_positive.size - positives, positives
    return np.unique(cluster[~is_positive]).size, np.unique(cluster[is_positive]).size


def effective_units(predictions: Predictions) -> tuple[float, float]:
    """Effective number of negative and of positive rows, or of clusters that hold any of them.

    This is Kish's number: it is smaller than the plain number if weights differ.
    """
    cluster, is_positive = cluster_codes(predictions), predictions.is_positive
    weight = np.ones(predictions.rows) if predictions.weight is None else predictions.weight
    units = []
    for rows in (~is_positive, is_positive):
        mass = weight[rows] if cluster is None else np.bincount(cluster[rows], weight[rows])
        units.append(float(mass.sum() ** 2 / (mass**2).sum()))
    return units[0], units[1]


def replicate_clusters(
    predictions: Predictions,
    name: str,
    counts: Counts,
    index: NDArray[np.intp],
    n_replicates: int,
    rng: Generator,
) -> Replicates:
    """Bootstrap samples of as many clusters as there are, each cluster with all its rows.

    Class totals vary, so each replicate is divided by its own. index (k,) are the kept thresholds
    of the model's counts. Raises ValueError if nearly all samples lack a class.
    """
    cluster, k = cluster_codes(predictions), index.size
    assert cluster is not None
    score, weight = predictions.scores[name] + 0.0, predictions.weight
    bins = np.searchsorted(-counts.threshold[index], -score, side="left")
    sums = Sums(predictions.is_positive * k + bins, 2 * k)
    parts: list[NDArray] = []
    missing = n_replicates
    for _ in range(MAX_ROUNDS):
        for some in chunks(missing, predictions.rows):
            drawn = drawn_clusters(cluster, some, rng)
            mass = sums.of(drawn if weight is None else drawn * weight)
            called = mass.reshape(-1, 2, k).cumsum(axis=2)
            parts.append(called[(called[..., -1] > 0).all(axis=1)])
        missing = n_replicates - sum(part.shape[0] for part in parts)
        if missing == 0:
            break
    else:
        raise ValueError("nearly all samples of clusters lack a class: the clusters are too few")
    called = np.concatenate(parts)
    shares = called / called[..., -1:]
    negatives, positives = effective_units(predictions)
    return Replicates(index, shares[:, 0], shares[:, 1], negatives, positives)


def clustered_auc_interval(
    predictions: Predictions, name: str, counts: Counts, level: float
) -> Interval:
    """Normal limits of the AUC within [0, 1], from DeLong's components summed by cluster.

    Obuchowski (1997). (nan, nan) for a single cluster. If the variance is zero, the limit is the
    exact binomial limit of a rarer class that shows no error, as in auc_interval.
    """
    cluster, area = cluster_codes(predictions), auc(counts)
    assert cluster is not None
    at = np.searchsorted(-counts.threshold[1:], -(predictions.scores[name] + 0.0))
    below, above = placements(counts)
    share = np.where(
        predictions.is_positive,
        (below[at] - area) / counts.positives,
        (above[at] - area) / counts.negatives,
    )
    weight = predictions.weight
    summed = np.bincount(cluster, share if weight is None else share * weight)
    n = summed.size
    if n < 2:
        return float("nan"), float("nan")
    if min(area, 1 - area) < ROUNDING:
        limit = ((1 - level) / 2) ** (1 / min(effective_units(predictions)))
        return (limit, 1.0) if area > 0.5 else (0.0, 1 - limit)
    variance = float((summed**2).sum()) * n / (n - 1)
    half = NormalDist().inv_cdf((1 + level) / 2) * variance**0.5
    return max(0.0, area - half), min(1.0, area + half)
