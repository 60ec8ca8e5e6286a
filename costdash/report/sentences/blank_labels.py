"""What is said about rows without a label: the chip of the card and the account behind it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from costdash.core import Analysis, OperatingPoint
from costdash.core.analysis.audit_plan import AuditPlan
from costdash.core.analysis.blind_bounds import BlindBounds, BoundedRule
from costdash.report.sentences.amounts import Amounts
from costdash.wording import TRIVIAL_NAMES, counted, listed, percent

WAITS = "Savings wait for the answer on rows without a label."
CHANCES = "Each labelled row counts by its chance of being looked at."


class LabelsNote(NamedTuple):
    """The chip's text, whether it warns, and the title and sentences of its account."""

    chip: str
    warns: bool
    title: str
    sentences: tuple[str, ...]


def labels_note(
    labels: Mapping[str, Any], analysis: Analysis, point: OperatingPoint, amounts: Amounts
) -> LabelsNote | None:
    """What the card says about rows without a label; None where nothing needs to be said."""
    blanks = labels.get("blanks")
    if "verification" in labels:
        return _verified(labels, analysis, point, amounts)
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
        sentence = f"{share} yet. Costs are those of the cases whose labels are complete."
        return LabelsNote(
            f"{rows:,} labels still coming", False, "Labels still coming", (sentence,)
        )
    sentence = f"{share} and are left out, as if they were like the rest."
    return LabelsNote(f"{rows:,} without a label left out", False, "Left out", (sentence,))


def _verified(
    labels: Mapping[str, Any], analysis: Analysis, point: OperatingPoint, amounts: Amounts
) -> LabelsNote:
    title = "Labels only where somebody looked"
    heaviest = heaviest_sentence(analysis, point, amounts)
    strata, blind = labels["verification"]["strata"], labels["verification"]["blind"]
    sentences = tuple(filter(None, (heaviest, "" if strata else CHANCES)))
    if blind:
        rows = blind["rows"]
        unseen = f"Nobody looked at {counted(rows, 'case')}: this cost is without them."
        return LabelsNote(f"{rows:,} never looked at", True, title, (unseen, *sentences))
    stand_for = sum(stratum["rows"] for stratum in strata)
    looked_at = sum(stratum["labelled"] for stratum in strata)
    chip = f"Audit counted: {looked_at:,} stand for {stand_for:,}" if strata else "Audit counted"
    return LabelsNote(chip, False, title, sentences)


def heaviest_sentence(analysis: Analysis, point: OperatingPoint, amounts: Amounts) -> str:
    """What one missed positive of the heaviest group costs; "" without cross-fitted costs."""
    heaviest = analysis.crossfits.together.heaviest if analysis.crossfits else None
    if heaviest is None:
        return ""
    lost = amounts.cases * point.prior * point.cost_fn * heaviest[1]
    return (
        f"One missed positive of the group where fewest were looked at adds {amounts.total(lost)} "
        f"{amounts.case_unit.per}. That is why the interval is wide."
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

    Nobody looked at 149 cases. If 0 % of them are positive, network >= 0.799 is best; ...
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
    if len(names) == 1:
        return (
            f"{start}With them {names[0]} is best at both ends, not the rule above, and "
            f"{amounts.verb} {costs[0]} {unit}."
        )
    turn = f", up to {percent(bounds.switch)}" if bounds.switch is not None else ""
    return (
        f"{start}The decision depends on them: at {percent(low)} {names[0]} is best{turn} "
        f"({costs[0]} {unit}), at {percent(high)} {names[1]} ({costs[1]})."
    )


def call_words(rule: BoundedRule) -> str:
    """The rule in short: rf >= 0.7, or flag none."""
    return f"{rule.model} >= {rule.text}" if rule.call == "some" else TRIVIAL_NAMES[rule.call]
