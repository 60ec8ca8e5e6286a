"""What a notebook holds, as a file that is read like any other."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.feather

from costdash.core.sample.predictions import Predictions
from costdash.intake.api import arrow
from costdash.intake.columns.roles import Roles


def write_table(given, path: Path) -> Roles:
    """Writes Predictions or a data frame as Feather. Raises IntakeError for what is no table.

    Of Predictions all roles are known, of a frame none.
    """
    roles = Roles()
    if isinstance(given, Predictions):
        columns, roles = _columns(given)
        table = pa.table(columns)
    else:
        table = arrow(given)
    pyarrow.feather.write_feather(table, path, compression="uncompressed")
    return roles


def _columns(given: Predictions) -> tuple[dict, Roles]:
    """Models keep their names; the other columns get names that no model has."""
    columns, parts = dict(given.scores), {"positive": "true"}
    extra = {name: getattr(given, name) for name in ("weight", "fold", "cluster")}
    extra["label"] = given.is_positive
    classes = given.classes
    if classes and classes.code.size == given.rows:
        every = {name: score for own in classes.scores.values() for name, score in own.items()}
        columns = every | columns
        extra["label"] = np.array(classes.names)[classes.code]
        parts["positive"] = classes.names[classes.code[given.is_positive.argmax()]]
    if split := given.split:
        extra["split"] = np.where(split.judging, split.judge_on, split.choose_on)
        parts |= {"choose_on": split.choose_on, "judge_on": split.judge_on}
    scores = tuple(columns)
    for part, array in extra.items():
        if array is not None:
            name = part
            while name in columns:
                name += "_"
            columns[name] = array
            parts[part] = name
    return columns, Roles(scores=scores, **parts)
