"""Folds: each model's counts and hulls fold by fold, and random folds for files without any."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.curves.hull import Hull, convex_hull
from costdash.core.curves.roc import auc
from costdash.core.sample.counts import Counts, count, pooled_thresholds
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Bools

FOLDS = 10  # random folds, if the file has none


def merged(counts: Sequence[Counts]) -> Counts:
    """Counts of the folds' rows as one sample, with scores compared across folds.

    Parameters
    ----------
    counts : sequence of Counts
        Counts of each fold.

    Returns
    -------
    Counts
        Counts at the union of the folds' thresholds.

    References
    ----------
    Fawcett (2004), section 6.

    Examples
    --------
    >>> from costdash.core import Predictions, by_fold, merged
    >>> sample = Predictions(
    ...     is_positive=[0, 1, 0, 1], scores={"rf": [0.1, 0.9, 0.4, 0.3]}, fold=[1, 1, 2, 2]
    ... )
    >>> merged(list(by_fold(sample, "rf").values())).tp.tolist()
    [0, 1, 1, 2, 2]
    """
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
    return Folds(
        name=name,
        counts=counts,
        hulls={label: convex_hull(c, name) for label, c in counts.items()},
        left_out=folds_left_out(predictions),
        merged=merged(list(counts.values())),
    )


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
    score, weight = predictions.scores[name], predictions.weight
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


def made_folds(
    is_positive: Bools,
    rng: Generator,
    cluster: NDArray[np.intp] | None = None,
    n_folds: int = FOLDS,
) -> NDArray[np.intp]:
    """Random stratified folds: the fold (n,) of each row, from 0.

    Clusters, whose codes (n,) are given, stay whole: they are assigned one by one, those with the
    most positives first, each to the fold with the fewest positives (and then the fewest rows).
    There are fewer folds than n_folds if a class has fewer rows (or clusters that hold any).
    """
    if cluster is not None:
        return _folds_of_clusters(is_positive, rng, cluster, n_folds)
    fold = np.empty(is_positive.size, dtype=np.intp)
    rarer = int(min(np.count_nonzero(is_positive), np.count_nonzero(~is_positive)))
    n_folds = max(1, min(n_folds, rarer))
    for rows in (np.flatnonzero(is_positive), np.flatnonzero(~is_positive)):
        fold[rng.permutation(rows)] = np.arange(rows.size) % n_folds
    return fold


def _folds_of_clusters(
    is_positive: Bools, rng: Generator, cluster: NDArray[np.intp], n_folds: int
) -> NDArray[np.intp]:
    rows = np.bincount(cluster)
    positives = np.bincount(cluster, weights=is_positive)
    order = rng.permutation(rows.size)
    order = order[np.lexsort((-rows[order], -positives[order]))]
    holding = int(min(np.count_nonzero(positives), np.count_nonzero(rows > positives)))
    load = np.zeros((max(1, min(n_folds, holding)), 2))
    fold_of_cluster = np.empty(rows.size, dtype=np.intp)
    for one in order.tolist():
        fold = int(np.lexsort((load[:, 1], load[:, 0]))[0])
        fold_of_cluster[one] = fold
        load[fold] += positives[one], rows[one]
    return fold_of_cluster[cluster]
