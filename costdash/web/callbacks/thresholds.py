"""The tab of thresholds: the table of one model's thresholds and the search in it."""

from typing import Any

from dash import Dash, Input, Output, State, no_update

from costdash.core import ModelAnalysis, OperatingPoint
from costdash.core.curves.threshold_table import find, rows, threshold_table
from costdash.report.sentences.amounts import Amounts
from costdash.typed import parse_score
from costdash.web import ids
from costdash.web.session import session_id
from costdash.web.storage.analyses import analysis_of
from costdash.web.storage.store import DatasetUnavailable
from costdash.web.stores.read import (
    StoreData,
    Unreadable,
    currency_of,
    drawn_models,
    point_of,
    pooled,
)
from costdash.wording import percent

TAB = "thresholds"


def threshold_rows(
    dataset: StoreData | None,
    conditions: StoreData | None,
    view: StoreData | None,
    model: str | None,
) -> list[dict[str, Any]]:
    """At most 1,000 thresholds of one model, among them every vertex of its hull.

    `key` identifies a row also among the rows of other models and data sets.
    """
    known = _model_at(dataset, conditions, view, model)
    if known is None:
        return []
    one, point = known
    revision = (dataset or {}).get("revision")
    return [
        row | {"model": one.name, "key": f"{revision} {one.name} {row['text']}"}
        for row in rows(threshold_table(one.counts, point, always=one.hull.index))
    ]


def find_threshold(
    dataset: StoreData | None,
    conditions: StoreData | None,
    view: StoreData | None,
    model: str | None,
    typed: str | None,
    currency: str,
) -> str:
    """A sentence about the rule score >= (the number that the user typed)."""
    known = _model_at(dataset, conditions, view, model)
    if known is None or not typed:
        return ""
    try:
        amounts = Amounts.at(known[1], currency_of(conditions or {}, currency))
        row = find(known[0].counts, known[1], parse_score(typed))
    except Unreadable:
        return ""
    except ValueError:
        return "Type a number, such as 0.37."
    precision = "" if row["precision"] is None else f", precision {percent(row['precision'])}"
    cost = amounts.total(amounts.cases * row["expected_cost"])
    return (
        f"Score of {typed} or more: finds {percent(row['tpr'])}, raises {percent(row['fpr'])} of "
        f"the negatives{precision}, {amounts.verb} {cost} {amounts.case_unit.words}."
    )


def _model_at(
    dataset: StoreData | None,
    conditions: StoreData | None,
    view: StoreData | None,
    model: str | None,
) -> tuple[ModelAnalysis, OperatingPoint] | None:
    if model is None:
        return None
    names = (*drawn_models(view, conditions), model)
    try:
        analysis = analysis_of((dataset or {}).get("token"), session_id(), names, pooled(view))
        return analysis.models[model], point_of(conditions or {})
    except (DatasetUnavailable, Unreadable, KeyError):
        return None


def connect(app: Dash) -> None:
    currency = app.server.extensions["costdash-settings"].currency
    stores = [State(store, "data") for store in ids.STATE_STORES]

    @app.callback(
        Output(ids.THRESHOLD_TABLE, "rowData"),
        Input(ids.TAB_QUESTIONS[TAB], "data"),
        Input(ids.THRESHOLD_MODEL, "value"),
        State(ids.TABS, "value"),
        *stores,
        prevent_initial_call=True,
    )
    def update_table(asked: Any, model: str, tab: str, *data: Any) -> Any:
        if not asked or tab != TAB:
            return no_update
        dataset, conditions, view = data
        return threshold_rows(dataset, conditions, view, model)

    @app.callback(
        Output(ids.THRESHOLD_FOUND, "children"),
        Input(ids.TAB_QUESTIONS[TAB], "data"),
        Input(ids.THRESHOLD_MODEL, "value"),
        Input(ids.THRESHOLD_SEARCH, "value"),
        State(ids.TABS, "value"),
        *stores,
        prevent_initial_call=True,
    )
    def update_search(asked: Any, model: str, typed: str, tab: str, *data: Any) -> Any:
        if not asked or tab != TAB:
            return no_update
        dataset, conditions, view = data
        return find_threshold(dataset, conditions, view, model, typed, currency)
