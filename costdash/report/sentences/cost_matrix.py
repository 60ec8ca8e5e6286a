"""Sentences on a full cost matrix: its reduction to two costs, and the cost of whole tables."""

from costdash.core import Call
from costdash.core.conditions.cost_matrix import Cells, CostMatrix
from costdash.report.sentences.amounts import CASE, DOLLAR, THOUSAND, CaseUnit, Currency, money
from costdash.wording import digits_apart, listed, number, percent

FEWEST_TOTAL_DIGITS = 4
CASE_DIGITS = 6


def reduction_sentences(matrix: CostMatrix, prior: float, currency: Currency = DOLLAR) -> str:
    """The two costs and the constant that the matrix reduces to, with their origin."""
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
    """The cost of a rule with the constant included, per case, per 1,000 cases and per month.

    cases: the number of cases per month; None: no amount per month.
    """
    cost = matrix.expected_cost(prior, *call.total_rates)
    case_units = [CASE, THOUSAND] + ([CaseUnit.per_period(cases)] if cases else [])
    amounts = [case_unit.amount(cost, currency) for case_unit in case_units]
    return f"In all, the rule comes to {listed(amounts)}."


def tables_sentences(
    matrix: CostMatrix, first: Cells, second: Cells, currency: Currency = DOLLAR
) -> str:
    """The total costs of two confusion matrices, and whether and how they compare."""
    totals = [matrix.total(cells) for cells in (first, second)]
    digits = max(digits_apart(*totals), FEWEST_TOTAL_DIGITS)
    sentences = [
        f"The {name} table costs {money(total, currency, digits)}, with "
        f"{percent(cells.accuracy)} of cases called right."
        for name, total, cells in zip(("first", "second"), totals, (first, second))
    ]
    sentences += [_different_cases(first, second), _better_table(first, second)]
    return " ".join(filter(None, sentences))


def _different_cases(first: Cells, second: Cells) -> str:
    """States that totals of different numbers of positives and negatives do not compare."""
    classes = [(cells.tp + cells.fn, cells.fp + cells.tn) for cells in (first, second)]
    if classes[0] == classes[1]:
        return ""
    counts = [" + ".join(number(n, CASE_DIGITS) for n in both) for both in classes]
    return (
        f"These totals cannot be compared: the tables hold different cases, {counts[0]} and "
        f"{counts[1]} positives and negatives."
    )


def _better_table(first: Cells, second: Cells) -> str:
    """The table that dominates the other, with the rates of both; "" if neither does."""
    if second.dominates(first):
        name, good, bad = "second", second, first
    elif first.dominates(second):
        name, good, bad = "first", first, second
    else:
        return ""
    return (
        f"The {name} is better at every PC(+): it finds {percent(good.tpr)} of positives "
        f"against {percent(bad.tpr)}, and false alarms are {percent(good.fpr)} of negatives "
        f"against {percent(bad.fpr)}."
    )


def _less(mistake: float, right: float, currency: Currency) -> str:
    """$101 ($100 less -$1); the bare amount if a right call costs nothing."""
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
