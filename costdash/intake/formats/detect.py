"""Detects the format of a file from its first bytes. The file name is not used.

Holds the signatures of formats that costdash knows and does not read; those that it reads are in
`read.FORMATS`.
"""

import codecs
import re
from codecs import BOM_UTF8, BOM_UTF32_BE

START = 4096  # bytes that are enough to detect a format
GZIP = b"\x1f\x8b"

UNSUPPORTED = {
    b"PARE": "an encrypted Parquet file",
    b"FEA1": "a Feather file of the old version 1",
    b"\x89HDF\r\n\x1a\n": "an HDF5 file",
    b"%PDF": "a PDF document",
    b"\x89PNG": "an image",
    b"\xff\xd8\xff": "an image",
    b"GIF8": "an image",
    b"BM": "an image",
    b"II*\x00": "an image",
    b"MM\x00*": "an image",
    b"RIFF": "an image, sound or film",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ\x00": "an xz archive",
    b"\x28\xb5\x2f\xfd": "a zstd archive",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!": "a rar archive",
    b"SQLite format 3\x00": "an SQLite database",
    b"\xd0\xcf\x11\xe0": "an old Excel (.xls) or other Office file",
    b"\x93NUMPY": "a NumPy file",
    b"\x7fELF": "a program",
    b"MZ": "a program",
    b"RDX": "an R data file",
    b"RDA": "an R data file",
    b"ORC": "an ORC file",
    b"Obj\x01": "an Avro file",
    b"$FL2": "an SPSS file",
    b"$FL3": "an SPSS file",
    b"<stata_dta>": "a Stata file",
    b"{\\rtf": "a rich text document",
    b"\xca\xfe\xba\xbe": "a program",
}
WORDS = {b"BM", b"MZ", b"ORC", b"RDA", b"RDX", b"RIFF", b"Rar!", b"BZh"}  # could begin a header
PICKLE = re.compile(rb"\x80[\x00-\x05]|\(?[dl]p\d+\r?\n|\(?c[\w.]+\n[\w.]+\n")
HTML = re.compile(rb"\s*<(!doctype|html|head|body|table|\?xml)", re.IGNORECASE)
JSON_ARRAY = re.compile(rb"\s*\[\s*[\[{]")
JSON_OBJECT = re.compile(rb'\s*\{\s*("|\}|$)')
UNPRINTABLE = bytes(set(range(32)) - set(b"\t\n\r\f\x1a\x1b")) + b"\x7f"
UTF16 = ("utf-16-le", "utf-16-be")
BLANKS = "\t\n\r\f\x1a\ufeff"
MOSTLY = 0.3  # share of ASCII characters in a table of names in any alphabet


class UnsupportedFormatError(Exception):
    """The file is of a kind that is not read; `kind` names it, with its article."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


def check_supported(start: bytes) -> None:
    """Raises UnsupportedFormatError unless the first bytes belong to a supported text format."""
    for signature, kind in UNSUPPORTED.items():
        if start.startswith(signature) and not (signature in WORDS and looks_like_text(start)):
            raise UnsupportedFormatError(kind)
    content = start.removeprefix(BOM_UTF8)
    kinds = {
        "a tar archive": start[257:262] == b"ustar",
        "a Python pickle, which could run a program,": PICKLE.match(start),
        "an HTML or XML document": HTML.match(content),
        "of an unknown kind": not looks_like_text(start),
        "one JSON document, not JSON lines (one object in braces per line),": JSON_ARRAY.match(
            content
        ),
    }
    for kind, is_match in kinds.items():
        if is_match:
            raise UnsupportedFormatError(kind)


def starts_json_lines(start: bytes) -> bool:
    """Whether the text begins with a JSON object."""
    return bool(JSON_OBJECT.match(start.removeprefix(BOM_UTF8)))


def looks_like_text(start: bytes) -> bool:
    """Whether the bytes could be text in any encoding that is read."""
    marked = start[:2] in (b"\xff\xfe", b"\xfe\xff") or start[:4] == BOM_UTF32_BE
    if marked or utf16_without_mark(start):
        return True
    return b"\x00" not in start and len(start.translate(None, UNPRINTABLE)) > 0.98 * len(start)


def utf16_without_mark(start: bytes) -> str | None:
    """The byte order of UTF-16 text without a byte order mark, or None.

    In the right order all characters are printable, and a table has digits, delimiters and line
    ends, so many are ASCII. In the other order a line end is no character.
    """
    for order in UTF16:
        text = codecs.getincrementaldecoder(order)(errors="replace").decode(start)
        printable = all(letter.isprintable() or letter in BLANKS for letter in text)
        ascii_letters = sum(map(str.isascii, text))
        if (
            printable
            and len(text) > 3
            and ascii_letters > MOSTLY * len(text)
            and "\ufffd" not in text
        ):
            return order
    return None
