"""Joint cells: how often two models call rows positive together, all that a comparison needs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from costdash.core.analysis.analysis import Analysis
from costdash.core.analysis.model_analysis import ModelAnalysis
from costdash.core.compare.delong import PairedAreas, model_area_variance, paired_areas
from costdash.core.curves.hull import rules_as_hull
from costdash.core.curves.multiclass import ModelRows
from costdash.core.curves.roc import AreaVariance, auc_variance
from costdash.core.resample.class_cells import ClassCells, called_at, class_cells, units_of
from costdash.core.resample.cluster_bootstrap import (
    cluster_codes,
    effective_units,
    fewest_units,
)
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.counts import count
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Floats


@dataclass(frozen=True, slots=True, eq=False)
class JointCells:
    """Joint cells of two models on one sample, and their areas.

    Created by `compare_all` for its comparisons. Everything that a paired comparison needs of the
    rows is here, in a size that does not grow with the number of rows.

    Attributes
    ----------
    names : tuple of str
        The two models, in the order of the file.
    negatives, positives : ClassCells
        Resampling units of each class.
    areas : PairedAreas
        Both AUCs and the variance of their difference.
    same_order : bool
        Whether both models put the rows in the same order, ties included. Then no threshold of
        theirs differs.
    together : bool
        Whether units are clusters. They hold rows of both classes, so one draw serves both.
    smallest_class : int
        Rows of the smaller class, or clusters that hold any.
    apart : tuple of JointCells, or None
        If the models share no rows, because one is a confusion matrix: the cells of each model
        with itself. Then they are independent, and `negatives` and `positives` are the first's.

    Examples
    --------
    >>> from costdash.core import Predictions, analyse
    >>> from costdash.core.compare.paired_sample import joint_cells
    >>> scores = {"x": [0.1, 0.4, 0.3, 0.9], "y": [0.2, 0.3, 0.5, 0.8]}
    >>> sample = Predictions(is_positive=[0, 0, 1, 1], scores=scores)
    >>> cells = joint_cells(sample, analyse(sample), "x", "y")
    >>> cells.areas.first, cells.areas.second, cells.smallest_class
    (0.75, 1.0, 2)
    """

    names: tuple[str, str]
    negatives: ClassCells
    positives: ClassCells
    areas: PairedAreas
    same_order: bool
    together: bool
    smallest_class: float
    apart: "tuple[JointCells, JointCells] | None" = None


class PairedRows:
    """The evaluation rows of an analysis; reads each model once for all its pairs."""

    def __init__(self, predictions: Predictions, analysis: Analysis) -> None:
        self._rows, self._analysis = predictions.evaluation_part, analysis
        self._read: dict[str, ModelRows] = {}
        self._alone: dict[str, JointCells] = {}

    def cells(self, a: str, b: str) -> JointCells:
        """Joint cells of two models; both orders of the names give the same cells.

        Raises ValueError unless both are models of the analysis.
        """
        models = self._analysis.models
        for name in (a, b):
            if name not in models:
                raise ValueError(f"no model is called {name!r}; models are {[*models]}")
        place = self._analysis.place
        names = (a, b) if place[a] <= place[b] else (b, a)
        if self._rows.confusions.keys() & set(names):
            return independent_cells(self._with_itself(names[0]), self._with_itself(names[1]))
        rng = generator(self._analysis.seed, Stream.ROW_GROUPS, *(place[name] for name in names))
        joint = cells_of(self._rows, names, [self._of(name) for name in names], rng)
        return joint if self._rows.groups is None else self._at_vertices(joint)

    def _at_vertices(self, cells: JointCells) -> JointCells:
        """Cells at the hulls' vertices, from those at the retained thresholds of grouped rows.

        Rows between two retained thresholds are shared out as the model's own counts say, so
        expected rates are exact at every vertex. Replicated rates are interpolated.
        """
        first, second = (self._analysis.models[name] for name in cells.names)
        first_counts, second_counts = first.counts, second.counts
        alike = np.array_equal(first_counts.tp, second_counts.tp) and np.array_equal(
            first_counts.fp, second_counts.fp
        )
        negatives, positives = (
            part.read_at(*(self._shares(model, side) for model in (first, second)))
            for part, side in ((cells.negatives, "fp"), (cells.positives, "tp"))
        )
        areas, same_order = (
            replace(cells.areas, first=first.auc, second=second.auc),
            cells.same_order and alike,
        )
        return replace(
            cells, negatives=negatives, positives=positives, areas=areas, same_order=same_order
        )

    def _shares(self, model: ModelAnalysis, side: str) -> Floats:
        """Weights (k, h) that turn counts of a class at retained thresholds into vertex counts."""
        retained = np.append(np.inf, np.unique(self._rows.scores[model.name])[::-1])
        called = getattr(model.counts, side)
        at_retained, wanted = called[model.counts.index(retained)], called[model.hull.index]
        before = np.searchsorted(-retained, -model.hull.threshold, side="right") - 1
        after = np.minimum(before + 1, retained.size - 1)
        step = at_retained[after] - at_retained[before]
        share = (wanted - at_retained[before]) / np.where(step > 0, step, 1)
        shares = np.zeros((retained.size, wanted.size))
        column = np.arange(wanted.size)
        shares[after, column] += share
        shares[before, column] += 1 - share
        return shares

    def _with_itself(self, name: str) -> JointCells:
        """Cells of a model that share no rows with the other's."""
        if name not in self._alone:
            rows, model = self._rows, self._analysis.models[name]
            if name in rows.confusions:
                self._alone[name] = matrix_cells(model)
            else:
                rng = generator(self._analysis.seed, Stream.ROW_GROUPS, model.place)
                model_rows = self._of(name)
                cells = cells_of(rows, (name, name), [model_rows, model_rows], rng)
                if rows.groups is not None:
                    cells = self._at_vertices(cells)
                variance = model_area_variance(rows, model_rows.auc, model_rows.placement)
                areas = replace(cells.areas, variance=variance)
                self._alone[name] = replace(cells, areas=areas)
        return self._alone[name]

    def _of(self, name: str) -> ModelRows:
        if name not in self._read:
            model, rows = self._analysis.models[name], self._rows
            counts, hull = model.counts, model.hull
            if rows.groups is not None:
                counts = rows.groups.count_groups(rows.is_positive, rows.scores[name], rows.weight)
                hull = rules_as_hull(counts, name, np.arange(counts.threshold.size))
            elif self._analysis.hold_out:  # thresholds come from other rows; placements need these
                counts = count(rows.is_positive, rows.scores[name], rows.mass)
            self._read[name] = ModelRows.of(rows, name, counts, hull)
        return self._read[name]


