"""The tab of what if: the map of all conditions, and which doubt about them matters most."""

from typing import Any

from dash import Dash, Input, Output, State, html, no_update

from costdash.core.analysis.keeping import MATERIAL, best_cost, keep_until
from costdash.figures import Scene, make_scene
from costdash.figures.panels.conditions_map import MapMarks, conditions_map
from costdash.report.request import Request
from costdash.report.sentences.amounts import Amounts
from costdash.report.sentences.keeping import room_of
from costdash.report.tables.doubts import assumed_ranges, doubt_rows, doubts_sentence
from costdash.web import ids
from costdash.web.page.what_if_tab import doubts_table
from costdash.web.session import session_id
from costdash.web.storage.derived import derived_results
from costdash.web.storage.jobs import NoResult
from costdash.web.storage.store import DatasetUnavailable
from costdash.web.stores.read import (
    StoreData,
    Unreadable,
    currency_of,
    drawn_models,
    pooled,
    request_of,
    same_revision,
)

TAB = "what-if"
CONTOURS = (MATERIAL, 0.25, 1.0)  # shares by which keeping the rule is dearer
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
        analysis, _ = request.analysed(rows)
    except NoResult as failed:
        return no_update, html.P(failed.sentence)
    except ValueError:  # too few rows: judged on the same rows
        analysis = rows.analysis
    except (DatasetUnavailable, Unreadable) as reason:
        return no_update, html.P(str(reason))
    scene = make_scene(analysis, request.point, request.shown_view)
    amounts = Amounts.at(request.point, currency_of(conditions, currency))
    return conditions_map(scene, map_marks(scene, request)), doubts_of(scene, request, amounts)


def map_marks(scene: Scene, request: Request) -> MapMarks:
    """What the map marks; nothing of the present rule without models."""
    scenarios = tuple(one.point for one in request.scenarios)
    names, best, point = scene.view.models, scene.best, scene.point
    if not names:
        return MapMarks(ranges=scene.view.known, scenarios=scenarios)
    cost = best_cost(scene.analysis, names)
    contours = tuple(
        (share, keep_until(cost, best.fpr, best.tpr, point.pcf, share)) for share in CONTOURS
    )
    room = None if scene.choice else room_of(scene.analysis, best, point, names)
    return MapMarks(room, contours, scene.view.known, scenarios)


def doubts_of(scene: Scene, request: Request, amounts: Amounts) -> Any:
    """The bars of the doubts, of the user's ranges or of assumed ones."""
    if not scene.view.models:
        return html.P(NO_MODEL, className="note")
    known, call = scene.view.known, scene.best
    ranges = known or assumed_ranges(request.point)
    cost = best_cost(scene.analysis, scene.view.models)
    rows = doubt_rows(cost, call, request.point, ranges, amounts)
    sentence = doubts_sentence(rows, call.expected_cost)
    return doubts_table(rows, call.expected_cost, sentence, amounts, known is None)


def connect(app: Dash) -> None:
    currency = app.server.extensions["costdash-settings"].currency

    @app.callback(
        Output(ids.MAP_DATA, "data"),
        Output(ids.DOUBTS, "children"),
        Input(ids.TAB_QUESTIONS["what_if"], "data"),
        State(ids.TABS, "value"),
        *(State(store, "data") for store in ids.STATE_STORES),
        prevent_initial_call=True,
    )
    def update_what_if(asked: Any, tab: str, *stores: Any) -> tuple[Any, Any]:
        if not asked or tab != TAB:
            return no_update, no_update
        dataset, conditions, view = stores
        return what_if(dataset, conditions, view, currency)
