"""The rail's inputs: a row with its name, a box for one value, a slider.

The box of a graph, and plotly.js: a script draws into the box, and dash has no part in it.

dcc.Graph would load plotly.js only when it is on the page, draw first what is empty, and then make
dash look at all of the page for every figure.

A table of the report as components of the page.
"""

import json
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import dash_mantine_components as dmc
from dash import html
from dash.fingerprint import build_fingerprint

from costdash.figures import style
from costdash.report.tables.table import Table

DECADES = 3  # a slider of cost ratios goes from 1:1000 to 1000:1
RATIO_MARKS = (
    {"value": -DECADES, "label": "1:1000"},
    {"value": 0, "label": "1:1"},
    {"value": DECADES, "label": "1000:1"},
)
CONFIG = json.dumps(style.CONFIG | {"displayModeBar": False, "responsive": False})
PLOTLY = "/_dash-component-suites/plotly/package_data/plotly.min.js"


def attributes(**values: str) -> dict[str, Any]:
    """HTML attributes whose names are no Python names: data_tab="x" becomes data-tab.

    >>> attributes(aria_label="Models")
    {'aria-label': 'Models'}
    """
    return {name.replace("_", "-"): value for name, value in values.items()}


def row(label: str, *parts) -> html.Div:
    return html.Div([html.Span(label), *parts], className="row")


def box(name: str, label: str) -> dmc.TextInput:
    return dmc.TextInput(
        id=name,
        debounce=True,
        size="xs",
        autoComplete="off",
        spellCheck=False,
        className="box",
        label=label,
        labelProps={"className": "unseen"},
    )


def slider(name: str, label: str, value, low, high, step, marks=()) -> dmc.Slider:
    return dmc.Slider(
        id=name,
        value=value,
        min=low,
        max=high,
        step=step,
        marks=list(marks),
        label=None,
        thumbLabel=label,
        updatemode="mouseup",
        size=4,
        thumbSize=18,
        className="slider",
    )


def range_slider(
    name: str, thumbs: tuple[str, str], value, low, high, step, marks=()
) -> dmc.RangeSlider:
    """Two thumbs, each with its name; they may meet, and one pushes the other."""
    return dmc.RangeSlider(
        id=name,
        value=value,
        min=low,
        max=high,
        step=step,
        minRange=0,
        marks=list(marks),
        label=None,
        thumbFromLabel=thumbs[0],
        thumbToLabel=thumbs[1],
        updatemode="mouseup",
        size=4,
        thumbSize=18,
        className="slider",
    )


def graph(name: str) -> html.Div:
    """As large as the frame around it."""
    return html.Div(id=name, className="graph", **{"data-config": CONFIG})


def plotly_script() -> str:
    """Before dash starts: what it does first would stand in the way of the first drawing."""
    return f'<script src="{build_fingerprint(PLOTLY, version("plotly"), 0)}"></script>'


def scrolling(name: str, label: str) -> html.Div:
    """A place for tables that may be wider than it; the keyboard can scroll it."""
    return html.Div(id=name, className="calls", tabIndex=0, role="region", **{"aria-label": label})


def plain_table(table: Table) -> list:
    """A heading, the table, and its note."""
    note = [html.P(table.note, className="note")] if table.note else []
    return [html.H3(table.title), bare_table(table), *note]


def bare_table(table: Table) -> html.Table:
    return html_table(table.head, [row_cells(first, *cells) for first, *cells in table.rows])


def html_table(
    head: Sequence[str], rows: Sequence[list], foot: Sequence[list] | None = None
) -> html.Table:
    """A table of ready cells; rows of the foot are below all others."""
    columns = html.Tr([html.Th(name, scope="col") for name in head])
    parts = [html.Thead(columns), html.Tbody([html.Tr(row) for row in rows])]
    if foot is not None:
        parts.append(html.Tfoot([html.Tr(row) for row in foot]))
    return html.Table(parts, className="table")


def row_cells(first: str, *cells: str, **heading) -> list:
    """The cells of a row that `first` names; `heading`: attributes of that cell."""
    return [html.Th(first, scope="row", **heading), *map(html.Td, cells)]
