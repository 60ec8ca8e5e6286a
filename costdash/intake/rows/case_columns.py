"""Columns of the file beside the cases of a list, as short texts."""

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa

from costdash.core.sample.predictions import ScoredRows
from costdash.intake.columns.levels import Columns, value_text
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError, listed, shown

LONGEST = 200  # letters of a cell
FILE, ROW = "file", "row"  # columns of an exported list that say where a case is
LABEL_NEW = "label_new"  # an empty column for corrected labels
POSITIVE, NEGATIVE = "positive", "negative"  # labels of a list
MARK_DIGITS = 12  # of the file's SHA-256
NOT_SINGLE = "Its cases cannot be listed: {}."


def file_mark(fingerprint: str) -> str:
    """What a list calls its file; fingerprint: SHA-256 in hexadecimal.

    A text in every program: a spreadsheet takes bare digits for a number.
    """
    return f"sha256:{fingerprint[:MARK_DIGITS]}"


def check_single_rows(roles: Roles, scored: ScoredRows) -> None:
    """Raises IntakeError where a row of the sample is no row of the file."""
    if roles.model is not None:
        raise IntakeError(NOT_SINGLE.format("a case is several rows of the file, one per model"))
    if scored.groups is not None:
        raise IntakeError(NOT_SINGLE.format("an engine counts them where they are"))


def check_case_columns(names: Sequence[str], columns: Sequence[str]) -> None:
    """Raises IntakeError for a column that the file does not have."""
    for name in names:
        if name not in columns:
            raise IntakeError(
                f"There is no column “{shown(name)}”. Choose one of the columns {listed(columns)}."
            )


def case_texts(columns: Columns, names: Sequence[str], places: Sequence[int]) -> list[list[str]]:
    """Cells of the named columns at these rows of the file, cut at 200 letters; one list a row."""
    cells = [
        columns.table.column(name).take(pa.array(places, pa.int64())).to_pylist() for name in names
    ]
    return [[_text(cell) for cell in row] for row in zip(*cells)] if names else [[] for _ in places]


def stored_columns(path: Path, roles: Roles) -> list[str]:
    """The columns of a stored table that can stand beside cases: no label and no score."""
    with pa.memory_map(str(path)) as file:
        names = pa.ipc.open_file(file).schema.names
    return [name for name in names if name != roles.label and name not in roles.scores]


def stored_case_texts(path: Path, names: Sequence[str], places: Sequence[int]) -> list[list[str]]:
    """As `case_texts`, of a stored table, which is mapped: only these columns are touched."""
    if not names:
        return [[] for _ in places]
    with pa.memory_map(str(path)) as file:
        table = pa.ipc.open_file(file).read_all().select(list(names))
        return case_texts(Columns(table), names, places)


def _text(cell: object) -> str:
    text = "" if cell is None else cell if isinstance(cell, str) else value_text(cell)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "\u2026"
