"""Models as CSV: decision curves, reliability steps, and measures by field of use."""

from collections.abc import Iterator
from typing import Any

from costdash.core.measures.registry import ROW_OF
from costdash.figures.axes import IN_COSTS
from costdash.report.csv.tables import Sheet
from costdash.report.report import Report
from costdash.report.tables.models import flat_rows

NO_VALUE = (None, None, None)


def decision_curves(report: Report) -> Sheet:
    """Net benefit per case by threshold probability: best threshold, scores, moved scores."""
    head, unit = ["model", "threshold probability"], IN_COSTS if report.analysis.costs else ""
    for what in ("best threshold", "score at least t", "score moved to the prior at least t"):
        head += [f"net benefit{unit}, {what}", f"{what}, low", f"{what}, high"]
    head += [f"net benefit{unit}, flag all", "prior"]
    return head, _curve_rows(report)


def _curve_rows(report: Report) -> Iterator[tuple[Any, ...]]:
    for model in report.model_measures:
        curve = model.decision_curve
        for i, t in enumerate(curve.threshold_probability):
            values: list[Any] = []
            for which in (curve.best, curve.scores, curve.moved):
                if which is None:
                    values += NO_VALUE
                else:
                    values += (which.value[i], which.low[i], which.high[i])
            yield (model.name, t, *values, curve.flag_all[i], curve.prior)


def reliability_steps(report: Report) -> Sheet:
    """Share of positives by score, and where the steps of calibrated scores would lie."""
    head = ["model", "lowest score", "highest score", "mean score", "share of positives"]
    head += ["calibrated, low", "calibrated, high", "rows", "prior", "miscalibration"]
    head += ["cost per case as probabilities, beyond the best threshold"]
    return head, _steps(report)


def _steps(report: Report) -> Iterator[tuple[Any, ...]]:
    for model in report.model_measures:
        if model.calibration is None:
            continue
        steps, band = model.calibration.reliability, model.calibration.band
        excess = model.step_excess
        for i, score in enumerate(steps.score):
            ends = (None, None) if band is None else tuple(float(x) for x in band.at(float(score)))
            step = (steps.first[i], steps.last[i], score, steps.observed[i])
            lost = steps.miscalibration[i], None if excess is None else excess[i]
            yield (model.name, *step, *ends, steps.rows[i], model.calibration.prior, *lost)


def measures(report: Report) -> Sheet:
    """Measures by field of use, one number per row: where, value and limits."""
    head = ["model", "trade", "reading", "at", "number", "value", "low", "high"]
    return head, (
        (model.name, ROW_OF[name].field_of_use, name, *row)
        for model in report.model_measures
        for name, value in (model.measures or {}).items()
        for row in flat_rows("", name, value)
    )
