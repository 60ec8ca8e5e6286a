"""Columns that part the rows: folds, and clusters of rows that are not independent."""

import numpy as np
import pyarrow as pa

from costdash.intake.columns.levels import levels
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import shown
from costdash.wording import counted


def read_fold(
    table: pa.Table, roles: Roles, keep: np.ndarray
) -> tuple[np.ndarray | None, list[str]]:
    """Fold of each row kept, or None, and notes."""
    if roles.fold is None:
        return None, []
    column = table[roles.fold].filter(pa.array(keep))
    found = levels(column)
    empty = int((found.codes < 0).sum())
    if empty:
        note = f"Column {shown(roles.fold)} is empty in {counted(empty, 'row')}: no folds are used."
        return None, [note]
    if pa.types.is_integer(column.type):
        return column.to_numpy(), []
    return np.array(found.texts)[found.codes], []


def read_cluster(
    table: pa.Table, roles: Roles, keep: np.ndarray
) -> tuple[np.ndarray | None, list[str]]:
    """Cluster of each row kept as whole numbers, or None, and notes; an empty one is its own."""
    if roles.cluster is None:
        return None, []
    found = levels(table[roles.cluster].filter(pa.array(keep)))
    codes, empty = found.codes.astype(np.int64), np.flatnonzero(found.codes < 0)
    codes[empty] = len(found.texts) + np.arange(empty.size)
    if not empty.size:
        return codes, []
    note = (
        f"Column {shown(roles.cluster)} is empty in {counted(empty.size, 'row')}: each of them "
        "stands alone."
    )
    return codes, [note]
