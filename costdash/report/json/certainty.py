"""How sure the best rule is, and its saving over today's rule: fields that need resampled rows."""

from collections.abc import Sequence
from dataclasses import asdict

from costdash.core import Analysis, Call, OperatingPoint
from costdash.core.analysis.undecided import undecided
from costdash.core.compare.carried_over import CarriedOver
from costdash.core.compare.cheapest_model import CheapestModel, is_settled
from costdash.report.derived import DerivedResults
from costdash.report.json import Fields
from costdash.report.sentences.cheapest import cheapest_sentence, share_note
from costdash.report.sentences.decision import undecided_sentence


def certainty_fields(
    fields: Fields,
    derived: DerivedResults,
    analysis: Analysis,
    point: OperatingPoint,
    names: Sequence[str],
) -> Fields:
    """The contract with how sure the best rule is, and how likely and costly a wrong choice is."""
    decision = analysis.decide(point, names)
    regret = derived.regret(analysis, decision, names)
    found = derived.cheapest_model(analysis, decision, names)
    settled = is_settled(analysis, decision, names, found)
    shares = {
        "share_cheapest": regret.share_of(decision.best) if settled else None,
        "share_note": None if settled else share_note(found),
        "expected_regret": regret.expected_regret,
    }
    every = (
        (None, "none", regret.none),
        (None, "all", regret.all),
        *((name, "some", share) for name, share in regret.models.items()),
    )
    options = [
        {"model": name, "call": call, "share_cheapest": share if settled else None}
        for name, call, share in every
    ]
    tied = [] if found is None else [*found.as_cheap]
    return fields | {
        "best": fields["best"] | shares | {"tied": tied},
        "options": options,
        "cheapest": cheapest_fields(found, analysis),
        "undecided": undecided_fields(undecided(analysis, decision, names)),
    }


def undecided_fields(rules: Sequence[Call]) -> Fields | None:
    """The rules among which the division into folds decides; null for none."""
    if not rules:
        return None
    every = [{"model": c.model, "call": c.call, "threshold": c.threshold} for c in rules]
    return {"statement": undecided_sentence(rules), "rules": every}


def cheapest_fields(found: CheapestModel | None, analysis: Analysis) -> Fields | None:
    """How sure it is which model is the cheapest; null if there is nothing to compare.

    The family of `p_holm` is `others`: the recommended model against each other model. The pairs'
    `p_holm` allows for all pairs.
    """
    if found is None:
        return None
    others = [
        {
            "model": other.model,
            "difference": {"value": other.value, "low": other.low, "high": other.high},
            "p": other.p,
            "p_holm": other.p_holm,
        }
        for other in found.contenders
    ]
    return {
        "model": found.model,
        "call": found.call,
        "level": found.level,
        "clear": found.is_clear,
        "may_be_as_cheap": found.as_cheap,
        "statement": cheapest_sentence(found, analysis.hold_out),
        "others": others,
    }


def today_fields(
    derived: DerivedResults,
    analysis: Analysis,
    point: OperatingPoint,
    rule: tuple[str, int],
    names: Sequence[str],
) -> Fields:
    """Today's rule (model, index in its counts), and the best rule's saving over it per case."""
    today = analysis.call_at(point, *rule, level=0)
    decision = analysis.decide(point, names, 0)
    saving = derived.saving_over(analysis, decision, today, names)
    shown = ("model", "threshold", "fpr", "tpr", "expected_cost")
    return {**{name: getattr(today, name) for name in shown}, "saving": asdict(saving)}


def carried_fields(carried: CarriedOver) -> Fields:
    """Today's rule carried over to another model, with the limits of its threshold.

    share: of cases flagged or of positives found, by today's rule and by the other threshold.
    flagged_by_both: share of the cases that one of the two flags.
    """
    low, high = carried.interval
    return {
        "model": carried.model,
        "by": carried.by,
        "threshold": carried.threshold,
        "low": low,
        "high": high,
        "share": dict(zip(("today", "carried_over"), carried.share)),
        "flagged_by_both": carried.both,
    }
