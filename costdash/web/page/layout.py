"""The layout of the page: stores, top bar, decision, conditions, panels, tabs and dialogs."""

from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html

from costdash.figures import style
from costdash.web.ids import FIGURE_STORES, STATE_STORES, TAB_QUESTIONS, ids
from costdash.web.page.components import attributes, icon
from costdash.web.page.controls.conditions_bar import conditions_bar, dock
from costdash.web.page.controls.models import model_row
from costdash.web.page.controls.settings import settings
from costdash.web.page.decision import decision_card
from costdash.web.page.dialogs import columns_dialog, counts_dialog, matrix_dialog, table_dialog
from costdash.web.page.frame.help_dialog import help_dialog
from costdash.web.page.frame.top_bar import sticky_bar, top_bar
from costdash.web.page.menus import view_only
from costdash.web.page.panels import panel_switch, panels
from costdash.web.page.tabs.combine import mix_dialog
from costdash.web.page.tabs.tabs import tabs

TOUR_STEPS = (  # the target of each hint, and its text
    ("#conditions-bar, .dock", "Say how common positives are and what mistakes cost."),
    (".decision", "This is what the rule costs."),
    ("#cost-panel", "Drag the line to ask what if."),
)
OUTLINE_PLACES = {"decision": 3, "conditions": 3, "chips": 4, "panels": 3}  # by row, from the top


def _default(**props: Any) -> dict[str, Any]:
    """Properties that all of Mantine's components of a kind have."""
    return {"defaultProps": props}


THEME = {
    "primaryColor": "ink",
    "primaryShade": {"light": 9, "dark": 1},
    "colors": {name: shades.split() for name, shades in style.SHADES.items()},
    "fontFamily": style.FONT,
    "defaultRadius": "sm",
    "components": {  # a menu lies in a landmark and starts at its first item
        "Menu": _default(
            portalProps={"target": ".page-content"}, withInitialFocusPlaceholder=False
        ),
        "CloseButton": _default(**{"aria-label": "Close"}),
    },
}


def page(currency: str, with_sign_out: bool = False) -> dmc.MantineProvider:
    return dmc.MantineProvider(
        id=ids.PROVIDER,
        theme=THEME,
        children=[
            *_stores(),
            dmc.NotificationContainer(id=ids.NOTICES, position="top-center"),
            html.A("Skip to the decision", href=f"#{ids.DECISION}", className="skip-link"),
            top_bar(with_sign_out),
            sticky_bar(),
            html.Div(
                _content(),
                id=ids.PAGE_BODY,
                className="page-body",
                **attributes(data_currency=currency),
            ),
            columns_dialog(),
            counts_dialog(),
            mix_dialog(),
            matrix_dialog(),
            table_dialog(),
            help_dialog(),
            html.Div(id=ids.DROP_VEIL, className="veil", children="Drop the file to read it"),
        ],
    )


def outline() -> str:
    """HTML of empty shapes in the places of the page; a style sheet shows them while dash loads."""

    def row(name: str, shapes: str) -> str:
        return f'<div class="skeleton-{name}">{shapes}</div>'

    parts = (row(name, row("part", "<i></i>" * 2) * n) for name, n in OUTLINE_PLACES.items())
    rows = row("head", "<i></i>" * 3) + "".join(parts)
    return f'<div class="skeleton" aria-hidden="true">{rows}</div>'


def _stores() -> list[dcc.Store]:
    """Three stores hold the state of the page; each other store carries a message."""
    state_stores = [dcc.Store(id=name, storage_type="session") for name in STATE_STORES]
    passing = (
        ids.UPLOAD_TOKEN,
        ids.PANEL_CHOICE,
        ids.OUTLINE,
        *(store for store, _ in FIGURE_STORES),
        *TAB_QUESTIONS.values(),
        ids.PAIR_TESTS,
        ids.THRESHOLD_BINS,
        ids.THRESHOLD_MATCH,
        ids.SHARE_PATH,
        ids.COUNTS_TYPED,
    )
    return [*state_stores, *(dcc.Store(id=name) for name in passing)]


def _content() -> html.Main:
    return html.Main(
        className="page-content",
        children=[
            view_only(),
            html.P(
                id=ids.LOST_DATA,
                className="lost-data",
                role="status",
                hidden=True,
            ),
            _read_line(),
            _tour(),
            decision_card(),
            html.Div(id=ids.SPOKEN_DECISION, className="unseen", **attributes(aria_live="polite")),
            html.Div(id=ids.HIGHLIGHT_TEXT, className="unseen", **attributes(aria_live="polite")),
            conditions_bar(),
            dock(),
            html.Div([model_row(), settings(), _zoom()], className="evidence-bar"),
            panel_switch(),
            panels(),
            html.Div(id=ids.PANELS_KEY, className="key"),
            tabs(),
        ],
    )


def _zoom() -> html.Div:
    return html.Div(
        [
            html.Button(
                [icon("zoom"), "Zoom to decision"], id=ids.ZOOM_HERE, className="quiet outlined"
            ),
            html.Button("Show everything", id=ids.ZOOM_RESET, className="quiet outlined"),
        ],
        className="zoom-tools",
    )


def _read_line() -> html.Aside:
    """The roles read for the columns of an upload; a script shows them until the page is used."""
    return html.Aside(
        [
            html.Span(role="status"),
            html.Button(
                "Change",
                className="link-button",
                type="button",
                **attributes(data_press=ids.COLUMNS_BUTTON),
            ),
            html.Button("Close", className="link-button", type="button"),
        ],
        id=ids.READ_LINE,
        className="read-line",
        hidden=True,
        **attributes(aria_label="What was read as what"),
    )


def _tour() -> html.Aside:
    """Three hints for the first visit; a script shows one at a time beside its target."""
    steps = [html.P(text, hidden=True, **attributes(data_at=place)) for place, text in TOUR_STEPS]
    buttons = [
        html.Span(className="tour-count"),
        html.Button("Close", className="quiet", **attributes(data_tour="close")),
        html.Button("Next", className="quiet next", **attributes(data_tour="next")),
    ]
    return html.Aside(
        [*steps, html.Div(buttons)],
        id=ids.TOUR,
        className="tour",
        hidden=True,
        **attributes(aria_label="First steps"),
    )
