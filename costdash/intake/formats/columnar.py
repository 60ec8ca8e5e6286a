"""Readers of formats that hold typed columns: Parquet, Feather (Arrow) and JSON lines.

Each takes an open file and the limits, and returns the table and notes.
"""

import re
import struct
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, BinaryIO

import pyarrow as pa

from costdash.intake.errors import IntakeError, TooLargeError
from costdash.intake.limits import Limits, amount
from costdash.wording import counted

Table = tuple[pa.Table, list[str]]

WIDTHS = {"BOOLEAN": 1 / 8, "INT32": 4, "FLOAT": 4, "BYTE_ARRAY": 4}  # bytes in memory; others: 8
JSON_KEY = re.compile(rb'"([^"\\]*(?:\\.[^"\\]*)*)"\s*:')
MOST_LACKING = 5  # keys that each of the most rows may lack: reading each takes time


ARROW_MAGIC = b"ARROW1\x00\x00"
BATCH, DICTIONARY = "record batch", "dictionary"  # kinds of messages that have a body
# Numbers of the fields in the tables of Arrow's Message.fbs.
HEADER, DATA, BUFFERS, COMPRESSION = 2, 1, 2, 3


def read_parquet(file: BinaryIO, limits: Limits) -> Table:
    """Checks the footer against the limits before any row is read.

    Raises IntakeError, and TooLargeError for a file that an engine may count.
    """
    import pyarrow.parquet

    parquet = pyarrow.parquet.ParquetFile(file, page_checksum_verification=True)
    footer = parquet.metadata
    n_columns = footer.num_columns
    try:
        _check_size(parquet, limits)
    except TooLargeError as error:
        if footer.num_rows * n_columns > limits.counted_cells:
            raise IntakeError(str(error)) from None
        raise
    table = parquet.read(use_threads=False)
    check_stated_rows(table.num_rows, footer.num_rows)
    return table, []


def check_stated_rows(rows: int, stated: int) -> None:
    """Raises IntakeError if a Parquet file holds other rows than its footer states."""
    if rows != stated:
        raise IntakeError(
            f"The Parquet file is damaged: it states {counted(stated, 'row')} and holds "
            f"{rows:,}. Write it again, or save the table as CSV."
        )


def _check_size(parquet: Any, limits: Limits) -> None:
    """Raises IntakeError if the footer of a Parquet file states more than is read."""
    footer = parquet.metadata
    n_columns = footer.num_columns
    check_shape(footer.num_rows, n_columns, limits)
    groups = (footer.row_group(i) for i in range(footer.num_row_groups))
    in_memory = footer.num_rows * sum(_width(parquet.schema.column(i)) for i in range(n_columns))
    check_unpacked(max(in_memory, sum(group.total_byte_size for group in groups)), limits)


def _width(column: Any) -> float:
    """Bytes that a value of a Parquet column takes in memory, at least."""
    return WIDTHS.get(column.physical_type, 8)


def read_arrow_file(file: BinaryIO, limits: Limits) -> Table:
    check_unpacked(unpacked_size(file), limits)
    reader = pa.ipc.open_file(file)
    batches = (reader.get_batch(i) for i in range(reader.num_record_batches))
    return _collect(reader.schema, batches, limits)


def read_arrow_stream(file: BinaryIO, limits: Limits) -> Table:
    check_unpacked(unpacked_size(file), limits)
    reader = pa.ipc.open_stream(file)
    return _collect(reader.schema, reader, limits)


def unpacked_size(file: BinaryIO) -> int:
    """Bytes of all batches of an Arrow file or stream once unpacked, from its own metadata.

    A batch says where its buffers lie; a compressed one begins with its unpacked size:
    https://arrow.apache.org/docs/format/Columnar.html#serialization-and-interprocess-communication-ipc
    Batches that cannot be understood do not count.
    """
    begin, size = file.tell(), 0
    if file.read(len(ARROW_MAGIC)) != ARROW_MAGIC:
        file.seek(begin)
    with suppress(pa.ArrowException, StopIteration, OSError):
        messages = pa.ipc.MessageReader.open_stream(file)
        while True:
            message = messages.read_next_message()
            if message.type in (BATCH, DICTIONARY) and message.body is not None:
                with suppress(struct.error):
                    size += _body_size(message)
    file.seek(begin)
    return size


def _body_size(message: pa.ipc.Message) -> int:
    """Bytes of the buffers of a message once unpacked. Raises struct.error."""
    metadata, body = memoryview(message.metadata), memoryview(message.body)
    (root,) = struct.unpack_from("<I", metadata)
    batch = _child(metadata, root, HEADER)
    if message.type == DICTIONARY:
        batch = _child(metadata, batch, DATA)
    if not _place(metadata, batch, COMPRESSION):
        return len(body)
    buffers = _child(metadata, batch, BUFFERS)
    (n_buffers,) = struct.unpack_from("<I", metadata, buffers)
    size = 0
    for i in range(n_buffers):
        start, length = struct.unpack_from("<qq", metadata, buffers + 4 + 16 * i)
        if length:
            (unpacked,) = struct.unpack_from("<q", body, start)
            size += length if unpacked < 0 else unpacked  # -1: this buffer is not compressed
    return size


