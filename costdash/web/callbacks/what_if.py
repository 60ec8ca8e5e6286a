"""The tab of what if: the map of all conditions, and which doubt about them matters most."""

from dataclasses import replace
from typing import Any

from dash import ClientsideFunction, Dash, Input, Output, html, no_update
from dash.development.base_component import Component

from costdash.core import OperatingPoint
from costdash.core.analysis.validity import (
    MATERIAL,
    BestCost,
    best_cost,
    validity_limits,
)
from costdash.figures import Scene, make_scene
from costdash.figures.panels.conditions_map import MapMarks, conditions_map
from costdash.report.sentences.amounts import choosing_sentence
from costdash.report.sentences.labels import typed_value_sentence, value_sentence
from costdash.report.sentences.validity import validity_of
from costdash.report.summary import clear_ranges_of
from costdash.report.tables.doubts import assumed_ranges, doubt_rows, doubts_sentence
from costdash.web.callbacks.tab_answers import answers_tab
from costdash.web.ids import ids
from costdash.web.page.components import NO_FIGURE, slow_note, unanswered
from costdash.web.page.tabs.what_if import TAB, doubts_table
from costdash.web.storage.derived import NotInMemory
from costdash.web.storage.jobs import NoResult, StillWorking
from costdash.web.stores.question import Question, otherwise
from costdash.web.stores.read import more_labels_of

CONTOURS = (MATERIAL, 0.25, 1.0)  # shares by which the unchanged rule costs more
NO_SAVINGS = (
    "What knowing a condition would save is computed for the rule of least cost, without a limit."
)
OTHER_AIM = "What labels are worth is computed for the rule of least cost, without a limit."
LABELS_COME = "What more labels are worth is computed when nothing has changed for a moment."
NO_MODEL = "Switch a model on to see how the conditions change the decision."


@otherwise(lambda reason: (NO_FIGURE, html.P(unanswered(str(reason), TAB))))
def what_if(question: Question) -> tuple[Any, Any]:
    """(map, doubts); no update while the stores belong to different data sets."""
    if not question.is_consistent:
        return no_update, no_update
    request, rows = question.request, question.derived
    analysis, _ = request.analysed(rows)
    scene = make_scene(analysis, request.point, request.shown_view)
    scenarios = tuple(scenario.point for scenario in request.scenarios)
    names = scene.view.models
    if not names:
        marked = MapMarks(ranges=scene.view.ranges, scenarios=scenarios)
        return conditions_map(scene, marked), html.P(NO_MODEL, className="note")
    best = best_cost(analysis, names)
    marked = map_marks(scene, best, scenarios)
    # pairs of models take too long for the tab that opens first
    if analysis.crossfits or not (request.crossfit or question.is_heavy):
        marked = replace(marked, beyond_chance=clear_ranges_of(rows, scene))
    return conditions_map(scene, marked), doubts_of(scene, best, question)


def map_marks(scene: Scene, best: BestCost, scenarios: tuple[OperatingPoint, ...]) -> MapMarks:
    """The marks of the map; the validity of the rule only if no other criterion chose it."""
    rule, point = scene.single, scene.point
    contours = tuple(
        (share, validity_limits(best, *rule.model_rates, point.pcf, share)) for share in CONTOURS
    )
    validity = None if scene.choice else validity_of(scene.analysis, rule, point, scene.view.models)
    shown = validity.rule if validity and not validity.rule.is_empty else None
    return MapMarks(shown, contours, scene.view.ranges, scenarios)


def doubts_of(scene: Scene, best: BestCost, question: Question) -> list[Component]:
    """The bars of the doubts, of the user's ranges or of assumed ones, and the worth of labels."""
    ranges, rule, amounts = scene.view.ranges, scene.single, question.amounts
    labels, evpi, is_awaited = "", None, False
    if not scene.choice:  # another criterion does not choose the cheapest rule
        try:
            value = question.slow.label_value(scene.analysis, scene.decision, scene.view.models)
            labels = value_sentence(value, rule.expected_cost, amounts)
            evpi = value.evpi if value else None
        except (NotInMemory, StillWorking):
            is_awaited = True
        except NoResult as failed:
            labels = failed.sentence
    assumed = ranges or assumed_ranges(scene.point)
    chosen_by = None if scene.choice else best
    doubtful = doubt_rows(chosen_by, rule, scene.point, assumed, amounts, evpi)
    sentence = "" if scene.choice else doubts_sentence(doubtful, rule.model_cost)
    reason = NO_SAVINGS if scene.choice else ""
    notes = [note for note in (reason, choosing_sentence(rule, amounts), labels) if note]
    table = doubts_table(doubtful, rule.model_cost, sentence, amounts, ranges is None, notes)
    return [*table, slow_note(LABELS_COME, TAB)] if is_awaited else table


@otherwise(str)
def worth_of_labels(question: Question) -> Any:
    """What the typed number of further labels is worth; "" without one."""
    if not question.is_consistent:
        return no_update
    more = more_labels_of(question.view)
    if more is None:
        return ""
    request, rows = question.request, question.derived
    analysis, _ = request.analysed(rows)
    scene = make_scene(analysis, request.point, request.shown_view)
    if scene.choice or not scene.view.models:
        return OTHER_AIM
    value = rows.label_value(scene.analysis, scene.decision, scene.view.models)
    return typed_value_sentence(value, more, question.amounts)


def connect(app: Dash) -> None:
    app.clientside_callback(
        ClientsideFunction("costdash", "askForSlow"), Input(ids.DOUBTS, "children")
    )
    answers_tab(app, TAB, Output(ids.LABEL_VALUE, "children"))(worth_of_labels)
    answers_tab(app, TAB, Output(ids.MAP_DATA, "data"), Output(ids.DOUBTS, "children"))(what_if)
