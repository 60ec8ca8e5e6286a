"""The labelled, scored rows of a table whose columns have their roles.

Nothing is dropped silently: each reader returns notes, and clears `retained` (n,) where it drops
rows.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from costdash.core.sample.predictions import ScoredRows
from costdash.core.sample.split import Split
from costdash.core.types import Bools, Floats
from costdash.intake.columns.classes import (
    ClassColumns,
    chosen_class_columns,
    class_scores,
    columns_of_other_classes,
    leave_out_incomplete,
)
from costdash.intake.columns.levels import Column, Columns, Levels, matching
from costdash.intake.columns.positive_class import LISTED
from costdash.intake.columns.roles import Roles, check_roles
from costdash.intake.columns.split import (
    SplitRows,
    check_split,
    read_split,
    shared_clusters_note,
)
from costdash.intake.errors import IntakeError, listed, shown
from costdash.intake.rows.costs import cost_notes, read_costs
from costdash.intake.rows.gold import read_gold
from costdash.intake.rows.groups import read_cluster, read_fold
from costdash.intake.rows.long_format import widen
from costdash.intake.rows.reviewer import check_reviewer, read_verdicts
from costdash.intake.rows.scores import read_scores
from costdash.intake.rows.segments import read_segments
from costdash.intake.rows.verification import (
    Verified,
    blanks_note,
    check_answers,
    read_verification,
)
from costdash.intake.rows.weights import read_weight, with_weights_applied
from costdash.wording import counted


class Labels(NamedTuple):
    """The values of the label, the positive one, and is_positive (n,)."""

    levels: Levels
    positive: str
    is_positive: Bools


class Models(NamedTuple):
    """Scores of all columns over all rows, those of the models to compare, and columns by class."""

    scores: dict[str, Floats]
    compared: dict[str, Floats]
    by_class: ClassColumns


class Groups(NamedTuple):
    """Fold and cluster (n,) of the rows to keep, and their split; None where there is none."""

    fold: NDArray | None
    cluster: NDArray | None
    split: Split | None


class Cases(NamedTuple):
    """A table with one row per case, the roles of its columns, and notes on how it was made."""

    columns: Columns
    roles: Roles
    notes: list[str]


def as_cases(columns: Columns, roles: Roles) -> Cases:
    """The rows of a file, or of the long layout its cases.

    Raises IntakeError if the roles do not fit the table, or the rows of a case disagree.
    """
    check_roles(roles, columns)
    check_answers(roles)
    check_reviewer(roles)
    if not roles.complete or roles.label is None or roles.positive is None:
        raise IntakeError(
            "Choose a column of labels, its positive value and at least one column of scores."
        )
    return Cases(columns, roles, []) if roles.model is None else Cases(*widen(columns, roles))


def to_scored_rows(cases: Cases, segments: Sequence[str] = ()) -> tuple[ScoredRows, list[str]]:
    """The cases with a label, and a sentence for everything dropped or assumed.

    segments: columns by which costs may be divided, besides those of the roles.
    Raises IntakeError if no sample can be built.
    """
    columns, roles, messages = cases
    label, positive = str(roles.label), str(roles.positive)
    messages = [*messages]
    labels, notes = _read_labels(columns, roles, label, positive)
    messages += notes
    retained = labels.levels.codes >= 0
    labelled = int(retained.sum())
    verified, notes = read_verification(columns, roles, labels.is_positive, retained)
    messages += notes
    in_evaluation, notes = read_split(columns, roles, retained)
    messages += notes
    of = len(retained) - (
        labelled - int(retained.sum())
    )  # rows, except those in neither part of a split
    weight, notes = read_weight(columns, roles.weight, retained)
    messages += notes
    costs, notes = read_costs(columns, roles, labels.is_positive, retained)
    messages += notes
    models, notes = _read_models(columns, roles, labels, retained)
    messages += notes
    verdicts = read_verdicts(columns, roles, labels.is_positive, retained)
    complete = _complete_rows(models.compared, retained)
    used = int(complete.sum())
    if used < of:
        messages.append(used_rows_note(used, of, gaps=bool((retained & ~complete).any())))
    positives = int(labels.is_positive[complete].sum())
    check_both_classes(used, positives, label, positive)
    divided = None if in_evaluation is None else SplitRows(in_evaluation, retained, complete)
    groups, notes = _read_groups(columns, roles, retained, divided, labels.is_positive)
    messages += notes
    rows = slice(None) if retained.all() else retained  # a slice takes all rows without a copy
    weight = None if weight is None else weight[rows]
    classes, notes = class_scores(
        label, labels.levels, models.by_class, models.scores, rows, weight, *groups
    )
    scored = ScoredRows(
        is_positive=labels.is_positive[rows],
        scores={name: score[rows] for name, score in (models.compared | verdicts).items()},
        weight=weight,
        fold=groups.fold,
        cluster=groups.cluster,
        split=groups.split,
        classes=classes,
        costs=None if costs is None else costs[rows],
        file_row=None if retained.all() else np.flatnonzero(retained),
        segments=read_segments(columns, roles, retained, {*roles.segments, *segments}),
        gold=read_gold(columns, roles, retained),
    )
    if verified is not None:
        scored = _with_verification(scored, verified, models, retained, roles)
    if scored.costs is not None:
        notes += cost_notes(scored.costs, scored.is_positive, weight)
    scored, more = with_weights_applied(scored, roles)
    return scored, messages + notes + more


def _with_verification(
    scored: ScoredRows, verified: Verified, models: Models, retained: Bools, roles: Roles
) -> ScoredRows:
    """Rows that stand for their strata. Raises IntakeError where blind rows cannot be counted."""
    verification, weight = verified.of_rows(retained, models.compared, roles)
    if verification.blind is not None and scored.costs is not None:
        raise IntakeError(
            "Rows that nobody looked at have no costs per case yet: leave out --cost-fn-column and "
            "--cost-fp-column."
        )
    return replace(scored, verification=verification, weight=weight, classes=None)


def _read_groups(
    columns: Columns,
    roles: Roles,
    retained: Bools,
    divided: SplitRows | None,
    is_positive: Bools,
) -> tuple[Groups, list[str]]:
    """Fold, cluster and split of the rows to keep, and notes."""
    fold, notes = read_fold(columns, roles, retained)
    cluster, more = read_cluster(columns, roles, retained)
    notes += more
    split = None
    if divided is not None:
        split, more = check_split(divided, is_positive, roles)
        notes += more
    return Groups(fold, cluster, split), notes + shared_clusters_note(split, cluster)


def _read_models(
    columns: Columns, roles: Roles, labels: Labels, retained: Bools
) -> tuple[Models, list[str]]:
    """The scores, and notes. Score columns of negative classes are not models to compare."""
    scores, notes = read_scores(columns, roles, retained)
    by_class = chosen_class_columns(columns, replace(roles, scores=tuple(scores)))
    notes += leave_out_incomplete(by_class, scores, retained)
    negative_columns = columns_of_other_classes(by_class, labels.positive)
    compared = {name: score for name, score in scores.items() if name not in negative_columns}
    return Models(scores, compared, by_class), notes


def _complete_rows(scores: dict[str, Floats], retained: Bools) -> Bools:
    """(n,) whether a row is kept and has a score of every model."""
    complete = retained.copy()
    for score in scores.values():
        complete &= np.isfinite(score)
    return complete


def used_rows_note(complete: int, of: int, gaps: bool) -> str:
    """How many rows of the file are used; gaps: some rows lack a score."""
    used = f"{counted(complete, 'row')} of {of:,}"
    if not gaps:
        return f"Curves and costs are of the {used} that have a label and count."
    return (
        "Curves and costs are of the rows that have a score of every model that is on: "
        f"{used} while all are on."
    )


def _read_labels(
    columns: Columns, roles: Roles, label: str, positive: str
) -> tuple[Labels, list[str]]:
    """The values of the label, which rows are positive, and notes."""
    column = columns[label]
    levels = column.class_levels
    value = positive_value(label, positive, levels.texts)
    notes = label_notes(column, label, value)
    missing = int((levels.codes < 0).sum())
    if missing and not roles.says_who_looked:
        notes.append(blanks_note(roles, missing, levels.codes.size, label))
    return Labels(levels, value, levels.codes == levels.texts.index(value)), notes


def positive_value(label: str, positive: str, texts: list[str]) -> str:
    """The value of a label that is positive. Raises IntakeError if no row has it."""
    value = matching(positive, texts)
    if value is None:
        values = f"Choose the positive one among its values {listed(texts[:LISTED])}"
        raise IntakeError(
            f"Column {shown(label)} has no value “{shown(positive)}”. "
            f"{values if texts else 'All its cells are empty: choose another label'}."
        )
    return value


def label_notes(column: Column, label: str, value: str) -> list[str]:
    """What was assumed of a column of labels, of which value is positive."""
    notes, texts = [], column.classes
    variants = [text for group in column.spellings.values() if len(group) > 1 for text in group]
    if variants:
        notes.append(
            f"Labels that differ only in case were taken as one value: {listed(variants)}."
        )
    if len(texts) > 2:
        other_values = [text for text in texts if text != value]
        notes.append(
            f"Column {shown(label)} has {len(texts):,} values: “{shown(value)}” "
            f"is positive and all others ({listed(other_values)}) together are negative."
        )
    return notes


def check_both_classes(rows: int, positives: int, label: str, positive: str) -> None:
    """Raises IntakeError unless complete rows of both classes are left."""
    if not rows:
        raise IntakeError(
            "No row is complete: each lacks a label or the score of some model. Leave out the "
            "models that have few scores."
        )
    if positives in (0, rows):
        only = "positive" if positives else "negative"
        raise IntakeError(
            f"All complete rows are {only} by column {shown(label)} (positive is "
            f"“{shown(positive)}”). Curves need both classes: choose another label or "
            "positive value, or upload a file with both."
        )
