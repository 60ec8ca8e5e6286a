"""What every option costs on the rows, and how the errors of these costs covary.

The options are calling none, calling all, and models at several thresholds each. At fixed
thresholds a cost is linear in the rows, to first order also where prior and mean costs are of the
file, so its error is a sum over rows or clusters. Sums by bins of the scores are enough: a bin is
the strictest of a model's thresholds that calls a row.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, pairwise

import numpy as np
from numpy.typing import NDArray

from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.folds.condition_covariance import CONDITIONS, RATES, cost_gradient
from costdash.core.resample.cluster_bootstrap import cluster_codes, effective_units
from costdash.core.resample.small_cells import few_clusters_factor
from costdash.core.sample.predictions import Predictions
from costdash.core.sample.threshold_bins import Bins, threshold_bins
from costdash.core.types import Bools, Floats

CHUNK = 20_000  # clusters whose sums are held in memory at a time


@dataclass(frozen=True, slots=True, eq=False)
class OptionCosts:
    """Expected costs per case (o,) of o options and the covariances of their errors.

    The options are none, all, then the thresholds of each model, strictest first. of_negatives,
    of_positives (o, o): what the rates of one class add to the covariances; further (o, o): what
    estimated conditions add. With clusters all is in `further`, as they hold both classes.
    """

    cost: Floats
    of_negatives: Floats
    of_positives: Floats
    further: Floats

    @property
    def covariance(self) -> Floats:
        """Covariances (o, o) of the errors."""
        return self.of_negatives + self.of_positives + self.further

    def among(self, options: Sequence[int]) -> "OptionCosts":
        """Some of the options."""
        pick = np.ix_(options, options)
        return OptionCosts(
            self.cost[list(options)],
            self.of_negatives[pick],
            self.of_positives[pick],
            self.further[pick],
        )


def option_costs(
    predictions: Predictions,
    thresholds: Mapping[str, Floats],
    point: OperatingPoint,
    estimated: Sequence[bool] = (False, False, False),
) -> OptionCosts:
    """Costs of none, all, and each named model at its thresholds (k,), which fall strictly.

    estimated: whether mean cost_fn, mean cost_fp and the prior of `point` are estimates from the
    rows. A confusion matrix is an option at thresholds of its counts; its cases are apart from
    the rows.
    """
    scored = {name: t for name, t in thresholds.items() if name in predictions.scores}
    rows = _Rows.of(predictions, scored)
    fpr, tpr = (np.append([0.0, 1.0], rows.rates(part)) for part in rows.classes)
    parts = [np.zeros((fpr.size, fpr.size)) for _ in range(3)]
    gradient = _gradients(point, fpr, tpr, estimated)
    filled = _of_clusters if predictions.cluster is not None else _of_rows
    filled(rows, gradient, fpr, tpr, parts)
    costs = OptionCosts(np.asarray(point.expected_cost(fpr, tpr)), *parts)
    matrices = [name for name in thresholds if name not in scored]
    for name in matrices:
        costs = _with_matrix(costs, predictions, name, thresholds[name], point)
    return costs.among(_order(thresholds, [*scored, *matrices])) if matrices else costs


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """Bins of the scores and shares of the rows.

    bins: by model, the strictest threshold (n,) that calls a row, k for none. sizes: k by model.
    share (n,): of a single row in the rate of its class. times (n,): how many rows each stands for.
    conditions (n, 3): what a single row adds to the errors of mean costs and prior.
    """

    bins: dict[str, Bins]
    sizes: dict[str, int]
    share: Floats
    times: Floats
    conditions: Floats
    positive: Bools
    predictions: Predictions

    @classmethod
    def of(cls, predictions: Predictions, thresholds: Mapping[str, Floats]) -> "_Rows":
        y, n = predictions.is_positive, predictions.rows
        times = np.ones(n) if predictions.times is None else predictions.times.astype(float)
        mass = np.ones(n) if predictions.mass is None else predictions.mass
        total = np.where(y, mass[y] @ times[y], mass[~y] @ times[~y])
        bins = {
            name: threshold_bins(predictions.scores[name], falling)
            for name, falling in thresholds.items()
        }
        return cls(
            bins,
            {name: falling.size for name, falling in thresholds.items()},
            mass / total,
            times,
            _conditions(predictions, times),
            y,
            predictions,
        )

    @property
    def classes(self) -> tuple[Bools, Bools]:
        """The rows of the negatives and of the positives."""
        return ~self.positive, self.positive

    def called(self, part: Bools, value: Floats) -> Floats:
        """Sums (o,) of a value of some rows that the thresholds call, model by model."""
        sums = [
            np.bincount(self.bins[name][part], value, k + 1)[:k].cumsum()
            for name, k in self.sizes.items()
        ]
        return np.concatenate(sums) if sums else np.zeros(0)

    def rates(self, part: Bools) -> Floats:
        """The share (o,) of a class that the thresholds call."""
        return self.called(part, (self.share * self.times)[part])

    def jointly_called(self, part: Bools, value: Floats) -> Floats:
        """Sums (o, o) of a value of some rows that two thresholds both call."""
        offsets = np.cumsum([0, *self.sizes.values()])
        places = [slice(*ends) for ends in pairwise(offsets.tolist())]
        bins = [bins[part] for bins in self.bins.values()]
        sums = np.zeros((offsets[-1], offsets[-1]))
        for a, b in combinations_with_replacement(range(len(bins)), 2):
            joint = _joint(value, (bins[a], bins[b]), (places[a], places[b]))
            sums[places[a], places[b]] = joint
            sums[places[b], places[a]] = joint.T
        return sums


def _joint(value: Floats, bins: tuple[Bins, Bins], places: tuple[slice, slice]) -> Floats:
    """Sums (k, m) of a value of rows that a threshold of one model and one of another call."""
    k, m = (place.stop - place.start for place in places)
    cell = bins[0] * (m + 1) + bins[1]
    sums = np.bincount(cell, value, (k + 1) * (m + 1)).reshape(k + 1, m + 1)
    called: Floats = sums[:k, :m].cumsum(axis=0).cumsum(axis=1)
    return called


def _conditions(predictions: Predictions, times: Floats) -> Floats:
    """What single rows add to the errors of mean cost_fn, mean cost_fp and prior, (n, 3)."""
    y, n = predictions.is_positive, predictions.rows
    weight = np.ones(n) if predictions.weight is None else predictions.weight
    added = np.zeros((n, 3))
    if predictions.costs is not None:
        for column, part, cost in ((0, y, predictions.costs.fn), (1, ~y, predictions.costs.fp)):
            share = weight[part] / (weight[part] @ times[part])
            added[part, column] = share * (cost[part] - (share * times[part]) @ cost[part])
    share = weight / (weight @ times)
    added[:, 2] = share * (y - (share * times) @ y)
    return added


def _gradients(
    point: OperatingPoint, fpr: Floats, tpr: Floats, estimated: Sequence[bool]
) -> Floats:
    """Gradient (o, 5) of each option's cost."""
    return np.array([cost_gradient(point, a, b, estimated) for a, b in zip(fpr, tpr)])


