"""Guesses which column plays which part, with the reason of each choice.

Which column is the label, and why.
"""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from costdash.intake.columns.classes import belonging, chosen_columns, evident_columns, rarest
from costdash.intake.columns.levels import few, finite, is_numeric
from costdash.intake.columns.positive_class import guess_positive, label_levels
from costdash.intake.columns.roles import Guess, Roles, check_roles
from costdash.intake.columns.scores import candidates, not_numbers
from costdash.intake.columns.split import find_split, guess_parts
from costdash.intake.columns.vocabulary import (
    CASES,
    FOLDS,
    GROUPS,
    MODELS,
    WEIGHTS,
    label_rank,
    names_aside,
    names_score,
    plain,
)
from costdash.intake.errors import listed, shown
from costdash.intake.limits import Limits

MOST_CLASSES = 50
LEAVE_OUT = "Leave a column of a model out, and its others are scores for the positive value."
MOST_PLAUSIBLE = 10  # nameless scores beyond this are rather features


@dataclass(frozen=True, slots=True)
class Label:
    """name is None where none could be told; question what a human should decide, if anything."""

    name: str | None
    reason: str
    question: str = ""


def guess_label(table: pa.Table, free: list[str]) -> Label:
    """The rule: the name, else the values after which columns are named, else two values."""
    small = [name for name in free if _could_be_label(table[name], MOST_CLASSES)]
    binary = [name for name in small if few(table[name], 2)]
    named = [name for name in small if label_rank(name) is not None]
    if named:
        best = min(named, key=lambda name: (name not in binary, label_rank(name)))
        return Label(best, f"Column {shown(best)} is named as a label is.")
    owners = {name: evident_columns(table, name, free) for name in small if name not in binary}
    sizes = {name: len(owned[0]) for name, owned in owners.items() if owned}
    if sizes:
        best = [name for name, size in sizes.items() if size == max(sizes.values())]
        reason = f"Column {shown(best[0])} holds the classes that columns are named after."
        return Label(best[0], reason, _several(best))
    apt = [name for name in binary if not names_aside(name) and not names_score(name)]
    binary = apt or [name for name in binary if not names_score(name)]
    if not binary:
        return Label(
            None,
            "",
            "No column could be told to be the label. Choose the one that says which cases are "
            "positive.",
        )
    question = _several(binary)
    if not apt:
        question = question or (
            f"Column {shown(binary[0])} has two values and was taken as the label. Is that right?"
        )
    return Label(binary[0], f"Column {shown(binary[0])} has two values.", question)


def _several(names: list[str]) -> str:
    if len(names) < 2:
        return ""
    return (
        f"More than one column could be the label: {listed(names)}. Column "
        f"{shown(names[0])} was taken. Is that right?"
    )


def _could_be_label(column: pa.ChunkedArray, classes: int) -> bool:
    """Whether it has few distinct values that are words, true and false, or whole numbers."""
    if not few(column, classes) or pa.types.is_temporal(column.type):
        return False
    if pa.types.is_floating(column.type):
        values = finite(column)
        return bool(len(values)) and bool((values == np.floor(values)).all())
    return column.null_count < len(column)


def guess(table: pa.Table, given: Roles | None = None, limits: Limits | None = None) -> Guess:
    """Fills what is not given. Raises IntakeError where a given column is not there.

    Where label and scores are given no other column gets a part: the choice is complete.
    A column of weights is never used unasked, since it changes every number.
    """
    given, limits = given or Roles(), limits or Limits()
    check_roles(given, table.column_names)
    found = Guess(given)
    chosen = given.label is not None and bool(given.scores)
    if not chosen and table.num_columns > limits.columns:
        found.questions.append(
            f"The file has {table.num_columns:,} columns, more than {limits.columns:,}. "
            "Choose the label and the scores."
        )
        return found
    if not chosen:
        _guess_by_name(table, found)
    if found.roles.split is not None:
        guess_parts(table, found)
    if given.label is None:
        _guess_label(table, found)
    if not given.scores:
        _guess_scores(table, found)
    if found.roles.label is not None and given.positive is None:
        _guess_positive(table, found)
    if owned := chosen_columns(table, found.roles):
        found.reasons["scores"] = f"{belonging(found.roles.label, owned)} {LEAVE_OUT}"
    if not chosen:
        found.notes += grouping_note(table, found.roles)
    return found


