"""Which columns of a table are the label, the weight and the scores, and what rows they leave out.

Roles are guessed from some rows; what is counted is counted over all rows, by the engine.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from costdash.intake.columns.infer import guess
from costdash.intake.columns.levels import Column, Columns, value_text
from costdash.intake.columns.roles import Guess, Roles
from costdash.intake.engines.source import Table
from costdash.intake.errors import IntakeError, listed, shown
from costdash.intake.formats.read import Read, read_frame
from costdash.intake.limits import Limits
from costdash.intake.rows.build import label_notes, positive_value
from costdash.intake.rows.verification import blanks_note, check_answers

if TYPE_CHECKING:
    import ibis.expr.types as ir

SAMPLE = 20_000  # rows from which roles are guessed
RARE = 100  # rows of each value of the label that are added to them
MOST_VALUES = 1000  # of a label
RESAMPLED = "bands then resample groups."  # the end of a note that offers a cluster
LONG_LAYOUT = (
    "Column {model} names the model of each row: the long layout needs single rows, which stay in "
    "the table. Give each model a column of scores, choose the columns of scores if {model} is "
    "something else, or read a sample of the rows as a file."
)
NEEDS_ROWS = {
    "model": "The long layout",
    "cluster": "A column of groups",
    "split": "A hold-out column",
    "fold": "A column of folds",
    "cost_fn_column": "Costs that differ from row to row",
    "cost_fp_column": "Costs that differ from row to row",
    "recalibrated": "A recalibrated model",
    "combinations": "A combination",
    "chance": "Counting rows by their chance",
    "gold": "A column of true labels beside those of a judge",
    "reviewer": "A reviewer's verdict on each row",
}


@dataclass(frozen=True, slots=True, eq=False)
class LabelledTable:
    """A table whose columns have their roles.

    values: the label's values as text, with their rows; missing: rows without a label. positive:
    the values in the table that count as positive; labelled: all that are no gaps. guess: the
    roles, reasons and notes.
    """

    table: Table
    guess: Guess
    sample: Columns
    values: dict[str, int]
    missing: int
    positive: list[Any]
    labelled: list[Any]

    @property
    def roles(self) -> Roles:
        return self.guess.roles

    @property
    def all_rows(self) -> int:
        return sum(self.values.values()) + self.missing


def _given_name(role: Any) -> str:
    if isinstance(role, str):
        return shown(role)
    return listed([getattr(x, "name", x) for x in role if not isinstance(x, tuple)])


def labelled_table(table: Table, given: Roles, limits: Limits) -> LabelledTable:
    """Guesses the roles that are not given. Raises IntakeError with what must be chosen."""
    for role, what in NEEDS_ROWS.items():
        if getattr(given, role):
            raise IntakeError(
                f"{what} needs single rows, which stay in the table: leave out "
                f"{_given_name(getattr(given, role))}, or read a sample of the rows as a file."
            )
    check_answers(given)
    head = table.rows.limit(SAMPLE).to_pyarrow()
    if not head.num_rows:
        raise IntakeError(f"The table {shown(table.name)} has no rows.")
    notes = _read(head, limits).notes
    table, head = _with_tidy_names(table, head, limits)
    label = given.label or guess(_columns(head, limits), given, limits).roles.label
    if label is None or label not in head.column_names:
        guessed = guess(_columns(head, limits), given, limits)
        raise IntakeError(" ".join(guessed.questions) or "Choose the column of labels.")
    values = distinct_values(table, label)
    head = pa.concat_tables([head, _rare(table.rows, label, values, head)])
    sample = _columns(head, limits)
    guessed = guess(sample, given, limits)
    if guessed.roles.label != label:  # the rare values make another column likelier
        guessed = guess(sample, replace(given, label=label), limits)
    if guessed.roles.model and not given.scores:
        raise IntakeError(LONG_LAYOUT.format(model=shown(guessed.roles.model)))
    guessed = _without_roles_of_rows(guessed)
    guessed.notes = [*notes, *guessed.notes]
    if not guessed.roles.complete:
        raise IntakeError(" ".join(guessed.questions) or "Choose the columns of scores.")
    return _with_classes(table, guessed, sample, values)


def first_columns(table: Table, limits: Limits) -> Columns:
    """The first rows of a table. Raises IntakeError if there are none."""
    head = table.rows.limit(SAMPLE).to_pyarrow()
    if not head.num_rows:
        raise IntakeError(f"The table {shown(table.name)} has no rows.")
    return _columns(head, limits)


def _with_tidy_names(table: Table, head: pa.Table, limits: Limits) -> tuple[Table, pa.Table]:
    """The table and its first rows with the names that the columns of a file would get."""
    names = _columns(head, limits).names
    if names == head.column_names or len(names) != head.num_columns:
        return table, head
    new = {name: old for name, old in zip(names, head.column_names) if name != old}
    return replace(table, rows=table.rows.rename(new)), head.rename_columns(names)


def _read(head: pa.Table, limits: Limits) -> Read:
    return read_frame(head, replace(limits, rows=max(limits.rows, head.num_rows)))


def _columns(head: pa.Table, limits: Limits) -> Columns:
    return _read(head, limits).columns


def distinct_values(table: Table, label: str) -> pa.Table:
    """Each value of a column of labels or calls, and its rows."""
    column = table.rows[label].name("value")
    counts = table.rows.group_by(column).aggregate(rows=table.rows.count())
    values = counts.limit(MOST_VALUES + 1).to_pyarrow()
    if values.num_rows > MOST_VALUES:
        raise IntakeError(
            f"Column {shown(label)} has more than {MOST_VALUES:,} values. Choose another label."
        )
    return values


def _rare(rows: "ir.Table", label: str, values: pa.Table, head: pa.Table) -> pa.Table:
    """Rows of the label's values that the first rows of the table hardly show."""
    present = {value.as_py() for value in head[label].unique()}
    rare = [value for value in values["value"].to_pylist() if value not in present]
    parts = [head.slice(0, 0)]
    for value in [value for value in rare if value is not None][:10]:
        parts.append(rows.filter(rows[label] == value).limit(RARE).to_pyarrow().cast(head.schema))
    return pa.concat_tables(parts)


