"""The dialog of the full cost matrix."""

import dash_mantine_components as dmc
from dash import dcc, html

from costdash.web import ids
from costdash.web.inputs import box

CELLS = (
    (ids.MATRIX_FOUND, "Cost of a positive that is found"),
    (ids.MATRIX_MISSED, "Cost of a positive that is missed"),
    (ids.MATRIX_ALARM, "Cost of a false alarm"),
    (ids.MATRIX_ALONE, "Cost of a negative left alone"),
)


def matrix_dialog() -> dmc.Modal:
    found, missed, alarm, alone = (html.Td(box(*cell)) for cell in CELLS)
    heads = [html.Th(name, scope="col") for name in ("called positive", "called negative")]
    rows = [
        html.Tr([html.Th("positive", scope="row"), found, missed]),
        html.Tr([html.Th("negative", scope="row"), alarm, alone]),
    ]
    return dmc.Modal(
        id=ids.MATRIX,
        title="What a case costs in each cell",
        size="lg",
        keepMounted=True,
        closeButtonProps={"aria-label": "Close"},
        children=[
            dcc.Store(id=ids.MATRIX_READ),
            html.P("A benefit is a cost below zero.", className="note"),
            html.Table(
                [html.Thead(html.Tr([html.Td(), *heads])), html.Tbody(rows)], className="cells"
            ),
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
        ],
    )
