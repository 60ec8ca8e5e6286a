"""The decision summary that the page, the report and the CSV files share.

`summarise` puts the decision of a scene into words and collects what to show: sentences, the
rules worth comparing, and the optimal ranges. The sentences are made in
`report.sentences`; HTML belongs to `report.html` and `web.page`.
"""

from dataclasses import dataclass, replace

from costdash.core import Analysis, Call, Decision, OperatingPoint, ReviewDecision
from costdash.core.analysis.blind_bounds import BlindBounds
from costdash.core.analysis.calls import call_of_choice, call_of_single, keeps_limit
from costdash.core.analysis.stated_labels import StatedCost, stated_cost
from costdash.core.choose.criteria import Criterion, LimitedCost
from costdash.core.compare.cheapest_model import CheapestModel
from costdash.core.compare.expected_regret import MOST_MODELS, Saving
from costdash.core.conditions.cost_matrix import CostMatrix
from costdash.core.conditions.intervals import Imprecise, RangeWeighting
from costdash.core.folds.gold_labels import GoldCost, StatedJudge
from costdash.core.segments.stated_curve import stated_curve
from costdash.core.types import Interval
from costdash.figures import Scene, View
from costdash.figures.scene import selection_words
from costdash.report.derived import DerivedResults
from costdash.report.sentences.amounts import DOLLAR, Amounts, Currency
from costdash.report.sentences.cheapest import ANY_LENGTH, cheapest_sentence
from costdash.report.sentences.cost_matrix import in_all_sentence, reduction_sentences
from costdash.report.sentences.criteria import (
    LIMIT_COSTS_NOTHING,
    LimitInForce,
    choice_sentences,
    limit_at_no_cost,
    limit_in_force,
    trial_sentences,
)
from costdash.report.sentences.decision import (
    DecisionSentences,
    decision_sentences,
)
from costdash.report.sentences.phrases import Phrase
from costdash.report.sentences.review import (
    ZONE_RANGES,
    left_out,
    pays_not,
    with_review,
)
from costdash.report.sentences.sample import (
    cross_fit_scheme,
    regret_sentence,
)
from costdash.report.sentences.sensitivity import (
    OverRanges,
    RuleRange,
    over_ranges,
    present_values,
    range_amounts,
    range_cost,
    ranges_sentence,
    rule_ranges,
)
from costdash.report.sentences.validity import (
    threshold_range_words,
    validity_of,
    validity_sentences,
)

LEAST_COST = "Least expected cost"
LONG_NAME = 16  # letters of a model's name in the statement on the card
NOT_CROSS_FITTED = "Chosen and judged on these rows, not cross-fitted."
MatrixAndCases = tuple[CostMatrix | None, float | None]  # cases per month; None: not given


@dataclass(frozen=True, slots=True)
class ComparedRule:
    """A rule in the table of rules: its role (Best, Today, ...), its model and its call."""

    role: str
    model: str
    call: Call

    @property
    def title(self) -> str:
        """Role and model, as the first cell of the table's row."""
        return ": ".join(filter(None, (self.role, self.model)))


