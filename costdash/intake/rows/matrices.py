"""Models given by the four counts of a confusion matrix, beside the rows or as a table of them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa

from costdash.core.sample.confusion_matrix import ConfusionMatrix
from costdash.core.sample.predictions import ScoredRows
from costdash.intake.columns.levels import Columns, value_text
from costdash.intake.columns.roles import Confusion, Roles
from costdash.intake.errors import IntakeError, listed, shown
from costdash.intake.formats.read import Read
from costdash.intake.limits import Limits

CELLS = ("tp", "fn", "fp", "tn")
NAMES = ("name", "model", "classifier")
MOST_MATRICES = 100


def read_matrices(given: Iterable[Confusion]) -> dict[str, ConfusionMatrix]:
    """The matrices by name. Raises IntakeError for counts that no matrix can have."""
    matrices: dict[str, ConfusionMatrix] = {}
    for name, *cells in given:
        if name in matrices:
            raise IntakeError(f"Two confusion matrices are called “{shown(name)}”. Rename one.")
        try:
            matrices[name] = ConfusionMatrix(*map(_whole, cells))
        except ValueError as error:
            raise IntakeError(f"Confusion matrix {shown(name)}: {error}.") from None
    if len(matrices) > MOST_MATRICES:
        raise IntakeError(f"At most {MOST_MATRICES} confusion matrices can be compared.")
    return matrices


def _whole(cell: Any) -> Any:
    """A count as an integer if it is one; anything else as it is."""
    try:
        number = float(cell.replace(",", "") if isinstance(cell, str) else cell)
    except (TypeError, ValueError):
        return cell
    if number.is_integer() and abs(number) < 2**53:
        return int(number)
    return cell if isinstance(cell, str) else number


def with_matrices(scored: ScoredRows, roles: Roles) -> tuple[ScoredRows, list[str]]:
    """The rows and the confusion matrices beside them, and a note on what that means."""
    model_names = {*scored.scores, *(confusion[0] for confusion in roles.confusions)}
    if unknown := [name for name in roles.negate if name not in model_names]:
        raise IntakeError(
            f"There is no model “{shown(unknown[0])}” to negate. The models are "
            f"{listed(sorted(model_names))}."
        )
    if not roles.confusions:
        return scored, []
    matrices = read_matrices(roles.confusions)
    notes = []
    for name in matrices.keys() & set(roles.negate):
        tp, fn, fp, tn = matrices[name].cells
        matrices[name] = ConfusionMatrix(tp=fn, fn=tp, fp=tn, tn=fp)
        notes.append(f"Model {shown(name)} is negated: what it called negative is now positive.")
    if twice := matrices.keys() & scored.scores.keys():
        raise IntakeError(
            f"A confusion matrix and a column of scores are both called “{shown(min(twice))}”. "
            "Give the matrix another name."
        )
    names = listed(map(shown, matrices))
    are = "is a confusion matrix" if len(matrices) == 1 else "are confusion matrices"
    note = (
        f"{names} {are}: the cases are not those of the rows, so differences from other models "
        "are those of independent samples."
    )
    return replace(scored, confusions=matrices), [note, *notes]


def is_matrix_table(columns: Columns, roles: Roles) -> bool:
    """Whether a table has a row per confusion matrix, and none of its columns is the label."""
    return roles.label not in columns.names and _cell_columns(columns) is not None


def first_as_rows(read: Read, roles: Roles, limits: Limits) -> tuple[Read, Roles]:
    """A table of confusion matrices: the first one's cases as rows, and the others as roles.

    So a file of matrices alone is like one of rows with matrices beside them. Raises IntakeError
    for counts that no matrix can have.
    """
    given = _matrices_of(read.columns)
    matrices = read_matrices(given)
    first, *_ = matrices
    matrix = matrices[first]
    cases = matrix.positives + matrix.negatives
    if cases > limits.rows:
        raise IntakeError(
            f"Confusion matrix {shown(first)} has {cases:,} cases; the first matrix of a file can "
            f"have at most {limits.rows:,}. Put a smaller one first."
        )
    kinds = np.array([(1, 1), (1, 0), (0, 1), (0, 0)])
    is_positive, calls = np.repeat(kinds, matrix.cells, axis=0).T
    label = "actual" if first != "actual" else "label"
    table = pa.table({label: is_positive, first: calls})
    notes = [
        *read.notes,
        f"Each row of the file is a confusion matrix. The cases of {shown(first)} are taken as the "
        "rows, and give the share of positives.",
    ]
    beside = [confusion for confusion in roles.confusions if confusion[0] not in matrices]
    roles = replace(
        roles, label=label, positive="1", scores=(first,), confusions=(*given[1:], *beside)
    )
    whole = tuple((name, *confusion.cells) for name, confusion in matrices.items())
    return Read(Columns(table), tuple(notes), whole), roles


def _cell_columns(columns: Columns) -> dict[str, str] | None:
    """The columns of the four counts and of the names, by role; None if one count is missing."""
    by_name = {name.strip().casefold(): name for name in columns}
    if not set(CELLS) <= by_name.keys():
        return None
    named = [by_name[name] for name in NAMES if name in by_name]
    return {cell: by_name[cell] for cell in CELLS} | ({"name": named[0]} if named else {})


def _matrices_of(columns: Columns) -> list[Confusion]:
    cells = _cell_columns(columns)
    assert cells is not None
    every = {role: columns[name].cells.to_pylist() for role, name in cells.items()}
    size = len(every["tp"])
    names = [value_text(name) for name in every.get("name", [])] or [""] * size
    if not size:
        raise IntakeError("The file holds no confusion matrix. Write one per row.")
    rows = zip(names, *(every[cell] for cell in CELLS), strict=True)
    return [(name or f"matrix {place}", *cells) for place, (name, *cells) in enumerate(rows, 1)]
