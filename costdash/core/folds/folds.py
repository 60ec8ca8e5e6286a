"""Folds: each model's counts and hulls fold by fold, and random folds for files without any."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.curves.hull import Hull, convex_hull
from costdash.core.curves.roc import auc
from costdash.core.resample.cluster_bootstrap import cluster_codes
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.counts import Counts, count, pooled_thresholds
from costdash.core.sample.predictions import Predictions, ScoredRows
from costdash.core.sample.row_order import row_order
from costdash.core.types import Bools

NEEDS_ROWS = "cross-fitting needs single rows, which stay in the table"

FOLDS = 10  # random folds, if the file has none
AT_A_TIME = 1000  # clusters assigned together; more would need more memory and no less time


def merged(counts: Sequence[Counts]) -> Counts:
    """Counts of the folds' rows as one sample, with scores compared across folds."""
    pooled = pooled_thresholds(counts)
    at = [c.at(pooled) for c in counts]
    return Counts(
        pooled, tp=np.sum([c.tp for c in at], axis=0), fp=np.sum([c.fp for c in at], axis=0)
    )


@dataclass(frozen=True, slots=True, eq=False)
class Folds:
    """One model's counts and hulls on each fold that holds both classes.

    Created by `folds_of`.

    Attributes
    ----------
    name : str
        Name of the model.
    counts : dict of str to Counts
        Counts of each fold, by its label, in the order of the folds.
    hulls : dict of str to Hull
        Convex hulls of these counts.
    judged : dict of str to Hull
        The thresholds and ties of the hull of all other folds, with the rates of each fold. Of a
        single fold, its own hull.
    left_out : dict of str to str
        Folds that lack a class, by label: "positive" or "negative".
    merged : Counts
        Counts of all folds pooled.

    Examples
    --------
    >>> from costdash.core import Predictions, folds_of
    >>> sample = Predictions(
    ...     is_positive=[0, 1, 0, 1, 1],
    ...     scores={"rf": [0.1, 0.9, 0.4, 0.3, 0.5]},
    ...     fold=[1, 1, 2, 2, 3],
    ... )
    >>> folds = folds_of(sample, "rf")
    >>> folds.auc, folds.left_out
    ([1.0, 0.0], {'3': 'negative'})
    """

    name: str
    counts: dict[str, Counts]
    hulls: dict[str, Hull]
    evaluated: dict[str, Hull]
    left_out: dict[str, str]
    merged: Counts

    @property
    def auc(self) -> list[float]:
        """Area under the ROC curve of each fold."""
        return [auc(counts) for counts in self.counts.values()]


def folds_of(predictions: Predictions, name: str) -> Folds:
    """Counts and hulls of the named model on each fold.

    Parameters
    ----------
    predictions : Predictions
        Rows with folds.
    name : str
        Name of the model.

    Returns
    -------
    Folds
        One entry for each fold that holds both classes.

    Raises
    ------
    ValueError
        If there are no folds, or none holds both classes.

    Examples
    --------
    >>> from costdash.core import Predictions, folds_of
    >>> sample = Predictions(
    ...     is_positive=[0, 1, 0, 1], scores={"rf": [0.1, 0.9, 0.4, 0.3]}, fold=[1, 1, 2, 2]
    ... )
    >>> folds_of(sample, "rf").auc
    [1.0, 0.0]
    """
    counts = by_fold(predictions, name)
    if not counts:
        raise ValueError("a fold must hold both classes, and none does")
    pooled = merged(list(counts.values()))
    hulls = {label: convex_hull(c, name) for label, c in counts.items()}
    evaluated = hulls
    if len(counts) > 1:
        evaluated = {label: evaluated_hull(c, pooled, name) for label, c in counts.items()}
    return Folds(
        name=name,
        counts=counts,
        hulls=hulls,
        evaluated=evaluated,
        left_out=folds_left_out(predictions),
        merged=pooled,
    )


def evaluated_hull(fold: Counts, pooled: Counts, name: str = "") -> Hull:
    """Thresholds and ties of the hull of all rows except a fold's, with the rates of the fold.

    pooled: counts of all folds, more than this one. Thresholds are scores of the other folds, and
    calling all means all rows of both.
    """
    fold_counts = fold.at(pooled.threshold)
    tp, fp = pooled.tp - fold_counts.tp, pooled.fp - fold_counts.fp
    retained = np.flatnonzero(np.append(True, (np.diff(tp) != 0) | (np.diff(fp) != 0)))
    hull = convex_hull(Counts(pooled.threshold[retained], tp=tp[retained], fp=fp[retained]), name)
    index = retained[hull.index]
    index[-1] = pooled.threshold.size - 1
    fpr, tpr = fold_counts.rates(index)
    threshold = pooled.threshold[index]
    return replace(hull, threshold=threshold, fpr=fpr, tpr=tpr, index=index, convex=False)


