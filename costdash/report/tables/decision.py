"""Tables of the decision: the rules compared, the ledger, and the optimal ranges."""

from collections.abc import Sequence
from math import isnan

from costdash.core import Call, OperatingPoint
from costdash.report.sentences.amounts import DOLLAR, Amounts, Currency, Ledger, choosing_sentence
from costdash.report.sentences.phrases import INCOMPARABLE
from costdash.report.sentences.sensitivity import RuleRange
from costdash.report.summary import ComparedRule
from costdash.report.tables.scenarios import scenario_unit
from costdash.report.tables.table import Table
from costdash.wording import TRIVIAL_NAMES, digits_apart, percent, span


def rules_table(
    rules: Sequence[ComparedRule],
    point: OperatingPoint,
    currency: Currency = DOLLAR,
    recommended: Call | None = None,
) -> Table:
    """One row per rule: its threshold, its rates and its cost at `point`.

    recommended: the rule of the card, whose total may allow for choosing among models; a note then
    says so, because the rows are of each model by itself.
    """
    amounts = Amounts.at(point, currency)
    unit = "errors" if amounts.mistakes else "cost"
    head = (
        "Rule",
        "flags from",
        "found",
        "false alarms",
        "precision",
        f"{unit} {amounts.case_unit.per}",
    )
    several = INCOMPARABLE if len({rule.call.model for rule in rules} - {None}) > 1 else ""
    return Table(
        title="Rules compared",
        head=(*head, "band"),
        rows=tuple(_rule_row(rule, point, amounts) for rule in rules),
        amount=len(head) - 1,
        models=tuple(rule.call.model for rule in rules),
        note=" ".join(filter(None, (several, choosing_sentence(recommended, amounts)))),
    )


def optimal_ranges_table(
    optimal_ranges: Sequence[RuleRange], currency: Currency = DOLLAR, cross_fitted: bool = False
) -> Table:
    """One row per optimal range: its best rule, its conditions and its costs."""
    per = scenario_unit(currency).per
    head = (
        "Best",
        "PC(+)",
        "Prior",
        "Missed positive costs, in false alarms",
        f"Cost there, {per}",
    )
    return Table(
        title="Cheapest in parts of your ranges",
        head=head,
        rows=tuple(_range_row(optimal_range, currency) for optimal_range in optimal_ranges),
        models=tuple(optimal_range.model for optimal_range in optimal_ranges),
        note="The part of your ranges in which each rule is cheapest, and the cost there if the "
        "rule is chosen for the conditions, "
        + ("cross-fitted" if cross_fitted else "in this sample")
        + ". The ends beside the total are of one rule, kept throughout.",
    )


def _rule_row(rule: ComparedRule, point: OperatingPoint, amounts: Amounts) -> tuple[str, ...]:
    call, cases, band = rule.call, amounts.cases, ""
    if call.interval is not None and call.interval[0] != call.interval[1]:
        low, high = (cases * point.scale * nec for nec in call.interval)
        digits = digits_apart(low, high)
        band = f"{amounts.bare(low, digits)} to {amounts.bare(high, digits)}"
    fpr, tpr = call.case_rates
    return (
        rule.title,
        (call.text or "two, mixed") if call.call == "some" else TRIVIAL_NAMES[call.call],
        percent(tpr),
        percent(fpr),
        "" if isnan(call.precision) else percent(call.precision),
        amounts.bare(cases * call.expected_cost),
        band,
    )


def _range_row(optimal_range: RuleRange, currency: Currency) -> tuple[str, ...]:
    ranges = optimal_range.ranges
    equal_costs = ranges.cost_fn == ranges.cost_fp == (1, 1)
    amounts = Amounts(currency, equal_costs, scenario_unit(currency))
    low, high = (amounts.cases * cost for cost in optimal_range.cost)
    digits = digits_apart(low, high)
    ends = [amounts.bare(low, digits), amounts.bare(high, digits)]
    lowest, highest = ranges.prior
    return (
        optimal_range.rule,
        span(*optimal_range.pcf),
        span(100 * lowest, 100 * highest, " %"),
        span(*ranges.cost_ratio),
        ends[0] if ends[0] == ends[1] else " to ".join(ends),
    )


def ledger_table(entries: Ledger, title: str, note: str = "") -> Table:
    """The ledger as a table; the total is its last row. title: names the rule."""
    title = f"{title}, {entries.of}"
    rows = tuple((entry.word, entry.count, entry.price, entry.amount) for entry in entries.entries)
    if any(entry.price for entry in entries.entries):
        more = tuple((entry.word, "", "", entry.amount) for entry in entries.allowances)
        head = ("Outcome", "cases", "cost each", "cost")
        return Table(title, head, (*rows, *more, ("Total", "", "", entries.total)), note=note)
    errors = tuple((entry.word, entry.amount) for entry in entries.allowances)
    total = ("Total of errors" if errors else "Missed and false alarms", entries.total)
    return Table(title, ("Outcome", "cases"), (*(row[:2] for row in rows), *errors, total))
