"""Costs where a judge made the labels, in words and as fields."""

from dataclasses import asdict
from typing import Any

from costdash.core.analysis.stated_labels import StatedCost
from costdash.core.folds.gold_labels import GoldCost, StatedJudge
from costdash.report.sentences.amounts import Amounts, Currency
from costdash.report.sentences.blank_labels import LabelsNote
from costdash.wording import number, percent

NOT_RANDOM = (
    "The checked cases differ from the rest by more than chance: they were not drawn at random, "
    "and this cost may be wrong."
)
RIGHT = (
    "Right even if judge and model share mistakes, as long as the checked cases were drawn at "
    "random. The threshold is chosen by the judge's labels."
)

ONLY_IF = "holds only if its mistakes do not follow the scores: a random part that people check"
STATED = "If a judge made the labels"


def gold_fields(found: GoldCost, sentence: str, thresholds: str) -> dict[str, Any]:
    """The field `labels` of the JSON."""
    fields = asdict(found)
    alone = fields.pop("gold_cost")
    return (
        {"kind": "judge"}
        | fields
        | {
            "gold_cost": alone["value"],
            "gold_error": alone["error"],
            "random": found.is_random,
            "thresholds": thresholds,
            "sentence": sentence,
        }
    )


def gold_sentence(found: GoldCost | str, level: float, amounts: Amounts) -> str:
    """By the judge's labels the rule costs $1,460; with 250 checked cases it is $833 (...).

    found: why that is not known, as words.
    """
    if isinstance(found, str):
        return f"The judge's labels are not corrected: {found}."
    cases = amounts.cases
    judged, cost, low, high = (
        amounts.bare(cases * value)
        for value in (found.judged_cost, found.cost, found.low, found.high)
    )
    sentence = (
        f"By the judge's labels the rule {amounts.verb} {judged}{_errors(amounts)} "
        f"{amounts.case_unit.per}; with "
        f"{found.gold_rows:,} checked cases it is {cost} ({percent(level)}: {low} to {high}). The "
        f"judge finds {percent(found.sensitivity)} of positives and clears "
        f"{percent(found.specificity)} of negatives; {percent(found.share)} of cases are positive."
    )
    return sentence if found.is_random else f"{sentence} {NOT_RANDOM}"


def gold_note(found: GoldCost | str, level: float, amounts: Amounts) -> LabelsNote:
    """The chip about labels of a judge, and its account."""
    title = "A judge made the labels"
    if isinstance(found, str):
        return LabelsNote(
            "Judge's labels, not corrected", True, title, (gold_sentence(found, level, amounts),)
        )
    cases = amounts.cases
    cost, low, high, alone = (
        amounts.bare(cases * value)
        for value in (found.cost, found.low, found.high, found.gold_cost.value)
    )
    account = (
        ("The judge finds, of 100 positives", number(100 * found.sensitivity)),
        ("Clears, of 100 negatives", number(100 * found.specificity)),
        ("Positive, of 100 cases", number(100 * found.share)),
        (f"{'Errors' if amounts.mistakes else 'Cost'} by the checked alone", alone),
        ("Both together", cost),
        (percent(level), f"{low} to {high}"),
    )
    chip = f"Labels by a judge, {found.gold_rows:,} checked"
    if not found.is_random:
        return LabelsNote(f"{chip}, not at random", True, title, (NOT_RANDOM,), account)
    return LabelsNote(chip, False, title, (RIGHT,), account)


def stated_fields(found: StatedCost, sentence: str) -> dict[str, Any]:
    """The field `judge` of the JSON. Costs are per case, by true labels, on the rows."""
    return {
        "sensitivity": found.judge.sensitivity,
        "specificity": found.judge.specificity,
        "share": found.share,
        "prior": found.point.prior,
        "rule": found.cheapest.words,
        "cost": found.cheapest.cost,
        "recommended": {
            "rule": found.recommended.words,
            "cost": found.recommended.cost,
            "judged_cost": found.recommended.judged,
        },
        "thresholds": "same rows",
        "sentence": sentence,
    }


def _errors(amounts: Amounts) -> str:
    return " errors" if amounts.mistakes else ""


def if_so(judge: StatedJudge) -> str:
    """If the judge finds 85 % of positives and clears 90 % of negatives."""
    return (
        f"If the judge finds {percent(judge.sensitivity)} of positives and clears "
        f"{percent(judge.specificity)} of negatives"
    )


def stated_sentence(found: StatedCost | str, currency: Currency) -> str:
    """What follows if a judge has the stated error rates.

    found: why it cannot have them, as words.
    """
    if isinstance(found, str):
        return f"The stated error rates of the judge are not used: {found}."
    amounts = Amounts.at(found.point, currency)
    cost = amounts.bare(amounts.cases * found.cheapest.cost)
    return (
        f"{if_so(found.judge)}, {percent(found.share)} of cases are positive, "
        f"{found.cheapest.words} is cheapest and {amounts.verb} {cost}{_errors(amounts)} "
        f"{amounts.case_unit.per}. "
        f"That {ONLY_IF} (--gold) needs no such assumption."
    )


def stated_note(
    found: StatedCost | str, judge: StatedJudge, currency: Currency, other: LabelsNote | None = None
) -> LabelsNote:
    """The chip about stated error rates, and its account.

    other: the chip about rows without a label, which stays and says this too.
    """
    if other is not None:
        return other._replace(sentences=(*other.sentences, stated_sentence(found, currency)))
    if isinstance(found, str):
        sentence = stated_sentence(found, currency)
        return LabelsNote("Judge's error rates not used", True, STATED, (sentence,))
    account = (
        ("The judge finds, of 100 positives", number(100 * judge.sensitivity)),
        ("Clears, of 100 negatives", number(100 * judge.specificity)),
        ("Then positive, of 100 cases", number(100 * found.share)),
        ("Cheapest then", found.cheapest.words.replace(">=", "≥")),
    )
    sentence = f"On the cases that chose the thresholds. It {ONLY_IF} needs no such assumption."
    return LabelsNote("Labels by a judge, not checked", False, STATED, (sentence,), account)
