"""Arrows of uploads, samples and the dialog of columns, and to what names the data."""

from dash import Dash, Input, Output, State, ctx

from costdash.web import ids
from costdash.web.callbacks import data
from costdash.web.page.dialogs import filled, value_choices

ROLES = (
    ids.ROLES_LABEL,
    ids.ROLES_POSITIVE,
    ids.ROLES_SCORES,
    ids.ROLES_WEIGHT,
    ids.ROLES_FOLD,
    ids.ROLES_MODEL,
    ids.ROLES_CASE,
    ids.ROLES_CLUSTER,
    ids.ROLES_SPLIT,
    ids.ROLES_CHOOSE_ON,
    ids.ROLES_JUDGE_ON,
)


def connect(app: Dash) -> None:
    """Uploads, samples, the dialog of columns: the one writer of `dataset`."""

    app.callback(
        Output(ids.DATASET, "data"),
        Output(ids.OUTLINE, "data"),
        Output(ids.COLUMNS, "opened"),
        Output(ids.ROLES_ERROR, "children"),
        Output(ids.NOTICES, "sendNotifications"),
        Input(ids.UPLOAD_TOKEN, "data"),
        Input(ids.ROLES_DRAW, "n_clicks"),
        Input(ids.DELETE_BUTTON, "n_clicks"),
        State(ids.DATASET, "data"),
        State(ids.OUTLINE, "data"),
        *(State(name, "value") for name in ROLES),
    )(lambda *given: data.change(ctx.triggered_id, *given))

    app.callback(
        Output(ids.OUTLINE, "data", allow_duplicate=True),
        Input(ids.COLUMNS_BUTTON, "n_clicks"),
        State(ids.DATASET, "data"),
        prevent_initial_call=True,
    )(lambda clicks, dataset: data.outline_again(dataset))

    app.callback(
        Output(ids.COLUMNS, "opened", allow_duplicate=True),
        Output(ids.COLUMNS_NOTE, "children"),
        *(Output(name, prop) for name in ROLES for prop in ("data", "value")),
        Input(ids.OUTLINE, "data"),
        prevent_initial_call=True,
    )(filled)

    app.callback(
        Output(ids.ROLES_POSITIVE, "data", allow_duplicate=True),
        Output(ids.ROLES_POSITIVE, "value", allow_duplicate=True),
        Input(ids.ROLES_LABEL, "value"),
        State(ids.OUTLINE, "data"),
        State(ids.ROLES_POSITIVE, "value"),
        prevent_initial_call=True,
    )(value_choices)

    app.callback(
        *(
            Output(name, prop, allow_duplicate=True)
            for name in (ids.ROLES_CHOOSE_ON, ids.ROLES_JUDGE_ON)
            for prop in ("data", "value")
        ),
        Input(ids.ROLES_SPLIT, "value"),
        State(ids.OUTLINE, "data"),
        State(ids.ROLES_CHOOSE_ON, "value"),
        State(ids.ROLES_JUDGE_ON, "value"),
        prevent_initial_call=True,
    )(value_choices)

    app.callback(
        Output(ids.DATASET_NAME, "children"),
        Output(ids.MODELS_BOX, "children"),
        Output(ids.SUMMARY, "children"),
        Output(ids.MESSAGES, "children"),
        Output(ids.THRESHOLD_MODEL, "data"),
        Output(ids.COLUMNS_BUTTON, "disabled"),
        Output(ids.DELETE_BUTTON, "disabled"),
        Input(ids.DATASET, "data"),
    )(data.around)
