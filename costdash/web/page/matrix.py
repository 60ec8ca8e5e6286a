"""The dialog of the full cost matrix."""

import dash_mantine_components as dmc
from dash import dcc, html

from costdash.web import ids
from costdash.web.page.inputs import box

CELLS = (
    (ids.MATRIX_FOUND, "Cost of a positive that is found"),
    (ids.MATRIX_MISSED, "Cost of a positive that is missed"),
    (ids.MATRIX_ALARM, "Cost of a false alarm"),
    (ids.MATRIX_ALONE, "Cost of a negative left alone"),
)


def matrix_dialog() -> dmc.Modal:
    return dmc.Modal(
        id=ids.MATRIX,
        title="What a case costs in each cell",
        size="lg",
        keepMounted=True,
        closeButtonProps={"aria-label": "Close"},
        children=[
            dcc.Store(id=ids.MATRIX_READ),
            html.P("A benefit is a cost below zero.", className="note"),
            _cells(CELLS),
            html.Div(
                [
                    html.Span("Cases in a month (if it is known)"),
                    box(ids.MATRIX_CASES, "Cases in a month"),
                ],
                className="row",
            ),
            html.P(id=ids.MATRIX_TOLD, className="told", role="status"),
            html.Div(
                dmc.Button("Use these costs", id=ids.MATRIX_USE, size="xs", variant="filled"),
                className="buttons end",
            ),
            _two_tables(),
        ],
    )


def _two_tables() -> html.Details:
    """Two confusion matrices, priced by the matrix above."""
    tables = [
        html.Div([html.P(f"{name} table", className="note"), _cells(_counts(name, cells))])
        for name, cells in (("First", ids.MATRIX_FIRST), ("Second", ids.MATRIX_SECOND))
    ]
    return html.Details(
        [
            html.Summary("What do two tables of results cost?"),
            html.Div(tables, className="two-tables"),
            html.P(id=ids.MATRIX_PRICED, className="told", role="status"),
            html.Button("Fill in an example", className="link", **{"data-matrix-example": ""}),
        ],
        id="matrix-tables",
    )


def _counts(name: str, cells: tuple[str, ...]) -> list[tuple[str, str]]:
    words = ("positives found", "positives missed", "false alarms", "negatives left alone")
    return [(cell, f"{name} table: {word}") for cell, word in zip(cells, words)]


def _cells(cells) -> html.Table:
    """Four boxes; cells are (id, label) of found, missed, false alarm, left alone."""
    found, missed, alarm, alone = (html.Td(box(*cell)) for cell in cells)
    heads = [html.Th(name, scope="col") for name in ("called positive", "called negative")]
    rows = [
        html.Tr([html.Th("positive", scope="row"), found, missed]),
        html.Tr([html.Th("negative", scope="row"), alarm, alone]),
    ]
    return html.Table(
        [html.Thead(html.Tr([html.Td(), *heads])), html.Tbody(rows)], className="cells"
    )
