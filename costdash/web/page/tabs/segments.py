"""The card Where the money goes in the tab What if: a row per segment, or a column per period."""

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import Any

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from costdash.core.segments.segment_costs import SegmentCosts
from costdash.report.sentences.amounts import Amounts
from costdash.report.sentences.segments import (
    beyond_chance,
    day_text,
    is_protected,
    period_word,
    segment_sentences,
    signed_amount,
)
from costdash.report.tables.segments import TOO_FEW, all_text, saving_text
from costdash.web.ids import ids
from costdash.web.page.components import attributes, stroke
from costdash.wording import percent, shortened

PERIOD_NAMES = {
    "day": "Days",
    "week": "Weeks",
    "month": "Months",
    "quarter": "Quarters",
    "year": "Years",
}
LONGEST_NAME = 28
DOOR = "Which part of the cost does it have, and why? Divide it "
MOST_BUTTONS, LONGEST_COLUMN = 4, 20  # columns that one click chooses
IN_PANELS = "Show in the panels"
HINT = "Click a row to see its curves in the panels, over everybody's; Escape ends that."
DASH = "\N{EN DASH}"
SMALLEST = 0.4  # percent of the track: a narrower bar could not be seen
LEAST_REACH = 0.1  # of the average cost of a segment
MOST_TICKS, EDGE = 7, 5  # amounts beside the bars; percent at the ends without any
KEYS = (
    ("prior", "because positives are more or less common"),
    ("rule", "because the rule does worse or better"),
    ("rule chance", "as counted, but it may be chance"),
)
PENDING_KEY = ("pending", "labels still coming")


def chooser() -> dict[str, Component]:
    """The choosers in the card's head: the column, the period, and where labels are complete."""
    pick: dict[str, Any] = {"size": "xs", "allowDeselect": False, "w": 130}
    periods = [{"value": key, "label": name} for key, name in PERIOD_NAMES.items()]
    return {
        "segment_column": dmc.Select(
            id=ids.SEGMENT_COLUMN,
            data=[],
            placeholder="choose a column",
            clearable=True,
            size="xs",
            w=190,
            **attributes(aria_label="Divide the cost by"),
        ),
        "segment_period": dmc.Select(
            id=ids.SEGMENT_PERIOD,
            data=periods,
            value="month",
            **pick,
            **attributes(aria_label="Period"),
        ),
        "segment_until": dmc.Select(
            id=ids.SEGMENT_UNTIL,
            data=[],
            value="",
            **(pick | {"w": 150}),
            **attributes(aria_label="Labels complete until"),
        ),
    }


def columns_to_choose(columns: list[str]) -> html.P:
    """Before a column is chosen: the first ones as buttons, which a script handles."""
    buttons = [
        html.Button(
            f"by {shortened(name, LONGEST_COLUMN)}",
            type="button",
            className="quiet outlined",
            title=name,
            **attributes(data_segment_column=name),
        )
        for name in columns[:MOST_BUTTONS]
    ]
    return html.P([DOOR, *buttons], className="note segments-door")


def until_choices(found: SegmentCosts) -> list[dict[str, str]]:
    """The periods at whose end labels may be complete; the last one first, as no limit."""
    ends = [
        {"value": day_text(day), "label": name}
        for name, day in zip(found.segments.names, found.segments.last_day)
        if day is not None
    ]
    return [{"value": "", "label": f"the last {period_word(found)}"}, *ends[-2::-1]]


def card_body(
    found: SegmentCosts, amounts: Amounts, total: str, place: int | None, shown: str = ""
) -> list[Component]:
    """Sentences, the rows or columns, the key and a note.

    total: the cost of all, as the decision prints it. place: of the recommended model. shown: the
    segment that the panels show.
    """
    words = segment_sentences(found, amounts)
    parts: list[Component] = [html.P(words.lead, className="segments-lead")]
    parts += [html.P(words.second, className="segments-second")] if words.second else []
    drawn = _months if found.segments.are_periods else _rows
    keys = [*KEYS, PENDING_KEY] if found.pending.any() else KEYS
    colour = {} if place is None else stroke(place)
    body = html.Div([drawn(found, amounts, total, shown), _keys(keys)], style=colour)
    notes = [html.P(note, className="note") for note in words.notes]
    hint = HINT.replace("row", period_word(found)) if found.segments.are_periods else HINT
    return [*parts, body, *notes, _note(found), html.P(hint, className="note segments-hint")]