@dataclass(frozen=True, slots=True)
class DecisionSummary:
    """The decision at an operating point, and the numbers and sentences shown beside it.
    sentences: the decision in words. over_today: its saving over today's rule, with its interval,
    once computed. sensitivity: whether the model stays the cheapest within the
    ranges; present_values, range_cost: that the numbers are averages over the ranges, and the
    rule's cost at their ends; over: the numbers behind them. All are empty without ranges.
    changes: the validity of the decision while conditions change.
    recommended: the call of the headline, a single threshold. today, trial: today's rule and the
    trial threshold. by_criterion: a criterion other than least expected cost chose. cross_fitted:
    costs allow for the choice of threshold and model. optimal_ranges: the best rule in each part of
    the ranges. matrix_sentences: where the two costs come from. limit: that changes the rule, with
    its price; limit_words: that one costs nothing. threshold_range: the shares of positives at
    which the threshold may stay. trial_words: the trial threshold in words;
    recommended_beside_trial: the rule of the headline on the rows of the trial.
    """

    sentences: DecisionSentences
    over_today: Saving | None
    sensitivity: str
    present_values: str
    range_cost: str
    over: OverRanges | None
    changes: tuple[str, ...]
    rules: tuple[ComparedRule, ...]
    recommended: Call
    today: Call | None
    trial: Call | None
    by_criterion: bool
    cross_fitted: bool
    optimal_ranges: tuple[RuleRange, ...]
    matrix_sentences: tuple[str, ...]
    limit: LimitInForce | None = None
    limit_words: str = ""
    threshold_range: str = ""
    trial_words: DecisionSentences | None = None
    recommended_beside_trial: Call | None = None

    @property
    def on_card(self) -> DecisionSentences:
        """The sentences of the rule that the card shows: the trial threshold's, if there is one."""
        return self.trial_words or self.sentences

    @property
    def headline(self) -> tuple[Phrase, ...]:
        """The rule and its outcome."""
        return self.sentences.headline

    @property
    def detail(self) -> str:
        """The method behind the numbers."""
        return self.sentences.detail

    @property
    def text(self) -> str:
        """The decision as plain text."""
        return self.sentences.text

    @property
    def range_words(self) -> str:
        """On average over your ranges; at the ends: $36,500 to $273,000. "" without ranges."""
        return f"{self.present_values}; {self.range_cost}." if self.range_cost else ""

    @property
    def shown_call(self) -> tuple[str, Call]:
        """The call whose confusion matrix is shown, after its title."""
        if self.trial:
            return "The chosen threshold", self.trial
        return "By the criterion" if self.by_criterion else "The best rule", self.recommended


@dataclass(frozen=True, slots=True)
class Certainty:
    """How sure it is which model is the cheapest, and the expected regret unless that is clear.

    short: the sentence with names cut, for the card.
    """

    sentence: str
    regret: str
    is_clear: bool = False
    short: str = ""

    @property
    def text(self) -> str:
        """Both sentences; "" if there are none."""
        return f"{self.sentence}. {self.regret}".strip() if self.sentence else ""


NO_CERTAINTY = Certainty("", "")


def certainty(derived: DerivedResults, scene: Scene, currency: Currency = DOLLAR) -> Certainty:
    """How sure the decision of a scene is.

    Empty if a criterion chooses, no model is shown, or there is nothing to compare with.
    """
    names = scene.view.models
    if scene.choice or not 0 < len(names) <= MOST_MODELS:
        return NO_CERTAINTY
    found, hold_out = cheapest_of(derived, scene), scene.analysis.hold_out
    if found is not None and isinstance(scene.view.criterion, LimitedCost):
        found = _within_limit(found, scene, scene.view.criterion)
    if found is None:
        return NO_CERTAINTY
    sentence, short = (cheapest_sentence(found, hold_out, n) for n in (ANY_LENGTH, LONG_NAME))
    if found.is_clear:
        return Certainty(sentence, "", is_clear=True, short=short)
    regret = derived.regret(scene.analysis, scene.decision, names)
    amounts = Amounts.at(scene.point, currency)
    lost = regret_sentence(scene.decision.best, regret, amounts)
    return Certainty(sentence, lost, short=short)


def _within_limit(found: CheapestModel, scene: Scene, limit: LimitedCost) -> CheapestModel | None:
    """What is still true under a limit that costs nothing; None for nothing.

    Other models cost as much as without it where their rules keep it, else more. With ranges the
    limit may cost something within them.
    """
    if scene.view.ranges is not None:
        return None
    if found.is_clear:
        return found
    analysis, names = scene.analysis, scene.view.models
    calls = {c.model: analysis.call_of(scene.point, c.model, 0) for c in found.contenders}
    allowed = tuple(
        c for c in found.contenders if keeps_limit(limit, analysis, calls[c.model], names)
    )
    within = replace(found, contenders=allowed)
    return None if within.is_clear else within


def cheapest_of(derived: DerivedResults, scene: Scene) -> CheapestModel | None:
    """How sure it is which model is the cheapest at the scene's operating point.

    With ranges: at their mean and wherever they reach.
    """
    analysis, names = scene.analysis.with_level(scene.level), scene.view.models
    found = derived.cheapest_model(analysis, scene.decision, names)
    if found is None or scene.view.ranges is None:
        return found
    rivals = derived.rivals_within(analysis, scene.decision, names, scene.view.ranges.pcf)
    return replace(found, elsewhere=rivals)


