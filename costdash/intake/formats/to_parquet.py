"""Writes a file that does not fit into memory as Parquet, by the rules for files in memory.

The rows pass through memory in batches. Types of columns, words for missing cells, notations of
numbers, rows of totals and names of columns are those that `read_delimited` and `normalise` give.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet as pq

from costdash.intake.errors import IntakeError
from costdash.intake.formats.columnar import check_shape, check_stated_rows
from costdash.intake.formats.delimited import (
    csv_options,
    first_lines,
    identifiers_with_zeros,
    map_content,
    no_rows_error,
    parse_error,
    ragged_error,
)
from costdash.intake.formats.dialect import Dialect, detect_dialect
from costdash.intake.formats.normalise import (
    NO_COLUMNS,
    distinct_names,
    has_leading_zeros,
    total_word,
    totals_note,
)
from costdash.intake.formats.numbers import NotationCounts, TextNumbers, starts_with_numbers
from costdash.intake.formats.quotes import check_body
from costdash.intake.limits import MB, Limits

FIRST = 1000  # rows by which a column of text may hold numbers
GROUP = 64 * MB  # of a row group, in memory
BATCH = 1 << 16  # rows that are read of a Parquet file at a time
KINDS = (  # in the order in which pyarrow tries them for the cells of a column
    pa.null(),
    pa.int64(),
    pa.bool_(),
    pa.date32(),
    pa.time32("s"),
    pa.timestamp("s"),
    pa.timestamp("ns"),
    pa.float64(),
    pa.string(),
)
COLUMN = re.compile(r"In CSV column #(\d+)")


def delimited_to_parquet(file: BinaryIO, limits: Limits, out: Path) -> list[str]:
    """Writes delimited text (UTF-8) as Parquet; notes on it.

    Raises IntakeError as `read_delimited` does, and if fewer rows are read than there are lines.
    """
    begin = file.tell()
    sample = first_lines(file, limits)
    dialect = detect_dialect(sample)
    check_shape(0, len(dialect.names), limits)
    start = begin + len(sample[: dialect.skip].encode())
    content, quoted = map_content(file, start)
    names, _ = distinct_names(dialect.names, limits)
    text = _Text(content, dialect, limits, quoted, names)
    try:
        columns = _typed(text, out)
    except pa.ArrowInvalid as error:
        if "Empty CSV" in str(error):
            raise no_rows_error() from None
        raise parse_error(error, limits) from None
    if text.ragged:
        raise ragged_error(file, start, dialect)
    rows = columns.rows
    check_body(content, rows, dialect.delimiter, len(names), dialect.lines, limits)
    if not rows:
        raise no_rows_error()
    changes = columns.changes(out)
    named = [name for i, name in enumerate(dialect.names) if i not in columns.empty]
    names, notes = distinct_names(named, limits)
    if changes.are_needed:
        raw = out.with_name(f"{out.name}.raw.part")
        os.replace(out, raw)
        _write_changed(raw, out, changes, names)
        raw.unlink()
    return [*dialect.notes, *notes, *changes.notes]


def parquet_to_parquet(file: BinaryIO, limits: Limits, out: Path) -> list[str] | None:
    """Writes a Parquet file again if text in it holds numbers, or its last row is of totals.

    Notes on it; None if neither is the case, and nothing is written. All pages are read once,
    because engines such as DuckDB do not compare them with their checksums. Raises IntakeError.
    """
    path = Path(file.name)
    check_shape(0, pq.read_metadata(path).num_columns, limits)
    _check_pages(path)
    schema = pq.read_schema(path)
    texts = [name for name, kind in zip(schema.names, schema.types) if _is_text(kind)]
    columns = _TextColumns(schema.names)
    if not texts or len(set(schema.names)) < len(schema.names):
        return None
    for table in _tables(path, sys.maxsize, texts):
        columns.add(table)
    changes = columns.changes(path)
    if not changes.are_needed:
        return None
    _write_changed(path, out, changes, changes.names)
    return changes.notes


def _check_pages(path: Path) -> None:
    """Raises an error if a page of a Parquet file is damaged or rows are missing."""
    with pq.ParquetFile(path, page_checksum_verification=True) as parquet:
        stated = parquet.metadata.num_rows
        rows = sum(batch.num_rows for batch in parquet.iter_batches(BATCH, use_threads=False))
    check_stated_rows(rows, stated)


@dataclass(slots=True)
class _Text:
    """Delimited text after its header. names: of its columns, all different."""

    content: memoryview
    dialect: Dialect
    limits: Limits
    quoted: bool
    names: list[str]
    ragged: list[Any] = field(default_factory=list)

    def options(self, types: dict[str, pa.DataType] | None = None) -> dict[str, Any]:
        def collect(row: Any) -> str:
            if not self.ragged:
                self.ragged.append(row)
            return "skip"

        return csv_options(self.dialect, self.limits, self.names, self.quoted, collect, types)

    def batches(self, types: dict[str, pa.DataType] | None) -> pyarrow.csv.CSVStreamingReader:
        return pyarrow.csv.open_csv(pa.BufferReader(self.content), **self.options(types))

    def types(self) -> dict[str, pa.DataType]:
        """The first of KINDS that fits each column in every batch by itself."""
        place = dict.fromkeys(self.names, 0)
        for batch in self.batches(dict.fromkeys(self.names, pa.string())):
            sink = pa.BufferOutputStream()
            pyarrow.csv.write_csv(batch, sink, pyarrow.csv.WriteOptions(include_header=False))
            options = csv_options(self.dialect, self.limits, self.names, quoted=True)
            schema = pyarrow.csv.read_csv(pa.BufferReader(sink.getvalue()), **options).schema
            for name, kind in zip(self.names, schema.types):
                place[name] = max(place[name], KINDS.index(kind))
        return {name: KINDS[i] for name, i in place.items()}


def _typed(text: _Text, out: Path) -> "_TextColumns":
    """Writes the text with the types that `read_delimited` gives; what its columns of text hold.

    pyarrow takes the types from the first block. Where a later cell does not fit, all batches are
    looked at.
    """
    types: dict[str, pa.DataType] = {}
    while True:
        try:
            schema, columns = _write_typed(text, types, out)
        except pa.ArrowInvalid as error:
            column = COLUMN.search(str(error))
            if column is None or "conversion error" not in str(error):
                raise
            name = text.names[int(column[1])]
            if name in types:
                types[name] = KINDS[KINDS.index(types[name]) + 1]
            else:
                types = text.types()
            continue
        zeros = identifiers_with_zeros(schema, text.content)
        if not zeros:
            return columns
        if not types:
            types = dict(zip(schema.names, schema.types))
        types |= dict.fromkeys(zeros, pa.string())  # case 001 is not case 1


def _write_typed(
    text: _Text, types: dict[str, pa.DataType], out: Path
) -> tuple[pa.Schema, "_TextColumns"]:
    """Writes the text with these types, or those of its first block; its schema."""
    columns = _TextColumns(text.names)
    text.ragged.clear()
    with text.batches(types or None) as reader:
        schema = reader.schema
        plain = [pa.float64() if pa.types.is_null(kind) else kind for kind in schema.types]
        columns.empty = {
            i
            for i, (name, kind) in enumerate(zip(text.dialect.names, schema.types))
            if pa.types.is_null(kind) and not name.strip()
        }
        written = pa.schema(list(zip(schema.names, plain)))

        def tables() -> Iterator[pa.Table]:
            for batch in reader:
                table = pa.Table.from_batches([batch]).cast(written)
                columns.add(table)
                yield table

        _write(tables(), written, out)
    return schema, columns


class _TextColumns:
    """What the columns of text hold, from the tables in turn, and the last row.

    empty: places of columns without a name or a cell, which are left out.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names, self.rows, self.empty = list(names), 0, set[int]()
        self.last: pa.Table | None = None
        self._first: list[pa.Table] | None = []
        self._counts: dict[str, NotationCounts] = {}
        self._zeros: set[str] = set()

    def add(self, table: pa.Table) -> None:
        if not table.num_rows:
            return
        self.rows += table.num_rows
        self.last = table.slice(table.num_rows - 1)
        if self._first is None:
            self._count(table)
            return
        self._first.append(table)
        if self.rows >= FIRST:
            self._begin()

    def _begin(self) -> None:
        """The first rows say which columns of text may hold numbers."""
        parts, self._first = self._first or [], None
        if not parts:
            return
        table = pa.concat_tables(parts)
        for name, column in zip(table.column_names, table.columns):
            if _is_text(column.type) and starts_with_numbers(column):
                self._counts[name] = NotationCounts()
        self._count(table)

    def _count(self, table: pa.Table) -> None:
        for name, counts in self._counts.items():
            counts.add(table[name])
            if name not in self._zeros and has_leading_zeros(name, table[name]):
                self._zeros.add(name)

    def changes(self, path: Path) -> "_Changes":
        """What the rows in a Parquet file lack to be as `normalise` makes them."""
        totals = self._totals(path)
        rows = self.rows - len(totals)
        if self._first is not None:
            self._begin()
        found = {
            name: TextNumbers(name, counts.notation)
            for name, counts in self._counts.items()
            if name not in self._zeros
        }
        for table in _tables(path, rows, list(found)) if found else ():
            for name, numbers in found.items():
                numbers.add(table[name])
        found = {name: numbers for name, numbers in found.items() if numbers.are_numbers}
        names = [name for i, name in enumerate(self.names) if i not in self.empty]
        notes = [*totals, *(note for name in found for note in found[name].notes)]
        return _Changes(rows, names, found, notes, bool(totals or found or self.empty))

    def _totals(self, path: Path) -> list[str]:
        """The note on a last row of totals; empty if there is none."""
        word = None if self.last is None or self.rows < 3 else total_word(self.last)
        if word is None:
            return []
        schema = pq.read_schema(path)
        texts = [name for name, kind in zip(schema.names, schema.types) if _is_text(kind)]
        for table in _tables(path, self.rows - 1, texts):
            if any(pc.any(pc.equal(column, word)).as_py() for column in table.columns):
                return []
        return [totals_note(word)]


