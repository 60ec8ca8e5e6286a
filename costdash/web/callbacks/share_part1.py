"""Arrows of the Share button, and of what viewers are told."""

from dash import ClientsideFunction, Dash, Input, Output, State, ctx

from costdash.web import ids
from costdash.web.callbacks import share


def connect(app: Dash) -> None:
    app.callback(
        Output(ids.SHARE_PATH, "data"),
        Output(ids.SHARE_NOTE, "children"),
        Output(ids.SHARE_MAKE, "disabled"),
        Output(ids.SHARE_END, "disabled"),
        Input(ids.SHARE_MAKE, "n_clicks"),
        Input(ids.SHARE_END, "n_clicks"),
        Input(ids.DATASET, "data"),
        State(ids.SHARE_FOR, "value"),
    )(lambda make, end, dataset, lifetime: share.press(ctx.triggered_id, lifetime, dataset))

    app.callback(
        Output(ids.VIEW_ONLY, "children"),
        Output(ids.VIEW_ONLY, "hidden"),
        Output(ids.EXPORT_BUTTON, "disabled"),
        Output(ids.REPORT_BUTTON, "disabled"),
        Output(ids.REPORT_BUTTON, "title"),
        Output(ids.DATA_MENU, "disabled"),
        Input(ids.DATASET, "data"),
    )(share.told)

    app.clientside_callback(
        ClientsideFunction("costdash_share", "address"),
        Output(ids.SHARE_LINK, "value"),
        Input(ids.SHARE_PATH, "data"),
        Input(ids.CONDITIONS, "data"),
        Input(ids.VIEW, "data"),
    )
