"""Components that the parts of the page share: labelled rows, boxes, graphs and tables.

A graph is an empty box into which a script draws with plotly.js. dcc.Graph would load plotly.js
only when it is on the page, draw an empty figure first, and make dash look at the whole page for
every figure.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10
from typing import Any

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from costdash.figures import style
from costdash.report.tables.table import Table

CONFIG = json.dumps(style.CONFIG | {"displayModeBar": False, "responsive": False})


# the empty content of a graph without an answer
NO_FIGURE: dict[str, Any] = {
    "data": [],
    "layout": {
        "xaxis": {"visible": False},
        "yaxis": {"visible": False},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "meta": {"alt": "Nothing to show yet"},
    },
}


MODEL_LIST: dict[str, Any] = {  # a typed name is taken by Enter, and by a script at Tab
    "data": [],
    "allowDeselect": False,
    "searchable": True,
    "selectFirstOptionOnChange": True,
}


def attributes(**values: str) -> dict[str, Any]:
    """HTML attributes whose names are no Python names: data_tab="x" becomes data-tab.

    >>> attributes(aria_label="Models")
    {'aria-label': 'Models'}
    """
    return {name.replace("_", "-"): value for name, value in values.items()}


def icon(name: str) -> html.Span:
    """An icon that the style sheet draws; screen readers skip it."""
    mask = {"--icon": f"var(--icon-{name})"}
    return html.Span(className="icon", style=mask, **attributes(aria_hidden="true"))


def quiet_button(name: str, sign: str, text: str) -> html.Button:
    """A button with an icon and no border."""
    label = html.Span(text, className="button-label")
    return html.Button([icon(sign), label], id=name, className="quiet", type="button")


def unanswered(reason: str, tab: str) -> list[Component | str]:
    """Why a tab shows nothing, and a button that repeats the request."""
    again = html.Button(
        "Try again", className="link-button", type="button", **attributes(data_again=tab)
    )
    return [f"{reason} ", again]


def slow_note(text: str, tab: str) -> html.P:
    """What a tab still lacks: a script asks for it when nothing has changed for a while."""
    return html.P(text, className="note", **attributes(data_slow=tab))


def row(label: str, *parts: Component) -> html.Div:
    return html.Div([html.Span(label), *parts], className="control-row")


def box(name: str, label: str, placeholder: str = "") -> dmc.TextInput:
    return dmc.TextInput(
        id=name,
        debounce=True,
        size="xs",
        autoComplete="off",
        spellCheck=False,
        className="control-box",
        label=label,
        placeholder=placeholder,
        labelProps={"className": "unseen"},
    )


def share_meaning(name: str) -> html.Div:
    """Place for a script's note on how it read an ambiguous typed share."""
    return html.Div(id=name, className="share-meaning", role="status")


def graph(name: str) -> html.Div:
    """An empty box for a figure, as large as the frame around it."""
    return html.Div(id=name, className="graph", **attributes(data_config=CONFIG))


def swatch(place: int) -> html.Span:
    """Colour and dash of a model's line."""
    dash = style.DASH_NAMES[style.dash(place)]
    return html.Span(
        className=f"swatch swatch-{dash}", style=stroke(place), **attributes(aria_hidden="true")
    )


def stroke(place: int) -> dict[str, str]:
    """The style that gives an element the colour of the model at this place."""
    return {"--stroke": f"var(--model-{place % style.MODELS})"}


@dataclass(frozen=True, slots=True)
class Scale:
    """A horizontal scale from `low` to `high`, with round ticks; the page places by percent."""

    low: float
    high: float
    ticks: tuple[float, ...]

    @classmethod
    def around(cls, values: Sequence[float], most: int = 5) -> "Scale":
        """A scale on which all values lie, a little inside of its ends."""
        finite = [x for x in values if isfinite(x)]
        low, high = min(finite), max(finite)
        margin = 0.04 * (high - low) or abs(high) or 1.0
        low, high = low - margin, high + margin
        size = 10.0 ** floor(log10((high - low) / most))
        step = next(k * size for k in (1, 2, 5, 10) if (high - low) / (k * size) <= most)
        ticks = tuple(k * step for k in range(ceil(low / step), floor(high / step) + 1))
        return cls(low, high, ticks)

    def place(self, x: float) -> str:
        return f"{100 * (x - self.low) / (self.high - self.low):.2f}%"

    def tick_row(self, named: Callable[[float], str]) -> html.Span:
        """The ticks in words."""
        words = [
            html.Span(named(x), style={"left": self.place(x)}, className="interval-tick")
            for x in self.ticks
        ]
        return html.Span(words, className="interval-ticks")

    def interval(
        self, value: float, low: float, high: float, place: int | None, marked: float | None = None
    ) -> html.Span:
        """A dot with its limits, in the colour of the model at `place` (None: grey).

        marked: a value at which a stronger line runs through.
        """
        lines = [
            html.Span(
                className="interval-line" + " marked" * (x == marked),
                style={"left": self.place(x)},
            )
            for x in {*self.ticks, *([] if marked is None else [marked])}
        ]
        if isfinite(low) and isfinite(high):
            width = f"calc({self.place(high)} - {self.place(low)})"
            lines.append(
                html.Span(className="interval-bar", style={"left": self.place(low), "width": width})
            )
        dot = html.Span(className="interval-dot", style={"left": self.place(value)})
        colour = {} if place is None else stroke(place)
        return html.Span(
            [*lines, dot], className="interval", style=colour, **attributes(aria_hidden="true")
        )


def scrolling(name: str, label: str) -> html.Div:
    """A box for wide tables, which scrolls, also by keyboard."""
    return html.Div(
        id=name, className="scrolling", tabIndex=0, role="region", **attributes(aria_label=label)
    )


def plain_table(table: Table) -> list[Component]:
    """Heading, table and note."""
    note = [html.P(table.note, className="note")] if table.note else []
    return [html.H3(table.title), bare_table(table), *note]


def bare_table(table: Table) -> html.Table:
    return html_table(table.head, [row_cells(first, *cells) for first, *cells in table.rows])


def html_table(
    head: Sequence[str],
    rows: Sequence[list[Component]],
    foot: Sequence[list[Component]] | None = None,
    caption: html.Caption | None = None,
) -> html.Table:
    """A table of finished cells; `foot` has the rows below the body."""
    columns = html.Tr([column_head(name) for name in head])
    parts: list[Component] = [caption] if caption else []
    parts += [html.Thead(columns), html.Tbody([html.Tr(row) for row in rows])]
    if foot is not None:
        parts.append(html.Tfoot([html.Tr(row) for row in foot]))
    return html.Table(parts, className="table")


def row_cells(first: str, *cells: str, **heading: Any) -> list[Component]:
    """The cells of a row with the heading `first`; `heading`: attributes of the heading."""
    return [html.Th(first, scope="row", **heading), *map(html.Td, cells)]


def column_head(text: str) -> html.Th | html.Td:
    """A cell of a table's head; a header without a name would be read as a header cell."""
    return html.Th(text, scope="col") if text else html.Td()
