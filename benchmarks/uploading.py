"""Time from the drop of a large CSV to its drawing, and the peak memory."""

import tempfile
import threading
import time
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pyarrow as pa
import pyarrow.csv

from benchmarks.browser import ANSWERED, chromium, served, until
from benchmarks.counting import sample
from benchmarks.measure import Row, in_turn, limited, seconds, within

ROWS, MODELS = 1_000_000, 5
TIMES = 5
PAUSE = 4  # s in which somebody looks at the last file, and the server gets ready for the next
MOST_IN_ALL = 3.0  # s until nothing is provisional
LOOK_EVERY = 0.01  # s
SENDING = """
const [address] = arguments;
const input = Object.assign(document.createElement('input'), { type: 'file', id: 'file' });
document.body.append(input);
window.sent = new Promise((resolve) => (input.onchange = async () => {
  const start = performance.now();
  await fetch(address, { method: 'POST', mode: 'no-cors', body: input.files[0] });
  resolve(performance.now() - start);
}));
"""
WATCH = (Path(__file__).parent / "watch.js").read_text()


def rows() -> list[Row]:
    file = write_csv(ROWS, MODELS)
    peaks, settled = [], []
    with served() as (address, pid), chromium() as driver:
        driver.get(address)
        until(driver, ANSWERED)
        driver.execute_script(WATCH)

        def upload() -> float:
            time.sleep(PAUSE)
            with Peak(pid) as peak:
                taken = drawn(driver, file)
                settled.append(driver.execute_script("return window.settled") / 1e3)
            peaks.append(peak.most)
            return taken

        def peer() -> float:
            return _read(file) + sent(driver, file)

        upload()  # warms the server
        settled.clear()
        ours, theirs = in_turn(upload, peer, times=TIMES)
    size = file.stat().st_size
    what = f"upload of a CSV of {ROWS:,} rows and {MODELS} models, drop to curves and decision"
    disk_quota = "most memory of server and parser for it"
    return [
        within(what, ours, theirs, "pyarrow.csv.read_csv, and the browser's own sending", 4, 2),
        limited("the same, to bands, limits and allowances", settled, "", MOST_IN_ALL, 2),
        within(disk_quota, [max(peaks)], [size], "size of the file", 6, 4, _megabytes),
    ]


def _read(file: Path) -> float:
    return seconds(lambda: pyarrow.csv.read_csv(file))


def sent(driver, file: Path) -> float:
    """Seconds that the browser takes to send the file to a server that only reads the body."""
    with Sink() as sink:
        page = driver.current_window_handle
        driver.switch_to.new_window("tab")  # the page itself may send to its own server only
        driver.execute_script(SENDING, sink.address)
        driver.find_element("id", "file").send_keys(str(file))
        taken = driver.execute_script("return window.sent") / 1e3
        driver.close()
        driver.switch_to.window(page)
        return taken


class Sink:
    """A server on 127.0.0.1 that takes one body and answers when all of it has arrived."""

    def __enter__(self):
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _Discard)
        self.address = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()


class _Discard(BaseHTTPRequestHandler):
    def do_POST(self):
        left = int(self.headers["Content-Length"])
        while left > 0 and (part := self.rfile.read(min(left, 1_000_000))):
            left -= len(part)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


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
