"""Classifiers by their four counts, as the page types them: read, stored and drawn."""

from collections.abc import Sequence
from typing import Any

from costdash.core.sample.confusion_matrix import ConfusionMatrix
from costdash.intake.columns.roles import Confusion
from costdash.intake.errors import IntakeError
from costdash.intake.rows.matrices import CELLS, MOST_MATRICES, read_matrices

FILE_NAME = "Classifiers by their four counts"
LONGEST_CELL = 200
NONE_LEFT = "Type the four counts of at least one classifier."


def typed_matrices(details: dict[str, Any]) -> list[list[Any]]:
    """The confusion matrices of a data set, by the details that were stored with it."""
    matrices = [list(matrix) for matrix in details.get("matrices", [])]
    names = {matrix[0] for matrix in matrices}
    beside = details.get("roles", {}).get("confusions", [])
    return matrices + [list(matrix) for matrix in beside if matrix[0] not in names]


def rows_as_typed(typed: object) -> list[list[str]]:
    """The rows of the dialog, each a name and four cells. Raises IntakeError for anything else."""
    rows = typed.get("rows") if isinstance(typed, dict) else None
    if not isinstance(rows, list) or not all(map(_is_row, rows)):
        raise IntakeError(NONE_LEFT)
    return rows


def _is_row(row: object) -> bool:
    if not isinstance(row, list) or len(row) != 1 + len(CELLS):
        return False
    return all(isinstance(cell, str) for cell in row)


def matrices_as_typed(rows: Sequence[Sequence[str]]) -> list[Confusion]:
    """The typed confusion matrices; rows without any count are left out.

    Raises IntakeError for counts that no matrix can have, in one sentence.
    """
    filled = [row for row in rows[: MOST_MATRICES + 1] if any(cell.strip() for cell in row[1:])]
    named = []
    for place, (name, *cells) in enumerate(filled, 1):
        name = name.strip()[:LONGEST_CELL] or f"M{place}"
        if lacking := [cell.upper() for cell, text in zip(CELLS, cells) if not text.strip()]:
            raise IntakeError(f"Confusion matrix {name}: type {' and '.join(lacking)} too.")
        named.append((name, *(cell.strip()[:LONGEST_CELL] for cell in cells)))
    matrices: dict[str, ConfusionMatrix] = read_matrices(named)
    return [(name, *matrix.cells) for name, matrix in matrices.items()]


def as_file(matrices: Sequence[Confusion]) -> bytes:
    """A file with a row per matrix, which is read like any upload of matrices."""
    quoted = [('"' + str(name).replace('"', '""') + '"', *cells) for name, *cells in matrices]
    rows = [("name", *CELLS), *quoted]
    return "".join(",".join(map(str, row)) + "\n" for row in rows).encode()
