"""The decision in plain words: model and threshold, positives found, cost, and certainty.

The rule, its outcome, its cost and its saving are phrases; the detail line holds the method
behind the numbers. `assets/text/decision.js` words the phrases alike while a slider moves.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from costdash.core import Analysis, Call, Decision
from costdash.core.analysis.rate_limits import rate_limits
from costdash.core.analysis.review import is_same_rule
from costdash.core.analysis.undecided import undecided
from costdash.core.compare.expected_regret import Saving
from costdash.core.probabilities.recalibration import recalibrated_name
from costdash.core.types import Interval
from costdash.figures.scene import selection_words
from costdash.report.sentences.amounts import DOLLAR, EQUAL_COSTS, Amounts, Currency, ledger
from costdash.report.sentences.counts import limits_sentence
from costdash.report.sentences.phrases import Phrase, outcome, text_of
from costdash.report.sentences.rules import call_words, rule_phrases, spoken_threshold
from costdash.report.sentences.sample import (
    hold_out_optimism,
    left_out_sentence,
    optimism_sentence,
    warning_sentence,
)
from costdash.wording import digits_apart, listed, number, percent

PRIOR_COUNTED = "The prior is an estimate from the file, and the interval counts that."
RECENT_PRIOR_COUNTED = "The prior is an estimate from recent scores, and the interval counts that."
PRIOR_FIXED = (
    "The prior counts as known: every group has the same share of positives, so the file does not "
    "show how uncertain it is."
)
# All are measured: see benchmarks/results/coverage.md.
SAME_ROWS_INTERVAL = "Chosen on the same rows, it contains the true cost less often than it says."
SMALL_MARGIN = (
    "Models recommended on so small a margin cost more, on average, than it seems, and such "
    "intervals contain the truth less often than they say."
)
FITTED_SCORES = (
    "Costs of recalibrated scores are said 1 to 3 % too low, on average: rows that choose the "
    "threshold also fit the scores."
)
NO_INTERVAL = "No interval: this cost does not depend on a model."
TODAY = "This is today's rule."
TODAYS_RULE = "today's rule"
CHANCE = ": may be chance"
BY_CHANCE = "No model is shown to tell positives from negatives"  # used by scripts too


@dataclass(frozen=True, slots=True)
class DecisionSentences:
    """The rule, its outcome, its cost and its saving; a warning; the detail line.

    undecided: that the division into folds decides which rule is recommended. warning: too few
    cases, or models that rank backwards; savings: the intervals of the saving; saving_limits: the
    interval of the saving in `against`, for texts that word that saving anew. Each is "" if it does
    not apply.
    """

    rule: tuple[Phrase, ...]
    outcome: tuple[Phrase, ...]
    cost: tuple[Phrase, ...]
    against: tuple[Phrase, ...]
    warning: str
    savings: str
    detail: str
    saving_limits: str = ""
    undecided: str = ""

    @property
    def headline(self) -> tuple[Phrase, ...]:
        """The rule and its outcome."""
        return (*self.rule, Phrase(" "), *self.outcome)

    @property
    def text(self) -> str:
        """All but the detail, as plain text."""
        parts = map(text_of, (self.rule, self.outcome, self.cost, self.against))
        return " ".join(filter(None, (*parts, self.undecided, self.warning)))


def decision_sentences(
    decision: Decision,
    analysis: Analysis,
    names: Sequence[str] | None = None,
    today: Call | None = None,
    currency: Currency = DOLLAR,
    method: str = "",
    over_today: Saving | None = None,
    by_cost: bool = True,
) -> DecisionSentences:
    """What to do at the decision's operating point, in the unit of the currency.

    names: the models shown (default: all). today: a call at the same point.
    over_today: the saving over it with its interval. method: how the cost was estimated, unless on
    the rows that chose the rule. While both costs are 1, the cost is stated as a number of errors.
    by_cost: whether least cost chose the rule; else nothing is said of which rules are cheapest, or
    that another division into folds may choose another.
    """
    names = list(analysis.models if names is None else names)
    amounts, best = Amounts.at(decision.point, currency), decision.best
    threshold = spoken_threshold(best)
    rival, cheapest, unsettled = None, "", ""
    if by_cost:
        rival = cheaper_in_looks(decision, analysis, names)
        cheapest = _cheapest_words(decision, analysis, names)
        unsettled = undecided_sentence(undecided(analysis, decision, names))
    return DecisionSentences(
        rule=tuple(rule_phrases(best, threshold, names)),
        outcome=tuple(_outcome(decision, analysis, names, amounts)),
        cost=tuple(cost_phrases(best, decision, currency)),
        against=tuple(_against(decision, today, over_today, amounts, rival, cheapest)),
        warning=warning_sentence(analysis, names),
        savings=" ".join(_saving_bands(decision, today, over_today, amounts)),
        detail=_detail_line(decision, analysis, names, today, over_today, amounts, method),
        saving_limits=_saving_limits(decision, today, over_today, amounts),
        undecided=unsettled,
    )


def undecided_sentence(rules: Sequence[Call]) -> str:
    """Undecided: flag none or m2 ≥ 0.8; the division into folds decides. "" for no rules."""
    if not rules:
        return ""
    *first, last = (call_words(call) for call in rules)
    return f"Undecided: {', '.join(first)} or {last}; the division into folds decides."


def cheaper_in_looks(decision: Decision, analysis: Analysis, names: Sequence[str]) -> Call | None:
    """The cheapest model, if it costs less than the trivial rule that is recommended all the same.

    Cross-fitted, no model is recommended if its scores may be useless, nor if choosing it among
    others costs more than it saves.
    """
    best = decision.best
    if best.call == "some" or analysis.crossfits is None or not names:
        return None
    calls = [analysis.call_of(decision.point, name, 0) for name in names]
    least = min(calls, key=lambda call: call.expected_cost)
    return least if least.expected_cost < (1 - EQUAL_COSTS) * best.expected_cost else None


def _outcome(
    decision: Decision, analysis: Analysis, names: Sequence[str], amounts: Amounts
) -> list[Phrase]:
    """The outcome of the rule for the cases, after the reason for a trivial rule."""
    best = decision.best
    worth = {"none": "its false alarms", "all": "the positives it misses"}.get(best.call)
    why = []
    if worth and names:
        reason = f"At these costs no model is worth {worth}"
        why = [Phrase(f"{BY_CHANCE if by_chance(analysis, names) else reason}. ")]
    return [*why, *outcome(*best.case_rates, decision.point.prior, amounts)]


def cost_phrases(call: Call, decision: Decision, currency: Currency) -> list[Phrase]:
    """Cost per 10,000 cases: $86,700 (95 %: $73,200 to $100,000)."""
    amounts = Amounts.at(decision.point, currency)
    total = ledger(call, decision.point, currency=currency).total
    cost = [Phrase(f"{amounts.label}: "), Phrase(total, "cost")]
    interval = interval_phrases(call, decision, amounts)
    return [*cost, Phrase(" ("), *interval, Phrase(").")] if interval else [*cost, Phrase(".")]


def interval_phrases(call: Call, decision: Decision, amounts: Amounts) -> list[Phrase]:
    """95 %: $73,200 to $100,000, with as many digits as make the ends differ."""
    if call.interval is None or call.interval[0] == call.interval[1]:
        return []
    cost = amounts.cases * call.expected_cost
    low, high = (amounts.cases * decision.point.scale * nec for nec in call.interval)
    low, high = min(low, cost), max(cost, high)  # rounding may put an equal end past the cost
    digits = digits_apart(low, high)
    return [
        Phrase(f"{percent(decision.level or 0)}: "),
        Phrase(amounts.bare(low, digits), "low"),
        Phrase(" to "),
        Phrase(amounts.bare(high, digits), "high"),
    ]


def by_chance(analysis: Analysis, names: Sequence[str]) -> bool:
    """Whether no model is recommended because no scores tell the classes apart beyond chance."""
    return analysis.crossfits is not None and not analysis.tells_apart(names)


def _cheapest_words(decision: Decision, analysis: Analysis, names: Sequence[str]) -> str:
    """Why a trivial rule is recommended beside models; "" if it is not."""
    call = decision.best.call
    if call == "some" or not names:
        return ""
    return f"Flagging {call} is cheapest"


def _against(
    decision: Decision,
    today: Call | None,
    over_today: Saving | None,
    amounts: Amounts,
    rival: Call | None,
    cheapest: str,
) -> list[Phrase]:
    """The rule's saving over today's rule, or over no model, with its interval.

    cheapest: why a trivial rule is recommended. rival: a model that looks cheaper nevertheless.
    """
    best, sentence = decision.best, []
    same = today is not None and is_same_rule(today, best)
    if today is not None and not same:
        saved = today.expected_cost - best.expected_cost
        other = against_phrases(saved, today, TODAYS_RULE, "against-today", amounts)
        first = [Phrase(cheapest)] if cheapest else []
        sentence = [*first, *joined(first, other)]
    elif best.call == "some":
        sentence = against_phrases(decision.saving, decision.trivial, "no model", "saving", amounts)
    elif cheapest:
        sentence = [Phrase(cheapest)]
    if words := _saving_in_brackets(decision, today, over_today, amounts):
        sentence.append(Phrase(words, "limits"))
    ends = [Phrase(".")] if sentence else []
    ends += [Phrase(f" {TODAY}")] if same else []
    if rival is not None:
        cost = amounts.total(amounts.cases * rival.expected_cost)
        ends += [
            Phrase(" "),
            Phrase(rival.model or "", "rival"),
            Phrase(f" looks cheaper ({cost})."),
        ]
    return [*sentence, *ends]


def against_phrases(
    saved: float, other: Call, whom: str, role: str, amounts: Amounts
) -> list[Phrase]:
    """Saves $153,000 (64 %) per 10,000 cases against no model; Costs $5 a month more than ….

    saved: per case, over `other`.
    """
    if abs(saved) <= EQUAL_COSTS * other.expected_cost:
        return [Phrase(f"{amounts.verb.capitalize()} as much as {whom}")]
    amount = Phrase(amounts.bare(amounts.cases * abs(saved)), role)
    per = f" {amounts.case_unit.rate}"
    if amounts.mistakes:
        word = "fewer" if saved > 0 else "more"
        return [Phrase("Makes "), amount, Phrase(f" {word} errors{per} than {whom}")]
    if saved > 0:
        share = f" ({number(100 * saved / other.expected_cost, 2)} %)" if role == "saving" else ""
        return [Phrase("Saves "), amount, Phrase(f"{share}{per} against {whom}")]
    return [Phrase("Costs "), amount, Phrase(f"{per} more than {whom}")]


def joined(first: Sequence[Phrase], second: Sequence[Phrase]) -> list[Phrase]:
    """The second clause after the first, without the verb that they share."""
    if not first:
        return list(second)
    verb, *rest = second
    if verb.text == first[0].text and rest:
        return [Phrase(" and "), *rest]
    return [Phrase(f" and {verb.text[0].lower()}{verb.text[1:]}", verb.role), *rest]


def _detail_line(
    decision: Decision,
    analysis: Analysis,
    names: Sequence[str],
    today: Call | None,
    over_today: Saving | None,
    amounts: Amounts,
    method: str,
) -> str:
    """The sentences below the headline, joined; "" if there are none."""
    sentences = []
    if decision.best.call == "some":
        sentences.append(method or _method(decision, analysis))
        sentences += [_optimism(decision, analysis, amounts), _ties(decision, analysis)]
        if analysis.crossfits and _is_recalibrated(decision.best, analysis):
            sentences.append(FITTED_SCORES)
        if decision.best.interval:
            sentences.append(_prior(analysis))
        if decision.level:
            rates = rate_limits(analysis, decision.best, decision.point.pcf, decision.level)
            sentences.append(limits_sentence(decision.best, rates, decision.point, amounts))
    else:
        sentences.append(_trivial_method(decision, analysis, names, method))
    sentences += _saving_bands(decision, today, over_today, amounts)
    sentences.append(left_out_sentence(analysis))
    return " ".join(filter(None, sentences))


def _is_recalibrated(call: Call, analysis: Analysis) -> bool:
    """Whether the scores of a rule are those of another model, recalibrated on the same rows."""
    return call.model in {recalibrated_name(name) for name in analysis.models}


def _trivial_method(
    decision: Decision, analysis: Analysis, names: Sequence[str], method: str
) -> str:
    """The reason for the choice to use no model."""
    counted = _prior(analysis) if analysis.prior and decision.level else ""
    if method or counted:
        return f"{method} {counted}".strip()
    return NO_INTERVAL if names else ""


def _savings(
    decision: Decision, today: Call | None, over_today: Saving | None
) -> list[tuple[str, float, Interval]]:
    """Over whom, how much and between which limits the rule saves, per case."""
    savings = []
    if decision.saving_interval is not None:
        savings.append(("no model", decision.saving, decision.saving_interval))
    if today is not None and over_today is not None and not is_same_rule(today, decision.best):
        limits = over_today.low, over_today.high
        savings.append((TODAYS_RULE, over_today.value, limits))
    return savings


def _saving_bands(
    decision: Decision, today: Call | None, over_today: Saving | None, amounts: Amounts
) -> list[str]:
    """The intervals of the savings over no model and over today's rule, as sentences."""
    savings = _savings(decision, today, over_today)
    each = [(whom, saving_interval(x, ends, decision.level, amounts)) for whom, x, ends in savings]
    sentences = [f"Against {whom} {words}." for whom, words in each if words]
    if sentences and decision.small_margin:
        sentences.append(SMALL_MARGIN)
    return sentences


