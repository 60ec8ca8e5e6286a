"""The rows of one class in the joint cells of two models, which a paired bootstrap resamples."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.sample.groups import matching_rows
from costdash.core.sample.threshold_bins import Bins
from costdash.core.types import Bools, Floats

MAX_CELLS = 500  # above it, drawing the cells of a class takes longer than drawing groups of rows
MOST_ROWS_DRAWN = 20_000  # of a cell, into groups
MAX_UNITS = 2000  # above it, rows or clusters are resampled in groups


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """Resampling units: the unit (n,) of each row, and the number of rows or clusters in each.

    rows (u,) is None if the units are MAX_UNITS random groups of equal size.
    """

    of_row: NDArray[np.intp]
    rows: NDArray[np.int64] | None

    def of_class(self, part: Bools) -> "Units":
        """The units of some rows."""
        return Units(self.of_row[part], self.rows)


@dataclass(frozen=True, slots=True, eq=False)
class ClassCells:
    """One class: its resampling units, and how the two models call them.

    first (u, h1), second (u, h2): weight of each unit at or above each hull vertex of the first
    and of the second model. rows (u,): number of rows that a unit stands for. Units are the
    occupied joint cells of the two hulls, or single weighted rows, or clusters. If there are more
    than MAX_CELLS cells, or MAX_UNITS rows or clusters, the units are MAX_UNITS random groups of
    equal size, and rows is None. Grouping adds about 1.5 % of noise to the width of a band, less
    than 2,000 replicates leave.

    both (h1, h2): share of the class that both models call at each pair of vertices. effective:
    Kish's number of rows or clusters.
    """

    first: Floats
    second: Floats
    rows: NDArray[np.int64] | None
    both: Floats
    effective: float

    def read_at(self, first: Floats, second: Floats) -> "ClassCells":
        """The cells at other thresholds, which are mixtures (h1, m1), (h2, m2) of the vertices."""
        both = first.T @ self.both @ second
        return replace(self, first=self.first @ first, second=self.second @ second, both=both)


def class_cells(
    bins: Sequence[Bins],
    sizes: Sequence[int],
    weight: Floats | None,
    clusters: Units | None,
    effective: float,
    rng: Generator,
    times: NDArray[np.int64] | None = None,
) -> ClassCells:
    """Cells of one class. bins: two of (n,), each row's vertex; clusters: the units, if any.

    times (n,): how many rows each row stands for.
    """
    cell = bins[0] * sizes[1] + bins[1]
    in_cell = np.bincount(cell, times, minlength=sizes[0] * sizes[1]).astype(np.int64)
    both = _cumulated(in_cell, sizes)
    if weight is not None:
        mass = weight if times is None else weight * times
        both = _cumulated(np.bincount(cell, weights=mass, minlength=in_cell.size), sizes)
    both = both / both[-1, -1]
    occupied = np.flatnonzero(in_cell)
    rows: NDArray[np.int64] | None
    if clusters is not None:
        called, rows = _called_by_unit(bins, sizes, weight, clusters), clusters.rows
    elif times is None and (weight is not None or _are_many(in_cell[occupied])):
        units = units_of(np.arange(cell.size), rng)
        called, rows = _called_by_unit(bins, sizes, weight, units), units.rows
    else:
        retained_cells, n, each = occupied, in_cell[occupied], np.ones(occupied.size)
        if weight is not None and times is not None:
            sums = (times * weight**power for power in (1, 2))
            mass, squared = (np.bincount(cell, moment)[occupied].astype(float) for moment in sums)
            place, n, each = matching_rows(in_cell[occupied], mass, squared)
            retained_cells = occupied[place]
        called, rows = _called_by_cell(np.divmod(retained_cells, sizes[1]), n, each, sizes, rng)
    first, second = called
    return ClassCells(first, second, rows, both, effective)


def units_of(code: NDArray[np.intp], rng: Generator) -> Units:
    """Units from the code (n,) of each row or of its cluster; random groups if there are many."""
    size = int(code.max()) + 1
    if size <= MAX_UNITS:
        return Units(code, np.ones(size, dtype=np.int64))
    group = np.arange(size) % MAX_UNITS
    rng.shuffle(group)
    return Units(group[code], None)


def _are_many(rows: NDArray[np.int64]) -> bool:
    """Whether cells (c,) of so many rows are too many to be resampled one by one."""
    return bool(rows.size > MAX_CELLS and rows.sum() > MAX_UNITS)


def _called_by_cell(
    at: tuple[NDArray[np.intp], NDArray[np.intp]],
    rows: NDArray[np.int64],
    weight: Floats,
    sizes: Sequence[int],
    rng: Generator,
) -> tuple[list[Floats], NDArray[np.int64] | None]:
    """As `_called_by_unit`, and the rows of a unit: cells of equal rows, or random groups of these.

    at: two of (c,), the vertex of each cell; rows (c,): how many it has; weight (c,): of each.
    """
    if _are_many(rows):
        return _called_by_groups(at, rows, weight, sizes, rng), None
    called = [called_at(vertices, size) * weight[:, None] for vertices, size in zip(at, sizes)]
    return called, rows


def _called_by_groups(
    at: tuple[NDArray[np.intp], NDArray[np.intp]],
    in_cell: NDArray[np.int64],
    weight: Floats,
    sizes: Sequence[int],
    rng: Generator,
) -> list[Floats]:
    """As `_called_by_cell`, of MAX_UNITS random groups of the rows.

    Each row falls into any group alike. Of more than MOST_ROWS_DRAWN rows in a cell the numbers by
    group are taken as normal, with the multinomial's means and covariances.
    """
    sums = [np.zeros((size, MAX_UNITS)) for size in sizes]
    for rows, each, *vertices in zip(in_cell.tolist(), weight, *at):
        if rows <= MOST_ROWS_DRAWN:
            group = rng.integers(0, MAX_UNITS, size=rows)
            drawn = np.bincount(group, minlength=MAX_UNITS).astype(float)
        else:
            noise = rng.standard_normal(MAX_UNITS)
            drawn = rows / MAX_UNITS + (noise - noise.mean()) * (rows / MAX_UNITS) ** 0.5
        for model_sums, vertex in zip(sums, vertices):
            model_sums[vertex] += drawn * each
    return [np.ascontiguousarray(model_sums.cumsum(axis=0).T) for model_sums in sums]


def _called_by_unit(
    bins: Sequence[Bins], sizes: Sequence[int], weight: Floats | None, units: Units
) -> list[Floats]:
    """Weight of each unit at or above each vertex of both models, (u, h1) and (u, h2)."""
    n = MAX_UNITS if units.rows is None else units.rows.size
    return [
        np.bincount(units.of_row * size + vertices, weights=weight, minlength=n * size)
        .reshape(n, size)
        .cumsum(axis=1, dtype=float)
        for vertices, size in zip(bins, sizes)
    ]


def _cumulated(cells: NDArray, sizes: Sequence[int]) -> NDArray:
    """What both models call at their vertices i and j, (h1, h2)."""
    return cells.reshape(sizes).cumsum(axis=0).cumsum(axis=1)


def called_at(vertex: NDArray[np.intp], size: int) -> Bools:
    """Whether each vertex of a hull calls each unit, (u, h)."""
    return vertex[:, None] <= np.arange(size)
