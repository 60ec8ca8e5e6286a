"""The process that reads a file, started before there is one: its imports take their time."""

import atexit
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

DONE = b"."  # what it says when the outcome can be read
PATIENCE = 300  # s after which a process that was never asked for anything ends
REST = 2  # s
USUAL = 0.8  # the share of it within which one is still relied on
PASSED_ON = (
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TMPDIR",
    "LD_LIBRARY_PATH",
    "VIRTUAL_ENV",
)
CAPPED = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "2",
    "MALLOC_MMAP_THRESHOLD_": "4000000",  # great arrays go back as soon as they are done with
    "MALLOC_TRIM_THRESHOLD_": "4000000",
    "ARROW_DEFAULT_MEMORY_POOL": "system",  # the others reserve more address space than allowed
}

_guard = threading.Lock()
_waiting: list[tuple[float, subprocess.Popen]] = []
_timers: list[threading.Timer] = []


def warm() -> None:
    """A file is on its way: one process gets ready for it, unless one is."""
    with _guard:
        if not _fresh():
            _waiting.append((time.monotonic(), _started()))


def warm_later() -> None:
    """When the processors have done what they do now: who had one file read may have another."""
    timer = threading.Timer(REST, warm)
    timer.daemon = True
    with _guard:
        _stop_timers()
        _timers.append(timer)
    timer.start()


def taken() -> subprocess.Popen:
    """A process that waits for a request on its standard input."""
    with _guard:
        _stop_timers()  # the next file, not this one, needs the next process
        return _waiting.pop()[1] if _fresh() else _started()


@atexit.register
def let_go() -> None:
    """Ends the one that waits."""
    while _waiting:
        _, child = _waiting.pop()
        child.kill()
        child.communicate()


def _stop_timers() -> None:
    while _timers:
        _timers.pop().cancel()


def _fresh() -> bool:
    """Whether one waits that will not end just now; one that may is let go."""
    while _waiting:
        since, child = _waiting[-1]
        if time.monotonic() - since < USUAL * PATIENCE and child.poll() is None:
            return True
        let_go()
    return False


def _started() -> subprocess.Popen:
    house = str(Path(__file__).parents[3])
    environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    path = os.pathsep.join([house, *filter(None, sys.path)])
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "costdash.intake.process.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment | CAPPED | {"PYTHONPATH": path},
        cwd="/",
        start_new_session=True,
    )
