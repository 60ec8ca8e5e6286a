"""The decision in plain words: model and threshold, what they find, what they cost, how sure.

A headline of phrases, and a detail line: the method behind the numbers, ties, today's threshold.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from costdash.core import Analysis, Call, Decision
from costdash.core.compare.expected_regret import Regret
from costdash.figures.scene import chosen_words
from costdash.report.sentences.amounts import DOLLAR, EQUAL_COSTS, Amounts, Currency
from costdash.report.sentences.phrases import Phrase, per_case, result, text_of
from costdash.report.sentences.sample import (
    few_cases,
    holdout_optimism,
    left_out_sentence,
    optimism_sentence,
)
from costdash.wording import digits_apart, listed, percent

PRIOR_COUNTED = "The prior is an estimate from the file, and the band counts that."
PRIOR_FIXED = (
    "The prior counts as known: every group has the same share of positives, so the file does not "
    "show how uncertain it is."
)


@dataclass(frozen=True, slots=True)
class DecisionSentences:
    """The headline in phrases, and the detail line below it."""

    headline: tuple[Phrase, ...]
    detail: str

    @property
    def text(self) -> str:
        """The headline as plain text."""
        return text_of(self.headline)


def decision_sentences(
    decision: Decision,
    analysis: Analysis,
    names: Sequence[str] | None = None,
    pin: Call | None = None,
    currency: Currency = DOLLAR,
    method: str = "",
) -> DecisionSentences:
    """What to do at the decision's operating point, in the unit of the currency.

    names: the models shown (default: all). pin: today's rule, as a call at the same point.
    method: how the cost was estimated, unless on the rows that the rule was chosen on. While both
    costs are 1, the cost is stated as a number of mistakes.
    """
    names = list(analysis.models if names is None else names)
    amounts = Amounts.at(decision.point, currency)
    if decision.best.call == "some":
        headline = _model_headline(decision, amounts)
    else:
        headline = _trivial_headline(decision, names, amounts)
    detail = _detail_line(decision, analysis, names, pin, amounts, method)
    return DecisionSentences((*headline, *_few_cases_warning(analysis)), detail)


def _model_headline(decision: Decision, amounts: Amounts) -> list[Phrase]:
    best, prior = decision.best, decision.point.prior
    return [
        Phrase("Use "),
        Phrase(best.model or "", "model"),
        Phrase(" and call positive at a score of "),
        Phrase(best.text or "", "threshold"),
        Phrase(" or more. "),
        *result(best.fpr, best.tpr, prior, amounts),
        Phrase(": "),
        *_cost(decision, amounts),
        *_saving(decision, amounts),
    ]


def _trivial_headline(decision: Decision, names: list[str], amounts: Amounts) -> list[Phrase]:
    """Call none or call all, and the reason."""
    call, prior = decision.best.call, decision.point.prior
    if names:
        of = names[0] if len(names) == 1 else "these models"
        worth = {"none": "its false alarms", "all": "the positives it misses"}[call]
        why = f" positive: at these conditions no threshold of {of} is worth {worth}. "
        opening = [Phrase("Call "), Phrase(call, "trivial"), Phrase(why)]
    else:
        opening = [Phrase("No model is switched on. Without one it is best to call ")]
        opening += [Phrase(call, "trivial"), Phrase(" positive. ")]
    rates = (0, 0) if call == "none" else (1, 1)
    outcome = result(*rates, prior, amounts)
    return [*opening, *outcome, Phrase(": "), *_cost(decision, amounts), Phrase(".")]


def _cost(decision: Decision, amounts: Amounts) -> list[Phrase]:
    """The cost and its interval, with as many digits as make the ends of the interval differ."""
    best, point = decision.best, decision.point
    cases = amounts.cases
    cost = cases * best.expected_cost
    if best.interval is None or best.interval[0] == best.interval[1]:
        return [Phrase(amounts.total(cost), "cost"), *per_case(amounts)]
    low, high = (cases * point.scale * nec for nec in best.interval)
    low, high = min(low, cost), max(cost, high)  # rounding may put an equal end past the cost
    digits = digits_apart(low, high)
    return [
        Phrase(amounts.total(cost, digits), "cost"),
        *per_case(amounts),
        Phrase(f" ({percent(decision.level or 0)} band ", "band"),
        Phrase(amounts.bare(low, digits), "low"),
        Phrase(" to ", "band"),
        Phrase(amounts.bare(high, digits), "high"),
        Phrase(")", "band"),
    ]


def _saving(decision: Decision, amounts: Amounts) -> list[Phrase]:
    """How much less the rule costs than the better trivial rule."""
    trivial = Phrase(decision.trivial.call, "trivial")
    if abs(decision.saving) <= EQUAL_COSTS * decision.trivial.expected_cost:
        return [Phrase(", as much as calling "), trivial, Phrase(".")]
    saved = amounts.cases * decision.saving
    saving = amounts.less(saved) if saved > 0 else amounts.more(-saved)
    return [Phrase(", "), Phrase(saving, "saving"), Phrase(" than calling "), trivial, Phrase(".")]


def _few_cases_warning(analysis: Analysis) -> list[Phrase]:
    """A warning if a class has few cases."""
    few = few_cases(analysis)
    return [Phrase(f" {few}: take this as a hint.")] if few else []


def _detail_line(
    decision: Decision,
    analysis: Analysis,
    names: Sequence[str],
    pin: Call | None,
    amounts: Amounts,
    method: str,
) -> str:
    """The sentences below the headline, joined; "" if there are none."""
    sentences = []
    if decision.best.call == "some":
        sentences.append(method or _method(decision, analysis))
        sentences += [_optimism(decision, analysis, amounts), _ties(decision, analysis)]
        if decision.best.interval:
            sentences.append(_prior(analysis))
        sentences.append(_saving_band(decision, amounts))
    else:
        sentences.append(_trivial_method(decision, analysis, names, method))
    if pin is not None:
        sentences.append(_today(decision, pin, amounts))
    sentences.append(left_out_sentence(analysis))
    return " ".join(filter(None, sentences))


def _trivial_method(
    decision: Decision, analysis: Analysis, names: Sequence[str], method: str
) -> str:
    """What the choice to use no model follows from."""
    counted = PRIOR_COUNTED if analysis.prior and decision.level else ""
    if method or counted:
        return f"{method or 'This follows from the conditions alone.'} {counted}".strip()
    return "This follows from the conditions alone, so it has no band." if names else ""


def _saving_band(decision: Decision, amounts: Amounts) -> str:
    """The interval of the saving over the trivial call; "" if there is none."""
    if decision.saving_interval is None or decision.level is None:
        return ""
    saved = amounts.cases * decision.saving
    low, high = (amounts.cases * end for end in decision.saving_interval)
    low, high = min(low, saved), max(high, saved)
    if low == high:
        return ""
    trivial, level = decision.trivial.call, percent(decision.level)
    digits = digits_apart(low, high)
    if low > 0:
        ends = f"{amounts.bare(low, digits)} to {amounts.bare(high, digits)}"
        return f"Against calling {trivial} it saves {ends} ({level} band)."
    return (
        f"Against calling {trivial} the {level} band reaches from {amounts.more(-low)} to "
        f"{amounts.less(high)}: the saving may be chance."
    )


def _prior(analysis: Analysis) -> str:
    """Whether the interval includes the uncertainty of the file's prior; "" if it is not asked."""
    if analysis.prior:
        return PRIOR_COUNTED
    return PRIOR_FIXED if analysis.prior_fixed else ""


