"""The arrow from the criterion's controls to the script that owns them."""

from dash import ClientsideFunction, Dash, Input

from costdash.web import ids


def connect(app: Dash) -> None:
    app.clientside_callback(
        ClientsideFunction("costdash_criterion", "control"),
        Input(ids.CRITERION, "value"),
        Input(ids.LIMIT, "value"),
        Input(ids.SURE, "checked"),
        Input(ids.FIXED_MODEL, "value"),
        Input(ids.FIXED_SCORE, "value"),
    )
