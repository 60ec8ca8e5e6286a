"""The tab of what if: the validity of the rule, the map, the doubts, and scenarios."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from costdash.report.sentences.amounts import Amounts
from costdash.report.sentences.phrases import brief_amount
from costdash.report.tables.doubts import DoubtRow, axis_ticks
from costdash.report.tables.table import Table
from costdash.web.ids import ids
from costdash.web.page.components import attributes, bare_table, box
from costdash.web.page.menus import save_buttons
from costdash.web.page.tabs import segments
from costdash.web.page.template import rendered
from costdash.web.wire import LONGEST_NAME

TAB = "what-if"  # id of the tab
LEAST_WIDTH = 0.4  # percent of the bars' width: a narrower bar could not be seen
WEIGHTINGS = {
    "even": "all values equally likely",
    "point": "most likely the values set above",
    "beta": "PC(+) as a Beta distribution",
}
BESIDE = 0.12  # of that width: ticks may stand so far beside the bars


def rules(table: Table, matrix_sentences: Sequence[str]) -> list[Component]:
    """The table of the rules compared, and below it what the full cost matrix says."""
    note = [html.P(table.note, className="note")] if table.note else []
    head = [html.H3("The full cost matrix")] if matrix_sentences else []
    return [bare_table(table), *note, *head, *map(html.P, matrix_sentences)]


def validity(changes: Sequence[str], threshold_range: str = "") -> list[Component]:
    """How long the rule stays valid, in one line, and what else changes below it.

    threshold_range: at which shares of positives, for the line beside the tabs.
    """
    first, *rest = changes or ("",)
    lead = html.P(first, className="validity-lead", **attributes(data_range=threshold_range))
    return [lead, html.P(" ".join(rest), className="note")]


def tab() -> Component:
    """The validity of the rule, the map, the doubts, scenarios and ranges."""
    return rendered(
        "tab_what_if",
        **segments.chooser(),
        save_buttons=save_buttons,
        more_labels=box(ids.MORE_LABELS, "More labels", placeholder="5,000"),
        scenario_name=dmc.TextInput(
            id=ids.SCENARIO_NAME,
            label="Name of a scenario",
            labelProps={"className": "unseen"},
            placeholder="Name this scenario",
            attributes={"input": {"maxLength": LONGEST_NAME}},
            autoComplete="off",
            value="",
            size="xs",
            w=260,
        ),
        scenario_save=dmc.Button(
            "Save as scenario", id=ids.SCENARIO_SAVE, size="xs", variant="default"
        ),
        weighting=dmc.Select(
            id=ids.WEIGHTING,
            label="How likely are the values?",
            data=[{"value": key, "label": text} for key, text in WEIGHTINGS.items()],
            value="even",
            allowDeselect=False,
            size="xs",
            w=260,
        ),
        beta_a=box(ids.BETA_A, "a of the Beta distribution of PC(+)"),
        beta_b=box(ids.BETA_B, "b of the Beta distribution of PC(+)"),
    )


def doubts_table(
    rows: Sequence[DoubtRow],
    cost: float,
    sentence: str,
    amounts: Amounts,
    assumed: bool,
    notes: Sequence[str] = (),
) -> list[Component]:
    """One bar per condition on a common scale, with the present cost as a line through all.

    sentence: what to find out first; "" for a rule of which no savings are known. notes:
    sentences below, such as what more labels are worth.
    """
    low = min([cost, *(row.cost[0] for row in rows)])
    high = max([cost, *(row.cost[1] for row in rows)])
    axis = _Axis(amounts, low, (high - low) or abs(cost) or 1.0)
    ticks = axis_ticks(*(amounts.cases * axis.at(end) for end in (-BESIDE, 1 + BESIDE)))
    marked = [(tick, axis.place(tick / amounts.cases)) for tick in ticks]
    grid = [html.Span(className="doubt-grid", style={"left": at}) for _, at in marked]
    now = {"left": axis.place(cost)}
    here = html.Span([html.Span("now ", className="unseen"), axis.amount(cost)], style=now)
    noun = "Errors" if amounts.mistakes else "Cost"
    head = html.Tr(
        [
            html.Th(html.Span("Doubt", className="unseen"), scope="col"),
            html.Th(
                [
                    f"{noun} of this rule {amounts.case_unit.per}",
                    html.Span(here, className="doubt-here"),
                ],
                scope="col",
            ),
            *([html.Th("Knowing it would save", scope="col")] if sentence else []),
        ]
    )
    foot = html.Div(
        [
            html.Span(brief_amount(tick, amounts, ticks[-1]), style={"left": at})
            for tick, at in marked
        ],
        className="doubt-ticks",
        **attributes(aria_hidden="true"),
    )
    note = "Each from half to twice its value; give your own ranges with ↔." if assumed else ""
    lines = [_doubt(row, axis, grid, now, bool(sentence)) for row in rows]
    advice: list[Any] = [html.B(sentence), " "] if sentence else []
    below = [html.P([*advice, note], className="doubts-sentence")] if sentence or note else []
    return [
        html.Div(
            [
                html.Table([html.Thead(head), html.Tbody(lines)], className="doubts"),
                foot,
            ],
            className="doubts-frame" if sentence else "doubts-frame without-savings",
        ),
        *below,
        *(html.P(text, className="note") for text in notes),
    ]


@dataclass(frozen=True, slots=True)
class _Axis:
    """The common scale of the bars: costs per case from `low` on, `reach` wide."""

    amounts: Amounts
    low: float
    reach: float

    def place(self, x: float) -> str:
        return f"{100 * (x - self.low) / self.reach:.2f}%"

    def at(self, part: float) -> float:
        return self.low + part * self.reach

    def amount(self, x: float) -> str:
        return self.amounts.bare(self.amounts.cases * x)

    def short(self, x: float) -> str:
        largest = self.amounts.cases * self.at(1)
        return brief_amount(self.amounts.cases * x, self.amounts, largest)


def _doubt(
    row: DoubtRow, axis: _Axis, grid: list[html.Span], now: dict[str, str], with_saving: bool
) -> html.Tr:
    """A bar with its ends in amounts, in a cell with the lines of the axis and of the cost now."""
    saving = "" if row.saving is None else axis.amount(row.saving)
    start, end = row.cost
    width = max(100 * (end - start) / axis.reach, LEAST_WIDTH)
    ends = [
        html.Span(axis.short(x), className=f"doubt-end {side}")
        for x, side in zip(row.cost, ("low", "high"))
    ]
    bar = html.Span(
        ends,
        className=f"doubt-bar {row.key}",
        style={"left": axis.place(start), "width": f"{width:.2f}%"},
    )
    track = [*grid, bar, html.Span(className="doubt-now", style=now)]
    return html.Tr(
        [
            html.Th([html.B(row.name), html.Span(row.values)], scope="row"),
            html.Td(html.Span(track, className="doubt-track")),
            *([html.Td(saving)] if with_saving else []),
        ]
    )
