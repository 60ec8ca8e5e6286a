"""Columns that part the rows: folds, and clusters of rows that are not independent."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from costdash.intake.columns.levels import levels
from costdash.intake.columns.roles import Roles
from costdash.intake.columns.vocabulary import CASES, GROUPS, plain
from costdash.intake.errors import counted, shown


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


def grouping_note(table: pa.Table, roles: Roles) -> list[str]:
    """A sentence where a column that names cases repeats, and nothing is said of clusters."""
    if roles.cluster is not None or roles.model is not None:
        return []
    taken = {roles.label, roles.weight, roles.fold, roles.split, *roles.scores}
    for name in table.column_names:
        if name in taken or plain(name) not in CASES | GROUPS:
            continue
        found = pc.count_distinct(table[name]).as_py()
        if 1 < found < table.num_rows:
            return [
                f"Column {shown(name)} names {found:,} groups of rows. If the rows of a group are "
                "not independent, choose it as the cluster: bands then resample groups."
            ]
    return []
