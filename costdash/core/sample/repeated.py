"""Rows that each stand for several cases, written out as one row per case."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from costdash.core.sample.predictions import ClassScores, ScoredRows


def repeated(scored: ScoredRows, times: NDArray[np.int64]) -> ScoredRows:
    """Each row as often as `times` (n,) says, in the order of the rows, without weights.

    >>> rows = ScoredRows(is_positive=np.array([True, False]), scores={"a": np.array([0.9, 0.1])})
    >>> repeated(rows, np.array([1, 3])).scores["a"].tolist()
    [0.9, 0.1, 0.1, 0.1]
    """
    copies = np.repeat(np.arange(scored.rows), times)
    classes = scored.classes
    return replace(
        scored,
        is_positive=scored.is_positive[copies],
        scores={name: score[copies] for name, score in scored.scores.items()},
        classes=None if classes is None else _repeated_classes(classes),
        costs=None if scored.costs is None else scored.costs[copies],
        gold=None if scored.gold is None else scored.gold[copies],
        file_row=copies if scored.file_row is None else scored.file_row[copies],
        segments={name: column[copies] for name, column in scored.segments.items()},
        **_groups(scored, copies),
    )


def _repeated_classes(classes: ClassScores) -> ClassScores:
    """The rows of all classes, each as often as its own weight says."""
    weight = np.ones(classes.code.size) if classes.weight is None else classes.weight
    copies = np.repeat(np.arange(classes.code.size), weight.astype(np.int64))
    scores = {
        name: {column: score[copies] for column, score in columns.items()}
        for name, columns in classes.scores.items()
    }
    return replace(classes, code=classes.code[copies], scores=scores, **_groups(classes, copies))


def _groups(rows: ScoredRows | ClassScores, copies: NDArray[np.intp]) -> dict:
    """Fold, cluster and split of the copies, which have no weight."""
    split = rows.split
    return {
        "weight": None,
        "fold": None if rows.fold is None else rows.fold[copies],
        "cluster": None if rows.cluster is None else rows.cluster[copies],
        "split": None
        if split is None
        else replace(split, in_evaluation=split.in_evaluation[copies]),
    }
