"""All readings of one model at one operating point, from the same replicates."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from costdash.core.analysis.analysis import Analysis
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.readings.calibration import Calibration, calibration, pooling_hull
from costdash.core.readings.decision_curve import DecisionCurve, decision_curve, score_rules
from costdash.core.readings.rate_replicates import rate_replicates
from costdash.core.sample.predictions import Predictions

THRESHOLD_PROBABILITIES = tuple((np.arange(1, 20) / 20).tolist())


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingOptions:
    """What a user asks of the readings.

    threshold_probabilities: where net benefit is read, also of pairs; None for the usual places,
    and not of pairs.
    """

    threshold_probabilities: tuple[float, ...] | None = None

    @property
    def shown_probabilities(self) -> tuple[float, ...]:
        """The threshold probabilities at which net benefit is read."""
        given = self.threshold_probabilities
        return THRESHOLD_PROBABILITIES if given is None else given


USUAL_READINGS = ReadingOptions()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingRequest:
    """What is read of each model, at an operating point.

    score_prior: the prior at which scores are probabilities (None: that of the file).
    """

    point: OperatingPoint
    options: ReadingOptions = USUAL_READINGS
    score_prior: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ModelReadings:
    """The readings of one model; `calibration` is None if a score lies outside [0, 1]."""

    name: str
    decision_curve: DecisionCurve
    calibration: Calibration | None


def read_models(
    predictions: Predictions, analysis: Analysis, names: Sequence[str], request: ReadingRequest
) -> list[ModelReadings]:
    """The readings of the named models, in this order."""
    return [_read(predictions, analysis, name, request) for name in names]


def _read(
    predictions: Predictions, analysis: Analysis, name: str, request: ReadingRequest
) -> ModelReadings:
    model, t = analysis.models[name], np.array(request.options.shown_probabilities)
    prior, made = request.point.prior, request.score_prior
    always = [model.hull.index]
    if model.is_probability:
        score_prior = analysis.file_prevalence if made is None else made
        rules = score_rules(model, t, prior, score_prior)
        always += [*rules, pooling_hull(model).index]
    replicates = rate_replicates(predictions, analysis, name, np.concatenate(always))
    curve = decision_curve(
        predictions, analysis, name, t, prior, score_prior=made, replicates=replicates
    )
    parts = None
    if model.is_probability:
        parts = calibration(predictions, analysis, name, score_prior=made, replicates=replicates)
    return ModelReadings(name=name, decision_curve=curve, calibration=parts)
