"""The cases behind the counts, in words."""

from collections.abc import Mapping

from costdash.core.sample.cases import CELLS, CHANGES, NamedRule
from costdash.wording import counted


def rule_words(rule: NamedRule) -> str:
    """The rule as it is printed: network ≥ 0.799."""
    return f"{rule.model} \u2265 {rule.threshold:.15g}"


def counts_sentence(rule: NamedRule, counts: Mapping[str, int]) -> str:
    """What the printed threshold does in the file."""
    found, missed, alarms, alone = (counts[cell] for cell in CELLS)
    return (
        f"In the file, {rule_words(rule)} finds {found:,} of {found + missed:,} positives and "
        f"flags {alarms:,} of {alarms + alone:,} negatives."
    )


def correction_sentence(to_positive: int, to_negative: int, filled: int, unchanged: int) -> str:
    """How many labels of a list differ from those of the file."""
    if not to_positive + to_negative:
        return "No label changes: the list says what the file says."
    labels = counted(to_positive + to_negative, "label")
    verb = "changes" if to_positive + to_negative == 1 else "change"
    sides = ((to_positive, "positive"), (to_negative, "negative"))
    text = f"{labels} {verb}: " + ", ".join(f"{n:,} to {side}" for n, side in sides if n)
    more = [f"{filled:,} had no label"] * (filled > 0) + [f"{unchanged:,} stay"] * (unchanged > 0)
    return f"{text} ({', '.join(more)})." if more else f"{text}."


def corrected_sentence(rule: NamedRule, before: Mapping[str, int], after: Mapping[str, int]) -> str:
    """What the printed threshold does in the file, before and after labels are corrected."""
    found, missed, alarms, alone = ((before[cell], after[cell]) for cell in CELLS)
    positives, negatives = found[1] + missed[1], alarms[1] + alone[1]
    return (
        f"With them {rule_words(rule)} finds {found[1]:,} of {positives:,} positives (before: "
        f"{found[0]:,} of {found[0] + missed[0]:,}) and flags {alarms[1]:,} of {negatives:,} "
        f"negatives (before: {alarms[0]:,} of {alarms[0] + alone[0]:,})."
    )


def changes_sentence(rule: NamedRule, today: NamedRule, counts: Mapping[str, int]) -> str:
    """Which calls change from today's rule to this rule, in the file."""
    found, missed, alarms, gone = (counts[change] for change in CHANGES)
    return (
        f"From today's {rule_words(today)} to {rule_words(rule)}, in the file: {found:,} newly "
        f"found, {missed:,} newly missed, {alarms:,} new alarms, {gone:,} alarms gone."
    )
