"""Reads a file in any supported format into columns; FORMATS is the table of the formats.

A format is detected by its first bytes, never by the name of the file. Its name and extensions in
FORMATS appear in error messages, and every table passes the checks of `read_open` and `normalise`.
`docs/develop/add-a-format.md` lists the steps of adding one.
"""

import errno
import mmap
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import pyarrow as pa

from costdash.intake.columns.levels import Columns
from costdash.intake.errors import IntakeError, TooLargeError, listed
from costdash.intake.formats import deepeval, inspect_log, lm_eval, promptfoo
from costdash.intake.formats.columnar import (
    check_shape,
    read_arrow_file,
    read_arrow_stream,
    read_json_lines,
    read_parquet,
)
from costdash.intake.formats.deepeval import read_deepeval
from costdash.intake.formats.delimited import read_delimited
from costdash.intake.formats.detect import (
    GZIP,
    START,
    UnsupportedFormatError,
    check_supported,
    starts_json_lines,
)
from costdash.intake.formats.encoding import as_utf8, unpack_gzip
from costdash.intake.formats.excel import read_workbook
from costdash.intake.formats.inspect_log import read_inspect_archive, read_inspect_document
from costdash.intake.formats.lm_eval import read_lm_eval
from costdash.intake.formats.normalise import normalise
from costdash.intake.formats.promptfoo import read_promptfoo, read_promptfoo_lines
from costdash.intake.formats.to_parquet import delimited_to_parquet, parquet_to_parquet
from costdash.intake.limits import MB, Limits, amount

T = TypeVar("T")
Reader = Callable[[BinaryIO, Limits], tuple[pa.Table, list[str]]]


@dataclass(frozen=True, slots=True)
class Format:
    """A file format: its name and extensions in sentences, its first bytes, and its reader.

    A format of text has no signature and the readers get UTF-8: `starts` says whether a text is in
    this format. The first format of text that fits is taken. With a signature `starts` tells apart
    formats that share it. to_parquet: writes a
    file too large for memory as Parquet, which DuckDB counts, and returns notes, or None if the
    file itself will do. lines: plain text in this format may be
    cut at the end of any line, and is read while it arrives.
    """

    name: str
    extensions: str
    read: Reader
    signatures: tuple[bytes, ...] = ()
    starts: Callable[[bytes], bool] | None = None
    to_parquet: Callable[[BinaryIO, Limits, Path], list[str] | None] | None = None
    lines: bool = False

    @property
    def is_text(self) -> bool:
        return self.starts is not None and not self.signatures


FORMATS = (
    Format("Parquet", ".parquet", read_parquet, (b"PAR1",), to_parquet=parquet_to_parquet),
    Format("Feather", ".feather, .arrow", read_arrow_file, (b"ARROW1\x00\x00",)),
    Format("Arrow stream", ".arrows", read_arrow_stream, (b"\xff\xff\xff\xff",)),
    Format(
        "Inspect log",
        ".eval",
        read_inspect_archive,
        (b"PK\x03\x04",),
        starts=inspect_log.starts_archive,
    ),
    Format("Excel", ".xlsx", read_workbook, (b"PK\x03\x04", b"PK\x05\x06")),
    Format("Inspect log", ".json", read_inspect_document, starts=inspect_log.starts_document),
    Format("Promptfoo results", ".json", read_promptfoo, starts=promptfoo.starts_document),
    Format("Promptfoo results", ".jsonl", read_promptfoo_lines, starts=promptfoo.starts_lines),
    Format("DeepEval test run", ".json", read_deepeval, starts=deepeval.starts_document),
    Format("LM evaluation harness samples", ".jsonl", read_lm_eval, starts=lm_eval.starts_samples),
    Format("JSON lines", ".jsonl", read_json_lines, starts=starts_json_lines),
    Format(
        "CSV",
        ".csv, .tsv",
        read_delimited,
        starts=lambda start: True,
        to_parquet=delimited_to_parquet,
        lines=True,
    ),
)

HEADROOM = 128 * MB  # of address space: a thread reserves half of it before it does anything
TOO_BIG = (
    "The table needs more memory than there is for one file. "
    "Keep only the columns that you need, or upload a random sample of the rows."
)
NOT_STORED = (
    "The file cannot be stored: the disk here may be full or read-only. "
    "Try again later, or ask whoever runs costdash to make room."
)
EMPTY = (
    "The file is empty. Choose a file with a header, one row per case, a column of labels "
    "and a column of scores for each model."
)


@dataclass(frozen=True, slots=True)
class Read:
    """Columns of numbers, text, dates, or true and false, with distinct names.

    notes are sentences on what was assumed or left out while reading. matrices: the confusion
    matrices that the file holds instead of rows; the columns then are the cases of the first.
    """

    columns: Columns
    notes: tuple[str, ...] = ()
    matrices: tuple[tuple[Any, ...], ...] = ()


