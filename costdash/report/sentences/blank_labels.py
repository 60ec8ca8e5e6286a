"""What is said about rows without a label: the chip of the card and the account behind it."""

from collections.abc import Mapping
from math import floor, log10
from typing import Any, NamedTuple

from costdash.core import Analysis, OperatingPoint
from costdash.core.analysis.audit_plan import AuditPlan
from costdash.core.analysis.blind_bounds import BlindBounds, BoundedRule
from costdash.report.sentences.amounts import Amounts
from costdash.wording import MINUS, TRIVIAL_NAMES, counted, listed, percent

WAITS = "Savings wait for the answer on rows without a label."
DIGITS_AND_POINT = "0123456789."
EXACT = 12  # digits of an amount that is rounded already
CHANCES = "Each labelled row counts by its chance of being looked at."


class LabelsNote(NamedTuple):
    """The chip's text, whether it warns, and the title, sentences and rows of its account."""

    chip: str
    warns: bool
    title: str
    sentences: tuple[str, ...]
    rows: tuple[tuple[str, str], ...] = ()


def labels_note(
    labels: Mapping[str, Any],
    analysis: Analysis,
    point: OperatingPoint,
    amounts: Amounts,
    bounds: BlindBounds | None = None,
    reviewed: bool = False,
) -> LabelsNote | None:
    """What the card says about rows without a label; None where nothing needs to be said.

    bounds: what rows that nobody looked at leave open, if that is known. reviewed: the rule has a
    review zone, which has no bounds.
    """
    blanks = labels.get("blanks")
    if "verification" in labels:
        return _verified(labels, analysis, point, amounts, bounds, reviewed)
    if not blanks or (blanks["answer"] is None and not blanks["open"]):
        return None
    rows, of = blanks["rows"], blanks["of"]
    share = f"{rows:,} of {of:,} cases have no label"
    if blanks["open"]:
        sentence = (
            f"{share}. If nobody looked because they scored low, misses are under-counted: the "
            "cost holds for the cases with a label only."
        )
        return LabelsNote(f"{rows:,} without a label", True, "Rows without a label", (sentence,))
    if blanks["answer"] == "coming":
        sentence = f"{share} yet. The cost is that of the cases that have one."
        return LabelsNote(
            f"{rows:,} labels still coming", False, "Labels still coming", (sentence,)
        )
    sentence = f"{share} and are left out, as if they were like the rest."
    return LabelsNote(f"{rows:,} without a label left out", False, "Left out", (sentence,))


def _verified(
    labels: Mapping[str, Any],
    analysis: Analysis,
    point: OperatingPoint,
    amounts: Amounts,
    bounds: BlindBounds | None,
    reviewed: bool,
) -> LabelsNote:
    title = "Labels only where somebody looked"
    heaviest = heaviest_sentence(analysis, point, amounts)
    strata, blind = labels["verification"]["strata"], labels["verification"]["blind"]
    sentences = tuple(filter(None, (heaviest, "" if strata else CHANCES)))
    if blind:
        rows = blind["rows"]
        unseen = f"Nobody looked at {counted(rows, 'case')}: this cost is without them."
        if reviewed:
            unseen = without_bounds(rows)
        if bounds is not None:
            unseen = blind_sentence(bounds, amounts)
        warns = bounds is None or not bounds.settled
        return LabelsNote(f"{rows:,} never looked at", warns, title, (unseen, *sentences))
    stand_for = sum(stratum["rows"] for stratum in strata)
    looked_at = sum(stratum["labelled"] for stratum in strata)
    chip = f"Audit counted: {looked_at:,} stand for {stand_for:,}" if strata else "Audit counted"
    return LabelsNote(chip, False, title, sentences)


def without_bounds(rows: int) -> str:
    """Why a review zone has no bounds."""
    return (
        f"Nobody looked at {counted(rows, 'case')}: this cost is without them. Bounds are given "
        "for one threshold, not for a review zone."
    )


def heaviest_sentence(analysis: Analysis, point: OperatingPoint, amounts: Amounts) -> str:
    """What one missed positive of the heaviest group costs; "" without cross-fitted costs."""
    heaviest = analysis.crossfits.together.heaviest if analysis.crossfits else None
    if heaviest is None:
        return ""
    lost = amounts.cases * point.prior * point.cost_fn * heaviest[1]
    return (
        f"One missed positive of the group where fewest were looked at adds {amounts.total(lost)} "
        f"{amounts.case_unit.per}. That is why the interval is wide, and with few audited cases "
        "wider than it need be."
    )


