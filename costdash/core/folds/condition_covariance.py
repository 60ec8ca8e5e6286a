"""How the rates of a rule covary with the share of positives and the mean costs of the file.

Cost per case of a rule is prior cost_fn (1 - tpr) + (1 - prior) cost_fp fpr. Where prior and costs
are those of the file, all five are estimates from the same rows, linear in the rows to first order.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.hull import Hull, convex_hull
from costdash.core.resample.cluster_bootstrap import cluster_codes, effective_units
from costdash.core.resample.small_cells import few_clusters_factor
from costdash.core.sample.counts import Counts, count
from costdash.core.sample.predictions import Predictions
from costdash.core.sample.threshold_bins import Bins, threshold_bins
from costdash.core.types import Bools, Floats

RATES = slice(0, 2)  # fpr and tpr, then mean cost_fn, mean cost_fp and prior
CONDITIONS = slice(2, 5)


def influences(predictions: Predictions, called: Bools) -> Floats:
    """What each row (or cluster) adds to the error of a rule's rates and of the conditions, (u, 5).

    called (n,): the rows that the rule calls positive. The columns are fpr, tpr, the mean costs of
    a false negative and of a false positive, and the prior; each has the sum 0. The products of
    two columns add up to the covariance of their errors.
    """
    y, n = predictions.is_positive, predictions.rows
    weight = np.ones(n) if predictions.weight is None else predictions.weight
    mass = _mass(predictions)
    found = np.zeros((n, 5))
    for column, part in enumerate((~y, y)):
        share = mass[part] / mass[part].sum()
        found[part, column] = share * (called[part] - share @ called[part])
    if predictions.costs is not None:
        for column, part, cost in ((2, y, predictions.costs.fn), (3, ~y, predictions.costs.fp)):
            share = weight[part] / weight[part].sum()
            found[part, column] = share * (cost[part] - share @ cost[part])
    share = weight / weight.sum()
    found[:, 4] = share * (y - share @ y)
    cluster = cluster_codes(predictions)
    if cluster is None:
        return found
    sums = np.stack([np.bincount(cluster, column).astype(float) for column in found.T], axis=1)
    return sums * few_clusters_factor(min(effective_units(predictions)))


def covariances(
    predictions: Predictions,
    name: str,
    pcf: Floats,
    counted: Mapping[str, tuple[Counts, Hull]] | None = None,
) -> Floats | None:
    """Covariances (m, 5, 5) of `influences` of a model's cheapest thresholds at pcf (m,).

    counted: precomputed counts and hulls. None where only the prior is an estimate that varies
    apart from the rates: without weights, clusters and costs per case, and for a confusion matrix.
    """
    parts = predictions.weight, predictions.costs, predictions.cluster
    if all(part is None for part in parts) or name not in predictions.scores:
        return None
    score = predictions.scores[name]
    hull = (
        convex_hull(count(predictions.is_positive, score, predictions.mass))
        if counted is None
        else counted[name][1]
    )
    vertex, place = np.unique(hull.cheapest(pcf), return_inverse=True)
    threshold = hull.threshold[vertex]  # falling
    first = threshold_bins(score, threshold)
    cluster = cluster_codes(predictions)
    found = (
        _of_rows(predictions, first, threshold.size)
        if cluster is None
        else _of_clusters(predictions, first, threshold.size, cluster)
    )
    return found[place]


def _of_rows(predictions: Predictions, first: Bins, k: int) -> Floats:
    """Covariances (k, 5, 5) at k thresholds, from sums over the rows that each of them calls.

    first (n,): the first threshold that calls the row. A rate adds share (called - rate) for each
    row of its class, so sums of shares, of their squares and of their products with the conditions
    are enough, which grow from threshold to threshold.
    """
    conditions = influences(predictions, np.zeros(predictions.rows, dtype=bool))[:, CONDITIONS]
    found = np.zeros((k, 5, 5))
    found[:, CONDITIONS, CONDITIONS] = conditions.T @ conditions
    y = predictions.is_positive
    mass = _mass(predictions)
    for column, part in enumerate((~y, y)):
        share, beside, at = mass[part] / mass[part].sum(), conditions[part], first[part]

        def called(value: Floats, at: Bins = at) -> Floats:
            return np.bincount(at, value, minlength=k + 1)[:k].cumsum()

        rate, squares, total = called(share), called(share**2), share @ share
        found[:, column, column] = squares * (1 - rate) ** 2 + (total - squares) * rate**2
        for other in range(beside.shape[1]):
            product = share * beside[:, other]
            each = called(product) - rate * product.sum()
            found[:, column, 2 + other] = found[:, 2 + other, column] = each
    return found


def _of_clusters(
    predictions: Predictions, first: Bins, k: int, cluster: NDArray[np.intp]
) -> Floats:
    """The same, of clusters: each threshold adds its new rows to the sums of their clusters."""
    conditions = influences(predictions, np.zeros(predictions.rows, dtype=bool))[:, CONDITIONS]
    factor, y = few_clusters_factor(min(effective_units(predictions))), predictions.is_positive
    mass, clusters = _mass(predictions), len(conditions)
    share = np.where(y, mass / mass[y].sum(), mass / mass[~y].sum())
    codes = cluster + clusters * y  # a negative and a positive side of each cluster
    every = np.bincount(codes, share, minlength=2 * clusters).reshape(2, clusters) * factor
    so_far, rate = np.zeros(2 * clusters), np.zeros(2)
    order = np.argsort(first, kind="stable")
    ends = np.searchsorted(first[order], np.arange(k), side="right")
    found, start = np.empty((k, 5, 5)), 0
    for at, end in enumerate(ends):
        new = order[start:end]
        np.add.at(so_far, codes[new], share[new])
        rate += [share[new[~y[new]]].sum(), share[new[y[new]]].sum()]
        rates = so_far.reshape(2, clusters) * factor - rate[:, None] * every
        each = np.vstack((rates, conditions.T))
        found[at] = each @ each.T
        start = end
    return found


def _mass(predictions: Predictions) -> Floats:
    """Of each row in the rates of its class."""
    if predictions.mass is not None:
        return predictions.mass
    return np.ones(predictions.rows) if predictions.weight is None else predictions.weight


def cost_gradient(
    point: OperatingPoint, fpr: float, tpr: float, estimated: Sequence[bool]
) -> Floats:
    """Gradient (5,) of the cost per case by rates and conditions, in the order of `influences`.

    estimated: whether mean cost_fn, mean cost_fp and the prior are estimates; the others count 0.
    """
    rates = [(1 - point.prior) * point.cost_fp, -point.prior * point.cost_fn]
    conditions = np.array(
        [
            point.prior * (1 - tpr),
            (1 - point.prior) * fpr,
            point.cost_fn * (1 - tpr) - point.cost_fp * fpr,
        ]
    )
    return np.append(rates, conditions * np.asarray(estimated))


def added_variance(covariance: Floats, gradient: Floats) -> float:
    """What estimated conditions add to the variance of a cost beyond that of its rates."""
    rates = gradient[RATES] @ covariance[RATES, RATES] @ gradient[RATES]
    return float(gradient @ covariance @ gradient - rates)
