"""Readings of models as fields of the JSON: decision curve, calibration and the trades' numbers."""

from collections.abc import Sequence
from typing import Any

from costdash.core.compare.comparison import Comparison
from costdash.core.readings.calibration import Calibration
from costdash.core.readings.decision_curve import DecisionCurve, NetBenefit, best_difference
from costdash.core.readings.model_readings import ModelReadings, ReadingRequest
from costdash.core.readings.recalibration import recalibrated_name
from costdash.core.readings.trades.reader import Measure
from costdash.core.types import Floats
from costdash.report.derived import DerivedResults
from costdash.report.json import Fields
from costdash.report.sentences.rules import mapping_code


def reading_fields(
    fields: Fields,
    derived: DerivedResults,
    names: Sequence[str],
    request: ReadingRequest,
) -> Fields:
    """The contract with the readings of each model."""
    found = derived.readings(names, request)
    maps = _recalibrations(derived, names, request)
    models = zip(fields["models"], found, strict=True)
    return fields | {
        "models": [model | _of_model(one) | maps.get(one.name, {}) for model, one in models]
    }


def _recalibrations(
    derived: DerivedResults, names: Sequence[str], request: ReadingRequest
) -> dict[str, Fields]:
    """For each recalibrated model the map that makes its probabilities of another's scores."""
    maps = {}
    for name in request.options.recalibrated:
        new = recalibrated_name(name)
        if new in names and name in derived.analysis.models:
            fit = derived.recalibration(name)
            scores, probabilities = fit.score.tolist(), fit.probability.tolist()
            maps[new] = {
                "recalibration": {
                    "of": name,
                    "prior": fit.prior,
                    "scores": scores,
                    "probabilities": probabilities,
                    "code": mapping_code(scores, probabilities),
                }
            }
    return maps


def pair_curve_fields(
    fields: Fields,
    derived: DerivedResults,
    comparisons: Sequence[Comparison],
    request: ReadingRequest,
) -> Fields:
    """The contract with the difference of the net benefits of each pair."""
    pairs = zip(fields["pairs"], comparisons, strict=True)
    curves = [pair | {"decision_curve": _of_pair(derived, one, request)} for pair, one in pairs]
    return fields | {"pairs": curves}


def _of_model(readings: ModelReadings) -> Fields:
    parts = readings.calibration
    return {
        "decision_curve": _curve(readings.decision_curve),
        "calibration": None if parts is None else _calibration(parts, readings.step_excess),
        "readouts": _plain(readings.readouts),
    }


def _plain(value: Any) -> Any:
    """Readings with a field of limits, `..._interval`, after each number that has some."""
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if not isinstance(value, dict):
        return value
    fields: Fields = {}
    for name, one in value.items():
        if isinstance(one, Measure):
            fields |= {name: one.value, f"{name}_interval": one.interval}
        else:
            fields[name] = _plain(one)
    return fields


def _calibration(parts: Calibration, excess: Floats | None) -> Fields:
    """Steps from the lowest score up; `low` and `high` are where calibrated scores would lie."""
    steps, band = parts.reliability, parts.band
    low, high = (None, None) if band is None else band.at(steps.score)
    return {
        "brier": parts.brier,
        "miscalibration": parts.miscalibration,
        "discrimination": parts.discrimination,
        "uncertainty": parts.uncertainty,
        "brier_interval": parts.brier_interval,
        "miscalibration_interval": parts.miscalibration_interval,
        "discrimination_interval": parts.discrimination_interval,
        "p_calibrated": parts.p,
        "prior": parts.prior,
        "score_prior": parts.score_prior,
        "reliability": [
            {
                "score": steps.score[i],
                "observed": observed,
                "low": None if low is None else low[i],
                "high": None if high is None else high[i],
                "rows": steps.rows[i],
                "first_score": steps.first[i],
                "last_score": steps.last[i],
                "miscalibration": steps.miscalibration[i],
                "excess_cost": None if excess is None else excess[i],
            }
            for i, observed in enumerate(steps.observed)
        ],
    }


def _curve(curve: DecisionCurve) -> list[Fields]:
    """One entry per threshold probability; net benefit is null if scores leave [0, 1]."""
    return [
        {
            "threshold_probability": t,
            **_limits("", "net_benefit", curve.scores, i),
            **_limits("best_", "net_benefit", curve.best, i),
            **_limits("moved_", "net_benefit", curve.moved, i),
            "flag_all": curve.flag_all[i],
        }
        for i, t in enumerate(curve.threshold_probability)
    ]


def _limits(prefix: str, name: str, one: NetBenefit | None, i: int) -> Fields:
    """A value with its limits at place i; null for scores that are no probabilities."""
    return {
        f"{prefix}{name}": one and one.value[i],
        f"{prefix}low": one and one.low[i],
        f"{prefix}high": one and one.high[i],
    }


def _of_pair(
    derived: DerivedResults, comparison: Comparison, request: ReadingRequest
) -> list[Fields]:
    """Net benefit of a less that of b: of scores of at least t, and of the best thresholds."""
    places = request.options.shown_probabilities
    best = best_difference(comparison, places, request.point.prior)
    scores = derived.score_difference(comparison.a, comparison.b, request)
    return [
        {
            "threshold_probability": t,
            **_limits("", "value", scores, i),
            **_limits("best_", "value", best, i),
        }
        for i, t in enumerate(places)
    ]
