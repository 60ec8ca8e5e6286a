"""The decision summary that the page, the report and the CSV files share.

`summarise` puts the decision of a scene into words and collects what to show: sentences, the
rules worth comparing, and the segments of the ranges. The sentences are made in
`report.sentences`; HTML belongs to `report.html` and `web.page`.
"""

from dataclasses import dataclass, replace

from costdash.core import Analysis, Call, Decision, OperatingPoint
from costdash.core.choose.choice import Choice
from costdash.core.choose.criteria import Criterion
from costdash.core.compare.expected_regret import MOST_MODELS, Saving
from costdash.core.conditions.cost_matrix import CostMatrix
from costdash.core.conditions.intervals import Imprecise
from costdash.figures import Scene, View
from costdash.figures.scene import chosen_words
from costdash.report.derived import DerivedResults
from costdash.report.sentences.amounts import DOLLAR, Amounts, Currency
from costdash.report.sentences.cost_matrix import in_all_sentence, reduction_sentences
from costdash.report.sentences.criteria import choice_sentences, tried_sentences
from costdash.report.sentences.decision import (
    DecisionSentences,
    decision_sentences,
)
from costdash.report.sentences.keeping import keep_sentences
from costdash.report.sentences.phrases import Phrase
from costdash.report.sentences.sample import (
    certainty_sentence,
    cross_fit_scheme,
    is_open,
    is_settled,
    looks_like,
    regret_sentence,
    same_rows_sentence,
)
from costdash.report.sentences.sensitivity import (
    OverRanges,
    RangeSegment,
    over_ranges,
    present_values,
    range_amounts,
    range_cost,
    range_segments,
    ranges_sentence,
)

LEAST_COST = "Least expected cost"
MatrixAndCases = tuple[CostMatrix | None, float | None]  # cases per month; None: not given


@dataclass(frozen=True, slots=True)
class ComparedRule:
    """A rule in the table of rules: its role (Best, Today, ...), its model and its call."""

    role: str
    model: str
    call: Call
    note: str = ""

    @property
    def title(self) -> str:
        """Role and model, as the first cell of the table's row."""
        return ": ".join(filter(None, (self.role, self.model))) + self.note


@dataclass(frozen=True, slots=True)
class DecisionSummary:
    """What to do at one operating point, and the numbers and sentences shown beside it.

    sentences: the decision in words. over_today: what it saves over today's rule, with its
    interval, once that is known. sensitivity: whether the model stays the cheapest within the
    ranges; present_values, range_cost: which point of them the numbers belong to, and what the rule
    costs within them; over: the numbers behind. All are empty without ranges.
    changes: how far the decision can be kept while conditions change.
    best: the call of the headline. single: the one threshold to use; it differs from best only
    if best mixes two thresholds. pin, chosen: the pinned threshold of today and the threshold
    selected on the page. by_criterion: a criterion other than least expected cost chose.
    cross_fitted: costs are those of thresholds chosen on other folds; looks_like: what they look
    like on the same rows. segments: the best rule in
    each segment of the ranges. matrix_sentences: where the two costs come from. tried: the chosen
    rule in words; recommended: the rule of the headline as it is on the rows that judge it.
    """

    sentences: DecisionSentences
    over_today: Saving | None
    sensitivity: str
    present_values: str
    range_cost: str
    over: OverRanges | None
    changes: tuple[str, ...]
    rules: tuple[ComparedRule, ...]
    best: Call
    pin: Call | None
    chosen: Call | None
    by_criterion: bool
    cross_fitted: bool
    looks_like: str
    segments: tuple[RangeSegment, ...]
    matrix_sentences: tuple[str, ...]
    tried: DecisionSentences | None = None
    recommended: Call | None = None

    @property
    def on_card(self) -> DecisionSentences:
        """The sentences of the rule that the card shows: that of the tried one, if there is one."""
        return self.tried or self.sentences

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
        """At 0.6 %, $4,000 and $80; ranges: $36,500 to $273,000. "" without ranges."""
        return f"{self.present_values}; {self.range_cost}." if self.range_cost else ""

    @property
    def shown_call(self) -> tuple[str, Call]:
        """The call whose confusion matrix is shown, after its title."""
        if self.chosen:
            return "The chosen threshold", self.chosen
        return "By the criterion" if self.by_criterion else "The best rule", self.best