def audit_sentence(plan: AuditPlan | None, point: OperatingPoint, amounts: Amounts) -> str:
    """Which rows to label next, and what the interval of the cost would become; "" without a plan.

    Label 200 more cases, drawn at random: 188 of other, 12 of flagged. ...
    """
    if plan is None or not plan.labels:
        return ""
    parts = [f"{each.labels:,} of {each.name}" for each in plan.strata if each.labels]
    start = f"Label {counted(plan.labels, 'more case')}, drawn at random: {listed(parts)}."
    if plan.blind:
        return f"{start} Nobody has looked at these, and any label turns their bounds into a cost."
    if plan.now is None or plan.then is None:
        return start
    now, then = (
        " to ".join(amounts.bare(amounts.cases * point.scale * end) for end in ends)
        for ends in (plan.now, plan.then)
    )
    return f"{start} The interval, now {now}, would be about {then} {amounts.case_unit.per}."


def blind_sentence(bounds: BlindBounds | None, amounts: Amounts) -> str:
    """What rows that nobody looked at leave open, and which rule holds at which share; "" if none.

    Nobody looked at 149 cases. If 0 % of them are positive, network ≥ 0.799 is best; ...
    """
    if bounds is None:
        return ""
    cases, (low, high) = amounts.cases, bounds.positives
    start = f"Nobody looked at {counted(bounds.rows, 'case')}, of which {percent(low)} to "
    start += f"{percent(high)} may be positive. "
    costs = [
        f"{amounts.bare(cases * rule.low)} to {amounts.bare(cases * rule.high)}"
        for rule in bounds.rules
    ]
    unit = amounts.case_unit.per
    names = [call_words(rule) for rule in bounds.rules]
    if bounds.settled:
        with_them = f"with them it {amounts.verb} {costs[0]} {unit}"
        return f"{start}The rule is the same at both ends; {with_them}."
    best = "chosen" if bounds.by_criterion else "best"
    if len(names) == 1:
        return (
            f"{start}With them {names[0]} is {best} at both ends, not the rule above, and "
            f"{amounts.verb} {costs[0]} {unit}."
        )
    turn = f", up to {percent(bounds.switch)}" if bounds.switch is not None else ""
    return (
        f"{start}The decision depends on them: at {percent(low)} {names[0]} is {best}{turn} "
        f"({costs[0]} {unit}), at {percent(high)} {names[1]} ({costs[1]})."
    )


class BlindWords(NamedTuple):
    """What the card says of rows that nobody looked at: on the rule, beside it, and in the ledger.

    sentence: "" if the decision does not depend on them.
    """

    sentence: str
    heading: str
    word: str
    amount: str
    total: str


def blind_words(bounds: BlindBounds, printed: str, amounts: Amounts) -> BlindWords:
    """The words about blind rows; printed: the total of the ledger without them.

    The amounts of the ledger add up as printed.
    """
    rows = counted(bounds.rows, "case")
    now = float("".join(letter for letter in printed if letter in DIGITS_AND_POINT))
    ends = [amounts.cases * end for end in (bounds.shown.low, bounds.shown.high)]
    place = 10.0 ** (floor(log10(max(*ends, now) or 1.0)) - 2)
    low, high = (place * round(end / place) for end in ends)
    total = f"{amounts.bare(low, EXACT)} to {amounts.bare(high, EXACT)}"
    more = " to ".join(_signed(end - now, amounts) for end in (low, high))
    word = f"{bounds.rows:,} never looked at"
    if bounds.settled:
        heading = f"The rule is the same whether the {rows} never looked at are positive or not."
        return BlindWords("", heading, word, more, total)
    shown = call_words(bounds.shown)
    sentence = f"It depends on {rows} that nobody looked at. Ledger: {shown}."
    heading = f"The decision depends on the {rows} that nobody looked at."
    if len(bounds.rules) == 1:
        best = "chosen" if bounds.by_criterion else "best"
        heading = f"With the {rows} never looked at, {call_words(bounds.rules[0])} is {best}."
    if bounds.switch is not None:
        first = bounds.rules[0]
        rule = call_words(first) if first.model else f"Flagging {first.call}"
        heading = (
            f"{rule} is cheaper while under {percent(bounds.switch)} of the {bounds.rows:,} are "
            "positive."
        )
    return BlindWords(sentence, heading, word, more, total)


def _signed(x: float, amounts: Amounts) -> str:
    return f"{'+' if x >= 0 else MINUS}{amounts.bare(abs(x), EXACT)}"


def call_words(rule: BoundedRule) -> str:
    """The rule in short: rf ≥ 0.7, or flag none."""
    return f"{rule.model} ≥ {rule.text}" if rule.call == "some" else TRIVIAL_NAMES[rule.call]
