"""Turns between workers, by locks on files. Nothing is wrong without them, only slower."""

import fcntl
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

CHECK_EVERY = 0.1  # s


class Busy(Exception):
    """No turn came in time."""


@contextmanager
def exclusive_lock(folder: Path) -> Iterator[None]:
    """One worker works on the folder while the others wait."""
    with ExitStack() as stack:
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = stack.enter_context((folder / "lock").open("w"))
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def slot_lock(folder: Path, places: int, patience: float) -> Iterator[None]:
    """At most `places` workers at once. Raises Busy after `patience` seconds."""
    deadline = time.monotonic() + patience
    with ExitStack() as stack:
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            locks = [stack.enter_context((folder / str(i)).open("w")) for i in range(places)]
            while not any(map(_taken, locks)):
                if time.monotonic() > deadline:
                    raise Busy
                time.sleep(CHECK_EVERY)
        yield


def _taken(lock: IO) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
