"""Rows to choose on and rows to judge on: a column that parts them, and two of its values."""

import numpy as np
import pyarrow as pa

from costdash.core.sample.predictions import Split
from costdash.intake.columns.levels import Levels, few, levels, matching
from costdash.intake.columns.positive_class import LISTED
from costdash.intake.columns.roles import Guess, Roles
from costdash.intake.columns.vocabulary import CHOOSING, JUDGING, SPLITS, TRAINING, plain
from costdash.intake.errors import IntakeError, listed, shown
from costdash.wording import counted

MOST_PARTS = 20
OTHER, CHOOSE, JUDGE = -1, 0, 1


def find_split(table: pa.Table, found: Guess, names: list[str]) -> None:
    """Takes a column that is named as a split is and whose values say what they are for.

    Where there are rows that models were trained on and no part to choose on, a note says so.
    """
    if found.roles.split is not None:
        return
    for name in names:
        if plain(name) not in SPLITS or not few(table[name], MOST_PARTS):
            continue
        texts = levels(table[name]).texts
        if None not in _parts(texts):
            found.take("split", name, f"Column {shown(name)} is named as a split is.")
            return
        if len(texts) > 1 and any(plain(text) in TRAINING for text in texts):
            found.notes.append(
                f"Column {shown(name)} has the values {listed(texts)}, and the rows of all are "
                "used. Choose it as the split to choose thresholds on one part and judge them on "
                "another."
            )


def guess_parts(table: pa.Table, found: Guess) -> None:
    """The values to choose and to judge on that are not given, by their words; else a question."""
    roles = found.roles
    texts = levels(table[roles.split]).texts if few(table[roles.split], LISTED) else []
    for role, value in zip(("choose_on", "judge_on"), _parts(texts)):
        if getattr(roles, role) is None and value is not None:
            verb = role.removesuffix("_on")
            found.take(role, value, f"{shown(value)} was taken as the part to {verb} on.")
    if None in (found.roles.choose_on, found.roles.judge_on):
        has = f"has the values {listed(texts)}" if texts else "has no few values that part the rows"
        found.questions.append(
            f"Column {shown(roles.split)} {has}. Choose the value of the rows to choose "
            "thresholds on, and that of the rows to judge them on."
        )


def _parts(texts: list[str]) -> tuple[str | None, str | None]:
    """The value to choose on and the value to judge on; None where words do not tell one."""
    found = [[text for text in texts if plain(text) in words] for words in (CHOOSING, JUDGING)]
    return tuple(part[0] if len(part) == 1 else None for part in found)


def read_split(table: pa.Table, roles: Roles, keep: np.ndarray) -> tuple[np.ndarray | None, list]:
    """Which rows are judged on, or None, and notes; clears keep where a row is in neither part."""
    if roles.split is None:
        return None, []
    found = levels(table[roles.split])
    part = np.full(len(keep), OTHER)
    for given, code in ((roles.choose_on, CHOOSE), (roles.judge_on, JUDGE)):
        part[found.codes == _code(found, given, roles)] = code
    if not (part == CHOOSE).any():
        raise IntakeError(
            f"Thresholds cannot be chosen and judged on the same part, {shown(roles.judge_on)}. "
            "Choose another value for one of them, or no split."
        )
    others = keep & (part == OTHER)
    keep &= ~others
    if not others.any():
        return part == JUDGE, []
    named = [text for i, text in enumerate(found.texts) if (others & (found.codes == i)).any()]
    note = (
        f"Left out: {counted(int(others.sum()), 'row')} in neither part by column "
        f"{shown(roles.split)} ({listed(named) if named else 'empty'})."
    )
    return part == JUDGE, [note]


def split_of(
    judging: np.ndarray | None,
    keep: np.ndarray,
    complete: np.ndarray,
    is_positive: np.ndarray,
    roles: Roles,
) -> tuple[Split | None, list[str]]:
    """The parts of the rows kept, each with both classes; what is said is of the complete ones."""
    if judging is None:
        return None, []
    for rows, what, value in (
        (complete & ~judging, "choose", roles.choose_on),
        (complete & judging, "judge", roles.judge_on),
    ):
        labels = is_positive[rows]
        if labels.all() or not labels.any():
            only = "positive" if labels.any() else "negative"
            lacking = f"are all {only}" if labels.size else "are none"
            raise IntakeError(
                f"The complete rows to {what} on ({shown(roles.split)} is {shown(value)}) "
                f"{lacking}. Both parts need both classes: choose other parts, or no split."
            )
    split = Split(judging[keep], shown(roles.choose_on), shown(roles.judge_on))
    chosen, judged = int((complete & ~judging).sum()), int((complete & judging).sum())
    note = (
        f"Models and thresholds are chosen on the {counted(chosen, 'row')} where "
        f"{shown(roles.split)} is {split.choose_on}, and judged on the {judged:,} where it is "
        f"{split.judge_on}."
    )
    trained = [name for name in (split.choose_on, split.judge_on) if plain(name) in TRAINING]
    notes = [
        f"If models were trained on the rows of {name}, their scores there are too good: take "
        "another part."
        for name in trained
    ]
    return split, [note, *notes]


def shared_groups_note(split: Split | None, cluster: np.ndarray | None) -> list[str]:
    """A sentence where a group of rows lies in both parts: then they do not judge each other."""
    if split is None or cluster is None:
        return []
    both = np.intersect1d(cluster[split.judging], cluster[~split.judging])
    if not both.size:
        return []
    lie = "lies" if both.size == 1 else "lie"
    return [
        f"{counted(both.size, 'group')} of rows {lie} in both parts: what is chosen on one is "
        "judged on cases that it has seen. Part the rows by groups."
    ]


def _code(found: Levels, given: str, roles: Roles) -> int:
    value = matching(given, found.texts)
    if value is None:
        raise IntakeError(
            f"Column {shown(roles.split)} has no value “{shown(given)}”. Its values are "
            f"{listed(found.texts) if found.texts else 'all missing'}: choose among them."
        )
    return found.texts.index(value)
