"""Rows that come in groups (a patient's, a card's): the groups are resampled, not the rows."""

from statistics import NormalDist

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.curves.roc import ROUNDING, auc, placements
from costdash.core.resample.bootstrap import Replicates
from costdash.core.resample.draws import Sums, chunks, drawn_clusters
from costdash.core.sample.counts import Counts
from costdash.core.sample.predictions import Predictions, codes_of

SCHEME = "clusters resampled, percentile pointwise"
TRIES = 20  # rounds in which samples that lack a class are drawn anew


def cluster_codes(predictions: Predictions) -> NDArray[np.intp] | None:
    """The cluster (n,) of each row as whole numbers from 0; None where there are none."""
    return None if predictions.cluster is None else codes_of(predictions.cluster)


def clusters_holding(predictions: Predictions) -> tuple[int, int]:
    """How many clusters hold negatives, and how many hold positives."""
    cluster, is_positive = cluster_codes(predictions), predictions.is_positive
    return np.unique(cluster[~is_positive]).size, np.unique(cluster[is_positive]).size


def effective_units(predictions: Predictions) -> tuple[float, float]:
    """How many independent units stand behind the negatives and behind the positives.

    Rows, or clusters that hold the class; Kish's effective number where their weights differ.
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
    """Bootstrap of clusters: as many are drawn as there are, each with all its rows.

    Class totals then vary, and each replicate is divided by its own. index (k,) are the kept
    thresholds of the model's counts. Raises ValueError where nearly all samples lack a class.
    """
    cluster, k = cluster_codes(predictions), index.size
    score, weight = predictions.scores[name] + 0.0, predictions.weight
    bins = np.searchsorted(-counts.threshold[index], -score, side="left")
    sums = Sums(predictions.is_positive * k + bins, 2 * k)
    parts, lacking = [], n_replicates
    for _ in range(TRIES):
        for some in chunks(lacking, predictions.rows):
            drawn = drawn_clusters(cluster, some, rng)
            mass = sums.of(drawn if weight is None else drawn * weight)
            called = mass.reshape(-1, 2, k).cumsum(axis=2)
            parts.append(called[(called[..., -1] > 0).all(axis=1)])
        lacking = n_replicates - sum(part.shape[0] for part in parts)
        if lacking == 0:
            break
    else:
        raise ValueError("nearly all samples of clusters lack a class: the clusters are too few")
    called = np.concatenate(parts)
    shares = called / called[..., -1:]
    negatives, positives = effective_units(predictions)
    return Replicates(index, shares[:, 0], shares[:, 1], negatives, positives)


def clustered_auc_interval(
    predictions: Predictions, name: str, counts: Counts, level: float
) -> tuple[float, float]:
    """Normal limits of the AUC within [0, 1]: DeLong's components, summed by cluster.

    Obuchowski (1997). (nan, nan) for a single cluster. Where the variance is zero the limit is
    that of a rarer class that shows no error, as in auc_interval.
    """
    cluster, area = cluster_codes(predictions), auc(counts)
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
        safe = ((1 - level) / 2) ** (1 / min(effective_units(predictions)))
        return (safe, 1.0) if area > 0.5 else (0.0, 1 - safe)
    variance = float((summed**2).sum()) * n / (n - 1)
    half = NormalDist().inv_cdf((1 + level) / 2) * variance**0.5
    return max(0.0, area - half), min(1.0, area + half)
