"""The long layout, one row for each case and model, made wide: one row per case."""

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from costdash.intake.columns.levels import Levels, is_numeric, levels
from costdash.intake.columns.positive_class import label_levels
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError, listed, shown
from costdash.wording import counted


def widen(table: pa.Table, roles: Roles) -> tuple[pa.Table, Roles, list[str]]:
    """A table with one row per case and a column of scores per model, its roles, and notes."""
    models = levels(table[roles.model])
    usable, notes = models.codes >= 0, []
    if roles.case_id is not None:
        cases = levels(table[roles.case_id])
        usable &= cases.codes >= 0
    if not usable.all():
        notes.append(f"Left out: {counted(int((~usable).sum()), 'row')} without a model or a case.")
        table = table.filter(pa.array(usable))
        models = levels(table[roles.model])
    if roles.case_id is not None:
        cases = levels(table[roles.case_id])
    else:
        cases, note = _paired_by_order(models)
        notes.append(note)
    score = table[roles.scores[0]]
    if not is_numeric(score):
        raise IntakeError(
            f"Column {shown(roles.scores[0])} holds no numbers and cannot be the score. "
            "Choose another column."
        )
    labels = label_levels(table[roles.label])[0]
    first = _first_rows(cases, labels)
    _check_labels(labels, cases, first, roles)
    scores = pc.cast(score, pa.float64(), safe=False).to_numpy()
    matrix, more = _matrix(scores, models, cases)
    wide = {name: table[name].take(first) for name in _single(roles)}
    notes += more + _check_constant(table, cases, first, roles, wide)
    columns = dict(zip(_model_columns(models.texts, wide), matrix, strict=True))
    wide_roles = replace(
        roles,
        scores=tuple(columns),
        model=None,
        case_id=None,
        fold=roles.fold and _kept(roles, wide),
    )
    return pa.table(wide | columns), wide_roles, notes


def _single(roles: Roles) -> list[str]:
    single = (roles.label, roles.weight, roles.fold, roles.cluster, roles.split)
    return [name for name in single if name is not None]


def _kept(roles: Roles, wide: dict) -> str | None:
    return roles.fold if roles.fold in wide else None


def _model_columns(models: list[str], wide: dict) -> list[str]:
    """Names of models, kept apart from the other columns."""
    return [f"{name} (model)" if name in wide else name for name in models]


def _first_rows(cases: Levels, labels: Levels) -> np.ndarray:
    """(cases,) the first row of each case that has a label, else its first."""
    labelled_first = np.argsort(labels.codes < 0, kind="stable")
    return labelled_first[np.unique(cases.codes[labelled_first], return_index=True)[1]]


def _paired_by_order(models: Levels) -> tuple[Levels, str]:
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
    note = (
        "No column names the case: the rows of the models were paired by their order. Choose the "
        "column that names the case if there is one."
    )
    return Levels(codes, [str(i + 1) for i in range(n_cases)]), note


def _check_labels(labels: Levels, cases: Levels, first: np.ndarray, roles: Roles) -> None:
    wrong = (labels.codes >= 0) & (labels.codes != labels.codes[first][cases.codes])
    if not wrong.any():
        return
    conflicting = np.unique(cases.codes[wrong])
    names = listed((cases.texts[i] for i in conflicting), at_most=3)
    if roles.case_id is None:
        raise IntakeError(
            "Paired by their order, the rows of the models disagree about the label of "
            f"{counted(len(conflicting), 'case')}. Choose the column that names the case."
        )
    raise IntakeError(
        f"The label differs between the rows of {counted(len(conflicting), 'case')} ({names}). "
        f"Mend column {shown(roles.label)}, or choose another column for the case."
    )


def _matrix(score: np.ndarray, models: Levels, cases: Levels) -> tuple[np.ndarray, list[str]]:
    """(models, cases) scores, NaN where there is no row, and notes."""
    notes = []
    cell = models.codes * len(cases.texts) + cases.codes
    matrix = np.full(len(models.texts) * len(cases.texts), np.nan)
    matrix[cell[::-1]] = score[::-1]  # of doubles the first stays
    seen = np.bincount(cell, minlength=len(matrix))
    if (seen > 1).any():
        names = listed((cases.texts[i] for i in np.unique(cases.codes[seen[cell] > 1])), at_most=3)
        differ = ~((matrix[cell] == score) | (np.isnan(matrix[cell]) & np.isnan(score)))
        if differ.any():
            raise IntakeError(
                f"Some cases ({names}) have more than one score by the same model. Keep one row "
                "for each case and model, or choose another column for the case."
            )
        doubles = int((seen - 1).clip(0).sum())
        notes.append(
            f"Left out: {counted(doubles, 'row')} of a case and model that has one ({names})."
        )
    lacking = seen.reshape(len(models.texts), -1) == 0
    for name, lacks in zip(models.texts, lacking, strict=True):
        if lacks.any():
            names = listed((cases.texts[i] for i in np.flatnonzero(lacks)), at_most=3)
            notes.append(
                f"Model {shown(name)} has no row for {counted(int(lacks.sum()), 'case')} ({names})."
            )
    return matrix.reshape(len(models.texts), -1), notes


def _check_constant(table, cases: Levels, first, roles: Roles, wide: dict) -> list[str]:
    """A case has one weight, group and part; folds that differ between models are not used."""
    things = {"weight": "weight", "cluster": "group", "split": "part"}
    for role in (*things, "fold"):
        name = getattr(roles, role)
        if name is None:
            continue
        codes = levels(table[name]).codes
        if (codes == codes[first][cases.codes]).all():
            continue
        if role != "fold":
            thing = things[role]
            raise IntakeError(
                f"Column {shown(name)} gives some cases different {thing}s in different rows. "
                f"A case has one {thing}: mend the column, or choose no {thing}."
            )
        del wide[name]
        return [f"Column {shown(name)} differs between the rows of a case: no folds are used."]
    return []
