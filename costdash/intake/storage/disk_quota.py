"""How much the data folder may hold: every writer reserves bytes before it writes them.

A reservation is a file in the folder of a data set. It says how large the folder may become. The
server and the processes that read uploads share one lock, so that together they keep the quotas.
"""

import fcntl
import json
import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

METADATA_FILE = "set.json"  # written by the server; says who owns a data set
RESERVATION_FILE = "reserved.json"
LIFETIME = 3600  # s after which a reservation whose writer was killed no longer counts
MISSING = (FileNotFoundError, NotADirectoryError, IsADirectoryError)  # no such file is there
SMALL_FILES = 2**16  # bytes for the JSON files of a data set

Reserve = Callable[[int], None]  # asks for room for so many more bytes; may raise OverQuotaError


class OverQuotaError(Exception):
    """The quotas do not allow so many bytes."""


def no_limit(n_bytes: int) -> None:
    """Reserves nothing, because space is not limited outside the data folder."""


@dataclass(frozen=True, slots=True)
class DiskQuota:
    """The folder of all data sets and its quotas, for each session and in all."""

    sets: Path
    session_bytes: int
    total_bytes: int

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lets one process at a time count and reserve."""
        with ExitStack() as stack:
            with suppress(OSError):
                lock = stack.enter_context((self.sets.parent / "quota.lock").open("w"))
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def free(self, owner: str) -> int:
        """Bytes that a session may still store; the caller holds the lock. Raises OSError."""
        owner_bytes = total = 0
        for folder in self.sets.glob("*"):
            size = reserved_size(folder)
            total += size
            owner_bytes += size if owner_of(folder) == owner else 0
        return min(self.session_bytes - owner_bytes, self.total_bytes - total)

    def grant(self, folder: Path, n_bytes: int, owner: str) -> None:
        """Reserves n_bytes more for a data set; the caller holds the lock and has counted.

        Raises OSError.
        """
        _write(folder, {"owner": owner, "bytes": reserved_size(folder) + n_bytes})

    def reserve(self, folder: Path, n_bytes: int) -> None:
        """Lets a data set grow by n_bytes. Raises OverQuotaError, OSError."""
        with self.locked():
            owner = owner_of(folder)
            if n_bytes > self.free(owner):
                _write(folder, read_object(folder / RESERVATION_FILE) | {"refused": n_bytes})
                raise OverQuotaError
            self.grant(folder, n_bytes, owner)

    def reserve_at_most(self, folder: Path, n_bytes: int) -> int:
        """Reserves up to n_bytes for a temporary file; returns how many. Raises OSError."""
        with self.locked():
            owner = owner_of(folder)
            granted = max(min(n_bytes, self.free(owner)), 0)
            self.grant(folder, granted, owner)
            return granted

    def give_back(self, folder: Path, n_bytes: int) -> None:
        """Ends the reservation of a temporary file. Raises OSError."""
        with self.locked():
            reservation = read_object(folder / RESERVATION_FILE)
            bytes_left = max(_number(reservation, "bytes") - n_bytes, 0)
            _write(folder, reservation | {"bytes": bytes_left})


def release(folder: Path) -> None:
    """Ends a reservation after writing: from now on the folder's actual size counts."""
    with suppress(OSError):
        reservation = read_object(folder / RESERVATION_FILE)
        if reservation:
            _write(folder, {"owner": reservation.get("owner", ""), "bytes": 0})


def refused(folder: Path) -> int:
    """Bytes that could not be reserved for a process; 0 if there was room. Raises OSError."""
    return _number(read_object(folder / RESERVATION_FILE), "refused")


def owner_of(folder: Path) -> str:
    """Digest of the session that owns a data set or uploads it; "" if there is none.

    Raises OSError.
    """
    for name in (METADATA_FILE, RESERVATION_FILE):
        if isinstance(owner := read_object(folder / name).get("owner"), str):
            return owner
    return ""


def reserved_size(folder: Path) -> int:
    """Bytes of a data set: stored or reserved, whichever is more. Raises OSError."""
    size = stored_size(folder)
    with suppress(*MISSING):
        if time.time() - (folder / RESERVATION_FILE).stat().st_mtime < LIFETIME:
            return max(size, _number(read_object(folder / RESERVATION_FILE), "bytes"))
    return size


def stored_size(folder: Path) -> int:
    """Bytes of all files in a folder; files deleted meanwhile do not count."""
    size = 0
    for parent, _, files in os.walk(folder):
        for name in files:
            with suppress(OSError):
                size += os.stat(os.path.join(parent, name)).st_size
    return size


def _number(reservation: dict[str, Any], name: str) -> int:
    value = reservation.get(name)
    return value if isinstance(value, int) else 0


def read_object(file: Path) -> dict[str, Any]:
    """The JSON object in a file; empty if there is no such file or it is damaged.

    Raises OSError if the disk cannot be read now, or no file descriptor is left: whoever takes
    that for a missing file deletes or overwrites what is there.
    """
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (*MISSING, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def _write(folder: Path, reservation: dict[str, Any]) -> None:
    temporary = folder / f"{RESERVATION_FILE}.{secrets.token_hex(4)}.part"
    temporary.write_text(json.dumps(reservation), encoding="utf-8")
    os.replace(temporary, folder / RESERVATION_FILE)
