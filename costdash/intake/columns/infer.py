"""Guesses the role of each column that the user has not chosen, with the reason for each guess."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from costdash.intake.columns.classes import (
    chosen_class_columns,
    class_columns_sentence,
    evident_class_columns,
    rarest_class,
)
from costdash.intake.columns.levels import Column, Columns
from costdash.intake.columns.positive_class import guess_positive
from costdash.intake.columns.roles import Guess, Roles, check_roles
from costdash.intake.columns.scores import Candidates, candidates, not_numbers_notes, unused_note
from costdash.intake.columns.split import check_has_split, find_split, guess_split_values
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
MOST_GRADES = 4  # numbers between 0 and 1 that can be classes
MOST_FOLDS = 1000
MOST_MODELS = 100
MOST_PLAUSIBLE = 10  # more numeric columns without a telling name are rather features
LEAVE_OUT = (
    "If you leave out one column of a model, its other columns are scores for the positive value."
)
NO_LABEL = (
    "No column could be recognised as the label. Choose the one that says which cases are positive."
)
NO_SCORES = (
    "No column of scores was found. Choose one or more columns of numbers in which a greater "
    "number means that the case is more likely positive."
)


def guess(columns: Columns, given: Roles | None = None, limits: Limits | None = None) -> Guess:
    """Fills in the roles that are not given. Raises IntakeError if a given column does not exist.

    If label and scores are given no other column gets a role: the choice is complete.
    A column of weights is never used unless chosen, because it changes every number.
    """
    given, limits = given or Roles(), limits or Limits()
    check_roles(given, columns)
    guessed = Guess(given)
    chosen = given.label is not None and bool(given.scores)
    if not chosen:
        _guess_by_name(columns, guessed)
    check_has_split(guessed.roles)
    guess_split_values(columns, guessed)
    if given.label is None:
        _take_label(columns, guessed)
    if not given.scores:
        free = sum(columns[name].is_numeric for name in _free(columns, guessed))
        if free > limits.columns:
            guessed.questions.append(
                f"The file has {free:,} columns that may be scores, more than {limits.columns:,}. "
                "Choose the scores."
            )
            return guessed
        _take_scores(columns, guessed)
    label = guessed.roles.label
    if label is not None and given.positive is None:
        _take_positive(columns, guessed, label)
    models = chosen_class_columns(columns, guessed.roles)
    if label is not None and models:
        guessed.reasons["scores"] = f"{class_columns_sentence(label, models)} {LEAVE_OUT}"
    if not chosen:
        guessed.notes += _clusters_note(columns, guessed.roles)
    if not given.scores:
        guessed.notes += unused_note(columns, guessed.roles)
    return guessed


def _free(columns: Columns, guessed: Guess) -> list[str]:
    """Columns without a role, which may be the label or scores; not those of segments."""
    taken = {*guessed.roles.columns, *guessed.roles.segments}
    return [name for name in columns if name not in taken]


def _guess_by_name(columns: Columns, guessed: Guess) -> None:
    """Takes model, fold, case and split by the names of columns, and points out weights."""
    free = [name for name in columns if name not in guessed.roles.columns]
    models = [name for name in free if plain(name) in MODELS and _names_models(columns, name)]
    if guessed.roles.model is None and len(models) == 1 and len(guessed.roles.scores) < 2:
        reason = f"Column {shown(models[0])} names the model of each row: the long layout."
        guessed.take("model", models[0], reason)
    folds = [name for name in free if plain(name) in FOLDS]
    if guessed.roles.fold is None and folds and columns[folds[0]].has_at_most(MOST_FOLDS):
        guessed.take("fold", folds[0], f"Column {shown(folds[0])} has a typical name for a fold.")
    cases = [name for name in free if plain(name) in CASES]
    if guessed.roles.case_id is None and cases:
        guessed.take(
            "case_id", cases[0], f"Column {shown(cases[0])} has a typical name for a case."
        )
    find_split(columns, guessed, free)
    weights = [
        name for name in free if plain(name) in WEIGHTS and name not in guessed.roles.columns
    ]
    if guessed.roles.weight is None and weights and columns[weights[0]].is_numeric:
        guessed.notes.append(
            f"Column {shown(weights[0])} looks like weights and is not used. Choose it as the "
            "weight if it says how many cases each row stands for, or with what weight it was "
            "drawn."
        )


def _names_models(columns: Columns, name: str) -> bool:
    """Whether a column may name models. Numbers may only if the cases repeat."""
    column, kind = columns[name], columns[name].cells.type
    if not (pa.types.is_string(kind) or pa.types.is_integer(kind)):
        return False
    half = columns.rows // 2
    cases = [column_name for column_name in columns if plain(column_name) in CASES]
    if not pa.types.is_string(kind) and not (cases and columns[cases[0]].has_at_most(half)):
        return False
    return column.has_at_most(min(MOST_MODELS, half))


@dataclass(frozen=True, slots=True)
class LabelGuess:
    """name is None if no column fits; question is what the user should decide, if anything."""

    name: str | None
    reason: str
    question: str = ""


def guess_label(columns: Columns, free: list[str]) -> LabelGuess:
    """The rule: the name, else the values that columns are named after, else two values."""
    small = [name for name in free if _could_be_label(columns[name])]
    binary = [name for name in small if columns[name].has_at_most(2)]
    ranks = {name: rank for name in small if (rank := label_rank(name)) is not None}
    if ranks:
        best = min(ranks, key=lambda name: (name not in binary, ranks[name]))
        return LabelGuess(best, f"Column {shown(best)} has a typical name for a label.")
    models = {
        name: evident_class_columns(columns, name, free) for name in small if name not in binary
    }
    classes = {name: len(models[name][0]) for name in small if models.get(name)}
    if classes:
        largest = [name for name, n in classes.items() if n == max(classes.values())]
        reason = f"Column {shown(largest[0])} holds the classes that columns are named after."
        return LabelGuess(largest[0], reason, _ambiguous(largest))
    suitable = [name for name in binary if not names_aside(name) and not names_score(name)]
    binary = suitable or [name for name in binary if not names_score(name)]
    if not binary:
        named = (name for name in free if label_rank(name) is not None)
        causes = (probabilities_sentence(columns[name], name) for name in named)
        return LabelGuess(None, "", next(filter(None, causes), NO_LABEL))
    question = _ambiguous(binary)
    if not suitable:
        question = question or (
            f"Column {shown(binary[0])} has two values and was taken as the label. Is that right?"
        )
    return LabelGuess(binary[0], f"Column {shown(binary[0])} has two values.", question)


def probabilities_sentence(column: Column, name: str) -> str:
    """That a column of probabilities cannot be the label; "" for any other column."""
    if not column.is_numeric or column.has_at_most(MOST_GRADES):
        return ""
    numbers = column.finite()
    if not len(numbers) or numbers.min() < 0 or numbers.max() > 1:
        return ""
    return (
        f"The label column {shown(name)} holds {column.distinct:,} different numbers between 0 "
        "and 1: it looks like a score. Choose the column of true classes as the label."
    )


def _ambiguous(names: list[str]) -> str:
    if len(names) < 2:
        return ""
    return (
        f"More than one column could be the label: {listed(names)}. Column "
        f"{shown(names[0])} was taken. Is that right?"
    )


def _could_be_label(column: Column) -> bool:
    """Whether it has few distinct values that are words, true and false, or whole numbers."""
    kind = column.cells.type
    if not column.has_at_most(MOST_CLASSES) or pa.types.is_temporal(kind):
        return False
    if pa.types.is_floating(kind):
        numbers = column.finite()
        return bool(len(numbers)) and bool((numbers == np.floor(numbers)).all())
    return bool(column.cells.null_count < len(column.cells))


def _take_label(columns: Columns, guessed: Guess) -> None:
    label = guess_label(columns, _free(columns, guessed))
    if label.question:
        guessed.questions.append(label.question)
    if label.name is not None:
        guessed.take("label", label.name, label.reason)


def _take_positive(columns: Columns, guessed: Guess, label: str) -> None:
    if cause := probabilities_sentence(columns[label], label):
        guessed.questions.append(cause)
        return
    values = columns[label].class_levels
    models = chosen_class_columns(columns, guessed.roles)
    positive = rarest_class(values) if models else guess_positive(values)
    guessed.take("positive", positive.value, positive.reason)
    if not positive.certain:
        guessed.questions.append(positive.reason)


def _take_scores(columns: Columns, guessed: Guess) -> None:
    free, roles = _free(columns, guessed), guessed.roles
    if roles.label is not None and roles.model is None:
        models = evident_class_columns(columns, roles.label, free)
        if models:
            _take_class_columns(columns, guessed, {c for model in models for c in model.values()})
            return
    label = None if roles.label is None else columns[roles.label]
    by_kind = candidates(columns, free, label)
    scores = by_kind.evident + by_kind.plausible or by_kind.doubtful
    scores = sorted(scores, key=columns.names.index)
    if roles.model is not None and len(scores) > 1:
        best = (by_kind.evident or scores)[0]
        guessed.questions.append(
            f"More than one column could hold the models' scores: {listed(scores)}. Column "
            f"{shown(best)} was taken. Is that right?"
        )
        scores = [best]
    else:
        guessed.questions += _score_questions(by_kind, scores)
    if not scores:
        guessed.questions.append(NO_SCORES)
    guessed.take("scores", tuple(scores), "Columns of numbers that have no other role.")
    guessed.notes += not_numbers_notes(columns, guessed.roles)


def _take_class_columns(columns: Columns, guessed: Guess, of_classes: set[str]) -> None:
    """Takes the score columns of all classes; a note names other columns that could be scores."""
    free = _free(columns, guessed)
    label = None if guessed.roles.label is None else columns[guessed.roles.label]
    other_names = [
        name for name in candidates(columns, free, label).evident if name not in of_classes
    ]
    guessed.take("scores", tuple(name for name in free if name in of_classes), "")
    if other_names:
        guessed.notes.append(
            f"Not taken as scores because they belong to no single class: {listed(other_names)}."
        )


def _score_questions(by_kind: Candidates, scores: list[str]) -> list[str]:
    """What to ask about columns that may be scores, may be features, or are whole numbers."""
    evident, plausible, doubtful = by_kind
    if evident and plausible:
        return [
            f"Are these columns scores of models: {listed(plausible)}? Their names do not say so, "
            "and their numbers lie outside 0 to 1."
        ]
    if evident and doubtful:
        return [
            f"Columns of whole numbers were not taken as scores: {listed(doubtful)}. Is that right?"
        ]
    if len(plausible) > MOST_PLAUSIBLE or (scores == doubtful and len(scores) > 1):
        return [f"Which of {listed(scores)} are scores of models?"]
    return []


def _clusters_note(columns: Columns, roles: Roles) -> list[str]:
    """A note if a column that names cases or groups repeats and no cluster is chosen."""
    if roles.cluster is not None or roles.model is not None:
        return []
    taken = {roles.label, roles.weight, roles.fold, roles.split, *roles.scores}
    for name in columns:
        if name in taken or plain(name) not in CASES | GROUPS:
            continue
        groups = columns[name].distinct
        if 1 < groups < columns.rows:
            return [
                f"Column {shown(name)} names {groups:,} groups of rows. If the rows of a group are "
                "not independent, choose it as the cluster: bands then resample groups."
            ]
    return []
