"""The layout of the page: stores, head, rail, decision, panels, tabs and dialogs."""

from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html
from dash.development.base_component import Component

from costdash import __version__
from costdash.figures import style
from costdash.intake.samples import SAMPLES
from costdash.web import ids
from costdash.web.page.components import attributes
from costdash.web.page.dialogs import columns_dialog, matrix_dialog
from costdash.web.page.menus import report_button, share_button, take_away_buttons, view_only
from costdash.web.page.panels import panels
from costdash.web.page.rail import rail
from costdash.web.page.tabs import tabs
from costdash.wording import count_of, number, percent

TOUR_STEPS = (
    "Say where the model will be used: how common positives are there, and what a mistake costs.",
    "The sentence in large type is the decision, and the panels show why. Drag the black line of "
    "the cost curve: everything follows.",
    "Upload your own: a column with the true class, and one column of scores per model. The file "
    "stays on this server.",
)
THEME = {
    "primaryColor": "ink",
    "primaryShade": {"light": 9, "dark": 1},
    "colors": {name: shades.split() for name, shades in style.SHADES.items()},
    "fontFamily": style.FONT,
    "defaultRadius": "sm",
}


def page(currency: str) -> dmc.MantineProvider:
    return dmc.MantineProvider(
        id=ids.PROVIDER,
        theme=THEME,
        children=[
            *_stores(),
            dmc.NotificationContainer(id=ids.NOTICES, position="top-center"),
            html.A("Skip to the decision", href=f"#{ids.DECISION}", className="skip-link"),
            _head(),
            html.Div(
                [rail(), _content()],
                id=ids.PAGE_BODY,
                className="page-body",
                **attributes(data_currency=currency),
            ),
            columns_dialog(),
            matrix_dialog(),
            html.Div(id="drop-veil", className="veil", children="Drop the file to read it"),
        ],
    )


def _stores() -> list[dcc.Store]:
    """Three stores keep the state of the page; each of the others carries one message."""
    kept = [dcc.Store(id=name, storage_type="session") for name in ids.STATE_STORES]
    passing = (
        ids.UPLOAD_TOKEN,
        ids.PANEL_CHOICE,
        ids.OUTLINE,
        *(store for store, _ in ids.FIGURE_STORES),
        *ids.TAB_QUESTIONS.values(),
        ids.PAIR_TESTS,
        ids.SHARE_PATH,
    )
    return [*kept, *(dcc.Store(id=name) for name in passing)]


def _head() -> html.Header:
    samples = [
        dmc.MenuItem(
            html.Div([html.B(sample.title), html.P(sample.description)], className="sample-item"),
            attributes={"root": {"data-sample": key}},
        )
        for key, sample in SAMPLES.items()
    ]
    return html.Header(
        className="page-head",
        children=[
            html.Button(
                "Controls",
                id=ids.RAIL_BUTTON,
                className="rail-button",
                **attributes(aria_expanded="false", aria_controls=ids.RAIL),
            ),
            html.H1("costdash"),
            html.Div(id=ids.DATASET_NAME, className="dataset-name"),
            html.Div(id=ids.UPLOAD_PROGRESS, className="progress"),
            html.Div(
                [
                    dmc.Menu(
                        [
                            dmc.MenuTarget(
                                "Sample",
                                boxWrapperProps={"component": "button", "className": "opener"},
                            ),
                            dmc.MenuDropdown(samples, className="samples"),
                        ],
                        id=ids.SAMPLE_MENU,
                        position="bottom-end",
                        width=380,
                    ),
                    html.Button(
                        "◐",
                        id=ids.THEME_BUTTON,
                        className="head-icon",
                        **attributes(aria_label="Light or dark"),
                    ),
                    report_button(),
                    share_button(),
                    dmc.Button("Upload", id=ids.UPLOAD_BUTTON, size="sm", variant="filled"),
                ],
                className="head-actions",
            ),
        ],
    )


def _content() -> html.Main:
    return html.Main(
        className="page-content",
        children=[
            view_only(),
            _tour(),
            html.P(
                "The server does not answer. Your controls stay as they are; asking again.",
                id="lost",
                className="lost",
                role="status",
                hidden=True,
            ),
            html.Section(
                id=ids.DECISION, className="card decision", **attributes(aria_label="Decision")
            ),
            html.Div(id=ids.SPOKEN_DECISION, className="unseen", **attributes(aria_live="polite")),
            html.Div(id=ids.HIGHLIGHT_TEXT, className="unseen", **attributes(aria_live="polite")),
            panels(),
            html.Div(
                [
                    *take_away_buttons(),
                    dmc.Button(
                        "Zoom to here", id=ids.ZOOM_HERE, size="compact-xs", variant="default"
                    ),
                    dmc.Button(
                        "Reset zoom", id=ids.ZOOM_RESET, size="compact-xs", variant="default"
                    ),
                ],
                className="panels-below",
            ),
            tabs(),
            html.Footer(f"costdash {__version__}. Your data stay on this server."),
        ],
    )


def _tour() -> html.Aside:
    """The tour for the first visit; a script shows one step at a time."""
    steps = [
        html.P(
            [html.B(f"{i} of {len(TOUR_STEPS)} "), text],
            hidden=True,
            **attributes(data_step=str(i)),
        )
        for i, text in enumerate(TOUR_STEPS, 1)
    ]
    buttons = [
        html.Button("Next", className="link-button", **attributes(data_tour="next")),
        html.Button("Close", className="link-button", **attributes(data_tour="close")),
    ]
    return html.Aside(
        [*steps, html.Div(buttons)],
        id="tour",
        className="tour",
        hidden=True,
        **attributes(aria_label="Tour"),
    )


def dataset_name(dataset: dict[str, Any] | None) -> list[Component]:
    """Name, cases, positives and models in one line, and a link to the notes on the file."""
    if not dataset or not dataset.get("token"):
        return []
    facts = (
        dataset["name"],
        f"{dataset['rows']:,} cases",
        f"{number(dataset['positives'], 9)} positive ({percent(dataset['prevalence'])})",
        count_of(len(dataset["models"]), "model", 6),
    )
    notes = len(dataset.get("messages", []))
    words = count_of(notes, "note", 6)
    link = html.Button(words, className="link-button", **attributes(data_tab="data"))
    return [html.Span(" · ".join(facts)), *([link] if notes else [])]
