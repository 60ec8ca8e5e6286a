"""Callbacks that run as scripts in the browser, without a request to the server."""

from dash import ClientsideFunction, Dash, Input, Output, State
from dash.dependencies import DashDependency

from costdash.web.callbacks.tabs import CHOOSERS, TABS
from costdash.web.ids import STATE_STORES, ids, tab_question


def connect(app: Dash) -> None:
    _connect_conditions(app)
    _connect_view(app)
    _connect_tabs(app)
    _connect_themes(app)


def _script(app: Dash, name: str, *wires: DashDependency) -> None:
    """Registers the function of that name in assets/main.js."""
    app.clientside_callback(ClientsideFunction("costdash", name), *wires)


def _connect_conditions(app: Dash) -> None:
    """The one writer of the store `conditions`, and controls that change it."""
    _script(
        app,
        "controlCriterion",
        Input(ids.CRITERION, "value"),
        Input(ids.CRITERION_LIMIT, "value"),
        Input(ids.CRITERION_CONFIDENCE, "checked"),
        Input(ids.FIXED_THRESHOLD_MODEL, "value"),
        Input(ids.FIXED_THRESHOLD_SCORE, "value"),
    )
    _script(
        app,
        "controlPositiveClass",
        Input(ids.POSITIVE_CLASS, "value"),
        Input(ids.DATASET, "data"),
    )
    _script(
        app,
        "controlConditions",
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
        "controlView",
        Output(ids.VIEW, "data"),
        Input(ids.SHOWN_MODELS, "value"),
        Input(ids.COST_AXIS, "value"),
        Input(ids.COST_AXIS_SELECT, "value"),
        Input(ids.LEVEL, "value"),
        Input(ids.COST_LINES, "checked"),
        Input(ids.SCORE_DRIVEN, "checked"),
        Input(ids.SIMULTANEOUS_ROC_BAND, "checked"),
        Input(ids.ESTIMATED_PRIOR, "checked"),
        Input(ids.EVALUATION, "value"),
        Input(ids.FLAT_ZONE, "value"),
        Input(ids.SEGMENT_COLUMN, "value"),
        Input(ids.SEGMENT_PERIOD, "value"),
        Input(ids.SEGMENT_UNTIL, "value"),
        Input(ids.MORE_LABELS, "value"),
        Input(ids.PANEL_CHOICE, "data"),
        Input(ids.SET_TODAY, "n_clicks"),
        Input(ids.CLEAR_TODAY, "n_clicks"),
        Input(ids.TODAY_MODEL, "value"),
        Input(ids.TODAY_THRESHOLD, "value"),
        Input(ids.TODAY_SHARE, "value"),
        Input(ids.TODAY_RECOMMENDED, "n_clicks"),
        Input(ids.THRESHOLD_TABLE, "selectedRows"),
        Input(ids.DATASET, "data"),
        State(ids.VIEW, "data"),
    )


def _connect_tabs(app: Dash) -> None:
    """Export, tangents, pairs, models chosen by hand, and the questions that open tabs ask."""
    _script(
        app,
        "exportThresholds",
        Input(ids.EXPORT_BUTTON, "n_clicks"),
        State(ids.DATASET, "data"),
        State(ids.CONDITIONS, "data"),
        State(ids.THRESHOLD_MODEL, "value"),
    )
    _script(
        app,
        "showThresholds",
        Input(ids.THRESHOLD_TABLE, "rowData"),
        Input(ids.THRESHOLD_BINS, "data"),
    )
    _script(app, "showSearchedThreshold", Input(ids.THRESHOLD_MATCH, "data"))
    _script(app, "checkCrossover", Input(ids.COMPARISON_TEXT, "children"))
    _script(app, "showPairs", Input(ids.PAIR_TESTS, "data"))
    _script(
        app,
        "rememberOpenTab",
        Input(ids.TABS, "value"),
        Input(ids.PAIR_A, "value"),
        Input(ids.PAIR_B, "value"),
        Input(ids.DATASET, "data"),
    )
    _script(app, "rememberTabModels", *(Input(name, "value") for name in CHOOSERS))
    for tab in (row.id for row in TABS if row.asks):
        app.clientside_callback(
            ClientsideFunction("costdash_tab_requests", tab),
            Output(tab_question(tab), "data"),
            Input(ids.TABS, "value"),
            *(Input(store, "data") for store in STATE_STORES),
        )


def _connect_themes(app: Dash) -> None:
    _script(
        app,
        "switchTheme",
        Output(ids.PROVIDER, "forceColorScheme"),
        Input(ids.THEME_BUTTON, "n_clicks"),
    )
    for figure, panel in (pair for row in TABS for pair in row.figures.items()):
        _script(
            app,
            "drawInTheme",
            Input(figure, "data"),
            Input(ids.PROVIDER, "forceColorScheme"),
            State(panel, "id"),
        )
