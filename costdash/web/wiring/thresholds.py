"""Arrows of the table of thresholds."""

from dash import Dash, Input, Output, State, no_update

from costdash.web import ids
from costdash.web.handlers import thresholds


def connect(app: Dash) -> None:
    currency = app.server.extensions["costdash-settings"].currency
    app.callback(
        Output(ids.THRESHOLD_TABLE, "rowData"),
        Input(ids.DATASET, "data"),
        Input(ids.CONDITIONS, "data"),
        Input(ids.THRESHOLD_MODEL, "value"),
        Input(ids.TABS, "value"),
    )(
        lambda dataset, conditions, model, tab: (
            thresholds.table(dataset, conditions, model) if tab == "thresholds" else no_update
        )
    )

    app.callback(
        Output(ids.THRESHOLD_FOUND, "children"),
        Input(ids.THRESHOLD_SEARCH, "value"),
        Input(ids.CONDITIONS, "data"),
        Input(ids.THRESHOLD_MODEL, "value"),
        State(ids.DATASET, "data"),
    )(
        lambda asked, conditions, model, dataset: thresholds.find_threshold(
            dataset, conditions, model, asked, currency
        )
    )
