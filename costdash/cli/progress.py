"""One line on a terminal that says what a long command is doing; nothing anywhere else."""

import threading
import time
from types import TracebackType
from typing import TextIO

AFTER = 2.0  # s before the line appears
INTERVAL = 1.0  # s between two writings of it
CLEAR = "\r\x1b[K"  # to the beginning of the line, which is erased


class ProgressLine:
    """Writes the step and its seconds over one line, from AFTER on, if the stream is a terminal.

    `end` erases the line; it must come before anything else is written.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._begun = stream, time.monotonic()
        self._step, self._is_written = "", False
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> "ProgressLine":
        if self._stream.isatty():
            self._thread = threading.Thread(target=self._write, daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.end()

    def step(self, words: str) -> None:
        """What the command is doing from now on, such as "Reading the file"."""
        self._step = words

    def end(self) -> None:
        """Erases the line and writes no more."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if self._is_written:
            self._is_written = False
            self._stream.write(CLEAR)
            self._stream.flush()

    def _write(self) -> None:
        wait = AFTER
        while not self._ended.wait(wait):
            seconds = time.monotonic() - self._begun
            self._is_written = True
            self._stream.write(f"{CLEAR}{self._step} ... {seconds:.0f} s")
            self._stream.flush()
            wait = INTERVAL
