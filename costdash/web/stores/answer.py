"""The answer to one question of the page: figures, sentences, tables and data for the scripts."""

import json
from dataclasses import asdict, replace
from math import isfinite
from typing import Any

from dash import html, no_update

from costdash.core import Analysis, Call, OperatingPoint
from costdash.core.choose.criteria import CRITERIA
from costdash.core.compare.expected_regret import Saving
from costdash.core.curves.precision_recall import share_called
from costdash.figures import PANEL_MODES, PANELS, Scene, View, alt_texts, live, make_scene
from costdash.figures.client_data import LiveData
from costdash.figures.panels.cost_axes.by_threshold import flat_zone_of
from costdash.figures.scene import selection_words
from costdash.report import card
from costdash.report.derived import DerivedResults
from costdash.report.elements import Element, element
from costdash.report.request import Request
from costdash.report.sentences.amounts import Amounts, Currency
from costdash.report.sentences.contribution import contribution_sentences
from costdash.report.sentences.phrases import INCOMPARABLE
from costdash.report.sentences.rules import (
    LONGEST_RULE,
    NO_ORIGINS,
    Origins,
    call_words,
    rule_code,
)
from costdash.report.sentences.sample import looks_cheaper
from costdash.report.summary import (
    NO_CERTAINTY,
    Certainty,
    ComparedRule,
    DecisionSummary,
    certainty,
    saving_over_today,
    summarise,
)
from costdash.report.tables.decision import optimal_ranges_table, rules_table
from costdash.report.tables.model_summary import model_summary
from costdash.report.tables.scenarios import (
    Scenario,
    ScenarioRules,
    scenario_amounts,
    scenario_rows,
    scenarios_table,
)
from costdash.web.page import decision, panels
from costdash.web.page.components import bare_table
from costdash.web.page.decision import notice
from costdash.web.page.tabs import tabs
from costdash.web.storage.derived import NotInMemory, results_in_memory, results_of
from costdash.web.storage.jobs import NoResult, StillWorking
from costdash.web.storage.store import DatasetUnavailable
from costdash.web.storage.text_cache import cached_text
from costdash.web.stores.combinations import rule_origins, with_combinations_of
from costdash.web.stores.crossfit import NO_CROSSFITTING, CrossFitting, crossfits_of
from costdash.web.stores.question import Question
from costdash.web.stores.read import Unreadable, switched_of, typed_threshold_of
from costdash.wording import number, percent, shortened

PATIENCE = 3  # s to wait for heavy computations
WORKING = {"working": True}


def answer(
    request: Request,
    analysis: Analysis,
    view: View,
    switched: str | None = None,
    crossfitting: CrossFitting = NO_CROSSFITTING,
    derived: DerivedResults | None = None,
    typed: str = "",
    calibrating: DerivedResults | None = None,
    origins: Origins = NO_ORIGINS,
) -> dict[str, Any]:
    """The page's content for a request, in the form that its scripts read.

    switched: the model that was switched on or off last. crossfitting: states why costs are not
    cross-fitted, if this was requested. derived: gives the certainty of the decision. typed:
    today's
    threshold as the user typed it. calibrating: computes the calibration that the reliability
    diagram shows. origins: the origins of the models, for the rule as code.
    """
    point, currency = request.point, request.currency
    scene = _with_calibration(make_scene(analysis, point, view), calibrating)
    settled_certainty, over_today = _certainty(derived, scene, request)
    summary = summarise(scene, currency, (request.matrix, request.cases), over_today)
    if typed and summary.today and summary.today.text:
        summary = replace(summary, today=replace(summary.today, text=typed))
    best = summary.recommended
    rules = [replace(rule, model=shortened(rule.model)) for rule in summary.rules]
    figures = {panel.id: panel.figure(scene) for panel in PANELS}
    return {
        "figures": figures,
        "decision": [*card.rule(scene, summary), *_detail(summary)],
        "against": card.against(scene, summary, settled_certainty or NO_CERTAINTY, currency),
        "rules_table": [
            bare_table(rules_table(rules, point, currency)),
            *([html.P(INCOMPARABLE, className="note")] if _several_models(rules) else []),
            *([html.H3("The full cost matrix")] if summary.matrix_sentences else []),
            *map(html.P, summary.matrix_sentences),
        ],
        "validity": _validity(summary),
        "optimal_ranges": _optimal_ranges_table(summary, analysis, currency)
        if view.ranges
        else None,
        "choice": _choice(analysis, view, scene.recommended, best)
        if summary.by_criterion
        else None,
        "confusion": card.ledger_of(
            scene,
            summary,
            currency,
            crossfitting.note,
            crossfitting.refining,
            decision.end_trial(),
        ),
        **card.card_data(scene, summary, currency),
        "rules": [_rule(rule) for rule in summary.rules],
        "flat": _flat(scene),
        "notes": decision.panel_notes(figures, scene, currency),
        "key": panels.key(scene),
        "optimism": _optimism(scene, summary, currency),
        "refining": crossfitting.refining or settled_certainty is None,
        "spoken": summary.text,
        "labels": alt_texts(scene),
        "standing": [
            html.P(sentence) for sentence in contribution_sentences(analysis, view.models, switched)
        ],
        "models": [
            asdict(summary)
            for summary in model_summary(
                analysis, point, view.models, Amounts.at(point, currency), scene.decision.best
            )
        ],
        "best": _rule_for_today(best),
        "cheapest": _cheapest(analysis, point, view, best.model),
        "code": rule_code(best, origins),
        "today_note": _today_note(summary.today),
        "today": _today(summary.today, point.prior, analysis),
        "scenarios": _scenarios(request, scene),
    }


