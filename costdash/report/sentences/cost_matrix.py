"""A full cost matrix in words: what it comes down to, and why a dearer table can be the better."""

from costdash.core import Call
from costdash.core.conditions.cost_matrix import Cells, CostMatrix
from costdash.report.sentences.amounts import CASE, DOLLAR, THOUSAND, CaseUnit, Currency, money
from costdash.wording import digits_apart, listed, number, percent


def reduction_sentences(matrix: CostMatrix, prior: float, currency: Currency = DOLLAR) -> str:
    """The two costs and the constant that a matrix comes down to, with their origin."""
    constant = matrix.constant(prior)
    return (
        "Only differences can change a decision: a missed positive costs "
        f"{_less(matrix.missed, matrix.found, currency)} more than a found one, and a false alarm "
        f"{_less(matrix.false_alarm, matrix.left_alone, currency)} more than a negative left "
        f"alone. {_constant(constant, prior, currency)}"
    )


def in_all_sentence(
    matrix: CostMatrix,
    prior: float,
    call: Call,
    cases: float | None = None,
    currency: Currency = DOLLAR,
) -> str:
    """What a rule costs with the constant in it, per case, per 1,000 and per month of `cases`."""
    cost = matrix.expected_cost(prior, call.fpr, call.tpr)
    case_units = [CASE, THOUSAND] + ([CaseUnit.per_period(cases)] if cases else [])
    amounts = [case_unit.amount(cost, currency) for case_unit in case_units]
    return f"In all, the rule comes to {listed(amounts)}."


def tables_sentences(
    matrix: CostMatrix, first: Cells, second: Cells, currency: Currency = DOLLAR
) -> str:
    """What two confusion matrices cost, and whether that can be compared at all."""
    tables = (first, second)
    totals = [matrix.total(cells) for cells in tables]
    digits = digits_apart(*totals)
    said = [
        f"The {name} table costs {money(total, currency, max(digits, 4))}, with "
        f"{percent(cells.accuracy)} of cases called right."
        for name, total, cells in zip(("first", "second"), totals, tables)
    ]
    classes = [(cells.tp + cells.fn, cells.fp + cells.tn) for cells in tables]
    if classes[0] != classes[1]:
        held = [" + ".join(number(n, 6) for n in totals) for totals in classes]
        said.append(
            f"These totals cannot be compared: the tables hold different cases, {held[0]} and "
            f"{held[1]} positives and negatives."
        )
    if first.dominates(second) or second.dominates(first):
        better = "second" if second.dominates(first) else "first"
        good, bad = (second, first) if better == "second" else (first, second)
        said.append(
            f"The {better} is better at every PC(+): it finds {percent(good.tpr)} of positives "
            f"against {percent(bad.tpr)}, and false alarms are {percent(good.fpr)} of negatives "
            f"against {percent(bad.fpr)}."
        )
    return " ".join(said)


def _less(mistake: float, right: float, currency: Currency) -> str:
    """$101 ($100 less -$1); the bare amount where being right is free."""
    amount = money(mistake - right, currency, digits_apart(mistake, right))
    if right == 0:
        return amount
    return f"{amount} ({money(mistake, currency)} less {money(right, currency)})"


def _constant(constant: float, prior: float, currency: Currency) -> str:
    if constant == 0:
        return "Nothing is added to that."
    kind = "costs" if constant > 0 else "brings"
    amount = money(abs(constant), currency)
    return (
        f"Whatever is decided, a case {kind} another {amount} on average at a prior of "
        f"{percent(prior)}."
    )