def _saving_in_words(
    decision: Decision, today: Call | None, over_today: Saving | None
) -> tuple[float, Interval] | None:
    """The saving that the card states, with its limits, per case; None if it has none."""
    compares = today is not None and not is_same_rule(today, decision.best)
    whom = TODAYS_RULE if compares else "no model"
    savings = _savings(decision, today, over_today)
    return next(((value, limits) for other, value, limits in savings if other == whom), None)


def _saving_limits(
    decision: Decision, today: Call | None, over_today: Saving | None, amounts: Amounts
) -> str:
    """95 %: $139,000 to $167,000 saved; 95 %: $200 lost to $3,000 saved: may be chance."""
    stated = _saving_in_words(decision, today, over_today)
    words = saving_interval(*stated, decision.level, amounts) if stated else ""
    return f"{words}{_chance(*stated)}" if stated and words else ""


def _saving_in_brackets(
    decision: Decision, today: Call | None, over_today: Saving | None, amounts: Amounts
) -> str:
    """(95 %: $139,000 to $167,000), with the sign of the amount before it, and whether the saving
    may be chance.
    """
    stated = _saving_in_words(decision, today, over_today)
    if stated is None or not decision.level or stated[1][0] == stated[1][1]:
        return ""
    value, limits = stated
    sign = -1 if value < 0 else 1
    low, high = sorted(sign * amounts.cases * end for end in limits)
    low, high = min(low, abs(amounts.cases * value)), max(high, abs(amounts.cases * value))
    digits = digits_apart(low, high)
    ends = " to ".join(amounts.bare(end, digits) for end in (low, high))
    return f" ({percent(decision.level)}: {ends}){_chance(value, limits)}"


