"""The answer to one question of the page: figures, sentences, tables and data for the scripts."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from math import isfinite
from typing import Any, TypeVar, cast

from dash import html, no_update

from costdash.core import Analysis, Call
from costdash.core.analysis.blind_bounds import BlindBounds
from costdash.core.analysis.calls import call_of_single, choice_by
from costdash.core.analysis.stated_labels import StatedCost
from costdash.core.choose.criteria import CRITERIA, LimitedCost
from costdash.core.compare.expected_regret import Saving
from costdash.core.curves.precision_recall import share_called
from costdash.core.folds.gold_labels import GoldCost
from costdash.core.segments.segment_costs import SegmentRequest
from costdash.core.segments.segment_curve import SegmentCurve
from costdash.figures import PANEL_MODES, PANELS, Scene, View, alt_texts, live, make_scene
from costdash.figures.client_data import LiveReview, live_review
from costdash.figures.panels.cost_axes.by_threshold import flat_zone_of, limit_zone_of
from costdash.figures.scene import selection_words
from costdash.report import card
from costdash.report.blank_labels import labels_chip
from costdash.report.derived import DerivedResults
from costdash.report.elements import Element, element
from costdash.report.request import Request
from costdash.report.sentences.amounts import Amounts
from costdash.report.sentences.blank_labels import (
    WAITS,
    audit_sentence,
    blind_sentence,
    labels_note,
)
from costdash.report.sentences.contribution import contribution_sentences
from costdash.report.sentences.gold import gold_note, stated_note
from costdash.report.sentences.review import left_out, pays_not
from costdash.report.sentences.rules import NO_ORIGINS, Origins, rule_code, today_words
from costdash.report.sentences.sample import LOOKS_CHEAPER, looks_cheaper
from costdash.report.summary import (
    NO_CERTAINTY,
    Certainty,
    ComparedRule,
    DecisionSummary,
    blind_bounds_of,
    certainty,
    gold_cost_of,
    limit_price_of,
    saving_over_today,
    shows_zone,
    stated_cost_of,
    summarise,
    with_rivals,
    with_stated,
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
from costdash.web import wire
from costdash.web.ids import ids
from costdash.web.page import decision, panels
from costdash.web.page.decision import notice
from costdash.web.page.tabs import scenarios, what_if
from costdash.web.page.tabs.compare import TAB as COMPARE_TAB
from costdash.web.storage.analyses import revision_of
from costdash.web.storage.derived import NotInMemory, results_in_memory, results_of
from costdash.web.storage.jobs import NoResult, StillWorking
from costdash.web.storage.store import DatasetUnavailable
from costdash.web.storage.text_cache import cached_text
from costdash.web.stores.cases import rules_to_compare
from costdash.web.stores.combinations import rule_origins, with_combinations_of
from costdash.web.stores.crossfit import NO_CROSSFITTING, CrossFitting, crossfits_of
from costdash.web.stores.labels import label_details
from costdash.web.stores.question import Question
from costdash.web.stores.read import Unreadable, switched_of
from costdash.web.stores.segments import shown_segment
from costdash.wording import number, percent, shortened

LEAST_AUDIT = 100  # labels of a plan of the next ones
PATIENCE = 3  # s to wait for heavy computations
WORKING = {"working": True}
T = TypeVar("T")
NO_CURVE = ": no curve without both classes"


@dataclass(frozen=True)
class Parts:
    """The parts of an answer, each named as its key in `wire.Answer`, and what they share.

    analysis: with cross-fits, if there are any; crossfitting says why there are none. derived: for
    the certainty of the decision; None if it is still to be computed. calibrating: for the
    reliability diagram. segment_shown: which segment the panels show; segmenting: for its curve.
    switched: the model that was switched last. origins: of the models, for the rule as code.
    label_details: what is said about rows without a label; can_change: whether that can be
    answered here.
    """

    request: Request
    analysis: Analysis
    view: View
    crossfitting: CrossFitting = NO_CROSSFITTING
    derived: DerivedResults | None = None
    calibrating: DerivedResults | None = None
    segment_shown: tuple[SegmentRequest, str] | None = None
    segmenting: DerivedResults | None = None
    switched: str | None = None
    origins: Origins = NO_ORIGINS
    label_details: Mapping[str, Any] = field(default_factory=dict)
    can_change: bool = False
    can_list: bool = False
    awaited: list[bool] = field(default_factory=list)  # of results that are still computed

    @cached_property
    def plain_scene(self) -> Scene:
        """The scene without what needs the rows."""
        return make_scene(self.analysis, self.request.point, self.view)

    @cached_property
    def scene(self) -> Scene:
        scene = self.plain_scene
        if self.derived is not None:
            scene = self._soon(lambda derived: with_rivals(scene, derived), scene)
        if (curve := self.segment_curve) is not None and curve.drawn is not None:
            scene = replace(scene, segment=curve)
        else:
            scene = with_stated(scene, self.stated_cost)
        if self.calibrating is None or scene.calibrated is None:
            return scene
        return replace(scene, calibration=self.calibrating.calibration(scene.calibrated))

    def _soon(self, make: Callable[[DerivedResults], T], otherwise: T) -> T:
        """A result of the rows; what stands in for it while it is computed, or if there is none."""
        if self.derived is None:
            return otherwise
        try:
            return make(self.derived)
        except (NotInMemory, StillWorking):
            self.awaited.append(True)
        except NoResult:
            pass
        return otherwise

    @cached_property
    def segment_curve(self) -> SegmentCurve | None:
        """The recommended model's curve on the segment that is shown, if there is one."""
        if self.segment_shown is None or self.segmenting is None:
            return None
        model = self.plain_scene.recommended_model
        if model is None:
            return None
        try:
            return self.segmenting.segment_curve(model, *self.segment_shown)
        except StillWorking:
            self.awaited.append(True)
        except (ValueError, NoResult):
            pass
        return None

    @property
    def segment(self) -> wire.ShownSegment | None:
        curve = self.segment_curve
        if curve is None:
            return None
        here = curve.point(self.plain_scene.point)  # at the prior of the decision, as in the table
        positives = curve.positives if here is None else here.prior
        words = f"{curve.rows:,} cases, {percent(positives)} positive"
        return {"name": curve.name, "words": words + NO_CURVE * (curve.drawn is None)}

    @cached_property
    def certainty(self) -> tuple[Certainty | None, Saving | None]:
        """How sure the decision is, and its saving over today's rule with its interval.

        None if that is still to be computed.
        """
        if self.derived is None:
            return NO_CERTAINTY, None
        try:
            sure = certainty(self.derived, self.scene, self.request.currency)
            return sure, saving_over_today(self.derived, self.scene)
        except (NotInMemory, StillWorking):
            return None, None
        except NoResult:
            return NO_CERTAINTY, None

    @cached_property
    def summary(self) -> DecisionSummary:
        request, (_, over_today) = self.request, self.certainty
        matrix = (request.matrix, request.cases)
        scene = self.scene
        price = self._soon(lambda derived: limit_price_of(derived, scene), None)
        more = over_today, request.weighting, price
        return summarise(self.scene, request.currency, matrix, *more)

    @cached_property
    def card_data(self) -> dict[str, Any]:
        return card.card_data(self.scene, self.summary, self.request.currency)

    @cached_property
    def figures(self) -> dict[str, wire.Figure]:
        scene = replace(self.scene, labelled=False)
        return {panel.id: panel.figure(scene) for panel in PANELS}

    @property
    def decision(self) -> wire.Element:
        """The rule; hidden below it, the method, for which the card has no room."""
        detail = element("p", self.summary.detail, class_="detail unseen")
        hidden = [] if self.summary.trial else [detail]
        return [*card.rule(self.scene, self.summary, bounds=self.blind_bounds), *hidden]

    @property
    def confusion(self) -> wire.Element:
        scene, summary, fitting = self.scene, self.summary, self.crossfitting
        refining = card.REFINING if fitting.refining else ""
        if not refining and not self.analysis.resampled:
            refining = card.LIMITS_COME
        notes = (fitting.note, refining, decision.end_trial(), ids.CASE_UNIT_MENU)
        by_judge = "gold" in self.label_details or isinstance(self.stated_cost, StatedCost)
        return card.ledger_of(
            scene, summary, self.request.currency, *notes, by_judge, self.blind_bounds
        )

    @cached_property
    def blind_bounds(self) -> BlindBounds | None:
        """What rows that nobody looked at leave open; None if there are none, or not known yet."""
        blind = self.label_details.get("verification", {}).get("blind")
        scene = self.plain_scene
        if not blind or not self.view.models:
            return None
        return self._soon(lambda derived: blind_bounds_of(derived, scene), None)

    @cached_property
    def gold_cost(self) -> GoldCost | str | None:
        """What the rule costs where people checked some labels, or why that is not known.

        None if nobody did, or if it is still to be computed.
        """
        if "gold" not in self.label_details or not self.view.models:
            return None
        scene, summary = self.scene, self.summary
        return self._soon(lambda derived: gold_cost_of(derived, scene, summary), None)

    @cached_property
    def stated_cost(self) -> StatedCost | str | None:
        """What follows from stated error rates of a judge; checked labels need none."""
        judge = None if "gold" in self.label_details else self.request.judge
        return stated_cost_of(judge, self.plain_scene)

    @property
    def against(self) -> wire.Element:
        sure = self.certainty[0] or NO_CERTAINTY
        labels, currency = self.label_details, self.request.currency
        amounts = Amounts.at(self.request.point, currency)
        bounds, gold = self.blind_bounds, None
        zone = shows_zone(self.scene)
        note = labels_note(labels, self.scene.analysis, self.request.point, amounts, bounds, zone)
        if (found := self.gold_cost) is not None:
            note = gold_note(found, self.scene.level, amounts)
            gold = found if isinstance(found, GoldCost) else None
        elif self.stated_cost is not None and self.request.judge is not None:
            note = stated_note(self.stated_cost, self.request.judge, currency, note)
        if note is not None and (plan := self._audit_sentence):
            note = note._replace(sentences=(*note.sentences, plan))
        blind = labels.get("verification", {}).get("blind")
        buttons = decision.label_buttons(blind) if self.can_change else ()
        if self.stated_cost is not None:
            buttons = (*buttons, *decision.stated_judge_buttons(bool(buttons)))
        chip = labels_chip(note, labels, buttons)
        waits = WAITS if self.can_change and labels.get("blanks", {}).get("open") else ""
        stated = self.stated_cost if isinstance(self.stated_cost, StatedCost) else None
        more = [*self._case_buttons, *chip], waits, gold, bounds, stated, COMPARE_TAB
        return card.against(self.scene, self.summary, sure, currency, *more)

    @property
    def _case_buttons(self) -> list[Element]:
        """What opens a list of cases from the foot of the card."""
        if self.summary.trial:
            return [decision.nearest_cases()] if self.can_list else []
        count = self._changed_calls
        if count is None:
            return []
        return [decision.changed_calls(count, self.scene.analysis, self.can_list)]

    @cached_property
    def _changed_calls(self) -> int | None:
        """How many cases of the file change their call from today's rule.

        None without today's rule, without single rows, and while it is still to be computed.
        """
        if self.summary.trial or self.scene.today is None:
            return None
        try:
            rule, today = rules_to_compare(self.summary.recommended, self.scene.today)
            if today is None:
                return None
            counts = self._soon(lambda derived: derived.change_counts(rule, today), None)
        except ValueError:  # of which the drawer says the reason
            return None
        return None if counts is None else sum(counts.values())

    @cached_property
    def _audit_sentence(self) -> str:
        """Which cases to label next, as many again; "" if that is still to be computed."""
        strata = self.label_details.get("verification", {}).get("strata")
        if self.derived is None or not strata:
            return ""
        labels = max(sum(each["labelled"] for each in strata if each["weight"] != 1), LEAST_AUDIT)
        point, best = self.request.point, self.scene.decision.best
        amounts = Amounts.at(point, self.request.currency)
        return self._soon(
            lambda derived: audit_sentence(
                derived.audit_plan(self.analysis, best, point, labels), point, amounts
            ),
            "",
        )

    @property
    def bars(self) -> wire.Bars:
        return self.card_data["bars"]

    @property
    def trial(self) -> wire.Trial | None:
        return self.card_data["trial"]

    @property
    def zone(self) -> LiveReview | None:
        """The review zone, for the script that moves it while a slider moves."""
        return live_review(self.scene.review, self.analysis)

    @property
    def review_state(self) -> wire.ReviewState | None:
        """What the field of the review says: the price up to which it pays, and why it does not."""
        review = self.scene.review
        if review is None:
            if self.view.review is None or not self.view.models:
                return None
            return {"limit_price": 0.0, "pays": False, "note": left_out(self.scene)}
        amounts = Amounts.at(self.request.point, self.request.currency)
        return {
            "limit_price": review.limit_price,
            "pays": review.pays,
            "note": pays_not(review, amounts),
        }

    @property
    def rules_table(self) -> wire.Element:
        request, summary = self.request, self.summary
        rules = [replace(rule, model=shortened(rule.model)) for rule in summary.rules]
        table = rules_table(rules, request.point, request.currency, summary.recommended)
        return what_if.rules(table, summary.matrix_sentences)

    @property
    def rules(self) -> list[wire.ComparedRule]:
        """The compared rules, for the presentation."""
        return [
            {
                "role": rule.role,
                "model": rule.call.model,
                "call": rule.call.call,
                "hard": rule.call.hard,
                "text": rule.call.text,
                "look_from": rule.call.zone.low.text if rule.call.zone else None,
                "breaks_limit": self._breaks_limit(rule.call),
                **card.call_rates(rule.call, self.request.point.prior),
            }
            for rule in self._presented_rules
        ]

    @property
    def _presented_rules(self) -> list[ComparedRule]:
        """The compared rules without those that draw lots. With a limit the other models have their
        rule within it, and only today's rule and the trial threshold may break it."""
        rules = [rule for rule in self.summary.rules if not _draws_lots(rule.call)]
        if not isinstance(self.view.criterion, LimitedCost) or not rules:
            return rules
        first = rules[0]
        within = [
            ComparedRule("", name, call)
            for name, call in self._within_limit.items()
            if name != first.model and call.model is not None
        ]
        others = [rule for rule in rules if rule.call in (self.scene.trial, self.scene.in_force)]
        trivial = card.no_model(self.scene)
        no_model = [ComparedRule("Without a model", "", trivial)] if first.model else []
        return [first, *within, *others, *no_model]

    @cached_property
    def _within_limit(self) -> Mapping[str, Call]:
        """The rule of each shown model within the limit; empty without a limit."""
        limit, analysis, point = self.view.criterion, self.scene.analysis, self.request.point
        if not isinstance(limit, LimitedCost):
            return {}
        return {
            name: call_of_single(
                analysis, point, choice_by(limit, analysis, [name]), self.view.level
            )
            for name in self.view.models
        }

    def _breaks_limit(self, call: Call) -> bool:
        limit = self.view.criterion
        return isinstance(limit, LimitedCost) and not limit.allows(*call.case_rates)

    @property
    def validity(self) -> wire.Element:
        return what_if.validity(self.summary.changes, self.summary.threshold_range)

    @property
    def optimal_ranges(self) -> dict[str, Any] | None:
        """The table of the best rule in each part of the ranges."""
        if self.view.ranges is None:
            return None
        crossed = self.analysis.crossfits is not None
        ranges = self.summary.optimal_ranges
        return asdict(optimal_ranges_table(ranges, self.request.currency, crossed))

    @property
    def choice(self) -> wire.CriterionChoice | None:
        """Data for the script that moves the choice of a criterion while a slider moves.

        None with hold-out parts: then the page waits for the answer. A criterion whose choice does
        not follow the operating point has no kind.
        """
        criterion, analysis = self.view.criterion, self.analysis
        if not self.summary.by_criterion or criterion is None:
            return None
        if analysis.hold_out or analysis.costs is not None:
            return None
        entry, single = CRITERIA[criterion.key], self.summary.recommended
        sure = getattr(criterion, "level", None) is not None  # only the server knows what it allows
        fields = entry.fields if entry.follows_point else ()
        limits = [getattr(criterion, f.attribute) for f in fields if f.name == "limit"]
        prior = self.request.point.prior
        return {
            "kind": criterion.key if entry.follows_point and not sure else "",
            "limit": limits[0] if limits else None,
            **card.call_rates(self.scene.recommended, prior),
            "single": {"call": single.call, **card.call_rates(single, prior)},
        }

    @property
    def flat(self) -> dict[str, Any] | None:
        """The flat zone of all thresholds; the scripts have only the drawn thresholds. With a limit
        the thresholds that keep it."""
        limited = isinstance(self.view.criterion, LimitedCost)
        zone = limit_zone_of(self.scene) if limited else flat_zone_of(self.scene)
        if zone is None or not isfinite(zone.low):  # only flagging none costs hardly more
            return None
        return asdict(zone) | {"high": zone.high if isfinite(zone.high) else None}

    @property
    def notes(self) -> list[wire.Element]:
        return decision.panel_notes(self.figures, self.scene, self.request.currency)

    @property
    def key(self) -> wire.Element:
        return panels.key(self.scene)

    @property
    def optimism(self) -> str:
        """How much cheaper the choice looks on the same rows, if its costs are of other rows."""
        if not self.summary.cross_fitted:
            return LOOKS_CHEAPER
        amounts = Amounts.at(self.request.point, self.request.currency)
        return looks_cheaper(self.summary.recommended, amounts)

    @property
    def refining(self) -> bool:
        """Whether bands, cross-fits or what else the answer shows are still computed."""
        _ = self.scene, self._audit_sentence, self.gold_cost, self.blind_bounds
        _ = self._changed_calls
        return (
            not self.analysis.resampled
            or self.crossfitting.refining
            or self.certainty[0] is None
            or bool(self.awaited)
        )

    @property
    def spoken(self) -> str:
        return self.summary.text

    @property
    def labels(self) -> dict[str, str]:
        return alt_texts(self.scene)

    @property
    def standing(self) -> wire.Element:
        sentences = contribution_sentences(self.analysis, self.view.models, self.switched)
        return [html.P(sentence) for sentence in sentences]

    @property
    def models(self) -> list[dict[str, Any]]:
        point, best = self.request.point, self.scene.decision.best
        amounts = Amounts.at(point, self.request.currency)
        names, costs = self.view.models, self._costs_of_models
        best = self.summary.recommended if costs else best
        models = model_summary(self.analysis, point, names, amounts, best, costs)
        return [asdict(model) for model in models]

    @property
    def _costs_of_models(self) -> Mapping[str, float]:
        """The cost per case of each model's review zone, or of its rule within the limit in force;
        empty where neither is."""
        review = self.scene.review
        if review is not None and self.summary.recommended.zone:
            return review.costs
        if self.summary.limit is None:
            return {}
        return {name: call.expected_cost for name, call in self._within_limit.items()}

    @property
    def best(self) -> wire.Threshold | None:
        call = self.summary.recommended
        if call.call != "some" or call.model is None:
            return None
        return {"model": call.model, "index": call.index, "text": call.text}

    @property
    def cheapest(self) -> list[str]:
        """The recommended model and the cheapest of the others shown, for the tab Compare."""
        point, recommended = self.request.point, self.summary.recommended.model

        def rank(name: str) -> tuple[bool, float]:
            return name != recommended, self.analysis.call_of(point, name, 0).nec

        return sorted(self.view.models, key=rank)[:2]

    @property
    def code(self) -> str:
        bounds = self.blind_bounds
        if bounds is not None and not bounds.settled:
            amounts = Amounts.at(self.request.point, self.request.currency)
            return f"# {blind_sentence(bounds, amounts)}"
        return rule_code(self.summary.recommended, self.origins)

    @property
    def today_note(self) -> str:
        return today_words(self.summary.today)

    @property
    def today(self) -> wire.TodaysRule | None:
        call = self.summary.today
        if call is None or call.model is None:
            return None
        scores = self.analysis.models[call.model].counts.threshold[1:]
        return {
            "model": call.model,
            "index": call.index,
            "text": call.text,
            "share": percent(share_called(*call.case_rates, self.request.point.prior)),
            "highest": number(float(scores[0])) if len(scores) else "",
        }

    @property
    def scenarios(self) -> wire.Element:
        """The rule now and in every scenario, and the cost of keeping the present and today's."""
        request, scene = self.request, self.scene
        every = (Scenario("Now", request.point), *request.scenarios)
        rules = ScenarioRules(self.view.today, self.view.criterion, scene.decision)
        rows = scenario_rows(every, scene.analysis, self.view.models, rules, request.currency)
        unit = scenario_amounts(every, request.currency).case_unit
        return scenarios.scenarios_table(scenarios_table(rows, unit.per))


