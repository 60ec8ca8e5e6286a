"""The layout of the page: stores, top bar, decision, conditions, panels, tabs and dialogs."""

import json
from collections.abc import Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html
from dash.development.base_component import Component

from costdash.figures import PANELS, style
from costdash.report.elements import Html
from costdash.report.sentences.amounts import Currency
from costdash.web.ids import STATE_STORES, ids, tab_panel, tab_question
from costdash.web.page.components import attributes
from costdash.web.page.controls.conditions_bar import case_unit_controls, conditions_bar
from costdash.web.page.controls.models import model_row
from costdash.web.page.controls.settings import settings
from costdash.web.page.dialogs import (
    columns_dialog,
    counts_dialog,
    help_dialog,
    matrix_dialog,
    rule_dialog,
    table_dialog,
)
from costdash.web.page.first_look import FirstLook
from costdash.web.page.panels import columns, panel_switch, panels
from costdash.web.page.tabs.combine import mix_dialog
from costdash.web.page.tabs.tabs import Tab, tabs
from costdash.web.page.template import rendered
from costdash.web.page.top_bar import top_bar

OUTLINE_PLACES = {"decision": 3, "conditions": 3, "chips": 4}  # by row, from the top
FILLED_BY_SCRIPTS = (counts_dialog, mix_dialog, matrix_dialog, rule_dialog, table_dialog)


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


def page(
    tab_rows: Sequence[Tab],
    currency: str,
    with_sign_out: bool = False,
    questions: Sequence[str] = (),
) -> dmc.MantineProvider:
    """The whole page; questions: `input_questions` of the callbacks that it is connected with."""
    return dmc.MantineProvider(
        id=ids.PROVIDER,
        theme=THEME,
        children=[
            *_stores(tab_rows, questions),
            dmc.NotificationContainer(
                id=ids.NOTICES, position="bottom-right", notificationMaxHeight=400, limit=1
            ),
            html.A("Skip to the decision", href=f"#{ids.DECISION}", className="skip-link"),
            top_bar(with_sign_out),
            rendered("sticky_bar"),
            html.Div(
                _content(tab_rows),
                id=ids.PAGE_BODY,
                className="page-body",
                **attributes(data_currency=json.dumps(Currency.of(currency).form)),
            ),
            columns_dialog(),
            *(dialog() for dialog in FILLED_BY_SCRIPTS),
            help_dialog(),
            rendered("cases_drawer"),
            html.Div(id=ids.DROP_VEIL, className="veil", children="Drop the file to read it"),
        ],
    )


def mounted_later(tab_rows: Sequence[Tab]) -> list[str]:
    """Ids of the closed tabs and dialogs that scripts build after the first drawing."""
    dialogs = (dialog().id for dialog in FILLED_BY_SCRIPTS)
    return [*(tab_panel(row.id) for row in tab_rows[1:]), *dialogs]


def outline(look: FirstLook | None = None) -> str:
    """HTML of empty shapes in the places of the page; a style sheet shows them while dash loads.

    look: decision and panels to show in their places.
    """

    def row(name: str, shapes: str, style: str = "") -> str:
        return f'<div class="skeleton-{name}"{style}>{shapes}</div>'

    decision, pictures = look or FirstLook(Html(""), (Html(""),) * len(PANELS))
    shapes = "<i></i>" * 2
    part = row("part", shapes)
    parts = {name: part * n for name, n in OUTLINE_PLACES.items()}
    parts["decision"] += decision
    cards = "".join(
        row("part wide" if panel.wide else "part", f"{shapes}{picture}")
        for panel, picture in zip(PANELS, pictures)
    )
    widths = "".join(f' style="{name}: {value}"' for name, value in columns().items())
    rows = row("head", "<i></i>" * 3) + "".join(map(row, parts, parts.values()))
    says = '<p class="skeleton-says">Loading the page</p>'
    hidden = '<div class="skeleton" aria-hidden="true">'
    return f"{hidden}{rows}{row('panels', cards, widths)}{says}</div>"


def _stores(tab_rows: Sequence[Tab], questions: Sequence[str]) -> list[dcc.Store]:
    """Three stores hold the state of the page; each other store carries a message."""
    state_stores = [dcc.Store(id=name, storage_type="session") for name in STATE_STORES]
    passing = (
        ids.UPLOAD_TOKEN,
        ids.PANEL_CHOICE,
        ids.OUTLINE,
        *(store for row in tab_rows for store in row.figures),
        *(tab_question(row.id) for row in tab_rows if row.asks),
        *questions,
        ids.PAIR_TESTS,
        ids.THRESHOLD_BINS,
        ids.THRESHOLD_MATCH,
        ids.SHARE_PATH,
        ids.COUNTS_TYPED,
    )
    return [*state_stores, *(dcc.Store(id=name) for name in passing)]


def _content(tab_rows: Sequence[Tab]) -> Component:
    return rendered(
        "content",
        conditions_bar=conditions_bar(),
        **case_unit_controls(),
        model_row=model_row(),
        settings=settings(),
        panel_switch=panel_switch(),
        panels=panels(),
        tabs=tabs(tab_rows),
    )
