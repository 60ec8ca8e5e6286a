"""Recent scores without labels: from a file of their own, or from rows of the same file."""

from collections.abc import Sequence
from io import BytesIO, StringIO
from pathlib import Path
from typing import TextIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from costdash.core.sample.predictions import ScoredRows
from costdash.core.types import Floats
from costdash.intake.columns.levels import Columns, matching
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError, listed, shown
from costdash.intake.formats.read import read_file, read_open
from costdash.intake.limits import Limits
from costdash.intake.rows.scores import are_shares

LONGEST_NAME = 1000  # letters of a column


def recent_scores(path: Path, roles: Roles, scored: ScoredRows) -> dict[str, Floats]:
    """The scores of a file without labels, by model; columns are matched by name.

    Raises IntakeError if no column is named after a model.
    """
    try:
        columns = read_file(path, Limits.from_environment()).columns
    except IntakeError:
        with path.open(encoding="utf-8-sig", errors="replace") as text:
            single = _single_column(text, list(scored.scores))
        if single is None:
            raise
        columns = single
    return scores_of(columns, roles, scored)


def recent_columns(content: str, names: Sequence[str], limits: Limits) -> Columns:
    """The columns of a text of recent scores, also of a single column named after a model."""
    try:
        return read_open(BytesIO(content.encode(errors="replace")), limits).columns
    except IntakeError:
        single = _single_column(StringIO(content.removeprefix("\ufeff")), names)
        if single is None:
            raise
        return single


def _single_column(text: TextIO, names: Sequence[str]) -> Columns | None:
    """The one column of a text, if it is named after a model; other files have several columns."""
    name = text.readline(LONGEST_NAME).strip().strip('"')
    if name not in names:
        return None
    cells = pa.array((line.strip() or None for line in text), pa.string())
    try:
        return Columns(pa.table({name: pc.cast(cells, pa.float64())}))
    except pa.ArrowInvalid:
        raise IntakeError(
            f"Column {shown(name)} of the recent scores holds text. Write one number per row."
        ) from None


def recent_rows(path: Path, where: str, roles: Roles, scored: ScoredRows) -> dict[str, Floats]:
    """The scores of the rows of the file itself that have no label and a value in a column.

    where: COL=VALUE. Raises IntakeError if there are none.
    """
    columns = read_file(path, Limits.from_environment()).columns
    name, value = without_label(where, columns.names)
    levels = columns[name].levels
    text = matching(value, levels.texts)
    label = columns[str(roles.label)].class_levels
    chosen = label.codes < 0
    if text is not None:
        chosen &= levels.codes == levels.texts.index(text)
    if text is None or not chosen.any():
        raise no_recent_rows(name, value, levels.texts)
    return {model: score[chosen] for model, score in scores_of(columns, roles, scored).items()}


def without_label(where: str, names: Sequence[str]) -> tuple[str, str]:
    """Column and value of COL=VALUE. Raises IntakeError unless there is such a column."""
    name, equals, value = where.rpartition("=")
    if not equals or name not in names:
        raise IntakeError(
            f"“{shown(where)}” must be a column and a value, such as month=2026-11; the columns "
            f"are {listed(names, 20)}."
        )
    return name, value


def no_recent_rows(name: str, value: str, texts: Sequence[str]) -> IntakeError:
    return IntakeError(
        f"No row without a label has “{shown(value)}” in column {shown(name)}. Choose one of "
        f"its values {listed(texts, 10)}."
    )


def scores_of(columns: Columns, roles: Roles, scored: ScoredRows) -> dict[str, Floats]:
    """The columns that are named after models, turned as those of the file were."""
    found = {}
    for name, score in scored.scores.items():
        if name in columns.names and columns[name].is_numeric:
            values = columns[name].floats()
            if name in roles.negate:  # as the scores of the file were turned
                values = 1 - values if are_shares(score) else -values
            found[name] = np.where(np.isfinite(values), values, np.nan)
    if not found:
        raise IntakeError(
            f"No column of recent scores is named {listed(list(scored.scores))}. Name the columns "
            "as in the file with labels."
        )
    return found
