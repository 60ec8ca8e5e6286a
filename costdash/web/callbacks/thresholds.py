"""The tab of thresholds: scores of one model by class, its thresholds, and the search in them."""

from collections.abc import Callable
from typing import Any

from dash import Dash, Input, Output, State, ctx, html, no_update
from dash.development.base_component import Component

from costdash.core import Analysis, ModelAnalysis, OperatingPoint
from costdash.core.analysis.calls import choice_by
from costdash.core.choose.choice import fewest_above
from costdash.core.curves.threshold_table import find, rows, threshold_table
from costdash.core.sample.score_histogram import score_histogram
from costdash.core.sample.shortest_decimal import threshold_text
from costdash.report.csv.catalog import NO_MEASURES
from costdash.report.report import measure_request
from costdash.report.sentences.amounts import Amounts
from costdash.report.sentences.rules import threshold_sentences
from costdash.report.tables.models import FIELDS_OF_USE, MOST_READ, measure_table
from costdash.typed import parse_score, parse_share
from costdash.web.ids import STATE_STORES, TAB_QUESTIONS, ids
from costdash.web.page.components import bare_table, unanswered
from costdash.web.session import session_id
from costdash.web.storage.analyses import analysis_of
from costdash.web.storage.derived import derived_results
from costdash.web.storage.store import DatasetUnavailable
from costdash.web.stores.read import (
    StoreData,
    Unreadable,
    criterion_of,
    currency_of,
    drawn_models,
    flagging_nearest,
    point_of,
    pooled,
    request_of,
    view_of,
)

TAB = "thresholds"
NOT_A_NUMBER = "A number, such as 0.37."
NOT_A_SHARE = "A share, such as 5 %."


def threshold_rows(
    dataset: StoreData | None,
    conditions: StoreData | None,
    view: StoreData | None,
    model: str | None,
    typed: str | None = None,
) -> list[dict[str, Any]]:
    """At most 1,000 thresholds of one model, with every marked one and every vertex of its hull.

    typed: a threshold that the user went to; its rule is among the rows. `key` identifies a row
    also among the rows of other models and data sets. `mark` labels the best and today's
    threshold.
    """
    context = _model_at(dataset, conditions, view, model)
    if context is None:
        return []
    analysis, model_analysis, point = context
    try:
        marks = threshold_marks(analysis, model_analysis, point, conditions or {}, view or {})
    except Unreadable:
        return []
    always = [*model_analysis.hull.index.tolist(), *marks, *_index_of(model_analysis, typed)]
    return [
        _table_row(row, model_analysis, dataset, marks)
        for row in rows(
            threshold_table(model_analysis.counts, point, always=always, cases=model_analysis.cases)
        )
    ]


def _table_row(
    row: dict[str, Any],
    model_analysis: ModelAnalysis,
    dataset: StoreData | None,
    marks: dict[int, str],
) -> dict[str, Any]:
    revision = (dataset or {}).get("revision")
    return row | {
        "paid": _rates(model_analysis, row["index"]),
        "model": model_analysis.name,
        "key": f"{revision} {model_analysis.name} {row['text']}",
        "mark": marks.get(row["index"], ""),
    }


def _index_of(model: ModelAnalysis, typed: str | None) -> list[int]:
    """The index of the rule score >= the typed number, if a number was typed."""
    try:
        return [int(model.counts.index(parse_score(typed)))] if typed else []
    except ValueError:
        return []


def threshold_marks(
    analysis: Analysis,
    model: ModelAnalysis,
    point: OperatingPoint,
    conditions: StoreData,
    view: StoreData,
) -> dict[int, str]:
    """Index of a threshold -> its marks: the cheapest, the criterion's choice, today's."""
    criterion = criterion_of(conditions, analysis)
    if getattr(criterion, "model", model.name) != model.name:
        criterion = None
    rule_marks: list[tuple[int, str]] = [
        (_best(model, point), "least cost" if criterion else "best")
    ]
    if criterion:
        single = choice_by(criterion, analysis, (model.name,)).single
        if single.model == model.name and single.index is not None:
            rule_marks.append((single.index, "by your criterion"))
    today = view_of(view, analysis, "", point.prior).today if "models" in view else None
    if today and today[0] == model.name:
        rule_marks.append((today[1], "today"))
    marks: dict[int, str] = {}
    for index, word in rule_marks:
        marks[index] = f"{marks[index]} · {word}" if index in marks else word
    return marks


def score_bins(
    dataset: StoreData | None,
    conditions: StoreData | None,
    view: StoreData | None,
    model: str | None,
) -> dict[str, Any] | None:
    """The histogram of a model's scores by class, for the script that draws it."""
    context = _model_at(dataset, conditions, view, model)
    if context is None:
        return None
    histogram = score_histogram(context[1].counts)
    return {
        "model": context[1].name,
        "scale": histogram.scale,
        "edges": histogram.edges.tolist(),
        "positives": histogram.positives.tolist(),
        "negatives": histogram.negatives.tolist(),
    }


