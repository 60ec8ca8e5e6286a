"""Arrows from the three stores to the answer, and from the data to what names them."""

from dash import Dash, Input, Output

from costdash.web import ids
from costdash.web.handlers import data, what_if


def connect(app: Dash) -> None:
    settings = app.server.extensions["costdash-settings"]
    app.callback(
        Output(ids.ANSWER, "data"),
        Output(ids.NOTICES, "sendNotifications", allow_duplicate=True),
        Input(ids.DATASET, "data"),
        Input(ids.CONDITIONS, "data"),
        Input(ids.VIEW, "data"),
        prevent_initial_call="initial_duplicate",
    )(lambda dataset, conditions, view: what_if.settle(dataset, conditions, view, settings))

    app.callback(
        Output(ids.DATASET_NAME, "children"),
        Output(ids.MODELS_BOX, "children"),
        Output(ids.SUMMARY, "children"),
        Output(ids.MESSAGES, "children"),
        Output(ids.THRESHOLD_MODEL, "data"),
        Output(ids.THRESHOLD_MODEL, "value"),
        Output(ids.COLUMNS_BUTTON, "disabled"),
        Output(ids.DELETE_BUTTON, "disabled"),
        Input(ids.DATASET, "data"),
    )(data.around)
