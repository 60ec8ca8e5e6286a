"""A child process that is started before a file arrives, because its imports take a while."""

import atexit
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from costdash.intake import heap

DONE = b"."  # what the child writes once the outcome can be read
PATIENCE = 300  # s after which a child that got no request ends
USABLE = 0.8  # fraction of PATIENCE after which a waiting child is no longer used
LATE = 4  # times the seconds of a deadline in which a child may wait for a processor
DELAY = 2  # s before the next child is started
AGAIN = 1  # s between two looks at whether the server is busy: its last answer is drawn meanwhile
LATEST = 30  # s after which the next child is started although the server is busy
PRIORITY, LOWEST = 10, 19  # niceness: pages are answered first, then short readings
PASSED_ON = (
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TMPDIR",
    "LD_LIBRARY_PATH",
    "VIRTUAL_ENV",
    "OPENBLAS_CORETYPE",  # its kernels differ in the last digit of a sum
    "OPENBLAS_L2_SIZE",
)
CAPPED = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    **heap.ENVIRONMENT,
    "ARROW_DEFAULT_MEMORY_POOL": "system",  # others reserve more address space than allowed
}

_lock = threading.Lock()
_waiting: list[tuple[float, subprocess.Popen[bytes]]] = []  # at most one: start time and child
_timers: list[threading.Timer] = []


def warm() -> None:
    """Starts a child for a file that is about to arrive, unless one is waiting."""
    with _lock:
        if not _is_ready():
            _waiting.append((time.monotonic(), _start()))


def warm_later(is_busy: Callable[[], bool] = lambda: False) -> None:
    """As warm, after a pause in which the processors finish their work: another file may follow.

    is_busy: whether the server computes what somebody waits for; the pause then goes on, up to
    LATEST.
    """
    _start_timer(DELAY, is_busy, time.monotonic() + LATEST)


def _start_timer(seconds: float, is_busy: Callable[[], bool], latest: float) -> None:
    timer = threading.Timer(seconds, _warm_if_possible, (is_busy, latest))
    timer.daemon = True
    with _lock:
        _stop_timers()
        _timers.append(timer)
    timer.start()


def _warm_if_possible(is_busy: Callable[[], bool], latest: float) -> None:
    if time.monotonic() < latest and is_busy():
        _start_timer(AGAIN, is_busy, latest)
        return
    with suppress(OSError):  # no process or descriptor is left; the file starts its own child
        warm()


def take() -> subprocess.Popen[bytes]:
    """A child that waits for a request on its standard input."""
    with _lock:
        _stop_timers()  # the next child is for the next file
        return _waiting.pop()[1] if _is_ready() else _start()


@atexit.register
def stop_waiting() -> None:
    """Ends the child that waits."""
    while _waiting:
        _, child = _waiting.pop()
        child.kill()
        child.communicate()


def _stop_timers() -> None:
    while _timers:
        _timers.pop().cancel()


def _is_ready() -> bool:
    """Whether a child waits and will not end soon; ends a child that may end soon."""
    while _waiting:
        since, child = _waiting[-1]
        if time.monotonic() - since < USABLE * PATIENCE and child.poll() is None:
            return True
        stop_waiting()
    return False


def _start() -> subprocess.Popen[bytes]:
    return start_child("worker", priority=PRIORITY)


def start_child(module: str, *arguments: str, priority: int = LOWEST) -> subprocess.Popen[bytes]:
    """Starts a module of this package as a process without the server's environment.

    Its priority is below that of the server. It stays in the server's session: Linux gives each
    session the same share of the processors (sched_autogroup), whatever the niceness of its
    processes.
    """
    project = str(Path(__file__).parents[3])
    environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    path = os.pathsep.join([project, *filter(None, sys.path)])
    child = subprocess.Popen(
        [sys.executable, "-P", "-m", f"costdash.intake.process.{module}", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment | CAPPED | {"PYTHONPATH": path},
        cwd="/",
        process_group=0,
    )
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, child.pid, priority)
    return child


def lower_priority(child: subprocess.Popen[bytes]) -> None:
    """Lets other children go first, with all threads of this child."""
    with suppress(OSError):
        os.setpriority(os.PRIO_PGRP, child.pid, LOWEST)


def kill_child(child: subprocess.Popen[bytes]) -> None:
    """Kills a child and its own children, and closes its pipes."""
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()


class Deadline:
    """The end of the time that a child may take, from now on.

    Seconds in which it waited for a processor do not count, up to LATE times as many: children have
    a low priority, and a busy machine is no fault of the file.
    """

    def __init__(self, child: subprocess.Popen[bytes], seconds: float) -> None:
        self.pid, self.seconds = child.pid, seconds
        self.begun, self._before = time.monotonic(), Schedule.of(child.pid)

    def passed(self) -> float:
        """Seconds so far, without those in which the child waited for a processor."""
        return self._wall() - (Schedule.of(self.pid).waited - self._before.waited)

    def is_over(self) -> bool:
        if self.is_starved():
            return True
        now = Schedule.of(self.pid)
        # A wait is counted when it ends: who waits now, and has not had its time, goes on waiting.
        waits = now.is_ready and now.used - self._before.used < self.seconds
        return self.passed() > self.seconds and not waits

    def is_starved(self) -> bool:
        """Whether the child is given up before it has had its time on a processor."""
        used = Schedule.of(self.pid).used - self._before.used
        return self._wall() > (1 + LATE) * self.seconds and used < self.seconds

    def _wall(self) -> float:
        return time.monotonic() - self.begun


class Schedule(NamedTuple):
    """What a process had of the processors; nothing where the system does not say.

    waited: seconds in which it was ready but had no processor, of the thread that waited longest,
    since a thread that sleeps until another has finished waits no less. used: seconds of processor
    time. is_ready: whether a thread runs or waits for a processor now.
    """

    waited: float
    used: float
    is_ready: bool

    @classmethod
    def of(cls, pid: int) -> "Schedule":
        waited, used, is_ready = [0.0], 0.0, False
        for thread in Path(f"/proc/{pid}/task").glob("*"):
            with suppress(OSError, ValueError, IndexError):  # a thread may end meanwhile
                ran, stood, *_ = (thread / "schedstat").read_text(encoding="ascii").split()
                state = (thread / "stat").read_text(encoding="ascii", errors="replace")
                waited.append(int(stood) / 1e9)
                used += int(ran) / 1e9
                is_ready |= state.rpartition(")")[2].split()[0] == "R"
        return cls(max(waited), used, is_ready)


def set_limits(bounds: Mapping[int, int]) -> None:
    """Limits resources of this process; a lower hard limit is not raised."""
    for what, most in bounds.items():
        hard = resource.getrlimit(what)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (most, hard))
