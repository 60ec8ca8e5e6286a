"""The long layout, one row per case and model, converted to one row per case."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from costdash.core.types import Floats
from costdash.intake.columns.levels import Columns, Levels
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError, listed, shown
from costdash.wording import counted

Indices = NDArray[np.intp]
CONSTANT = {"weight": "weight", "cluster": "cluster", "split": "part", "gold": "true label"}
EXAMPLES = 3  # cases named in a sentence


def widen(columns: Columns, roles: Roles) -> tuple[Columns, Roles, list[str]]:
    """Columns with one row per case and a column of scores per model, their roles, and notes.

    Raises IntakeError if the rows of a case contradict each other.
    """
    model, label, score = roles.model, roles.label, roles.scores[0]
    if model is None or label is None:
        raise ValueError("the long layout needs a column of models and a label")
    columns, notes = _without_incomplete(columns, [model, roles.case_id])
    models = columns[model].levels
    if roles.case_id is not None:
        cases = columns[roles.case_id].levels
    else:
        cases = _paired_by_order(models)
        notes.append(
            "No column names the case: the rows of the models were paired by their order. Choose "
            "the column that names the case if there is one."
        )
    if not columns[score].is_numeric:
        raise IntakeError(
            f"Column {shown(score)} does not hold numbers and cannot be the score. "
            "Choose another column."
        )
    labels = columns[label].class_levels
    first = _first_rows(cases, labels)
    _check_labels(labels, cases, first, roles)
    matrix, more = _score_matrix(columns[score].floats(), models, cases)
    fold, fold_notes = _check_constant(columns, cases, first, roles)
    retained = [label, roles.weight, fold, roles.cluster, roles.split, roles.gold]
    retained += [name for name in roles.segments if name in columns and name not in retained]
    retained += _groups_of_labels(columns, roles, labels, cases, models)
    wide = {name: columns.table[name].take(first) for name in retained if name is not None}
    names = [f"{name} (model)" if name in wide else name for name in models.texts]
    scores = dict(zip(names, matrix, strict=True))
    wide_roles = replace(roles, scores=tuple(scores), model=None, case_id=None, fold=fold)
    return Columns(pa.table(wide | scores)), wide_roles, notes + more + fold_notes


def _groups_of_labels(
    columns: Columns, roles: Roles, labels: Levels, cases: Levels, models: Levels
) -> list[str]:
    """Columns that say, or if some cases have no label may say, which cases were looked at."""
    labelled = np.bincount(cases.codes, labels.codes >= 0, len(cases.texts))
    taken = {*roles.columns, *roles.segments, *models.texts}
    free = [] if labelled.all() else [name for name in columns.names if name not in taken]
    return [*free, *(n for n in (roles.verified_within, roles.chance) if n in columns.names)]


def _without_incomplete(columns: Columns, names: Iterable[str | None]) -> tuple[Columns, list[str]]:
    """The rows that have a value in all of the named columns, and a note on the others."""
    usable = np.ones(columns.rows, dtype=bool)
    for name in names:
        if name is not None:
            usable &= columns[name].levels.codes >= 0
    if usable.all():
        return columns, []
    left_out = counted(int((~usable).sum()), "row")
    note = f"Left out: {left_out} without a model or a case."
    return Columns(columns.table.filter(pa.array(usable))), [note]


def _first_rows(cases: Levels, labels: Levels) -> Indices:
    """(cases,) the first row of each case that has a label; its first row if none has."""
    labelled_first = np.argsort(labels.codes < 0, kind="stable")
    first: Indices = labelled_first[np.unique(cases.codes[labelled_first], return_index=True)[1]]
    return first


def _paired_by_order(models: Levels) -> Levels:
    """Cases numbered by the order of each model's rows. Raises IntakeError if models differ."""
    counts = models.counts
    if len(set(counts.values())) > 1:
        sizes = listed(f"{name} {n:,}" for name, n in counts.items())
        raise IntakeError(
            f"The models have different numbers of rows ({sizes}), so that their rows cannot be "
            "paired by order. Choose the column that names the case."
        )
    order = np.argsort(models.codes, kind="stable")
    codes = np.empty(len(order), dtype=np.int64)
    n_cases = next(iter(counts.values()))
    codes[order] = np.tile(np.arange(n_cases), len(counts))
    return Levels(codes, [str(i + 1) for i in range(n_cases)])


