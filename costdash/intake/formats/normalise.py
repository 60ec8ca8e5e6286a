"""Brings any table to one shape: distinct names, few column types, no row of totals."""

import pyarrow as pa
import pyarrow.compute as pc

from costdash.intake.columns.vocabulary import label_rank, names_score
from costdash.intake.errors import IntakeError, listed, shown
from costdash.intake.formats.numbers import PLAIN_NUMBER, as_numbers
from costdash.intake.limits import Limits
from costdash.wording import counted

TOTALS = {"total", "totals", "grand total", "sum", "mean", "average", "gesamt", "summe", "overall"}

NO_COLUMNS = "The file has no columns of numbers or text. Check which columns were exported."


def normalise(table: pa.Table, limits: Limits) -> tuple[pa.Table, list[str]]:
    """Converts all columns to int64, float64, bool, string or date; returns table and notes."""
    table, notes = _plain_columns(table)
    names, more = distinct_names(table.column_names, limits)
    table, totals = _without_totals(table.rename_columns(names))
    notes += more + totals
    columns = []
    for name, column in zip(names, table.columns, strict=True):
        text = pa.types.is_string(column.type) and not has_leading_zeros(name, column)
        if text and (numbers := as_numbers(column, name)):
            column, more = numbers
            notes += more
        columns.append(column)
    if not table.num_rows:
        raise IntakeError("The table has no rows. Upload one with a row for each scored case.")
    return pa.Table.from_arrays(columns, names=names), notes


def has_leading_zeros(name: str, column: pa.ChunkedArray) -> bool:
    """Whether a column holds identifiers with leading zeros: 001 is not 1."""
    if names_score(name) or label_rank(name) is not None:
        return False
    return bool(pc.any(pc.match_substring_regex(column, r"^\s*0\d+\s*$")).as_py())


def _plain_columns(table: pa.Table) -> tuple[pa.Table, list[str]]:
    """Columns of few types. Lists, bytes and other nested or binary columns are left out."""
    retained, left_out, notes = [], [], []
    for name, column in zip(table.column_names, table.columns, strict=True):
        kind = column.type
        if pa.types.is_dictionary(kind):
            column, kind = _unpacked(column)
        to = _plain_type(kind)
        if pa.types.is_uint64(kind) and (pc.max(column).as_py() or 0) >= 2**63:
            to = kind
        if to is None:
            left_out.append(name or "without a name")
        elif not (pa.types.is_null(kind) and not name.strip()):
            if pa.types.is_decimal(kind):  # by its text: Arrow's own cast misses the nearest float
                column = pc.cast(column, pa.string())
            retained.append((name, column if to == kind else pc.cast(column, to, safe=False)))
    if not retained:
        raise IntakeError(NO_COLUMNS)
    if left_out:
        notes.append(
            f"Columns that hold neither numbers nor text were left out: {listed(left_out)}."
        )
    return pa.table([column for _, column in retained], names=[name for name, _ in retained]), notes


def _unpacked(column: pa.ChunkedArray) -> tuple[pa.ChunkedArray, pa.DataType]:
    """A dictionary column as its values, and their type."""
    kind = column.type.value_type
    if pa.types.is_string_view(kind):  # as polars writes categories; Arrow casts them to nothing
        kind = pa.string()
        packed = [
            pa.DictionaryArray.from_arrays(chunk.indices, pc.cast(chunk.dictionary, kind))
            for chunk in column.chunks
        ]
        column = pa.chunked_array(packed, pa.dictionary(column.type.index_type, kind))
    return pc.cast(column, kind), kind


def _plain_type(kind: pa.DataType) -> pa.DataType | None:
    """The type that a column is converted to; None if it is left out."""
    if pa.types.is_integer(kind):
        return pa.int64()
    if pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        return pa.float64()
    if pa.types.is_boolean(kind) or pa.types.is_temporal(kind):
        return kind
    if pa.types.is_null(kind):
        return pa.float64()
    if pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        return pa.string()
    return None


def distinct_names(names: list[str], limits: Limits) -> tuple[list[str], list[str]]:
    """A distinct name for every column; notes on names that were missing or repeated."""
    distinct: list[str] = []
    repeated: list[str] = []
    unnamed = 0
    for i, name in enumerate(name.strip("\ufeff \t\r\n\f\v\xa0") for name in names):
        if len(name) > limits.name_characters:
            raise IntakeError(
                f"The name of column {i + 1} is longer than {limits.name_characters:,} "
                "characters. Give it a shorter name."
            )
        if not name:
            unnamed += i > 0  # an index that pandas wrote has no name, which is worth no note
            name = f"column {i + 1}"
        if name in distinct:
            repeated.append(name)
            copies = (f"{name} ({n})" for n in range(2, len(names) + 2))
            name = next(copy for copy in copies if copy not in distinct and copy not in names)
        distinct.append(name)
    notes = []
    numbers = [name for name in names if PLAIN_NUMBER.fullmatch(name)]
    if len(numbers) == len(names) or any("." in name or "," in name for name in numbers):
        notes.append(
            f"Columns are named by numbers ({listed(numbers)}). If the first row of the file holds "
            "data, it was taken for the names and is not counted: add a row of names."
        )
    if unnamed:
        notes.append(
            f"{counted(unnamed, 'column')} without a name got one by place, such as “column 3”."
        )
    if repeated:
        notes.append(
            f"The name {listed(dict.fromkeys(repeated))} is that of more than one column; "
            "the later ones were marked (2), (3) and so on."
        )
    return distinct, notes


def _without_totals(table: pa.Table) -> tuple[pa.Table, list[str]]:
    """The table without a last row of totals, which spreadsheets often have."""
    word = total_word(table.slice(max(table.num_rows - 1, 0)))
    if word is None or table.num_rows < 3:
        return table, []
    before = table.slice(0, table.num_rows - 1)
    texts = (column for column in before.columns if pa.types.is_string(column.type))
    if any(pc.any(pc.equal(column, word)).as_py() for column in texts):
        return table, []
    return before, [totals_note(word)]


def total_word(last: pa.Table) -> str | None:
    """The word in the last row of a table that makes it a row of totals."""
    words = [value for row in last.to_pylist() for value in row.values() if isinstance(value, str)]
    return next((word for word in words if word.strip(" :").lower() in TOTALS), None)


def totals_note(word: str) -> str:
    return f"The last row is a row of totals (“{shown(word, 20)}”) and was left out."