def _note(found: SegmentCosts) -> html.P:
    word = f"{period_word(found)}s" if found.segments.are_periods else "segments"
    return html.P(
        "Rule: against what everybody's rates would cost at the "
        f"{'period' if found.segments.are_periods else 'segment'}'s own share of positives; rows "
        f"stand in the order of what is known. Chance is tested for all {found.tested} {word} "
        "together (Holm).",
        className="note",
    )


def _keys(keys: Sequence[tuple[str, str]]) -> html.Ul:
    return html.Ul(
        [html.Li([html.Span(className=f"segment-key {kind}"), text]) for kind, text in keys],
        className="segment-keys",
    )


def _parts(found: SegmentCosts, place: int) -> tuple[float, float, float]:
    """Money per case of all because of prior, and because of rule: what is known, and all of it."""
    prior, shrunken = (float(part[place]) for part in found.costs.drawn_parts)
    sure = place in beyond_chance(found) or float(found.costs.p_holm[place]) < 0.05
    return prior, shrunken if sure else 0.0, float(found.costs.counted_rule[place])


def _reach(found: SegmentCosts) -> tuple[float, float]:
    """How far bars reach below and above the average; some way also where no segment differs."""
    n = len(found.segments.names)
    ends = [_ends(_parts(found, k)) for k in range(n)]
    every = [(min(each), max(each)) for each in ends]
    least = LEAST_REACH * found.costs.total / n or 1.0
    low, high = min(-least, *(a for a, _ in every)), max(least, *(b for _, b in every))
    margin = 0.04 * (high - low)
    return low - margin, high + margin


def _ends(parts: tuple[float, float, float]) -> list[float]:
    return [0.0, *(end for _, *ends in _spans(*parts) for end in ends)]


def _spans(prior: float, shown: float, rule: float) -> list[tuple[str, float, float]]:
    """Start and end of the parts of a bar: end to end, or on both sides of the average."""
    start = prior if prior * rule > 0 else 0.0
    return [
        ("prior", 0.0, prior),
        ("rule", start, start + shown),
        ("rule chance", start + shown, start + rule),
    ]


def _bars(found: SegmentCosts, place: int, upright: bool) -> list[Component]:
    """The parts of a segment's bar, and the line of the average."""
    low, high = _reach(found)

    def at(x: float) -> float:
        return 100 * (x - low) / (high - low)

    side, extent = ("bottom", "height") if upright else ("left", "width")
    bars: list[Component] = []
    for kind, start, end in _spans(*_parts(found, place)):
        if start != end:
            size = max(abs(at(end) - at(start)), SMALLEST)
            bars.append(
                html.Span(
                    className=f"segment-bar {kind}" + " pending" * bool(found.pending[place]),
                    style={side: f"{at(min(start, end)):.2f}%", extent: f"{size:.2f}%"},
                )
            )
    return [*bars, html.Span(className="segment-average", style={side: f"{at(0):.2f}%"})]


def _scale(found: SegmentCosts, amounts: Amounts) -> list[tuple[float, str]]:
    """Round amounts along the bars: their places in percent of the track, and texts."""
    low, high = (amounts.cases * end for end in _reach(found))
    power = 10.0 ** floor(log10((high - low) / MOST_TICKS))
    step = next(m * power for m in (1, 2, 5, 10) if m * power * MOST_TICKS >= high - low)
    ticks = []
    for k in range(ceil(low / step), floor(high / step) + 1):
        text = "average" if k == 0 else amounts.bare(k * step)
        ticks.append((100 * (k * step - low) / (high - low), f"+{text}" if k > 0 else text))
    return ticks


def _ticks(found: SegmentCosts, amounts: Amounts, side: str) -> list[Component]:
    return [
        html.Span(text, style={side: f"{place:.2f}%"}, className="zero" * (text == "average"))
        for place, text in _scale(found, amounts)
        if EDGE < place < 100 - EDGE or text == "average"
    ]


def _texts(found: SegmentCosts, place: int, amounts: Amounts) -> tuple[str, str, str]:
    """Prior, rule and cost of a segment, as amounts for all cases."""
    costs = found.costs
    share = float(costs.share[place])
    tested = costs.p[place] == costs.p[place]
    rule = signed_amount(share * costs.because_of_rule[place], found, amounts)
    return (
        signed_amount(share * costs.because_of_prior[place], found, amounts),
        rule if tested or found.pending[place] else DASH,
        amounts.bare(amounts.cases * share * float(costs.cost[place])),
    )


