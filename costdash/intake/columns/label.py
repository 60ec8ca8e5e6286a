"""Which column is the label, and why."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from costdash.intake.columns.classes import evident_columns
from costdash.intake.columns.levels import few
from costdash.intake.columns.vocabulary import label_rank, names_aside, names_score
from costdash.intake.errors import listed, shown
from costdash.intake.rows.scores import finite

MOST_CLASSES = 50


@dataclass(frozen=True, slots=True)
class Label:
    """name is None where none could be told; question what a human should decide, if anything."""

    name: str | None
    reason: str
    question: str = ""


def guess_label(table: pa.Table, free: list[str]) -> Label:
    """The rule: the name, else the values after which columns are named, else two values."""
    small = [name for name in free if _could_be_label(table[name], MOST_CLASSES)]
    binary = [name for name in small if few(table[name], 2)]
    named = [name for name in small if label_rank(name) is not None]
    if named:
        best = min(named, key=lambda name: (name not in binary, label_rank(name)))
        return Label(best, f"Column {shown(best)} is named as a label is.")
    owners = {name: evident_columns(table, name, free) for name in small if name not in binary}
    sizes = {name: len(owned[0]) for name, owned in owners.items() if owned}
    if sizes:
        best = [name for name, size in sizes.items() if size == max(sizes.values())]
        reason = f"Column {shown(best[0])} holds the classes that columns are named after."
        return Label(best[0], reason, _several(best))
    apt = [name for name in binary if not names_aside(name) and not names_score(name)]
    binary = apt or [name for name in binary if not names_score(name)]
    if not binary:
        return Label(
            None,
            "",
            "No column could be told to be the label. Choose the one that says which cases are "
            "positive.",
        )
    question = _several(binary)
    if not apt:
        question = question or (
            f"Column {shown(binary[0])} has two values and was taken as the label. Is that right?"
        )
    return Label(binary[0], f"Column {shown(binary[0])} has two values.", question)


def _several(names: list[str]) -> str:
    if len(names) < 2:
        return ""
    return (
        f"More than one column could be the label: {listed(names)}. Column "
        f"{shown(names[0])} was taken. Is that right?"
    )


def _could_be_label(column: pa.ChunkedArray, classes: int) -> bool:
    """Whether it has few distinct values that are words, true and false, or whole numbers."""
    if not few(column, classes) or pa.types.is_temporal(column.type):
        return False
    if pa.types.is_floating(column.type):
        values = finite(column)
        return bool(len(values)) and bool((values == np.floor(values)).all())
    return column.null_count < len(column)
