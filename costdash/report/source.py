"""Where the numbers come from: the file, its fingerprint, and what was read of it."""

from dataclasses import dataclass
from hashlib import file_digest


@dataclass(frozen=True, slots=True)
class Source:
    """A file by its shown name and SHA-256 (None where it is not known), and its reading.

    multiclass: areas of each model that scores all classes of a label with more than two.
    """

    name: str
    fingerprint: str | None = None
    rows_read: int | None = None
    label: str = ""
    positive: str = ""
    messages: tuple[str, ...] = ()
    multiclass: tuple[dict, ...] = ()


def fingerprint(path) -> str:
    """SHA-256 of a file's bytes, in hexadecimal."""
    with open(path, "rb") as file:
        return file_digest(file, "sha256").hexdigest()
