"""Parquet, Arrow and JSON lines to a table."""

from collections.abc import Callable
from typing import BinaryIO

import pyarrow as pa

from costdash.intake.errors import IntakeError
from costdash.intake.limits import Limits, amount
from costdash.wording import counted


def read_parquet(file: BinaryIO, limits: Limits) -> pa.Table:
    """The table, after its footer has been checked against the limits."""
    import pyarrow.parquet

    parquet = pyarrow.parquet.ParquetFile(file)
    footer = parquet.metadata
    groups = (footer.row_group(i) for i in range(footer.num_row_groups))
    check_size(footer.num_rows, footer.num_columns, limits)
    if sum(group.total_byte_size for group in groups) > limits.inflated_bytes:
        raise IntakeError(
            f"The file unpacks to more than {amount(limits.inflated_bytes)}. "
            "Keep only the columns and rows that you need, and upload it again."
        )
    return parquet.read(use_threads=False)


def read_arrow_file(file: BinaryIO, limits: Limits) -> pa.Table:
    reader = pa.ipc.open_file(file)
    batches = (reader.get_batch(i) for i in range(reader.num_record_batches))
    return _gathered(reader.schema, batches, limits)


def read_arrow_stream(file: BinaryIO, limits: Limits) -> pa.Table:
    reader = pa.ipc.open_stream(file)
    return _gathered(reader.schema, reader, limits)


def _gathered(schema: pa.Schema, batches, limits: Limits) -> pa.Table:
    """One table of the batches, refused as soon as they are too many."""
    kept, rows, size = [], 0, 0
    for batch in batches:
        batch.validate(full=True)
        rows += batch.num_rows
        size += batch.nbytes
        check_size(rows, batch.num_columns, limits)
        if size > limits.inflated_bytes:
            raise IntakeError(
                f"The file unpacks to more than {amount(limits.inflated_bytes)}. "
                "Keep only the columns and rows that you need, and upload it again."
            )
        kept.append(batch)
    return pa.Table.from_batches(kept, schema)


def read_json_lines(file: BinaryIO, limits: Limits) -> pa.Table:
    """One column for each key; a key that a line lacks is missing there."""
    import pyarrow.json

    try:
        return pyarrow.json.read_json(
            file, read_options=pyarrow.json.ReadOptions(block_size=limits.line_bytes)
        )
    except pa.ArrowInvalid as error:
        raise IntakeError(_json_sentence(str(error), limits)) from None


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
        "The file is not good JSON lines: it needs one object in braces on every line, "
        'such as {"label": 1, "score": 0.8}. Write it again, or save the table as CSV.'
    )


def check_size(rows: int, columns: int, limits: Limits) -> None:
    """Raises IntakeError where there are more rows or columns than are read."""
    if rows > limits.rows:
        raise IntakeError(
            f"The file has {counted(rows, 'row')}; at most {limits.rows:,} are read. "
            "Upload a random sample of the rows."
        )
    if columns > limits.columns_read:
        raise IntakeError(
            f"The file has {counted(columns, 'column')}; at most {limits.columns_read:,} are "
            "read. Keep the column of labels and those of the scores."
        )


Reader = Callable[[BinaryIO, Limits], pa.Table]
READERS: dict[str, tuple[str, Reader]] = {
    "parquet": ("Parquet", read_parquet),
    "arrow file": ("Feather", read_arrow_file),
    "arrow stream": ("Arrow", read_arrow_stream),
    "json lines": ("JSON", read_json_lines),
}
