"""The decision in plain words: which model, which threshold, what it finds and what it costs.

The smaller line under the decision: what stands behind it, ties, and today's threshold.

What a rule does to the cases that amounts are told for, in parts of a sentence.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from costdash.core import Analysis, Call, Decision
from costdash.core.analysis.holdout import optimism
from costdash.report.sentences.amounts import DOLLAR, SAME, Amounts, Currency
from costdash.report.sentences.sample import left_out_sentence, optimism_words
from costdash.wording import count_of, digits_apart, listed, number, percent

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
        return f"Threshold {analysis.chosen}."
    if interval is None:
        return f"No band: it needs at least 5 rows of each class. Threshold {analysis.chosen}."
    level = percent(decision.level)
    if interval[0] == interval[1]:
        return f"The {level} band has no width here. Threshold {analysis.chosen}."
    return (
        f"{level} pointwise band, {analysis.n_replicates:,} class-stratified replicates, "
        f"seed {analysis.seed}, thresholds {analysis.chosen}."
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
    said = f"{rule} {amounts.verb} {cost}" + " per case" * amounts.basis.single
    if abs(more) <= SAME * cases * max(pin.expected_cost, best.expected_cost):
        return f"{said}: the same."
    return f"{said}: {amounts.more(more) if more > 0 else amounts.less(-more)}."


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a sentence, with its own spaces.

    role tells which name or number it is, so that it can be emphasised, and replaced while a
    slider moves: model, threshold, cases, positives, finds, alarms, cost, low, high, saving,
    trivial; None for the words between.
    """

    text: str
    role: str | None = None


def of_cases(prior: float, amounts: Amounts, then: str) -> list[Part]:
    """Of 1,000 cases, 10 positive, it ...; per case the sentence begins with `then`."""
    basis = amounts.basis
    if basis.single:
        return [Part(then[0].upper() + then[1:])]
    positives = basis.cases * prior
    return [
        Part("Of "),
        Part(basis.count, "cases"),
        Part(f"{basis.of.removeprefix(f'of {basis.count}')}, "),
        Part(number(positives, digits_apart(positives, basis.cases)), "positives"),
        Part(f" positive, {then}"),
    ]


def finds(fpr: float, tpr: float, prior: float, amounts: Amounts) -> list[Part]:
    """finds 8.3 and raises 51 false alarms; per case, which shares of the classes."""
    if amounts.basis.single:
        return [
            Part("finds "),
            Part(percent(tpr), "finds"),
            Part(" of positives and raises a false alarm for "),
            Part(percent(fpr), "alarms"),
            Part(" of negatives"),
        ]
    positives = amounts.cases * prior
    found = positives * tpr
    return [
        Part("finds "),
        Part(number(found, digits_apart(found, positives)), "finds"),
        Part(" and raises "),
        *false_alarms(fpr, prior, amounts),
    ]


def result(fpr: float, tpr: float, prior: float, amounts: Amounts) -> list[Part]:
    """Of 1,000 cases, 10 positive, it finds 8.3 and ...; none is found; all are found, with ..."""
    if fpr == tpr == 0:
        return of_cases(prior, amounts, "none is found")
    if fpr == tpr == 1:
        alarms = false_alarms(fpr, prior, amounts)
        alarms = [Part("a false alarm for every negative")] if amounts.basis.single else alarms
        return [*of_cases(prior, amounts, "all are found, with "), *alarms]
    return [*of_cases(prior, amounts, "it "), *finds(fpr, tpr, prior, amounts)]


def false_alarms(fpr: float, prior: float, amounts: Amounts) -> list[Part]:
    count, *noun = count_of(amounts.cases * (1 - prior) * fpr, "false alarm").partition(" ")
    return [Part(count, "alarms"), Part("".join(noun))]


def per_case(amounts: Amounts) -> list[Part]:
    """After an amount, where no number of cases stands before it."""
    return [Part(" per case")] if amounts.basis.single else []


def text_of(parts: list[Part]) -> str:
    return "".join(part.text for part in parts)


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
