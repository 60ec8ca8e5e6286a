"""How the rates of a rule covary with the share of positives and the mean costs of the file.

Cost per case of a rule is prior cost_fn (1 - tpr) + (1 - prior) cost_fp fpr. Where prior and costs
are those of the file, all five are estimates from the same rows, linear in the rows to first order.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.hull import Hull, convex_hull
from costdash.core.resample.cluster_bootstrap import cluster_codes, effective_units
from costdash.core.resample.small_cells import few_clusters_factor
from costdash.core.sample.counts import Counts, count
from costdash.core.sample.predictions import Predictions
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
    mass = weight if predictions.mass is None else predictions.mass
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
    found = np.empty((vertex.size, 5, 5))
    for at, threshold in enumerate(hull.threshold[vertex]):
        each = influences(predictions, score >= threshold)
        found[at] = each.T @ each
    return found[place]


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
