"""A table and the parts of its columns, to labelled rows. Nothing is dropped silently."""

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from costdash.core.sample.predictions import ScoredRows
from costdash.intake.columns.classes import (
    chosen_columns,
    class_scores,
    columns_of_others,
    leave_out_partial,
)
from costdash.intake.columns.levels import Levels, is_numeric, matching
from costdash.intake.columns.positive_class import LISTED, label_levels
from costdash.intake.columns.roles import Roles, check_roles
from costdash.intake.columns.split import read_split, shared_groups_note, split_of
from costdash.intake.errors import IntakeError, listed, shown
from costdash.intake.rows.groups import read_cluster, read_fold
from costdash.intake.rows.long_format import widen
from costdash.intake.rows.scores import read_scores
from costdash.wording import counted


def to_scored_rows(table: pa.Table, roles: Roles) -> tuple[ScoredRows, list[str]]:
    """The rows with a label, and a sentence for each thing dropped or assumed.

    Raises IntakeError where the roles do not fit the table or nothing can be drawn.
    """
    check_roles(roles, table.column_names)
    if not roles.complete:
        raise IntakeError(
            "Choose a column of labels, its positive value and at least one column of scores."
        )
    messages = []
    if roles.model is not None:
        table, roles, messages = widen(table, roles)
    found, labels, notes = _labels(table[roles.label], roles)
    messages += notes
    keep = found.codes >= 0
    labelled = keep.sum()
    judging, notes = read_split(table, roles, keep)
    messages += notes
    of = len(keep) - int(labelled - keep.sum())  # rows, but for those in neither part
    weight, notes = _weight(table, roles, keep)
    messages += notes
    scores, notes = read_scores(table, roles, keep)
    messages += notes
    owned = chosen_columns(table, replace(roles, scores=tuple(scores)))
    messages += leave_out_partial(owned, scores, keep)
    others = columns_of_others(owned, matching(roles.positive, found.texts))
    drawn = {name: score for name, score in scores.items() if name not in others}
    complete = keep.copy()
    for score in drawn.values():
        complete &= np.isfinite(score)
    if complete.sum() < of:
        messages.append(_together(complete, of, gaps=(keep & ~complete).any()))
    fold, notes = read_fold(table, roles, keep)
    messages += notes
    cluster, notes = read_cluster(table, roles, keep)
    messages += notes
    _check_classes(labels[complete], roles)
    split, notes = split_of(judging, keep, complete, labels, roles)
    messages += notes
    messages += shared_groups_note(split, cluster)
    rows = slice(None) if keep.all() else keep  # all of them without a copy
    weight = None if weight is None else weight[rows]
    parts = {"weight": weight, "fold": fold, "cluster": cluster, "split": split}
    classes, notes = class_scores(roles.label, found, owned, scores, rows, **parts)
    messages += notes
    drawn = {name: score[rows] for name, score in drawn.items()}
    return ScoredRows(is_positive=labels[rows], scores=drawn, classes=classes, **parts), messages


def _together(complete: np.ndarray, of: int, gaps: bool) -> str:
    used = f"{counted(int(complete.sum()), 'row')} of {of:,}"
    if not gaps:
        return f"Everything drawn uses the {used} that have a label and count."
    return (
        "Everything drawn together uses the rows that are complete for all models that are on: "
        f"the {used} while all are on."
    )


def _labels(column: pa.ChunkedArray, roles: Roles) -> tuple[Levels, np.ndarray, list[str]]:
    """The values of the label, which rows are positive, and notes."""
    found, notes = label_levels(column)
    positive = matching(roles.positive, found.texts)
    if positive is None:
        raise IntakeError(
            f"Column {shown(roles.label)} has no value “{shown(roles.positive)}”. Its values are "
            f"{listed(found.texts[:LISTED]) if found.texts else 'all missing'}: choose the "
            "positive one among them."
        )
    if len(found.texts) > 2:
        others = [text for text in found.texts if text != positive]
        notes.append(
            f"Column {shown(roles.label)} has {len(found.texts):,} values: “{shown(positive)}” "
            f"is positive and all others ({listed(others)}) together are negative."
        )
    missing = found.codes < 0
    if missing.any():
        notes.append(
            f"Left out: {counted(int(missing.sum()), 'row')} without a label in column "
            f"{shown(roles.label)}."
        )
    return found, found.codes == found.texts.index(positive), notes


def _weight(table: pa.Table, roles: Roles, keep: np.ndarray):
    """Weights, or None; clears keep where a row stands for no case."""
    if roles.weight is None:
        return None, []
    column = table[roles.weight]
    if not is_numeric(column):
        raise IntakeError(
            f"Column {shown(roles.weight)} holds no numbers and cannot be the weight. "
            "Choose another column, or none."
        )
    weight = pc.cast(column, pa.float64(), safe=False).to_numpy()
    negative = np.flatnonzero(weight < 0)
    if len(negative):
        raise IntakeError(
            f"Column {shown(roles.weight)} has {counted(len(negative), 'negative weight')}, the "
            f"first in row {negative[0] + 1:,} of the data. A weight says how many cases a row "
            "stands for: mend the column, or choose no weight."
        )
    none = keep & ~((weight > 0) & np.isfinite(weight))
    keep &= ~none
    if not none.any():
        return weight, []
    note = f"Left out: {counted(int(none.sum()), 'row')} with a weight of zero or none."
    return weight, [note]


def _check_classes(is_positive: np.ndarray, roles: Roles) -> None:
    if not len(is_positive):
        raise IntakeError(
            "No row is complete: each lacks a label or some model's score. Leave out the models "
            "that have few scores."
        )
    if is_positive.all() or not is_positive.any():
        only = "positive" if is_positive.any() else "negative"
        raise IntakeError(
            f"All complete rows are {only} by column {shown(roles.label)} (positive is "
            f"“{shown(roles.positive)}”). Curves need both classes: choose another label or "
            "positive value, or upload a file with both."
        )
