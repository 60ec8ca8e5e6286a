"""The list of all pairs of models in the tab Compare: each difference with its interval."""

import json
from collections.abc import Sequence

from dash import html
from dash.development.base_component import Component

from costdash.report.sentences.amounts import Amounts
from costdash.report.sentences.comparison import p_text
from costdash.report.tables.pair_here import PairRow
from costdash.web.page.components import Scale, attributes, column_head, stroke, swatch
from costdash.web.page.tabs.compare import short_amount
from costdash.wording import MINUS, short_names

NOTHING = html.Span(hidden=True)
FEWEST, MOST_AT_FIRST = 2, 3  # pairs that are all shown at once
LONGEST_NAME = 16  # characters of a model's name in the list of pairs
COLUMNS = ("Pair", "", "difference", "p, Holm", "")


def pair_list(
    rows: Sequence[PairRow],
    first: int,
    places: dict[str, int],
    amounts: Amounts,
    statement: str = "",
) -> list[Component]:
    """One row per pair with its interval; with many pairs, only the first rows are open. A single
    pair is hidden, because the tab shows it anyway. statement: how sure it is which model is the
    cheapest.
    """
    if len(rows) < FEWEST:
        return [NOTHING]
    first = len(rows) if len(rows) <= MOST_AT_FIRST else min(first, len(rows))
    scale = Scale.around([0.0, *(x for row in rows for x in (row.value, row.low, row.high))])

    def tick(x: float) -> str:
        return "no difference" if x == 0 else short_amount(x, amounts)

    every = f"All {'three' if len(rows) == MOST_AT_FIRST else len(rows)} pairs"
    title = every if first == len(rows) else "Pairs with the recommended model"
    head = html.Tr(
        [
            html.Th(html.H3(f"{title}, at your conditions"), scope="col"),
            html.Th(scale.tick_row(tick), **attributes(aria_hidden="true")),
            *map(column_head, COLUMNS[2:]),
        ]
    )
    lines = [_pair_line(row, scale, places, amounts) for row in rows]
    above = [html.P(f"{statement}.", className="note pairs-statement")] if statement else []
    table = html.Table([html.Thead(head), html.Tbody(lines[:first])], className="pairs")
    if first == len(rows):
        return [*above, table]
    rest = html.Table(html.Tbody(lines[first:]), className="pairs")
    opener = html.Summary(every)
    return [*above, table, html.Details([opener, rest], className="more")]


def _pair_line(row: PairRow, scale: Scale, places: dict[str, int], amounts: Amounts) -> html.Tr:
    short = dict(zip(places, short_names([*places], LONGEST_NAME)))
    name = [short[row.a], short[row.b]]
    pick = html.Button(
        [
            html.Span([swatch(places[row.a]), html.B(name[0])], className="pair-name"),
            html.Span("against"),
            html.Span([swatch(places[row.b]), html.B(name[1])], className="pair-name"),
        ],
        className="pair-pick",
        type="button",
        title="Compare these two",
        **attributes(data_pair=json.dumps([row.a, row.b])),
    )
    place = places[row.better] if row.better else None
    chance = f"may be chance among {row.tested}" if row.alone else "may be chance"
    verdict: Component = html.Span(chance, className="quiet-line")
    if row.better:
        words = f"{short[row.better]} is cheaper"
        verdict = html.B(words, style=stroke(places[row.better]), className="in-colour")
    elif row.holm != row.holm:
        verdict = html.Span()
    sign = MINUS if row.value < 0 else "+" if row.value > 0 else ""
    return html.Tr(
        [
            html.Th(pick, scope="row"),
            html.Td(scale.interval(row.value, row.low, row.high, place, 0.0)),
            html.Td(html.B(f"{sign}{amounts.bare(abs(row.value))}")),
            html.Td("" if row.holm != row.holm else p_text(row.holm)),
            html.Td(verdict),
        ]
    )
