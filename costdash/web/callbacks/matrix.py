"""Arrows of the full cost matrix: the server reads it, the script puts it into the conditions."""

from dash import ClientsideFunction, Dash, Input, Output, State

from costdash.web import ids
from costdash.web.callbacks import cost_matrix
from costdash.web.page.matrix import CELLS


def connect(app: Dash) -> None:
    currency = app.server.extensions["costdash-settings"].currency
    app.callback(
        Output(ids.MATRIX_READ, "data"),
        Output(ids.MATRIX_TOLD, "children"),
        Output(ids.MATRIX_USE, "disabled"),
        *(Input(name, "value") for name, _ in CELLS),
        Input(ids.MATRIX_CASES, "value"),
        State(ids.CONDITIONS, "data"),
        prevent_initial_call=True,
    )(lambda *given: cost_matrix.read(given[-1], *given[:-1], currency))

    app.callback(
        Output(ids.MATRIX_PRICED, "children"),
        *(Input(name, "value") for name, _ in CELLS),
        *(Input(name, "value") for name in (*ids.MATRIX_FIRST, *ids.MATRIX_SECOND)),
        prevent_initial_call=True,
    )(lambda *given: cost_matrix.priced(given[:4], given[4:8], given[8:], currency))

    app.clientside_callback(
        ClientsideFunction("costdash_matrix", "use"),
        Input(ids.MATRIX_USE, "n_clicks"),
        State(ids.MATRIX_READ, "data"),
    )
