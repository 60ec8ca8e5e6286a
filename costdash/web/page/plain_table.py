"""A table of the report as components of the page."""

from dash import html

from costdash.report.tables.table import Table


def scrolling(name: str, label: str) -> html.Div:
    """A place for tables that may be wider than it; the keyboard can scroll it."""
    return html.Div(id=name, className="calls", tabIndex=0, role="region", **{"aria-label": label})


def plain_table(table: Table) -> list:
    """A heading, the table, and its note."""
    note = [html.P(table.note, className="note")] if table.note else []
    return [html.H3(table.title), bare_table(table), *note]


def bare_table(table: Table) -> html.Table:
    head = html.Tr([html.Th(name, scope="col") for name in table.head])
    body = [
        html.Tr([html.Th(first, scope="row"), *(html.Td(cell) for cell in cells)])
        for first, *cells in table.rows
    ]
    return html.Table([html.Thead(head), html.Tbody(body)], className="table")
