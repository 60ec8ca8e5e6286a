"""A process that computes heavy results for the server, one after the other.

Run as `python -m costdash.intake.process.pool_worker MEMORY_BYTES MODULE`, which imports the module
before the first request. Each request on standard input is a pickled function without arguments,
each answer on standard output the pickled pair (whether it returned, its result or its exception).
It ends when its input ends or nothing comes for long.
"""

import os
import pickle
import resource
import signal
import sys
from importlib import import_module
from typing import Any

from costdash.intake.heap import return_heaps
from costdash.intake.process.warm_worker import PATIENCE, set_limits

NO_MEMORY = 1


def fence(memory_bytes: int) -> None:
    """Limits the address space of this process, and writes no core dump."""
    set_limits({resource.RLIMIT_AS: memory_bytes, resource.RLIMIT_CORE: 0})


def answer_of(work: Any) -> bytes:
    """The pickled answer to one request."""
    try:
        return pickle.dumps((True, work()))
    except MemoryError:
        raise
    except Exception as error:
        return pickle.dumps((False, error))


def main(memory_bytes: int, module: str) -> int:
    """Answers requests until there are no more; returns the exit code."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a stray print must not look like an answer
    fence(memory_bytes)
    import_module(module)
    while True:
        signal.alarm(PATIENCE)
        try:
            work = pickle.load(sys.stdin.buffer)
            signal.alarm(0)
            answers.write(answer_of(work))
            answers.flush()
        except (EOFError, BrokenPipeError):
            return 0
        except MemoryError:
            return NO_MEMORY
        del work
        return_heaps()


if __name__ == "__main__":
    os._exit(main(int(sys.argv[1]), sys.argv[2]))  # the kernel frees memory faster than Python does
