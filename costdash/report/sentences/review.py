"""The review zone in words: both thresholds, how many cases are looked at, and what it saves."""

from collections.abc import Sequence
from dataclasses import replace

from costdash.core import ReviewDecision
from costdash.core.analysis.review import LimitedZones
from costdash.core.choose.criteria import LimitedCost
from costdash.core.choose.decision import Call, Decision
from costdash.core.choose.review_zone import Zone
from costdash.core.compare.expected_regret import Saving
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.figures.scene import Scene
from costdash.report.sentences.amounts import EQUAL_COSTS, Amounts, amount_beside
from costdash.report.sentences.decision import (
    TODAY,
    TODAYS_RULE,
    DecisionSentences,
    against_phrases,
    cost_phrases,
    joined,
    saving_interval,
)
from costdash.report.sentences.phrases import Phrase, cases_text, finds
from costdash.report.sentences.rules import call_words
from costdash.wording import count_of, percent

NOT_OF_THE_ZONE = (
    "Scenarios, comparisons of models and the conditions under which the rule stays are of one "
    "threshold, without reviews."
)
ZONE_RANGES = "Of all zones this one costs least on average over your ranges."
PER_CASE_COSTS = "A review needs costs that are the same for every case, so none is counted here."
ZONE_LIMITS = (
    "With a capacity or a column of verdicts, and several models, limits of what a zone saves "
    "contain the truth less often than they say."
)
GIVEN = "Both thresholds are set by hand, on these rows."
GIVEN_ALLOWANCES = (
    "Both thresholds are set by hand. Whoever sets them looks at these rows, so they have the "
    "allowances of the cheapest zone."
)
NO_LIMITS = (
    "The cost has no limits here: with a column of verdicts they need thresholds that are "
    "cross-fitted."
)
FREE = "Reviews are free and always right: look at all that can be wrong."
BY_CRITERION = "The review is left out: it looks for the least cost, and another criterion chooses."
BY_LIMIT = "The review is left out: a limit holds for one threshold."


def with_review(
    sentences: DecisionSentences,
    review: ReviewDecision,
    call: Call,
    scene: Scene,
    amounts: Amounts,
    over_today: Saving | None = None,
) -> DecisionSentences:
    """The sentences of the decision with a review zone that pays. call: the zone.

    over_today: what it saves over today's rule.
    """
    zone = review.zone
    assert zone is not None
    decision = Decision(scene.point, call, scene.decision.trivial, scene.view.level or None)
    limits = saving_words(review, scene.view.level, amounts)
    against = saving_text(review, amounts)
    verb, end = "Saves ", " against one threshold"
    if review.saving < 0:
        verb, end = "Costs ", " more than one threshold"
    end = f" {amounts.case_unit.rate}{end}"
    compared = f"Against one threshold {limits}." if limits else ""
    alone = [Phrase(verb), Phrase(against, "saving"), Phrase(end)]
    beside_today, savings = _over_today(review, over_today, scene.view.level, amounts, alone)
    return replace(
        sentences,
        rule=tuple(zone_phrases(zone)),
        outcome=tuple(looked_at(zone, scene.point, amounts)),
        cost=tuple(cost_phrases(call, decision, amounts.currency)),
        against=(*alone, *beside_today),
        savings=f"{compared} {savings}".strip(),
        saving_limits=limits,
        undecided="",
        detail=" ".join(filter(None, (*detail_sentences(review, scene, amounts, limits), savings))),
    )


def _over_today(
    review: ReviewDecision,
    over_today: Saving | None,
    level: float,
    amounts: Amounts,
    before: Sequence[Phrase],
) -> tuple[list[Phrase], str]:
    """and $5,180 against today's rule; and its limits. before: the clause that it follows."""
    value = review.over_today
    if review.today is None or value is None:
        return [Phrase(".")], ""
    if value == 0:
        return [Phrase(f". {TODAY}")], ""
    other = against_phrases(value, review.today, TODAYS_RULE, "against-today", amounts)
    phrases = [*joined(before, other), Phrase(".")]
    if over_today is None:
        return phrases, ""
    limits = saving_interval(value, (over_today.low, over_today.high), level, amounts)
    return phrases, f"Against {TODAYS_RULE} {limits}." if limits else ""


def zone_phrases(zone: Zone) -> list[Phrase]:
    """Flag when network scores 0.9993 or more, look from 0.40."""
    model, low = Phrase(zone.model, "model"), zone.low.text
    if zone.high.threshold is None:
        return [
            Phrase("Look when "),
            model,
            Phrase(" scores "),
            Phrase(low, "threshold"),
            Phrase(" or more; flag none alone."),
        ]
    return [
        Phrase("Flag when "),
        model,
        Phrase(" scores "),
        Phrase(zone.high.text, "threshold"),
        Phrase(" or more, look from "),
        Phrase(low, "low-threshold"),
        Phrase("."),
    ]


def looked_at(zone: Zone, point: OperatingPoint, amounts: Amounts) -> list[Phrase]:
    """Of 10,000 cases, 1,825 are looked at. This finds 83 of 100 positives and raises 3 ...."""
    rates, unit = zone.rates, amounts.case_unit
    share = rates.reviewed(point.prior)
    found = finds(rates.fpr, rates.tpr, point.prior, amounts)
    if unit.is_single_case:
        return [Phrase(f"{percent(share)} of cases are looked at. "), *found]
    positives = unit.cases * point.prior
    whole = cases_text(positives, positives)
    of_positives = f" {whole} positives" if rates.tpr == 1 else f" of {whole} positives"
    words = [Phrase(each.text.replace(" of them", of_positives), each.role) for each in found]
    count = cases_text(unit.cases * share, unit.cases)
    verb = "is" if count == "1" else "are"
    return [
        Phrase(f"O{unit.of[1:]}, "),
        Phrase(count, "reviewed"),
        Phrase(f" {verb} looked at. "),
        *words,
    ]


