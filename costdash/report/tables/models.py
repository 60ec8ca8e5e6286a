"""Tables of models: areas and the pcf at which one beats none and all, and the trades' numbers."""

from collections.abc import Iterator, Sequence
from math import isfinite, isnan
from typing import Any

from costdash.core import Analysis
from costdash.core.readings.model_readings import ModelReadings
from costdash.core.readings.trades.reader import Measure
from costdash.core.readings.trades.readouts import TRADE_OF
from costdash.report.sentences.sample import few_cases
from costdash.report.tables.table import Table
from costdash.wording import number, percent


def areas_table(analysis: Analysis, names: Sequence[str] | None = None) -> Table:
    """One row per named model (default: all)."""
    names = tuple(analysis.models if names is None else names)
    return Table(
        title="Models",
        head=(
            "Model",
            "AUC",
            percent(analysis.level),
            "average precision",
            "PR AUC",
            "area under cost curve",
            _beats_head(analysis),
            "by 1 % or more",
        ),
        rows=tuple(_row(analysis, name) for name in names),
        models=names,
        note=_note(analysis),
    )


def _beats_head(analysis: Analysis) -> str:
    """What is beaten where: the same rows flatter, cross-fitted costs have to be clearly lower."""
    if analysis.parts:
        return "beats flagging none and all at PC(+)"
    beats = "clearly beats" if analysis.crossfits else "on the same rows, beats"
    return f"{beats} flagging none and all at PC(+)"


def _note(analysis: Analysis) -> str:
    """What precisions and ranges are of, and whether the intervals of the AUC are rough."""
    share = f"Precision is at {percent(analysis.prevalence)} positives, as in the rows used"
    where = "those of this sample"
    if analysis.parts:
        where += f", on {analysis.parts.judge_on}"
    elif analysis.crossfits:
        where = "where the cross-fitted cost is clearly lower"
    few = few_cases(analysis)
    rough = f" {few}: the intervals of the AUC are rough." if few else ""
    return f"{share}; ranges are {where}.{rough}"


def _row(analysis: Analysis, name: str) -> tuple[str, ...]:
    model = analysis.models[name]
    low, high = model.auc_interval
    return (
        model.name,
        number(model.auc, 4),
        "" if isnan(low) else f"{number(low, 3)} to {number(high, 3)}",
        number(model.average_precision),
        number(model.pr_auc),
        number(model.hull.area),
        _range(analysis.operating_range(name)),
        _range(analysis.useful_range(name)),
    )


def _range(ends: tuple[float, float] | None) -> str:
    return "nowhere" if ends is None else f"{number(ends[0])} to {number(ends[1])}"


def calibration_table(found: Sequence[ModelReadings], level: float) -> Table:
    """The parts of the Brier score of each model whose scores can be probabilities."""
    able = [(one.name, one.calibration) for one in found if one.calibration is not None]
    rows = tuple(
        (
            name,
            _limits(parts.brier, *parts.brier_interval),
            _limits(parts.miscalibration, *parts.miscalibration_interval),
            _limits(parts.discrimination, *parts.discrimination_interval),
            number(parts.uncertainty),
            "" if isnan(parts.p) else number(parts.p, 2),
        )
        for name, parts in able
    )
    head = ("Model", f"Brier score ({percent(level)} limits)", "miscalibration", "discrimination")
    share = percent(able[0][1].prior) if able else ""
    return Table(
        title="Calibration",
        head=(*head, "uncertainty", "p if calibrated"),
        rows=rows,
        models=tuple(name for name, _ in able),
        note="Brier score = miscalibration - discrimination + uncertainty, at the file's "
        f"{share} positives. Scores from 0 to 1 need not be probabilities.",
    )


def benefit_table(found: Sequence[ModelReadings], level: float) -> Table:
    """Net benefit per 100 cases by threshold probability, at each model's best threshold."""
    curves = [one.decision_curve for one in found]
    rows = tuple(
        (
            percent(t),
            number(_per_100(max(curves[0].flag_all[i], 0))),
            *(
                _limits(*(_per_100(x[i]) for x in (one.best.value, one.best.low, one.best.high)))
                for one in curves
            ),
        )
        for i, t in enumerate(curves[0].threshold_probability)
    )
    return Table(
        title="Net benefit per 100 cases",
        head=("Threshold probability", "flag all or none", *(one.name for one in found)),
        rows=rows,
        note=f"At the best threshold on these rows, with {percent(level)} limits.",
    )