def _without_roles_of_rows(guess: Guess) -> Guess:
    """The guess without roles that need single rows; a note names them."""
    roles = guess.roles
    guess.notes = [note for note in guess.notes if not note.endswith(RESAMPLED)]
    if guessed := [role for role in NEEDS_ROWS if getattr(roles, role)]:
        names = listed(shown(getattr(roles, role)) for role in guessed)
        guess.notes.append(f"Not used, because it needs single rows: {names}.")
        empty: dict[str, Any] = {role: None for role in (*guessed, "choose_on", "judge_on")}
        guess.roles = replace(roles, **empty)
    return guess


def _with_classes(table: Table, guess: Guess, sample: Columns, values: pa.Table) -> LabelledTable:
    """The values of the label that are positive, and notes on the others."""
    label, positive = guess.roles.label, guess.roles.positive
    assert label is not None
    assert positive is not None
    shown_first = {text: i for i, text in enumerate(sample[label].texts)}
    pairs = zip(values["value"].to_pylist(), values["rows"].to_pylist())
    texts_of = [(value_text(value), value, n) for value, n in pairs]
    texts_of.sort(key=lambda entry: shown_first.get(entry[0], len(shown_first)))
    texts, raw, rows = map(list, zip(*texts_of))
    levels = Column(pa.chunked_array([pa.array([t or None for t in texts], pa.string())]))
    classes = levels.class_levels
    value = positive_value(label, positive, classes.texts)
    code, codes = classes.texts.index(value), classes.codes.tolist()
    by_text = {text: 0 for text in classes.texts}
    for i, n in zip(codes, rows):
        if i >= 0:
            by_text[classes.texts[i]] += n
    missing = sum(n for i, n in zip(codes, rows) if i < 0)
    guess.notes += label_notes(levels, label, value)
    if missing and not guess.roles.says_who_looked:
        guess.notes.append(blanks_note(guess.roles, missing, sum(rows), label))
    guess.roles = replace(guess.roles, positive=value)
    return LabelledTable(
        table,
        guess,
        sample,
        by_text,
        missing,
        positive=[raw_value for raw_value, i in zip(raw, codes) if i == code],
        labelled=[raw_value for raw_value, i in zip(raw, codes) if i >= 0],
    )
