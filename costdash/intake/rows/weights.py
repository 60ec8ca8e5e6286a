"""Weights of the rows: numbers of equal cases, or sampling weights of one case each."""

import numpy as np

from costdash.core.sample.predictions import HEAVIEST, ScoredRows
from costdash.core.sample.repeated import repeated
from costdash.core.types import Bools, Floats
from costdash.intake.columns.levels import Columns
from costdash.intake.columns.roles import COUNT, SAMPLING, Roles
from costdash.intake.errors import IntakeError, shown
from costdash.wording import counted

MOST_NUMBERS = 20_000_000  # numbers that rows of counts are written out to


def read_weight(
    columns: Columns, name: str | None, retained: Bools
) -> tuple[Floats | None, list[str]]:
    """(n,) weights, or None, and notes; clears keep where a weight is zero or missing."""
    if name is None:
        return None, []
    if not columns[name].is_numeric:
        raise IntakeError(
            f"Column {shown(name)} does not hold numbers and cannot be the weight. "
            "Choose another column, or none."
        )
    weight = columns[name].floats()
    negative = np.flatnonzero(weight < 0)
    if len(negative):
        raise IntakeError(
            f"Column {shown(name)} has {counted(len(negative), 'negative weight')}, the "
            f"first in row {negative[0] + 1:,} of the data. A weight says how many cases a row "
            "stands for. Correct the column, or choose no weight."
        )
    none = retained & ~((weight > 0) & np.isfinite(weight))
    used = weight[retained & ~none]
    if used.size:
        check_weights(name, float(used.min()), float(used.max()))
    retained &= ~none
    if not none.any():
        return weight, []
    if not retained.any():
        raise no_weight_error(name)
    return weight, [unweighted_note(int(none.sum()))]


def check_weights(name: str, least: float, greatest: float) -> None:
    """Raises IntakeError for weights whose squares cannot be summed."""
    if not 1 / HEAVIEST <= least <= greatest <= HEAVIEST:
        bad = greatest if greatest > HEAVIEST else least
        raise IntakeError(
            f"Column {shown(name)} has the weight {bad:g}. Weights must lie within "
            f"{1 / HEAVIEST:g} and {HEAVIEST:g}: rescale them, or choose no weight."
        )


def no_weight_error(name: str) -> IntakeError:
    return IntakeError(
        f"Column {shown(name)} holds no weight above zero in any row that has a label. "
        "Choose another column, or no weight."
    )


def unweighted_note(rows: int) -> str:
    return f"Left out: {counted(rows, 'row')} whose weight is zero, missing or infinite."


def counts_note(name: str, total: float) -> str:
    return (
        f"Column {shown(name)} holds whole numbers: each row counts as that many cases, "
        f"{total:,.0f} in all. If these are sampling weights, say so where the weight is chosen "
        "(weight is: sampling)."
    )


def with_weights_applied(scored: ScoredRows, roles: Roles) -> tuple[ScoredRows, list[str]]:
    """Rows whose weights count cases become one row per case; sampling weights stay.

    If the roles do not say what weights are, whole numbers are counts. Raises IntakeError if they
    are to be counts and cannot be.
    """
    weight, kind, name = scored.weight, roles.weight_is, shown(roles.weight or "")
    if weight is None or kind == SAMPLING or scored.verification is not None:
        return scored, []
    whole = bool((weight == np.floor(weight)).all())
    if not whole:
        if kind is None:
            return scored, []
        part = weight[weight != np.floor(weight)][0]
        raise IntakeError(
            f"Column {name} cannot count cases, because it holds {part:.6g}. Choose whole numbers, "
            "or take the weights as sampling weights."
        )
    total = float(weight.sum())
    if total * (1 + len(scored.scores)) > MOST_NUMBERS:
        cause = f"Column {name} stands for {total:,.0f} cases, too many to count one by one"
        if kind == COUNT:
            raise IntakeError(f"{cause}. Take the weights as sampling weights.")
        return scored, [f"{cause}: the weights are taken as sampling weights."]
    counted_rows = repeated(scored, weight.astype(np.int64))
    if kind == COUNT or total == scored.rows:
        return counted_rows, []
    return counted_rows, [counts_note(roles.weight or "", total)]