def _per_100(benefit: float) -> float:
    """Net benefit per 100 cases, without the rounding errors around zero."""
    return round(100 * float(benefit), 9)


TRADES = ("screening", "credit", "ranking", "summary")
READINGS = {  # names as people say them
    "gini": "Gini (2 AUC - 1)",
    "ks": "KS, largest tpr - fpr",
    "youden": "Youden's J",
    "closest_to_corner": "closest to the corner",
    "h_measure": "H-measure",
    "partial_auc": "partial AUC",
    "likelihood_ratios": "likelihood ratio",
    "ppv": "flags that are right (PPV)",
    "npv": "not flagged that are negative (NPV)",
    "sensitivity_at_specificity": "sensitivity at",
    "specificity_at_sensitivity": "specificity at",
    "score_bands": "score band",
    "gains": "highest scores flagged",
    "bounded_brier": "Brier score over your range of costs",
    "log_loss": "log loss",
    "as_probabilities": "scores taken as probabilities",
}
TRADE_NOTES = {
    "screening": "PPV, NPV and likelihood ratios are at the best threshold here. Youden and "
    "the corner are readings: they weigh errors without your prior and costs.",
    "credit": "Bands hold about a tenth of the cases each, from the highest scores down.",
    "ranking": "Shares of all cases, from the highest scores down.",
    "summary": "The H-measure weighs costs by the Beta distribution that is named.",
}


def trade_table(found: Sequence[ModelReadings], trade: str, level: float) -> Table:
    """The numbers of one of TRADES, one row per number and one column per model, with limits."""
    cells: dict[str, dict[str, str]] = {}
    for one in found:
        for name, value in (one.readouts or {}).items():
            if TRADE_OF[name] == trade:
                for place, text in _told(name, value):
                    cells.setdefault(place, {})[one.name] = text
    names = tuple(one.name for one in found)
    rows = ((place, *(texts.get(name, "") for name in names)) for place, texts in cells.items())
    head = (f"Reading ({percent(level)} limits)", *names)
    return Table("Measures of your field", head, tuple(rows), note=TRADE_NOTES[trade])


def _told(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """(reading and its place, text) of each number of a reading."""
    ranked = name == "score_bands"  # each model has bands of its own
    for k, entry in enumerate(value if ranked else [value]):
        for at, key, *found in flat_rows("", name, [entry] if ranked else entry):
            aside = "" if key in (name, "value", *READINGS[name].split()) else key.replace("_", " ")
            where = str(k + 1) if ranked else at.replace(";", ",")
            yield (
                ", ".join(filter(None, (f"{READINGS[name]} {where}".strip(), aside))),
                (_limits(*found)),
            )


def _limits(value: float, low: float | None, high: float | None) -> str:
    if not isfinite(value):
        return "no value" if isnan(value) else "infinite"
    if low is None or high is None or not (isfinite(low) and isfinite(high)):
        return number(value)
    return f"{number(value)} ({number(low)} to {number(high)})"


def flat_rows(at: str, name: str, value: Any) -> Iterator[tuple[Any, ...]]:
    """(at, number, value, low, high) of a reading; `at` are the plain fields of a list's entry."""
    if isinstance(value, Measure):
        yield (at, name, value.value, *value.interval)
    elif isinstance(value, list):
        for entry in value:
            plain = {k: v for k, v in entry.items() if not isinstance(v, Measure)}
            place = "; ".join(
                f"{k} {getattr(v, 'item', lambda v=v: v)()}" for k, v in plain.items()
            )
            for key, one in entry.items():
                if key not in plain:
                    yield from flat_rows(place, key, one)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from flat_rows(at, key, one)
    elif value is not None:
        yield (at, name, value, None, None)
