"""Uploads that do not fit into memory: they are stored as Parquet, and DuckDB counts the rows."""

import json
import os
import shutil
from dataclasses import replace
from pathlib import Path

from costdash.intake.engines.source import Table, can_count, open_upload
from costdash.intake.errors import IntakeError
from costdash.intake.formats.detect import START, UnsupportedFormatError
from costdash.intake.formats.read import detect_format, write_as_parquet
from costdash.intake.limits import Limits
from costdash.intake.process.outcome import write_json
from costdash.intake.storage.arrays import checksum
from costdash.intake.storage.disk_quota import DiskQuota

COUNTED = "The file is larger than what is read into memory, so DuckDB counted its rows."
SHARE = 4  # part of the allowed memory that DuckDB may use
COPIES = 2  # of the file at most, while it is written as Parquet
GONE = "The file is not stored here any more. Upload it again."
DAMAGED = "The stored file is damaged. Upload it again."


def countable(path: Path) -> bool:
    """Whether DuckDB is here and can count the rows of a file in this format."""
    if not can_count():
        return False
    try:
        with path.open("rb") as file:
            return detect_format(file.read(START)).to_parquet is not None
    except (IntakeError, UnsupportedFormatError, OSError):
        return False


def open_counted(stored: Path, about: Path, name: str, limits: Limits) -> Table:
    """The rows of a stored file, with the notes on it. Raises IntakeError."""
    try:
        entry = json.loads(about.read_text(encoding="utf-8"))
        if checksum(stored) != entry["sha256"]:
            raise IntakeError(DAMAGED)
        if entry["counted"] is not True:  # version 0.2 stored the file itself, and its format
            store_table(stored, stored, about, limits, None)
            entry = json.loads(about.read_text(encoding="utf-8"))
    except (OSError, ValueError, KeyError, TypeError):
        raise IntakeError(GONE) from None
    table = open_upload(stored, name, limits.parse_memory_bytes // SHARE)
    return replace(table, notes=tuple(entry.get("notes", ())))


def store_table(
    path: Path, stored: Path, about: Path, limits: Limits, disk_quota: DiskQuota | None
) -> None:
    """Stores a file as Parquet for all readings. Raises IntakeError, OSError, OverQuotaError."""
    temporary, size = stored.with_name(f"{stored.name}.part"), path.stat().st_size
    temporary.unlink(missing_ok=True)
    if disk_quota:
        disk_quota.reserve(stored.parent, COPIES * size)
    notes = write_as_parquet(path, limits, temporary)
    if notes is None:
        try:
            os.link(path, temporary)
        except OSError:  # the file lies on another disk
            shutil.copyfile(path, temporary)
    if disk_quota:
        disk_quota.give_back(stored.parent, max(COPIES * size - temporary.stat().st_size, 0))
    entry = {"sha256": checksum(temporary), "counted": True, "notes": notes or []}
    write_json(about, entry)
    os.replace(temporary, stored)


def is_counted(about: Path) -> bool:
    """Whether the stored file is for an engine to count."""
    try:
        return bool(json.loads(about.read_text(encoding="utf-8")).get("counted"))
    except (OSError, ValueError, AttributeError):
        return False
