"""How many independent negatives tell as much about a false positive rate as clustered ones."""

import numpy as np
from numpy.typing import NDArray

from costdash.core.resample.cluster_bootstrap import cluster_codes
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Bools, Floats

Codes = NDArray[np.intp]

FPR = (0.02, 0.05, 0.1)  # false positive rates at which calls are compared


def independent_negatives(predictions: Predictions) -> float | None:
    """Effective number of negatives, for a limit of the false positive rate; None without clusters.

    n negatives in clusters of m tell as much as n / (1 + (m - 1) r) independent negatives, with the
    intraclass correlation r of the calls: the largest of all models, each the mean over some
    thresholds. Kish (1965), design effect.
    """
    codes = cluster_codes(predictions)
    if codes is None:
        return None
    negative = ~predictions.is_positive
    cluster = np.unique(codes[negative], return_inverse=True)[1]
    weight = np.ones(cluster.size) if predictions.mass is None else predictions.mass[negative]
    clusters, whole = int(cluster.max()) + 1, float(weight.sum() ** 2 / (weight**2).sum())
    if clusters < 2:
        return 1.0
    sizes = np.bincount(cluster, weight)
    size = float((sizes**2).sum() / sizes.sum()) * whole / float(weight.sum())
    correlation = max(
        (_mean_correlation(score[negative], cluster) for score in predictions.scores.values()),
        default=0.0,
    )
    return float(max(1.0, whole / (1 + max(0.0, size - 1) * correlation)))


def _mean_correlation(score: Floats, cluster: Codes) -> float:
    """Mean intraclass correlation of a model's false alarms over thresholds."""
    cuts = np.quantile(score, 1 - np.array(FPR), method="higher")
    found = [intraclass_correlation(score >= cut, cluster) for cut in np.unique(cuts)]
    return float(np.mean(found))


def intraclass_correlation(called: Bools, cluster: Codes) -> float:
    """Correlation of the calls of two rows of a cluster, by analysis of variance; at least 0.

    called, cluster (n,): calls, and cluster codes from 0. Donner & Koval (1980).

    >>> intraclass_correlation(np.array([True, True, False, False]), np.array([0, 0, 1, 1]))
    1.0
    """
    size = np.bincount(cluster)
    n, clusters = called.size, size.size
    if n == clusters or called.all() or not called.any():
        return 0.0
    mean, whole = np.bincount(cluster, called) / size, called.mean()
    between = float((size * (mean - whole) ** 2).sum()) / (clusters - 1)
    within = float((size * mean * (1 - mean)).sum()) / (n - clusters)
    usual = (n - float((size**2).sum()) / n) / (clusters - 1)
    return max(0.0, (between - within) / (between + (usual - 1) * within))