def clear_ranges_of(derived: DerivedResults, scene: Scene) -> tuple[Interval, ...]:
    """The PC(+) at which the recommended option is clearly the cheapest, for the map."""
    analysis = scene.analysis.with_level(scene.level)
    return derived.clear_ranges(analysis, scene.decision, scene.view.models)


def with_rivals(scene: Scene, derived: DerivedResults) -> Scene:
    """The scene with the PC(+) at which another model may be as cheap, if costs are cross-fitted.

    It is about the strip of cheapest models, whichever criterion chose the rule. On the same rows
    every pair of models would have to be compared, which takes long.
    """
    names = scene.view.models
    if scene.crossfit is None or not 1 < len(names) <= MOST_MODELS:
        return scene
    analysis = scene.analysis.with_level(scene.level)
    return replace(scene, rivals=derived.rival_ranges(analysis, names))


def saving_over_today(derived: DerivedResults, scene: Scene) -> Saving | None:
    """The saving over today's rule; None without one, and for a criterion other than of costs."""
    level, today, review = scene.view.level, scene.in_force, scene.review
    if today is None or not level:
        return None
    if scene.choice is not None:
        limit = scene.view.criterion
        if not isinstance(limit, LimitedCost) or today.zone is not None:
            return None
        analysis = scene.analysis.with_level(level)
        return derived.saving_within(analysis, limit, today, scene.view.models)
    if review is not None and (review.call or today.zone):
        value, limits = review.over_today, review.today_interval
        return None if value is None or limits is None else Saving(value, *limits)
    if today.zone is not None:
        return None
    analysis = scene.analysis.with_level(level)
    return derived.saving_over(analysis, scene.decision, today, scene.view.models)


def gold_cost_of(derived: DerivedResults, scene: Scene, summary: DecisionSummary) -> GoldCost | str:
    """What the rule costs where people checked some labels of a judge, or why that is not known.

    Of a review zone, of the rule with one threshold.
    """
    call = summary.recommended if summary.by_criterion else scene.decision.best
    tuned = scene.analysis.crossfits is not None and not summary.by_criterion
    try:
        return derived.gold_cost(scene.analysis, call, scene.point, scene.level, tuned)
    except ValueError as reason:
        return str(reason)


def shows_zone(scene: Scene) -> bool:
    """Whether the recommended rule has a review zone."""
    call = scene.review.call if scene.review is not None and scene.choice is None else None
    return call is not None and call.zone is not None


def blind_bounds_of(derived: DerivedResults, scene: Scene) -> BlindBounds | None:
    """What rows that nobody looked at leave open of the rule that the scene recommends.

    None without such rows, and for a review zone.
    """
    if shows_zone(scene):
        return None
    criterion = scene.view.criterion if scene.choice else None
    return derived.blind_bounds(scene.analysis, scene.point, scene.view.models, criterion)


def stated_cost_of(judge: StatedJudge | None, scene: Scene) -> StatedCost | str | None:
    """What follows if the labels are of a judge with these error rates, or why they cannot be.

    None without a judge and without models.
    """
    if judge is None or not scene.view.models:
        return None
    try:
        return stated_cost(scene.analysis, scene.view.models, scene.single, scene.point, judge)
    except ValueError as reason:
        return str(reason)


def with_stated(scene: Scene, found: StatedCost | str | None) -> Scene:
    """The scene with the recommended model's curve by true labels, over that by the judge's."""
    model = scene.recommended_model
    if not isinstance(found, StatedCost) or model is None:
        return scene
    return replace(scene, segment=stated_curve(scene.analysis, model, found, scene.point))


def limit_price_of(derived: DerivedResults, scene: Scene) -> Saving | None:
    """What the limit in force costs, with its interval; None without one, or without intervals."""
    limit, level = scene.view.criterion, scene.view.level
    if not isinstance(limit, LimitedCost) or not scene.choice or not level:
        return None
    return derived.limit_price(scene.analysis.with_level(level), limit, scene.view.models)


