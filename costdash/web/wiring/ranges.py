"""Arrows of conditions that are only known as ranges."""

from dash import ClientsideFunction, Dash, Input, Output, no_update

from costdash.web import ids
from costdash.web.handlers import ranges

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
        *(Input(name, "value") for name in BOXES),
    )

    def ranking(tab, dataset, conditions, view, likely):
        if tab != TAB:
            return no_update
        return ranges.ranking(dataset, conditions, view, likely, currency)

    app.callback(
        Output(ids.RANKING, "children"),
        Input(ids.TABS, "value"),
        Input(ids.DATASET, "data"),
        Input(ids.CONDITIONS, "data"),
        Input(ids.VIEW, "data"),
        Input(ids.LIKELY, "value"),
    )(ranking)
