"""The tabs below the panels: what if, compare, folds, thresholds, data."""

from typing import Any

import dash_mantine_components as dmc
from dash import html

from costdash.report.tables.table import Table
from costdash.web.ids import ids
from costdash.web.page.components import attributes, scrolling
from costdash.web.page.controls.weighting import weighting_bar
from costdash.web.page.tabs import compare, data, folds, thresholds, what_if
from costdash.web.wire import LONGEST_NAME

SCENARIO_ACTIONS = {"load": "Go there", "rename": "Rename", "up": "↑", "down": "↓", "delete": "×"}  # noqa: RUF001
ACTION_NAMES = {"up": "Move up", "down": "Move down", "delete": "Delete"}
FIRST_TAB = "what-if"


def scenarios_section() -> html.Section:
    """The scenarios; a script edits the list, which is kept with the conditions."""
    return html.Section(
        [
            html.H3("Scenarios"),
            scrolling(ids.SCENARIO_TABLE, "Table of scenarios"),
            html.Div(
                [
                    dmc.TextInput(
                        id=ids.SCENARIO_NAME,
                        label="Name of a scenario",
                        labelProps={"className": "unseen"},
                        placeholder="Name this scenario",
                        attributes={"input": {"maxLength": LONGEST_NAME}},
                        autoComplete="off",
                        value="",
                        size="xs",
                        w=260,
                    ),
                    dmc.Button(
                        "Save as scenario", id=ids.SCENARIO_SAVE, size="xs", variant="default"
                    ),
                ],
                className="buttons",
            ),
        ],
        id=ids.SCENARIOS_SECTION,
        className="card scenarios-card",
        **attributes(aria_label="Scenarios"),
    )


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
        "what-if": ("What if", _what_if()),
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


def _what_if() -> html.Div:
    over_ranges = scrolling(ids.OPTIMAL_RANGES, "Cheapest in parts of your ranges"), weighting_bar()
    rules = scrolling(ids.RULES, "Rules compared")
    return what_if.tab((scenarios_section(), *over_ranges), rules)
