"""The tabs below the panels: what if, compare, folds, thresholds, data."""

from typing import Any

import dash_mantine_components as dmc
from dash import html

from costdash.report.tables.table import Table
from costdash.web.ids import ids
from costdash.web.page.components import attributes
from costdash.web.page.tabs import compare, data, folds, thresholds, what_if

SCENARIO_ACTIONS = {"load": "Go there", "rename": "Rename", "up": "↑", "down": "↓", "delete": "×"}  # noqa: RUF001
ACTION_NAMES = {"up": "Move up", "down": "Move down", "delete": "Delete"}
FIRST_TAB = "what-if"


def scenarios_table(table: Table) -> html.Table:
    """The first row is the present point; the other rows have buttons that change them."""
    change = html.Th(html.Span("Change", className="unseen"), scope="col")
    head = [*(html.Th(name, scope="col") for name in table.head), change]
    body = []
    for k, (name, *cells) in enumerate(table.rows):
        number: list[Any] = [html.Span(str(k), className="scenario-number"), " "] if k else []
        row = [html.Th([*number, name], scope="row"), *(html.Td(cell) for cell in cells)]
        body.append(html.Tr([*row, html.Td(_buttons(name, k - 1) if k else "")]))
    return html.Table([html.Thead(html.Tr(head)), html.Tbody(body)], className="table scenarios")


def _buttons(name: str, place: int) -> list[html.Button]:
    return [
        html.Button(
            sign,
            className="panel-tool",
            title=ACTION_NAMES.get(action, sign),
            **attributes(
                aria_label=f"{ACTION_NAMES.get(action, sign)}: {name}",
                data_scenario=action,
                data_place=str(place),
            ),
        )
        for action, sign in SCENARIO_ACTIONS.items()
    ]


def tabs() -> dmc.Tabs:
    """All tabs; one is shown at a time."""
    subjects = {
        "what-if": ("What if", what_if.tab()),
        "compare": ("Compare", compare.tab()),
        "folds": ("Folds", folds.tab()),
        "thresholds": ("Thresholds", thresholds.tab()),
        "data": ("Data", data.tab()),
    }
    return dmc.Tabs(
        id=ids.TABS,
        value=FIRST_TAB,
        keepMounted=False,  # a script mounts the others after the first drawing
        children=[
            dmc.TabsList(
                [
                    *(
                        dmc.TabsTab(title, value=key, id=f"{key}-tab")
                        for key, (title, _) in subjects.items()
                    ),
                    html.Span(id=ids.TAB_ANSWER, className="tab-answer", role="presentation"),
                ]
            ),
            *(
                dmc.TabsPanel(
                    body, value=key, id=f"{ids.TABS}-panel-{key}", keepMounted=key == FIRST_TAB
                )
                for key, (_, body) in subjects.items()
            ),
        ],
    )
