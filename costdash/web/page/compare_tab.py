"""The tab that compares two models, and the tables in it."""

import json
from typing import Any

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from costdash.core.compare.comparison import Comparison
from costdash.report.sentences.comparison import crossover_words
from costdash.report.tables.pairs import crossovers_table
from costdash.web import ids
from costdash.web.page.components import attributes, graph, html_table, scrolling
from costdash.web.page.menus import save_buttons
from costdash.wording import number


def tab() -> html.Div:
    """The tab: which pair, its difference curve, what it says, and the tests of all pairs."""
    compared = [_difference_card(), html.Div(id=ids.COMPARISON_TEXT, className="compared")]
    return html.Div(
        [
            html.Div(_pair_controls(), className="table-bar"),
            html.Div(compared, className="compare"),
            scrolling(ids.ALL_PAIRS, "All pairs of models"),
        ]
    )


def _pair_controls() -> list[Component]:
    pick: dict[str, Any] = {
        "size": "xs",
        "data": [],
        "allowDeselect": False,
        "searchable": True,
    }
    return [
        dmc.Select(id=ids.PAIR_A, label="Model A", **pick),
        dmc.Select(id=ids.PAIR_B, label="against B", **pick),
        dmc.NumberInput(
            id=ids.MARGIN,
            label="Not worse by more than",
            placeholder="nec, such as 0.01",
            value="",
            min=0,
            max=1,
            step=0.005,
            size="xs",
            debounce=True,
        ),
        dmc.Checkbox(id=ids.SIMULTANEOUS_BAND, label="Band for the whole curve at once", size="xs"),
        dmc.Checkbox(id=ids.HOLM_BAND, label="Band at Holm's stricter level", size="xs"),
    ]


def _difference_card() -> html.Section:
    tools = save_buttons(ids.DIFFERENCE_PANEL, "Difference curve", "difference")
    return html.Section(
        [
            html.Div(tools, className="panel-tools"),
            html.Div(graph(ids.DIFFERENCE_PANEL), className="difference-frame"),
            html.P(id=f"{ids.DIFFERENCE_PANEL}-note", className="panel-note"),
            html.P(id=ids.TANGENT_NOTE, className="panel-note", role="status"),
        ],
        className="card",
        **attributes(aria_label="Difference of normalized expected cost along PC(+)"),
    )


def comparison_text(
    sentences: list[str],
    comparison: Comparison,
    tangents: list[dict[str, Any]],
    best: list[str],
    banded: bool,
) -> list[Component]:
    """Sentences, crossovers, and the best model along PC(+); `banded`: with intervals."""
    return [
        *(html.P(sentence) for sentence in sentences if sentence),
        *_crossovers(comparison, tangents, banded),
        html.H3("Best of all models, along PC(+)"),
        html.Ul([html.Li(line) for line in best]),
    ]


def _crossovers(
    comparison: Comparison, tangents: list[dict[str, Any]], banded: bool
) -> list[Component]:
    if not comparison.crossovers:
        return [html.P("The two cost curves do not cross.")]
    table = crossovers_table(comparison, banded)
    rows: list[list[Component]] = [
        [html.Td(_crossover_button(drawn)), *map(html.Td, cells)]
        for (_, *cells), drawn in zip(table.rows, tangents)
    ]
    return [
        html_table(table.head, rows),
        html.P(crossover_words(comparison) if banded else "", className="note"),
    ]


def _crossover_button(drawn: dict[str, Any]) -> html.Button:
    """Moves PC(+) to the crossover; a script draws the common tangent in the ROC panel."""
    data, tip = {"data_pcf": repr(drawn["pcf"])}, "Go there"
    if "ends" in drawn:
        data["data_tangent"] = json.dumps(drawn)
        tip = "Draw the line that touches both hulls, and go there"
    return html.Button(
        number(drawn["pcf"]), className="link-button", title=tip, **attributes(**data)
    )
