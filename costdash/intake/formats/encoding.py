"""Unpacks gzip and converts text in any encoding that is read to UTF-8."""

import codecs
import gzip
import zlib
from typing import BinaryIO

from costdash.intake.errors import IntakeError
from costdash.intake.formats.columnar import check_unpacked
from costdash.intake.formats.detect import START, utf16_without_mark
from costdash.intake.limits import Limits

CHUNK = 1 << 20  # bytes
UTF16_NOTE = (
    "The text has no byte order mark and was read as UTF-16. If letters look wrong in the names, "
    "save the file as UTF-8."
)


def unpack_gzip(file: BinaryIO, limits: Limits, out: BinaryIO) -> BinaryIO:
    """Writes the content of a gzip file to out, and stops as soon as it exceeds the limit.

    The last bytes state the size of the content, modulo 2**32: too large a one needs no unpacking.
    """
    size = file.seek(0, 2)
    file.seek(max(size - 4, 0))
    check_unpacked(int.from_bytes(file.read(4), "little"), limits)
    file.seek(0)
    try:
        with gzip.GzipFile(fileobj=file) as packed:
            while chunk := packed.read(CHUNK):
                out.write(chunk)
                check_unpacked(out.tell(), limits)
    except EOFError:
        raise IntakeError(
            "The gzip file is cut off: its end is missing. Upload a complete copy."
        ) from None
    except (gzip.BadGzipFile, zlib.error):
        raise IntakeError(
            "The gzip file is damaged and cannot be unpacked. Pack it again and upload it."
        ) from None
    out.seek(0)
    return out


def as_utf8(file: BinaryIO, out: BinaryIO) -> tuple[BinaryIO, list[str]]:
    """The text as UTF-8 without a byte order mark, and notes on what was assumed.

    Returns the file itself, positioned after the mark, if it is UTF-8 already; else a copy in out.
    """
    start = file.read(START)
    if start[:4] in (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE):
        return _converted(file, "utf-32", out), []
    if start[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return _converted(file, "utf-16", out), []
    if order := utf16_without_mark(start):
        return _converted(file, order, out), [UTF16_NOTE]
    begin = 3 if start.startswith(codecs.BOM_UTF8) else 0
    if _decodes(file, "utf-8"):
        file.seek(begin)
        return file, []
    encoding = "cp1252" if _decodes(file, "cp1252") else "latin-1"
    note = (
        "The text is not UTF-8 and was read as Western European (latin-1). "
        "If letters look wrong in the names, save the file as UTF-8."
    )
    return _converted(file, encoding, out), [note]


def _decodes(file: BinaryIO, encoding: str) -> bool:
    """Whether the whole file is text in this encoding. Raises IntakeError if it contains NULs."""
    decoder = codecs.getincrementaldecoder(encoding)()
    file.seek(0)
    try:
        while chunk := file.read(CHUNK):
            if b"\x00" in chunk:
                raise IntakeError(
                    "The file begins as text but contains binary data further on. "
                    "It may be damaged: export the table again and upload it."
                )
            if decoder.getstate()[0] or not chunk.isascii():
                decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _converted(file: BinaryIO, encoding: str, out: BinaryIO) -> BinaryIO:
    """A copy of the text in out, as UTF-8."""
    file.seek(0)
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        while chunk := file.read(CHUNK):
            out.write(decoder.decode(chunk).encode())
        out.write(decoder.decode(b"", final=True).encode())
    except UnicodeError:
        raise IntakeError(
            "The file is UTF-16 or UTF-32 text, but it is damaged or cut off. "
            "Save it as UTF-8 and upload it again."
        ) from None
    out.seek(0)
    return out
