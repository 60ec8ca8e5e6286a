"""Delimited text, as UTF-8, to a table."""

import io
import mmap
import re
from typing import BinaryIO

import pyarrow as pa
import pyarrow.csv

from costdash.intake.columns.vocabulary import label_rank, names_score
from costdash.intake.errors import IntakeError
from costdash.intake.formats.dialect import Dialect, sniff, wrong_width
from costdash.intake.limits import Limits, amount

SAMPLE = 1 << 16
PADDED = re.compile(rb'(?:^|[,;|\t\r\n"])0\d')
MISSING = ["", "NA", "N/A", "n/a", "#N/A", "NaN", "nan", "-nan", "-NaN", "null", "NULL", "Null"]
MISSING += ["None", "none", "?", ".", "<NA>", "#NA", "#DIV/0!", "#VALUE!", "#REF!", "#NUM!"]


def read_delimited(file: BinaryIO, limits: Limits) -> tuple[pa.Table, list[str]]:
    """The table from where the file stands, and notes on what was assumed.

    Numbers are the nearest doubles to the decimals in the text, as Parquet holds them.
    """
    begin = file.tell()
    sample = first_lines(file, limits)
    dialect = sniff(sample)
    start = begin + len(sample[: dialect.skip].encode())
    content, quoted = mapped(file, start)
    ragged = []

    def note(row):
        ragged.append(row)
        return "skip"

    def read(kinds: dict) -> pa.Table:
        return csv_table(pa.BufferReader(content), dialect, limits, quoted, note, kinds)

    try:
        table = read({})
        if padded := padded_names(table, content):
            table = read(dict.fromkeys(padded, pa.string()))  # case 001 is not case 1
    except pa.ArrowInvalid as error:
        if "Empty CSV" in str(error):
            raise _no_rows() from None
        raise _unreadable(error, limits) from None
    if ragged:
        file.seek(start)
        text = io.TextIOWrapper(file, encoding="utf-8", newline="")
        try:
            raise wrong_width(text, dialect)
        finally:
            text.detach()  # it would close the file, which is not its own
    if not table.num_rows:
        raise _no_rows()
    return table, dialect.notes


def csv_table(
    stream, dialect: Dialect, limits: Limits, quoted=False, bad_line=None, kinds=None
) -> pa.Table:
    """The rows of a stream that stands at the first of them. Raises ArrowInvalid."""
    return pyarrow.csv.read_csv(
        stream,
        read_options=pyarrow.csv.ReadOptions(
            column_names=dialect.names, block_size=limits.line_bytes
        ),
        parse_options=pyarrow.csv.ParseOptions(
            delimiter=dialect.delimiter, newlines_in_values=quoted, invalid_row_handler=bad_line
        ),
        convert_options=pyarrow.csv.ConvertOptions(
            column_types=kinds,
            decimal_point=dialect.decimal,
            null_values=MISSING,
            strings_can_be_null=True,
        ),
    )


def padded_names(table: pa.Table, content: memoryview) -> list[str]:
    """Columns of whole numbers that may name something, if any number begins with zeros."""
    whole = (field.name for field in table.schema if pa.types.is_integer(field.type))
    names = [name for name in whole if not names_score(name) and label_rank(name) is None]
    return names if names and PADDED.search(content) else []


def mapped(file: BinaryIO, start: int) -> tuple[memoryview, bool]:
    """The bytes from start on, copied nowhere, and whether any is a quotation mark."""
    try:
        whole = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):  # not on disk
        file.seek(0)
        whole = file.read()
    return memoryview(whole)[start:], whole.find(b'"', start) >= 0


def first_lines(file: BinaryIO, limits: Limits) -> str:
    """Complete lines from the start of the file, some 64 kB of them."""
    start = file.read(SAMPLE)
    while len(start) % SAMPLE == 0 and not (b"\n" in start or b"\r" in start):
        if len(start) > limits.line_bytes:
            raise _long_line(limits)
        more = file.read(SAMPLE)
        if not more:
            break
        start += more
    if file.read(1):
        start = start[: max(start.rfind(b"\n"), start.rfind(b"\r")) + 1]
    return start.decode("utf-8", errors="replace")


def _unreadable(error: pa.ArrowInvalid, limits: Limits) -> IntakeError:
    if "straddling" in str(error) or "block" in str(error):
        return _long_line(limits)
    return IntakeError(
        "The text could not be read as a table of columns. Check that every line has the same "
        "number of cells and that quotation marks come in pairs, or write the file again."
    )


def _long_line(limits: Limits) -> IntakeError:
    return IntakeError(
        f"A line is longer than {amount(limits.line_bytes)}. Perhaps a quotation mark is not "
        "closed, or the file is not a table: mend it, or write the file again."
    )


def _no_rows() -> IntakeError:
    return IntakeError(
        "The file has a header but no rows. Upload one with a row for each scored case."
    )
