"""Costs per case: the cost of misclassifying each row, from columns or expressions."""

import numpy as np

from costdash.core.sample.row_costs import CostTotals, RowCosts
from costdash.core.types import Bools, Floats
from costdash.intake.columns.expression import expression_of
from costdash.intake.columns.levels import Columns
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError, listed, shown
from costdash.wording import counted, number, percent

HEAVY = 0.05  # share of the total cost of a class that one case may have without a note
UNEQUAL = 0.5  # cases of equal cost over cases, below which limits are noted as rough
FEW_EQUAL = 100  # cases of equal cost, from which on limits are not rough
ROWS_NAMED = 3


def read_costs(
    columns: Columns, roles: Roles, is_positive: Bools, retained: Bools
) -> tuple[RowCosts | None, list[str]]:
    """Costs of all rows, or None, and notes; clears keep where the row's own cost is missing.

    Raises IntakeError for a negative cost in a row to keep, with the rows.
    """
    if roles.cost_fn_column is None and roles.cost_fp_column is None:
        return None, []
    if roles.cost_fn_column is None or roles.cost_fp_column is None:
        lacking = "a missed positive" if roles.cost_fn_column is None else "a false alarm"
        raise IntakeError(
            f"Costs per case need both costs, and that of {lacking} is not given. Give a column, "
            "an expression or a number for it."
        )
    texts = roles.cost_fn_column, roles.cost_fp_column
    both = [_evaluated(columns, text) for text in texts]
    for cost, text, rows, what in zip(
        both, texts, (is_positive, ~is_positive), ("missed positive", "false alarm"), strict=True
    ):
        _check_signs(cost, text, rows & retained, what)
    row_cost = np.where(is_positive, *both)
    missing = retained & ~np.isfinite(row_cost)
    retained &= ~missing
    notes = []
    if missing.any():
        notes.append(f"Left out: {counted(int(missing.sum()), 'row')} without a cost.")
    # The cost of the other mistake is not used for curves; a row may lack it.
    usable = [np.where(np.isfinite(cost) & (cost >= 0), cost, 0.0) for cost in both]
    return RowCosts(usable[0], usable[1]), notes


def cost_notes(costs: RowCosts, is_positive: Bools, weight: Floats | None) -> list[str]:
    """What costs per case change, and which class has its total in few cases.

    Raises IntakeError if no row of a class costs anything.
    """
    try:
        totals = CostTotals.of(costs, is_positive, weight)
    except ValueError as error:
        raise IntakeError(f"Costs per case: {error}.") from None
    return totals_notes(totals)


def totals_notes(totals: CostTotals) -> list[str]:
    """What costs per case change, and which class has its total in few cases."""
    notes = [
        "Rates and curves are shares of total cost: a missed positive costs "
        f"{number(totals.mean_fn, 6)} and a false alarm {number(totals.mean_fp, 6)} on average, "
        "and the costs of use start there. Precision and the prior are of cases."
    ]
    for what, share in (
        ("all missed positives", totals.largest_fn),
        ("all false alarms", totals.largest_fp),
    ):
        if share > HEAVY:
            notes.append(
                f"One case alone holds {percent(share)} of the cost of {what}: intervals are "
                "rough, because few cases decide."
            )
    for what, cases, equal in (
        ("missed positives", totals.cases_fn, totals.equal_fn),
        ("false alarms", totals.cases_fp, totals.equal_fp),
    ):
        if equal < UNEQUAL * cases and equal < FEW_EQUAL:
            notes.append(
                f"Costs of {what} are so unequal that {number(cases, 2)} cases tell as much as "
                f"{number(equal, 2)} of equal cost: the true cost lies above its interval more "
                "often than the level says."
            )
    return notes


def _evaluated(columns: Columns, text: str) -> Floats:
    """The cost (n,) that a column or an expression says, NaN where a cell is missing."""
    expression = expression_of(text, columns.names)
    for name in expression.columns:
        if not columns[name].is_numeric:
            raise IntakeError(
                f"Column {shown(name)} does not hold numbers and cannot be a cost. Choose another "
                "column, or write plain numbers."
            )
    values = expression.value({name: columns[name].floats() for name in expression.columns})
    return np.broadcast_to(values, (columns.rows,)).astype(np.float64)


def _check_signs(cost: Floats, text: str, rows: Bools, what: str) -> None:
    wrong = np.flatnonzero(rows & (cost < 0))
    if not wrong.size:
        return
    each = listed(f"row {row + 1:,} ({cost[row]:g})" for row in wrong[:ROWS_NAMED].tolist())
    more = f" and {wrong.size - ROWS_NAMED:,} more" if wrong.size > ROWS_NAMED else ""
    raise IntakeError(
        f"The cost of a {what}, “{shown(text)}”, is negative in {counted(wrong.size, 'row')}: "
        f"{each}{more}. A cost is what the mistake costs more than the right call; change its sign."
    )
