"""Costs where a judge made the labels, in words and as fields."""

from dataclasses import asdict
from typing import Any

from costdash.core.folds.gold_labels import GoldCost
from costdash.report.sentences.amounts import Amounts
from costdash.wording import percent


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


def gold_sentence(found: GoldCost, level: float, amounts: Amounts) -> str:
    """By the judge's labels the rule costs $1,460; with 250 checked cases it is $833 (...)."""
    cases = amounts.cases
    judged, cost, low, high = (
        amounts.bare(cases * value)
        for value in (found.judged_cost, found.cost, found.low, found.high)
    )
    sentence = (
        f"By the judge's labels the rule {amounts.verb} {judged} {amounts.case_unit.per}; with "
        f"{found.gold_rows:,} checked cases it is {cost} ({percent(level)}: {low} to {high}). The "
        f"judge finds {percent(found.sensitivity)} of positives and clears "
        f"{percent(found.specificity)} of negatives; {percent(found.share)} of cases are positive."
    )
    if not found.is_random:
        sentence += (
            " The checked cases differ from the rest by more than chance: they were not drawn at "
            "random, and this cost may be wrong."
        )
    return sentence


def stated_sentence(fields: dict[str, Any], amounts: Amounts) -> str:
    """What follows if a judge has the stated error rates."""
    rule = fields["rule"]
    cost = amounts.bare(amounts.cases * fields["cost"])
    return (
        f"If the judge finds {percent(fields['sensitivity'])} of positives and clears "
        f"{percent(fields['specificity'])} of negatives, {percent(fields['share'])} of cases are "
        f"positive, {rule} is cheapest and {amounts.verb} {cost} {amounts.case_unit.per}. That "
        "holds only if its mistakes do not follow the scores: a random part that people check "
        "(--gold) needs no such assumption."
    )
