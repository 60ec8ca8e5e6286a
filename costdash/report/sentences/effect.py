"""What a rule does to the cases that amounts are told for, in parts of a sentence."""

from dataclasses import dataclass

from costdash.report.sentences.amounts import Amounts
from costdash.wording import count_of, digits_apart, number, percent


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