def _button(name: str, shown: str, *content: Component | str) -> html.Button:
    """Shows the segment in the panels, or everybody again; a script reads its name."""
    named = {"data_segment": name, "aria_pressed": str(name == shown).lower()}
    return html.Button(list(content), type="button", title=IN_PANELS, **attributes(**named))


def _rows(found: SegmentCosts, amounts: Amounts, total: str, shown: str) -> html.Table:
    costs = found.costs
    advised = found.thresholds is not None and not is_protected(found.request.column)
    per = f"{amounts.case_unit.per} of all"
    head = ["Segment", "Cases", "Positives", f"Cost against the average, {per}"]
    head += ["Prior", "Rule", "Cost", *(["Own threshold"] if advised else [])]
    body = []
    for place in found.order:
        prior, rule, cost = _texts(found, place, amounts)
        name = found.segments.names[place]
        label = f"{prior} because of prior, {rule} because of rule"
        track = html.Span(
            _bars(found, place, upright=False),
            className="segment-track",
            role="img",
            **attributes(aria_label=label),
        )
        few = f"{TOO_FEW} to judge: at least 5 rows of each class" if rule == DASH else ""
        cells = [
            html.Th(_button(name, shown, shortened(name, LONGEST_NAME)), scope="row", title=name),
            html.Td(f"{int(costs.rows[place]):,}", className="segment-cases"),
            html.Td(_positives(float(costs.prior[place])), className="segment-positives"),
            html.Td(track, className="segment-cell"),
            html.Td(prior, className="segment-prior"),
            html.Td(rule, className="segment-rule", title=few),
            html.Td(html.B(cost), className="segment-cost"),
        ]
        if advised:
            text = saving_text(found, place, amounts)
            gains = "segment-threshold gains" if "saves" in text else "segment-threshold"
            cells.append(html.Td(text, className=gains))
        body.append(html.Tr(cells))
    whole = [
        html.Th("All", scope="row"),
        html.Td(f"{int(costs.rows.sum()):,}", className="segment-cases"),
        html.Td(percent(float(costs.share @ costs.prior)), className="segment-positives"),
        html.Td(
            html.Span(_ticks(found, amounts, "left"), className="segment-axis"),
            className="segment-cell",
        ),
        html.Td("0", className="segment-prior"),
        html.Td("0", className="segment-rule"),
        html.Td(html.B(total), className="segment-cost"),
        *([html.Td(all_text(found, amounts), className="segment-threshold")] if advised else []),
    ]
    return html.Table(
        [
            html.Thead(html.Tr([html.Th(name, scope="col") for name in head])),
            html.Tbody(body),
            html.Tfoot(html.Tr(whole)),
        ],
        className="segments",
    )


def _positives(share: float) -> str:
    return percent(share) if share else "none"


def _months(found: SegmentCosts, amounts: Amounts, total: str, shown: str) -> html.Div:
    """A column per period."""
    columns = []
    for place in found.order:
        prior, rule, cost = _texts(found, place, amounts)
        name = found.segments.names[place]
        parts = f", {prior} because of prior, {rule} because of rule"
        parts += "; labels still coming" if found.pending[place] else ""
        track = html.Span(
            _bars(found, place, upright=True),
            className="month-track",
            title=f"{name}: cost {cost}{parts}",
        )
        content = (
            track,
            html.Span(name, className="month-name"),
            html.Span(": cost ", className="unseen"),
            html.B(cost),
            html.Span(parts, className="unseen"),
        )
        columns.append(
            html.Li(
                _button(name, shown, *content),
                className="pending" if found.pending[place] else "",
            )
        )
    per, word = f"{amounts.case_unit.per} of all", period_word(found)
    return html.Div(
        [
            html.P(
                f"Against the average {word}, {per}; below, the cost",
                className="note",
            ),
            html.Div(
                [
                    html.Div(_ticks(found, amounts, "bottom"), className="month-scale"),
                    html.Ol(columns, className="segment-months"),
                ],
                className="month-plot",
            ),
            html.P(["All: ", html.B(total)], className="segment-total"),
        ]
    )
