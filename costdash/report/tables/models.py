"""Tables of models: areas, the pcf at which a model beats none and all, and measures by field."""

from collections.abc import Iterator, Sequence
from math import isfinite, isnan
from typing import Any

from costdash.core import Analysis, OperatingPoint
from costdash.core.measures.fields.screening import PARTIAL_AUC, area_words
from costdash.core.measures.measured_model import Estimate
from costdash.core.measures.model_measures import ModelMeasures
from costdash.core.measures.registry import CHOSEN_HERE, FIELDS_OF_USE, PLAIN, ROW_OF, Form
from costdash.core.probabilities.calibration import Calibration
from costdash.figures.axes import BENEFIT, IN_COSTS
from costdash.report.sentences.amounts import DOLLAR, Amounts, Currency
from costdash.report.sentences.sample import few_cases
from costdash.report.tables.table import Table
from costdash.wording import DIGITS, digits_apart, number, percent, with_minus


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
    """Where a model is beaten: the same rows flatter, so cross-fitted costs decide."""
    if analysis.hold_out:
        return "beats flagging none and all at PC(+)"
    beats = "on other rows, beats" if analysis.crossfits else "on the same rows, beats"
    return f"{beats} flagging none and all at PC(+)"


def _note(analysis: Analysis) -> str:
    """What precisions and ranges are of, and whether the intervals of the AUC are rough."""
    share = f"Precision is at {percent(analysis.prevalence)} positives, as in the rows used"
    where = "those of this sample"
    if analysis.hold_out:
        where += f", on {analysis.hold_out.judge_on}"
    elif analysis.crossfits:
        where = "where the cross-fitted cost is lower"
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


def calibration_table(models: Sequence[ModelMeasures], level: float) -> Table:
    """The parts of the Brier score of each model whose scores can be probabilities."""
    able = [(model.name, model.calibration) for model in models if model.calibration is not None]
    cross_fitted = any(found.discrimination_cross_fitted is not None for _, found in able)
    rows = tuple(
        (
            name,
            _limits(decomposition.brier, *decomposition.brier_interval),
            _limits(decomposition.miscalibration, *decomposition.miscalibration_interval),
            _limits(decomposition.discrimination, *decomposition.discrimination_interval),
            *([_cross_fitted(decomposition)] if cross_fitted else []),
            number(decomposition.uncertainty),
            "" if isnan(decomposition.p) else number(decomposition.p, 2),
        )
        for name, decomposition in able
    )
    beside = ("discrimination, cross-fitted",) if cross_fitted else ()
    brier = f"Brier score ({percent(level)} limits)"
    head = ("Model", brier, "miscalibration", "discrimination", *beside)
    share = percent(able[0][1].prior) if able else ""
    return Table(
        title="Calibration",
        head=(*head, "uncertainty", "p if calibrated"),
        rows=rows,
        models=tuple(name for name, _ in able),
        note="Brier score = miscalibration - discrimination + uncertainty, at the file's "
        f"{share} positives. Scores from 0 to 1 need not be probabilities. Discrimination takes "
        f"the best of many thresholds on these rows: {CHOSEN_HERE}.",
    )


def _cross_fitted(found: Calibration) -> str:
    value = found.discrimination_cross_fitted
    return "" if value is None else number(value)


def benefit_table(models: Sequence[ModelMeasures], level: float) -> Table:
    """Net benefit per 100 cases by threshold probability, at each model's best threshold."""
    curves = [model.decision_curve for model in models]
    rows = tuple(
        (
            percent(t),
            number(_per_100(max(curves[0].flag_all[i], 0))),
            *(
                _limits(
                    *map(_per_100, (curve.best.value[i], curve.best.low[i], curve.best.high[i]))
                )
                for curve in curves
            ),
        )
        for i, t in enumerate(curves[0].threshold_probability)
    )
    return Table(
        title=f"{BENEFIT.title}{IN_COSTS if curves[0].in_costs else ''}",
        head=("Threshold probability", "flag all or none", *(model.name for model in models)),
        rows=rows,
        note=f"At the best threshold on these rows, with {percent(level)} limits.",
    )


def _per_100(benefit: float) -> float:
    """Net benefit per 100 cases, without the rounding errors around zero."""
    return round(100 * float(benefit), 9)


MOST_READ = 5  # models whose measures stand in a table


