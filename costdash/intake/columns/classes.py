"""Which score columns belong to which class of a label with more than two, by their names."""

import re
from collections import defaultdict
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from costdash.core.sample.predictions import ClassScores
from costdash.core.sample.split import Split
from costdash.core.types import Bools, Floats
from costdash.intake.columns.levels import Columns, Levels
from costdash.intake.columns.positive_class import Positive
from costdash.intake.columns.roles import Roles
from costdash.intake.columns.scores import candidates
from costdash.intake.errors import listed, shown
from costdash.wording import counted

ClassColumns = list[dict[str, str]]  # {class: its column} of each model


def class_columns(classes: list[str], columns: list[str]) -> ClassColumns:
    """The columns of each model that scores all classes; [] unless there are three classes or more.

    The rule: a column belongs to a class if its name is the name of the class, with nothing or the
    same separate words before and after it for every class (p_setosa, setosa score, class0),
    ignoring case. Each class must have exactly one such column, and no column two classes.
    """
    wanted = {_normalised(name): name for name in classes}
    if not 3 <= len(classes) <= len(columns) or len(wanted) < len(classes):
        return []
    by_affixes: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for column in columns:  # so that classes come in the order of their columns
        normalised = _normalised(column)
        for word, name in wanted.items():
            for affixes in _affixes(normalised, word) if word in normalised else ():
                by_affixes[affixes][name].append(column)
    models = [
        {name: matches[0] for name, matches in columns_of.items()}
        for columns_of in by_affixes.values()
        if len(columns_of) == len(classes)
        and all(len(matches) == 1 for matches in columns_of.values())
    ]
    taken = [column for model in models for column in model.values()]
    return models if len(set(taken)) == len(taken) else []


def chosen_class_columns(columns: Columns, roles: Roles) -> ClassColumns:
    """As class_columns, among the columns chosen as scores."""
    if roles.label is None or roles.model is not None:
        return []
    numeric = [name for name in roles.scores if columns[name].is_numeric]
    return class_columns(columns[roles.label].classes, numeric)


def evident_class_columns(columns: Columns, label: str, free: list[str]) -> ClassColumns:
    """As class_columns, among free columns that are evidently scores or named like the classes."""
    numeric = [name for name in free if name != label and columns[name].is_numeric]
    models = class_columns(columns[label].classes, numeric)
    named = [column for model in models for column in model.values()]
    evident = candidates(columns, named, None).evident
    return [
        model for model in models if set(model.values()) <= {*evident} or _named_as_classes(model)
    ]


def rarest_class(levels: Levels) -> Positive:
    """The first positive class if every class has a score column: the user need not be asked."""
    counts = levels.counts
    value = min(counts, key=lambda text: (counts[text], text))
    reason = f"“{shown(value)}” is positive first because no class is rarer; choose any other."
    return Positive(value, reason, certain=True)


def class_columns_sentence(label: str, models: ClassColumns) -> str:
    """Says which column belongs to which class."""
    pairs = (f"{shown(name)} has {listed(model[name] for model in models)}" for name in models[0])
    each = "A column" if len(models) == 1 else f"{len(models)} columns"
    return f"{each} of scores for each class of {shown(label)}: {'; '.join(pairs)}."


def columns_of_other_classes(models: ClassColumns, positive: str) -> set[str]:
    """Score columns of the classes that are negative: they are no models of the positive class."""
    return {column for model in models for name, column in model.items() if name != positive}


def leave_out_incomplete(
    models: ClassColumns, scores: dict[str, Floats], retained: Bools
) -> list[str]:
    """Clears keep where a row lacks the score of a class, so that all classes share one sample."""
    before = int(retained.sum())
    for column in {column for model in models for column in model.values()}:
        retained &= np.isfinite(scores[column])
    lost = before - int(retained.sum())
    return [f"Left out: {counted(lost, 'row')} without a score for each class."] if lost else []


def class_scores(
    label: str,
    levels: Levels,
    models: ClassColumns,
    scores: dict[str, Floats],
    rows: Bools | slice,
    weight: Floats | None,
    fold: NDArray | None,
    cluster: NDArray | None,
    split: Split | None,
) -> tuple[ClassScores | None, list[str]]:
    """The rows with all their classes, and notes; None if fewer than three classes have rows.

    `rows` selects among the rows of `levels` and `scores`; weight, fold, cluster and split hold the
    selected rows only. With a split, each class must be in both parts.
    """
    if not models:
        return None, []
    notes = [class_columns_sentence(label, models)]
    codes = levels.codes[rows]
    present = {levels.texts[code] for code in np.unique(codes)}
    names = tuple(name for name in models[0] if name in present)
    parts = [codes[split.in_evaluation], codes[~split.in_evaluation]] if split else [codes]
    if len(names) < 3 or any(len(np.unique(part)) < len(names) for part in parts):
        sentence = "There are no areas of all classes: fewer than three have complete rows"
        in_split = ", or one is in one part of the split only" if split else ""
        return None, [*notes, f"{sentence}{in_split}."]
    place = np.array([names.index(text) if text in present else -1 for text in levels.texts])
    sample = ClassScores(
        names=names,
        code=place[codes],
        scores={
            name: {model[name]: scores[model[name]][rows] for model in models} for name in names
        },
        weight=weight,
        fold=fold,
        cluster=cluster,
        split=split,
    )
    return sample, notes


def _named_as_classes(model: dict[str, str]) -> bool:
    """Whether columns have just the names of the classes, in words: a number may name anything."""
    words = all(re.search(r"[^\W\d_]", name) for name in model)
    return words and all(_normalised(name) == _normalised(column) for name, column in model.items())


def _normalised(name: str) -> str:
    """In lower case, with an underscore between words."""
    text = re.sub(r"\s+", "_", name.strip().casefold())
    return re.sub(r"(?<=[^\W\d_])[_.-]+(?=[^\W\d_])", "_", text)


def _affixes(column: str, word: str) -> Iterator[tuple[str, str]]:
    """The texts before and after each place where the name holds the word as a separate word."""
    for place in re.finditer(f"(?={re.escape(word)})", column):
        before, after = column[: place.start()], column[place.start() + len(word) :]
        if _is_boundary(before[-1:], word[0]) and _is_boundary(word[-1], after[:1]):
            yield before, after


def _is_boundary(left: str, right: str) -> bool:
    """Whether a word ends between two neighbours: x|_, x|1, 1|x, and the ends of the name."""
    same_kind = (left.isalpha() and right.isalpha()) or (left.isdigit() and right.isdigit())
    return not same_kind
