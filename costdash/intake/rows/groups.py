"""Columns that group the rows: folds, and clusters of rows that are not independent."""

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from costdash.core.types import Bools
from costdash.intake.columns.levels import Columns
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import shown
from costdash.wording import counted


def read_fold(columns: Columns, roles: Roles, retained: Bools) -> tuple[NDArray | None, list[str]]:
    """Fold of each row to keep, or None, and notes."""
    if roles.fold is None:
        return None, []
    column = columns[roles.fold].where(retained)
    levels = column.levels
    empty = int((levels.codes < 0).sum())
    if empty:
        note = f"Column {shown(roles.fold)} is empty in {counted(empty, 'row')}: no folds are used."
        return None, [note]
    if pa.types.is_integer(column.cells.type):
        return column.cells.to_numpy(), []
    return np.array(levels.texts)[levels.codes], []


def read_cluster(
    columns: Columns, roles: Roles, retained: Bools
) -> tuple[NDArray | None, list[str]]:
    """Cluster of each row to keep as whole numbers, or None, and notes.

    A row with an empty cell is a cluster of its own.
    """
    if roles.cluster is None:
        return None, []
    levels = columns[roles.cluster].where(retained).levels
    codes, empty = levels.codes.astype(np.int64), np.flatnonzero(levels.codes < 0)
    codes[empty] = len(levels.texts) + np.arange(empty.size)
    if not empty.size:
        return codes, []
    note = (
        f"Column {shown(roles.cluster)} is empty in {counted(empty.size, 'row')}: each of them "
        "is a cluster of its own."
    )
    return codes, [note]