@dataclass(frozen=True, slots=True)
class Certainty:
    """How sure a decision is: the share of resamples, and what not knowing better costs.

    is_open: the decision is the cheapest option in less than half of them. is_settled: in so many
    that the others are dearer beyond chance.
    """

    sentence: str
    regret: str
    is_open: bool = False
    is_settled: bool = False

    @property
    def text(self) -> str:
        """Both sentences; "" if there are none."""
        return f"{self.sentence}. {self.regret}".strip() if self.sentence else ""


NOT_SURE = Certainty("", "")


def certainty(derived: DerivedResults, scene: Scene, currency: Currency = DOLLAR) -> Certainty:
    """How sure the decision of a scene is; empty if a criterion chooses or no model is shown."""
    names = scene.view.models
    if scene.choice or not 0 < len(names) <= MOST_MODELS:
        return NOT_SURE
    regret = derived.regret(scene.analysis, scene.decision, names)
    amounts = Amounts.at(scene.point, currency)
    best = scene.decision.best
    return Certainty(
        certainty_sentence(best, regret, len(names)),
        regret_sentence(best, regret, amounts),
        is_open(best, regret),
        is_settled(best, regret, scene.level),
    )


def saving_over_today(derived: DerivedResults, scene: Scene) -> Saving | None:
    """What the decision saves over today's rule; None without one, and if a criterion chooses."""
    level, pin = scene.view.level, scene.pin
    if scene.choice or pin is None or not level:
        return None
    analysis = replace(scene.analysis, level=level)
    return derived.saving_over(analysis, scene.decision, pin, scene.view.models)


def summarise(
    scene: Scene,
    currency: Currency = DOLLAR,
    matrix_and_cases: MatrixAndCases = (None, None),
    over_today: Saving | None = None,
) -> DecisionSummary:
    """Put the decision of a scene into words and collect what is shown beside it.

    matrix_and_cases: the cost matrix that the costs of the operating point come from, and the
    number of cases per month. over_today: as `saving_over_today` returns it.
    """
    summary = _least_cost_summary(scene, currency, over_today)
    if scene.view.criterion and scene.choice:
        summary = _chosen_by(scene.view.criterion, scene.choice, summary, scene, currency)
    if scene.view.known:
        summary = _with_ranges(summary, scene, scene.view.known, currency)
    if scene.chosen:
        summary = _with_tried(summary, scene, scene.chosen, currency)
    matrix, cases = matrix_and_cases
    if matrix is None:
        return summary
    prior = scene.point.prior
    sentences = (
        reduction_sentences(matrix, prior, currency),
        in_all_sentence(matrix, prior, summary.best, cases, currency),
    )
    return replace(summary, matrix_sentences=sentences)


def _least_cost_summary(
    scene: Scene, currency: Currency, over_today: Saving | None
) -> DecisionSummary:
    analysis, point, view, pin = scene.analysis, scene.point, scene.view, scene.pin
    decision, method, cross_fitted, apparent = scene.decision, "", False, ""
    if scene.crossfit:
        method = same_rows_sentence(decision, analysis, view.models, currency)
        cross_fitted = decision.best.call == "some"
        if cross_fitted:
            apparent = looks_like(decision, analysis, view.models, currency)
            method = f"{method} {cross_fit_scheme(scene.crossfit, view.level)}"
    sentences = decision_sentences(
        decision, analysis, view.models, pin, currency, method, over_today
    )
    segments = range_segments(analysis, view.known, view.models) if view.known else []
    return DecisionSummary(
        sentences=sentences,
        over_today=over_today,
        sensitivity="",
        present_values="",
        range_cost="",
        over=None,
        changes=tuple(keep_sentences(analysis, decision.best, point, view.models)),
        rules=tuple(_compared_rules(analysis, point, view, decision, pin, scene.chosen)),
        best=decision.best,
        pin=pin,
        chosen=scene.chosen,
        by_criterion=False,
        cross_fitted=cross_fitted,
        looks_like=apparent,
        segments=tuple(segments),
        matrix_sentences=(),
    )