def read_file(path: Path, limits: Limits | None = None, scratch: Path | None = None) -> Read:
    """The table in a file on disk. scratch is a folder for unpacked copies.

    Raises IntakeError, and nothing else, whatever the file contains.
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
            "The file cannot be opened. Check that it exists and that you may read it."
        ) from None


def read_open(file: BinaryIO, limits: Limits, scratch: Path | None = None) -> Read:
    """The table in an open file."""
    try:
        table, notes = _read_table(file, limits, scratch)
    except UnsupportedFormatError as error:
        raise IntakeError(
            f"The file is {error.kind} and cannot be read. Save the table in a format that "
            f"costdash reads, which may be gzipped: {supported_formats()}."
        ) from None
    return read_frame(table, limits, notes)


def supported_formats() -> str:
    """Names and extensions of all formats, text formats first."""
    extensions: dict[str, list[str]] = {}
    for file_format in reversed(FORMATS):
        extensions.setdefault(file_format.name, []).append(file_format.extensions)
    names = [f"{name} ({', '.join(each)})" for name, each in extensions.items()]
    return listed(names, at_most=len(names))


def read_frame(table: pa.Table, limits: Limits, notes: Sequence[str] = ()) -> Read:
    """A table in memory, checked and normalised."""
    check_shape(table.num_rows, table.num_columns, limits)
    table, more = _guarded("table", lambda: normalise(table, limits))
    return Read(Columns(table), (*notes, *more))


def arrow_table(frame: Any) -> pa.Table:
    """A data frame as an Arrow table. Raises IntakeError for anything that is not a table."""
    if hasattr(frame, "collect"):
        raise IntakeError("The table is lazy: collect it first, with .collect().")
    if hasattr(frame, "read"):
        raise IntakeError("Give the path of the file, not an open file.")
    try:
        return pa.table(frame)
    except (pa.ArrowException, TypeError, ValueError):
        raise IntakeError(
            "The table cannot be read. Give a path, or a data frame whose columns each hold one "
            "kind of value, numbers or text."
        ) from None


def _read_table(file: BinaryIO, limits: Limits, scratch: Path | None) -> tuple[pa.Table, list[str]]:
    """The table exactly as it is in the file, and notes."""
    with ExitStack() as stack:

        def new_file() -> BinaryIO:
            return stack.enter_context(tempfile.TemporaryFile(dir=scratch))

        start = _start(file)
        if start.startswith(GZIP):
            packed = file
            file = _guarded("gzip", lambda: unpack_gzip(packed, limits, new_file()))
            start = _start(file)
            if start.startswith(GZIP):
                raise UnsupportedFormatError("gzip inside gzip")
        file_format = detect_format(start)
        unpacked = file
        return _guarded(file_format.name, lambda: _read_as(file_format, unpacked, limits, new_file))


def write_as_parquet(path: Path, limits: Limits, out: Path) -> list[str] | None:
    """Writes a file too large for memory as Parquet for an engine; notes on it.

    None if the file itself will do. Raises IntakeError.
    """
    with _opened(path) as file, tempfile.TemporaryFile(dir=out.parent) as copy:
        file_format, notes, text = detect_format(_start(file)), list[str](), file
        if file_format.is_text:
            text, notes = as_utf8(file, copy)
        to_parquet = file_format.to_parquet
        assert to_parquet is not None  # such files are not counted
        more = _guarded(file_format.name, lambda: to_parquet(text, limits, out))
    return None if more is None else [*notes, *more]


def _start(file: BinaryIO) -> bytes:
    """The first bytes of a file, which is left at its beginning."""
    file.seek(0)
    start = file.read(START)
    file.seek(0)
    return start


def detect_format(start: bytes) -> Format:
    """The format of a file with these first bytes.

    Raises IntakeError if the file is empty, UnsupportedFormatError if it is in no format of
    FORMATS.
    """
    if not start:
        raise IntakeError(EMPTY)
    for file_format in FORMATS:
        fits = file_format.starts is None or file_format.starts(start)
        if fits and start.startswith(file_format.signatures):
            return file_format
    check_supported(start)
    return next(
        file_format
        for file_format in FORMATS
        if file_format.is_text and file_format.starts(start)  # type: ignore[misc]
    )


def _read_as(
    file_format: Format, file: BinaryIO, limits: Limits, new_file: Callable[[], BinaryIO]
) -> tuple[pa.Table, list[str]]:
    notes: list[str] = []
    if file_format.is_text:
        file, notes = as_utf8(file, new_file())
    table, more = file_format.read(file, limits)
    table.validate(full=True)
    return table, notes + more


def disk_is_full() -> bool:
    """Whether this process is about to run out of memory, which makes readers fail in many ways."""
    try:
        mmap.mmap(-1, HEADROOM).close()
    except OSError:
        return True
    return False


def _guarded(name: str, work: Callable[[], T]) -> T:
    """The result of work; any other error than one about the file becomes an IntakeError.

    The readers are third-party code and the bytes are untrusted, so no list of errors is complete.
    """
    try:
        return work()
    except (IntakeError, UnsupportedFormatError):
        raise
    except MemoryError:
        raise TooLargeError(TOO_BIG) from None
    except Exception as error:
        if getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise IntakeError(NOT_STORED) from None
        if disk_is_full():
            raise TooLargeError(TOO_BIG) from None
        raise IntakeError(
            f"The {name} file is damaged or cut off and cannot be read. "
            "Write it again, or save the table as CSV."
        ) from None
