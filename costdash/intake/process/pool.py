"""The parent's side of a process that computes heavy results: one call at a time, within limits.

Requests and results are pickled. They pass between two processes of the same program through a
pipe that nobody else can write to; nothing that is stored or uploaded is ever unpickled.
"""

import atexit
import pickle
import selectors
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any
from weakref import WeakSet

from costdash.intake.limits import amount
from costdash.intake.process.warm_worker import Deadline, kill_child, start_child
from costdash.wording import counted

CHECK_INTERVAL = 0.05  # s
BUSY = "The machine is busy with other work, and the computation was stopped. Try again later."


class ComputationFailed(Exception):
    """The process did not return a result. The message is a sentence for the user."""


class ComputationCancelled(Exception):
    """The caller no longer wants the result."""


class ComputingProcess:
    """A process that runs one call after the other and is started again after it has died.

    module: what it imports before the first call, which then need not wait for that.
    """

    def __init__(self, memory_bytes: int, seconds: float, module: str) -> None:
        self.memory_bytes, self.seconds, self.module = memory_bytes, seconds, module
        self._child: subprocess.Popen[bytes] | None = None
        _started.add(self)

    def call(self, work: Callable[[], Any], cancelled: threading.Event) -> Any:
        """The result of `work`, computed by the process; `work` and its result are pickled.

        Raises what `work` raises, ComputationFailed, and ComputationCancelled.
        """
        request = pickle.dumps(work)
        try:
            answers = self._sent(request)
            assert self._child is not None
            self._wait(answers, Deadline(self._child, self.seconds), cancelled)
            succeeded, value = pickle.load(answers)
        except (OSError, EOFError, pickle.UnpicklingError):
            self.stop()
            raise ComputationFailed(self._memory_sentence()) from None
        except ComputationCancelled:
            self.stop()
            with suppress(OSError):  # the next call starts the process or says why not
                self.start()  # something else needs it soon
            raise
        except BaseException:
            self.stop()
            raise
        if not succeeded:
            raise value
        return value

    def start(self) -> None:
        """Starts the process, unless it runs. Raises OSError."""
        if self._child is None or self._child.poll() is not None:
            self.stop()
            self._child = start_child("pool_worker", str(self.memory_bytes), self.module)

    def stop(self) -> None:
        """Ends the process; a running call fails."""
        child, self._child = self._child, None
        if child is not None:
            kill_child(child)

    def __del__(self) -> None:
        self.stop()

    def _sent(self, request: bytes) -> IO[bytes]:
        """Sends a request; the answer is read here. A process that ended while idle is replaced."""
        for _ in range(2):
            self.start()
            assert self._child is not None
            requests, answers = self._child.stdin, self._child.stdout
            assert requests is not None  # pipes
            assert answers is not None
            try:
                requests.write(request)
                requests.flush()
            except BrokenPipeError:
                continue
            return answers
        raise BrokenPipeError

    def _wait(self, answers: IO[bytes], deadline: Deadline, cancelled: threading.Event) -> None:
        """Waits for the first byte of an answer."""
        with selectors.DefaultSelector() as selector:
            selector.register(answers, selectors.EVENT_READ)
            while not selector.select(CHECK_INTERVAL):
                if cancelled.is_set():
                    raise ComputationCancelled
                if deadline.is_over():
                    raise ComputationFailed(
                        BUSY if deadline.is_starved() else self._timeout_sentence()
                    )

    def _memory_sentence(self) -> str:
        return (
            f"The computation was stopped. It may need more than {amount(self.memory_bytes)} of "
            "memory: show fewer models, or upload a sample of the rows."
        )

    def _timeout_sentence(self) -> str:
        return (
            f"The computation took longer than {counted(int(self.seconds), 'second')} and was "
            "stopped. Show fewer models, or upload a sample of the rows."
        )


_started: WeakSet[ComputingProcess] = WeakSet()


@atexit.register
def stop_all() -> None:
    """Ends the processes of this program."""
    for process in list(_started):
        process.stop()
