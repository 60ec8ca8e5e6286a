"""One model's curve on each fold, and on all folds pooled."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from costdash.core.curves.hull import Hull, convex_hull
from costdash.core.curves.roc import auc
from costdash.core.sample.counts import Counts, count
from costdash.core.sample.predictions import Predictions


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


def merged(counts: Sequence[Counts]) -> Counts:
    """The folds' rows as one sample, scores compared as they are. Fawcett (2004), section 6."""
    pooled = pooled_thresholds(counts)
    at = [c.at(pooled) for c in counts]
    return Counts(pooled, tp=sum(c.tp for c in at), fp=sum(c.fp for c in at))


def pooled_thresholds(counts: Sequence[Counts]) -> NDArray[np.float64]:
    """All distinct thresholds of the folds, strictest first; the first is +inf."""
    return np.unique(np.concatenate([c.threshold for c in counts]))[::-1]


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
