"""A file, recognised by its bytes, to a table."""

import errno
import mmap
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa

from costdash.intake.columns.levels import Columns
from costdash.intake.errors import IntakeError
from costdash.intake.formats.columnar import READERS, check_size
from costdash.intake.formats.delimited import read_delimited
from costdash.intake.formats.detect import START, recognise, refuse
from costdash.intake.formats.encoding import as_utf8, inflate
from costdash.intake.formats.normalise import tidy
from costdash.intake.limits import MB, Limits, amount

ELBOW_ROOM = 128 * MB  # of addresses: a thread takes half of it before it has done anything
TOO_BIG = (
    "The table needs more memory than there is for one file. "
    "Keep only the columns that you need, or upload a random sample of the rows."
)
NOT_STORED = (
    "The file cannot be stored: the disk here may be full or read-only. "
    "Try again later, or ask whoever runs costdash to make room."
)


@dataclass(frozen=True, slots=True)
class Read:
    """Columns of numbers, text, dates, or true and false, with distinct names.

    notes are sentences on what was assumed or left out on the way.
    """

    columns: Columns
    notes: tuple[str, ...] = ()


def read_file(path: Path, limits: Limits | None = None, scratch: Path | None = None) -> Read:
    """The table in a file on disk. scratch is a folder for unpacked copies.

    Raises IntakeError, and nothing else, for whatever the file may hold.
    """
    limits = limits or Limits.from_environment()
    with _opened(Path(path)) as file:
        if file.seek(0, 2) > limits.upload_bytes:
            raise IntakeError(
                f"The file is larger than {amount(limits.upload_bytes)}. Keep only the columns "
                "that you need, save it as Parquet, or upload a random sample of the rows."
            )
        return read_open(file, limits, scratch)


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except (OSError, ValueError):
        raise IntakeError(
            "The file cannot be opened. Check that it is there and that you may read it."
        ) from None


def read_open(file: BinaryIO, limits: Limits, scratch: Path | None = None) -> Read:
    """The table in an open file."""
    with ExitStack() as stack:

        def new_file() -> BinaryIO:
            return stack.enter_context(tempfile.TemporaryFile(dir=scratch))

        kind = _kind(file)
        if kind == "gzip":
            file = _guarded("gzip", lambda: inflate(file, limits, new_file()))
            kind = _kind(file)
            if kind == "gzip":
                refuse("gzip inside gzip")
        table, notes = _guarded(kind, lambda: _table(kind, file, limits, new_file()))
    return read_frame(table, limits, notes)


def read_frame(table: pa.Table, limits: Limits, notes=()) -> Read:
    """A table that is in memory already, tidied."""
    check_size(table.num_rows, table.num_columns, limits)
    table, more = _guarded("table", lambda: tidy(table, limits))
    return Read(Columns(table), (*notes, *more))


def _kind(file: BinaryIO) -> str:
    file.seek(0)
    kind = recognise(file.read(START))
    file.seek(0)
    return kind


def _table(kind: str, file: BinaryIO, limits: Limits, copy: BinaryIO):
    """The table as it stands in the file, and notes."""
    if kind == "zip":
        from costdash.intake.formats.excel import read_workbook

        return read_workbook(file, limits)
    notes = []
    if kind in ("text", "json lines"):
        file, notes = as_utf8(file, copy)
    if kind == "text":
        table, more = read_delimited(file, limits)
        return table, notes + more
    table = READERS[kind][1](file, limits)
    table.validate(full=True)
    return table, notes


def no_room_left() -> bool:
    """Whether this process may hardly take more memory: readers then fail in all kinds of ways."""
    try:
        mmap.mmap(-1, ELBOW_ROOM).close()
    except OSError:
        return True
    return False


def _guarded(kind: str, work: Callable):
    """What work gives; whatever else than an IntakeError it raises becomes one.

    The readers are others' code and the bytes are anybody's: no list of errors is complete.
    """
    try:
        return work()
    except IntakeError:
        raise
    except MemoryError:
        raise IntakeError(TOO_BIG) from None
    except Exception as error:
        if getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise IntakeError(NOT_STORED) from None
        if no_room_left():
            raise IntakeError(TOO_BIG) from None
        name = READERS[kind][0] if kind in READERS else {"zip": "Excel"}.get(kind, kind)
        raise IntakeError(
            f"The {name} file is damaged or cut off and cannot be read. "
            "Write it again, or save the table as CSV."
        ) from None
