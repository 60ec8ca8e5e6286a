"""Arrows of conditions that are only known as ranges."""

from dash import ClientsideFunction, Dash, Input, Output, State, no_update

from costdash.web import ids
from costdash.web.callbacks import ranges_part1

TAB = "what-if"
BOXES = (
    ids.PRIOR_LOW,
    ids.PRIOR_HIGH,
    ids.COST_FN_LOW,
    ids.COST_FN_HIGH,
    ids.COST_FP_LOW,
    ids.COST_FP_HIGH,
)


def connect(app: Dash) -> None:
    currency = app.server.extensions["costdash-settings"].currency

    app.clientside_callback(
        ClientsideFunction("costdash_ranges", "control"),
        Input(ids.RANGES, "checked"),
        *(Input(name, "value") for name in (*BOXES, ids.PRIOR_RANGE, ids.RATIO_RANGE)),
    )

    app.clientside_callback(
        ClientsideFunction("costdash_likely", "control"), Input(ids.LIKELY, "value")
    )

    app.clientside_callback(
        ClientsideFunction("costdash_basis", "control"),
        Input(ids.BASIS, "value"),
        Input(ids.MONTH, "value"),
    )

    app.clientside_callback(
        ClientsideFunction("costdash_likely", "control"),
        Input(ids.LIKELY, "value"),
        Input(ids.BETA_A, "value"),
        Input(ids.BETA_B, "value"),
    )

    def ranking(asked, tab, dataset, conditions, view):
        if not asked or tab != TAB:
            return no_update
        return ranges_part1.ranking(dataset, conditions, view, currency)

    app.callback(
        Output(ids.RANKING, "children"),
        Input(ids.ASKED["what_if"], "data"),
        State(ids.TABS, "value"),
        *(State(store, "data") for store in ids.STATE),
        prevent_initial_call=True,
    )(ranking)
