"""Time from the drop of a large CSV to its drawing, and the peak memory."""

import tempfile
import threading
import time
from functools import cache
from pathlib import Path

import pyarrow as pa
import pyarrow.csv

from benchmarks.browser import ANSWERED, chromium, served, until
from benchmarks.counting import sample
from benchmarks.measure import Row, in_turn, seconds, within

ROWS, MODELS = 1_000_000, 5
TIMES = 5
LOOK_EVERY = 0.01  # s
WATCH = (Path(__file__).parent / "watch.js").read_text()


def rows() -> list[Row]:
    file = write_csv(ROWS, MODELS)
    peaks = []
    with served() as (address, pid), chromium() as driver:
        driver.get(address)
        until(driver, ANSWERED)
        driver.execute_script(WATCH)

        def upload() -> float:
            with Peak(pid) as peak:
                taken = drawn(driver, file)
            peaks.append(peak.most)
            return taken

        upload()  # warms the server
        ours, peer = in_turn(upload, lambda: _read(file), times=TIMES)
    size = file.stat().st_size
    what = f"upload of a CSV of {ROWS:,} rows and {MODELS} models, drop to drawn"
    disk_quota = "most memory of server and parser for it"
    return [
        within(what, ours, peer, "pyarrow.csv.read_csv", 4, 2),
        within(disk_quota, [max(peaks)], [size], "size of the file", 6, 4, _megabytes),
    ]


def _read(file: Path) -> float:
    return seconds(lambda: pyarrow.csv.read_csv(file))


def _megabytes(sizes: list[int]) -> str:
    return f"{max(sizes) / 1e6:,.0f} MB"


def drawn(driver, file: Path) -> float:
    """Seconds from the drop of a file on the page to three painted panels."""
    until(driver, ANSWERED)
    until(driver, "return document.getElementById('upload-file')")
    driver.execute_script(WATCH + ";window.uploaded = watch.upload()")
    driver.find_element("id", "upload-file").send_keys(str(file))
    return driver.execute_script("return window.uploaded") / 1e3


@cache
def write_csv(n: int, models: int) -> Path:
    is_positive, scores = sample(n, models)
    columns = {"label": is_positive.astype(int)}
    columns |= {f"model_{i + 1}": score for i, score in enumerate(scores)}
    file = Path(tempfile.mkdtemp(prefix="costdash-")) / f"scores-{n}.csv"
    pyarrow.csv.write_csv(pa.table(columns), file)
    return file


class Peak:
    """Largest anonymous memory of a process and its children within the context.

    Pages backed by files (programs, stored arrays) do not count, because the kernel can reclaim
    them at any time.
    """

    def __init__(self, pid: int):
        self.pid, self.most, self._stop = pid, 0, threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()

    def _look(self):
        while not self._stop.is_set():
            self.most = max(self.most, sum(map(_held, _family(self.pid))))
            time.sleep(LOOK_EVERY)


def _family(pid: int) -> list[int]:
    pids = [pid]
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in _text(file).split():
            pids += _family(int(child))
    return pids


def _held(pid: int) -> int:
    lines = _text(Path(f"/proc/{pid}/status")).splitlines()
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("RssAnon"))


def _text(file: Path) -> str:
    try:
        return file.read_text()
    except OSError:  # the process has ended
        return ""
