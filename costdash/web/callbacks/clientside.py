"""Callbacks that run as scripts in the browser, without a request to the server."""

from dash import ClientsideFunction, Dash, Input, Output, State
from dash.dependencies import DashDependency

from costdash.web import ids


def connect(app: Dash) -> None:
    _connect_conditions(app)
    _connect_view(app)
    _connect_tabs(app)
    _connect_themes(app)


def _script(app: Dash, namespace: str, name: str, *wires: DashDependency) -> None:
    app.clientside_callback(ClientsideFunction(f"costdash_{namespace}", name), *wires)


def _connect_conditions(app: Dash) -> None:
    """The one writer of the store `conditions`, and controls that change it."""
    _script(
        app,
        "criterion",
        "control",
        Input(ids.CRITERION, "value"),
        Input(ids.CRITERION_LIMIT, "value"),
        Input(ids.CRITERION_CONFIDENCE, "checked"),
        Input(ids.FIXED_THRESHOLD_MODEL, "value"),
        Input(ids.FIXED_THRESHOLD_SCORE, "value"),
    )
    _script(
        app,
        "classes",
        "control",
        Input(ids.POSITIVE_CLASS, "value"),
        Input(ids.DATASET, "data"),
    )
    _script(
        app,
        "conditions",
        "control",
        Output(ids.CONDITIONS, "data"),
        Input(ids.PRIOR_BOX, "value"),
        Input(ids.COST_FN_BOX, "value"),
        Input(ids.COST_FP_BOX, "value"),
        Input(ids.PRIOR_RESET, "n_clicks"),
        Input(ids.UNDO, "n_clicks"),
        Input(ids.RESET, "n_clicks"),
        Input(ids.DATASET, "data"),
        State(ids.CONDITIONS, "data"),
    )


def _connect_view(app: Dash) -> None:
    """The one writer of the store `view`."""
    _script(
        app,
        "view",
        "control",
        Output(ids.VIEW, "data"),
        Input(ids.SHOWN_MODELS, "value"),
        Input(ids.COST_AXIS, "value"),
        Input(ids.COST_AXIS_SELECT, "value"),
        Input(ids.LEVEL, "value"),
        Input(ids.COST_LINES, "checked"),
        Input(ids.SCORE_DRIVEN, "checked"),
        Input(ids.SIMULTANEOUS_ROC_BAND, "checked"),
        Input(ids.ESTIMATED_PRIOR, "checked"),
        Input(ids.THRESHOLD_ROWS, "value"),
        Input(ids.FLAT_ZONE, "value"),
        Input(ids.PANEL_CHOICE, "data"),
        Input(ids.PIN, "n_clicks"),
        Input(ids.UNPIN, "n_clicks"),
        Input(ids.TODAY_MODEL, "value"),
        Input(ids.TODAY_THRESHOLD, "value"),
        Input(ids.TODAY_SHARE, "value"),
        Input(ids.TODAY_BEST, "n_clicks"),
        Input(ids.THRESHOLD_TABLE, "selectedRows"),
        Input(ids.DATASET, "data"),
        State(ids.VIEW, "data"),
    )


def _connect_tabs(app: Dash) -> None:
    """Export, tangents, pairs, models chosen by hand, and the questions that open tabs ask."""
    _script(
        app,
        "export",
        "asked",
        Input(ids.EXPORT_BUTTON, "n_clicks"),
        State(ids.DATASET, "data"),
        State(ids.CONDITIONS, "data"),
        State(ids.THRESHOLD_MODEL, "value"),
    )
    _script(
        app,
        "thresholds",
        "show",
        Input(ids.THRESHOLD_TABLE, "rowData"),
        Input(ids.THRESHOLD_BINS, "data"),
    )
    _script(app, "thresholds", "find", Input(ids.THRESHOLD_AT, "data"))
    _script(app, "tangent", "check", Input(ids.COMPARISON_TEXT, "children"))
    _script(app, "pairs", "show", Input(ids.PAIR_TESTS, "data"))
    _script(
        app,
        "open",
        "remember",
        Input(ids.TABS, "value"),
        Input(ids.PAIR_A, "value"),
        Input(ids.PAIR_B, "value"),
        Input(ids.DATASET, "data"),
    )
    _script(app, "chosen", "remember", *(Input(name, "value") for name in ids.MODEL_CHOOSERS))
    for tab, asked in ids.TAB_QUESTIONS.items():
        _script(
            app,
            "asking",
            tab,
            Output(asked, "data"),
            Input(ids.TABS, "value"),
            *(Input(store, "data") for store in ids.STATE_STORES),
        )


def _connect_themes(app: Dash) -> None:
    _script(
        app,
        "theme",
        "turn",
        Output(ids.PROVIDER, "forceColorScheme"),
        Input(ids.THEME_BUTTON, "n_clicks"),
    )
    for figure, panel in ids.FIGURE_STORES:
        _script(
            app,
            "theme",
            "dress",
            Input(figure, "data"),
            Input(ids.PROVIDER, "forceColorScheme"),
            State(panel, "id"),
        )