def _chance(value: float, limits: Interval) -> str:
    """Whether a saving with these limits may be chance."""
    low, high = limits
    return CHANCE if value and low <= 0 <= high else ""


def saving_interval(value: float, limits: Interval, level: float | None, amounts: Amounts) -> str:
    """95 %: $139,000 to $167,000 saved; 95 %: $200 lost to $3,000 saved. "" without an interval.

    value, limits: per case.
    """
    if not level or limits[0] == limits[1]:
        return ""
    low, high = (amounts.cases * end for end in (min(*limits, value), max(*limits, value)))
    digits = digits_apart(low, high)
    good, bad = ("fewer errors", "more") if amounts.mistakes else ("saved", "lost")
    if high <= 0:
        low, high, good = -high, -low, "more errors" if amounts.mistakes else "lost"
    first = f"{amounts.bare(-low, digits)} {bad}" if low < 0 else amounts.bare(low, digits)
    return f"{percent(level)}: {first} to {amounts.bare(high, digits)} {good}"


def _prior(analysis: Analysis) -> str:
    """Whether the interval includes the uncertainty of the file's prior; "" if it is not asked."""
    if analysis.prior:
        return PRIOR_COUNTED if analysis.recent_prior is None else RECENT_PRIOR_COUNTED
    return PRIOR_FIXED if analysis.prior_fixed else ""


