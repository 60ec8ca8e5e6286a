"""Which columns could be scores, judged by their names and numbers."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from costdash.core.types import Floats
from costdash.intake.columns.levels import Column, Columns
from costdash.intake.columns.roles import Roles
from costdash.intake.columns.vocabulary import names_aside, names_score
from costdash.intake.errors import listed, shown

DATES, BY_NAME, ROW_NUMBERS = "dates", "by its name", "row numbers"
EXPECTED = {
    DATES,
    BY_NAME,
    ROW_NUMBERS,
}  # reasons to leave a column out that need no message of their own


class Candidates(NamedTuple):
    """Names of columns by how likely they are scores.

    evident: named as a score or a classifier, or within 0 to 1, or text with the label's own two
    values (calls). plausible: fractions outside 0 to 1. doubtful: whole numbers; 0 and 1 are
    evident calls only where no column holds fractions.
    """

    evident: list[str]
    plausible: list[str]
    doubtful: list[str]


def candidates(columns: Columns, names: Iterable[str], label: Column | None) -> Candidates:
    """The named columns that could be scores. Text columns count only beside a label."""
    by_kind = Candidates([], [], [])
    calls: list[str] = []
    fractions = False
    for name in names:
        column = columns[name]
        if not column.is_numeric:
            if label is not None and _has_values_of(column, label):
                by_kind.evident.append(name)
        elif names_score(name):
            by_kind.evident.append(name)
            fractions = fractions or _has_fractions(column.finite())
        elif not names_aside(name):
            numbers = column.finite()
            if not len(numbers) or _counts_rows(numbers):
                continue
            within = numbers.min() >= 0 and numbers.max() <= 1
            if _has_fractions(numbers):
                fractions = True
                (by_kind.evident if within else by_kind.plausible).append(name)
            else:
                (calls if within else by_kind.doubtful).append(name)
    (by_kind.doubtful if fractions else by_kind.evident).extend(calls)
    return by_kind


def read_as(columns: Columns, roles: Roles) -> str:
    """One sentence that says which columns were read as what, and which were not used and why."""
    reasons = _reasons(columns, roles)
    unused = [f"{shown(name)} ({why})" for name, why in reasons.items()]
    return roles_sentence(roles) + (f" Not used: {listed(unused)}." if unused else "")


def roles_sentence(roles: Roles) -> str:
    """Which column was read as what, for roles that are complete."""
    several = "models" if len(roles.scores) > 1 else "model"
    read = [f"{_with_role('label', roles.label)} ({shown(roles.positive)})"]
    read += [f"{'scores' if roles.model else several} {listed(roles.scores)}"]
    for role in ("model", "case_id", "fold", "split", "weight", "cluster", "gold"):
        if (name := getattr(roles, role)) is not None:
            read.append(_with_role(role.removesuffix("_id"), name))
    if roles.reviewer is not None:
        read.append(_with_role("reviewer", roles.reviewer))
    if roles.split is not None:
        read.append(f"chosen on {shown(roles.choose_on)}, judged on {shown(roles.judge_on)}")
    if roles.cost_fn_column is not None:
        read.append(f"cost of a missed positive {shown(roles.cost_fn_column)}")
        read.append(f"of a false alarm {shown(roles.cost_fp_column)}")
    if roles.segments:
        read.append(f"segments by {listed(roles.segments)}")
    if roles.confusions:
        what = "confusion matrices" if len(roles.confusions) > 1 else "confusion matrix"
        read.append(f"{what} {listed(confusion[0] for confusion in roles.confusions)}")
    return f"Read as: {', '.join(read)}."


def _with_role(role: str, name: str | None) -> str:
    """The role and the column's name; just the name if both are equal."""
    return role if name == role else f"{role} {shown(name)}"


def unused_note(columns: Columns, roles: Roles) -> list[str]:
    """The sentence of `read_as`, if a column is not used for a reason that may surprise."""
    surprising = set(_reasons(columns, roles).values()) - EXPECTED
    return [read_as(columns, roles)] if roles.complete and surprising else []


def _reasons(columns: Columns, roles: Roles) -> dict[str, str]:
    """Why each column without a role has none."""
    used = {*roles.columns, *roles.segments}
    return {name: _why_unused(name, columns[name]) for name in columns if name not in used}


def _why_unused(name: str, column: Column) -> str:
    """Why a column has no role."""
    kind = column.cells.type
    if pa.types.is_temporal(kind):
        return DATES
    if names_aside(name):
        return BY_NAME
    if not column.is_numeric:
        return "text"
    numbers = column.finite()
    if not len(numbers):
        return "empty"
    if _counts_rows(numbers):
        return ROW_NUMBERS
    return "numbers" if _has_fractions(numbers) else "whole numbers"


def _has_fractions(numbers: Floats) -> bool:
    return bool((numbers != np.floor(numbers)).any())


def not_numbers_notes(columns: Columns, roles: Roles) -> list[str]:
    """A note on each column that is named as a score but does not hold numbers."""
    notes = []
    for name, column in columns.items():
        if name in roles.columns or column.is_numeric or not names_score(name):
            continue
        cells = (str(cell) for cell in column.cells.slice(0, 1000).to_pylist() if cell is not None)
        example = next((cell for cell in cells if not _is_number(cell)), "")
        notes.append(
            f"Column {shown(name)} was not taken as a score because it holds cells such as "
            f"“{shown(example, 20)}”. If it is a score, write plain numbers such as 0.85."
        )
    return notes


def _is_number(cell: str) -> bool:
    try:
        return float(cell) == float(cell)
    except ValueError:
        return False


def _has_values_of(column: Column, label: Column) -> bool:
    """Whether a column of text holds exactly the two values of the label."""
    if not pa.types.is_string(column.cells.type):
        return False
    if not (column.has_at_most(4) and label.has_at_most(4)):
        return False
    values = {text.casefold() for text in column.texts}
    return len(values) == 2 and values == {text.casefold() for text in label.texts}


def _counts_rows(numbers: Floats) -> bool:
    """Whether a column numbers the rows, as an index that was written with the table does."""
    with np.errstate(over="ignore"):  # from -1.7e308 to 1.7e308
        return all(len(v) > 2 and bool((np.diff(v) == 1).all()) for v in (numbers[:100], numbers))
