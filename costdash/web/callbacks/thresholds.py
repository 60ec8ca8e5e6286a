"""The table of thresholds and the search in it.

Arrows of the table of thresholds; it asks only while it is open.
"""

from dash import Dash, Input, Output, State, no_update

from costdash.core.curves.threshold_table import find, rows, threshold_table
from costdash.report.sentences.amounts import Currency, money
from costdash.web import ids
from costdash.web.callbacks import thresholds
from costdash.web.session import session_id
from costdash.web.storage.analyses import analysis_of
from costdash.web.storage.store import DatasetUnavailable
from costdash.web.stores.read import Unreadable, drawn_models, point_of, pooled
from costdash.wording import percent

TAB = "thresholds"


def table(
    dataset: dict | None, conditions: dict | None, view: dict | None, model: str | None
) -> list[dict]:
    """At most 1,000 thresholds of one model, its hull's among them."""
    known = _model_at(dataset, conditions, view, model)
    if known is None:
        return []
    one, point = known
    return rows(threshold_table(one.counts, point, always=one.hull.index))


def find_threshold(
    dataset: dict | None,
    conditions: dict | None,
    view: dict | None,
    model: str | None,
    asked: str | None,
    currency,
) -> str:
    """What the rule score >= (the number typed) does, in a sentence."""
    known = _model_at(dataset, conditions, view, model)
    if known is None or not asked:
        return ""
    try:
        row = find(known[0].counts, known[1], float(asked.replace(",", ".")))
    except ValueError:
        return "Type a number, such as 0.37."
    precision = "" if row["precision"] is None else f", precision {percent(row['precision'])}"
    cost = money(row["expected_cost"], Currency(currency))
    return (
        f"Score of {asked} or more: finds {percent(row['tpr'])}, raises {percent(row['fpr'])} of "
        f"the negatives{precision}, costs {cost} per case."
    )


def _model_at(dataset, conditions, view, model):
    names = (*drawn_models(view, conditions), model)
    try:
        analysis = analysis_of((dataset or {}).get("token"), session_id(), names, pooled(view))
        return analysis.models[model], point_of(conditions or {})
    except (DatasetUnavailable, Unreadable, KeyError):
        return None


def connect(app: Dash) -> None:
    currency = app.server.extensions["costdash-settings"].currency

    def filled(asked, model, tab, *stores):
        if not asked or tab != TAB:
            return no_update
        return thresholds.table(*stores, model)

    def found(asked, model, searched, tab, *stores):
        if not asked or tab != TAB:
            return no_update
        return thresholds.find_threshold(*stores, model, searched, currency)

    open_tab = (
        State(ids.TABS, "value"),
        *(State(store, "data") for store in ids.STATE),
    )
    app.callback(
        Output(ids.THRESHOLD_TABLE, "rowData"),
        Input(ids.ASKED[TAB], "data"),
        Input(ids.THRESHOLD_MODEL, "value"),
        *open_tab,
        prevent_initial_call=True,
    )(filled)

    app.callback(
        Output(ids.THRESHOLD_FOUND, "children"),
        Input(ids.ASKED[TAB], "data"),
        Input(ids.THRESHOLD_MODEL, "value"),
        Input(ids.THRESHOLD_SEARCH, "value"),
        *open_tab,
        prevent_initial_call=True,
    )(found)
