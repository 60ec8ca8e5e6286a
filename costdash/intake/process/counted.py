"""Uploads that do not fit into memory: their file is kept, and DuckDB counts its rows."""

import json
import os
import shutil
from pathlib import Path

from costdash.intake.engines.source import Table, open_upload
from costdash.intake.errors import IntakeError
from costdash.intake.formats.detect import START, UnsupportedFormatError
from costdash.intake.formats.read import FORMATS, detect_format
from costdash.intake.limits import Limits
from costdash.intake.process.outcome import write_json
from costdash.intake.storage.arrays import checksum
from costdash.intake.storage.disk_quota import DiskQuota

COUNTED = "The file is larger than what is read into memory, so DuckDB counted its rows."
READERS = {row.name: row.counted_by for row in FORMATS if row.counted_by}
SHARE = 4  # part of the allowed memory that DuckDB may use


def countable(path: Path) -> str | None:
    """The format of a file if DuckDB can count its rows, else None."""
    try:
        with path.open("rb") as file:
            name = detect_format(file.read(START)).name
    except (IntakeError, UnsupportedFormatError, OSError):
        return None
    return name if name in READERS else None


def open_counted(stored: Path, kind: str, name: str, limits: Limits) -> Table:
    """The rows of a kept file."""
    return open_upload(stored, READERS[kind], name, limits.parse_memory_bytes // SHARE)


def store_table(
    path: Path, stored: Path, about: Path, kind: str, disk_quota: DiskQuota | None
) -> None:
    """Keeps a file for later readings with other roles. Raises OSError, OverQuotaError."""
    temporary = stored.with_name(f"{stored.name}.part")
    temporary.unlink(missing_ok=True)
    try:
        os.link(path, temporary)
    except OSError:  # the file lies on another disk
        if disk_quota:
            disk_quota.reserve(stored.parent, path.stat().st_size)
        shutil.copyfile(path, temporary)
    write_json(about, {"sha256": checksum(temporary), "counted": kind})
    os.replace(temporary, stored)


def stored_kind(about: Path) -> str | None:
    """The format of the kept file; None if the table itself was stored."""
    try:
        kind = json.loads(about.read_text(encoding="utf-8")).get("counted")
    except (OSError, ValueError, AttributeError):
        return None
    return kind if kind in READERS else None