def _with_calibration(scene: Scene, derived: DerivedResults | None) -> Scene:
    """The scene with the calibration of one model, if the view asks for it."""
    if derived is None or scene.calibrated is None:
        return scene
    return replace(scene, calibration=derived.calibration(scene.calibrated))


def _certainty(
    derived: DerivedResults | None, scene: Scene, request: Request
) -> tuple[Certainty | None, Saving | None]:
    """How sure the decision is, and its saving over today's rule with its interval.

    None if that is still to be computed.
    """
    if derived is None:
        return NO_CERTAINTY, None
    try:
        settled_certainty = certainty(derived, scene, request.currency)
        return settled_certainty, saving_over_today(derived, scene)
    except (NotInMemory, StillWorking):
        return None, None
    except NoResult:
        return NO_CERTAINTY, None


def _detail(summary: DecisionSummary) -> list[Element]:
    """The method behind the numbers, for which the card has no room."""
    return [] if summary.trial else [element("p", summary.detail, class_="detail unseen")]


def _optimism(scene: Scene, summary: DecisionSummary, currency: Currency) -> str:
    """How much cheaper the choice looks on the same rows; no amount if costs are of these rows."""
    words = "Looks cheaper than it will be."
    if summary.cross_fitted and not summary.by_criterion:
        words = looks_cheaper(scene.decision, scene.analysis, scene.view.models, currency)
    return words


def _flat(scene: Scene) -> dict[str, Any] | None:
    """The flat zone of all thresholds; the scripts have only the drawn thresholds."""
    zone = flat_zone_of(scene)
    if zone is None or not isfinite(zone.low):  # only flagging none costs hardly more
        return None
    return asdict(zone) | {"high": zone.high if isfinite(zone.high) else None}


def _several_models(rules: list[ComparedRule]) -> bool:
    """Whether thresholds of more than one model are listed."""
    return len({rule.call.model for rule in rules} - {None}) > 1


def _rule(rule: ComparedRule) -> dict[str, Any]:
    """A compared rule for the presentation: its role, model, threshold and rates."""
    call = rule.call
    named = {"role": rule.role, "model": call.model, "call": call.call, "hard": call.hard}
    return {**named, "text": call.text, **card.call_rates(call)}


def _validity(summary: DecisionSummary) -> list[html.P]:
    """How long the rule stays valid, in one line, and what else changes below it."""
    first, *rest = summary.changes or ("",)
    return [html.P(first, className="validity-lead"), html.P(" ".join(rest), className="note")]


def _optimal_ranges_table(
    summary: DecisionSummary, analysis: Analysis, currency: Currency
) -> dict[str, Any]:
    """The table of the best rule in each part of the ranges."""
    return asdict(
        optimal_ranges_table(summary.optimal_ranges, currency, analysis.crossfits is not None)
    )


def _cheapest(
    analysis: Analysis, point: OperatingPoint, view: View, recommended: str | None
) -> list[str]:
    """The recommended model and the cheapest of the others shown: the tab Compare shows them."""

    def rank(name: str) -> tuple[bool, float]:
        return name != recommended, analysis.call_of(point, name, 0).nec

    return sorted(view.models, key=rank)[:2]