class _Changes(NamedTuple):
    """The rows and columns to keep of a Parquet file, its columns of text that hold numbers, and
    notes. are_needed: whether the file differs from that."""

    rows: int
    names: list[str]
    numbers: dict[str, TextNumbers]
    notes: list[str]
    are_needed: bool


def _write_changed(raw: Path, out: Path, changes: _Changes, new_names: list[str]) -> None:
    """Writes the rows and columns to keep under new names, with numbers in place of their text."""
    _, names, numbers, _, _ = changes
    if not names:
        raise IntakeError(NO_COLUMNS)
    schema = pq.read_schema(raw)
    kinds = [numbers[name].type if name in numbers else schema.field(name).type for name in names]
    written = pa.schema(list(zip(new_names, kinds)))

    def tables() -> Iterator[pa.Table]:
        for table in _tables(raw, changes.rows, names):
            parts = [
                numbers[name].values(table[name]).cast(kind) if name in numbers else table[name]
                for name, kind in zip(names, kinds)
            ]
            yield pa.table(parts, schema=written)

    _write(tables(), written, out)


def _tables(path: Path, rows: int, names: Sequence[str]) -> Iterator[pa.Table]:
    """The first rows of a Parquet file in parts."""
    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches(BATCH, columns=list(names)):
            if rows <= 0:
                return
            yield pa.Table.from_batches([batch]).slice(0, rows)
            rows -= batch.num_rows


def _write(tables: Iterable[pa.Table], schema: pa.Schema, out: Path) -> None:
    """Writes tables as row groups of about GROUP bytes."""
    with pq.ParquetWriter(out, schema) as writer:
        held: list[pa.Table] = []
        for table in tables:
            held.append(table)
            if sum(part.nbytes for part in held) > GROUP:
                writer.write_table(pa.concat_tables(held))
                held.clear()
        if held:
            writer.write_table(pa.concat_tables(held))


def _is_text(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))
