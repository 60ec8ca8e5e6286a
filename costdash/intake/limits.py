"""Limits on what intake reads. Each has a name and can be set by an environment variable."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields

MB, GB = 10**6, 10**9


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes in bytes, times in seconds. COSTDASH_UPLOAD_BYTES sets upload_bytes, and so on.

    Raises ValueError for a limit below 1.
    """

    upload_bytes: int = 500 * MB
    inflated_bytes: int = 2 * GB
    workbook_bytes: int = 400 * MB  # of XML: what is read within parse_seconds
    rows: int = 20_000_000
    counted_cells: int = 250_000_000  # of a Parquet file that an engine counts, with more rows
    columns: int = 200  # with more the user chooses the columns
    columns_read: int = 5_000  # with more the file is rejected
    line_bytes: int = 1 * MB
    name_characters: int = 1_000
    parse_seconds: int = 60
    parse_memory_bytes: int = 2 * GB

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value < 1:
                raise ValueError(f"{field.name} must be a positive whole number, got {value}")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Limits":
        """The defaults, changed by the environment. Raises ValueError that names the variable."""
        given = {}
        for field in fields(cls):
            variable = f"COSTDASH_{field.name.upper()}"
            if variable in environment:
                value = environment[variable]
                if not value.isdecimal() or int(value) < 1:
                    raise ValueError(f"{variable} must be a positive whole number, got {value!r}")
                given[field.name] = int(value)
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