def summarise(
    scene: Scene,
    currency: Currency = DOLLAR,
    matrix_and_cases: MatrixAndCases = (None, None),
    over_today: Saving | None = None,
    weighting: RangeWeighting = None,
    limit_price: Saving | None = None,
) -> DecisionSummary:
    """Put the decision of a scene into words and collect what is shown beside it.

    matrix_and_cases: the cost matrix that the costs of the operating point come from, and the
    number of cases per month. over_today: as `saving_over_today` returns it. weighting: of
    the ranges, of which the operating point has the means. limit_price: as `limit_price_of`
    returns it.
    """
    summary = _least_cost_summary(scene, currency, over_today)
    if scene.view.criterion and scene.choice:
        summary = _chosen_by(scene.view.criterion, summary, scene, currency, limit_price)
    elif scene.view.criterion and scene.view.models:
        detail = f"{limit_at_no_cost(scene.view.criterion)} {summary.sentences.detail}".strip()
        words = LIMIT_COSTS_NOTHING if isinstance(scene.view.criterion, LimitedCost) else ""
        with_detail = replace(summary.sentences, detail=detail)
        summary = replace(summary, sentences=with_detail, limit_words=words)
    if scene.view.review:
        summary = _with_review(summary, scene, currency)
    if scene.view.ranges:
        summary = _with_ranges(summary, scene, scene.view.ranges, currency, weighting)
    if scene.trial:
        summary = _with_trial(summary, scene, scene.trial, currency)
    matrix, cases = matrix_and_cases
    if matrix is None:
        return summary
    prior = scene.point.prior
    sentences = (
        reduction_sentences(matrix, prior, currency),
        in_all_sentence(matrix, prior, summary.recommended, cases, currency),
    )
    return replace(summary, matrix_sentences=sentences)


def _least_cost_summary(
    scene: Scene, currency: Currency, over_today: Saving | None
) -> DecisionSummary:
    analysis, point, view, today = scene.analysis, scene.point, scene.view, scene.in_force
    decision, method, cross_fitted = scene.decision, "", False
    if scene.crossfit:
        cross_fitted = decision.best.call == "some"
        method = cross_fit_scheme(scene.crossfit, view.level) if cross_fitted else ""
    sentences = decision_sentences(
        decision, analysis, view.models, today, currency, method, over_today
    )
    optimal_ranges = rule_ranges(analysis, view.ranges, view.models) if view.ranges else []
    validity = validity_of(analysis, decision.best, point, view.models)
    changes = validity_sentences(analysis, decision.best, point, view.models, validity)
    return DecisionSummary(
        sentences=sentences,
        over_today=over_today,
        sensitivity="",
        present_values="",
        range_cost="",
        over=None,
        changes=tuple(changes),
        threshold_range=threshold_range_words(validity, decision.best, point),
        rules=tuple(_compared_rules(analysis, point, view, decision, today, scene.trial)),
        recommended=decision.best,
        today=today,
        trial=scene.trial,
        by_criterion=False,
        cross_fitted=cross_fitted,
        optimal_ranges=tuple(optimal_ranges),
        matrix_sentences=(),
    )


def _with_review(summary: DecisionSummary, scene: Scene, currency: Currency) -> DecisionSummary:
    """The summary with the review zone first, if it pays; else why it does not."""
    review, sentences = scene.review, summary.sentences
    amounts = Amounts.at(scene.point, currency)
    call = None if review is None else review.call
    if review is None or call is None:
        why = left_out(scene) if review is None else pays_not(review, amounts)
        detail = f"{why} {sentences.detail}".strip()
        return replace(summary, sentences=replace(sentences, detail=detail))
    return replace(
        summary,
        sentences=with_review(sentences, review, call, scene, amounts, summary.over_today),
        changes=(),
        threshold_range="",
        rules=(ComparedRule("With review", call.model or "", call), *summary.rules),
        recommended=call,
    )


def _with_trial(
    summary: DecisionSummary, scene: Scene, trial: Call, currency: Currency
) -> DecisionSummary:
    """Put the trial threshold into words, beside the recommended rule on the same rows."""
    best, point = summary.recommended, scene.point
    if best.zone is not None:
        cost = best.rows_cost
        best = replace(best, expected_cost=cost, nec=cost / point.scale, allowance=None)
        best = replace(best, tuned_rates=None, expected_rates=None)
    elif best.allowance and best.model is not None and best.index is not None:
        best = scene.analysis.call_at(point, best.model, best.index, owners=best.owners)
    sentences = trial_sentences(trial, best, point, currency)
    return replace(summary, trial_words=sentences, recommended_beside_trial=best)


