"""Reads delimited text, such as CSV and TSV, that is UTF-8 already."""

import io
import mmap
import re
from collections.abc import Callable
from typing import Any, BinaryIO, Protocol

import pyarrow as pa
import pyarrow.csv

from costdash.intake.columns.vocabulary import label_rank, names_score
from costdash.intake.errors import IntakeError
from costdash.intake.formats.columnar import check_shape
from costdash.intake.formats.dialect import Dialect, detect_dialect, wrong_width_error
from costdash.intake.formats.quotes import check_body
from costdash.intake.limits import Limits, amount

SAMPLE = 1 << 16  # bytes from which the dialect is detected
LEADING_ZERO = re.compile(rb'(?:^|[,;|\t\r\n"])0\d')
MISSING = ["", "NA", "N/A", "n/a", "#N/A", "NaN", "nan", "-nan", "-NaN", "null", "NULL", "Null"]
MISSING += ["None", "none", "?", ".", "<NA>", "#NA", "#DIV/0!", "#VALUE!", "#REF!", "#NUM!"]


class Readable(Protocol):
    """The source of the first lines: a file, possibly still being written."""

    def read(self, n: int = -1, /) -> bytes: ...


def read_delimited(file: BinaryIO, limits: Limits) -> tuple[pa.Table, list[str]]:
    """The table from the current position of the file, and notes on what was assumed.

    Numbers are the doubles nearest to the decimals in the text, the same as Parquet holds.
    """
    begin = file.tell()
    sample = first_lines(file, limits)
    dialect = detect_dialect(sample)
    start = begin + len(sample[: dialect.skip].encode())
    content, quoted = map_content(file, start)
    ragged: list[Any] = []

    def collect(row: Any) -> str:
        ragged.append(row)
        return "skip"

    def read(types: dict[str, pa.DataType] | None = None) -> pa.Table:
        return parse_rows(pa.BufferReader(content), dialect, limits, quoted, collect, types)

    try:
        table = read()
        if names := identifiers_with_zeros(table.schema, content):
            table = read(dict.fromkeys(names, pa.string()))  # case 001 is not case 1
    except pa.ArrowInvalid as error:
        if "Empty CSV" in str(error):
            raise no_rows_error() from None
        raise parse_error(error, limits) from None
    if ragged:
        raise ragged_error(file, start, dialect)
    if quoted:
        width = len(dialect.names)
        check_body(content, table.num_rows, dialect.delimiter, width, dialect.lines, limits)
    if not table.num_rows:
        raise no_rows_error()
    return table, dialect.notes


def parse_rows(
    stream: pa.NativeFile,
    dialect: Dialect,
    limits: Limits,
    quoted: bool = False,
    on_ragged_row: Callable[[Any], str] | None = None,
    types: dict[str, pa.DataType] | None = None,
) -> pa.Table:
    """The rows of a stream that is positioned at the first row of data. Raises ArrowInvalid."""
    check_shape(0, len(dialect.names), limits)
    return pyarrow.csv.read_csv(
        stream, **csv_options(dialect, limits, dialect.names, quoted, on_ragged_row, types)
    )


def csv_options(
    dialect: Dialect,
    limits: Limits,
    names: list[str],
    quoted: bool = False,
    on_ragged_row: Callable[[Any], str] | None = None,
    types: dict[str, pa.DataType] | None = None,
) -> dict[str, Any]:
    """How pyarrow reads the rows of a text in this dialect; names of its columns."""
    return {
        "read_options": pyarrow.csv.ReadOptions(column_names=names, block_size=limits.line_bytes),
        "parse_options": pyarrow.csv.ParseOptions(
            delimiter=dialect.delimiter,
            newlines_in_values=quoted,
            invalid_row_handler=on_ragged_row,
        ),
        "convert_options": pyarrow.csv.ConvertOptions(
            column_types=types,
            decimal_point=dialect.decimal,
            null_values=MISSING,
            strings_can_be_null=True,
        ),
    }


def identifiers_with_zeros(schema: pa.Schema, content: memoryview) -> list[str]:
    """Columns of whole numbers that may be identifiers, if any number begins with zeros."""
    whole = (field.name for field in schema if pa.types.is_integer(field.type))
    names = [name for name in whole if not names_score(name) and label_rank(name) is None]
    return names if names and LEADING_ZERO.search(content) else []


def ragged_error(file: BinaryIO, start: int, dialect: Dialect) -> IntakeError:
    """The error for lines that have more or fewer cells than the header."""
    file.seek(start)
    text = io.TextIOWrapper(file, encoding="utf-8", newline="")
    try:
        return wrong_width_error(text, dialect)
    finally:
        text.detach()  # leaves the caller's file open


def map_content(file: BinaryIO, start: int) -> tuple[memoryview, bool]:
    """The bytes from start on, without a copy, and whether any is a quotation mark."""
    content: mmap.mmap | bytes
    try:
        content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):  # not on disk
        file.seek(0)
        content = file.read()
    return memoryview(content)[start:], content.find(b'"', start) >= 0


def first_lines(file: Readable, limits: Limits) -> str:
    """Complete lines from the start of the file, about 64 kB of them."""
    start = file.read(SAMPLE)
    while len(start) % SAMPLE == 0 and not (b"\n" in start or b"\r" in start):
        if len(start) > limits.line_bytes:
            raise _long_line_error(limits)
        more = file.read(SAMPLE)
        if not more:
            break
        start += more
    if file.read(1):
        start = start[: max(start.rfind(b"\n"), start.rfind(b"\r")) + 1]
    return start.decode("utf-8", errors="replace")


def parse_error(error: pa.ArrowInvalid, limits: Limits) -> IntakeError:
    if "straddling" in str(error) or "block" in str(error):
        return _long_line_error(limits)
    return IntakeError(
        "The text could not be read as a table of columns. Check that every line has the same "
        "number of cells and that quotation marks come in pairs, or write the file again."
    )


def _long_line_error(limits: Limits) -> IntakeError:
    return IntakeError(
        f"A line is longer than {amount(limits.line_bytes)}. A quotation mark may not be closed, "
        "or the file may not be a table: correct it, or write the file again."
    )


def no_rows_error() -> IntakeError:
    return IntakeError(
        "The file has no rows below its first line. Upload a table: a header, then a row with a "
        "label and scores for each case."
    )
