"""The split column: which rows are the selection part and which the evaluation part.

Models and thresholds are chosen on the selection part (choose_on) and judged on the evaluation
part (judge_on). Both are values of one column.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from costdash.core.sample.split import Split
from costdash.core.types import Bools
from costdash.intake.columns.levels import Columns, Levels, matching
from costdash.intake.columns.positive_class import LISTED
from costdash.intake.columns.roles import Guess, Roles
from costdash.intake.columns.vocabulary import (
    EVALUATION,
    SELECTION,
    SPLITS,
    TRAINING,
    plain,
)
from costdash.intake.errors import IntakeError, listed, shown
from costdash.wording import counted

MOST_SPLIT_VALUES = 20
NEITHER, SELECTED, EVALUATED = -1, 0, 1
# How the notes begin that are about parts kept apart; `without_split_notes` finds them again.
SPLIT_NOTE = re.compile(
    r"Models and thresholds are chosen on the [\d,]+ row|If models were trained on the rows of |"
    r"[\d,]+ groups? of rows (is|are) in both parts"
)


def find_split(columns: Columns, guessed: Guess, names: list[str]) -> None:
    """Takes a column that is named as a split and whose values name a selection part and another.

    If there are training rows and no selection part, a note says so.
    """
    if guessed.roles.split is not None:
        return
    for name in names:
        if plain(name) not in SPLITS or not columns[name].has_at_most(MOST_SPLIT_VALUES):
            continue
        values = columns[name].texts
        if None not in _split_values(values):
            guessed.take("split", name, f"Column {shown(name)} has a typical name for a split.")
            return
        if len(values) > 1 and any(plain(text) in TRAINING for text in values):
            guessed.notes.append(
                f"Column {shown(name)} has the values {listed(values)}, and the rows of all are "
                "used. Choose it as the split to choose thresholds on one part and judge them on "
                "another."
            )


def check_has_split(roles: Roles) -> None:
    """Raises IntakeError if parts are named and no column splits the rows."""
    part = roles.choose_on or roles.judge_on
    if part is not None and roles.split is None:
        raise IntakeError(
            f"No column splits the rows, so “{shown(part)}” cannot be one of their parts. "
            "Choose the column of the split."
        )


def guess_split_values(columns: Columns, guessed: Guess) -> None:
    """Takes the values of both parts by their words if they are not given; else asks for them."""
    name = guessed.roles.split
    if name is None:
        return
    few = columns[name].has_at_most(LISTED)
    values = columns[name].texts if few else []
    given = (guessed.roles.choose_on, guessed.roles.judge_on)
    for role, chosen, value in zip(("choose_on", "judge_on"), given, _split_values(values)):
        if chosen is None and value is not None:
            verb = role.removesuffix("_on")
            guessed.take(role, value, f"{shown(value)} was taken as the part to {verb} on.")
    if None in (guessed.roles.choose_on, guessed.roles.judge_on):
        has = f"has the values {listed(values)}" if values else "is empty"
        has = has if few else f"has more than {LISTED} values"
        guessed.questions.append(
            f"Column {shown(name)} {has}. Choose the value of the rows to choose thresholds on, "
            "and the value of the rows to judge them on."
        )


def _split_values(values: list[str]) -> tuple[str | None, str | None]:
    """The values of selection and evaluation part; None where not exactly one word fits."""
    to_choose, to_evaluate = (
        [text for text in values if plain(text) in words] for words in (SELECTION, EVALUATION)
    )
    return (
        to_choose[0] if len(to_choose) == 1 else None,
        to_evaluate[0] if len(to_evaluate) == 1 else None,
    )


def read_split(columns: Columns, roles: Roles, retained: Bools) -> tuple[Bools | None, list[str]]:
    """Which rows are the evaluation part, or None, and notes.

    Clears `retained` where a row is in neither part.
    """
    if roles.split is None:
        return None, []
    levels = columns[roles.split].levels
    part = np.full(len(retained), NEITHER)
    for given, code in ((roles.choose_on, SELECTED), (roles.judge_on, EVALUATED)):
        part[levels.codes == _code(levels, given or "", roles.split)] = code
    if not (part == SELECTED).any():
        raise IntakeError(
            "Thresholds cannot be chosen and judged on the same part "
            f"({shown(roles.split)} is {shown(roles.judge_on)}). Choose another value for one of "
            "them, or no split."
        )
    left_out = retained & (part == NEITHER)
    retained &= ~left_out
    if not left_out.any():
        return part == EVALUATED, []
    values = [text for i, text in enumerate(levels.texts) if (left_out & (levels.codes == i)).any()]
    note = (
        f"Left out: {counted(int(left_out.sum()), 'row')} in neither part by column "
        f"{shown(roles.split)} ({listed(values) if values else 'empty'})."
    )
    return part == EVALUATED, [note]


class SplitRows(NamedTuple):
    """The rows of a table as a split divides them.

    judging, retained and complete are (n,) over all rows: in the evaluation part, in the sample,
    and with a score of every model.
    """

    in_evaluation: Bools
    retained: Bools
    complete: Bools


def check_split(rows: SplitRows, is_positive: Bools, roles: Roles) -> tuple[Split, list[str]]:
    """The split of the rows to keep, and notes that count its complete rows.

    Raises IntakeError unless both parts have complete rows of both classes.
    """
    selection, evaluation = rows.complete & ~rows.in_evaluation, rows.complete & rows.in_evaluation
    for part, verb, value in (
        (selection, "choose", roles.choose_on),
        (evaluation, "judge", roles.judge_on),
    ):
        labels = is_positive[part]
        if labels.all() or not labels.any():
            only = "positive" if labels.any() else "negative"
            problem = f"are all {only}" if labels.size else "are none"
            raise IntakeError(
                f"The complete rows to {verb} on ({shown(roles.split)} is {shown(value)}) "
                f"{problem}. Both parts need both classes: choose other parts, or no split."
            )
    split = Split(rows.in_evaluation[rows.retained], shown(roles.choose_on), shown(roles.judge_on))
    note = (
        f"Models and thresholds are chosen on the {counted(int(selection.sum()), 'row')} where "
        f"{shown(roles.split)} is {split.choose_on}, and judged on the {int(evaluation.sum()):,} "
        f"where it is {split.judge_on}."
    )
    warnings = [
        f"If models were trained on the rows of {name}, their scores there are too good. Choose "
        "another part."
        for name in (split.choose_on, split.judge_on)
        if plain(name) in TRAINING
    ]
    return split, [note, *warnings]


def without_split_notes(notes: Iterable[str]) -> list[str]:
    """The notes without those of this module that hold only while the parts are kept apart."""
    return [note for note in notes if not SPLIT_NOTE.match(note)]


def shared_clusters_note(split: Split | None, cluster: NDArray | None) -> list[str]:
    """A warning if a cluster has rows in both parts: the parts are then not independent."""
    if split is None or cluster is None:
        return []
    both = np.intersect1d(cluster[split.in_evaluation], cluster[~split.in_evaluation])
    if not both.size:
        return []
    are = "is" if both.size == 1 else "are"
    return [
        f"{counted(both.size, 'group')} of rows {are} in both parts, so that thresholds are judged "
        "on cases they were chosen on. Split the file by whole groups."
    ]


def _code(levels: Levels, given: str, split: str) -> int:
    value = matching(given, levels.texts)
    if value is None:
        values = f"Choose one of its values {listed(levels.texts)}"
        raise IntakeError(
            f"Column {shown(split)} has no value “{shown(given)}”. "
            f"{values if levels.texts else 'All its cells are empty: choose another column'}."
        )
    return levels.texts.index(value)
