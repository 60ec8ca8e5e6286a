"""Heavy computations and their results in memory.

A few processes compute, with one queue for each user; equal questions are joined.

The thread that answers a request waits for a short time only and then says that the server is
still working; the page asks again. By then the result may be in a cache.
"""

import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import Any

from costdash.intake.process.pool import (
    ComputationCancelled,
    ComputationFailed,
    ComputingProcess,
)
from costdash.intake.storage.arrays import checksums_in, sharing_checksums, take_checksums
from costdash.web.settings import Settings
from costdash.web.storage.store import DatasetUnavailable

Key = tuple[Any, ...]  # begins with the folder of the data set
MOST_WAITING = 3  # threads of this worker that wait for results: the others answer pages
MOST_PER_USER = 2  # waiting requests of one user
MODULE = "costdash.web.storage.derived"  # has most of what is computed
FAILURE_LIFETIME = 30  # s in which a failed computation is not tried again


class StillWorking(Exception):
    """The result takes long: ask again later."""


class NoResult(DatasetUnavailable):
    """The computation failed, or too many are under way. The message is a sentence."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        super().__init__()


BUSY = "The server is busy with other computations. Try again in a minute."


@dataclass(frozen=True, slots=True)
class Asker:
    """Somebody who waits for a result. Without patience (s) the wait lasts until the result is
    ready. A newer request of a tab replaces its older requests. Without a tab nothing is replaced.
    gives_way: a computation that nobody else asks for is stopped when another needs its process.
    """

    user: str | None
    patience: float | None = None
    tab: str | None = None
    gives_way: bool = False


@dataclass(eq=False, slots=True)
class _Job:
    key: Key
    work: Callable[[], Any]
    store_result: Callable[[Any], Any]
    tabs: set[str | None] = field(default_factory=set)  # that want it; None: somebody who waits
    result: "Future[Any]" = field(default_factory=Future)
    stop: threading.Event = field(default_factory=threading.Event)
    failed_at: float | None = None
    gives_way: bool = True  # until somebody asks who does not


class Jobs:
    """The queues and processes of one server process.

    A process starts when it is first needed, or before: see `make_ready`.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._lock = threading.Lock()
        self._jobs: dict[Key, _Job] = {}  # waiting, running, or failed a moment ago
        self._queues: OrderedDict[str | None, deque[_Job]] = OrderedDict()  # next user first
        self._idle: list[ComputingProcess] = []
        self._n_running = 0
        self._waiting: Counter[str | None] = Counter()  # threads, by user

    def result(
        self,
        key: Key,
        asker: Asker,
        work: Callable[[], Any],
        store_result: Callable[[Any], Any] = lambda result: None,
    ) -> Any:
        """The result of `work`, computed once for all concurrent requests with this key.

        store_result: stores the result where the next question finds it. Raises what `work` raises,
        NoResult, and StillWorking when the patience ends.
        """
        with self._lock:
            job = self._join(key, asker, work, store_result)
        with self._place(job, asker):
            try:
                return job.result.result(asker.patience)
            except CancelledError:  # who waits without a tab is only stopped by a deletion
                raise (DatasetUnavailable if asker.patience is None else StillWorking) from None
            except TimeoutError:
                raise StillWorking from None
            except ComputationFailed as failure:
                raise NoResult(str(failure)) from None

    def cancel(self, is_meant: Callable[[Key], bool]) -> None:
        """Stops the computations with such keys."""
        with self._lock:
            for job in [job for job in self._jobs.values() if is_meant(job.key)]:
                self._drop(job)

    def is_busy(self) -> bool:
        """Whether somebody waits for a computation."""
        with self._lock:
            return any(not (job.gives_way or job.result.done()) for job in self._jobs.values())

    def make_ready(self) -> None:
        """Has a process ready for a computation that comes soon.

        A job that gives way is stopped for it, if all processes are at work.
        """
        with self._lock:
            if self._n_running >= self.settings.processes:
                self._stop_what_gives_way()
                return
            process = self._free_process()
            with suppress(OSError):  # the computation starts it or says why not
                process.start()
            self._idle.append(process)

    def _join(
        self, key: Key, asker: Asker, work: Callable[[], Any], store_result: Callable[[Any], Any]
    ) -> _Job:
        """The job of a key: an existing job, or a new job in the user's queue."""
        now = time.monotonic()
        for job in list(self._jobs.values()):
            if job.failed_at is not None and now - job.failed_at > FAILURE_LIFETIME:
                del self._jobs[job.key]
            elif asker.tab is not None and asker.tab in job.tabs and job.key != key:
                job.tabs.discard(asker.tab)
                if not job.tabs:
                    self._drop(job)
        job = self._jobs.setdefault(key, _Job(key, work, store_result))
        queue = self._queues.setdefault(asker.user, deque())
        if job not in queue and not (job.result.running() or job.result.done()):
            queue.append(job)  # its turn is the earliest turn of its askers
        job.tabs.add(asker.tab)
        job.gives_way &= asker.gives_way
        if queue:
            self._find_process(job)
        else:
            del self._queues[asker.user]
        return job

    def _find_process(self, job: _Job) -> None:
        """For a job that waits: one more, or that of a job that gives way."""
        if self._n_running < self.settings.processes:
            self._n_running += 1
            threading.Thread(target=self._run, daemon=True).start()
        elif not job.gives_way:
            self._stop_what_gives_way()

    def _stop_what_gives_way(self) -> None:
        for job in [job for job in self._jobs.values() if job.gives_way]:
            self._drop(job)

    def _drop(self, job: _Job) -> None:
        """Forgets a job: it is not begun any more, or its process is stopped."""
        self._jobs.pop(job.key, None)
        job.result.cancel()
        job.stop.set()

    @contextmanager
    def _place(self, job: _Job, asker: Asker) -> Iterator[None]:
        """Lets a few threads wait.

        Requests that can be repeated leave most places to other requests.
        """
        user = asker.user
        patient = asker.patience is None
        with self._lock:
            full = self._waiting.total() >= (MOST_WAITING if patient else MOST_WAITING - 1)
            full |= self._waiting[user] >= (MOST_PER_USER if patient else 1)
            if full and not job.result.done():
                raise NoResult(BUSY) if patient else StillWorking
            self._waiting[user] += 1
        try:
            yield
        finally:
            with self._lock:
                self._waiting[user] -= 1
                self._waiting += Counter()  # removes zeros

    def _next(self) -> _Job | None:
        """The next job, of each user in turn; None ends the thread."""
        with self._lock:
            while self._queues:
                user, queue = self._queues.popitem(last=False)
                job = queue.popleft()
                if queue:
                    self._queues[user] = queue  # behind the other users
                # It may have run in another user's turn.
                if not job.result.running() and not job.result.done():
                    job.result.set_running_or_notify_cancel()
                    return job
            self._n_running -= 1
            return None

    def _run(self) -> None:
        while (job := self._next()) is not None:
            with self._lock:
                process = self._free_process()
            try:
                folder = job.key[0]
                work = partial(sharing_checksums, folder, checksums_in(folder), job.work)
                result, checksums = process.call(work, job.stop)
                take_checksums(checksums)
                job.store_result(result)
            except ComputationCancelled:
                job.result.set_exception(CancelledError())
            except Exception as error:  # the thread goes on, and the askers get the error
                job.failed_at = time.monotonic()
                job.result.set_exception(error)
            else:
                with self._lock:
                    if self._jobs.get(job.key) is job:
                        del self._jobs[job.key]
                job.result.set_result(result)
            with self._lock:
                self._idle.append(process)

    def _free_process(self) -> ComputingProcess:
        """An idle process, or a new one."""
        if self._idle:
            return self._idle.pop()
        settings = self.settings
        return ComputingProcess(settings.job_memory_bytes, settings.job_seconds, MODULE)


