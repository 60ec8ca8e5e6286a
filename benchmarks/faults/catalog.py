"""The registry of faults: what happens, on which set-up, and what must follow."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

PLAIN = "plain"  # proxy, two workers and redis
SHORT = "short"  # children may work for a few seconds only
SMALL_DISK = "small disk"  # the data folder is a file system of 80 MB
CLOCK = "clock"  # a clock that can be set
QUOTA = "quota"  # 60 MB for all data sets

Run = Callable[[Any], str]  # takes a Scene, returns the figure, raises AssertionError


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault. group: what fails; expects: what must follow, as a sentence."""

    name: str
    group: str
    expects: str
    setup: str
    run: Run


FAULTS: list[Fault] = []


def fault(name: str, expects: str, setup: str = PLAIN) -> Callable[[Run], Run]:
    """Adds a function to the faults; its module names the group."""

    def add(run: Run) -> Run:
        group = run.__module__.rpartition(".")[2]
        FAULTS.append(Fault(name, group, expects, setup, run))
        return run

    return add
