"""Limits on what intake reads. Each has a name and can be set by an environment variable."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields

MB, GB = 10**6, 10**9


def limit(default: int, help: str) -> int:
    """A field of the limits with the words that the reference page prints."""
    return field(default=default, metadata={"help": help})


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes in bytes, times in seconds. COSTDASH_UPLOAD_BYTES sets upload_bytes, and so on.

    Raises ValueError for a limit below 1.
    """

    upload_bytes: int = limit(500 * MB, "Bytes of a file.")
    inflated_bytes: int = limit(2 * GB, "Bytes of a compressed file when it is unpacked.")
    # What is read within parse_seconds.
    workbook_bytes: int = limit(400 * MB, "Bytes of XML in a workbook.")
    rows: int = limit(20_000_000, "Rows that are read into memory.")
    counted_cells: int = limit(
        250_000_000, "Cells of a Parquet file that has more rows and that an engine counts."
    )
    columns: int = limit(
        200, "Columns of numbers without another role; with more the user chooses some."
    )
    columns_read: int = limit(5_000, "Columns with which a file is refused.")
    line_bytes: int = limit(1 * MB, "Bytes of a line.")
    name_characters: int = limit(1_000, "Characters of a name.")
    parse_seconds: int = limit(60, "Seconds in which a file must be read.")
    parse_memory_bytes: int = limit(2 * GB, "Bytes of memory of the process that reads a file.")

    def __post_init__(self) -> None:
        for row in fields(self):
            value = getattr(self, row.name)
            if value < 1:
                raise ValueError(f"{row.name} must be a positive whole number, got {value}")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Limits":
        """The defaults, changed by the environment. Raises ValueError that names the variable."""
        given = {}
        for row in fields(cls):
            variable = f"COSTDASH_{row.name.upper()}"
            if variable in environment:
                value = environment[variable]
                if not value.isdecimal() or int(value) < 1:
                    raise ValueError(f"{variable} must be a positive whole number, got {value!r}")
                given[row.name] = int(value)
        return cls(**given)


def amount(n_bytes: int) -> str:
    """Bytes in words.

    >>> amount(500_000_000), amount(2_000_000_000)
    ('500 MB', '2 GB')
    """
    for unit, size in (("GB", GB), ("MB", MB), ("kB", 1_000)):
        if n_bytes >= size:
            return f"{n_bytes / size:.3g} {unit}"
    return f"{n_bytes} bytes"