def _draws_lots(call: Call) -> bool:
    """Whether a rule draws lots between two thresholds, so that it has none of its own."""
    return call.call == "some" and call.text is None and not call.hard and call.zone is None


PARTS = [name for name in wire.Answer.__annotations__ if hasattr(Parts, name)]


def answer(parts: Parts) -> dict[str, Any]:
    """The page's content in the form that its scripts read: `wire.Answer` without `live`."""
    return {name: getattr(parts, name) for name in PARTS}


def answer_question(question: Question, wait: bool = True, live_key: str = "") -> tuple[Any, Any]:
    """(answer, notices) for a question; no update while its stores belong to different data.

    Without `wait`, costs are on the same rows until cross-fitted costs are in memory, and there are
    no bands until these are computed; the answer then has `refining`.

    live_key: of the data for redrawing that the page has, which are then left out.

    WORKING while heavy computations take long: the page asks again.
    """
    if not question.is_consistent:
        return no_update, no_update
    question = replace(question, patience=PATIENCE, curves=not wait)
    try:
        return _answered(question, wait, live_key), no_update
    except StillWorking:
        return WORKING, no_update
    except (DatasetUnavailable, Unreadable) as reason:
        return no_update, notice(str(reason))


def _answered(question: Question, wait: bool, live_key: str) -> wire.Answer:
    crossfitting = crossfits_of(question, wait)
    analysis = _with_verdicts(
        question, question.analysis.with_crossfits(crossfitting.fits), crossfitting
    )
    shown = with_combinations_of(question.request.shown_view, question.dataset, analysis)
    segment = shown_segment(question)
    calibrated = any(PANEL_MODES[name].calibrated for name in shown.modes)
    parts = Parts(
        question.request,
        analysis,
        shown,
        crossfitting,
        derived=_derived(question, analysis, crossfitting, wait),
        calibrating=question.derived if calibrated else None,
        segment_shown=segment,
        segmenting=question.derived if segment else None,
        switched=switched_of(question.view),
        origins=rule_origins(question.dataset, analysis),
        label_details=label_details(question.dataset),
        can_change="blanks" in question.dataset and not question.dataset.get("viewer"),
        can_list=bool(question.dataset.get("cases")),
    )
    return cast(
        wire.Answer,
        answer(parts)
        | {
            **_live(question, analysis, shown, live_key),
            "conditions_seq": question.conditions.get("seq"),
            "view_seq": question.view.get("seq"),
        },
    )