def measure_table(
    models: Sequence[ModelMeasures],
    field: str,
    level: float,
    point: OperatingPoint,
    currency: Currency = DOLLAR,
) -> Table:
    """The measures of a field of use: a row for each measure, a column for each model."""
    cells: dict[str, dict[str, str]] = {}
    amounts = Amounts.at(point, currency)
    for model in models:
        for name, value in (model.measures or {}).items():
            if ROW_OF[name].field_of_use == field:
                for place, text in _cells(name, value, point.prior, amounts):
                    cells.setdefault(place, {})[model.name] = text
    names = tuple(model.name for model in models)
    rows = ((place, *(texts.get(name, "") for name in names)) for place, texts in cells.items())
    head = (f"Estimate ({percent(level)} limits)", *names)
    return Table("Measures by field", head, tuple(rows), note=FIELDS_OF_USE[field])


def _cells(name: str, value: Any, prior: float, amounts: Amounts) -> Iterator[tuple[str, str]]:
    """(measure and its place, text) of each number of a measure."""
    row = ROW_OF[name]
    share = f"at {percent(prior)} positives" if row.by_positives else ""
    per = amounts.label[0].lower() + amounts.label[1:]
    for k, entry in enumerate(value if isinstance(value, list) else [value], 1):
        where = row.names[name] + row.place(entry, k)
        numbers = flat_rows("", name, [entry] if isinstance(value, list) else entry)
        for _, key, x, low, high in numbers:
            form = row.form(name, key)
            label = _joined(where, per if form.cost else "", form.label, share)
            if form.whole:
                label = form.whole.format(place=where)
            yield label, _limits(x, low, high, form=form, amounts=amounts)


def _joined(*decomposition: str) -> str:
    return ", ".join(filter(None, decomposition))


def partial_area_table(models: Sequence[ModelMeasures], level: float) -> Table | None:
    """The partial areas of each model, raw and McClish's; None if there are none.

    level: of their limits, 0 for none.
    """
    areas: dict[str, list[dict[str, Any]]] = {
        model.name: (model.measures or {}).get(PARTIAL_AUC, []) for model in models
    }
    asked = next(iter(areas.values()), [])
    if not asked:
        return None
    heads = [head for area in asked for head in (area_words(area), "McClish")]
    return Table(
        title="Partial area under ROC (AUC)" + (f", {percent(level)} limits" if level else ""),
        head=("Model", *heads),
        rows=tuple(
            (name, *(_area(m, level) for a in areas_of_model for m in _raw_and_standard(a)))
            for name, areas_of_model in areas.items()
        ),
        models=tuple(areas),
        note="McClish's area is 0.5 for a useless model and 1 for a perfect one; over tpr, the "
        "area is of the specificity.",
    )


def _area(area: Estimate, level: float) -> str:
    ends = area.interval if level else (None, None)
    return _limits(area.value, *ends)


def _raw_and_standard(area: dict[str, Any]) -> tuple[Estimate, Estimate]:
    return area["value"], area["standardized"]


def _limits(
    value: float,
    low: float | None,
    high: float | None,
    *,
    form: Form = PLAIN,
    amounts: Amounts | None = None,
) -> str:
    """A number with limits, with enough digits to tell these apart."""
    if not isfinite(value):
        return "no value" if isnan(value) else "infinite"
    ends = [] if low is None or high is None else [low, high]
    ends = ends if all(map(isfinite, ends)) else []
    digits = digits_apart(ends[0], ends[1]) if ends else DIGITS

    def text(x: float) -> str:
        if amounts and form.cost:
            return amounts.bare(amounts.cases * x, digits)
        if form.share:
            return percent(x, digits)
        return with_minus(number(x, digits))

    return f"{text(value)} ({' to '.join(map(text, ends))})" if ends else text(value)


def flat_rows(at: str, name: str, value: Any) -> Iterator[tuple[Any, ...]]:
    """(at, number, value, low, high) of a measure; `at` are the plain fields of a list's entry."""
    if isinstance(value, Estimate):
        yield (at, name, value.value, *value.interval)
    elif isinstance(value, list):
        for entry in value:
            plain = {k: v for k, v in entry.items() if not isinstance(v, Estimate)}
            place = "; ".join(
                f"{k} {getattr(v, 'item', lambda v=v: v)()}" for k, v in plain.items()
            )
            for key, item in entry.items():
                if key not in plain:
                    yield from flat_rows(place, key, item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from flat_rows(at, key, item)
    elif value is not None:
        yield (at, name, value, None, None)
