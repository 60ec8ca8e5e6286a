"""The decision in plain words: which model, which threshold, what it finds and what it costs.

The smaller line under the decision: what stands behind it, ties, and today's threshold.

"""

from collections.abc import Sequence
from dataclasses import dataclass

from costdash.core import Analysis, Call, Decision
from costdash.core.analysis.holdout import optimism
from costdash.figures.scene import chosen_words
from costdash.report.sentences.amounts import DOLLAR, EQUAL_COSTS, Amounts, Currency
from costdash.report.sentences.phrases import Phrase, per_case, result, text_of
from costdash.report.sentences.sample import left_out_sentence, optimism_words
from costdash.wording import count_of, digits_apart, listed, percent

PRIOR_COUNTED = "The prior is an estimate from the file, and the band counts that."
FEW = 20  # with fewer cases of a class the decision itself says so


def detail_line(
    decision: Decision,
    analysis: Analysis,
    names: Sequence[str],
    pin: Call | None,
    amounts: Amounts,
    method: str | None = None,
) -> str:
    """Sentences on one line; "" where there is nothing to say."""
    said = []
    if decision.best.call == "some":
        said += [method or _method(decision, analysis), _optimism(decision, analysis, amounts)]
        said.append(_equals(decision, analysis))
        if analysis.prior and decision.best.interval and not method:
            said.append(PRIOR_COUNTED)
    elif analysis.prior and decision.level:
        said.append(f"This follows from the conditions alone. {PRIOR_COUNTED}")
    elif names:
        said.append("This follows from the conditions alone, so it has no band.")
    if pin is not None:
        said.append(_today(decision, pin, amounts))
    said.append(left_out_sentence(analysis))
    return " ".join(filter(None, said))


def _method(decision: Decision, analysis: Analysis) -> str:
    interval = decision.best.interval
    if not decision.level:
        return f"Threshold {chosen_words(analysis.parts)}."
    if interval is None:
        return f"No band: it needs at least 5 rows of each class. Threshold {chosen_words(analysis.parts)}."
    level = percent(decision.level)
    if interval[0] == interval[1]:
        return f"The {level} band has no width here. Threshold {chosen_words(analysis.parts)}."
    return (
        f"{level} pointwise band, {analysis.n_replicates:,} class-stratified replicates, "
        f"seed {analysis.seed}, thresholds {chosen_words(analysis.parts)}."
    )


def _optimism(decision: Decision, analysis: Analysis, amounts: Amounts) -> str:
    """How much cheaper the rule looks on the part that it was chosen on."""
    if analysis.parts is None:
        return ""
    point, best = decision.point, decision.best
    model = analysis.models[best.model]
    gap = optimism(model.counts, model.choosing, best.index, point.pcf)
    return optimism_words(gap * point.scale, point, analysis.parts.choose_on, amounts)


def _equals(decision: Decision, analysis: Analysis) -> str:
    """The other models that reach the same point, each with its own threshold."""
    others = [name for name in decision.best.owners if name != decision.best.model]
    calls = [analysis.call_of(decision.point, name, 0) for name in others]
    if not calls:
        return ""
    each = [f"{call.model} at {call.text}" for call in calls]
    where = f" on {analysis.parts.choose_on}" if analysis.parts else ""
    return f"Just as good{where}: {listed(each)}."


def _today(decision: Decision, pin: Call, amounts: Amounts) -> str:
    """What today's rule costs beside the best one."""
    cases, best = amounts.cases, decision.best
    rule = f"Today's threshold, {pin.model} at {pin.text},"
    if pin.call != "some":
        rule = f"Today's rule, calling {pin.call},"
    if (pin.model, pin.index) == (best.model, best.index):
        return "This is today's threshold."
    more = cases * (pin.expected_cost - best.expected_cost)
    cost = amounts.total(cases * pin.expected_cost)
    said = f"{rule} {amounts.verb} {cost}" + " per case" * amounts.case_unit.is_single_case
    if abs(more) <= EQUAL_COSTS * cases * max(pin.expected_cost, best.expected_cost):
        return f"{said}: the same."
    return f"{said}: {amounts.more(more) if more > 0 else amounts.less(-more)}."


