"""Plain delimited text, read while it is still being written to disk.

Plain is ASCII without quotation marks below its header: such text can be cut at any end of a
line. Whatever else a file may be, it is read in the ordinary way once it is whole.
"""

import io
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa

from costdash.intake.errors import IntakeError
from costdash.intake.formats.delimited import csv_table, first_lines, mapped, padded_names
from costdash.intake.formats.detect import recognise
from costdash.intake.formats.dialect import sniff
from costdash.intake.limits import Limits

LOOK_EVERY = 0.002  # s
PATIENCE = 10  # s in all that are spent on waiting for bytes
ODD = (b'"', b"\x00")


class Late(Exception):
    """The rest of the file does not come, or not soon enough to wait for it."""


class NotPlain(Exception):
    """The file must be read in the ordinary way."""


def read_arriving(path: Path, size: int, limits: Limits) -> tuple[pa.Table, list[str]] | None:
    """The table and notes, or None where it must be read in the ordinary way; whole by then.

    Raises Late, OSError.
    """
    with path.open("rb") as file:
        arriving, found = Arriving(file, size), None
        with suppress(IntakeError, NotPlain, pa.ArrowException, ValueError):
            found = _read(arriving, limits)
        arriving.wait(size)
        return found


def _read(arriving: "Arriving", limits: Limits) -> tuple[pa.Table, list[str]]:
    text = first_lines(arriving, limits)
    if not text.isascii() or recognise(text.encode()) != "text":
        raise NotPlain
    dialect = sniff(text)
    arriving.seek(dialect.skip)
    arriving.checked = True
    table = csv_table(pa.PythonFile(arriving, "r"), dialect, limits)
    arriving.wait(arriving.size)
    if not table.num_rows or padded_names(table, mapped(arriving.file, dialect.skip)[0]):
        raise NotPlain
    return table, dialect.notes


class Arriving(io.RawIOBase):
    """A file of `size` bytes of which some are not there yet: reading waits for them.

    Where it is `checked`, what is read must be plain.
    """

    def __init__(self, file: BinaryIO, size: int):
        self.file, self.size, self.checked, self.waited = file, size, False, 0.0

    def read(self, n: int = -1) -> bytes:
        end = self.size if n < 0 else min(self.size, self.file.tell() + n)
        self.wait(end)
        chunk = self.file.read(end - self.file.tell())
        if self.checked and not (chunk.isascii() and not any(odd in chunk for odd in ODD)):
            raise NotPlain
        return chunk

    def wait(self, end: int) -> None:
        """Until the first `end` bytes are there. Raises Late."""
        while (now := os.fstat(self.file.fileno())).st_size < end:
            if now.st_nlink == 0 or self.waited > PATIENCE:
                raise Late
            time.sleep(LOOK_EVERY)
            self.waited += LOOK_EVERY

    def seek(self, place: int, whence: int = 0) -> int:
        return self.file.seek(place, whence)

    def tell(self) -> int:
        return self.file.tell()

    def readable(self) -> bool:
        return True
