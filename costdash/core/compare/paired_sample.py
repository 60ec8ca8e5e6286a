"""What two models call together: all that a paired comparison needs of the rows."""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.analysis.analysis import Analysis
from costdash.core.compare.delong import PairedAreas, paired_areas
from costdash.core.curves.multiclass import ModelRows
from costdash.core.resample.cluster_bootstrap import (
    cluster_codes,
    clusters_holding,
    effective_units,
)
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.counts import count
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Bools, Floats

MAX_CELLS = 500  # of a class with many rows; drawing more takes longer than drawing groups of rows
MAX_UNITS = 2000  # rows of a class, or clusters, that are resampled as such

Units = tuple[NDArray[np.intp], NDArray[np.int64] | None]


@dataclass(frozen=True, slots=True, eq=False)
class ClassCells:
    """One class: what is resampled, and how the two models call it.

    first (u, h1), second (u, h2): weight of each unit at or above each hull vertex of either
    model; rows (u,): how many rows are such a unit. Units are the occupied joint cells of the
    two hulls, or single weighted rows, or clusters. Where there are more than MAX_CELLS, or
    MAX_UNITS, of these the units are MAX_UNITS random groups of rows, or of clusters, all alike,
    and rows is None: the noise that grouping adds to the width of a band, about 1.5 %, is less than
    what 2,000 replicates leave.

    both (h1, h2): share of the class that both models call, and both_rows how many rows that is
    (of clusters: how many of them it amounts to); effective: Kish's number of rows or clusters.
    """

    first: Floats
    second: Floats
    rows: NDArray[np.int64] | None
    both: Floats
    both_rows: NDArray
    effective: float


@dataclass(frozen=True, slots=True, eq=False)
class JointCells:
    """Two models of one sample; the pair stands in the order of the file, whoever asks.

    same: whether both put the rows in the same order, ties included, so that nothing that their
    thresholds can do differs. together: whether units are clusters, which hold rows of both
    classes, so that one draw serves both. smallest_class: rows, or clusters with any.
    """

    names: tuple[str, str]
    negatives: ClassCells
    positives: ClassCells
    areas: PairedAreas
    same: bool
    together: bool
    smallest_class: int


class PairedRows:
    """The rows judged on, of which each model of an analysis is read once for all its pairs."""

    def __init__(self, predictions: Predictions, analysis: Analysis):
        self._rows, self._analysis = predictions.judged, analysis
        self._read: dict[str, ModelRows] = {}

    def cells(self, a: str, b: str) -> JointCells:
        """Of two models; in either order they give the same.

        Raises ValueError unless both are models of the analysis.
        """
        models = self._analysis.models
        for name in (a, b):
            if name not in models:
                raise ValueError(f"no model is called {name!r}; models are {[*models]}")
        place = self._analysis.place
        names = tuple(sorted((a, b), key=place.__getitem__))
        places = (place[name] for name in names)
        rng = generator(self._analysis.seed, Stream.ROW_GROUPS, *places)
        return cells_of(self._rows, names, [self._of(name) for name in names], rng)

    def _of(self, name: str) -> ModelRows:
        if name not in self._read:
            model, rows = self._analysis.models[name], self._rows
            counts = model.counts
            if self._analysis.parts:  # at thresholds that these rows may not have
                counts = count(rows.is_positive, rows.scores[name], rows.weight)
            self._read[name] = ModelRows.of(rows, name, counts, model.hull)
        return self._read[name]


def joint_cells(predictions: Predictions, analysis: Analysis, a: str, b: str) -> JointCells:
    """Of one pair; `PairedRows` has them for many."""
    return PairedRows(predictions, analysis).cells(a, b)


