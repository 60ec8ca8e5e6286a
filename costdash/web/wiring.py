"""Every arrow of the page: when which handler runs."""

from dash import ClientsideFunction, Dash, Input, Output, State, ctx, no_update

from costdash.web import ids
from costdash.web.dialog import filled, positive_choices
from costdash.web.handlers import data, thresholds, what_if
from costdash.web.settings import Settings

ROLES = (
    ids.ROLES_LABEL,
    ids.ROLES_POSITIVE,
    ids.ROLES_SCORES,
    ids.ROLES_WEIGHT,
    ids.ROLES_FOLD,
    ids.ROLES_MODEL,
    ids.ROLES_CASE,
)


def connect(app: Dash) -> None:
    """Registers all callbacks on this app; the scripts' first, then the server's."""
    settings = app.server.extensions["costdash-settings"]
    _connect_scripts(app)
    _connect_data(app)
    _connect_answer(app, settings)
    _connect_thresholds(app, settings)


def _connect_scripts(app: Dash) -> None:
    """The writers of `conditions` and `view`, the theme, and what applies an answer."""

    def script(namespace: str, name: str, *wires) -> None:
        app.clientside_callback(ClientsideFunction(f"costdash_{namespace}", name), *wires)

    script(
        "conditions",
        "control",
        Output(ids.CONDITIONS, "data"),
        Input(ids.PRIOR, "value"),
        Input(ids.PRIOR_BOX, "value"),
        Input(ids.COST_FN, "value"),
        Input(ids.COST_FP, "value"),
        Input(ids.RATIO, "value"),
        Input(ids.PRIOR_HOME, "n_clicks"),
        Input(ids.UNDO, "n_clicks"),
        Input(ids.RESET, "n_clicks"),
        Input(ids.DATASET, "data"),
        State(ids.CONDITIONS, "data"),
    )
    script(
        "view",
        "control",
        Output(ids.VIEW, "data"),
        Input(ids.MODELS, "value"),
        Input(ids.LEVEL, "value"),
        Input(ids.LINES, "checked"),
        Input(ids.SCORE_DRIVEN, "checked"),
        Input(ids.HAND, "data"),
        Input(ids.PIN, "n_clicks"),
        Input(ids.UNPIN, "n_clicks"),
        Input(ids.DATASET, "data"),
        State(ids.VIEW, "data"),
    )
    script(
        "theme",
        "turn",
        Output(ids.PROVIDER, "forceColorScheme"),
        Input(ids.THEME_BUTTON, "n_clicks"),
        Input(ids.PALETTES, "data"),
    )
    script(
        "page",
        "apply",
        Output(ids.ROC_PANEL, "figure"),
        Output(ids.PR_PANEL, "figure"),
        Output(ids.COST_PANEL, "figure"),
        Output(ids.DECISION, "children"),
        Output(ids.CALLS, "children"),
        Output(ids.CONFUSION, "children"),
        Output(ids.PIN_NOTE, "children"),
        *(Output(f"{panel}-note", "children") for panel in ids.PANELS),
        Input(ids.ANSWER, "data"),
        Input(ids.PROVIDER, "forceColorScheme"),
    )


def _connect_data(app: Dash) -> None:
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
    )(positive_choices)

    app.callback(
        Output(ids.NOTICES, "sendNotifications", allow_duplicate=True),
        Input(ids.UPLOAD_ERROR, "data"),
        prevent_initial_call=True,
    )(lambda error: data.notice(error["sentence"]) if error else no_update)


def _connect_answer(app: Dash, settings: Settings) -> None:
    app.callback(
        Output(ids.ANSWER, "data"),
        Output(ids.NOTICES, "sendNotifications", allow_duplicate=True),
        Input(ids.DATASET, "data"),
        Input(ids.CONDITIONS, "data"),
        Input(ids.VIEW, "data"),
        prevent_initial_call="initial_duplicate",
    )(lambda dataset, conditions, view: what_if.settle(dataset, conditions, view, settings))

    app.callback(
        Output(ids.DATASET_NAME, "children"),
        Output(ids.MODELS_BOX, "children"),
        Output(ids.SUMMARY, "children"),
        Output(ids.MESSAGES, "children"),
        Output(ids.THRESHOLD_MODEL, "data"),
        Output(ids.THRESHOLD_MODEL, "value"),
        Output(ids.COLUMNS_BUTTON, "disabled"),
        Output(ids.DELETE_BUTTON, "disabled"),
        Input(ids.DATASET, "data"),
    )(data.around)


def _connect_thresholds(app: Dash, settings: Settings) -> None:
    app.callback(
        Output(ids.THRESHOLD_TABLE, "rowData"),
        Input(ids.DATASET, "data"),
        Input(ids.CONDITIONS, "data"),
        Input(ids.THRESHOLD_MODEL, "value"),
        Input(ids.TABS, "value"),
    )(
        lambda dataset, conditions, model, tab: (
            thresholds.table(dataset, conditions, model) if tab == "thresholds" else no_update
        )
    )

    app.callback(
        Output(ids.THRESHOLD_FOUND, "children"),
        Input(ids.THRESHOLD_SEARCH, "value"),
        Input(ids.CONDITIONS, "data"),
        Input(ids.THRESHOLD_MODEL, "value"),
        State(ids.DATASET, "data"),
    )(
        lambda asked, conditions, model, dataset: thresholds.find_threshold(
            dataset, conditions, model, asked, settings.currency
        )
    )