def _with_tried(
    summary: DecisionSummary, scene: Scene, tried: Call, currency: Currency
) -> DecisionSummary:
    """The summary with the tried rule in words, beside the recommended one on the same rows."""
    best, point = summary.best, scene.point
    if summary.cross_fitted and not summary.by_criterion:
        best = scene.analysis.with_crossfits(None).decide(point, scene.view.models, 0).best
    said = tried_sentences(tried, best, point, currency)
    return replace(summary, tried=said, recommended=best)


def _with_ranges(
    summary: DecisionSummary, scene: Scene, ranges: Imprecise, currency: Currency
) -> DecisionSummary:
    """The summary with what the ranges mean for the rule of the headline."""
    names, best = scene.view.models, summary.best
    found = over_ranges(scene.analysis, best, ranges, names, summary.segments)
    amounts = range_amounts(scene.point, ranges, currency)
    return replace(
        summary,
        sensitivity=ranges_sentence(found, best, amounts, summary.by_criterion),
        present_values=present_values(scene.point, currency),
        range_cost=range_cost(found, amounts),
        over=found,
    )


def _chosen_by(
    criterion: Criterion,
    choice: Choice,
    summary: DecisionSummary,
    scene: Scene,
    currency: Currency,
) -> DecisionSummary:
    """The summary with the criterion's choice first; the least expected cost becomes a rule."""
    analysis, point = scene.analysis, scene.point
    level, shown = scene.view.level, scene.view.models
    sentences = choice_sentences(
        criterion, choice, analysis, point, currency, level, scene.pin, shown
    )
    detail = sentences.detail
    if analysis.parts:
        detail = f"{detail} Rules {chosen_words(analysis.parts)}.".strip()
    elif analysis.crossfits and not hasattr(criterion, "model"):  # a fixed rule is not chosen
        detail = f"{detail} Chosen and judged on these rows, not cross-fitted.".strip()
    rule = choice.single
    single = analysis.call_at(point, rule.model, rule.index, level)
    rules = [ComparedRule("By the criterion", single.model or "", single)]
    if choice.tie is not None:
        rules.append(ComparedRule("Two thresholds by lot", "", scene.best))
    least_cost, *others = summary.rules
    return replace(
        summary,
        sentences=replace(sentences, detail=detail),
        changes=(),
        rules=(*rules, replace(least_cost, role=LEAST_COST), *others),
        best=single,
        by_criterion=True,
        looks_like="",
    )


def _compared_rules(
    analysis: Analysis,
    point: OperatingPoint,
    view: View,
    decision: Decision,
    pin: Call | None,
    chosen: Call | None,
) -> list[ComparedRule]:
    """The best rule, the best of each other model, the chosen, today's and the trivial rule."""
    best = decision.best
    others = [name for name in view.models if name != best.model]
    note = ", other folds" if analysis.crossfits and best.model else ""
    rules = [ComparedRule("Best", best.model or "", best, note)]
    rules += [ComparedRule("", name, analysis.call_of(point, name, view.level)) for name in others]
    rules += [ComparedRule("Chosen", chosen.model or "", chosen)] if chosen else []
    rules += [ComparedRule("Today", pin.model or "", pin)] if pin else []
    return rules + ([ComparedRule("Without a model", "", decision.trivial)] if best.model else [])