def _guess_by_name(table: pa.Table, found: Guess) -> None:
    free = [name for name in table.column_names if name not in found.roles.columns]
    models = [name for name in free if plain(name) in MODELS and _names_models(table, name)]
    if found.roles.model is None and len(models) == 1 and len(found.roles.scores) < 2:
        reason = f"Column {shown(models[0])} names the model of each row: the long layout."
        found.take("model", models[0], reason)
    folds = [name for name in free if plain(name) in FOLDS]
    if found.roles.fold is None and folds and few(table[folds[0]], 1000):
        found.take("fold", folds[0], f"Column {shown(folds[0])} is named as a fold is.")
    cases = [name for name in free if plain(name) in CASES]
    if found.roles.case_id is None and cases:
        found.take("case_id", cases[0], f"Column {shown(cases[0])} is named as a case is.")
    find_split(table, found, free)
    weights = [name for name in free if plain(name) in WEIGHTS and name not in found.roles.columns]
    if found.roles.weight is None and weights and is_numeric(table[weights[0]]):
        found.notes.append(
            f"Column {shown(weights[0])} looks like weights and is not used. Choose it as the "
            "weight if it says how many cases each row stands for."
        )


def _names_models(table: pa.Table, name: str) -> bool:
    """Numbers may name models only where the cases repeat."""
    column = table[name]
    if not (pa.types.is_string(column.type) or pa.types.is_integer(column.type)):
        return False
    cases = [one for one in table.column_names if plain(one) in CASES]
    repeat = pa.types.is_string(column.type) or (cases and few(table[cases[0]], len(column) // 2))
    return bool(repeat) and few(column, min(100, len(column) // 2))


def _guess_label(table: pa.Table, found: Guess) -> None:
    free = [name for name in table.column_names if name not in found.roles.columns]
    label = guess_label(table, free)
    if label.question:
        found.questions.append(label.question)
    if label.name is not None:
        found.take("label", label.name, label.reason)


def _guess_positive(table: pa.Table, found: Guess) -> None:
    values, _ = label_levels(table[found.roles.label])
    owned = chosen_columns(table, found.roles)
    positive = rarest(values) if owned else guess_positive(values)
    found.take("positive", positive.value, positive.reason)
    if not positive.sure:
        found.questions.append(positive.reason)


def _guess_scores(table: pa.Table, found: Guess) -> None:
    free = [name for name in table.column_names if name not in found.roles.columns]
    label = None if found.roles.label is None else table[found.roles.label]
    if label is not None and found.roles.model is None:
        owned = evident_columns(table, found.roles.label, free)
        if owned:
            columns = {column for one in owned for column in one.values()}
            found.take("scores", tuple(name for name in free if name in columns), "")
            others = [
                name for name in candidates(table.select(free), label)[0] if name not in columns
            ]
            if others:
                found.notes.append(
                    f"Not taken as scores, since they are of no one class: {listed(others)}."
                )
            return
    evident, plausible, doubtful = candidates(table.select(free), label)
    scores = evident + plausible or doubtful
    scores.sort(key=table.column_names.index)
    if found.roles.model is not None and len(scores) > 1:
        best = (evident or scores)[0]
        found.questions.append(
            f"More than one column could hold the models' scores: {listed(scores)}. Column "
            f"{shown(best)} was taken. Is that right?"
        )
        scores = [best]
    elif evident and plausible:
        found.questions.append(
            f"Are these columns scores of models: {listed(plausible)}? Their names do not say so, "
            "and their numbers lie outside 0 to 1."
        )
    elif evident and doubtful:
        found.questions.append(
            f"Columns of whole numbers were not taken as scores: {listed(doubtful)}. Is that right?"
        )
    elif len(plausible) > MOST_PLAUSIBLE or (scores == doubtful and len(scores) > 1):
        found.questions.append(f"Which of {listed(scores)} are scores of models?")
    if not scores:
        found.questions.append(
            "No column of scores was found. Choose one or more columns of numbers, where a "
            "greater number speaks for the positive class."
        )
    found.take("scores", tuple(scores), "Columns of numbers that play no other part.")
    found.notes += not_numbers(table, found.roles)


def grouping_note(table: pa.Table, roles: Roles) -> list[str]:
    """A sentence where a column that names cases repeats, and nothing is said of clusters."""
    if roles.cluster is not None or roles.model is not None:
        return []
    taken = {roles.label, roles.weight, roles.fold, roles.split, *roles.scores}
    for name in table.column_names:
        if name in taken or plain(name) not in CASES | GROUPS:
            continue
        found = pc.count_distinct(table[name]).as_py()
        if 1 < found < table.num_rows:
            return [
                f"Column {shown(name)} names {found:,} groups of rows. If the rows of a group are "
                "not independent, choose it as the cluster: bands then resample groups."
            ]
    return []
