"""The tab of what if: the map of all conditions, and which doubt about them matters most."""

from dataclasses import replace
from typing import Any

from dash import Dash, Input, Output, State, html, no_update
from dash.development.base_component import Component

from costdash.core import OperatingPoint
from costdash.core.analysis.validity import (
    MATERIAL,
    BestCost,
    best_cost,
    validity_limits,
    validity_range,
)
from costdash.figures import Scene, make_scene
from costdash.figures.panels.conditions_map import MapMarks, conditions_map
from costdash.report.sentences.amounts import Amounts
from costdash.report.tables.doubts import assumed_ranges, doubt_rows, doubts_sentence
from costdash.web.ids import STATE_STORES, TAB_QUESTIONS, ids
from costdash.web.page.components import NO_FIGURE, unanswered
from costdash.web.page.tabs.what_if import doubts_table
from costdash.web.session import session_id
from costdash.web.storage.analyses import current_analyses
from costdash.web.storage.derived import derived_results
from costdash.web.storage.store import DatasetUnavailable, folder_of
from costdash.web.stores.read import (
    StoreData,
    Unreadable,
    currency_of,
    drawn_models,
    pooled,
    request_of,
    same_revision,
)

TAB, ASKED = "what-if", "what_if"
CONTOURS = (MATERIAL, 0.25, 1.0)  # shares by which the unchanged rule costs more
NO_MODEL = "Switch a model on to see how the conditions change the decision."


def what_if(
    dataset: StoreData | None, conditions: StoreData | None, view: StoreData | None, currency: str
) -> tuple[Any, Any]:
    """(map, doubts); no update while the stores belong to different data sets."""
    if not (dataset and conditions and view and same_revision(dataset, conditions, view)):
        return no_update, no_update
    try:
        rows = derived_results(
            dataset["token"], session_id(), drawn_models(view, conditions), pooled(view)
        )
        request = request_of(conditions, view, rows.analysis)
        analysis, _ = replace(request, fall_back=True).analysed(rows)
    except (DatasetUnavailable, Unreadable) as reason:
        return NO_FIGURE, html.P(unanswered(str(reason), ASKED))
    scene = make_scene(analysis, request.point, request.shown_view)
    scenarios = tuple(scenario.point for scenario in request.scenarios)
    names = scene.view.models
    if not names:
        marked = MapMarks(ranges=scene.view.ranges, scenarios=scenarios)
        return conditions_map(scene, marked), html.P(NO_MODEL, className="note")
    best = best_cost(analysis, names)
    marked = map_marks(scene, best, scenarios)
    if analysis.crossfits or not (request.crossfit or _is_heavy(dataset["token"])):
        beyond_chance = rows.beyond_chance(names, scene.level, analysis.crossfits)
        marked = replace(marked, beyond_chance=beyond_chance)
    amounts = Amounts.at(request.point, currency_of(conditions, currency))
    return conditions_map(scene, marked), doubts_of(scene, best, amounts)


def _is_heavy(token: str) -> bool:
    """Whether pairs of models take too long for the tab that opens first."""
    return current_analyses().is_heavy(folder_of(token, session_id()))


def map_marks(scene: Scene, best: BestCost, scenarios: tuple[OperatingPoint, ...]) -> MapMarks:
    """The marks of the map; the validity of the rule only if no other criterion chose it."""
    rule, point = scene.recommended, scene.point
    contours = tuple(
        (share, validity_limits(best, rule.fpr, rule.tpr, point.pcf, share)) for share in CONTOURS
    )
    validity = None if scene.choice else validity_range(best, rule.fpr, rule.tpr, point, MATERIAL)
    return MapMarks(validity, contours, scene.view.ranges, scenarios)


def doubts_of(scene: Scene, best: BestCost, amounts: Amounts) -> list[Component]:
    """The bars of the doubts, of the user's ranges or of assumed ones."""
    ranges, rule = scene.view.ranges, scene.recommended
    rows = doubt_rows(best, rule, scene.point, ranges or assumed_ranges(scene.point), amounts)
    sentence = doubts_sentence(rows, rule.expected_cost)
    return doubts_table(rows, rule.expected_cost, sentence, amounts, ranges is None)


def connect(app: Dash) -> None:
    currency = app.server.extensions["costdash-settings"].currency

    @app.callback(
        Output(ids.MAP_DATA, "data"),
        Output(ids.DOUBTS, "children"),
        Input(TAB_QUESTIONS[ASKED], "data"),
        State(ids.TABS, "value"),
        *(State(store, "data") for store in STATE_STORES),
        prevent_initial_call=True,
    )
    def update_what_if(asked: Any, tab: str, *stores: Any) -> tuple[Any, Any]:
        if not asked or tab != TAB:
            return no_update, no_update
        dataset, conditions, view = stores
        return what_if(dataset, conditions, view, currency)
