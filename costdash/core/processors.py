"""The processors that the threads of one computation share."""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")

PROCESSORS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2


def side_by_side(work: Callable[..., Result], *arguments: Iterable[Any]) -> list[Result]:
    """The results of `work` in the order of its arguments, on all processors.

    That is quicker where numpy releases the interpreter lock. Results may not depend on the number
    of processors.
    """
    with ThreadPoolExecutor(PROCESSORS) as pool:
        return [*pool.map(work, *arguments)]