def find_threshold(
    dataset: StoreData | None,
    conditions: StoreData | None,
    view: StoreData | None,
    model: str | None,
    typed: str | None,
    currency: str,
) -> dict[str, Any]:
    """The rule score >= (the number that the user typed), its rates and sentences; or an error.

    `row` is its row of the table, which may have been thinned before the number was typed. Empty
    if nothing was typed or there are no data.
    """
    context = _model_at(dataset, conditions, view, model)
    if context is None or not typed:
        return {}
    analysis, model_analysis, point = context
    try:
        marks = threshold_marks(analysis, model_analysis, point, conditions or {}, view or {})
        amounts = Amounts.at(point, currency_of(conditions or {}, currency))
        row = find(model_analysis.counts, point, parse_score(typed), model_analysis.cases)
    except Unreadable:
        return {}
    except ValueError:
        return {"error": NOT_A_NUMBER}
    least = find(
        model_analysis.counts,
        point,
        float(model_analysis.counts.threshold[_best(model_analysis, point)]),
    )
    sentence = threshold_sentences(typed, row, point, amounts, least["expected_cost"])
    rule = {key: row[key] for key in ("index", "text", "threshold")} | _rates(
        model_analysis, row["index"]
    )
    line = _table_row(row, model_analysis, dataset, marks)
    return rule | {"model": model_analysis.name, "typed": typed, "sentences": sentence, "row": line}


def threshold_of_share(
    dataset: StoreData | None,
    conditions: StoreData | None,
    view: StoreData | None,
    model: str | None,
    typed: str | None,
) -> dict[str, Any]:
    """The threshold that flags nearest to the share of all cases that was typed; or an error."""
    return _threshold_at(_model_at(dataset, conditions, view, model), typed, _flags_nearest)


def threshold_of_recall(
    dataset: StoreData | None,
    conditions: StoreData | None,
    view: StoreData | None,
    model: str | None,
    typed: str | None,
) -> dict[str, Any]:
    """The threshold with the fewest false alarms that finds the share of positives; or an error."""
    return _threshold_at(_model_at(dataset, conditions, view, model), typed, _finds_at_least)


def _threshold_at(
    context: tuple[Analysis, ModelAnalysis, OperatingPoint] | None,
    typed: str | None,
    index_at: Callable[[ModelAnalysis, OperatingPoint, float], int],
) -> dict[str, Any]:
    """The threshold at the index that belongs to a typed share; empty without model or text."""
    if context is None or not typed:
        return {}
    _, model_analysis, point = context
    share = _share(typed)
    if share is None:
        return {"error": NOT_A_SHARE}
    return {
        "text": threshold_text(
            model_analysis.counts.threshold, index_at(model_analysis, point, share)
        )
        or "inf"
    }


def _flags_nearest(model_analysis: ModelAnalysis, point: OperatingPoint, share: float) -> int:
    return flagging_nearest(model_analysis, share, point.prior)


def _finds_at_least(model_analysis: ModelAnalysis, _: OperatingPoint, share: float) -> int:
    return fewest_above({model_analysis.name: model_analysis.case_counts}, share).index


def _share(typed: str) -> float | None:
    """The typed share; None if the text is not a share."""
    try:
        share = parse_share(typed, on_page=True)
    except ValueError:
        return None
    return share if 0 <= share <= 1 else None


def _rates(model: ModelAnalysis, index: int) -> dict[str, Any]:
    """fpr and tpr of a threshold; cases: these rates in cases, where costs differ by case."""
    names = ("fpr", "tpr")
    rates: dict[str, Any] = dict(zip(names, map(float, model.counts.rates(index))))
    if model.cases is not None:
        rates["cases"] = dict(zip(names, map(float, model.cases.rates(index))))
    return rates


def _best(model: ModelAnalysis, point: OperatingPoint) -> int:
    """The index of the threshold of least cost; of several, the strictest."""
    return int(model.hull.index[model.hull.cheapest(point.pcf)])


def _model_at(
    dataset: StoreData | None,
    conditions: StoreData | None,
    view: StoreData | None,
    model: str | None,
) -> tuple[Analysis, ModelAnalysis, OperatingPoint] | None:
    try:
        return _analysed(dataset, conditions, view, model)
    except (DatasetUnavailable, Unreadable, KeyError):
        return None


def _analysed(
    dataset: StoreData | None,
    conditions: StoreData | None,
    view: StoreData | None,
    model: str | None,
) -> tuple[Analysis, ModelAnalysis, OperatingPoint] | None:
    """Raises DatasetUnavailable or Unreadable; KeyError for a model of another data set."""
    if model is None:
        return None
    names = (*drawn_models(view, conditions), model)
    analysis = analysis_of((dataset or {}).get("token"), session_id(), names, pooled(view))
    return analysis, analysis.models[model], point_of(conditions or {})


def why_unanswered(
    dataset: StoreData | None,
    conditions: StoreData | None,
    view: StoreData | None,
    model: str | None,
) -> list[Component | str]:
    """Why there are no thresholds, and a button that asks again; empty if there are some."""
    try:
        context = _analysed(dataset, conditions, view, model)
        if context is not None:
            threshold_marks(*context, conditions or {}, view or {})
    except KeyError:
        return []
    except (DatasetUnavailable, Unreadable) as reason:
        return unanswered(str(reason), TAB)
    return []


