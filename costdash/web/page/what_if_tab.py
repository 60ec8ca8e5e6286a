"""The tab of what if: how long the rule can be kept, the map, the doubts, and scenarios."""

from collections.abc import Sequence

from dash import html
from dash.development.base_component import Component

from costdash.report.sentences.amounts import Amounts
from costdash.report.tables.doubts import DoubtRow
from costdash.web import ids
from costdash.web.page.components import attributes, column_head, graph
from costdash.web.page.menus import save_buttons

LEAST_WIDTH = 0.4  # percent of the bars' width: a narrower bar could not be seen
KEY = (
    ("region", "cheapest model, in its colour"),
    ("chance", "cheapest, but it may be chance"),
    ("contour", "what keeping this rule costs extra there"),
    ("room", "room to be wrong: less than 5 % extra"),
    ("here", "where you are now"),
    ("ranges", "your ranges"),
    ("scenario", "your scenarios"),
)


def tab(below: Sequence[Component], rules: Component) -> html.Div:
    """The tab; the table of rules lies behind a disclosure."""
    return html.Div(
        [
            html.Div(id=ids.KEEP, className="keep"),
            html.Div([_map_card(), _doubts_card()], className="what-if"),
            *below,
            html.Details([html.Summary("All rules in numbers"), rules], className="more"),
        ]
    )


def _map_card() -> html.Section:
    return html.Section(
        [
            html.Header(
                [
                    html.H3("Which model, where"),
                    html.P("One map of every condition. Click to go there."),
                    html.Div(
                        save_buttons(ids.MAP_PANEL, "Which model, where", "map"),
                        className="panel-tools",
                    ),
                ]
            ),
            html.Div(
                [
                    html.Div(graph(ids.MAP_PANEL), className="map-frame"),
                    html.Ul(
                        [
                            html.Li([html.Span(className=f"map-key {kind}"), text])
                            for kind, text in KEY
                        ],
                        className="map-keys",
                    ),
                ],
                className="map",
            ),
        ],
        className="card map-card",
        **attributes(
            aria_label="Which model is cheapest, by share of positives and cost of a miss"
        ),
    )


def _doubts_card() -> html.Section:
    return html.Section(
        [html.H3("Which doubt matters most"), html.Div(id=ids.DOUBTS)], className="card doubts-card"
    )


def doubts_table(
    rows: Sequence[DoubtRow], cost: float, sentence: str, amounts: Amounts, assumed: bool
) -> list[Component]:
    """One bar per condition on a common scale, with the present cost as a line through all."""
    low = min([cost, *(row.cost[0] for row in rows)])
    high = max([cost, *(row.cost[1] for row in rows)])
    reach = (high - low) or 1.0

    def place(x: float) -> float:
        return 100 * (x - low) / reach

    def amount(x: float) -> str:
        return amounts.bare(amounts.cases * x)

    unit = amounts.case_unit.per
    head = (
        "Doubt",
        f"Cost of this rule {unit}, now {amount(cost)}",
        "If this is wrong, a better rule would save up to",
    )
    body = []
    for row in rows:
        start, end = map(place, row.cost)
        bar = html.Span(
            className=f"doubt-bar {row.key}",
            style={"left": f"{start:.2f}%", "width": f"{max(end - start, LEAST_WIDTH):.2f}%"},
        )
        now = html.Span(className="doubt-now", style={"left": f"{place(cost):.2f}%"})
        columns = f"minmax(0, {start:.2f}fr) minmax(max-content, {end - start:.2f}fr) "
        columns += f"minmax(0, {100 - end:.2f}fr)"  # below the bar, or around a narrow one
        ends = html.Span(
            html.Span([html.Span(amount(x)) for x in row.cost]),
            className="doubt-ends",
            style={"gridTemplateColumns": columns},
        )
        saving = "" if row.saving is None else amount(row.saving)
        body.append(
            html.Tr(
                [
                    html.Th([html.B(row.name), html.Span(row.values)], scope="row"),
                    html.Td([html.Span([bar, now], className="doubt-track"), ends]),
                    html.Td(saving),
                ]
            )
        )
    note = "Each from half to twice its value; give your own ranges with ↔." if assumed else ""
    return [
        html.Table(
            [html.Thead(html.Tr([column_head(name) for name in head])), html.Tbody(body)],
            className="doubts",
        ),
        html.P([html.B(sentence), f" {note}"], className="doubts-sentence"),
    ]
