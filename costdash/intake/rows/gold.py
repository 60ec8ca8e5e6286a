"""True labels of some rows, beside the labels that a judge gave to all of them."""

from typing import Any

import numpy as np

from costdash.core.types import Bools, Floats
from costdash.intake.columns.levels import Columns, matching
from costdash.intake.columns.roles import SAMPLING, Roles
from costdash.intake.errors import IntakeError, shown

EXCLUDED = {  # roles whose rows have no corrected cost
    "cost_fn_column": "costs per case",
    "verified_within": "groups of rows that somebody looked at",
    "verified_by": "groups of rows that somebody looked at",
    "chance": "the chance that somebody looked at a row",
}


def read_gold(columns: Columns, roles: Roles, retained: Bools) -> Floats | None:
    """1 and 0 where a retained row has a true label, nan elsewhere (m,); None without the role.

    retained (n,): rows with a label of the judge. Raises IntakeError.
    """
    name = roles.gold
    if name is None:
        return None
    if roles.weight is not None and roles.weight_is != SAMPLING:
        raise IntakeError(
            f"True labels of some rows (column {shown(name)}) do not go together with a weight of "
            f"cases (column {shown(roles.weight)}): it is not known which of them were checked. "
            "Write one row per case, or say that it is a sampling weight (--weight-is sampling)."
        )
    for role, what in EXCLUDED.items():
        if getattr(roles, role) is not None:
            raise IntakeError(
                f"True labels of some rows (column {shown(name)}) do not go together with {what}. "
                "Leave out one of the two."
            )
    levels, label, positive = columns[name].class_levels, str(roles.label), str(roles.positive)
    value = matching(positive, levels.texts)
    if value is None:
        raise IntakeError(
            f"No row has “{shown(positive)}” in column {shown(name)}, the positive "
            f"value of column {shown(label)}. Write true labels in the same words."
        )
    codes = levels.codes[retained]
    return np.where(codes < 0, np.nan, codes == levels.texts.index(value))


def gold_fields(gold: Floats | None) -> dict[str, Any]:
    """The details `gold` of a sample: how many rows were checked, of how many; {} if none was."""
    if gold is None:
        return {}
    return {"gold": {"rows": int(np.count_nonzero(~np.isnan(gold))), "of": gold.size}}
