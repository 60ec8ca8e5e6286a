"""Arrows of the table of thresholds; it asks only while it is open."""

from dash import Dash, Input, Output, State, no_update

from costdash.web import ids
from costdash.web.callbacks import thresholds

TAB = "thresholds"


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
