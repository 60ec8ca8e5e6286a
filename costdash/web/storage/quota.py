"""Metadata and disk space of data sets: which are deleted to make room, and which have expired."""

import json
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from costdash.intake.process.worker import ANALYSIS
from costdash.intake.storage.disk_quota import (
    METADATA_FILE,
    DiskQuota,
    owner_of,
    read_object,
    reserved_size,
    stored_size,
)
from costdash.web.settings import Settings
from costdash.web.storage import clock

VARIANTS = f"{ANALYSIS}-of"  # folder of the analyses of some models and of joined parts
USED_FILE = "used"  # its modification time is the last use of a data set
TEXTS = "texts"  # folder of cached texts
TRASH = "trash-"  # begins the name of a folder that is being deleted
ABANDONED_AFTER = 3600  # s without data after which an unfinished upload is deleted


class QuotaExceeded(Exception):
    """The message is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class StoredDataset:
    """A data set's folder."""

    folder: Path
    owner: str  # digest of the session that owns it or is uploading it
    size: int  # bytes, including reserved bytes
    is_complete: bool  # whether the whole file has arrived
    idle: float  # seconds since it was last used
    is_shared: bool


def free_space(
    disk_quota: DiskQuota,
    owner: str,
    n_bytes: int,
    in_use_minutes: float,
    remove: Callable[[Path], None] | None,
) -> None:
    """Deletes the least recently used until n_bytes more fit into the quotas.

    Analyses of some models and cached texts go first, then all analyses of idle data sets, then
    idle data sets, if there is a function that removes them. Data sets in use are never deleted.
    The caller holds the lock of the disk quota. Raises QuotaExceeded, and then nothing is deleted.
    """
    stored = sorted(_stored_datasets(disk_quota.sets), key=lambda dataset: -dataset.idle)
    idle = [dataset for dataset in stored if dataset.idle > in_use_minutes * 60]
    excess_of_owner = (
        n_bytes
        + sum(entry.size for entry in stored if entry.owner == owner)
        - disk_quota.session_bytes
    )
    total = n_bytes + sum(entry.size for entry in stored) - disk_quota.total_bytes
    left = {dataset.folder: dataset.size for dataset in stored}
    plan: list[tuple[Path, str]] = []  # what to delete; "" is the whole data set
    for datasets, subfolder in ((stored, VARIANTS), (stored, TEXTS), (idle, ANALYSIS), (idle, "")):
        for dataset in datasets if subfolder or remove else ():
            if total > 0 or (excess_of_owner > 0 and dataset.owner == owner):
                gain = (
                    stored_size(dataset.folder / subfolder) if subfolder else left[dataset.folder]
                )
                left[dataset.folder] -= gain
                total -= gain
                excess_of_owner -= gain if dataset.owner == owner else 0
                plan.append((dataset.folder, subfolder))
    if max(excess_of_owner, total) > 0:
        raise QuotaExceeded(over_quota_sentence(in_use_minutes))
    for folder, subfolder in plan:
        if subfolder:
            shutil.rmtree(folder / subfolder, ignore_errors=True)
        elif remove:
            remove(folder)


def over_quota_sentence(in_use_minutes: float) -> str:
    return (
        "There is no room for this file at the moment. Delete a data set that you no "
        f"longer need, or try again in {in_use_minutes:g} minutes."
    )


def remove_expired(sets: Path, settings: Settings, remove: Callable[[Path], None]) -> None:
    """Removes expired data sets, unless a link shows them, and abandoned uploads."""
    for dataset in _stored_datasets(sets):
        allowed = settings.expiry_hours * 3600 if dataset.is_complete else ABANDONED_AFTER
        is_trash = dataset.folder.name.startswith(TRASH)
        if is_trash or (dataset.idle > allowed and not dataset.is_shared):
            with suppress(OSError):
                remove(dataset.folder)


def read_metadata(folder: Path) -> dict:
    """Owner, name, size and link of a data set; empty if there is none.

    Raises OSError if the disk cannot be read.
    """
    return read_object(folder / METADATA_FILE)


def write_metadata(folder: Path, metadata: dict) -> None:
    """Replaces the metadata in one step. Raises OSError."""
    temporary = folder / f"{METADATA_FILE}.{secrets.token_hex(4)}"
    temporary.write_text(json.dumps(metadata), encoding="utf-8")
    os.replace(temporary, folder / METADATA_FILE)


def link_expiry(metadata: dict) -> float | None:
    """When a data set's share link expires (s since the epoch); None without a valid link."""
    until = metadata.get("until")
    return until if isinstance(until, int | float) and until > clock.now() else None


def touch(folder: Path, when: float | None = None) -> None:
    """Marks a data set as used now, or at another time (s since the epoch).

    The time comes from `clock`, not from the file system, which follows the machine's clock.
    """
    when = clock.now() if when is None else when
    with suppress(OSError):
        used = folder / USED_FILE
        if not used.exists():
            used.touch()
        os.utime(used, (when, when))


def idle_seconds(folder: Path) -> float:
    """Seconds since a data set was last used. Raises OSError if the folder does not exist."""
    used = folder / USED_FILE
    return clock.now() - (used if used.exists() else folder).stat().st_mtime


def delete_folder(folder: Path) -> None:
    """Deletes a data set; renames it first so that nobody reads from it or writes to it.

    Raises OSError if anything remains on the disk.
    """
    trash = folder.with_name(f"{TRASH}{secrets.token_hex(8)}")
    with suppress(FileNotFoundError):  # another worker deleted it
        folder.rename(trash)
    shutil.rmtree(trash, ignore_errors=True)
    if trash.exists():
        raise OSError("The data set could not be deleted")


def reserve_for_analysis(
    disk_quota: DiskQuota, in_use_minutes: float, folder: Path, n_bytes: int
) -> None:
    """Lets a data set grow by an analysis, for which only other analyses are deleted.

    Raises QuotaExceeded, OSError.
    """
    with disk_quota.locked():
        owner = owner_of(folder)
        free_space(disk_quota, owner, n_bytes, in_use_minutes, None)
        disk_quota.grant(folder, n_bytes, owner)


def keep_newest(folder: Path, n: int) -> None:
    """Deletes all subfolders except the n written last. Raises OSError."""
    by_age = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime)
    for old in by_age[:-n]:
        shutil.rmtree(old, ignore_errors=True)


def _stored_datasets(sets: Path) -> Iterator[StoredDataset]:
    for folder in sets.glob("*"):
        with suppress(OSError):  # another worker deleted it
            metadata = read_metadata(folder)
            yield StoredDataset(
                folder,
                owner=owner_of(folder),
                size=reserved_size(folder),
                is_complete=bool(metadata.get("owner")),
                idle=idle_seconds(folder),
                is_shared=link_expiry(metadata) is not None,
            )