def _with_verdicts(question: Question, analysis: Analysis, crossfitting: CrossFitting) -> Analysis:
    """The analysis with the verdicts of the reviewer's column, if a review goes by one."""
    review, names = question.shown.review, question.shown.models
    if review is None or not review.column or not names or crossfitting.refining:
        return analysis
    derived = results_of(*question.context, analysis, question.patience)
    return derived.with_verdicts(analysis, names, review.column)


def _derived(
    question: Question, analysis: Analysis, crossfitting: CrossFitting, wait: bool
) -> DerivedResults | None:
    """Results for the sentence on certainty, which must not delay an answer of large data."""
    if crossfitting.refining or not analysis.resampled:
        return None
    if question.is_heavy and (crossfitting.fresh or not wait):
        return results_in_memory(*question.context, analysis)
    return results_of(*question.context, analysis, question.patience)


def _live(question: Question, analysis: Analysis, view: View, has: str) -> dict[str, Any]:
    """Data for the scripts that redraw curves, unless the page has them, and their key.

    They do not depend on the operating point, so a moved slider does not send them again.
    """
    evaluation = (
        selection_words(analysis.hold_out) if analysis.crossfits is None else "cross-fitted"
    )
    key = f"live {view.level} {view.models} {[*analysis.lacking]} {evaluation}"
    key += "" if analysis.resampled else " curves"
    of_data = f"{question.context[0]} {revision_of(*question.context)} {key}"
    digest = blake2b(of_data.encode(), digest_size=16).hexdigest()
    if digest == has:
        return {"live_key": digest}
    text = cached_text(*question.context, key, lambda: json.dumps(live(analysis, view)))
    return {"live_key": digest, "live": json.loads(text)}