def _method(decision: Decision, analysis: Analysis) -> str:
    """How the interval was computed, and on which rows the threshold was chosen."""
    interval, chosen = decision.best.interval, chosen_words(analysis.parts)
    if not decision.level:
        return f"Threshold {chosen}."
    if interval is None:
        return f"No band: it needs at least 5 rows of each class. Threshold {chosen}."
    level = percent(decision.level)
    if interval[0] == interval[1]:
        return f"The {level} band has no width here. Threshold {chosen}."
    drawn = "class-stratified replicates"
    if analysis.clusters is not None:
        drawn = f"replicates of {analysis.clusters:,} clusters"
    return (
        f"{level} pointwise band, {analysis.n_replicates:,} {drawn}, "
        f"seed {analysis.seed}, thresholds {chosen}."
    )


def _optimism(decision: Decision, analysis: Analysis, amounts: Amounts) -> str:
    """How much cheaper the rule looks on the part that it was chosen on."""
    if analysis.parts is None:
        return ""
    point = decision.point
    gap = point.scale * holdout_optimism(analysis, decision.best, point.pcf)
    return optimism_sentence(gap, point, analysis.parts.choose_on, amounts)


def _ties(decision: Decision, analysis: Analysis) -> str:
    """The other models that reach the same point, each with its own threshold."""
    others = [name for name in decision.best.owners if name != decision.best.model]
    calls = [analysis.call_of(decision.point, name, 0) for name in others]
    if not calls:
        return ""
    each = [f"{call.model} at {call.text}" for call in calls]
    where = f" on {analysis.parts.choose_on}" if analysis.parts else ""
    return f"Just as good{where}: {listed(each)}."


def _today(decision: Decision, pin: Call, amounts: Amounts) -> str:
    """What today's rule costs, and how much more than the best."""
    cases, best = amounts.cases, decision.best
    rule = f"Today's threshold, {pin.model} at {pin.text},"
    if pin.call != "some":
        rule = f"Today's rule, calling {pin.call},"
    if (pin.model, pin.index) == (best.model, best.index):
        return "This is today's threshold."
    more = cases * (pin.expected_cost - best.expected_cost)
    unit = " per case" if amounts.case_unit.is_single_case else ""
    sentence = f"{rule} {amounts.verb} {amounts.total(cases * pin.expected_cost)}{unit}"
    if abs(more) <= EQUAL_COSTS * cases * max(pin.expected_cost, best.expected_cost):
        return f"{sentence}: the same."
    return f"{sentence}: {amounts.more(more) if more > 0 else amounts.less(-more)}."


def certainty_sentence(best: Call, regret: Regret, amounts: Amounts) -> str:
    """How sure the choice is: its share of resamples, and the expected cost of a wrong choice."""
    share = regret.share_of(best)
    often = percent(round(share, 2))
    if 0.99 < share < 1:
        often = "more than 99 %"
    lost = amounts.total(amounts.cases * regret.expected_regret)
    sentence = f"It is the cheapest option in {often} of resamples"
    if regret.expected_regret <= 0:
        return f"{sentence}."
    return f"{sentence}; a wrong choice costs {lost} {amounts.case_unit.words} on average."
