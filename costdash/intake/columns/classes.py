"""Which columns of scores belong to which class of a label with more than two, by their names."""

import re
from collections import defaultdict

import numpy as np
import pyarrow as pa

from costdash.core.sample.predictions import ClassScores
from costdash.intake.columns.levels import Levels, is_numeric
from costdash.intake.columns.positive_class import Positive, label_levels
from costdash.intake.columns.roles import Roles
from costdash.intake.columns.scores import candidates
from costdash.intake.errors import listed, shown
from costdash.wording import counted

Owned = list[dict[str, str]]


def class_columns(classes: list[str], columns: list[str]) -> Owned:
    """{class: its column} of each model; none unless there are more than two classes.

    The rule: a column belongs to a class if its name is the class's, with nothing or the same
    parted words before and after it for every class (p_setosa, setosa score, class0), capital
    letters aside. Each class must have exactly one such column, and no column two classes.
    """
    wanted = {_spelled(name): name for name in classes}
    if not 3 <= len(classes) <= len(columns) or len(wanted) < len(classes):
        return []
    around: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for column in columns:  # so that classes come in the order of their columns
        spelled = _spelled(column)
        for word, name in wanted.items():
            for affixes in _affixes(spelled, word) if word in spelled else ():
                around[affixes][name].append(column)
    found = [
        {name: own[0] for name, own in owned.items()}
        for owned in around.values()
        if len(owned) == len(classes) and all(len(own) == 1 for own in owned.values())
    ]
    taken = [column for one in found for column in one.values()]
    return found if len(set(taken)) == len(taken) else []


def chosen_columns(table: pa.Table, roles: Roles) -> Owned:
    """As class_columns, among the columns that are the scores."""
    if roles.label is None or roles.model is not None:
        return []
    numeric = [name for name in roles.scores if is_numeric(table[name])]
    return class_columns(label_levels(table[roles.label])[0].texts, numeric)


def evident_columns(table: pa.Table, label: str, free: list[str]) -> Owned:
    """As class_columns, of what are scores by name or numbers, or named as the classes are."""
    numeric = [name for name in free if name != label and is_numeric(table[name])]
    found = class_columns(label_levels(table[label])[0].texts, numeric)
    named = [column for one in found for column in one.values()]
    evident = candidates(table.select(named), None)[0]
    return [one for one in found if set(one.values()) <= {*evident} or _bare(one)]


def rarest(found: Levels) -> Positive:
    """Of classes that all have columns any may be positive first: nobody need be asked."""
    counts = found.counts
    value = min(counts, key=lambda text: (counts[text], text))
    reason = f"“{shown(value)}” is positive first because no class is rarer; choose any other."
    return Positive(value, reason, sure=True)


def belonging(label: str, owned: Owned) -> str:
    """A sentence that shows which column belongs to which class."""
    said = (f"{shown(name)} has {listed(one[name] for one in owned)}" for name in owned[0])
    each = "A column" if len(owned) == 1 else f"{len(owned)} columns"
    return f"{each} of scores for each class of {shown(label)}: {'; '.join(said)}."


def columns_of_others(owned: Owned, positive: str) -> set[str]:
    """Columns of the other classes: no models of a problem where those are negative."""
    return {column for one in owned for name, column in one.items() if name != positive}


def leave_out_partial(owned: Owned, scores: dict, keep: np.ndarray) -> list[str]:
    """Clears keep where a row lacks the score of a class, so that all classes have one sample."""
    before = int(keep.sum())
    for column in {column for one in owned for column in one.values()}:
        keep &= np.isfinite(scores[column])
    lost = before - int(keep.sum())
    return [f"Left out: {counted(lost, 'row')} without a score for each class."] if lost else []


def class_scores(
    label: str, found: Levels, owned: Owned, scores: dict, rows, **parts
) -> tuple[ClassScores | None, list[str]]:
    """The rows with all their classes, and notes; None where fewer than three have rows.

    rows picks among those of `found` and scores; parts (weight, fold, cluster, split) hold them
    already. Where rows are split, each class must be in both parts.
    """
    if not owned:
        return None, []
    notes = [belonging(label, owned)]
    codes, split = found.codes[rows], parts["split"]
    present = {found.texts[code] for code in np.unique(codes)}
    names = tuple(name for name in owned[0] if name in present)
    halves = [codes[split.judging], codes[~split.judging]] if split else [codes]
    if len(names) < 3 or any(len(np.unique(half)) < len(names) for half in halves):
        sentence = "There are no areas of all classes: fewer than three have complete rows"
        both = ", or one is in one part of the split only" if split else ""
        return None, [*notes, f"{sentence}{both}."]
    place = np.array([names.index(text) if text in present else -1 for text in found.texts])
    every = {name: {one[name]: scores[one[name]][rows] for one in owned} for name in names}
    return ClassScores(names=names, code=place[codes], scores=every, **parts), notes


def _bare(one: dict[str, str]) -> bool:
    """Whether columns are named as the classes, which are words: numbers may name anything."""
    words = all(re.search(r"[^\W\d_]", name) for name in one)
    return words and all(_spelled(name) == _spelled(column) for name, column in one.items())


def _spelled(name: str) -> str:
    """Without capital letters; what parts two words is an underscore."""
    text = re.sub(r"\s+", "_", name.strip().casefold())
    return re.sub(r"(?<=[^\W\d_])[_.-]+(?=[^\W\d_])", "_", text)


def _affixes(column: str, word: str):
    """What stands before and after each place where a name holds a word that stands by itself."""
    for place in re.finditer(f"(?={re.escape(word)})", column):
        before, after = column[: place.start()], column[place.start() + len(word) :]
        if _parted(before[-1:], word[0]) and _parted(word[-1], after[:1]):
            yield before, after


def _parted(left: str, right: str) -> bool:
    """Whether two neighbours are of two words: x|_, x|1, 1|x, and the ends."""
    same = (left.isalpha() and right.isalpha()) or (left.isdigit() and right.isdigit())
    return not same
