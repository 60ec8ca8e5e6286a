"""Deletes expired data from disk and deleted data from memory, even without visitors.

Each process has one thread for this. A lock lets only one process sweep the disk at a time.
"""

import logging
import os
import threading
import time
from weakref import WeakSet, ref

from costdash.web.storage.analyses import Analyses
from costdash.web.storage.store import Store

log = logging.getLogger("costdash")
SWEEP_INTERVAL = 600  # s at most between two sweeps of the disk
EVICTION_INTERVAL = 5  # s between two looks for deleted data in memory


class Cleanup:
    """The cleanup thread of a process; a forked process starts a new thread."""

    def __init__(self, store: Store, analyses: Analyses):
        self.store, self.analyses = store, analyses
        self._process: int | None = None
        _started.add(self)

    def start(self) -> None:
        """Starts the thread unless this process has it."""
        if self._process != os.getpid():
            self._process = os.getpid()
            threading.Thread(target=_run, args=(ref(self),), daemon=True).start()

    @property
    def sweep_interval(self) -> float:
        """Seconds: short enough that data go soon after they expire."""
        return min(SWEEP_INTERVAL, max(self.store.settings.expiry_hours * 3600 / 4, 1))


_started: WeakSet[Cleanup] = WeakSet()


def _run(cleanup: "ref[Cleanup]") -> None:
    """Ends when the app is gone, because tests create many apps."""
    swept_at = time.monotonic()
    while (running := cleanup()) is not None:
        try:
            running.analyses.evict_deleted()
            if time.monotonic() - swept_at > running.sweep_interval:
                swept_at = time.monotonic()
                running.store.cleanup()
        except Exception as error:  # a faulty disk must not end the thread
            log.error("%s while cleaning up", type(error).__name__)
        pause = min(EVICTION_INTERVAL, running.sweep_interval)
        del running
        time.sleep(pause)


def _start_in_child() -> None:
    for cleanup in list(_started):
        cleanup.start()


# gunicorn --preload makes the app before it forks the workers
os.register_at_fork(after_in_child=_start_in_child)