def with_folds(predictions: Predictions, seed: int = 0) -> Predictions:
    """The rows with their folds, or with the first random division that cross-fitting makes.

    Folds that are made are called "1", "2" and so on.
    """
    if predictions.fold is not None:
        return predictions
    if predictions.groups is not None:
        raise ValueError(NEEDS_ROWS)
    (fold,) = random_divisions(predictions, generator(seed, Stream.CROSSFIT))
    return replace(predictions, fold=fold + 1)


def all_folds(predictions: Predictions) -> list[Folds]:
    """Folds of every model; an empty list if no fold holds both classes."""
    if predictions.fold is None or not by_fold(predictions, next(iter(predictions.scores))):
        return []
    return [folds_of(predictions, name) for name in predictions.scores]


def by_fold(predictions: Predictions, name: str) -> dict[str, Counts]:
    """Counts of the named model on each fold that holds both classes.

    Parameters
    ----------
    predictions : Predictions
        Rows with folds.
    name : str
        Name of the model.

    Returns
    -------
    dict of str to Counts
        Counts by the fold's label. Labels that are numbers come first, by value; others follow in
        alphabetical order.

    Raises
    ------
    ValueError
        If there are no folds.

    Examples
    --------
    >>> from costdash.core import Predictions, by_fold
    >>> sample = Predictions(
    ...     is_positive=[0, 1, 0, 1], scores={"rf": [0.1, 0.9, 0.4, 0.3]}, fold=[10, 10, 2, 2]
    ... )
    >>> [*by_fold(sample, "rf")]
    ['2', '10']
    """
    score, weight = predictions.scores[name], predictions.mass
    lacking = folds_left_out(predictions)
    return {
        label: count(
            predictions.is_positive[rows], score[rows], None if weight is None else weight[rows]
        )
        for label, rows in _rows(predictions).items()
        if label not in lacking
    }


def folds_left_out(predictions: Predictions) -> dict[str, str]:
    """Folds that lack a class, by label: "positive" or "negative"."""
    lacking = {}
    for label, rows in _rows(predictions).items():
        is_positive = predictions.is_positive[rows]
        if is_positive.all() or not is_positive.any():
            lacking[label] = "negative" if is_positive.all() else "positive"
    return lacking


def _rows(predictions: Predictions) -> dict[str, NDArray[np.intp]]:
    """Row indices of each fold, by its label, in the order of the labels."""
    if predictions.fold is None:
        raise ValueError("the sample must have folds, and it has none")
    labels, which = np.unique(predictions.fold, return_inverse=True)
    order = np.argsort(which, kind="stable")
    parts = np.split(order, np.cumsum(np.bincount(which))[:-1])
    rows = {str(label): part for label, part in zip(labels.tolist(), parts)}
    return dict(sorted(rows.items(), key=lambda item: _natural(item[0])))


def _natural(label: str) -> tuple[float, str]:
    """Sort key: numbers by value, then other labels."""
    try:
        return float(label), label
    except ValueError:
        return float("inf"), label


def random_divisions(
    rows: ScoredRows, rng: Generator, n: int = 1, *, ordered: bool = False
) -> list[NDArray[np.intp]]:
    """Fold codes of the rows in n random divisions; the order of the rows does not matter.

    Rows of a cluster stay together. Only equal rows are dealt by their order in the file.
    ordered: the rows are in `row_order` already.
    """
    cluster = cluster_codes(rows)
    if cluster is not None:  # clusters are dealt by their labels
        return [dealt_folds(rows.is_positive, rng, cluster) for _ in range(n)]
    if ordered:
        stratum = None if rows.verification is None else rows.verification.stratum
        deal = _Deal.of(rows.is_positive, FOLDS, stratum)
        return [deal.fold(rng) for _ in range(n)]
    order, divisions = row_order(rows), []
    stratum = None if rows.verification is None else rows.verification.stratum[order]
    deal = _Deal.of(rows.is_positive[order], FOLDS, stratum)
    for _ in range(n):
        fold = np.empty(order.size, dtype=np.intp)
        fold[order] = deal.fold(rng)
        divisions.append(fold)
    return divisions


def dealt_folds(
    is_positive: Bools,
    rng: Generator,
    cluster: NDArray[np.intp] | None = None,
    n_folds: int = FOLDS,
    stratum: NDArray[np.intp] | None = None,
) -> NDArray[np.intp]:
    """Random stratified folds: the fold (n,) of each row, from 0.

    Clusters, whose codes (n,) are given, stay whole: see `_fold_of_clusters`. stratum (n,): the
    rows of each class spread evenly over the folds within each stratum too. There are fewer folds
    than n_folds if a class has fewer rows (or clusters that hold any).
    """
    if cluster is not None:
        return _fold_of_clusters(is_positive, rng, cluster, n_folds)[cluster]
    return _Deal.of(is_positive, n_folds, stratum).fold(rng)


