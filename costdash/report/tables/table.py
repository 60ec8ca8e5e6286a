"""Tables of text, for the report and for whoever else prints them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

from costdash.core import OperatingPoint
from costdash.report.sentences.amounts import DOLLAR, Amounts, Currency
from costdash.report.sentences.sensitivity import Answer
from costdash.report.summary import Rule
from costdash.report.tables.scenarios import ScenarioRow, basis_of
from costdash.wording import TRIVIAL_NAMES, digits_apart, percent, span


@dataclass(frozen=True, slots=True)
class Table:
    """A title, a header and rows of text; the first `left` columns are words.

    models holds for each row the model whose colour it wears, None for none.
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: int = 1
    note: str = ""
    models: tuple[str | None, ...] = ()


def rules_table(rules: Sequence[Rule], point: OperatingPoint, currency: Currency = DOLLAR) -> Table:
    """The rules worth comparing at `point`, each with what it finds, raises and costs."""
    amounts = Amounts.at(point, currency)
    unit = "mistakes" if amounts.mistakes else "cost"
    head = ("Rule", "at score", "found", "false alarms", "precision", f"{unit} {amounts.basis.per}")
    return Table(
        title="Rules compared",
        head=(*head, "band"),
        rows=tuple(_rule_row(rule, point, amounts) for rule in rules),
        models=tuple(rule.call.model for rule in rules),
    )


def scenarios_table(rows: Sequence[ScenarioRow], currency: Currency = DOLLAR) -> Table:
    """Named conditions side by side; today's column only where there is a pinned threshold."""
    last = None if any(row.against is not None for row in rows) else -1
    head = ("Scenario", "prior", "ratio", "PC(+)", "best", "threshold")
    return Table(
        title="Scenarios",
        head=(*head, basis_of(currency).per, "against today")[:last],
        rows=tuple(row.texts[:last] for row in rows),
        models=tuple(row.model for row in rows),
    )


def answers_table(answers: Sequence[Answer], currency: Currency = DOLLAR) -> Table:
    """Every answer that is best somewhere in a range, where, and what it costs."""
    per = basis_of(currency).per
    head = ("Best", "PC(+)", "Prior", "Missed positive costs, in false alarms", f"Cost {per}")
    return Table(
        title="Best in parts of the range",
        head=head,
        rows=tuple(_answer_row(answer, currency) for answer in answers),
        models=tuple(answer.model for answer in answers),
        note="Prior and costs as far as they can lie while the answer is best.",
    )


def _rule_row(rule: Rule, point, amounts) -> tuple[str, ...]:
    call, cases, band = rule.call, amounts.cases, ""
    if call.interval is not None and call.interval[0] != call.interval[1]:
        low, high = (cases * point.scale * nec for nec in call.interval)
        digits = digits_apart(low, high)
        band = f"{amounts.bare(low, digits)} to {amounts.bare(high, digits)}"
    return (
        rule.title,
        (call.text or "two, mixed") if call.call == "some" else TRIVIAL_NAMES[call.call],
        percent(call.tpr),
        percent(call.fpr),
        "" if isnan(call.precision) else percent(call.precision),
        amounts.bare(cases * call.expected_cost),
        band,
    )


def _answer_row(answer: Answer, currency: Currency) -> tuple[str, ...]:
    known = answer.known
    equal = known.cost_fn == known.cost_fp == (1, 1)
    amounts = Amounts(currency, equal, basis_of(currency))
    low, high = (amounts.cases * cost for cost in answer.cost)
    digits = digits_apart(low, high)
    ends = [amounts.bare(low, digits), amounts.bare(high, digits)]
    return (
        answer.rule,
        span(*answer.pcf),
        span(*(100 * prior for prior in known.prior), " %"),
        span(*known.cost_ratio),
        ends[0] if ends[0] == ends[1] else " to ".join(ends),
    )
