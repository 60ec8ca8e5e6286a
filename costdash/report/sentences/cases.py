"""The cases behind the counts, in words."""

from collections.abc import Mapping

from costdash.core.sample.cases import CELLS, CHANGES, NamedRule


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


def changes_sentence(rule: NamedRule, today: NamedRule, counts: Mapping[str, int]) -> str:
    """Which calls change from today's rule to this rule, in the file."""
    found, missed, alarms, gone = (counts[change] for change in CHANGES)
    return (
        f"From today's {rule_words(today)} to {rule_words(rule)}, in the file: {found:,} newly "
        f"found, {missed:,} newly missed, {alarms:,} new alarms, {gone:,} alarms gone."
    )
