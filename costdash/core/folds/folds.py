"""One model's curve on each fold, and on all folds pooled.

Folds where the file has none: stratified by class, groups of rows kept together.
"""

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

FOLDS = 10


def merged(counts: Sequence[Counts]) -> Counts:
    """The folds' rows as one sample, scores compared as they are. Fawcett (2004), section 6."""
    pooled = pooled_thresholds(counts)
    at = [c.at(pooled) for c in counts]
    return Counts(pooled, tp=sum(c.tp for c in at), fp=sum(c.fp for c in at))


@dataclass(frozen=True, slots=True, eq=False)
class Folds:
    """What one model does on each fold in which both classes are present.

    counts {label: Counts} and hulls likewise, in the order of the folds; left_out {label: the
    class that is missing, "positive" or "negative"}; merged: their scores pooled.
    """

    name: str
    counts: dict[str, Counts]
    hulls: dict[str, Hull]
    left_out: dict[str, str]
    merged: Counts

    @property
    def auc(self) -> list[float]:
        """Area under each fold's ROC curve."""
        return [auc(counts) for counts in self.counts.values()]


def folds_of(predictions: Predictions, name: str) -> Folds:
    """The named model's curves, fold by fold.

    Raises ValueError where there are no folds, or none with both classes.
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
    """Every model's curves, fold by fold; none where no fold holds both classes."""
    if predictions.fold is None or not by_fold(predictions, next(iter(predictions.scores))):
        return []
    return [folds_of(predictions, name) for name in predictions.scores]


def by_fold(predictions: Predictions, name: str) -> dict[str, Counts]:
    """The named model's counts on each fold that holds both classes, labels as text.

    Labels that are numbers come in their order, others in that of their letters. Raises
    ValueError where there are no folds.
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
    """Folds without a positive or without a negative row: {label: the class that is missing}."""
    lacking = {}
    for label, rows in _rows(predictions).items():
        is_positive = predictions.is_positive[rows]
        if is_positive.all() or not is_positive.any():
            lacking[label] = "negative" if is_positive.all() else "positive"
    return lacking


def _rows(predictions: Predictions) -> dict[str, NDArray[np.intp]]:
    """The rows of each fold."""
    if predictions.fold is None:
        raise ValueError("the sample must have folds, and it has none")
    labels, which = np.unique(predictions.fold, return_inverse=True)
    order = np.argsort(which, kind="stable")
    parts = np.split(order, np.cumsum(np.bincount(which))[:-1])
    rows = {str(label): part for label, part in zip(labels.tolist(), parts)}
    return dict(sorted(rows.items(), key=lambda item: _natural(item[0])))


def _natural(label: str) -> tuple[float, str]:
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
    """Fold (n,) of each row: random, with each class dealt out evenly.

    cluster (n,) are codes of groups that must not be parted: then groups are dealt, those with
    most positives first, each to the fold that has fewest positives, and of those fewest rows.
    With fewer rows of a class (or groups) than folds, there are so many folds only.
    """
    if cluster is not None:
        return _groups_dealt(is_positive, rng, cluster, n_folds)
    fold = np.empty(is_positive.size, dtype=np.intp)
    rarer = min(np.count_nonzero(is_positive), np.count_nonzero(~is_positive))
    n_folds = max(1, min(n_folds, rarer))
    for rows in (np.flatnonzero(is_positive), np.flatnonzero(~is_positive)):
        fold[rng.permutation(rows)] = np.arange(rows.size) % n_folds
    return fold


def _groups_dealt(is_positive, rng, cluster, n_folds) -> NDArray[np.intp]:
    rows = np.bincount(cluster)
    positives = np.bincount(cluster, weights=is_positive)
    order = rng.permutation(rows.size)
    order = order[np.lexsort((-rows[order], -positives[order]))]
    holding = min(np.count_nonzero(positives), np.count_nonzero(rows > positives))
    load = np.zeros((max(1, min(n_folds, holding)), 2))
    fold_of = np.empty(rows.size, dtype=np.intp)
    for group in order.tolist():
        fold = int(np.lexsort((load[:, 1], load[:, 0]))[0])
        fold_of[group] = fold
        load[fold] += positives[group], rows[group]
    return fold_of[cluster]