def _of_rows(rows: _Rows, gradient: Floats, fpr: Floats, tpr: Floats, parts: list[Floats]) -> None:
    """Fills the three parts of the covariances from sums over single rows."""
    along = gradient[:, CONDITIONS]
    further = parts[2]
    further += along @ (rows.conditions.T @ (rows.times[:, None] * rows.conditions)) @ along.T
    for part, rate, k, into in zip(rows.classes, (fpr, tpr), gradient[0, RATES], parts):
        squared = (rows.share**2 * rows.times)[part]
        both, each, total = (
            rows.jointly_called(part, squared),
            rows.called(part, squared),
            squared.sum(),
        )
        r, inner = rate[2:], into[2:, 2:]
        inner += k**2 * (both - np.outer(each, r) - np.outer(r, each) + np.outer(r, r) * total)
        beside = np.zeros((rate.size, 3))
        for column in range(3):
            product = (rows.share * rows.times * rows.conditions[:, column])[part]
            beside[2:, column] = rows.called(part, product) - r * product.sum()
        cross = k * beside @ along.T
        further += cross + cross.T


def _of_clusters(
    rows: _Rows, gradient: Floats, fpr: Floats, tpr: Floats, parts: list[Floats]
) -> None:
    """Fills the last part of the covariances from sums over clusters, some at a time."""
    cluster = cluster_codes(rows.predictions)
    assert cluster is not None
    factor = few_clusters_factor(min(effective_units(rows.predictions)))
    rate_of_row = np.where(rows.positive, gradient[0, RATES][1], gradient[0, RATES][0])
    value = rate_of_row * rows.share
    order = np.argsort(cluster, kind="stable")
    ends = np.searchsorted(cluster[order], np.arange(0, cluster.max() + 1 + CHUNK, CHUNK))
    for place, (start, end) in enumerate(zip(ends[:-1], ends[1:])):
        some, code = order[start:end], cluster[order[start:end]] - place * CHUNK
        sums = _cluster_sums(rows, some, code, value, (fpr, tpr))
        sums += _sums(code, rows.conditions[some]) @ gradient[:, CONDITIONS].T
        parts[2] += factor**2 * sums.T @ sums


