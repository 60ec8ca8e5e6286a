"""The column of a reviewer: the verdict of a person or a second model on each row."""

import numpy as np

from costdash.core.types import Bools, Floats
from costdash.intake.columns.levels import Columns
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError, shown
from costdash.intake.rows.scores import read_scores
from costdash.wording import counted


def check_reviewer(roles: Roles) -> None:
    """Raises IntakeError for a reviewer in the long layout."""
    if roles.reviewer is not None and roles.model is not None:
        raise IntakeError(
            f"A reviewer needs one row for each case, but column {shown(roles.model)} names the "
            "model of each row. Leave out the reviewer, or give each model a column of scores."
        )


def read_verdicts(
    columns: Columns, roles: Roles, is_positive: Bools, retained: Bools
) -> dict[str, Floats]:
    """The verdict (n,) of the reviewer by the name of its column; empty without one.

    Raises IntakeError unless every row that is kept has a verdict of 0 or 1, which is right more
    often than chance.
    """
    name = roles.reviewer
    if name is None:
        return {}
    (verdict,) = read_scores(columns, _only(roles, name), retained)[0].values()
    missing = int((retained & np.isnan(verdict)).sum())
    if missing:
        raise IntakeError(
            f"The reviewer {shown(name)} has no verdict in {counted(missing, 'row')}. A zone may "
            "lie anywhere, so every row with a label needs one."
        )
    other = verdict[retained & (verdict != 0) & (verdict != 1)]
    if other.size:
        raise IntakeError(
            f"Verdicts of the reviewer {shown(name)} must be 0 or 1, or values of the label, got "
            f"{other[0]:g}. Choose another column as the reviewer, or take it as scores."
        )
    found, alarms = (verdict[retained & part].mean() for part in (is_positive, ~is_positive))
    if found <= alarms:
        raise IntakeError(
            f"The reviewer {shown(name)} is right no more often than chance: its verdict is 1 for "
            f"{found:.3g} of the positives and {alarms:.3g} of the negatives. Such a reviewer "
            "cannot help."
        )
    return {name: verdict}


def _only(roles: Roles, name: str) -> Roles:
    """Roles with this column alone as scores."""
    return Roles(label=roles.label, positive=roles.positive, scores=(name,))
