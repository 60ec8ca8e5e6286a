"""Which columns could be scores, judged by their names and numbers."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from costdash.core.types import Floats
from costdash.intake.columns.levels import Column, Columns
from costdash.intake.columns.roles import Roles
from costdash.intake.columns.vocabulary import names_aside, names_score
from costdash.intake.errors import shown


class Candidates(NamedTuple):
    """Names of columns by how likely they are scores.

    evident: named as a score or a classifier, or within 0 to 1, or text with the label's own two
    values (calls). plausible: fractions outside 0 to 1. doubtful: whole numbers.
    """

    evident: list[str]
    plausible: list[str]
    doubtful: list[str]


def candidates(columns: Columns, names: Iterable[str], label: Column | None) -> Candidates:
    """Those of the named columns that could be scores. Text counts only beside a label."""
    found = Candidates([], [], [])
    for name in names:
        column = columns[name]
        if not column.is_numeric:
            if label is not None and _has_values_of(column, label):
                found.evident.append(name)
        elif names_score(name):
            found.evident.append(name)
        elif not names_aside(name):
            numbers = column.finite()
            if not len(numbers) or _counts_rows(numbers):
                continue
            if numbers.min() >= 0 and numbers.max() <= 1:
                found.evident.append(name)
            elif (numbers != np.floor(numbers)).any():
                found.plausible.append(name)
            else:
                found.doubtful.append(name)
    return found


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
    return all(len(v) > 2 and bool((np.diff(v) == 1).all()) for v in (numbers[:100], numbers))
