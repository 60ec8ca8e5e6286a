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
from costdash.report.csv.catalog import NO_READOUTS
from costdash.report.report import reading_request
from costdash.report.sentences.amounts import Amounts
from costdash.report.sentences.rules import threshold_sentences
from costdash.report.tables.models import MOST_READ, TRADES, trade_table
from costdash.typed import parse_score, parse_share
from costdash.web import ids
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

    typed: a threshold that the user went to; the rule that it makes is among the rows.
    `key` identifies a row also among the rows of other models and data sets. `mark` says which
    threshold is the best and which is today's.
    """
    known = _model_at(dataset, conditions, view, model)
    if known is None:
        return []
    analysis, one, point = known
    try:
        marks = threshold_marks(analysis, one, point, conditions or {}, view or {})
    except Unreadable:
        return []
    always = [*one.hull.index.tolist(), *marks, *_index_of(one, typed)]
    return [
        _table_row(row, one, dataset, marks)
        for row in rows(threshold_table(one.counts, point, always=always, cases=one.cases))
    ]


def _table_row(
    row: dict[str, Any], one: ModelAnalysis, dataset: StoreData | None, marks: dict[int, str]
) -> dict[str, Any]:
    revision = (dataset or {}).get("revision")
    return row | {
        "paid": _rates(one, row["index"]),
        "model": one.name,
        "key": f"{revision} {one.name} {row['text']}",
        "mark": marks.get(row["index"], ""),
    }


def _index_of(model: ModelAnalysis, typed: str | None) -> list[int]:
    """The index of the rule score >= (the number that was typed), if one was."""
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
    """Index of a threshold -> what it is: the cheapest, the criterion's choice, today's."""
    criterion = criterion_of(conditions, analysis)
    if getattr(criterion, "model", model.name) != model.name:
        criterion = None
    found: list[tuple[int, str]] = [(_best(model, point), "least cost" if criterion else "best")]
    if criterion:
        single = choice_by(criterion, analysis, (model.name,)).single
        if single.model == model.name and single.index is not None:
            found.append((single.index, "by your criterion"))
    pin = view_of(view, analysis, "", point.prior).pin if "models" in view else None
    if pin and pin[0] == model.name:
        found.append((pin[1], "today"))
    marks: dict[int, str] = {}
    for index, word in found:
        marks[index] = f"{marks[index]} · {word}" if index in marks else word
    return marks


def score_bins(
    dataset: StoreData | None,
    conditions: StoreData | None,
    view: StoreData | None,
    model: str | None,
) -> dict[str, Any] | None:
    """The histogram of a model's scores by class, for the script that draws it."""
    known = _model_at(dataset, conditions, view, model)
    if known is None:
        return None
    found = score_histogram(known[1].counts)
    return {
        "model": known[1].name,
        "scale": found.scale,
        "edges": found.edges.tolist(),
        "positives": found.positives.tolist(),
        "negatives": found.negatives.tolist(),
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
    known = _model_at(dataset, conditions, view, model)
    if known is None or not typed:
        return {}
    analysis, one, point = known
    try:
        marks = threshold_marks(analysis, one, point, conditions or {}, view or {})
        amounts = Amounts.at(point, currency_of(conditions or {}, currency))
        row = find(one.counts, point, parse_score(typed), one.cases)
    except Unreadable:
        return {}
    except ValueError:
        return {"error": NOT_A_NUMBER}
    least = find(one.counts, point, float(one.counts.threshold[_best(one, point)]))
    said = threshold_sentences(typed, row, point, amounts, least["expected_cost"])
    rule = {key: row[key] for key in ("index", "text", "threshold")} | _rates(one, row["index"])
    line = _table_row(row, one, dataset, marks)
    return rule | {"model": one.name, "typed": typed, "said": said, "row": line}


def threshold_of_share(
    dataset: StoreData | None,
    conditions: StoreData | None,
    view: StoreData | None,
    model: str | None,
    typed: str | None,
) -> dict[str, Any]:
    """The threshold that flags nearest to the share of all cases that was typed; or an error."""
    return _threshold_at(_model_at(dataset, conditions, view, model), typed, _flags_nearest)


def threshold_of_found(
    dataset: StoreData | None,
    conditions: StoreData | None,
    view: StoreData | None,
    model: str | None,
    typed: str | None,
) -> dict[str, Any]:
    """The threshold with the fewest false alarms that finds the share of positives; or an error."""
    return _threshold_at(_model_at(dataset, conditions, view, model), typed, _finds_at_least)


def _threshold_at(
    known: tuple[Analysis, ModelAnalysis, OperatingPoint] | None,
    typed: str | None,
    index_at: Callable[[ModelAnalysis, OperatingPoint, float], int],
) -> dict[str, Any]:
    """The threshold at the index that belongs to a typed share; empty without model or text."""
    if known is None or not typed:
        return {}
    _, one, point = known
    share = _share(typed)
    if share is None:
        return {"error": NOT_A_SHARE}
    return {"text": threshold_text(one.counts.threshold, index_at(one, point, share)) or "inf"}


def _flags_nearest(one: ModelAnalysis, point: OperatingPoint, share: float) -> int:
    return flagging_nearest(one, share, point.prior)


def _finds_at_least(one: ModelAnalysis, _: OperatingPoint, share: float) -> int:
    return fewest_above({one.name: one.case_counts}, share).index


def _share(typed: str) -> float | None:
    """The share that was typed; None if it is none."""
    try:
        share = parse_share(typed, on_page=True)
    except ValueError:
        return None
    return share if 0 <= share <= 1 else None


def _rates(model: ModelAnalysis, index: int) -> dict[str, Any]:
    """fpr and tpr of a threshold; cases: the same in cases, where costs differ by case."""
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
        known = _analysed(dataset, conditions, view, model)
        if known is not None:
            threshold_marks(*known, conditions or {}, view or {})
    except KeyError:
        return []
    except (DatasetUnavailable, Unreadable) as reason:
        return unanswered(str(reason), TAB)
    return []


def numbers_by_trade(
    dataset: StoreData | None,
    conditions: StoreData | None,
    view: StoreData | None,
    trade: str,
    currency: str = "$",
) -> list[Component]:
    """The table of the numbers that a trade asks for, of the first MOST_READ models shown."""
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
        return [html.P(NO_READOUTS, className="note")]
    derived = derived.at_level(shown.level) if shown.level else derived
    request = reading_request(point, asked.readings, shown.score_prior, shown.known)
    found = derived.readings(shown.models[:MOST_READ], request)
    unit = currency_of(conditions or {}, currency)
    table = trade_table(found, trade, derived.analysis.level, point, unit)
    left = len(shown.models) - MOST_READ
    more = f" {left} more models that are on are in the CSV." if left > 0 else ""
    return [bare_table(table), html.P(table.note + more, className="note")]


def connect(app: Dash) -> None:
    currency = app.server.extensions["costdash-settings"].currency
    stores = [State(store, "data") for store in ids.STATE_STORES]

    @app.callback(
        Output(ids.THRESHOLD_TABLE, "rowData"),
        Output(ids.THRESHOLD_BINS, "data"),
        Output(ids.THRESHOLD_REASON, "children"),
        Input(ids.TAB_QUESTIONS[TAB], "data"),
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
        Output(ids.THRESHOLD_AT, "data"),
        Output(ids.THRESHOLD_SEARCH, "error"),
        Input(ids.TAB_QUESTIONS[TAB], "data"),
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
        found = find_threshold(dataset, conditions, view, model, typed, currency)
        return (no_update if "error" in found else found), found.get("error", False)

    _connect_share(app)
    _connect_trades(app, currency)


def _connect_share(app: Dash) -> None:
    stores = [State(store, "data") for store in ids.STATE_STORES]

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
            found = threshold_of_found(dataset, conditions, view, model, recall)
            return found.get("text", no_update), no_update, found.get("error", False)
        found = threshold_of_share(dataset, conditions, view, model, flagged)
        return found.get("text", no_update), found.get("error", False), no_update


def _connect_trades(app: Dash, currency: str) -> None:
    """The table is computed once the tab is open."""

    @app.callback(
        Output(ids.TRADE_TABLE, "children"),
        Input(ids.TRADE, "value"),
        Input(ids.TAB_QUESTIONS[TAB], "data"),
        State(ids.TABS, "value"),
        *(State(store, "data") for store in ids.STATE_STORES),
        prevent_initial_call=True,
    )
    def update_trades(trade: str, asked: Any, tab: str, *data: Any) -> Any:
        if trade not in TRADES or not asked or tab != TAB:
            return no_update
        dataset, conditions, view = data
        return numbers_by_trade(dataset, conditions, view, trade, currency)
