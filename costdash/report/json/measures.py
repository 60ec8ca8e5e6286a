"""Measures of models as fields of the JSON, with decision curve and calibration."""

from collections.abc import Sequence
from typing import Any

from costdash.core.compare.comparison import Comparison
from costdash.core.folds.crossfit import CrossFits
from costdash.core.measures.measured_model import Estimate
from costdash.core.measures.model_measures import MeasureRequest, ModelMeasures
from costdash.core.probabilities.calibration import Calibration
from costdash.core.probabilities.decision_curve import DecisionCurve, NetBenefit, best_difference
from costdash.core.probabilities.recalibration import recalibrated_name
from costdash.core.types import Floats
from costdash.report.derived import DerivedResults
from costdash.report.json import Fields
from costdash.report.sentences.rules import mapping_code

# By whether costs differ from case to case: a positive, or the mean cost of missing one.
BENEFIT_UNITS = {False: "positive", True: "mean cost_fn"}


def measure_fields(
    fields: Fields,
    derived: DerivedResults,
    names: Sequence[str],
    request: MeasureRequest,
    crossfits: CrossFits | None,
) -> Fields:
    """The contract with the measures of each model."""
    measured = derived.measures(names, request, crossfits)
    maps = _recalibrations(derived, names, request)
    models = zip(fields["models"], measured, strict=True)
    return fields | {
        "models": [
            model | _of_model(measures) | maps.get(measures.name, {}) for model, measures in models
        ]
    }


def _recalibrations(
    derived: DerivedResults, names: Sequence[str], request: MeasureRequest
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
    request: MeasureRequest,
) -> Fields:
    """The contract with the difference of the net benefits of each pair."""
    pairs = zip(fields["pairs"], comparisons, strict=True)
    curves = [
        pair
        | {
            "decision_curve": _of_pair(derived, comparison, request),
            "net_benefit_unit": BENEFIT_UNITS[derived.analysis.costs is not None],
        }
        for pair, comparison in pairs
    ]
    return fields | {"pairs": curves}


def _of_model(model: ModelMeasures) -> Fields:
    decomposition = model.calibration
    return {
        "decision_curve": _curve(model.decision_curve),
        "net_benefit_unit": BENEFIT_UNITS[model.decision_curve.in_costs],
        "calibration": None
        if decomposition is None
        else _calibration(decomposition, model.step_excess),
        "readouts": _plain(model.measures),
    }


def _plain(value: Any) -> Any:
    """Measures with a field of limits, `..._interval`, after each number that has some."""
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if not isinstance(value, dict):
        return value
    fields: Fields = {}
    for name, entry in value.items():
        if isinstance(entry, Estimate):
            fields |= {name: entry.value, f"{name}_interval": entry.interval}
        else:
            fields[name] = _plain(entry)
    return fields


def _calibration(decomposition: Calibration, excess: Floats | None) -> Fields:
    """Steps from the lowest score up; `low` and `high` are where calibrated scores would lie."""
    steps, band = decomposition.reliability, decomposition.band
    low, high = (None, None) if band is None else band.at(steps.score)
    return {
        "brier": decomposition.brier,
        "miscalibration": decomposition.miscalibration,
        "discrimination": decomposition.discrimination,
        "uncertainty": decomposition.uncertainty,
        "brier_interval": decomposition.brier_interval,
        "miscalibration_interval": decomposition.miscalibration_interval,
        "discrimination_interval": decomposition.discrimination_interval,
        "discrimination_cross_fitted": decomposition.discrimination_cross_fitted,
        "p_calibrated": decomposition.p,
        "prior": decomposition.prior,
        "score_prior": decomposition.score_prior,
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


def _limits(prefix: str, name: str, curve: NetBenefit | None, i: int) -> Fields:
    """A value with its limits at place i; null for scores that are no probabilities."""
    return {
        f"{prefix}{name}": curve and curve.value[i],
        f"{prefix}low": curve and curve.low[i],
        f"{prefix}high": curve and curve.high[i],
    }


def _of_pair(
    derived: DerivedResults, comparison: Comparison, request: MeasureRequest
) -> list[Fields]:
    """Net benefit of a minus that of b: for scores of at least t, and for the best thresholds."""
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