def _choice(analysis: Analysis, view: View, call: Call, single: Call) -> dict[str, Any] | None:
    """Data for the script that moves the choice while a slider moves.

    call: the choice, which may mix two thresholds; single: the threshold of the headline.
    None with hold-out parts: then the page waits for the answer. A criterion whose choice does
    not follow the operating point has no kind.
    """
    if analysis.hold_out or view.criterion is None or analysis.costs is not None:
        return None
    entry = CRITERIA[view.criterion.key]
    moving = entry if entry.follows_point else None
    limits = [field.attribute for field in moving.fields if field.name == "limit"] if moving else []
    return {
        "kind": view.criterion.key if moving else "",
        "limit": getattr(view.criterion, limits[0]) if limits else None,
        **card.call_rates(call),
        "single": {"call": single.call, **card.call_rates(single)},
    }


def _rule_for_today(call: Call) -> dict[str, Any] | None:
    if call.call != "some":
        return None
    return {"model": call.model, "index": call.index, "text": call.text}


def _today_note(today: Call | None) -> str:
    if today is None:
        return "+ Today's rule"
    return f"Today: {_rule_of(today)}"


def _rule_of(call: Call) -> str:
    return call_words(call, longest=LONGEST_RULE)


def _today(today: Call | None, prior: float, analysis: Analysis) -> dict[str, Any] | None:
    """Today's rule for the boxes that edit it."""
    if today is None or today.model is None:
        return None
    share = percent(share_called(*today.case_rates, prior))
    scores = analysis.models[today.model].counts.threshold[1:]
    highest = number(float(scores[0])) if len(scores) else ""
    rule = {"model": today.model, "index": today.index, "text": today.text}
    return {**rule, "share": share, "highest": highest}


def _scenarios(request: Request, scene: Scene) -> html.Table:
    """The rule now and in every scenario, and the cost of keeping the present and today's rule."""
    every = (Scenario("Now", request.point), *request.scenarios)
    rules = ScenarioRules(scene.view.today, scene.view.criterion, scene.decision)
    rows = scenario_rows(every, scene.analysis, scene.view.models, rules, request.currency)
    unit = scenario_amounts(every, request.currency).case_unit
    return tabs.scenarios_table(scenarios_table(rows, unit.per))


def answer_question(question: Question, wait: bool = True) -> tuple[Any, Any]:
    """(answer, notices) for a question; no update while its stores belong to different data.

    Without `wait`, costs are on the same rows until cross-fitted costs are in memory; the answer
    then has `refining`.

    WORKING while heavy computations take long: the page asks again.
    """
    if not question.is_consistent:
        return no_update, no_update
    question = replace(question, patience=PATIENCE)
    try:
        answered = _answered(question, wait)
    except StillWorking:
        return WORKING, no_update
    except (DatasetUnavailable, Unreadable) as reason:
        return no_update, notice(str(reason))
    return answered, no_update


def _answered(question: Question, wait: bool) -> dict[str, Any]:
    crossfitting = crossfits_of(question, wait)
    analysis = question.analysis.with_crossfits(crossfitting.fits)
    shown = with_combinations_of(question.request.shown_view, question.dataset, analysis)
    derived = _derived(question, analysis, crossfitting, wait)
    calibrated = any(PANEL_MODES[name].calibrated for name in shown.modes)
    calibrating = question.derived if calibrated else None
    origins = rule_origins(question.dataset, analysis)
    answered = answer(
        question.request,
        analysis,
        shown,
        switched_of(question.view),
        crossfitting,
        derived,
        typed_threshold_of(question.view),
        calibrating,
        origins,
    )
    return answered | {
        "live": _live(question, analysis, shown),
        "conditions_seq": question.conditions.get("seq"),
        "view_seq": question.view.get("seq"),
    }


def _derived(
    question: Question, analysis: Analysis, crossfitting: CrossFitting, wait: bool
) -> DerivedResults | None:
    """Results for the sentence on certainty, which must not delay an answer of large data."""
    if crossfitting.refining:
        return None
    if question.is_heavy and (crossfitting.fresh or not wait):
        return results_in_memory(*question.context, analysis)
    return results_of(*question.context, analysis, question.patience)


def _live(question: Question, analysis: Analysis, view: View) -> LiveData:
    """Data for the scripts that redraw curves; independent of the operating point."""
    evaluation = (
        selection_words(analysis.hold_out) if analysis.crossfits is None else "cross-fitted"
    )
    key = f"live {view.level} {view.models} {[*analysis.lacking]} {evaluation}"
    text = cached_text(*question.context, key, lambda: json.dumps(live(analysis, view)))
    data: LiveData = json.loads(text)
    return data