def saving_text(review: ReviewDecision, amounts: Amounts) -> str:
    """$2,700: what the zone saves against one threshold."""
    return amounts.total(amounts.cases * abs(review.saving))


def saving_words(review: ReviewDecision, level: float, amounts: Amounts) -> str:
    """95 %: $1,900 to $3,500 saved. "" without an interval."""
    if review.saving_interval is None or not level:
        return ""
    return saving_interval(review.saving, review.saving_interval, level, amounts)


def price_words(review: ReviewDecision, amounts: Amounts) -> str:
    """A review pays up to $4.88."""
    return f"A review pays up to {price_text(review.limit_price, amounts)}."


def price_text(price: float, amounts: Amounts) -> str:
    """The price of one review."""
    return amounts.bare(price) if not amounts.mistakes else count_of(price, "error")


def left_out(scene: Scene) -> str:
    """Why no review is considered."""
    criterion = scene.view.criterion
    if criterion is None:
        return PER_CASE_COSTS
    return BY_LIMIT if isinstance(criterion, LimitedCost) else BY_CRITERION


def pays_not(review: ReviewDecision, amounts: Amounts) -> str:
    """Why no case is looked at; "" if the zone pays."""
    if review.call is not None or review.zone is None:
        return ""
    price, limit = review.terms.price, review.limit_price
    words = f"A review at {price_text(price, amounts)} does not pay"
    if price > limit * (1 + EQUAL_COSTS):
        return f"{words}: up to {price_text(limit, amounts)}."
    if review.terms.capacity == 0:
        return f"{words}: no case can be reviewed."
    return f"{words} here: on other rows its two thresholds save nothing against one."


def limit_words(review: ReviewDecision, scene: Scene, amounts: Amounts) -> list[str]:
    """What a capacity costs, and what two zones by lot would cost; empty without a capacity."""
    limited, zone, capacity = review.limited, review.zone, review.terms.capacity
    if capacity is None or zone is None:
        return []
    most = f"{percent(capacity)} of cases{amounts.case_unit.in_brackets(capacity)}"
    words = f"At most {most} are reviewed."
    if limited is None:
        return [f"{words} That costs nothing: the cheapest zone reviews no more."]
    sentences = [words, _price_of_limit(limited, zone, scene.view.level, amounts)]
    if zone.elsewhere is not None:
        elsewhere = percent(zone.elsewhere.reviewed(scene.point.prior))
        sentences.append(f"On rows that did not choose the thresholds it is {elsewhere}.")
    mixture = limited.mixture
    if mixture is not None and mixture.cost < zone.rows_cost * (1 - 1e-3):
        cost = amounts.total(amounts.cases * mixture.cost)
        sentences.append(f"Two zones by lot would use all of it, at {cost} on these rows.")
    return sentences


def _price_of_limit(limited: LimitedZones, zone: Zone, level: float, amounts: Amounts) -> str:
    """The limit costs $1,280: without it $7,000."""
    total, without = (amounts.cases * each.expected_cost for each in (zone, limited.free))
    if total <= without:
        return "On other rows the limit is expected to cost nothing."
    beside = amount_beside(without, total, amounts)
    interval = ""
    if limited.interval is not None and level:
        low, high = (amounts.cases * end for end in limited.interval)
        interval = f" ({percent(level)}: {amounts.bare(low)} to {amounts.bare(high)})"
    return f"The limit costs {amounts.total(total - without)}{interval}: without it {beside}."


def reviewer_words(review: ReviewDecision) -> str:
    """Who looks: a reviewer with two shares, or a column."""
    terms = review.terms
    if terms.column:
        return f"Reviews decide as the column {terms.column}."
    if terms.sensitivity == terms.specificity == 1:
        return FREE if terms.price == 0 else "Reviews count as always right."
    return (
        f"A review finds {percent(terms.sensitivity)} of the positives and clears "
        f"{percent(terms.specificity)} of the negatives."
    )


def detail_sentences(
    review: ReviewDecision, scene: Scene, amounts: Amounts, limits: str
) -> list[str]:
    """The method, the price up to which a review pays, and what is not of the zone."""
    zone = review.zone
    assert zone is not None
    alone = review.without_review
    cost = amounts.total(amounts.cases * alone.expected_cost)
    chosen = "chosen on other folds than they are judged on"
    if zone.elsewhere is None:
        chosen = (
            "chosen on the same rows"
            if scene.analysis.hold_out is None
            else (f"chosen on {scene.analysis.hold_out.choose_on}")
        )
    return [
        price_words(review, amounts),
        reviewer_words(review),
        f"One threshold: {call_words(alone)}, {cost}.",
        f"Against one threshold {limits}." if limits else "",
        *limit_words(review, scene, amounts),
        _given_words(review) if review.is_given else f"Both thresholds are {chosen}.",
        NO_LIMITS if scene.view.level and review.terms.column and zone.interval is None else "",
        ZONE_LIMITS if limits and _has_short_limits(review) else "",
        NOT_OF_THE_ZONE,
    ]


def _has_short_limits(review: ReviewDecision) -> bool:
    """Whether the folds' choice of model and zone is only approximated in bootstrap samples."""
    is_approximate = review.limited is not None or bool(review.terms.column)
    return is_approximate and not review.is_given and len(review.costs) > 1


def _given_words(review: ReviewDecision) -> str:
    """What a zone that the user sets costs."""
    is_cross_fitted = review.zone is not None and review.zone.elsewhere is not None
    return GIVEN_ALLOWANCES if is_cross_fitted else GIVEN