def measures_by_field(
    dataset: StoreData | None,
    conditions: StoreData | None,
    view: StoreData | None,
    field: str,
    currency: str = "$",
) -> list[Component]:
    """The table of the measures of a field of use, of the first MOST_READ models shown."""
    try:
        derived = derived_results(
            (dataset or {}).get("token"),
            session_id(),
            drawn_models(view, conditions),
            pooled(view),
        )
        asked = request_of(conditions or {}, view or {}, derived.analysis)
    except (DatasetUnavailable, Unreadable) as reason:
        return [html.P(str(reason), className="note")]
    shown, point = asked.view, asked.point
    if not shown.models or derived.analysis.costs is not None:
        return [html.P(NO_MEASURES, className="note")]
    derived = derived.at_level(shown.level) if shown.level else derived
    request = measure_request(point, asked.measure_options, shown.score_prior, shown.ranges)
    measured = derived.measures(shown.models[:MOST_READ], request)
    unit = currency_of(conditions or {}, currency)
    table = measure_table(measured, field, derived.analysis.level, point, unit)
    left = len(shown.models) - MOST_READ
    more = f" {left} more models that are on are in the CSV." if left > 0 else ""
    return [bare_table(table), html.P(table.note + more, className="note")]


def connect(app: Dash) -> None:
    currency = app.server.extensions["costdash-settings"].currency
    stores = [State(store, "data") for store in STATE_STORES]

    @app.callback(
        Output(ids.THRESHOLD_TABLE, "rowData"),
        Output(ids.THRESHOLD_BINS, "data"),
        Output(ids.THRESHOLD_REASON, "children"),
        Input(TAB_QUESTIONS[TAB], "data"),
        Input(ids.THRESHOLD_MODEL, "value"),
        State(ids.THRESHOLD_SEARCH, "value"),
        State(ids.TABS, "value"),
        *stores,
        prevent_initial_call=True,
    )
    def update_table(asked: Any, model: str, typed: str, tab: str, *data: Any) -> tuple[Any, ...]:
        if not asked or tab != TAB:
            return no_update, no_update, no_update
        dataset, conditions, view = data
        table = threshold_rows(dataset, conditions, view, model, typed)
        bins = score_bins(dataset, conditions, view, model) if table else None
        return table, bins, why_unanswered(dataset, conditions, view, model)

    @app.callback(
        Output(ids.THRESHOLD_MATCH, "data"),
        Output(ids.THRESHOLD_SEARCH, "error"),
        Input(TAB_QUESTIONS[TAB], "data"),
        Input(ids.THRESHOLD_MODEL, "value"),
        Input(ids.THRESHOLD_SEARCH, "value"),
        State(ids.TABS, "value"),
        *stores,
        prevent_initial_call=True,
    )
    def update_search(asked: Any, model: str, typed: str, tab: str, *data: Any) -> tuple[Any, Any]:
        if not asked or tab != TAB:
            return no_update, no_update
        dataset, conditions, view = data
        match = find_threshold(dataset, conditions, view, model, typed, currency)
        return (no_update if "error" in match else match), match.get("error", False)

    _connect_share(app)
    _connect_measures(app, currency)


def _connect_share(app: Dash) -> None:
    stores = [State(store, "data") for store in STATE_STORES]

    @app.callback(
        Output(ids.THRESHOLD_SEARCH, "value"),
        Output(ids.THRESHOLD_SHARE, "error"),
        Output(ids.THRESHOLD_RECALL, "error"),
        Input(ids.THRESHOLD_SHARE, "value"),
        Input(ids.THRESHOLD_RECALL, "value"),
        State(ids.THRESHOLD_MODEL, "value"),
        *stores,
        prevent_initial_call=True,
    )
    def update_share(flagged: str, recall: str, model: str, *data: Any) -> tuple[Any, Any, Any]:
        dataset, conditions, view = data
        if ctx.triggered_id == ids.THRESHOLD_RECALL:
            answer = threshold_of_recall(dataset, conditions, view, model, recall)
            return answer.get("text", no_update), no_update, answer.get("error", False)
        answer = threshold_of_share(dataset, conditions, view, model, flagged)
        return answer.get("text", no_update), answer.get("error", False), no_update


def _connect_measures(app: Dash, currency: str) -> None:
    """The table is computed once the tab is open."""

    @app.callback(
        Output(ids.MEASURE_TABLE, "children"),
        Input(ids.FIELD_OF_USE, "value"),
        Input(TAB_QUESTIONS[TAB], "data"),
        State(ids.TABS, "value"),
        *(State(store, "data") for store in STATE_STORES),
        prevent_initial_call=True,
    )
    def update_measures(field: str, asked: Any, tab: str, *data: Any) -> Any:
        if field not in FIELDS_OF_USE or not asked or tab != TAB:
            return no_update
        dataset, conditions, view = data
        return measures_by_field(dataset, conditions, view, field, currency)
