"""True labels of some rows, beside the labels that a judge gave to all of them."""

from pathlib import Path

import numpy as np

from costdash.core.sample.predictions import Predictions
from costdash.core.types import Floats
from costdash.intake.columns.levels import matching
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError, shown
from costdash.intake.formats.read import read_file
from costdash.intake.limits import Limits


def read_gold(
    path: Path, name: str, roles: Roles, label: tuple[str, str], predictions: Predictions
) -> Floats:
    """1 and 0 where a row has a true label, nan elsewhere (n,).

    label: the column of the judge and its positive value. Raises IntakeError.
    """
    columns = read_file(path, Limits.from_environment()).columns
    if roles.model is not None or name not in columns.names:
        raise IntakeError(
            f"There is no column “{shown(name)}” of true labels with one row per case."
        )
    levels = columns[name].class_levels
    value = matching(label[1], levels.texts)
    if value is None:
        raise IntakeError(
            f"No row has “{shown(label[1])}” in column {shown(name)}, the positive "
            f"value of column {shown(label[0])}. Write true labels in the same words."
        )
    codes = levels.codes if predictions.file_row is None else levels.codes[predictions.file_row]
    return np.where(codes < 0, np.nan, codes == levels.texts.index(value))