def _cluster_sums(
    rows: _Rows,
    some: NDArray[np.intp],
    code: NDArray[np.intp],
    value: Floats,
    rates: tuple[Floats, Floats],
) -> Floats:
    """What the rows of each cluster (g, o) add to the errors of the costs through the rates."""
    g = int(code.max()) + 1 if code.size else 0
    called = [np.zeros((g, 1)), np.bincount(code, value[some], g)[:, None]]
    for name, k in rows.sizes.items():
        cell = code * (k + 1) + rows.bins[name][some]
        cells = np.bincount(cell, value[some], g * (k + 1)).reshape(g, k + 1)
        called.append(cells[:, :k].cumsum(axis=1))
    sums = np.concatenate(called, axis=1)
    for part, rate in zip(rows.classes, rates):
        sums -= np.outer(np.bincount(code, (value * part)[some], g), rate)
    return sums


def _sums(code: NDArray[np.intp], columns: Floats) -> Floats:
    return np.stack([np.bincount(code, column) for column in columns.T], axis=1)


def _with_matrix(
    costs: OptionCosts,
    predictions: Predictions,
    name: str,
    thresholds: Floats,
    point: OperatingPoint,
) -> OptionCosts:
    """With a confusion matrix at its thresholds, as last options."""
    matrix = predictions.confusions[name]
    at = [matrix.counts.index(threshold) for threshold in thresholds.tolist()]
    fpr = matrix.counts.fp[at] / matrix.negatives
    tpr = matrix.counts.tp[at] / matrix.positives
    of_negatives, of_positives = (
        k**2 / n * (np.minimum.outer(r, r) - np.outer(r, r))
        for k, n, r in (
            ((1 - point.prior) * point.cost_fp, matrix.negatives, fpr),
            (point.prior * point.cost_fn, matrix.positives, tpr),
        )
    )
    cost = np.append(costs.cost, point.expected_cost(fpr, tpr))
    added = np.zeros_like(of_negatives), np.zeros_like(of_negatives), of_negatives + of_positives
    before = costs.of_negatives, costs.of_positives, costs.further
    return OptionCosts(cost, *(_diagonal(old, new) for old, new in zip(before, added)))


def _diagonal(a: Floats, b: Floats) -> Floats:
    """Both matrices along the diagonal of a larger one."""
    both = np.zeros((a.shape[0] + b.shape[0],) * 2)
    both[: a.shape[0], : a.shape[0]], both[a.shape[0] :, a.shape[0] :] = a, b
    return both


def _order(thresholds: Mapping[str, Floats], names: Sequence[str]) -> list[int]:
    """The places of the options, made in the order of `names`, in the order of `thresholds`."""
    placed, at = dict[str, range](), 2
    for name in names:
        placed[name] = range(at, at + thresholds[name].size)
        at += thresholds[name].size
    return [0, 1, *(place for name in thresholds for place in placed[name])]
