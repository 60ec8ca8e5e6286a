"""Arrows that the page's own scripts follow: no server is asked.

The arrow from the criterion's controls to the script that owns them.

The arrow to the script that shows the classes and hears which one is positive.
"""

from dash import ClientsideFunction, Dash, Input, Output, State

from costdash.web import ids


def connect(app: Dash) -> None:
    """The writers of `conditions` and `view`, and the theme."""
    _connect_criterion(app)
    _connect_classes(app)

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
        Input(ids.ROC_WHOLE, "checked"),
        Input(ids.ESTIMATED_PRIOR, "checked"),
        Input(ids.CHOOSE, "value"),
        Input(ids.HAND, "data"),
        Input(ids.PIN, "n_clicks"),
        Input(ids.UNPIN, "n_clicks"),
        Input(ids.THRESHOLD_TABLE, "selectedRows"),
        Input(ids.DATASET, "data"),
        State(ids.VIEW, "data"),
        State(ids.THRESHOLD_MODEL, "value"),
    )
    script(
        "theme",
        "turn",
        Output(ids.PROVIDER, "forceColorScheme"),
        Input(ids.THEME_BUTTON, "n_clicks"),
    )
    script(
        "export",
        "asked",
        Input(ids.EXPORT_BUTTON, "n_clicks"),
        State(ids.DATASET, "data"),
        State(ids.CONDITIONS, "data"),
        State(ids.THRESHOLD_MODEL, "value"),
    )
    script("tangent", "check", Input(ids.COMPARED, "children"))
    script("pairs", "show", Input(ids.PAIR_TESTS, "data"))
    for tab, asked in ids.ASKED.items():
        script(
            "asking",
            tab,
            Output(asked, "data"),
            Input(ids.TABS, "value"),
            *(Input(store, "data") for store in ids.STATE),
        )
    for figure, panel in ids.DRESSED:
        script(
            "theme",
            "dress",
            Input(figure, "data"),
            Input(ids.PROVIDER, "forceColorScheme"),
            State(panel, "id"),
        )


def _connect_criterion(app: Dash) -> None:
    app.clientside_callback(
        ClientsideFunction("costdash_criterion", "control"),
        Input(ids.CRITERION, "value"),
        Input(ids.LIMIT, "value"),
        Input(ids.SURE, "checked"),
        Input(ids.FIXED_MODEL, "value"),
        Input(ids.FIXED_SCORE, "value"),
    )


def _connect_classes(app: Dash) -> None:
    app.clientside_callback(
        ClientsideFunction("costdash_classes", "control"),
        Input(ids.POSITIVE_CLASS, "value"),
        Input(ids.DATASET, "data"),
    )
