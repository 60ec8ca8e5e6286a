"""Phrases: pieces of a sentence with a role, and those that state what a rule does to the cases.

The page emphasises phrases by role and replaces their text while a slider moves.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from costdash.report.sentences.amounts import Amounts
from costdash.wording import count_of, digits_apart, number, percent


@dataclass(frozen=True, slots=True)
class Phrase:
    """A piece of a sentence, including the spaces around it.

    role: which name or number the text is: model, threshold, cases, positives, finds, alarms,
    cost, band, low, high, saving, trivial, mixture, prior or ratio-words; None for fixed words.
    """

    text: str
    role: str | None = None


def text_of(phrases: Iterable[Phrase]) -> str:
    """The phrases joined to plain text."""
    return "".join(phrase.text for phrase in phrases)


def of_cases(prior: float, amounts: Amounts, then: str) -> list[Phrase]:
    """Of 1,000 cases, 10 positive, ...; the sentence starts with `then` if the unit is one case."""
    unit = amounts.case_unit
    if unit.is_single_case:
        return [Phrase(then[0].upper() + then[1:])]
    positives = unit.cases * prior
    return [
        Phrase("Of "),
        Phrase(unit.count, "cases"),
        Phrase(f"{unit.of.removeprefix(f'of {unit.count}')}, "),
        Phrase(number(positives, digits_apart(positives, unit.cases)), "positives"),
        Phrase(f" positive, {then}"),
    ]


def finds(fpr: float, tpr: float, prior: float, amounts: Amounts) -> list[Phrase]:
    """finds 8.3 and raises 51 false alarms; as rates of the classes if the unit is one case."""
    if amounts.case_unit.is_single_case:
        return [
            Phrase("finds "),
            Phrase(percent(tpr), "finds"),
            Phrase(" of positives and raises a false alarm for "),
            Phrase(percent(fpr), "alarms"),
            Phrase(" of negatives"),
        ]
    positives = amounts.cases * prior
    found = positives * tpr
    return [
        Phrase("finds "),
        Phrase(number(found, digits_apart(found, positives)), "finds"),
        Phrase(" and raises "),
        *false_alarms(fpr, prior, amounts),
    ]


def result(fpr: float, tpr: float, prior: float, amounts: Amounts) -> list[Phrase]:
    """Of 1,000 cases, 10 positive, it finds 8.3 and ...; or none is found; or all are found."""
    if fpr == tpr == 0:
        return of_cases(prior, amounts, "none is found")
    if fpr == tpr == 1:
        alarms = false_alarms(fpr, prior, amounts)
        alarms = (
            [Phrase("a false alarm for every negative")]
            if amounts.case_unit.is_single_case
            else alarms
        )
        return [*of_cases(prior, amounts, "all are found, with "), *alarms]
    return [*of_cases(prior, amounts, "it "), *finds(fpr, tpr, prior, amounts)]


def false_alarms(fpr: float, prior: float, amounts: Amounts) -> list[Phrase]:
    """51 false alarms: the number as a phrase of its own."""
    count, *noun = count_of(amounts.cases * (1 - prior) * fpr, "false alarm").partition(" ")
    return [Phrase(count, "alarms"), Phrase("".join(noun))]


def per_case(amounts: Amounts) -> list[Phrase]:
    """After an amount per single case: " per case"; nothing for other units."""
    return [Phrase(" per case")] if amounts.case_unit.is_single_case else []
