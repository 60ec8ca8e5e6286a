"""The tabs below the panels: what if, compare, folds, thresholds, data."""

from typing import Any

import dash_ag_grid as dag
import dash_mantine_components as dmc
from dash import html

from costdash.report.tables.table import Table
from costdash.web import ids
from costdash.web.ids import LONGEST_NAME
from costdash.web.page import compare_tab, folds_tab, what_if_tab
from costdash.web.page.components import attributes, scrolling
from costdash.web.page.shell.ranges import weighing_bar
from costdash.wording import TRIVIAL_NAMES

SCENARIO_ACTIONS = {"load": "Go there", "rename": "Rename", "up": "↑", "down": "↓", "delete": "×"}  # noqa: RUF001
ACTION_NAMES = {"up": "Move up", "down": "Move down", "delete": "Delete"}
THRESHOLD_COLUMNS = (
    (
        "text",
        "threshold",
        "Positive at this score or more; the shortest decimal that makes the same calls "
        "(the CSV has every digit)",
    ),
    ("tpr", "found", "Share of positives found (recall, tpr)"),
    ("fpr", "false alarms", "Share of negatives raised (fpr)"),
    ("precision", "precision", "At your prior"),
    ("specificity", "specificity", "1 - fpr"),
    ("accuracy", "accuracy", "At your prior"),
    ("f1", "F1", "At your prior"),
    ("share_called", "flagged", "Share of all cases flagged, at your prior"),
    ("expected_cost", "cost per case", "Expected cost per case at your prior and costs"),
    ("nec", "nec", "Normalized expected cost"),
)
FIRST_TAB = "what-if"
# Flex shares the width among the columns: a hidden grid has no width to fit columns to.
DEFAULT_COLUMN = {
    "sortable": True,
    "filter": True,
    "resizable": True,
    "flex": 1,
    "minWidth": 84,
    "wrapHeaderText": True,
    "autoHeaderHeight": True,
}


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
    """All tabs, of which one is shown."""
    subjects = {
        "what-if": ("What if", _what_if()),
        "compare": ("Compare", compare_tab.tab()),
        "folds": ("Folds", folds_tab.tab()),
        "thresholds": ("Thresholds", _thresholds()),
        "data": ("Data", _data()),
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
    over_ranges = scrolling(ids.SEGMENTS, "Best in parts of the range"), weighing_bar()
    rules = scrolling(ids.RULES, "Rules compared")
    return what_if_tab.tab((scenarios_section(), *over_ranges), rules)


def _thresholds() -> html.Div:
    return html.Div(
        [
            html.Div(
                [
                    dmc.Select(
                        id=ids.THRESHOLD_MODEL,
                        label="Model",
                        data=[],
                        size="xs",
                        allowDeselect=False,
                        searchable=True,
                    ),
                    dmc.TextInput(
                        id=ids.THRESHOLD_SEARCH,
                        label="Find a threshold",
                        placeholder="0.37",
                        debounce=300,
                        size="xs",
                    ),
                    html.P(id=ids.THRESHOLD_FOUND, className="threshold-found", role="status"),
                    dmc.Button(
                        "Export all as CSV", id=ids.EXPORT_BUTTON, size="xs", variant="default"
                    ),
                ],
                className="threshold-bar",
            ),
            dag.AgGrid(
                id=ids.THRESHOLD_TABLE,
                columnDefs=[_column(*column) for column in THRESHOLD_COLUMNS],
                rowData=[],
                defaultColDef=DEFAULT_COLUMN,
                dashGridOptions={
                    "animateRows": False,
                    "rowHeight": 30,
                    "rowSelection": {
                        "mode": "singleRow",
                        "checkboxes": False,
                        "enableClickSelection": True,
                    },
                },
                getRowId="params.data.key",
                className="ag-theme-quartz grid",
            ),
        ],
    )


def _column(field: str, title: str, tip: str) -> dict[str, Any]:
    column = {"field": field, "headerName": title, "headerTooltip": tip}
    if field == "text":
        none = TRIVIAL_NAMES["none"]
        return column | {
            "comparator": {"function": "byThreshold"},
            "minWidth": 110,
            "valueFormatter": {"function": f"params.value === null ? '{none}' : params.value"},
        }
    return column | {"valueFormatter": {"function": "threeDigits(params.value)"}}


def _data() -> html.Div:
    return html.Div(
        [
            html.P(
                [
                    html.Span(id=ids.READ_AS),
                    html.Button("Change", id=ids.COLUMNS_BUTTON, className="link-button"),
                ]
            ),
            html.Div(id=ids.SUMMARY),
            html.Div(id=ids.MESSAGES),
            html.Div(
                [
                    dmc.Button(
                        "Delete my data",
                        id=ids.DELETE_BUTTON,
                        size="xs",
                        variant="subtle",
                        color="red",
                    ),
                ],
                className="buttons",
            ),
        ],
        className="data-tab",
    )