def _check_labels(labels: Levels, cases: Levels, first: Indices, roles: Roles) -> None:
    """Raises IntakeError if the rows of a case have different labels."""
    wrong = (labels.codes >= 0) & (labels.codes != labels.codes[first][cases.codes])
    if not wrong.any():
        return
    conflicting = np.unique(cases.codes[wrong])
    names = listed((cases.texts[i] for i in conflicting), at_most=EXAMPLES)
    if roles.case_id is None:
        raise IntakeError(
            "Paired by their order, the rows of the models disagree about the label of "
            f"{counted(len(conflicting), 'case')}. Choose the column that names the case."
        )
    raise IntakeError(
        f"The label differs between the rows of {counted(len(conflicting), 'case')} ({names}). "
        f"Correct column {shown(roles.label)}, or choose another column for the case."
    )


def _score_matrix(score: Floats, models: Levels, cases: Levels) -> tuple[Floats, list[str]]:
    """(models, cases) scores, NaN where there is no row, and notes.

    Raises IntakeError if a case has different scores by one model.
    """
    cell = models.codes * len(cases.texts) + cases.codes
    matrix = np.full(len(models.texts) * len(cases.texts), np.nan)
    matrix[cell[::-1]] = score[::-1]  # of repeated rows the first stays
    rows_of = np.bincount(cell, minlength=len(matrix))
    notes = []
    if (rows_of > 1).any():
        repeated = np.unique(cases.codes[rows_of[cell] > 1])
        names = listed((cases.texts[i] for i in repeated), at_most=EXAMPLES)
        differ = ~((matrix[cell] == score) | (np.isnan(matrix[cell]) & np.isnan(score)))
        if differ.any():
            raise IntakeError(
                f"Some cases ({names}) have more than one score by the same model. Keep one row "
                "for each case and model, or choose another column for the case."
            )
        left_out = counted(int((rows_of - 1).clip(0).sum()), "repeated row")
        notes.append(f"Left out: {left_out} of the same case and model ({names}).")
    shape = len(models.texts), len(cases.texts)
    missing = (rows_of == 0).reshape(shape)
    return matrix.reshape(shape), notes + _missing_rows_notes(missing, models, cases)


def _missing_rows_notes(missing: NDArray[np.bool_], models: Levels, cases: Levels) -> list[str]:
    """Names the models, and for each some cases, that have no row; missing is (models, cases)."""
    notes = []
    for name, lacks in zip(models.texts, missing, strict=True):
        if lacks.any():
            names = listed((cases.texts[i] for i in np.flatnonzero(lacks)), at_most=EXAMPLES)
            notes.append(
                f"Model {shown(name)} has no row for {counted(int(lacks.sum()), 'case')} ({names})."
            )
    return notes


def _check_constant(
    columns: Columns, cases: Levels, first: Indices, roles: Roles
) -> tuple[str | None, list[str]]:
    """The column of folds if each case has one fold, else None and a note.

    Raises IntakeError if a case has more than one weight, cluster, part of the split or true label.
    """
    for role, thing in CONSTANT.items():
        name = getattr(roles, role)
        if name is not None and not _is_constant(columns, name, cases, first):
            raise IntakeError(
                f"Column {shown(name)} gives some cases different {thing}s in different rows. "
                f"A case has one {thing}: correct the column, or choose no {role}."
            )
    if roles.fold is None or _is_constant(columns, roles.fold, cases, first):
        return roles.fold, []
    name = shown(roles.fold)
    return None, [f"Column {name} differs between the rows of a case: no folds are used."]


def _is_constant(columns: Columns, name: str, cases: Levels, first: Indices) -> bool:
    codes = columns[name].levels.codes
    return bool((codes == codes[first][cases.codes]).all())
