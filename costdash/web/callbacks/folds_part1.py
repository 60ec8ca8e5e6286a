"""Arrows of the tab of folds; it works only while it is open."""

from dash import Dash, Input, Output, State, no_update

from costdash.web import ids
from costdash.web.callbacks import folds

TAB = "folds"


def connect(app: Dash) -> None:
    app.callback(
        Output(ids.FOLDS_TAB, "disabled"),
        Output(ids.FOLDS_TAB, "children"),
        Output(ids.FOLDS_MODEL, "data"),
        Input(ids.DATASET, "data"),
    )(folds.choices)

    def averaged(asked, model, average, beside, tab, *stores):
        if not asked or tab != TAB:
            return (no_update,) * 4
        return folds.averaged(*stores, model, average, beside)

    app.callback(
        Output(ids.FOLDS_ROC_DATA, "data"),
        Output(ids.FOLDS_COST_DATA, "data"),
        Output(ids.FOLDS_NOTE, "children"),
        Output(ids.FOLDS_TABLE, "children"),
        Input(ids.ASKED[TAB], "data"),
        Input(ids.FOLDS_MODEL, "value"),
        Input(ids.FOLDS_AVERAGE, "value"),
        Input(ids.FOLDS_BESIDE, "value"),
        State(ids.TABS, "value"),
        *(State(store, "data") for store in ids.STATE),
        prevent_initial_call=True,
    )(averaged)
