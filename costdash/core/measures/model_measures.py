"""All measures of one model at one operating point, from the same replicates."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from costdash.core.analysis.analysis import Analysis
from costdash.core.analysis.rate_replicates import rate_replicates
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.measures.measured_model import MeasuredModel, Values
from costdash.core.measures.registry import measure_values, needed_thresholds
from costdash.core.probabilities.calibration import Calibration, calibration, step_excess
from costdash.core.probabilities.decision_curve import DecisionCurve, decision_curve, score_rules
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Floats, Interval

THRESHOLD_PROBABILITIES = tuple((np.arange(1, 20) / 20).tolist())
PARTIAL_FPR, PARTIAL_TPR = ((0.0, 0.1),), ((0.9, 1.0),)  # usual ranges of partial areas


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureOptions:
    """The user's settings of the measures.

    threshold_probabilities: where net benefit is read, also of pairs; None for the usual places,
    and not of pairs. partial_fpr, partial_tpr: ranges of partial areas. recalibrated: models of
    which a recalibrated one was added.
    """

    threshold_probabilities: tuple[float, ...] | None = None
    partial_fpr: tuple[Interval, ...] = PARTIAL_FPR
    partial_tpr: tuple[Interval, ...] = PARTIAL_TPR
    recalibrated: tuple[str, ...] = ()

    @property
    def shown_probabilities(self) -> tuple[float, ...]:
        """The threshold probabilities at which net benefit is read."""
        given = self.threshold_probabilities
        return THRESHOLD_PROBABILITIES if given is None else given


USUAL_MEASURES = MeasureOptions()


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureRequest:
    """The measures requested for each model, at an operating point.

    score_prior: the prior at which scores are probabilities (None: that of the file). cost_range:
    range of the threshold probability, if costs are known as ranges.
    """

    point: OperatingPoint
    options: MeasureOptions = USUAL_MEASURES
    score_prior: float | None = None
    cost_range: Interval | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ModelMeasures:
    """The measures of one model.

    `calibration` is None if a score lies outside [0, 1]; both it and `measures` are None if costs
    differ from case to case, because rates then are shares of cost and not of cases. `step_excess`
    is what each step of the calibration costs per case beyond the best thresholds.
    """

    name: str
    decision_curve: DecisionCurve
    calibration: Calibration | None
    measures: Values | None
    step_excess: Floats | None = None


def measure_models(
    predictions: Predictions, analysis: Analysis, names: Sequence[str], request: MeasureRequest
) -> list[ModelMeasures]:
    """The measures of the named models, in this order."""
    return [_read(predictions, analysis, name, request) for name in names]


def _read(
    predictions: Predictions, analysis: Analysis, name: str, request: MeasureRequest
) -> ModelMeasures:
    model, options = analysis.models[name], request.options
    t, prior, scored_at = (
        np.array(options.shown_probabilities),
        request.point.prior,
        request.score_prior,
    )
    score_prior = analysis.file_prevalence if scored_at is None else scored_at
    measured = MeasuredModel(
        model=model,
        point=request.point,
        level=analysis.level,
        score_prior=score_prior,
        moved_from=float(model.counts.prevalence) if scored_at is None else scored_at,
        partial_fpr=options.partial_fpr,
        partial_tpr=options.partial_tpr,
        cost_range=request.cost_range,
    )
    always = [needed_thresholds(measured)]
    if model.is_probability:
        always += [*score_rules(model, t, prior, score_prior)]
    shared = rate_replicates(predictions, analysis, name, np.concatenate(always))
    curve = decision_curve(
        predictions, analysis, name, t, prior, score_prior=scored_at, replicates=shared
    )
    if analysis.costs is not None:
        return ModelMeasures(name=name, decision_curve=curve, calibration=None, measures=None)
    parts = excess = None
    if model.is_probability:
        parts = calibration(predictions, analysis, name, score_prior=scored_at, replicates=shared)
        excess = step_excess(model, request.point, score_prior)
    values = measure_values(replace(measured, replicates=shared))
    return ModelMeasures(
        name=name, decision_curve=curve, calibration=parts, measures=values, step_excess=excess
    )
