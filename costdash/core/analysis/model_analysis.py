"""The analysis of one model: counts, hull, areas with their interval, and bands."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.analysis.hold_out import evaluated_hull, rates_on
from costdash.core.curves.cost import are_probabilities
from costdash.core.curves.hull import Hull, convex_hull
from costdash.core.curves.polyline import thinned
from costdash.core.curves.precision_recall import average_precision, pr_auc
from costdash.core.curves.roc import (
    AreaVariance,
    area_error,
    area_limits,
    auc,
    auc_interval,
    chance_p,
)
from costdash.core.resample.bands import Bands, bands_of_counts, bands_of_replicates
from costdash.core.resample.bootstrap import (
    MIN_ROWS,
    Replicates,
    class_rows,
    class_sums,
    replicate,
    retained_thresholds,
)
from costdash.core.resample.cluster_bootstrap import (
    clustered_area_error,
    fewest_units,
    replicate_clusters,
)
from costdash.core.resample.redrawn_bands import RedrawnBands
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.confusion_matrix import ConfusionMatrix
from costdash.core.sample.counts import Counts, count
from costdash.core.sample.groups import WeightSums
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Interval


def model_bands(
    predictions: Predictions,
    name: str,
    counts: Counts,
    hull: Hull,
    n_replicates: int,
    rng: Generator,
) -> Bands | None:
    """Bands of the named model; None if a class has fewer than MIN_ROWS rows or clusters.

    Of weighted rows, Kish's effective number counts.
    """
    if fewest_units(predictions) < MIN_ROWS:
        return None
    index = retained_thresholds(counts, hull.index)
    replicates = model_replicates(predictions, name, counts, index, n_replicates, rng)
    return bands_of_replicates(hull, replicates, counts, rng)


def model_replicates(
    predictions: Predictions,
    name: str,
    counts: Counts,
    index: NDArray[np.intp],
    n_replicates: int,
    rng: Generator,
) -> Replicates:
    """Replicates of the named model at the thresholds `index` of its counts."""
    weight, is_positive = predictions.mass, predictions.is_positive
    if name in predictions.confusions:
        return replicate(counts, index, n_replicates, rng)
    if predictions.cluster is not None:
        return replicate_clusters(predictions, name, counts, index, n_replicates, rng)
    if (sums := _weight_sums(predictions, name)) is not None:
        parts = class_sums(counts, sums.rows, sums.squared, index)
        return replicate(counts, index, n_replicates, rng, parts)
    if weight is not None:
        rows = class_rows(is_positive, predictions.scores[name], weight, counts, index)
        return replicate(counts, index, n_replicates, rng, rows)
    return replicate(counts, index, n_replicates, rng)


def model_area_error(
    predictions: Predictions, name: str, counts: Counts
) -> tuple[float, AreaVariance, float]:
    """The named model's AUC, its variance by DeLong (by Obuchowski if there are clusters), and the
    effective number of units of the rarer class.
    """
    if predictions.cluster is not None:
        return clustered_area_error(predictions, name, counts)
    squared = None
    if (sums := _weight_sums(predictions, name)) is not None:
        squared = sums.squared
    elif predictions.mass is not None:
        squared = count(predictions.is_positive, predictions.scores[name], predictions.mass**2)
    return area_error(counts, squared)


@dataclass(frozen=True, slots=True, eq=False)
class ModelAnalysis:
    """The results for one model that do not depend on prior and costs.

    Created by `analyse`. With a hold-out, all but `selection_part_counts` is about the evaluation
    part, at thresholds that the selection part chose.

    Attributes
    ----------
    name : str
        Name of the model.
    counts : Counts
        Positives and negatives at or above each of the k + 1 thresholds.
    hull : Hull
        Vertices of the convex hull, with their owners.
    path : NDArray
        Indices of the thresholds to draw.
    auc, average_precision, pr_auc : float
        Areas, in [0, 1]; the latter two at the file's prevalence.
    auc_interval : tuple of float
        DeLong's limits of the AUC, or Obuchowski's if there are clusters, at the level of the
        analysis; nan if undefined.
    auc_p : float
        Two-sided p of an AUC of 1/2, by the same variance; nan if undefined.
    bands : Bands or None
        Bootstrap replicates; None if a class has fewer than MIN_ROWS rows (or clusters).
    place : int
        Place of the model in the file, whichever models are analysed with it.
    selection_part_counts : Counts or None
        Counts of the selection part at the same thresholds; None without a hold-out.
    confusion : ConfusionMatrix or None
        The matrix, if that is all that is known of the model.
    cases : Counts or None
        Cases at the same thresholds, if `counts` are of costs that differ from case to case.
    case_bands : Bands or None
        Bootstrap replicates in cases: those of the same rows without costs. `bands` are of shares
        of costs where these differ from case to case.

    Examples
    --------
    >>> from costdash.core import Predictions, analyse
    >>> scores = {"rf": [0.1, 0.2, 0.3, 0.4, 0.8, 0.9]}
    >>> model = analyse(Predictions(is_positive=[0, 0, 1, 0, 1, 1], scores=scores)).models["rf"]
    >>> model.hull.threshold.tolist()
    [inf, 0.8, 0.3, 0.1]
    """

    name: str
    counts: Counts
    hull: Hull
    path: NDArray[np.intp]
    auc: float
    auc_interval: Interval
    auc_p: float
    average_precision: float
    pr_auc: float
    bands: Bands | None
    place: int
    selection_part_counts: Counts | None = None
    confusion: ConfusionMatrix | None = None
    cases: Counts | None = None
    case_bands: Bands | None = None

    @property
    def bands_in_cases(self) -> Bands | None:
        """Bands of rates in cases, also where costs differ from case to case."""
        return self.bands if self.cases is None else self.case_bands

    @property
    def case_counts(self) -> Counts:
        """Counts of cases, also where costs differ from case to case."""
        return self.counts if self.cases is None else self.cases

    @property
    def selection_counts(self) -> Counts:
        """Counts of the rows on which thresholds are chosen."""
        return self.counts if self.selection_part_counts is None else self.selection_part_counts

    @property
    def selection_hull(self) -> Hull:
        """The hull with the rates of the rows on which it was chosen, so it is convex."""
        if self.selection_part_counts is None:
            return self.hull
        return rates_on({self.name: self.selection_part_counts}, self.hull, convex=True)

    @property
    def is_hard(self) -> bool:
        """Whether it only calls cases positive or negative: a matrix, or scores of 0 and 1."""
        scores = self.counts.threshold[1:]
        two = scores.size <= 2 and bool(np.isin(scores, (-1, 0, 1)).all())
        return self.confusion is not None or two

    @property
    def is_probability(self) -> bool:
        """Whether all scores lie in [0, 1]; a confusion matrix has no scores."""
        return self.confusion is None and are_probabilities(self.counts)


def analyse_model(
    predictions: Predictions, name: str, place: int, level: float, n_replicates: int, seed: int
) -> ModelAnalysis:
    """Analyses the named model on the evaluation rows; its place and the seed fix its bands."""
    model = model_curves(predictions, name, place, level)
    return with_bands(model, predictions, n_replicates, seed)


def model_curves(predictions: Predictions, name: str, place: int, level: float) -> ModelAnalysis:
    """The analysis of the named model without its bands, which take most of the time."""
    if name in predictions.confusions:
        return _analyse_matrix(predictions, name, place, level)
    evaluation_part, prior = predictions.evaluation_part, None
    selection_part = _selection_part(predictions)
    if selection_part is not None:
        prior = predictions.prevalence
    evaluation_counts, counts, selection, hull = _counts_and_hull(
        evaluation_part, selection_part, name
    )
    turns = evaluation_counts.take(evaluation_counts.corners)  # the curve is straight between them
    error = model_area_error(evaluation_part, name, evaluation_counts)
    cases, in_cases, corners = None, evaluation_counts, turns
    if evaluation_part.costs is not None:
        in_cases, *_ = _without_costs(predictions, name)
        cases, corners = in_cases.at(counts.threshold), in_cases.take(in_cases.corners)
    return ModelAnalysis(
        name=name,
        counts=counts,
        hull=hull,
        path=thinned(counts, hull.index),
        auc=auc(turns),
        auc_interval=area_limits(*error, level),
        auc_p=chance_p(*error),
        average_precision=average_precision(in_cases, prior),
        pr_auc=pr_auc(corners, prior),
        bands=None,
        place=place,
        selection_part_counts=selection,
        cases=cases,
    )


def with_bands(
    model: ModelAnalysis, predictions: Predictions, n_replicates: int, seed: int
) -> ModelAnalysis:
    """The model with the bands of its rows, of which its place and the seed are the source."""
    rng = generator(seed, Stream.MODEL_BANDS, model.place)
    counts, hull = model.counts, model.hull
    if model.confusion is not None:
        if min(model.confusion.positives, model.confusion.negatives) < MIN_ROWS:
            return model
        return replace(model, bands=bands_of_counts(counts, hull, n_replicates, rng))
    rows, case_bands = predictions.evaluation_part, None
    bands = model_bands(rows, model.name, counts, hull, n_replicates, rng)
    if rows.costs is not None:
        rng = generator(seed, Stream.MODEL_BANDS, model.place)  # the bands of rows without costs
        _, every, _, case_hull = _without_costs(predictions, model.name)
        rows = replace(rows, costs=None)
        case_bands = model_bands(rows, model.name, every, case_hull, n_replicates, rng)
    return replace(model, bands=bands, case_bands=case_bands)


def with_redrawn_bands(
    model: ModelAnalysis,
    predictions: Predictions,
    draw: Callable[[ModelAnalysis, Predictions], ModelAnalysis],
) -> ModelAnalysis:
    """The model with the bands that `draw` gives it, which is called when they are read.

    So the bands of very many models need no memory. Costs that differ from case to case have
    bands in cases beside them; there `draw` is called at once.
    """
    rows = predictions.evaluation_part
    if rows.costs is not None:
        return draw(model, predictions)
    matrix = model.confusion
    units = min(matrix.positives, matrix.negatives) if matrix else fewest_units(rows)
    if units < MIN_ROWS:
        return model

    def drawn() -> Bands:
        bands = draw(model, predictions).bands
        assert bands is not None
        return bands

    return replace(model, bands=RedrawnBands(model.hull, drawn))


def _selection_part(predictions: Predictions) -> Predictions | None:
    """The rows that choose thresholds, if these are others than those that judge."""
    return None if predictions.split is None else predictions.selection_part


def _without_costs(
    predictions: Predictions, name: str
) -> tuple[Counts, Counts, Counts | None, Hull]:
    """`_counts_and_hull` of cases, where costs differ from case to case."""
    selection_part = _selection_part(predictions)
    rows = replace(predictions.evaluation_part, costs=None)
    return _counts_and_hull(rows, selection_part and replace(selection_part, costs=None), name)


def _counts_and_hull(
    evaluation_part: Predictions, selection_part: Predictions | None, name: str
) -> tuple[Counts, Counts, Counts | None, Hull]:
    """Counts of the rows that judge, those at the thresholds of both parts, those of the rows that
    choose there (None: the same rows), and the hull."""
    evaluation_counts = _counted(evaluation_part, name)
    if selection_part is None:
        return evaluation_counts, evaluation_counts, None, convex_hull(evaluation_counts, name)
    selection, counts, hull = evaluated_hull(
        _counted(selection_part, name), evaluation_counts, name
    )
    return evaluation_counts, counts, selection, hull


def _analyse_matrix(predictions: Predictions, name: str, place: int, level: float) -> ModelAnalysis:
    """Analyses a model that is given as a confusion matrix; a hold-out does not change it."""
    matrix, prior = predictions.confusions[name], predictions.prevalence
    counts = matrix.counts
    hull = convex_hull(counts, name)
    if predictions.split is not None:
        hull = rates_on({name: counts}, hull)
    return ModelAnalysis(
        name=name,
        counts=counts,
        hull=hull,
        path=thinned(counts, hull.index),
        auc=auc(counts),
        auc_interval=auc_interval(counts, level),
        auc_p=chance_p(*area_error(counts)),
        average_precision=average_precision(counts, prior),
        pr_auc=pr_auc(counts, prior),
        bands=None,
        place=place,
        selection_part_counts=None if predictions.split is None else counts,
        confusion=matrix,
    )


def area_interval(predictions: Predictions, name: str, level: float) -> Interval:
    """Interval of the named model's AUC on the evaluation rows."""
    if name in predictions.confusions:
        return auc_interval(predictions.confusions[name].counts, level)
    evaluation_part = predictions.evaluation_part
    error = model_area_error(evaluation_part, name, _counted(evaluation_part, name))
    return area_limits(*error, level)


def _counted(predictions: Predictions, name: str) -> Counts:
    is_positive, score = predictions.is_positive, predictions.scores[name]
    if predictions.groups is not None:
        return predictions.groups.count(name, is_positive, score, predictions.weight)
    return count(is_positive, score, predictions.mass)


def _weight_sums(predictions: Predictions, name: str) -> WeightSums | None:
    """Rows and squared weights of grouped rows with weights; None for other rows."""
    groups, weight = predictions.groups, predictions.weight
    if groups is None or weight is None:
        return None
    score = predictions.scores[name]
    return groups.weight_sums(name, predictions.is_positive, score, weight)
