"""A decision tree as a table of its leaves: its cases, ranked by the class proportion of a leaf.

Algorithm 7 of Fawcett (2004) with erratum 15 corrected: all leaves count for both class totals, and
points are cumulated from the purest positive leaf on.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from costdash.core.types import Floats
from costdash.intake.columns.levels import Columns, value_text
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError, listed, shown
from costdash.intake.formats.read import Read
from costdash.intake.limits import Limits
from costdash.wording import counted

MATCHED, ERRORS, CLASS = "matched", "errors", "class"
POSITIVES, NEGATIVES = "positives", "negatives"
YES = ("1", "true", "yes", "y", "p", "pos", "positive", "+")
TREE, ACTUAL = "tree", "actual"


class Leaves(NamedTuple):
    """Positives and negatives (n,) of each leaf, and the names of the two classes."""

    positives: Floats
    negatives: Floats
    names: tuple[str, str]


def is_leaf_table(columns: Columns, roles: Roles) -> bool:
    """Whether a table has a row per leaf of a tree, and none of its columns holds scores."""
    by_name = _by_name(columns)
    named = {MATCHED, ERRORS, CLASS} <= by_name.keys() or {POSITIVES, NEGATIVES} == by_name.keys()
    chosen = roles.label in columns.names and any(name in columns.names for name in roles.scores)
    return named and not chosen


def leaves_as_rows(read: Read, roles: Roles, limits: Limits) -> tuple[Read, Roles]:
    """The cases of the leaves as rows, scored by the share of positives in their leaf.

    Raises IntakeError for counts that no leaves can have.
    """
    columns = read.columns
    leaves = _by_errors(columns, roles) if MATCHED in _by_name(columns) else _by_class(columns)
    totals = leaves.positives.sum(), leaves.negatives.sum()
    for total, what in zip(totals, ("positive", "negative"), strict=True):
        if total == 0:
            raise IntakeError(
                f"The leaves hold no {what} case, so there is no curve. Check the counts and the "
                "class names of the leaves."
            )
    cases = int(sum(totals))
    if cases > limits.rows:
        raise IntakeError(
            f"The leaves hold {cases:,} cases, more than {limits.rows:,}: too many to read."
        )
    used = leaves.positives + leaves.negatives > 0
    p, n = (side[used].astype(np.int64) for side in (leaves.positives, leaves.negatives))
    share = p / (p + n)
    score = np.concatenate((np.repeat(share, p), np.repeat(share, n)))
    label = np.repeat(np.array(leaves.names, dtype=object), [p.sum(), n.sum()])
    note = (
        f"Each row of the file is a leaf of a tree: {counted(cases, 'case')} in "
        f"{counted(int(used.sum()), 'leaf').replace('leafs', 'leaves')}, ranked by the share of "
        f"positives ({shown(leaves.names[0])}) in their leaf. If the tree was grown on these "
        "cases, it looks better than it is."
    )
    table = pa.table({ACTUAL: label.tolist(), TREE: score})
    roles = replace(roles, label=ACTUAL, positive=leaves.names[0], scores=(TREE,))
    return Read(Columns(table), (*read.notes, note)), roles


def _by_errors(columns: Columns, roles: Roles) -> Leaves:
    """Leaves with the cases that they match, their errors and the class that they conclude."""
    by_name = _by_name(columns)
    matched, errors = (_counts(columns, by_name[name]) for name in (MATCHED, ERRORS))
    wrong = np.flatnonzero(errors > matched)
    if wrong.size:
        at = wrong[0]
        raise IntakeError(
            f"Leaf {at + 1:,} has {errors[at]:,.0f} errors among {matched[at]:,.0f} cases. Errors "
            "are those of the matched cases that belong to the other class."
        )
    classes = [value_text(name) for name in columns[by_name[CLASS]].cells.to_pylist()]
    names = list(dict.fromkeys(classes))
    if "" in names:
        raise IntakeError(f"Leaf {classes.index('') + 1:,} names no class.")
    if len(names) != 2:
        raise IntakeError(
            f"The leaves name {counted(len(names), 'class').replace('classs', 'classes')}, "
            f"{listed(names[:5])}, but errors only say that a case belongs to the other of two "
            "classes. Give the columns positives and negatives instead."
        )
    right = matched - errors
    first = np.array([name == names[0] for name in classes])
    of_first, of_other = np.where(first, right, errors), np.where(first, errors, right)
    if _positive(names, roles, of_first.sum() > of_other.sum()) == names[0]:
        return Leaves(of_first, of_other, (names[0], names[1]))
    return Leaves(of_other, of_first, (names[1], names[0]))


def _positive(names: list[str], roles: Roles, first_is_larger: bool) -> str:
    """The positive class of two: the chosen class, else by its name, else the rarer class."""
    if roles.positive is not None:
        if roles.positive not in names:
            raise IntakeError(
                f"No leaf names the class “{shown(roles.positive)}”. The classes are "
                f"{listed(names)}."
            )
        return roles.positive
    yes_names = [name for name in names if name.casefold() in YES]
    return yes_names[0] if len(yes_names) == 1 else names[int(first_is_larger)]


def _by_class(columns: Columns) -> Leaves:
    """Leaves with their number of cases of each class."""
    by_name = _by_name(columns)
    counts = [_counts(columns, by_name[name]) for name in (POSITIVES, NEGATIVES)]
    return Leaves(counts[0], counts[1], ("positive", "negative"))


def _counts(columns: Columns, name: str) -> Floats:
    """Whole numbers (n,), not negative. Raises IntakeError with the leaf."""
    if not columns[name].is_numeric:
        raise IntakeError(f"Column {shown(name)} of the leaves does not hold numbers.")
    counts = columns[name].floats()
    wrong = np.flatnonzero(~((counts >= 0) & (counts == np.floor(counts)) & (counts < 2**53)))
    if wrong.size:
        at = wrong[0]
        raise IntakeError(
            f"Leaf {at + 1:,} has {counts[at]:g} in column {shown(name)}, which is no number of "
            "cases: use whole numbers, not negative."
        )
    return counts


def _by_name(columns: Columns) -> dict[str, str]:
    """Columns by their names in lower case; a first column that names the leaves does not count."""
    by_name = {name.strip().casefold(): name for name in columns}
    return {
        name: column for name, column in by_name.items() if name not in ("leaf", "rule", "node")
    }
