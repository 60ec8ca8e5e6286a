"""All readings of one model at one operating point, from the same replicates."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from costdash.core.analysis.analysis import Analysis
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.readings.calibration import Calibration, calibration, step_excess
from costdash.core.readings.decision_curve import DecisionCurve, decision_curve, score_rules
from costdash.core.readings.rate_replicates import rate_replicates
from costdash.core.readings.trades.reader import Reader, Values
from costdash.core.readings.trades.readouts import needed_thresholds, readouts
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Floats, Interval

THRESHOLD_PROBABILITIES = tuple((np.arange(1, 20) / 20).tolist())
PARTIAL_FPR, PARTIAL_TPR = ((0.0, 0.1),), ((0.9, 1.0),)  # usual ranges of partial areas


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingOptions:
    """What a user asks of the readings.

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


USUAL_READINGS = ReadingOptions()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingRequest:
    """What is read of each model, at an operating point.

    score_prior: the prior at which scores are probabilities (None: that of the file). cost_range:
    range of the threshold probability, if costs are known as ranges.
    """

    point: OperatingPoint
    options: ReadingOptions = USUAL_READINGS
    score_prior: float | None = None
    cost_range: Interval | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ModelReadings:
    """The readings of one model.

    `calibration` is None if a score lies outside [0, 1]; both it and `readouts` are None if costs
    differ from case to case, because rates then are shares of cost and not of cases. `step_excess`
    is what each step of the calibration costs per case beyond the best thresholds.
    """

    name: str
    decision_curve: DecisionCurve
    calibration: Calibration | None
    readouts: Values | None
    step_excess: Floats | None = None


def read_models(
    predictions: Predictions, analysis: Analysis, names: Sequence[str], request: ReadingRequest
) -> list[ModelReadings]:
    """The readings of the named models, in this order."""
    return [_read(predictions, analysis, name, request) for name in names]


def _read(
    predictions: Predictions, analysis: Analysis, name: str, request: ReadingRequest
) -> ModelReadings:
    model, options = analysis.models[name], request.options
    t, prior, made = np.array(options.shown_probabilities), request.point.prior, request.score_prior
    score_prior = analysis.file_prevalence if made is None else made
    reader = Reader(
        model=model,
        point=request.point,
        level=analysis.level,
        score_prior=float(model.counts.prevalence) if made is None else made,
        partial_fpr=options.partial_fpr,
        partial_tpr=options.partial_tpr,
        cost_range=request.cost_range,
    )
    always = [needed_thresholds(reader)]
    if model.is_probability:
        always += [*score_rules(model, t, prior, score_prior)]
    shared = rate_replicates(predictions, analysis, name, np.concatenate(always))
    curve = decision_curve(
        predictions, analysis, name, t, prior, score_prior=made, replicates=shared
    )
    if analysis.costs is not None:
        return ModelReadings(name=name, decision_curve=curve, calibration=None, readouts=None)
    parts = excess = None
    if model.is_probability:
        parts = calibration(predictions, analysis, name, score_prior=made, replicates=shared)
        excess = step_excess(model, request.point, score_prior)
    found = readouts(replace(reader, replicates=shared))
    return ModelReadings(
        name=name, decision_curve=curve, calibration=parts, readouts=found, step_excess=excess
    )
