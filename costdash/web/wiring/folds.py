"""Arrows of the tab of folds; it works only while it is open."""

from dash import Dash, Input, Output, no_update

from costdash.web import ids
from costdash.web.handlers import folds

TAB = "folds"


def connect(app: Dash) -> None:
    app.callback(
        Output(ids.FOLDS_TAB, "disabled"),
        Output(ids.FOLDS_TAB, "children"),
        Output(ids.FOLDS_MODEL, "data"),
        Output(ids.FOLDS_MODEL, "value"),
        Input(ids.DATASET, "data"),
    )(folds.choices)

    def averaged(tab, *given):
        return folds.averaged(*given) if tab == TAB else (no_update,) * 4

    app.callback(
        Output(ids.FOLDS_ROC_DATA, "data"),
        Output(ids.FOLDS_COST_DATA, "data"),
        Output(ids.FOLDS_NOTE, "children"),
        Output(ids.FOLDS_TABLE, "children"),
        Input(ids.TABS, "value"),
        Input(ids.DATASET, "data"),
        Input(ids.CONDITIONS, "data"),
        Input(ids.VIEW, "data"),
        Input(ids.FOLDS_MODEL, "value"),
        Input(ids.FOLDS_AVERAGE, "value"),
        Input(ids.FOLDS_BESIDE, "value"),
    )(averaged)
