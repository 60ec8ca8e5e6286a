"""How much the data sets may take together, and which of them make room for others."""

import json
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from costdash.web.settings import Settings

CARD = "set.json"  # written last: without it a folder is no data set yet
ABANDONED_AFTER = 3600  # s after which an upload that never ended is swept away


class QuotaExceeded(Exception):
    """A sentence for the user."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A folder as it is found on disk; owner is "" while it is being uploaded."""

    folder: Path
    owner: str
    size: int
    idle: float  # s
    lent: bool  # a link shows it


def make_room(sets: Path, owner: str, size: int, settings: Settings) -> None:
    """Least recently used first, never a set in use. Raises QuotaExceeded."""
    kept = sorted(_kept(sets), key=lambda kept: -kept.idle)
    own = [k for k in kept if k.owner == owner]
    for candidates, quota in ((own, settings.session_bytes), (kept, settings.total_bytes)):
        excess = size + sum(k.size for k in candidates if k.folder.exists()) - quota
        for k in candidates:
            if excess > 0 and k.idle > settings.in_use_minutes * 60:
                discard(k.folder)
                excess -= k.size
        if excess > 0:
            raise QuotaExceeded(
                "There is no room for this file at the moment. Delete a data set that you no "
                f"longer need, or try again in {settings.in_use_minutes:g} minutes."
            )


def sweep(sets: Path, settings: Settings) -> None:
    """Removes what has expired, and what is left of uploads that were broken off."""
    for kept in _kept(sets):
        allowed = settings.expiry_hours * 3600 if kept.owner else ABANDONED_AFTER
        if kept.idle > allowed and not kept.lent:
            discard(kept.folder)


def read_metadata(folder: Path) -> dict:
    """Owner, name and size of a data set; nothing where there is none."""
    try:
        card = json.loads((folder / CARD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return card if isinstance(card, dict) else {}


def write_metadata(folder: Path, card: dict) -> None:
    part = folder / f"{CARD}.{secrets.token_hex(4)}"
    part.write_text(json.dumps(card), encoding="utf-8")
    os.replace(part, folder / CARD)


def link_expiry(card: dict) -> float | None:
    """When the link to a data set ends; None where there is none, or no longer."""
    until = card.get("until")
    return until if isinstance(until, int | float) and until > time.time() else None


def touch(folder: Path) -> None:
    """Marks a data set as in use, by the clock that idle_seconds reads and not a file server's."""
    with suppress(OSError):
        os.utime(folder, (time.time(), time.time()))


def idle_seconds(folder: Path) -> float:
    """Raises OSError where there is no folder."""
    return time.time() - folder.stat().st_mtime


def discard(folder: Path) -> None:
    """Renamed first, so that nobody meets a half-removed data set."""
    trash = folder.with_name(f"trash-{secrets.token_hex(8)}")
    with suppress(OSError):
        folder.rename(trash)
        shutil.rmtree(trash, ignore_errors=True)


def keep_newest(folder: Path, most: int) -> None:
    """Removes all but `most` of the folders in it, those written first."""
    made = sorted(folder.iterdir(), key=lambda one: one.stat().st_mtime)
    for old in made[:-most]:
        shutil.rmtree(old, ignore_errors=True)


def _kept(sets: Path) -> Iterator[Kept]:
    for folder in sets.glob("*"):
        with suppress(OSError):  # removed meanwhile
            size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
            card = read_metadata(folder)
            lent = link_expiry(card) is not None
            yield Kept(folder, str(card.get("owner", "")), size, idle_seconds(folder), lent)