def joint_cells(predictions: Predictions, analysis: Analysis, a: str, b: str) -> JointCells:
    """Joint cells of one pair. For many pairs `PairedRows` is faster."""
    return PairedRows(predictions, analysis).cells(a, b)


def cells_of(
    predictions: Predictions, names: tuple[str, str], models: Sequence[ModelRows], rng: Generator
) -> JointCells:
    """Joint cells of two models, in the order of `names`, from each model's rows."""
    positive, weight, times = predictions.is_positive, predictions.mass, predictions.times
    cluster = cluster_codes(predictions)
    units = None if cluster is None else units_of(cluster, rng)
    effective = effective_units(predictions)
    negatives, positives = (
        class_cells(
            [model.vertex[part] for model in models],
            [model.vertices for model in models],
            None if weight is None else weight[part],
            None if units is None else units.of_class(part),
            rows,
            rng,
            None if times is None else times[part],
        )
        for part, rows in zip((~positive, positive), effective)
    )
    first, second = models
    return JointCells(
        names=names,
        negatives=negatives,
        positives=positives,
        areas=paired_areas(
            positive,
            (first.auc, second.auc),
            (first.placement, second.placement),
            weight,
            cluster,
            times,
        ),
        same_order=_same_order(first.score, second.score),
        together=cluster is not None,
        smallest_class=fewest_units(predictions),
    )


def matrix_cells(model: ModelAnalysis) -> JointCells:
    """Cells of a confusion matrix with itself."""
    counts, hull = model.counts, model.hull
    assert model.confusion is not None
    parts = []
    for called in (counts.fp, counts.tp):
        at = called[hull.index]
        vertex = np.arange(1, at.size)  # the strictest vertex that calls the cases of a cell
        units = called_at(vertex, at.size).astype(float)
        both = np.minimum.outer(at, at) / at[-1]
        parts.append(ClassCells(units, units, np.diff(at), both, float(at[-1])))
    smallest = float(min(counts.positives, counts.negatives))
    areas = PairedAreas(model.auc, model.auc, auc_variance(counts), smallest)
    names = (model.name, model.name)
    return JointCells(names, parts[0], parts[1], areas, True, False, smallest)


def independent_cells(first: JointCells, second: JointCells) -> JointCells:
    """Cells of two models that share no rows, from the cells of each with itself.

    The variance of the difference is the sum of both, with Welch's degrees of freedom.
    """
    first_areas, second_areas = first.areas, second.areas
    variances = [first_areas.variance.value, second_areas.variance.value]
    squares = sum(
        area.variance.value**2 / area.variance.freedom for area in (first_areas, second_areas)
    )
    total = sum(variances)
    freedom = total**2 / squares if squares > 0 else np.inf
    return JointCells(
        names=(first.names[0], second.names[0]),
        negatives=first.negatives,
        positives=first.positives,
        areas=PairedAreas(
            first_areas.first,
            second_areas.first,
            AreaVariance(total, freedom),
            min(first_areas.rarer, second_areas.rarer),
        ),
        same_order=False,
        together=first.together or second.together,
        smallest_class=min(first.smallest_class, second.smallest_class),
        apart=(first, second),
    )


def _same_order(first: Floats, second: Floats) -> bool:
    """Whether sorting by one score also sorts by the other, with the same ties."""
    if np.array_equal(first, second):
        return True
    some = slice(0, 1000)  # different models usually differ within these rows
    return _sorted_alike(first[some], second[some]) and _sorted_alike(first, second)


def _sorted_alike(first: Floats, second: Floats) -> bool:
    order = np.argsort(first, kind="stable")
    first, second = first[order], second[order]
    rises = second[1:] > second[:-1]
    falls = second[1:] < second[:-1]
    return not falls.any() and np.array_equal(rises, first[1:] > first[:-1])
