"""Folds where the file has none: stratified by class, groups of rows kept together."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.sample.predictions import Bools

FOLDS = 10


def codes_of(labels: NDArray) -> NDArray[np.intp]:
    """Labels of any kind (n,) as whole numbers from 0."""
    return np.unique(labels, return_inverse=True)[1]


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
