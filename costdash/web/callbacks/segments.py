"""The card Where the money goes: the cost of the recommended rule by segment."""

from typing import Any, NamedTuple

from dash import Dash, Input, Output, html, no_update

from costdash.core.segments.segment_costs import SegmentCosts, SegmentRequest
from costdash.figures import Scene, make_scene
from costdash.report.report import ONLY_LEAST_COST
from costdash.report.sentences.amounts import ledger
from costdash.web.callbacks.tab_answers import answers_tab
from costdash.web.ids import ids
from costdash.web.page.components import attributes, unanswered
from costdash.web.page.tabs.segments import card_body, columns_to_choose, until_choices
from costdash.web.page.tabs.what_if import TAB
from costdash.web.stores.question import Question, otherwise
from costdash.web.stores.segments import choices_of, kinds_of, segment_request, shown_segment

NOTHING_FITS = "No other column of this file has 2 to 200 values, numbers or dates."
NO_MODEL = "Switch a model on to divide its cost."
CHANGE = "Change how the rule is chosen"
NO_LIMIT = [{"value": "", "label": "the last one"}]


class SegmentsAnswer(NamedTuple):
    """The card: columns to choose from, its body, whether it has periods, and their ends."""

    columns: Any = no_update
    body: Any = ()
    no_periods: bool = True
    until: Any = no_update


@otherwise(lambda reason: SegmentsAnswer(body=html.P(unanswered(str(reason), TAB))))
def segments_card(
    question: Question, column: str | None, period: str | None, until: str | None
) -> SegmentsAnswer:
    """The card for a column; a sentence where there is none, or the rows cannot be divided."""
    if not question.is_consistent:
        return SegmentsAnswer(body=no_update)
    choices = choices_of(question)
    fitting = kinds_of(choices)
    data = [
        {
            "value": each["name"],
            "label": f"{each['name']}: {each['reason']}" if each["reason"] else each["name"],
            "disabled": bool(each["reason"]),
        }
        for each in sorted(choices, key=lambda each: bool(each["reason"]))
    ]
    asked = segment_request(fitting, column, period, until)
    if asked is None:
        return SegmentsAnswer(
            data, columns_to_choose([*fitting]) if fitting else _note(NOTHING_FITS)
        )
    dates = fitting[asked.column] == "dates"
    try:
        found, scene = _found(question, asked)
    except ValueError as reason:
        return SegmentsAnswer(data, _refusal(str(reason)), not dates)
    total = ledger(scene.recommended, scene.point, currency=question.currency).total
    place = None if found.call.model is None else question.analysis.place[found.call.model]
    ends = until_choices(found) if dates else NO_LIMIT
    body = card_body(found, question.amounts, total, place, _shown(question, asked))
    return SegmentsAnswer(data, body, not dates, ends)


def _note(words: str) -> html.P:
    return html.P(words, className="note")


def _refusal(reason: str) -> html.P:
    """Why there are no segments; for a rule chosen by a limit, with the button that leads to it."""
    parts: list[Any] = [f"{reason[:1].upper()}{reason[1:]}."]
    if reason == ONLY_LEAST_COST:
        press = attributes(data_press=ids.SETTINGS_BUTTON)
        button = html.Button(CHANGE, type="button", className="link-button", **press)
        parts += [" ", button]
    return html.P(parts, className="note")


def _found(question: Question, asked: SegmentRequest) -> tuple[SegmentCosts, Scene]:
    """The cost by segment, and the scene of the decision. Raises ValueError."""
    request, rows = question.request, question.derived
    analysis, _ = request.analysed(rows)
    scene = make_scene(analysis, request.point, request.shown_view)
    if scene.choice:
        raise ValueError(ONLY_LEAST_COST)
    if not scene.view.models:
        raise ValueError(NO_MODEL.rstrip("."))
    return rows.segment_costs(analysis, request.point, scene.view.models, asked), scene


def _shown(question: Question, asked: SegmentRequest) -> str:
    """The segment of this column that the panels show; "" for none."""
    request, name = shown_segment(question) or (None, "")
    return name if request == asked else ""


def connect(app: Dash) -> None:
    answers_tab(
        app,
        TAB,
        Output(ids.SEGMENT_COLUMN, "data"),
        Output(ids.SEGMENT_BODY, "children"),
        Output(ids.SEGMENT_PERIODS, "hidden"),
        Output(ids.SEGMENT_UNTIL, "data"),
        Input(ids.SEGMENT_COLUMN, "value"),
        Input(ids.SEGMENT_PERIOD, "value"),
        Input(ids.SEGMENT_UNTIL, "value"),
    )(segments_card)