def _child(metadata: memoryview, table: int, field: int) -> int:
    """Where the table or vector in a field of a table begins. Raises struct.error."""
    place = _place(metadata, table, field)
    return place + int(struct.unpack_from("<I", metadata, place)[0])


def _place(metadata: memoryview, table: int, field: int) -> int:
    """Where a field of a table lies; 0 if it is not set. Raises struct.error."""
    fields = table - struct.unpack_from("<i", metadata, table)[0]
    (n_bytes,) = struct.unpack_from("<H", metadata, fields)
    if 4 + 2 * field >= n_bytes:
        return 0
    (offset,) = struct.unpack_from("<H", metadata, fields + 4 + 2 * field)
    return table + offset if offset else 0


def _collect(schema: pa.Schema, batches: Iterable[pa.RecordBatch], limits: Limits) -> Table:
    """One table of all batches. Raises IntakeError as soon as they exceed a limit."""
    retained, rows, size = [], 0, 0
    for batch in batches:
        batch.validate(full=True)
        rows += batch.num_rows
        size += _bytes_of(batch)
        check_shape(rows, batch.num_columns, limits)
        check_unpacked(size, limits)
        retained.append(batch)
    return pa.Table.from_batches(retained, schema), []


def _bytes_of(batch: pa.RecordBatch) -> int:
    """Bytes of the rows of a batch; of its whole buffers where Arrow cannot tell."""
    try:
        return batch.nbytes
    except pa.ArrowTypeError:  # views of text, before pyarrow 21
        return batch.get_total_buffer_size()


def read_json_lines(file: BinaryIO, limits: Limits) -> Table:
    """One column for each key; a key that a line lacks is a missing cell."""
    import pyarrow.json

    _check_keys(file, limits)
    options = pyarrow.json.ReadOptions(block_size=limits.line_bytes)
    try:
        return pyarrow.json.read_json(file, read_options=options), []
    except pa.ArrowInvalid as error:
        raise IntakeError(_json_sentence(str(error), limits)) from None


def _check_keys(file: BinaryIO, limits: Limits) -> None:
    """Raises IntakeError if there are too many keys, or if the lines lack too many of them.

    pyarrow takes time for each key that a line lacks and another line of its block has.
    """
    begin, keys, lacking = file.tell(), set[bytes](), 0
    while block := file.read(limits.line_bytes):
        matches = JSON_KEY.findall(block)
        here = set(matches)
        keys |= here
        lacking += block.count(b"{") * len(here) - len(matches)
        if len(keys) > limits.columns_read:
            raise IntakeError(
                f"The lines of the JSON file have more than {limits.columns_read:,} different "
                "keys. Write the same few keys in every line: label and scores."
            )
        if lacking > MOST_LACKING * limits.rows:
            raise IntakeError(
                "Most lines of the JSON file lack most of its keys. Write the same few keys in "
                "every line: label and scores."
            )
    file.seek(begin)


def _json_sentence(error: str, limits: Limits) -> str:
    if "straddling" in error:
        return (
            f"A line of the JSON file is longer than {amount(limits.line_bytes)}. "
            "Write one short object per case and line."
        )
    if "specified twice" in error:
        return "A line of the JSON file has the same key twice. Write each key once."
    if "changed from" in error:
        return (
            "A key of the JSON file holds a number in one line and text or a list in another. "
            "Write the same kind of value in every line."
        )
    return (
        "The file is not valid JSON lines, which have one object in braces on every line, "
        'such as {"label": 1, "score": 0.8}. Correct it, or save the table as CSV.'
    )


def check_unpacked(n_bytes: int, limits: Limits) -> None:
    """Raises IntakeError if the content of a file is larger than is read."""
    if n_bytes > limits.inflated_bytes:
        raise TooLargeError(
            f"The file unpacks to more than {amount(limits.inflated_bytes)}. "
            "Keep only the columns and rows that you need, and upload it again."
        )


def check_shape(rows: int, columns: int, limits: Limits) -> None:
    """Raises IntakeError if there are more rows or columns than are read."""
    if rows > limits.rows:
        raise TooLargeError(
            f"The file has {counted(rows, 'row')}; at most {limits.rows:,} are read. "
            "Upload a random sample of the rows."
        )
    if columns > limits.columns_read:
        raise IntakeError(
            f"The file has {counted(columns, 'column')}; at most {limits.columns_read:,} are "
            "read. Keep only the columns of labels and scores."
        )
