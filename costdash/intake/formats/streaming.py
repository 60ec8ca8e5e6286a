"""Reads plain delimited text while it is still being written to disk.

Plain means ASCII without quotation marks below the header: such text can be cut at the end of any
line. All other files are read by `read_file` once they are complete.
"""

import io
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa

from costdash.intake.errors import IntakeError
from costdash.intake.formats.delimited import (
    first_lines,
    identifiers_with_zeros,
    map_content,
    parse_rows,
)
from costdash.intake.formats.detect import UnsupportedFormatError
from costdash.intake.formats.dialect import detect_dialect
from costdash.intake.formats.read import detect_format
from costdash.intake.limits import Limits

POLL_INTERVAL = 0.002  # s
PATIENCE = 10  # s of waiting for bytes, in all
NOT_PLAIN = (b'"', b"\x00")


class StalledError(Exception):
    """The rest of the file does not arrive, or not soon enough to wait for it."""


class NotPlainError(Exception):
    """The file cannot be read while it arrives."""


def read_growing(path: Path, size: int, limits: Limits) -> tuple[pa.Table, list[str]] | None:
    """The table and notes of a file that will have `size` bytes; None if it is not plain.

    The file is complete on return. Raises StalledError, OSError.
    """
    with path.open("rb") as file:
        growing, result = GrowingFile(file, size), None
        with suppress(
            IntakeError, UnsupportedFormatError, NotPlainError, pa.ArrowException, ValueError
        ):
            result = _read(growing, limits)
        growing.wait(size)
        return result


def _read(growing: "GrowingFile", limits: Limits) -> tuple[pa.Table, list[str]]:
    text = first_lines(growing, limits)
    if not text.isascii() or not detect_format(text.encode()).lines:
        raise NotPlainError
    dialect = detect_dialect(text)
    growing.seek(dialect.skip)
    growing.checked = True
    table = parse_rows(pa.PythonFile(growing, "r"), dialect, limits)
    growing.wait(growing.size)
    content, _ = map_content(growing.file, dialect.skip)
    if not table.num_rows or identifiers_with_zeros(table.schema, content):
        raise NotPlainError
    return table, dialect.notes


class GrowingFile(io.RawIOBase):
    """A file that will have `size` bytes: reading waits for bytes that are not written yet.

    While it is `checked`, reading raises NotPlainError for content that is not plain.
    """

    def __init__(self, file: BinaryIO, size: int) -> None:
        self.file, self.size, self.checked, self.waited = file, size, False, 0.0

    def read(self, n: int = -1, /) -> bytes:
        end = self.size if n < 0 else min(self.size, self.file.tell() + n)
        self.wait(end)
        chunk = self.file.read(end - self.file.tell())
        if self.checked and not (chunk.isascii() and not any(mark in chunk for mark in NOT_PLAIN)):
            raise NotPlainError
        return chunk

    def wait(self, end: int) -> None:
        """Waits for the first `end` bytes. Raises StalledError."""
        while (now := os.fstat(self.file.fileno())).st_size < end:
            if now.st_nlink == 0 or self.waited > PATIENCE:
                raise StalledError
            time.sleep(POLL_INTERVAL)
            self.waited += POLL_INTERVAL

    def seek(self, place: int, whence: int = 0) -> int:
        return self.file.seek(place, whence)

    def tell(self) -> int:
        return self.file.tell()

    def readable(self) -> bool:
        return True
