"""The arrow from the answer to the table of scenarios."""

from dash import ClientsideFunction, Dash, Input, Output

from costdash.web import ids


def connect(app: Dash) -> None:
    app.clientside_callback(
        ClientsideFunction("costdash_scenarios", "fill"),
        Output(ids.SCENARIO_TABLE, "children"),
        Input(ids.ANSWER, "data"),
    )
