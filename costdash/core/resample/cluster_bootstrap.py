"""Clusters, groups of rows such as a patient's: their bootstrap, and the variance of their AUC."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.curves.roc import UNKNOWN_VARIANCE, AreaVariance, auc, placements
from costdash.core.resample.bootstrap import MIN_ROWS, Replicates
from costdash.core.resample.draws import Sums, chunks, drawn_clusters
from costdash.core.sample.counts import Counts
from costdash.core.sample.groups import Groups
from costdash.core.sample.predictions import Predictions, ScoredRows
from costdash.core.sample.split import codes_of
from costdash.core.sample.threshold_bins import Bins, threshold_bins
from costdash.core.types import Bools, Floats

DIGITS = 9  # of an effective number: equal weights give a whole number up to rounding
MAX_ROUNDS = 20  # rounds in which samples that lack a class are drawn again


def cluster_codes(predictions: ScoredRows) -> NDArray[np.intp] | None:
    """The cluster (n,) of each row as a code from 0; None if there are no clusters."""
    return None if predictions.cluster is None else codes_of(predictions.cluster)


def class_rows(predictions: Predictions) -> tuple[int, int]:
    """Number of negative and of positive rows; a group that an engine counted is all its rows."""
    is_positive, times = predictions.is_positive, predictions.times
    if times is not None:
        return int(times[~is_positive].sum()), int(times[is_positive].sum())
    positives = int(np.count_nonzero(is_positive))
    return is_positive.size - positives, positives


def class_units(predictions: Predictions) -> tuple[int, int]:
    """Number of negative and of positive rows; with clusters, how many hold any of them."""
    cluster, is_positive = cluster_codes(predictions), predictions.is_positive
    if predictions.times is not None or cluster is None:
        return class_rows(predictions)
    return np.unique(cluster[~is_positive]).size, np.unique(cluster[is_positive]).size


def effective_units(predictions: Predictions) -> tuple[float, float]:
    """Effective number of negative and of positive rows, or of clusters that hold any of them.

    This is Kish's number: it is smaller than the plain number if weights differ.
    """
    cluster, is_positive = cluster_codes(predictions), predictions.is_positive
    if cluster is None and predictions.mass is None:  # rows of equal weight, without a sum
        negatives, positives = class_rows(predictions)
        return float(negatives), float(positives)
    weight = np.ones(predictions.rows) if predictions.mass is None else predictions.mass
    times = np.ones(predictions.rows) if predictions.times is None else predictions.times
    units = []
    for rows in (~is_positive, is_positive):
        mass: Floats = weight[rows]
        n = times[rows]
        if cluster is not None:
            mass = np.bincount(cluster[rows], weight[rows]).astype(float)
            n = np.ones(mass.shape)
        units.append(float((mass @ n) ** 2 / (mass**2 @ n)))
    return units[0], units[1]


@dataclass(frozen=True, slots=True)
class ClassSizes:
    """How many rows each class has, and how many of equal weight and cost tell as much.

    Examples
    --------
    >>> rows = Predictions(is_positive=[1, 1, 0], scores={"rf": [3, 2, 1]}, weight=[9, 1, 5])
    >>> sizes = ClassSizes.of(rows)
    >>> sizes.positives, round(sizes.effective_positives, 2)
    (2, 1.22)
    """

    positives: int
    negatives: int
    effective_positives: float
    effective_negatives: float

    @classmethod
    def of(cls, predictions: Predictions) -> "ClassSizes | None":
        """Ignores clusters. None if all rows count equally."""
        if predictions.mass is None:
            return None
        rows = replace(predictions, cluster=None)
        return cls(*class_units(rows)[::-1], *effective_units(rows)[::-1])

    @property
    def fewest(self) -> float:
        """As `fewest_units` of rows without clusters."""
        effective = min(self.effective_positives, self.effective_negatives)
        return min(self.positives, self.negatives, round(effective, DIGITS))


def fewest_units(predictions: Predictions) -> float:
    """Number of rows, or of clusters, of the class with fewer; their effective number if weighted.

    A band needs MIN_ROWS of them.
    """
    fewest = min(class_units(predictions))
    if predictions.mass is None:
        return fewest
    return min(fewest, round(min(effective_units(predictions)), DIGITS))


def prevalence_variance(predictions: ScoredRows) -> float:
    """Sampling variance of the share of positives, if rows (or clusters) are drawn at random.

    With p the share, it is the sum of w^2 (y - p)^2 over rows, or of its cluster sums, squared,
    over c clusters, times c / (c - 1); in units of the total weight squared. Without weights and
    clusters it is p (1 - p) / n. It is 0 if all clusters have the same share, as in matched pairs.
    Cochran (1977), section 3.
    """
    groups, weight = predictions.groups, predictions.weight
    if groups is not None and groups.labelled is not None:
        return groups.labelled.prevalence_variance
    if groups is not None and weight is None:
        return _of_independent_rows(predictions, groups)
    if groups is not None and weight is not None:
        return _of_weighted_groups(predictions.is_positive, weight, groups.times)
    cluster = cluster_codes(predictions)
    weight = np.ones(predictions.rows) if weight is None else weight / weight.mean()
    share = float(weight[predictions.is_positive].sum() / weight.sum())
    deviation, factor = weight * (predictions.is_positive - share), 1.0
    if cluster is not None:
        deviation = np.bincount(cluster, deviation)
        factor = deviation.size / max(1, deviation.size - 1)
    variance = factor * float((deviation**2).sum()) / float(weight.sum()) ** 2
    return variance if variance > 1e-12 * share * (1 - share) else 0.0


def _of_independent_rows(predictions: ScoredRows, groups: Groups) -> float:
    """p (1 - p) / n of the grouped rows."""
    positives = int(groups.times[predictions.is_positive].sum())
    return positives * (groups.rows - positives) / groups.rows**3


def _of_weighted_groups(is_positive: Bools, weight: Floats, times: NDArray[np.int64]) -> float:
    """As without groups: the sum of w^2 (y - p)^2, each row as often as it stands for rows."""
    total = weight @ times
    share = (weight * is_positive) @ times / total
    return float((weight * (is_positive - share) / total) ** 2 @ times)


def replicate_clusters(
    predictions: Predictions,
    name: str,
    counts: Counts,
    index: NDArray[np.intp],
    n_replicates: int,
    rng: Generator,
) -> Replicates:
    """Bootstrap samples of as many clusters as there are, each cluster with all its rows.

    Class totals vary, so each replicate is divided by its own. index (k,) are the retained
    thresholds of the model's counts. Raises ValueError if nearly all samples lack a class.
    """
    cluster, k = cluster_codes(predictions), index.size
    assert cluster is not None
    weight = predictions.mass
    bins = threshold_bins(predictions.scores[name], counts.threshold[index])
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
    is_positive = predictions.is_positive
    cells = (
        clusters_in_cell(cluster[~is_positive], bins[~is_positive], k),
        clusters_in_cell(cluster[is_positive], bins[is_positive], k),
    )
    return Replicates(index, shares[:, 0], shares[:, 1], negatives, positives, cells)


def clusters_in_cell(cluster: NDArray[np.intp], bins: Bins, k: int) -> Floats:
    """Number (k,) of clusters that hold a row on the rarer side of each threshold.

    cluster (n,): codes from 0 of one class's rows; bins (n,): the strictest of the k thresholds
    that calls each row.
    """
    size = int(cluster.max()) + 1
    first, last = np.full(size, k), np.full(size, -1)
    np.minimum.at(first, cluster, bins)
    np.maximum.at(last, cluster, bins)
    present = last >= 0
    called = np.bincount(first[present], minlength=k).cumsum(dtype=float)
    missed = np.count_nonzero(present) - np.bincount(last[present], minlength=k).cumsum(dtype=float)
    return np.minimum(called, missed)


def clustered_area_error(
    predictions: Predictions, name: str, counts: Counts
) -> tuple[float, AreaVariance, float]:
    """The AUC, Obuchowski's variance, and the effective number of clusters of the rarer class.

    The variance is nan if fewer than MIN_ROWS clusters hold a class.
    """
    cluster, area = cluster_codes(predictions), auc(counts)
    assert cluster is not None
    at = threshold_bins(predictions.scores[name], counts.threshold[1:])
    place = np.where(predictions.is_positive, *(side[at] for side in placements(counts)))
    variance = clustered_variance(place - area, predictions.is_positive, cluster, predictions.mass)
    return area, variance, min(effective_units(predictions))


def clustered_variance(
    deviation: Floats, is_positive: Bools, cluster: NDArray[np.intp], weight: Floats | None = None
) -> AreaVariance:
    """Variance of an AUC, or of the difference of two AUCs, of clustered rows.

    deviation (n,): each row's placement minus its mean, the area; for a difference, the first
    model's minus the second's. cluster (n,): codes from 0. With A and B the sums of a cluster's
    positive and negative rows, each divided by the class total, the variance is

        I10 / (I10 - 1) sum A^2 + I01 / (I01 - 1) sum B^2 + 2 I / (I - 1) sum AB,

    where I10 clusters hold positives, I01 negatives, and I are all. If rows have weights (n,),
    Kish's effective numbers of clusters take their place; if every row is its own cluster, this
    is DeLong's variance. nan if fewer than MIN_ROWS clusters hold a class. Obuchowski (1997).
    """
    weight = np.ones(deviation.size) if weight is None else weight
    relative = np.empty(deviation.size)  # weight in units of the class's mean weight
    sums, units, rows = [], [], []
    for part in (is_positive, ~is_positive):
        relative[part] = weight[part] / weight[part].mean()
        share = relative[part] / np.count_nonzero(part)
        sums.append(np.bincount(cluster[part], share * deviation[part], cluster.max() + 1))
        units.append(_effective_clusters(cluster[part], relative[part]))
        rows.append(np.bincount(cluster[part], minlength=cluster.max() + 1))
        if np.unique(cluster[part]).size < MIN_ROWS or units[-1] <= 1:
            return UNKNOWN_VARIANCE
    parts = [float((cluster_sums**2).sum()) * n / (n - 1) for cluster_sums, n in zip(sums, units)]
    every = max(*units, _effective_clusters(cluster, relative))
    cross = 2 * float((sums[0] * sums[1]).sum()) * every / (every - 1)
    value = max(0.0, sum(parts) + cross)
    return AreaVariance(value, _freedom(parts, max(0.0, cross), units, rows))


def _freedom(
    parts: Sequence[float], cross: float, units: Sequence[float], rows: Sequence[NDArray[np.intp]]
) -> float:
    """Satterthwaite's degrees of freedom of a variance that few large clusters may decide.

    A cluster's share of each term is taken as the product of its numbers of rows, (c,) for each
    class, as if its rows agreed: with clusters of 2 and of 40 rows, the number of large ones
    counts. Carter, Schnepel & Steigerwald (2017). Clusters of one row have Welch's freedom.
    """
    shares = [row_counts.astype(float) ** 2 for row_counts in rows]
    both = rows[0].astype(float) * rows[1]
    first, second = (part * share / share.sum() for part, share in zip(parts, shares))
    shared = cross * both / max(1.0, both.sum())
    square = float((2 * first * second + shared * (shared + 2 * first + 2 * second)).sum())
    square *= min(units) / (min(units) - 1)
    for part, share, n, row_counts in zip(parts, shares, units, rows):
        even = share.sum() ** 2 / (share**2).sum() / np.count_nonzero(row_counts)
        square += part**2 / max(1.0, n * even - 1)
    return float((sum(parts) + cross) ** 2 / square) if square > 0 else np.inf


def _effective_clusters(cluster: NDArray[np.intp], weight: Floats) -> float:
    """Kish's number of clusters by their rows' mean weight; the plain number if weights agree."""
    rows = np.bincount(cluster)
    mean = np.bincount(cluster, weight)[rows > 0] / rows[rows > 0]
    return float(mean.sum() ** 2 / (mean**2).sum())