@dataclass(frozen=True, slots=True)
class _Deal:
    """What all random divisions into folds share: the rows of each class and the folds they fill.

    classes: the rows (c,) of the positives and of the negatives; turns: the fold (c,) of each place
    in a random order of these rows, in few bytes, which the cache of a processor holds.
    """

    classes: list[NDArray[np.intp]]
    turns: list[NDArray[np.unsignedinteger]]
    stratum: NDArray[np.intp] | None

    @classmethod
    def of(cls, is_positive: Bools, n_folds: int, stratum: NDArray[np.intp] | None) -> "_Deal":
        classes = [np.flatnonzero(rows) for rows in (is_positive, ~is_positive)]
        n_folds = max(1, min(n_folds, *(rows.size for rows in classes)))
        code = np.arange(n_folds, dtype=np.min_scalar_type(n_folds))
        return cls(classes, [np.resize(code, rows.size) for rows in classes], stratum)

    def fold(self, rng: Generator) -> NDArray[np.intp]:
        """The fold (n,) of each row."""
        fold = np.empty(sum(rows.size for rows in self.classes), dtype=self.turns[0].dtype)
        for rows, turn in zip(self.classes, self.turns):
            dealt = rng.permutation(rows)
            if self.stratum is not None:
                dealt = dealt[np.argsort(self.stratum[dealt], kind="stable")]
            fold[dealt] = turn
        return fold.astype(np.intp)


def _fold_of_clusters(
    is_positive: Bools, rng: Generator, cluster: NDArray[np.intp], n_folds: int
) -> NDArray[np.intp]:
    """The fold (c,) of each cluster, so that both classes spread evenly over the folds.

    Clusters are assigned one by one, those with most rows first and ties in random order. Each
    goes to the fold that gives the least sum of squares, over folds and classes, of the share of
    the class's rows that the fold holds; then to the fold with fewest rows. No fold holds all rows
    of a class, if two clusters or more hold each class.
    """
    positives = np.bincount(cluster[is_positive], minlength=int(cluster.max()) + 1)
    held = np.stack((positives, np.bincount(cluster) - positives), axis=1)
    totals, order = held.sum(axis=0).clip(1), rng.permutation(held.shape[0])
    order = order[np.lexsort((-held[order, 0], -held[order].sum(axis=1)))]
    changes = (np.diff(held[order], axis=0) != 0).any(axis=1)
    load = np.zeros((max(1, min(n_folds, *np.count_nonzero(held, axis=0))), 2), dtype=np.int64)
    fold = np.empty(held.shape[0], dtype=np.intp)
    for equal in np.split(order, np.flatnonzero(changes) + 1):
        for start in range(0, equal.size, AT_A_TIME):
            some = equal[start : start + AT_A_TIME]
            fold[some] = _folds_of_equal_clusters(load, held[some[0]], some.size, totals)
            np.add.at(load, fold[some], held[some[0]])
    for side in (0, 1):
        _divide_class(side, held, load, fold)
    return fold


def _folds_of_equal_clusters(
    load: NDArray[np.int64], held: NDArray[np.int64], n: int, totals: NDArray[np.int64]
) -> NDArray[np.intp]:
    """The folds (n,) of n clusters that each hold the same numbers (2,) of rows of the classes.

    load (f, 2): rows in each fold. With j of these clusters, a fold's next one adds to the sum of
    squares a constant plus 2 (load + j held) . held, divided by the class totals. That grows with
    j, so the n least of all these numbers are those that assigning one by one finds.
    """
    share = held / totals.astype(float) ** 2
    before = np.arange(n)
    adds = (load @ share)[:, None] + before * (held @ share)
    rows = load.sum(axis=1)[:, None] + before * held.sum()
    least = np.lexsort((rows.ravel(), adds.ravel()))[:n]
    return least // n


def _divide_class(
    side: int, held: NDArray[np.int64], load: NDArray[np.int64], fold: NDArray[np.intp]
) -> None:
    """Moves one cluster, in place, if a fold holds all rows of a class that two clusters hold.

    side: column of the class in held (c, 2) and load (f, 2). The move is the one with the
    least sum of squares that does not bring all rows of a class into one fold. There always is one.
    """
    totals = held.sum(axis=0)
    divided = (load[:, side] < totals[side]).all()
    if divided or load.shape[0] < 2 or np.count_nonzero(held[:, side]) < 2:
        return
    full = int(load[:, side].argmax())
    holders = np.flatnonzero(held[:, side])[:, None]
    after = load + held[holders]  # (clusters, folds, 2)
    allowed = ((after < totals) | (held[holders] == 0)).all(axis=2)
    allowed[:, full] = False
    adds = ((after - load[full]) * held[holders] / totals.astype(float) ** 2).sum(axis=2)
    place, to = np.unravel_index(np.where(allowed, adds, np.inf).argmin(), adds.shape)
    moved = holders[place, 0]
    load[full] -= held[moved]
    load[to] += held[moved]
    fold[moved] = to
