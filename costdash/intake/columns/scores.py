"""Which columns could be scores, by their names and numbers."""

import numpy as np
import pyarrow as pa

from costdash.intake.columns.levels import few, finite, is_numeric, texts
from costdash.intake.columns.roles import Roles
from costdash.intake.columns.vocabulary import names_aside, names_score
from costdash.intake.errors import shown


def candidates(table: pa.Table, label: pa.ChunkedArray | None) -> tuple[list, list, list]:
    """Names of the columns that are evidently scores, that may be, and that rather are not.

    Evident: named as a score or a classifier, or within 0 to 1, or text of the label's own two
    values (calls). May be: fractions outside 0 to 1. Rather not: whole numbers.
    """
    evident, plausible, doubtful = [], [], []
    for name, column in zip(table.column_names, table.columns, strict=True):
        if not is_numeric(column):
            if label is not None and _same_values(column, label):
                evident.append(name)
            continue
        if names_score(name):
            evident.append(name)
            continue
        if names_aside(name):
            continue
        values = finite(column)
        if not len(values) or _counts_rows(values):
            continue
        if values.min() >= 0 and values.max() <= 1:
            evident.append(name)
        else:
            (plausible if (values != np.floor(values)).any() else doubtful).append(name)
    return evident, plausible, doubtful


def not_numbers(table: pa.Table, roles: Roles) -> list[str]:
    """A note on each column that is named as a score is and could not be taken as one."""
    notes = []
    for name in table.column_names:
        column = table[name]
        if name in roles.columns or is_numeric(column) or not names_score(name):
            continue
        cells = (str(cell) for cell in column.slice(0, 1000).to_pylist() if cell is not None)
        example = next((cell for cell in cells if not _is_plain(cell)), "")
        notes.append(
            f"Column {shown(name)} was not taken as a score: it holds no plain numbers, but cells "
            f"such as “{shown(example, 20)}”. If it is one, write numbers such as 0.85."
        )
    return notes


def _is_plain(cell: str) -> bool:
    try:
        return float(cell) == float(cell)
    except ValueError:
        return False


def _same_values(column: pa.ChunkedArray, label: pa.ChunkedArray) -> bool:
    if not (pa.types.is_string(column.type) and few(column, 4) and few(label, 4)):
        return False
    called = {text.casefold() for text in texts(column)}
    return len(called) == 2 and called == {text.casefold() for text in texts(label)}


def _counts_rows(values: np.ndarray) -> bool:
    """Whether a column numbers the rows, as an index that was written with the table does."""
    return all(len(v) > 2 and bool((np.diff(v) == 1).all()) for v in (values[:100], values))