class Recent:
    """Results in memory, until newer results need the space; the newest always stays."""

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self.n_bytes = 0
        self._lock = threading.Lock()
        self._stored: OrderedDict[Key, tuple[Any, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._stored)

    def get(self, key: Key) -> Any:
        """The result; None if it is not in memory."""
        with self._lock:
            if key not in self._stored:
                return None
            self._stored.move_to_end(key)
            return self._stored[key][0]

    def put(self, key: Key, result: Any) -> None:
        size = size_of(result)
        with self._lock:
            self._remove(key)
            self._stored[key] = result, size
            self.n_bytes += size
            while self.n_bytes > self.max_bytes and len(self._stored) > 1:
                self._remove(next(iter(self._stored)))

    def items(self) -> list[tuple[Key, Any]]:
        with self._lock:
            return [(key, result) for key, (result, _) in self._stored.items()]

    def evict(self, folder: Path) -> None:
        """Forgets the results of a data set."""
        with self._lock:
            for key in [key for key in self._stored if key[0] == folder]:
                self._remove(key)

    def _remove(self, key: Key) -> None:
        _, size = self._stored.pop(key, (None, 0))
        self.n_bytes -= size


def size_of(result: Any) -> int:
    """Bytes of the arrays in a result, including arrays that map a file."""
    left, seen, n_bytes = [result], set(), 0
    while left:
        item = left.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(size := getattr(item, "nbytes", None), int):
            n_bytes += size
        elif is_dataclass(item):
            left += [getattr(item, field.name) for field in fields(item)]
        elif isinstance(item, dict):
            left += item.values()
        elif isinstance(item, list | tuple):
            left += item
    return n_bytes
