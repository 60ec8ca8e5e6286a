"""The answer to one question of the page: figures, sentences, tables and what the script needs.

The table of scenarios.

The answer to one settled question.
"""

import json
from dataclasses import asdict, replace

from dash import html, no_update

from costdash.core import Analysis, Call, OperatingPoint
from costdash.core.choose.criteria import ErrorRate, Workforce
from costdash.figures import PANELS, View, alt_texts, live, make_scene
from costdash.report.sentences.amounts import Currency
from costdash.report.sentences.comparison import contribution_sentences
from costdash.report.summary import MatrixAndCases, summarise
from costdash.report.tables.confusion import confusion
from costdash.report.tables.decision import rules_table, segments_table
from costdash.report.tables.scenarios import Scenario, scenario_rows, scenarios_table
from costdash.web.page import decision, tabs
from costdash.web.page.decision import notice
from costdash.web.page.inputs import bare_table
from costdash.web.session import session_id
from costdash.web.settings import Settings
from costdash.web.storage.analyses import analysis_of
from costdash.web.storage.store import DatasetUnavailable
from costdash.web.storage.text_cache import cached_text
from costdash.web.stores.read import (
    Unreadable,
    currency_of,
    drawn_models,
    matrix_of,
    point_of,
    pooled,
    scenarios_of,
    switched_of,
)
from costdash.web.stores.view import whole_view


def answer(
    analysis: Analysis,
    point: OperatingPoint,
    view: View,
    currency: Currency,
    paid: MatrixAndCases = (None, None),
    switched: str | None = None,
) -> dict:
    """All that follows from one operating point and one view, as the page's scripts take it.

    paid is the full cost matrix that the two costs come from, and the cases in a month; switched
    is the model that was switched on or off last.
    """
    scene = make_scene(analysis, point, view)
    said = summarise(scene, currency, paid)
    best = said.best
    colour = analysis.place[best.model] if best.model else None
    title, shown = said.shown_call
    rules = [replace(rule, model=decision.shortened(rule.model)) for rule in said.rules]
    figures = {panel.id: panel.figure(scene) for panel in PANELS}
    strips = [("strip", panel.strip(scene)) for panel in PANELS if panel.strip]
    return {
        "figures": figures | dict(strips),
        "decision": [
            *decision.decision(said, colour),
            *decision.within_ranges(said),
        ],
        "calls": [
            html.P(" ".join(said.changes), className="changes"),
            bare_table(rules_table(rules, point, currency)),
            *([html.H3("The full cost matrix")] if said.matrix_sentences else []),
            *map(html.P, said.matrix_sentences),
        ],
        "parts": asdict(segments_table(said.segments, currency)) if view.known else None,
        "choice": _choice(analysis, view, best) if said.by_criterion else None,
        "confusion": decision.confusion_table(
            title, confusion(shown, point, currency=currency), bool(said.chosen)
        ),
        "notes": [decision.panel_note(figure.layout.meta) for figure in figures.values()],
        "spoken": said.text,
        "labels": alt_texts(scene),
        "standing": [
            html.P(sentence) for sentence in contribution_sentences(analysis, view.models, switched)
        ],
        "best": _named(said.single),
        "cheapest": _cheapest(analysis, point, view),
        "code": said.code,
        "pin": _pin_note(said.pin),
    }


def _cheapest(analysis: Analysis, point: OperatingPoint, view: View) -> list[str]:
    """The two models that are compared at first: the cheapest here, of those that are on."""
    return sorted(view.models, key=lambda name: analysis.call_of(point, name, 0).nec)[:2]


def _choice(analysis: Analysis, view: View, call: Call) -> dict | None:
    """What the script that follows the hand needs; with two parts of rows it waits."""
    if analysis.parts:
        return None
    kind = {Workforce: "capacity", ErrorRate: "error"}.get(type(view.criterion), "")
    limit = getattr(view.criterion, "capacity", None)
    return {"kind": kind, "limit": limit, "fpr": call.fpr, "tpr": call.tpr}


def _named(call: Call) -> dict | None:
    """The threshold that the pin takes, where there is one."""
    if call.call != "some":
        return None
    return {"model": call.model, "index": call.index, "text": call.text}


def _pin_note(pin: Call | None) -> str:
    if pin is None:
        return "None pinned. Choose a point of a curve, or take the best, and pin it (key P)."
    return f"{decision.shortened(pin.model)} at {pin.text or 'calling none'}"


def table(
    analysis: Analysis,
    point: OperatingPoint,
    view: View,
    kept: tuple[Scenario, ...],
    currency: Currency,
):
    """What is best now, and in every scenario, against today's threshold where one is pinned."""
    every = (Scenario("Now", point), *kept)
    rows = scenario_rows(every, analysis, view.models, view.pin, currency, view.other_rows)
    return tabs.scenarios_table(scenarios_table(rows, currency))


def settle(dataset: dict | None, conditions: dict | None, view: dict | None, settings: Settings):
    """The answer to one settled question; nothing while the stores speak of different data."""
    token, revision = ((dataset or {}).get(name) for name in ("token", "revision"))
    if not token or any((store or {}).get("revision") != revision for store in (conditions, view)):
        return no_update, no_update
    try:
        currency = currency_of(conditions, settings.currency)
        analysis = analysis_of(token, session_id(), drawn_models(view, conditions), pooled(view))
        point = point_of(conditions)
        shown = whole_view(token, conditions, view, analysis, revision)
        told = answer(analysis, point, shown, currency, matrix_of(conditions), switched_of(view))
        kept = table(analysis, point, shown, scenarios_of(conditions), currency)
    except (DatasetUnavailable, Unreadable) as reason:
        return no_update, notice(str(reason))
    seqs = {"conditions_seq": conditions.get("seq"), "view_seq": view.get("seq")}
    return told | seqs | {"scenarios": kept, "live": _live(token, analysis, shown)}, no_update


def _live(token: str, analysis: Analysis, view: View) -> dict:
    """What the page's script moves; it depends on no operating point, so it is made once."""
    key = f"live {view.level} {view.models} {[*analysis.lacking]} {analysis.chosen}"
    text = cached_text(token, session_id(), key, lambda: json.dumps(live(analysis, view)))
    return json.loads(text)