@dataclass(frozen=True, slots=True)
class Sentences:
    """The decision in parts, and a smaller line below it."""

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
    method: str | None = None,
) -> Sentences:
    """What to do at decision.point, in the unit of the currency.

    names are the models that are switched on (default: all); pin is today's rule, as a Call at
    the same operating point. Where both costs are 1 the cost is said as a number of mistakes.
    method tells how the cost was found, where it was not found on the rows chosen on.
    """
    names = list(analysis.models if names is None else names)
    amounts = Amounts.at(decision.point, currency)
    if decision.best.call == "some":
        headline = _use_model(decision, amounts)
    else:
        headline = _trivial(decision, names, amounts)
    detail = detail_line(decision, analysis, names, pin, amounts, method)
    return Sentences((*headline, *_few(analysis)), detail)


def _use_model(decision: Decision, amounts: Amounts) -> list[Phrase]:
    best, prior = decision.best, decision.point.prior
    return [
        Phrase("Use "),
        Phrase(best.model, "model"),
        Phrase(" and call positive at a score of "),
        Phrase(best.text, "threshold"),
        Phrase(" or more. "),
        *result(best.fpr, best.tpr, prior, amounts),
        Phrase(": "),
        *_cost(decision, amounts),
        *_against_trivial(decision, amounts),
    ]


def _trivial(decision: Decision, names: list[str], amounts: Amounts) -> list[Phrase]:
    """Call none, or call all, and why."""
    call, prior = decision.best.call, decision.point.prior
    if names:
        of = names[0] if len(names) == 1 else "these models"
        worth = {"none": "its false alarms", "all": "the positives it misses"}[call]
        why = f" positive: at these conditions no threshold of {of} is worth {worth}. "
        opening = [Phrase("Call "), Phrase(call, "trivial"), Phrase(why)]
    else:
        opening = [Phrase("No model is switched on. Without one it is best to call ")]
        opening += [Phrase(call, "trivial"), Phrase(" positive. ")]
    found = result(*((0, 0) if call == "none" else (1, 1)), prior, amounts)
    return [*opening, *found, Phrase(": "), *_cost(decision, amounts), Phrase(".")]


def _cost(decision: Decision, amounts: Amounts) -> list[Phrase]:
    """The cost and its band, with as many digits as tell the band's ends apart."""
    best, point = decision.best, decision.point
    cases = amounts.cases
    cost = cases * best.expected_cost
    if best.interval is None or best.interval[0] == best.interval[1]:
        return [Phrase(amounts.total(cost), "cost"), *per_case(amounts)]
    low, high = (cases * point.scale * nec for nec in best.interval)
    low, high = min(low, cost), max(cost, high)  # where they are equal but for float noise
    digits = digits_apart(low, high)
    return [
        Phrase(amounts.total(cost, digits), "cost"),
        *per_case(amounts),
        Phrase(f" ({percent(decision.level)} band "),
        Phrase(amounts.bare(low, digits), "low"),
        Phrase(" to "),
        Phrase(amounts.bare(high, digits), "high"),
        Phrase(")"),
    ]


def _against_trivial(decision: Decision, amounts: Amounts) -> list[Phrase]:
    trivial = Phrase(decision.trivial.call, "trivial")
    if abs(decision.saving) <= EQUAL_COSTS * decision.trivial.expected_cost:
        return [Phrase(", as much as calling "), trivial, Phrase(".")]
    saved = amounts.cases * decision.saving
    saving = amounts.less(saved) if saved > 0 else amounts.more(-saved)
    return [Phrase(", "), Phrase(saving, "saving"), Phrase(" than calling "), trivial, Phrase(".")]


def _few(analysis: Analysis) -> list[Phrase]:
    parts = {"The file": analysis}
    if analysis.parts:
        names = analysis.parts.judge_on, analysis.parts.choose_on
        parts = {f"The part {name}": part for name, part in zip(names, (analysis, analysis.parts))}
    for where, part in parts.items():
        for n, thing in ((part.positives, "positive"), (part.negatives, "negative")):
            if n < FEW:
                return [Phrase(f" {where} has only {count_of(n, thing)}: take this as a hint.")]
    return []
