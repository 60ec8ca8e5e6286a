"""The cases behind the counts, in words."""

from collections.abc import Mapping
from math import isfinite

from costdash.core.analysis.hold_out import HoldOut
from costdash.core.sample.cases import CELLS, CHANGES, FLIPS, NEAREST, REVIEWED, NamedRule
from costdash.report.sentences.amounts import Amounts
from costdash.wording import counted, percent

EXACT_DIGITS = 6  # of an amount of the file below a million; larger ones are printed in full
# By list: the title of so many cases, the thing that is counted, and what is said of none.
TITLES = {
    "found": ("{} found", "positive", "This threshold finds no positive."),
    "missed": ("{}", "missed positive", "At this threshold nothing is missed."),
    "false-alarm": ("{}", "false alarm", "This threshold raises no false alarm."),
    "left-alone": ("{} left alone", "negative", "This threshold leaves no negative alone."),
    REVIEWED: ("{} looked at", "case", "No case lies between the two thresholds."),
    FLIPS: ("{} change their call", "case", "Both rules call every case alike."),
    NEAREST: ("{}, the nearest first", "case", "The file has no case."),
}


def list_title(cases: str, total: int) -> str:
    """The title of a list of so many cases.

    >>> list_title("missed", 88), list_title("flips", 3922), list_title("flips", 1)
    ('88 missed positives', '3,922 cases change their call', '1 case changes its call')
    >>> list_title("found", 0)
    'No positives found'
    """
    title, thing, _ = TITLES[cases]
    words = title.format(counted(total, thing))
    if total == 1:
        words = words.replace("change their", "changes its")
    return words[:1].upper() + words[1:]


def changed_words(count: int, rows: int, hold_out: HoldOut | None = None) -> str:
    """How many calls change, of the rows of the file: other counts may be of a month.

    hold_out: the rows are those of its evaluation part.

    >>> changed_words(2632, 8000), changed_words(1, 8000)
    ("2,632 of the file's 8,000 calls change", "1 of the file's 8,000 calls changes")
    """
    calls = f"{rows:,} calls on {hold_out.judge_on}" if hold_out else f"the file's {rows:,} calls"
    return f"{count:,} of {calls} change{'s' if count == 1 else ''}"


def no_cases_sentence(cases: str) -> str:
    """What is said of a list without cases."""
    return TITLES[cases][2]


def rule_words(rule: NamedRule) -> str:
    """The rule as it is printed: network ≥ 0.799; of a review zone with both thresholds."""
    flags = f" \u2265 {rule.threshold:.15g}" if isfinite(rule.threshold) else ""
    look = "" if rule.low is None else f" (look from {rule.low:.15g})"
    return f"{rule.model}{flags}{look}"


def counts_sentence(rule: NamedRule, counts: Mapping[str, int]) -> str:
    """What the printed threshold does in the file."""
    found, missed, alarms, alone = (counts[cell] for cell in CELLS)
    looked = counts.get(REVIEWED, 0)
    if rule.low is not None:
        return (
            f"In the file, {rule_words(rule)} flags {found:,} positives and {alarms:,} negatives, "
            f"has {looked:,} cases looked at, and lets {missed:,} positives and {alone:,} "
            "negatives pass."
        )
    return (
        f"In the file, {rule_words(rule)} finds {found:,} of {found + missed:,} positives and "
        f"flags {alarms:,} of {alarms + alone:,} negatives."
    )


def ledger_sentence(prior: float, count: str, cases: str) -> str:
    """How a count in the file leads to the ledger's; cases: the ledger's number of cases."""
    return f"At {percent(prior)} positives that is {count} {cases}, the number in the ledger."


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


def changes_sentence(
    rule: NamedRule, today: NamedRule, counts: Mapping[str, int], together: str = ""
) -> str:
    """Which calls change from today's rule to this rule, in the file; together: what they cost."""
    found, missed, alarms, gone = (counts[change] for change in CHANGES)
    sentence = (
        f"From today's {rule_words(today)} to {rule_words(rule)}, in the file: {found:,} newly "
        f"found, {missed:,} newly missed, {alarms:,} new alarms, {gone:,} alarms gone."
    )
    return f"{sentence} {together}".rstrip()


def together_sentence(difference: float, amounts: Amounts, prevalence: float, prior: float) -> str:
    """What all changed calls of the file cost: Together $8,125 less.

    prevalence, prior: shares of positives in the file and where the rule is used, which say why
    the card may have another sign.
    """
    whole = len(f"{abs(difference):.0f}")
    amount = amounts.bare(abs(difference), max(EXACT_DIGITS, whole))
    less = "fewer errors" if amounts.mistakes else "less"
    text = f"Together {amount} {less if difference < 0 else 'more'}."
    if not difference:
        text = "Together they cost the same."
    if percent(prevalence) == percent(prior):
        return text
    return (
        f"{text} {percent(prevalence)} of the file are positive; the card is for {percent(prior)}."
    )


def cost_words(cost: float, amounts: Amounts) -> str:
    """What the change of a call costs: +$200, or \u2212$5 for a gain."""
    if not cost:
        return amounts.bare(0.0)
    return f"{'+' if cost > 0 else chr(0x2212)}{amounts.bare(abs(cost), EXACT_DIGITS)}"
