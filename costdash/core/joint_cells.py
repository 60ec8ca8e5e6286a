"""What two models call together: all that a paired comparison needs of the rows."""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.analysis import Analysis
from costdash.core.hull import Hull
from costdash.core.paired_auc import PairedAreas, paired_areas
from costdash.core.predictions import Bools, Floats, Predictions

MAX_UNITS = 4000  # cells or rows of a class that are resampled as such


@dataclass(frozen=True, slots=True, eq=False)
class ClassCells:
    """One class: what is resampled, and how the two models call it.

    first (u, h1), second (u, h2): weight of each unit at or above each hull vertex of either
    model; rows (u,): how many rows are such a unit. Units are the occupied joint cells of the
    two hulls, or single weighted rows. Where there are more than MAX_UNITS of these the units
    are that many random groups of rows, all alike, and rows is None: the noise that grouping
    adds to the width of a band, about 1 %, is less than what 2,000 replicates leave.

    both (h1, h2): share of the class that both models call, and both_rows how many rows that is;
    effective: Kish's number of rows, where they have weights.
    """

    first: Floats
    second: Floats
    rows: NDArray[np.int64] | None
    both: Floats
    both_rows: NDArray[np.int64]
    effective: float


@dataclass(frozen=True, slots=True, eq=False)
class JointCells:
    """Two models of one sample; the pair stands in the order of the file, whoever asks.

    same: whether both put the rows in the same order, ties included, so that nothing that their
    thresholds can do differs.
    """

    names: tuple[str, str]
    negatives: ClassCells
    positives: ClassCells
    areas: PairedAreas
    same: bool
    smallest_class: int


def joint_cells(predictions: Predictions, analysis: Analysis, a: str, b: str) -> JointCells:
    """The rows of two models, read once; a and b in either order give the same.

    Raises ValueError unless both are models of the analysis.
    """
    for name in (a, b):
        if name not in analysis.models:
            raise ValueError(f"no model is called {name!r}; models are {[*analysis.models]}")
    place = {name: i for i, name in enumerate(analysis.models)}
    names = tuple(sorted((a, b), key=place.__getitem__))
    models = [analysis.models[name] for name in names]
    scores = [predictions.scores[name] for name in names]
    bins = [_first_vertex_that_calls(m.hull, s) for m, s in zip(models, scores)]
    rng = np.random.default_rng((analysis.seed, *(place[name] for name in names)))
    positive, weight = predictions.is_positive, predictions.weight
    sizes = [m.hull.fpr.size for m in models]
    negatives, positives = (
        _class_cells(bins, sizes, part, None if weight is None else weight[part], rng)
        for part in (~positive, positive)
    )
    return JointCells(
        names=names,
        negatives=negatives,
        positives=positives,
        areas=paired_areas(positive, scores, [m.counts for m in models], weight),
        same=_same_order(*scores),
        smallest_class=int(min(np.count_nonzero(positive), np.count_nonzero(~positive))),
    )


def _first_vertex_that_calls(hull: Hull, score: Floats) -> NDArray[np.intp]:
    """The strictest hull vertex at which each row is called, (n,); never 0, which calls none."""
    return np.searchsorted(-hull.threshold, -(score + 0.0), side="left")


def _class_cells(bins, sizes, part: Bools, weight, rng: Generator) -> ClassCells:
    first, second = (one[part] for one in bins)
    cell = first * sizes[1] + second
    in_cell = np.bincount(cell, minlength=sizes[0] * sizes[1])
    both_rows = both = _summed(in_cell, sizes)
    if weight is not None:
        both = _summed(np.bincount(cell, weights=weight, minlength=in_cell.size), sizes)
    occupied = np.flatnonzero(in_cell)
    if weight is None and occupied.size <= MAX_UNITS:
        at = np.divmod(occupied, sizes[1])
        called = [_calls(one, size).astype(float) for one, size in zip(at, sizes)]
        rows = in_cell[occupied]
    elif weight is not None and weight.size <= MAX_UNITS:
        called = [_calls(one, size) * weight[:, None] for one, size in zip((first, second), sizes)]
        rows = np.ones(weight.size, dtype=np.int64)
    else:
        group = np.arange(first.size) % MAX_UNITS
        rng.shuffle(group)
        called = [
            np.bincount(group * size + one, weights=weight, minlength=MAX_UNITS * size)
            .reshape(MAX_UNITS, size)
            .cumsum(axis=1, dtype=float)
            for one, size in zip((first, second), sizes)
        ]
        rows = None
    effective = first.size if weight is None else weight.sum() ** 2 / (weight**2).sum()
    return ClassCells(*called, rows, both / both[-1, -1], both_rows, float(effective))


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
    steps = np.diff(first[order]), np.diff(second[order])
    return bool(((steps[0] > 0) == (steps[1] > 0)).all() and (steps[1] >= 0).all())
