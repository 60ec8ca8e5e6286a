"""The tab that compares two models: the answer, the picture, where it comes from, and details."""

import json
from collections.abc import Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from costdash.core.compare.comparison import Comparison
from costdash.core.compare.sample_size import RowsToDetect
from costdash.report.sentences.amounts import Amounts, Entry, Savings
from costdash.report.sentences.comparison import DifferenceWords, crossover_words
from costdash.report.sentences.labels import SAME_CALLS, about
from costdash.report.tables.pair_here import Disagreement
from costdash.report.tables.pairs import crossovers_table
from costdash.web.ids import ids, swatch_of
from costdash.web.page.components import (
    MODEL_LIST,
    Scale,
    attributes,
    column_head,
    html_table,
    stroke,
)
from costdash.web.page.menus import save_menu
from costdash.web.page.tabs.combine import combination_menu
from costdash.web.page.template import rendered
from costdash.wording import MINUS, number, short_names, with_minus

TAB = "compare"  # id of the tab
BANDS = {"point": "this point", "curve": "all points"}
ALL_ROWS_NOTE = (
    "Two fixed rules, counted on the cases that chose them. Above, each case is judged by rules "
    "chosen on other cases, so its counts differ."
)


def tab() -> Component:
    return rendered(
        "tab_compare",
        model=_picker(ids.PAIR_A, "Model"),
        against=_picker(ids.PAIR_B, "against model"),
        combination_menu=combination_menu(),
        band=dmc.SegmentedControl(
            id=ids.PAIR_BAND,
            data=band_choices(0),
            value="point",
            size="xs",
            **attributes(aria_label="Band"),
        ),
        tools=save_menu(ids.DIFFERENCE_PANEL, "Difference curve", "difference"),
        margin=dmc.NumberInput(
            id=ids.MARGIN,
            label="Not worse by more than … % of the worst cost",
            placeholder="such as 1",
            value="",
            min=0,
            max=100,
            step=0.5,
            size="xs",
            debounce=True,
        ),
    )


def _picker(name: str, label: str) -> dmc.Select:
    return dmc.Select(
        id=name,
        **MODEL_LIST,
        leftSection=html.Span(id=swatch_of(name)),
        leftSectionWidth=40,
        className="pair-picker",
        **attributes(aria_label=label),
    )


def band_choices(pairs: int) -> list[dict[str, str]]:
    """The kinds of band; Holm's level only makes sense among several pairs."""
    kinds = BANDS | ({"holm": f"all {pairs} pairs"} if pairs > 1 else {})
    return [{"value": key, "label": text} for key, text in kinds.items()]


def lead(words: DifferenceWords, place: int | None) -> list[Component | str]:
    """The answer in one sentence, the cheaper model in its colour."""
    if place is None:
        return [f"{words.lead} {words.chance}"]
    return [
        html.B(words.cheaper, style=stroke(place), className="in-colour"),
        f" {words.verb} ",
        html.B(words.less),
        f" {words.per}. {words.chance}",
    ]


def interval(words: DifferenceWords, evaluation: str) -> list[Component | str]:
    """The interval of the difference, and on which rows the thresholds were chosen."""
    return [html.Span(words.interval), html.Span(evaluation, className="quiet-line")]


def _card(title: str, beside: str, *body: Component) -> html.Section:
    head = html.Header([html.H3(title), html.P(beside)])
    return html.Section([head, *body], className="card pair-card")


def sources_card(saved: Savings, rules: str, per: str, notes: Sequence[str] = ()) -> html.Section:
    """Where the difference comes from: fewer misses and false alarms, with their amounts.

    rules: the two sides. notes: sentences below the table, such as the net benefit; "" is none.
    """
    lines = [
        html.Tr(
            [
                html.Th(
                    [
                        html.Span(
                            className=f"glyph glyph-{sign}", **attributes(aria_hidden="true")
                        ),
                        entry.word,
                    ],
                    scope="row",
                ),
                html.Td(entry.count if entry.price else ""),
                html.Td(f"\u00d7 {entry.price}" if entry.price else "", className="each"),
                html.Td(_signed(entry)),
            ]
        )
        for sign, entry in (("missed", saved.missed), ("alarm", saved.false_alarms))
    ]
    priced = bool(saved.missed.price)
    total = html.Tr(
        [
            html.Th(f"{'saved' if priced else 'fewer errors'} {per}", scope="row"),
            html.Td(saved.total, colSpan=3),
        ]
    )
    table = html.Table([html.Tbody(lines), html.Tfoot(total)], className="pair-ledger waits-dim")
    paragraphs = [html.P(note, className="note") for note in notes if note]
    return _card("Where the difference comes from", rules, table, *paragraphs)


