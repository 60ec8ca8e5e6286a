"""What a file is, by its first bytes; its name is never asked."""

import re
from codecs import BOM_UTF32_BE

from costdash.intake.errors import IntakeError

READ = "costdash reads CSV and TSV (also gzipped), Parquet, Feather, JSON lines and Excel (.xlsx)"
START = 4096  # bytes that are enough to tell

# Formats that are read. Whatever is text and nothing else is taken for delimited text.
STARTS = {
    b"\x1f\x8b": "gzip",
    b"PAR1": "parquet",
    b"ARROW1\x00\x00": "arrow file",
    b"\xff\xff\xff\xff": "arrow stream",
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",
}
REFUSED = {
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
    b"RIFF": "a picture, sound or film",
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
UNPRINTABLE = bytes(set(range(32)) - set(b"\t\n\r\f\x1a\x1b")) + b"\x7f"
PRINTABLE_ASCII = bytes(set(range(128)) - set(UNPRINTABLE))


def recognise(start: bytes) -> str:
    """Kind of file that begins so: a value of STARTS, 'json lines' or 'text'.

    Raises IntakeError that names a kind which is not read.
    """
    if not start:
        raise IntakeError(
            "The file is empty. Choose a file with a header, one row per case, a column of labels "
            "and a column of scores for each model."
        )
    for magic, kind in STARTS.items():
        if start.startswith(magic):
            return kind
    for magic, kind in REFUSED.items():
        if start.startswith(magic) and not (magic in WORDS and looks_like_text(start)):
            refuse(kind)
    if start[257:262] == b"ustar":
        refuse("a tar archive")
    if PICKLE.match(start):
        refuse("a Python pickle, which could run a program,")
    if HTML.match(start.removeprefix(b"\xef\xbb\xbf")):
        refuse("an HTML or XML document")
    if not looks_like_text(start):
        refuse("of an unknown kind")
    first = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    if re.match(rb"\[\s*[\[{]", first):
        refuse("one JSON document, not JSON lines (one object in braces per line),")
    return "json lines" if re.match(rb'\{\s*("|\}|$)', first) else "text"


def refuse(kind: str):
    raise IntakeError(f"The file is {kind} and is not read here. {READ}: save the table as one.")


def looks_like_text(start: bytes) -> bool:
    """Whether the bytes could be text in any encoding that is read."""
    marked = start[:2] in (b"\xff\xfe", b"\xfe\xff") or start[:4] == BOM_UTF32_BE
    if marked or utf16_without_mark(start):
        return True
    return b"\x00" not in start and len(start.translate(None, UNPRINTABLE)) > 0.98 * len(start)


def utf16_without_mark(start: bytes) -> str | None:
    """The byte order of UTF-16 text of mostly Latin letters that has no mark, else None."""
    even, odd = start[0::2], start[1::2]
    for order, zeros, letters in (("utf-16-le", odd, even), ("utf-16-be", even, odd)):
        mostly_zero = len(zeros) > 3 and zeros.count(0) > 0.9 * len(zeros)
        if mostly_zero and not letters.translate(None, PRINTABLE_ASCII):
            return order
    return None
