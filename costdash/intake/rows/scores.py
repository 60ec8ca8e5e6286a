"""Columns of scores as arrays, and what is amiss with them."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from costdash.intake.columns.levels import is_numeric
from costdash.intake.columns.positive_class import label_levels
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError, listed, shown
from costdash.intake.formats.numbers import EXACT, rounded
from costdash.wording import counted

MANY = 5  # models, beyond which one sentence tells of all


def read_scores(table: pa.Table, roles: Roles, keep: np.ndarray) -> tuple[dict, list[str]]:
    """Scores with NaN where there are none; models without any are left out."""
    scores, notes, gaps = {}, [], {}
    for name in roles.scores:
        score, more = _score(table[name], name, roles.positive, table[roles.label])
        notes += more
        bad = keep & ~np.isfinite(score)
        if bad.any() and bad.sum() == keep.sum():
            notes.append(f"Model {shown(name)} has no usable score in any row and is left out.")
            continue
        if bad.any():
            gaps[name] = int(bad.sum()), int((keep & np.isinf(score)).sum())
            score = np.where(np.isfinite(score), score, np.nan)
        scores[name] = score
    if not scores:
        raise IntakeError(
            f"No row has both a label and a usable score in {listed(roles.scores)}. "
            "Choose other columns, or check how the file was written."
        )
    return scores, notes + _gaps(gaps)


def _gaps(rows: dict[str, tuple[int, int]]) -> list[str]:
    """From how many rows of each model have no usable score, and how many of these are infinite.

    Of many models only the first are named.
    """
    if len(rows) > MANY:
        each = listed(f"{shown(name)} in {bad:,}" for name, (bad, _) in rows.items())
        return [f"{len(rows)} models have no usable score in some rows: {each}."]
    notes = []
    for name, (bad, infinite) in rows.items():
        kinds = {"missing": bad - infinite, "infinite": infinite}
        said = listed(f"{n:,} {kind}" for kind, n in kinds.items() if n)
        notes.append(f"Model {shown(name)} has no usable score in {counted(bad, 'row')} ({said}).")
    return notes


def _score(column: pa.ChunkedArray, name: str, positive: str, label) -> tuple[np.ndarray, list]:
    if is_numeric(column):
        notes = []
        if pa.types.is_integer(column.type):
            ends = pc.min_max(column).as_py()
            if max(abs(ends["min"] or 0), abs(ends["max"] or 0)) > EXACT:
                notes.append(rounded(name))
        return pc.cast(column, pa.float64(), safe=False).to_numpy(), notes
    calls, _ = label_levels(column)
    truth, _ = label_levels(label)
    names = {text.casefold() for text in truth.texts}
    if not calls.texts or not {text.casefold() for text in calls.texts} <= names:
        example = listed(f"“{shown(text, 20)}”" for text in calls.texts[:1]) if calls.texts else ""
        raise IntakeError(
            f"Column {shown(name)} holds {f'text such as {example}' if example else 'nothing'} "
            "where scores should be. Choose a column of numbers."
        )
    is_call = [float(text.casefold() == positive.casefold()) for text in calls.texts]
    return np.array([*is_call, np.nan])[calls.codes], []
