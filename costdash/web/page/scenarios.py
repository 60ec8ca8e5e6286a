"""Named conditions side by side, each with its buttons."""

import json

import dash_mantine_components as dmc
from dash import html

from costdash.report.tables.scenarios import PROVOST_FAWCETT
from costdash.report.tables.table import Table
from costdash.web import ids
from costdash.web.page.plain_table import scrolling
from costdash.web.stores.read import LONGEST_NAME

ACTIONS = {"load": "Load", "rename": "Rename", "up": "↑", "down": "↓", "delete": "×"}  # noqa: RUF001
SPOKEN = {"up": "Move up", "down": "Move down", "delete": "Delete"}


def scenarios_section() -> html.Section:
    """A script changes the list, which is kept with the conditions."""
    first = [
        {"name": s.name, "prior": s.point.prior, "cost_fn": s.point.cost_fn}
        | {"cost_fp": s.point.cost_fp}
        for s in PROVOST_FAWCETT
    ]
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
                        placeholder="A name for the conditions of now",
                        attributes={"input": {"maxLength": LONGEST_NAME}},
                        autoComplete="off",
                        value="",
                        size="xs",
                        w=260,
                    ),
                    dmc.Button("Keep", id=ids.SCENARIO_KEEP, size="xs", variant="default"),
                ],
                className="buttons",
            ),
        ],
        id=ids.SCENARIOS,
        **{"aria-label": "Scenarios", "data-first": json.dumps(first)},
    )


def scenarios_table(table: Table) -> html.Table:
    """The first row is what holds now; the others can be loaded, renamed, moved and deleted."""
    head = [html.Th(name, scope="col") for name in table.head]
    head.append(html.Th(html.Span("Change", className="unseen"), scope="col"))
    body = []
    for k, (name, *cells) in enumerate(table.rows):
        number = [html.Span(str(k), className="numeral"), " "] if k else []
        row = [html.Th([*number, name], scope="row"), *(html.Td(cell) for cell in cells)]
        body.append(html.Tr([*row, html.Td(_buttons(name, k - 1) if k else "")]))
    return html.Table([html.Thead(html.Tr(head)), html.Tbody(body)], className="table scenarios")


def _buttons(name: str, place: int) -> list:
    return [
        html.Button(
            sign,
            className="tool",
            title=SPOKEN.get(action, sign),
            **{
                "aria-label": f"{SPOKEN.get(action, sign)}: {name}",
                "data-scenario": action,
                "data-place": str(place),
            },
        )
        for action, sign in ACTIONS.items()
    ]
