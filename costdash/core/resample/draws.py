"""How often each row comes in a bootstrap sample of whole clusters, and sums over such rows."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.sample.predictions import Floats

CHUNK = 4_000_000  # numbers held at a time


def chunks(n_replicates: int, width: int) -> Iterator[int]:
    """Numbers of replicates, each of `width` numbers, that are made at a time."""
    at_a_time = max(1, CHUNK // max(width, 1))
    for start in range(0, n_replicates, at_a_time):
        yield min(at_a_time, n_replicates - start)


def drawn_clusters(
    cluster: NDArray[np.intp], n_replicates: int, rng: Generator
) -> NDArray[np.int64]:
    """(b, n) how often each row is drawn when as many clusters are drawn as there are."""
    size = int(cluster.max()) + 1
    drawn = rng.integers(0, size, size=(n_replicates, size))
    drawn += size * np.arange(n_replicates)[:, None]
    times = np.bincount(drawn.ravel(), minlength=n_replicates * size)
    return times.reshape(n_replicates, size)[:, cluster]


@dataclass(frozen=True, slots=True, eq=False)
class Clusters:
    """The rows of each cluster, one cluster after another: order (n,), start and size (c,)."""

    order: NDArray[np.intp]
    start: NDArray[np.intp]
    size: NDArray[np.intp]

    @classmethod
    def of(cls, cluster: NDArray[np.intp]) -> "Clusters":
        """cluster (n,) are codes from 0."""
        size = np.bincount(cluster)
        return cls(np.argsort(cluster, kind="stable"), np.cumsum(size) - size, size)

    def drawn(self, rng: Generator) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The rows (m,) of as many clusters as there are, and which drawn copy each belongs to."""
        found = rng.integers(0, self.size.size, size=self.size.size)
        size = self.size[found]
        copy = np.repeat(np.arange(found.size), size)
        within = np.arange(copy.size) - np.repeat(np.cumsum(size) - size, size)
        return self.order[self.start[found][copy] + within], copy


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