def _with_ranges(
    summary: DecisionSummary,
    scene: Scene,
    ranges: Imprecise,
    currency: Currency,
    weighting: RangeWeighting,
) -> DecisionSummary:
    """The summary with the effect of the ranges on the headline's rule."""
    names, best = scene.view.models, summary.recommended
    if scene.review is not None and (within := _zone_within(summary, scene.review, ranges)):
        return replace(
            summary,
            sensitivity="" if scene.review.is_given else ZONE_RANGES,
            present_values=present_values(weighting),
            range_cost=range_cost(within, range_amounts(scene.point, ranges, currency)),
        )
    mode = weighting if isinstance(weighting, OperatingPoint) else None
    today = None if scene.today is None or scene.today.zone else scene.today
    parts = summary.optimal_ranges
    over = over_ranges(scene.analysis, best, ranges, names, parts, mode, today)
    amounts = range_amounts(scene.point, ranges, currency)
    return replace(
        summary,
        sensitivity=ranges_sentence(over, best, amounts, summary.by_criterion),
        present_values=present_values(weighting),
        range_cost=range_cost(over.cost, amounts),
        over=over,
    )


def _zone_within(
    summary: DecisionSummary, review: ReviewDecision, ranges: Imprecise
) -> Interval | None:
    """The cost of the headline's zone within ranges; None where the headline is no zone."""
    return None if summary.recommended.zone is None else review.cost_within(ranges)


def _chosen_by(
    criterion: Criterion,
    summary: DecisionSummary,
    scene: Scene,
    currency: Currency,
    limit_price: Saving | None,
) -> DecisionSummary:
    """The summary with the criterion's choice first; the least expected cost becomes a rule."""
    analysis, point, choice = scene.analysis, scene.point, scene.choice
    assert choice is not None
    level, shown = scene.view.level, scene.view.models
    single = scene.single
    amounts = Amounts.at(point, currency)
    of_level = analysis.with_level(scene.level)
    limit = limit_in_force(criterion, single, of_level, amounts, shown, limit_price)
    sentences = choice_sentences(
        criterion,
        choice,
        analysis,
        point,
        currency,
        level,
        scene.in_force,
        shown,
        limit,
        summary.over_today,
    )
    detail, method = sentences.detail, ""
    if analysis.hold_out:
        method = f"Rules {selection_words(analysis.hold_out)}."
    elif scene.crossfit and single.allowance:
        method = cross_fit_scheme(scene.crossfit, 0)
    elif analysis.crossfits and single.call == "some" and not hasattr(criterion, "model"):
        method = NOT_CROSS_FITTED
    detail = f"{detail} {method}".strip()
    alone = call_of_single(analysis, point, choice.of_its_model, level)
    rules = [ComparedRule("By the criterion", single.model or "", alone)]
    if choice.tie is not None:
        mixed = call_of_choice(analysis, point, choice.of_its_model, level)
        rules.append(ComparedRule("Two thresholds by lot", "", mixed))
    least_cost, *rest = summary.rules
    return replace(
        summary,
        sentences=replace(sentences, detail=detail),
        changes=(),
        threshold_range="",
        rules=(*rules, replace(least_cost, role=LEAST_COST), *rest),
        recommended=single,
        by_criterion=True,
        limit=limit,
        cross_fitted=single.allowance is not None,
    )


def _compared_rules(
    analysis: Analysis,
    point: OperatingPoint,
    view: View,
    decision: Decision,
    today: Call | None,
    trial: Call | None,
) -> list[ComparedRule]:
    """The best rule, the best of each other model, the trial, today's and the trivial rule.

    Costs are of the models by themselves, without an allowance for choosing among them.
    """
    best = decision.best
    rest = [name for name in view.models if name != best.model]
    alone = analysis.call_of(point, best.model, view.level) if best.model else best
    rules = [ComparedRule("Best", best.model or "", replace(alone, owners=best.owners))]
    rules += [ComparedRule("", name, analysis.call_of(point, name, view.level)) for name in rest]
    rules += [ComparedRule("Chosen", trial.model or "", trial)] if trial else []
    rules += [ComparedRule("Today", today.model or "", today)] if today else []
    return rules + ([ComparedRule("Without a model", "", decision.trivial)] if best.model else [])
