"""Arrows of the tab that compares two models; it works only while it is open."""

from dash import Dash, Input, Output, State, no_update

from costdash.web import ids
from costdash.web.callbacks import compare, pairs
from costdash.web.callbacks.compare import Wanted

TAB = "compare"


def connect(app: Dash) -> None:
    currency = app.server.extensions["costdash-settings"].currency

    app.callback(
        Output(ids.PAIR_A, "data"),
        Output(ids.PAIR_B, "data"),
        Input(ids.DATASET, "data"),
    )(compare.choices)

    def compared(asked, a, b, margin, simultaneous, holm, tab, dataset, conditions, view):
        if not asked or tab != TAB:
            return no_update, no_update, no_update
        wanted = Wanted(margin or None, bool(simultaneous), bool(holm), currency)
        return compare.compared(dataset, conditions, view, a, b, wanted)

    app.callback(
        Output(ids.COMPARISON, "data"),
        Output(f"{ids.DIFFERENCE}-note", "children"),
        Output(ids.COMPARED, "children"),
        Input(ids.ASKED[TAB], "data"),
        Input(ids.PAIR_A, "value"),
        Input(ids.PAIR_B, "value"),
        Input(ids.MARGIN, "value"),
        Input(ids.SIMULTANEOUS, "checked"),
        Input(ids.HOLM, "checked"),
        State(ids.TABS, "value"),
        *(State(store, "data") for store in ids.STATE),
        prevent_initial_call=True,
    )(compared)

    def all_pairs(asked, a, b, tab, dataset, conditions, view):
        if not asked or tab != TAB:
            return no_update
        return pairs.all_pairs(dataset, conditions, view, a, b, currency)

    app.callback(
        Output(ids.PAIR_TESTS, "data"),
        Input(ids.ASKED[TAB], "data"),
        Input(ids.PAIR_A, "value"),
        Input(ids.PAIR_B, "value"),
        State(ids.TABS, "value"),
        *(State(store, "data") for store in ids.STATE),
        prevent_initial_call=True,
    )(all_pairs)
