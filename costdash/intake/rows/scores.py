"""Score columns as arrays, with notes on scores that are missing or infinite."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from costdash.core.types import Bools, Floats
from costdash.intake.columns.levels import Columns
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError, listed, shown
from costdash.intake.formats.numbers import check_exact
from costdash.wording import counted

MOST_SEPARATE = 5  # models with missing scores that get a sentence each


class Unusable(NamedTuple):
    """Rows in which a model has no usable score, and how many of these scores are infinite."""

    rows: int
    infinite: int


def read_scores(
    columns: Columns, roles: Roles, retained: Bools
) -> tuple[dict[str, Floats], list[str]]:
    """(n,) scores of each model over all rows, NaN where it has none, and notes.

    Models without a usable score in the rows to keep are left out. Raises IntakeError if that
    leaves none.
    """
    scores: dict[str, Floats] = {}
    notes: list[str] = []
    unusable: dict[str, Unusable] = {}
    for name in roles.scores:
        score = _read_score(columns, name, roles)
        bad = retained & ~np.isfinite(score)
        if bad.any() and bad.sum() == retained.sum():
            notes.append(left_out_note(name))
            continue
        if bad.any():
            unusable[name] = Unusable(int(bad.sum()), int((retained & np.isinf(score)).sum()))
            score = np.where(np.isfinite(score), score, np.nan)
        scores[name] = score
    for name in [name for name in scores if name in roles.negate]:
        scores[name] = negated(scores[name])
        notes.append(negated_note(name))
    if not scores:
        raise no_scores_error(roles.scores)
    return scores, notes + unusable_notes(unusable)


def left_out_note(name: str) -> str:
    return f"Model {shown(name)} has no usable score in any row and is left out."


def negated_note(name: str) -> str:
    return (
        f"Model {shown(name)} is negated: a lower score in the file now means more likely positive."
    )


def no_scores_error(names: Sequence[str]) -> IntakeError:
    return IntakeError(
        f"No row has both a label and a usable score in {listed(names)}. "
        "Choose other columns, or check how the file was written."
    )


def negated(score: Floats) -> Floats:
    """Scores (n,) in the opposite order; scores from 0 to 1 stay within 0 and 1.

    Fawcett (2004), section 2.1.
    """
    return 1 - score if are_shares(score) else -score


def are_shares(score: Floats) -> bool:
    """Whether all finite scores (n,) lie in [0, 1]."""
    finite = score[np.isfinite(score)]
    return bool(finite.size > 0 and finite.min() >= 0 and finite.max() <= 1)


def unusable_notes(models: dict[str, Unusable]) -> list[str]:
    """In how many rows each model has no usable score; one sentence for many models."""
    if len(models) > MOST_SEPARATE:
        each = listed(f"{shown(name)} in {unusable.rows:,}" for name, unusable in models.items())
        return [f"{len(models)} models have no usable score in some rows: {each}."]
    notes = []
    for name, (rows, infinite) in models.items():
        kinds = {"missing": rows - infinite, "infinite": infinite}
        reasons = listed(f"{n:,} {kind}" for kind, n in kinds.items() if n)
        notes.append(
            f"Model {shown(name)} has no usable score in {counted(rows, 'row')} ({reasons})."
        )
    return notes


def _read_score(columns: Columns, name: str, roles: Roles) -> Floats:
    """(n,) scores of one column."""
    column = columns[name]
    if not column.is_numeric:
        return _read_calls(columns, name, roles)
    if pa.types.is_integer(column.cells.type):
        ends = pc.min_max(column.cells).as_py()
        check_exact(name, max(ends["min"] or 0, ends["max"] or 0, key=abs))
    return column.floats()


def _read_calls(columns: Columns, name: str, roles: Roles) -> Floats:
    """(n,) 1 where a column of text calls a case positive, 0 where it does not.

    Raises IntakeError unless its values are values of the label.
    """
    calls = columns[name].class_levels
    labels = columns[roles.label].classes if roles.label is not None else []
    values = call_values(name, calls.texts, labels, roles.positive or "")
    return np.array([*values, np.nan])[calls.codes]


def call_values(
    name: str, calls: Sequence[str], labels: Sequence[str], positive: str
) -> list[float]:
    """1 for each text of a column that calls a case positive, 0 for the others.

    Raises IntakeError unless all are values of the label.
    """
    if not calls or not {text.casefold() for text in calls} <= {text.casefold() for text in labels}:
        holds = f"text such as “{shown(calls[0], 20)}”" if calls else "nothing"
        raise IntakeError(
            f"Column {shown(name)} holds {holds} and cannot be a score. Choose a column of numbers."
        )
    return [float(text.casefold() == positive.casefold()) for text in calls]