def _signed(entry: Entry) -> str:
    """The amount, or the number of errors, with its sign."""
    if entry.amount:
        return with_minus(entry.amount)
    return f"{MINUS if entry.cases < 0 else ''}{entry.count}"


def disagreement_card(
    disagreement: Disagreement,
    names: tuple[str, str],
    places: tuple[int, int],
    rows: str,
    cross_fitted: bool = False,
) -> html.Section:
    """How often both rules, one or neither of them flags a case. cross_fitted: the other numbers
    are of rules chosen on other folds, so the card explains why its counts differ.
    """

    def line(title: str, cases: Sequence[float]) -> html.Tr:
        both, first, second, neither = map(number, cases)
        only = [
            html.B(text, style=stroke(place), className="in-colour")
            for text, place in zip((first, second), places)
        ]
        cells = [html.Td(both), *map(html.Td, only), html.Td(neither)]
        return html.Tr([html.Th(f"{title}, {number(sum(cases))}", scope="row"), *cells])

    short = short_names(names, 12)
    head = ("", "both flag", f"only {short[0]}", f"only {short[1]}", "neither")
    table = html.Table(
        [
            html.Thead(html.Tr([column_head(text) for text in head])),
            html.Tbody(
                [
                    line("Positives", disagreement.positives),
                    line("Negatives", disagreement.negatives),
                ]
            ),
        ],
        className="pair-cells",
    )
    beside = f"{number(disagreement.total)} of {number(disagreement.cases, 15)} cases, {rows}"
    if not cross_fitted:
        return _card("Where they disagree", beside, table)
    note = html.P(ALL_ROWS_NOTE, className="note")
    return _card("Where the rules chosen on all rows disagree", beside, table, note)


def areas_card(
    verdict: tuple[str, str],
    names: tuple[str, str],
    places: tuple[int, int],
    areas: Sequence[tuple[float, float, float]],
) -> html.Section:
    """Both areas under the ROC curve: (value, low, high) each, limits nan without bands."""
    scale = Scale.around([x for area in areas for x in area], most=4)
    lines = [
        html.Tr(
            [
                html.Th(
                    html.Span(name, style=stroke(place), className="in-colour"),
                    scope="row",
                ),
                html.Td(scale.interval(*area, place)),
                html.Td(f"{area[0]:.3f}"),
            ]
        )
        for name, place, area in zip(short_names(names, 12), places, areas)
    ]
    ticks = html.Tr([html.Td(), html.Td(scale.tick_row(number)), html.Td()])
    table = html.Table(
        [html.Tbody(lines), html.Tfoot(ticks, **attributes(aria_hidden="true"))],
        className="pair-areas",
    )
    return _card(*verdict, table)


def labels_card(
    found: RowsToDetect | None, positives: int, lead: str, rest: str
) -> list[Component]:
    """How many labelled cases it takes to show a difference; None if the calls are the same.

    positives: cases of the file. lead, rest: the sentences above and below.
    """
    title = html.H3("How many labels would show it?")
    if found is None:
        return [title, html.P(SAME_CALLS)]
    mix = f"{about(found.positives)} positive \u00b7 this file: {number(positives, 15)}"
    boxes = [_number_box("cases in this file's mix", found.rows, mix)]
    if found.best_positives is not None and found.best_negatives is not None:
        both = found.best_positives + found.best_negatives
        mix = f"{about(found.best_positives)} positive and {about(found.best_negatives)} negative"
        boxes.append(_number_box("or chosen by class", both, mix))
    return [
        title,
        html.P(lead),
        html.Div(boxes, className="number-boxes"),
        html.P(rest, className="note"),
    ]


def _number_box(above: str, cases: int, below: str) -> html.Div:
    return html.Div([html.Span(above), html.B(about(cases)), html.Span(below)])


def short_amount(x: float, amounts: Amounts) -> str:
    """A signed amount on an axis: +$10k."""
    sizes = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""))
    size, letter = next((size for size in sizes if abs(x) >= size[0]), sizes[-1])
    text = f"{number(abs(x) / size, 6)}{letter}"
    if not amounts.mistakes:
        text = amounts.currency.written(text)
    return f"{MINUS if x < 0 else '+'}{text}"


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
        html.H3(
            "Best of all models, along PC(+)" + ", by the same rows" * (not comparison.hold_out)
        ),
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
        data["data_crossover"] = json.dumps(drawn)
        tip = "Draw the line that touches both hulls, and go there"
    return html.Button(
        number(drawn["pcf"]), className="link-button", title=tip, **attributes(**data)
    )
