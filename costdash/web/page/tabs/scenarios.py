"""The table of scenarios in the tab What if."""

from typing import Any

from dash import html

from costdash.report.tables.table import Table
from costdash.web.page.components import attributes

SCENARIO_ACTIONS = {"load": "Go there", "rename": "Rename", "up": "↑", "down": "↓", "delete": "×"}  # noqa: RUF001
ACTION_NAMES = {"up": "Move up", "down": "Move down", "delete": "Delete"}


def scenarios_table(table: Table) -> html.Table:
    """The first row is the present point; the other rows have buttons that change them."""
    change = html.Th(html.Span("Change", className="unseen"), scope="col")
    head = [*(html.Th(name, scope="col") for name in table.head), change]
    body = []
    for k, (name, *cells) in enumerate(table.rows):
        number: list[Any] = [html.Span(str(k), className="scenario-number"), " "] if k else []
        row = [html.Th([*number, name], scope="row"), *(html.Td(cell) for cell in cells)]
        body.append(html.Tr([*row, html.Td(_buttons(name, k - 1) if k else "")]))
    return html.Table(
        [html.Thead(html.Tr(head)), html.Tbody(body)],
        className="table scenarios",
        hidden=len(table.rows) == 1,  # the card says the same of the present point
    )


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
