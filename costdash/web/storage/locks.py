"""File locks shared by all worker processes.

Results are correct without them: where the disk cannot lock, work is only done twice.
"""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

POLL_INTERVAL = 0.1  # s


class LockTimeout(Exception):
    """No slot became free in time."""


@contextmanager
def exclusive_lock(folder: Path, timeout: float | None = None) -> Iterator[None]:
    """Lets one worker at a time use a folder; other workers wait.

    It never creates the folder: a deleted data set stays deleted. Raises LockTimeout after
    `timeout` seconds, unless it is None.
    """
    with ExitStack() as stack:
        with suppress(OSError):
            lock = stack.enter_context((folder / "lock").open("w"))
            if timeout is None:
                fcntl.flock(lock, fcntl.LOCK_EX)
            else:
                _until(lambda: _acquire(lock), timeout, POLL_INTERVAL / 2)
        yield


@contextmanager
def try_lock(file: Path) -> Iterator[bool]:
    """Whether no other worker holds this lock; if so, it is held until the end."""
    with ExitStack() as stack:
        is_free = True
        with suppress(OSError):
            is_free = _acquire(stack.enter_context(file.open("w")))
        yield is_free


def is_locked(folder: Path) -> bool | None:
    """Whether a worker is using a folder; None if the disk cannot lock."""
    try:
        with (folder / "lock").open("w") as lock:
            return not _acquire(lock)
    except OSError:
        return None


@contextmanager
def slot_lock(folder: Path, n_slots: int, timeout: float) -> Iterator[None]:
    """Lets at most n_slots workers run at once. Raises LockTimeout after `timeout` seconds."""
    with ExitStack() as stack:
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            slots = [stack.enter_context((folder / str(i)).open("w")) for i in range(n_slots)]
            _until(lambda: any(map(_acquire, slots)), timeout)
        yield


@contextmanager
def name_lock(file: Path, timeout: float) -> Iterator[None]:
    """Lets one worker at a time hold a name, which leaves no file behind.

    Raises LockTimeout after `timeout` seconds.
    """
    with ExitStack() as stack:
        with suppress(OSError):
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _until(lambda: _acquire_named(stack, file), timeout)
        yield


def _acquire_named(stack: ExitStack, file: Path) -> bool:
    """Whether the file is locked until the stack ends, when it is removed.

    Whoever held it before may have removed it meanwhile: then its lock excludes nobody.
    """
    with ExitStack() as opened:
        lock = opened.enter_context(file.open("w"))
        if not _acquire(lock):
            return False
        try:
            if not os.path.samestat(os.fstat(lock.fileno()), file.stat()):
                return False
        except FileNotFoundError:
            return False
        stack.enter_context(opened.pop_all())
        stack.callback(_remove, file)  # before the lock ends
        return True


def _remove(file: Path) -> None:
    with suppress(OSError):
        file.unlink()


def _until(acquired: Callable[[], bool], timeout: float, interval: float = POLL_INTERVAL) -> None:
    """Tries again until it succeeds. Raises LockTimeout after `timeout` seconds."""
    deadline = time.monotonic() + timeout
    while not acquired():
        if time.monotonic() > deadline:
            raise LockTimeout
        time.sleep(interval)


def _acquire(lock: IO[str]) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
