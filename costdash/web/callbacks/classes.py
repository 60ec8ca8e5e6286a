"""The arrow to the script that shows the classes and hears which one is positive."""

from dash import ClientsideFunction, Dash, Input

from costdash.web import ids


def connect(app: Dash) -> None:
    app.clientside_callback(
        ClientsideFunction("costdash_classes", "control"),
        Input(ids.POSITIVE_CLASS, "value"),
        Input(ids.DATASET, "data"),
    )
