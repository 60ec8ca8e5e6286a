"""The arrow to the table of scenarios; it works only while its tab is open."""

from dash import Dash, Input, Output, no_update

from costdash.web import ids
from costdash.web.handlers import scenarios

TAB = "what-if"


def connect(app: Dash) -> None:
    currency = app.server.extensions["costdash-settings"].currency

    def table(tab, dataset, conditions, view):
        return scenarios.table(dataset, conditions, view, currency) if tab == TAB else no_update

    app.callback(
        Output(ids.SCENARIO_TABLE, "children"),
        Input(ids.TABS, "value"),
        Input(ids.DATASET, "data"),
        Input(ids.CONDITIONS, "data"),
        Input(ids.VIEW, "data"),
    )(table)