def _method(decision: Decision, analysis: Analysis) -> str:
    """How the interval was computed, and on which rows the threshold was chosen."""
    interval, chosen = decision.best.interval, selection_words(analysis.hold_out)
    if not decision.level:
        return f"Threshold {chosen}."
    if interval is None:
        return f"No interval: it needs at least 5 rows of each class. Threshold {chosen}."
    level = percent(decision.level)
    if interval[0] == interval[1]:
        return f"The {level} interval has no width here. Threshold {chosen}."
    drawn = "bootstrap samples within each class"
    if analysis.clusters is not None:
        drawn = f"replicates of {analysis.clusters:,} clusters"
    band = (
        f"{level} interval of this one cost, {analysis.n_replicates:,} {drawn}, "
        f"seed {analysis.seed}, thresholds {chosen}."
    )
    return band if analysis.hold_out else f"{band} {SAME_ROWS_INTERVAL}"


def _optimism(decision: Decision, analysis: Analysis, amounts: Amounts) -> str:
    """How much cheaper the rule looks on the part that it was chosen on."""
    if analysis.hold_out is None:
        return ""
    point = decision.point
    gap = point.scale * hold_out_optimism(analysis, decision.best, point.pcf)
    return optimism_sentence(gap, point, analysis.hold_out.choose_on, amounts)


def _ties(decision: Decision, analysis: Analysis) -> str:
    """The other models that reach this point, each with its threshold."""
    tied = [name for name in decision.best.owners if name != decision.best.model]
    calls = [analysis.call_of(decision.point, name, 0) for name in tied]
    if not calls:
        return ""
    each = [call_words(call) for call in calls]
    where = f" on {analysis.hold_out.choose_on}" if analysis.hold_out else ""
    verb = "costs" if len(each) == 1 else "cost"
    return f"Tie{where}: {listed(each)} {verb} the same."