def cells_of(
    predictions: Predictions, names: tuple[str, str], seen: list[ModelRows], rng: Generator
) -> JointCells:
    """The same for two models in the order given, as they see these rows."""
    positive, weight = predictions.is_positive, predictions.weight
    cluster = cluster_codes(predictions)
    units = None if cluster is None else _dealt(cluster, rng)
    effective = effective_units(predictions)
    negatives, positives = (
        _class_cells(
            [model.vertex[part] for model in seen],
            [model.vertices for model in seen],
            None if weight is None else weight[part],
            None if units is None else (units[0][part], units[1]),
            rows,
            rng,
        )
        for part, rows in zip((~positive, positive), effective)
    )
    holding = np.bincount(positive, minlength=2)
    return JointCells(
        names=names,
        negatives=negatives,
        positives=positives,
        areas=paired_areas(
            positive, [m.auc for m in seen], [m.placement for m in seen], weight, cluster
        ),
        same=_same_order(*(model.score for model in seen)),
        together=cluster is not None,
        smallest_class=int(min(holding if cluster is None else clusters_holding(predictions))),
    )


def _class_cells(bins, sizes, weight, clusters, effective: float, rng: Generator) -> ClassCells:
    """Cells of one class; clusters, where rows have them, are the units: (of each row, rows)."""
    first, second = bins
    cell = first * sizes[1] + second
    in_cell = np.bincount(cell, minlength=sizes[0] * sizes[1])
    both_rows = both = _summed(in_cell, sizes)
    if weight is not None:
        both = _summed(np.bincount(cell, weights=weight, minlength=in_cell.size), sizes)
    both = both / both[-1, -1]
    occupied = np.flatnonzero(in_cell)
    if clusters is not None:
        called, rows = _of_units(bins, sizes, weight, *clusters)
        both_rows = both * effective
    elif weight is None and (occupied.size <= MAX_CELLS or first.size <= MAX_UNITS):
        at = np.divmod(occupied, sizes[1])
        called = [_calls(one, size).astype(float) for one, size in zip(at, sizes)]
        rows = in_cell[occupied]
    else:
        called, rows = _of_units(bins, sizes, weight, *_dealt(np.arange(first.size), rng))
    return ClassCells(*called, rows, both, both_rows, effective)


def _dealt(code: NDArray[np.intp], rng: Generator) -> Units:
    """The unit (n,) of each row and how many rows or clusters each unit is (None: groups of them,
    dealt at random), from the code (n,) of its row or cluster."""
    size = int(code.max()) + 1
    if size <= MAX_UNITS:
        return code, np.ones(size, dtype=np.int64)
    group = np.arange(size) % MAX_UNITS
    rng.shuffle(group)
    return group[code], None


def _of_units(bins, sizes, weight, unit: NDArray[np.intp], rows):
    """Weight of each unit at or above each vertex of either model, (u, h1) and (u, h2)."""
    units = MAX_UNITS if rows is None else rows.size
    called = [
        np.bincount(unit * size + one, weights=weight, minlength=units * size)
        .reshape(units, size)
        .cumsum(axis=1, dtype=float)
        for one, size in zip(bins, sizes)
    ]
    return called, rows


def _summed(cells: NDArray, sizes: list[int]) -> NDArray:
    """Of what both models call at their vertices i and j, (h1, h2)."""
    return cells.reshape(sizes).cumsum(axis=0).cumsum(axis=1)


def _calls(bin: NDArray[np.intp], size: int) -> Bools:
    """Whether each vertex calls each unit, (u, h)."""
    return bin[:, None] <= np.arange(size)


def _same_order(first: Floats, second: Floats) -> bool:
    """Whether sorting by one also sorts by the other, with the same ties."""
    if np.array_equal(first, second):
        return True
    some = slice(0, 1000)  # different models show it early
    return _sorted_alike(first[some], second[some]) and _sorted_alike(first, second)


def _sorted_alike(first: Floats, second: Floats) -> bool:
    order = np.argsort(first, kind="stable")
    first, second = first[order], second[order]
    rises = second[1:] > second[:-1]
    falls = second[1:] < second[:-1]
    return not falls.any() and np.array_equal(rises, first[1:] > first[:-1])
