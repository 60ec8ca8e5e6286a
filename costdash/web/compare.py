"""The tab that compares two models, and the tables in it."""

import dash_mantine_components as dmc
from dash import html

from costdash.core.comparison import Comparison
from costdash.report.numbers import number, percent
from costdash.web import ids
from costdash.web.graph import graph
from costdash.web.take import save_buttons


def tab() -> html.Div:
    pick = {"size": "xs", "data": [], "allowDeselect": False, "searchable": True}
    return html.Div(
        [
            html.Div(
                [
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
                    dmc.Checkbox(
                        id=ids.SIMULTANEOUS, label="Band for the whole curve at once", size="xs"
                    ),
                ],
                className="bar",
            ),
            html.Div(
                [
                    html.Section(
                        [
                            html.Div(
                                save_buttons(ids.DIFFERENCE, "Difference curve", "difference"),
                                className="tools",
                            ),
                            html.Div(graph(ids.DIFFERENCE), className="difference-frame"),
                            html.P(id=f"{ids.DIFFERENCE}-note", className="panel-note"),
                        ],
                        className="card",
                        **{"aria-label": "Difference of normalized expected cost along PC(+)"},
                    ),
                    html.Div(id=ids.COMPARED, className="compared"),
                ],
                className="compare",
            ),
        ]
    )


def told(sentences: list[str], comparison: Comparison, best: list[str]) -> list:
    """Sentences, the crossovers, and who is best where."""
    return [
        *(html.P(sentence) for sentence in sentences if sentence),
        *_crossovers(comparison),
        html.H3("Best of all models, along PC(+)"),
        html.Ul([html.Li(line) for line in best]),
    ]


def _crossovers(comparison: Comparison) -> list:
    if not comparison.crossovers:
        return [html.P("The two cost curves do not cross.")]
    heads = ("Crossover at PC(+)", "slope", percent(comparison.level), "replicates crossing")
    rows = [
        html.Tr(
            [
                html.Td(_tangent(crossover.pcf)),
                html.Td(number(crossover.slope)),
                html.Td(_interval(crossover.low, crossover.high)),
                html.Td(_share(crossover.share_crossing)),
            ]
        )
        for crossover in comparison.crossovers
    ]
    head = html.Thead(html.Tr([html.Th(name, scope="col") for name in heads]))
    return [
        html.Table([head, html.Tbody(rows)], className="table"),
        html.P(comparison.crossover_estimates, className="note"),
    ]


def _tangent(pcf: float) -> html.Button:
    """Moves PC(+) there, where the iso-performance line touches both hulls."""
    return html.Button(number(pcf), className="link", title="Go there", **{"data-pcf": repr(pcf)})


def _interval(low: float, high: float) -> str:
    return "" if low != low else f"{number(low)} to {number(high)}"


def _share(share: float) -> str:
    return "" if share != share else percent(share)
