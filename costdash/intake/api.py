"""Predictions from a file or a data frame, in this process: for Python and notebooks.

What a notebook holds, as a file that is read like any other.
"""

from dataclasses import asdict
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.feather

from costdash.core.curves.multiclass import multiclass
from costdash.core.sample.predictions import Predictions, ScoredRows
from costdash.intake.columns.infer import Guess, guess
from costdash.intake.columns.roles import Roles
from costdash.intake.errors import IntakeError
from costdash.intake.formats.read import Read, read_file, read_frame
from costdash.intake.limits import Limits
from costdash.intake.rows.build import to_scored_rows
from costdash.intake.rows.checks import areas, column_areas, odd_scores


def read_predictions(path_or_frame, **roles) -> Predictions:
    """The complete rows of a file or data frame, as one labelled sample.

    roles name columns: label, scores (one name or several), weight, fold, model and case_id (the
    long layout), cluster, split; and values: positive of the label, choose_on and judge_on of the
    split. What is not given is guessed as on the page. Raises IntakeError, whose sentence says
    what to do, and TypeError for a role that there is not.
    """
    return read_with_messages(path_or_frame, **roles)[0]


def read_with_messages(path_or_frame, **roles) -> tuple[Predictions, dict, list[str]]:
    """As read_predictions, with what is said of the sample and the warnings; see read_scored."""
    return _complete(*read_scored(path_or_frame, **roles))


def read_scored(path_or_frame, **roles) -> tuple[ScoredRows, dict, list[str]]:
    """All labelled rows, before it is known which models are drawn together.

    The dict has rows_read (of the file), label, positive, roles and multiclass (the areas of each
    model that scores all classes), as JSON; with read_with_messages also rows (drawn).
    """
    given, limits = Roles.given(**roles), Limits.from_environment()
    if isinstance(path_or_frame, str | Path):
        read = read_file(Path(path_or_frame), limits)
    else:
        read = read_frame(arrow(path_or_frame), limits)
    return _scored(read, given, limits)


def decide(read: Read, given: Roles, limits: Limits) -> tuple[Predictions, dict, list[str]]:
    """Predictions by what is given and guessed, with all that is odd about them; see draw."""
    return _complete(*_scored(read, given, limits))


def _scored(read: Read, given: Roles, limits: Limits) -> tuple[ScoredRows, dict, list[str]]:
    scored, said, messages = draw(read, guess(read.table, given, limits))
    predictions = scored.complete()
    area = areas(predictions) | column_areas(said["multiclass"])
    return scored, said, messages + odd_scores(predictions, area)


def _complete(scored: ScoredRows, said: dict, messages: list[str]):
    predictions = scored.complete()
    return predictions, said | {"rows": predictions.rows}, messages


def draw(read: Read, found: Guess) -> tuple[ScoredRows, dict, list[str]]:
    """The labelled rows by a guess; what a human should confirm is among the messages.

    Raises IntakeError with the questions where there is not enough to go by.
    """
    if not found.roles.complete:
        raise IntakeError(" ".join(found.questions))
    scored, messages = to_scored_rows(read.table, found.roles)
    classes = scored.classes
    said = {
        "rows_read": read.table.num_rows,
        "label": found.roles.label,
        "positive": found.roles.positive,
        "roles": found.roles.as_json(),
        "multiclass": [asdict(one) for one in multiclass(classes)] if classes else [],
    }
    return scored, said, [*read.notes, *found.questions, *found.notes, *messages]


def arrow(frame) -> pa.Table:
    try:
        return pa.table(frame)
    except (pa.ArrowException, TypeError, ValueError):
        raise IntakeError(
            "The table could not be understood: give a path or a data frame whose columns each "
            "hold one kind of value, numbers or text."
        ) from None


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
