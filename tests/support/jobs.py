"""Computations for tests of the queue, which other processes import and run."""

import os
import signal
import time
from pathlib import Path


def note(log: Path, name: str) -> str:
    with log.open("a") as file:
        file.write(f"{name}\n")
    return name


def wait_for(gate: Path, log: Path) -> str:
    """Waits until the gate exists, at most 20 s."""
    note(log, "begun")
    deadline = time.monotonic() + 20
    while not gate.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    return "done"


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def allocate(n_bytes: int) -> int:
    return len(bytearray(n_bytes))


def fail(reason: str) -> None:
    raise ValueError(reason)
