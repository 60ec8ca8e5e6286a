"""The decision in plain words: which model, which threshold, what it finds and what it costs."""

from collections.abc import Sequence
from dataclasses import dataclass

from costdash.core import Analysis, Call, Decision
from costdash.report.sentences.amounts import SAME, Amounts
from costdash.report.sentences.detail import detail_line
from costdash.report.sentences.effect import Part, per_case, result, text_of
from costdash.wording import DOLLAR, Currency, count_of, digits_apart, percent

FEW = 20  # with fewer cases of a class the decision itself says so


@dataclass(frozen=True, slots=True)
class Sentences:
    """The decision in parts, and a smaller line below it."""

    headline: tuple[Part, ...]
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
    """What to do at decision.point, on the basis of the currency.

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


def _use_model(decision: Decision, amounts: Amounts) -> list[Part]:
    best, prior = decision.best, decision.point.prior
    return [
        Part("Use "),
        Part(best.model, "model"),
        Part(" and call positive at a score of "),
        Part(best.text, "threshold"),
        Part(" or more. "),
        *result(best.fpr, best.tpr, prior, amounts),
        Part(": "),
        *_cost(decision, amounts),
        *_against_trivial(decision, amounts),
    ]


def _trivial(decision: Decision, names: list[str], amounts: Amounts) -> list[Part]:
    """Call none, or call all, and why."""
    call, prior = decision.best.call, decision.point.prior
    if names:
        of = names[0] if len(names) == 1 else "these models"
        worth = {"none": "its false alarms", "all": "the positives it misses"}[call]
        why = f" positive: at these conditions no threshold of {of} is worth {worth}. "
        opening = [Part("Call "), Part(call, "trivial"), Part(why)]
    else:
        opening = [Part("No model is switched on. Without one it is best to call ")]
        opening += [Part(call, "trivial"), Part(" positive. ")]
    found = result(*((0, 0) if call == "none" else (1, 1)), prior, amounts)
    return [*opening, *found, Part(": "), *_cost(decision, amounts), Part(".")]


def _cost(decision: Decision, amounts: Amounts) -> list[Part]:
    """The cost and its band, with as many digits as tell the band's ends apart."""
    best, point = decision.best, decision.point
    cases = amounts.cases
    cost = cases * best.expected_cost
    if best.interval is None or best.interval[0] == best.interval[1]:
        return [Part(amounts.total(cost), "cost"), *per_case(amounts)]
    low, high = (cases * point.scale * nec for nec in best.interval)
    low, high = min(low, cost), max(cost, high)  # where they are equal but for float noise
    digits = digits_apart(low, high)
    return [
        Part(amounts.total(cost, digits), "cost"),
        *per_case(amounts),
        Part(f" ({percent(decision.level)} band "),
        Part(amounts.bare(low, digits), "low"),
        Part(" to "),
        Part(amounts.bare(high, digits), "high"),
        Part(")"),
    ]


def _against_trivial(decision: Decision, amounts: Amounts) -> list[Part]:
    trivial = Part(decision.trivial.call, "trivial")
    if abs(decision.saving) <= SAME * decision.trivial.expected_cost:
        return [Part(", as much as calling "), trivial, Part(".")]
    saved = amounts.cases * decision.saving
    saving = amounts.less(saved) if saved > 0 else amounts.more(-saved)
    return [Part(", "), Part(saving, "saving"), Part(" than calling "), trivial, Part(".")]


def _few(analysis: Analysis) -> list[Part]:
    parts = {"The file": analysis}
    if analysis.parts:
        names = analysis.parts.judge_on, analysis.parts.choose_on
        parts = {f"The part {name}": part for name, part in zip(names, (analysis, analysis.parts))}
    for where, part in parts.items():
        for n, thing in ((part.positives, "positive"), (part.negatives, "negative")):
            if n < FEW:
                return [Part(f" {where} has only {count_of(n, thing)}: take this as a hint.")]
    return []
