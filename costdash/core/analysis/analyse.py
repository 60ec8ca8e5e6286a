"""`analyse`: from scored rows to their Analysis, and an analysis at another confidence level."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from costdash.core.analysis.analysis import Analysis
from costdash.core.analysis.hold_out import HoldOut
from costdash.core.analysis.model_analysis import (
    ModelAnalysis,
    analyse_model,
    area_interval,
    model_curves,
    with_bands,
    with_redrawn_bands,
)
from costdash.core.processors import PROCESSORS, side_by_side
from costdash.core.resample.cluster_bootstrap import (
    ClassSizes,
    effective_units,
    prevalence_variance,
)
from costdash.core.resample.design_effect import independent_negatives
from costdash.core.resample.redrawn_bands import MOST_CURVES, RECENT
from costdash.core.sample.predictions import Predictions, ScoredRows
from costdash.core.sample.row_costs import CostTotals


def analyse(
    scored: ScoredRows,
    names: Sequence[str] | None = None,
    *,
    level: float = 0.95,
    n_replicates: int = 2000,
    seed: int = 0,
    progress: Callable[[float], None] = lambda done: None,
) -> Analysis:
    """Compute curves, hulls, areas and bands of every model.

    Rows that lack a score of one of the models are left out, so that all models share their rows.
    The same seed gives the same bands, whichever models are analysed together. With more than
    MOST_CURVES replicates in all (50 models of 2,000), bands are drawn when they are read.

    Parameters
    ----------
    scored : ScoredRows
        Labels and scores; `Predictions` if every row has every score.
    names : sequence of str, optional
        Models to analyse; by default all.
    level : float
        Confidence level of intervals and bands, in (0, 1).
    n_replicates : int
        Number of bootstrap samples, at least 100.
    seed : int
        Seed of the bootstrap samples, not negative.
    progress : callable
        Called with the share of the models done, in (0, 1].

    Returns
    -------
    Analysis
        Everything that does not depend on prior and costs.

    Raises
    ------
    ValueError
        If level, n_replicates or seed are out of range, or no rows of both classes are complete.

    Examples
    --------
    >>> from costdash.core import OperatingPoint, Predictions, analyse
    >>> scores = {"rf": [0.1, 0.2, 0.3, 0.4, 0.8, 0.9]}
    >>> analysis = analyse(Predictions(is_positive=[0, 0, 1, 0, 1, 1], scores=scores))
    >>> round(analysis.models["rf"].auc, 3)
    0.889
    >>> analysis.decide(OperatingPoint(prior=0.1, cost_fn=20, cost_fp=1)).best.text
    '0.3'
    """
    if not isinstance(scored, ScoredRows):
        raise TypeError(
            f"analyse needs Predictions, got a {type(scored).__name__}: make them from a file or "
            "a data frame with costdash.read_predictions"
        )
    _check_level(level)
    if n_replicates < 100:
        raise ValueError(f"n_replicates must be at least 100, got {n_replicates}")

    many = len(scored.names if names is None else names) * n_replicates > MOST_CURVES

    @lru_cache(RECENT)
    def drawn(model: ModelAnalysis, predictions: Predictions) -> ModelAnalysis:
        return with_bands(model, predictions, n_replicates, seed)

    def analysed(predictions: Predictions, name: str, place: int) -> ModelAnalysis:
        if many:
            curves = model_curves(predictions, name, place, level)
            return with_redrawn_bands(curves, predictions, drawn)
        return analyse_model(predictions, name, place, level, n_replicates, seed)

    method = {"level": level, "n_replicates": n_replicates, "seed": seed}
    return _analysis(scored, names, method, analysed, progress)


def analyse_curves(
    scored: ScoredRows, *, level: float = 0.95, n_replicates: int = 2000, seed: int = 0
) -> Analysis:
    """`analyse` without the bands of the models, which take most of the time: `resampled` adds
    them. The method is that of the bands to come.
    """

    def curves(predictions: Predictions, name: str, place: int) -> ModelAnalysis:
        return model_curves(predictions, name, place, level)

    method = {"level": level, "n_replicates": n_replicates, "seed": seed}
    return replace(_analysis(scored, None, method, curves), resampled=False)


def resampled(analysis: Analysis, scored: ScoredRows) -> Analysis:
    """The analysis of these rows by `analyse`, from that by `analyse_curves`."""
    predictions = scored.complete()

    def model_of(model: ModelAnalysis) -> ModelAnalysis:
        return with_bands(model, predictions, analysis.n_replicates, analysis.seed)

    models = {model.name: model for model in side_by_side(model_of, analysis.models.values())}
    return replace(analysis, models=models, resampled=True)


def _analysis(
    scored: ScoredRows,
    names: Sequence[str] | None,
    method: dict[str, Any],
    model_of: Callable[[Predictions, str, int], ModelAnalysis],
    progress: Callable[[float], None] = lambda done: None,
) -> Analysis:
    """The analysis of the rows; model_of: analyses one model, whose place in the file it gets."""
    predictions = scored.complete(names)
    labelled = predictions.labelled or scored
    place = {name: i for i, name in enumerate(scored.names)}
    evaluation_part, models = predictions.evaluation_part, {}
    with ThreadPoolExecutor(PROCESSORS) as pool:
        analysed = pool.map(
            lambda name: model_of(predictions, name, place[name]), predictions.names
        )
        for model in analysed:
            models[model.name] = model
            progress(len(models) / len(predictions.names))
    effective_negatives, effective_positives = _effective(predictions)
    return Analysis(
        rows=evaluation_part.rows
        if evaluation_part.groups is None
        else evaluation_part.groups.rows,
        positives=evaluation_part.positives,
        negatives=evaluation_part.negatives,
        models=models,
        clusters=None
        if evaluation_part.cluster is None
        else len(set(evaluation_part.cluster.tolist())),
        hold_out=HoldOut.of(predictions),
        left_out=scored.rows - predictions.rows,
        lacking=scored.lacking(names),
        labelled=_labelled_totals(scored, predictions),
        effective_negatives=effective_negatives,
        effective_positives=effective_positives,
        independent_negatives=independent_negatives(_selection_part(predictions)),
        class_rows=ClassSizes.of(evaluation_part),
        prevalence_variance=prevalence_variance(labelled),
        costs=_cost_totals(predictions),
        **method,
    )


def _cost_totals(predictions: Predictions) -> CostTotals | None:
    """What mistakes on the rows cost in all; None without costs per case."""
    if predictions.costs is None:
        return None
    return CostTotals.of(predictions.costs, predictions.is_positive, predictions.weight)


def default_conditions(
    scored: ScoredRows, names: Sequence[str] | None = None
) -> tuple[float, CostTotals | None]:
    """The `file_prevalence` and `costs` of the analysis of these rows, without analysing them."""
    predictions = scored.complete(names)
    labelled = _labelled_totals(scored, predictions)
    if labelled is not None:
        _, positives, negatives = labelled
    else:  # added up as in `Analysis.totals`
        parts = [predictions.evaluation_part]
        parts += [] if predictions.split is None else [predictions.selection_part]
        positives, negatives = (sum(p.positives for p in parts), sum(p.negatives for p in parts))
    return float(positives / (positives + negatives)), _cost_totals(predictions)


def _labelled_totals(
    scored: ScoredRows, predictions: Predictions
) -> tuple[int, float, float] | None:
    """Rows, positives and negatives with a label; None if all of them are complete."""
    labelled = predictions.labelled or scored
    if labelled.rows > predictions.rows:
        return _totals(labelled)
    if predictions.groups is None or predictions.groups.labelled is None:
        return None
    totals = predictions.groups.labelled
    return totals.rows, totals.positives, totals.negatives


def _totals(scored: ScoredRows) -> tuple[int, float, float]:
    """Rows, weight of positives and weight of negatives."""
    is_positive = scored.is_positive
    weight = np.ones(scored.rows) if scored.weight is None else scored.weight
    return scored.rows, float(weight[is_positive].sum()), float(weight[~is_positive].sum())


def _selection_part(predictions: Predictions) -> Predictions:
    """The rows that choose thresholds."""
    return predictions if predictions.split is None else predictions.selection_part


def _effective(predictions: Predictions) -> tuple[float | None, float | None]:
    """Negatives, positives of the rows that choose thresholds; None without weights, clusters."""
    selection_part = _selection_part(predictions)
    if selection_part.mass is None and selection_part.cluster is None:
        return None, None
    return effective_units(selection_part)


def at_level(analysis: Analysis, predictions: Predictions, level: float) -> Analysis:
    """The analysis that `analyse` would give at `level`.

    Bands can be read at any level, so only the intervals of the areas are computed again. Raises
    ValueError unless 0 < level < 1.
    """
    _check_level(level)
    if level == analysis.level:
        return analysis
    models = {
        name: replace(model, auc_interval=area_interval(predictions, name, level))
        for name, model in analysis.models.items()
    }
    return replace(analysis, models=models, level=level)


def _check_level(level: float) -> None:
    if not 0 < level < 1:
        raise ValueError(f"level must lie in (0, 1), got {level}")
    if (1 + level) / 2 >= 1:
        raise ValueError(f"level is too close to 1 for an interval, got {level}")
