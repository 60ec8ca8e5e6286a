"""How often each row comes in a bootstrap sample: by class, or whole clusters of rows."""

from collections.abc import Iterator

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.predictions import Bools, Floats

CHUNK = 4_000_000  # numbers held at a time


def chunks(n_replicates: int, width: int) -> Iterator[int]:
    """Numbers of replicates, each of `width` numbers, that are made at a time."""
    at_a_time = max(1, CHUNK // max(width, 1))
    for start in range(0, n_replicates, at_a_time):
        yield min(at_a_time, n_replicates - start)


def drawn_by_class(
    is_positive: Bools, rows: NDArray[np.int64], n_replicates: int, rng: Generator
) -> NDArray[np.int64]:
    """(b, u) how many rows of each unit are drawn, each class to its own size.

    Unit i stands for rows[i] alike rows, all of the class is_positive[i].
    """
    drawn = np.empty((n_replicates, rows.size), dtype=np.int64)
    for units in (np.flatnonzero(~is_positive), np.flatnonzero(is_positive)):
        drawn[:, units] = _drawn(rows[units], n_replicates, rng)
    return drawn


def drawn_clusters(
    cluster: NDArray[np.intp], n_replicates: int, rng: Generator
) -> NDArray[np.int64]:
    """(b, n) how often each row is drawn when as many clusters are drawn as there are."""
    ones = np.ones(int(cluster.max()) + 1, dtype=np.int64)
    return _drawn(ones, n_replicates, rng)[:, cluster]


class Sums:
    """Sums of columns over the cells of `cell` (n,), for cells from 0 to `size` - 1."""

    def __init__(self, cell: NDArray[np.intp], size: int):
        self.order = np.argsort(cell, kind="stable")
        ordered = cell[self.order]
        self.start = np.flatnonzero(np.append(True, np.diff(ordered) != 0))
        self.present = ordered[self.start]
        self.size = size

    def of(self, values: NDArray) -> Floats:
        """(b, size) sums of values (b, n)."""
        sums = np.zeros((values.shape[0], self.size))
        sums[:, self.present] = np.add.reduceat(values[:, self.order], self.start, axis=1)
        return sums


def _drawn(rows: NDArray[np.int64], n_replicates: int, rng: Generator) -> NDArray[np.int64]:
    """(b, u) multinomial over units; with few rows for each, drawing rows is faster."""
    total = int(rows.sum())
    if total >= 10 * rows.size:
        return rng.multinomial(total, rows / total, size=n_replicates)
    unit_of_row = np.repeat(np.arange(rows.size), rows)
    unit = unit_of_row[rng.integers(0, total, size=(n_replicates, total))]
    unit += rows.size * np.arange(n_replicates)[:, None]
    flat = np.bincount(unit.ravel(), minlength=n_replicates * rows.size)
    return flat.reshape(n_replicates, rows.size)
