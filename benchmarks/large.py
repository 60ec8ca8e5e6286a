"""Very large files from drop to drawing, and other users' latency: python -m benchmarks large.

A browser uploads to a server, while a second session moves a slider over another data set twice a
second at most. Memory counts the server and its parser together.
"""

import argparse
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from benchmarks.browser import ANSWERED, chromium, until
from benchmarks.counting import sample
from benchmarks.gunicorn_server import Served
from benchmarks.load import table
from benchmarks.uploading import Peak, drawn
from benchmarks.visitor import Visitor

HELP = "a CSV of 300 MB and a Parquet of 5,000,000 rows, with one worker and with two"
CSV_ROWS, CSV_MODELS = 3_950_000, 4
PARQUET_ROWS, PARQUET_MODELS = 5_000_000, 3
OTHER_ROWS, OTHER_MODELS = 100_000, 3
BEFORE, BETWEEN = 10, 0.5  # s: the other session alone; its pause between requests
HEAD = (
    "| file | workers | drop to drawn | most memory | other user's answer alone, p50 and p95 | "
    "and meanwhile | longest |"
)


def main(arguments: list[str]) -> None:
    ask = argparse.ArgumentParser(prog="python -m benchmarks large", description=HELP)
    ask.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    ask.add_argument("--folder", type=Path, help="folder that keeps the files for the next run")
    asked = ask.parse_args(arguments)
    with TemporaryDirectory() as folder:
        files = written(asked.folder or Path(folder))
        print(f"{HEAD}\n|{' --- |' * (HEAD.count('|') - 1)}")
        for file in files:
            for workers in asked.workers:
                with Served(Path(folder) / f"{file.suffix}{workers}", workers) as server:
                    print(_row(server, file, workers), flush=True)


def written(folder: Path) -> list[Path]:
    """Writes the two files, unless they exist."""
    folder.mkdir(parents=True, exist_ok=True)
    csv, parquet = folder / "large.csv", folder / "large.parquet"
    if not csv.exists():
        pyarrow.csv.write_csv(_table(CSV_ROWS, CSV_MODELS), csv)
    if not parquet.exists():
        pyarrow.parquet.write_table(_table(PARQUET_ROWS, PARQUET_MODELS), parquet)
    return [csv, parquet]


def _table(rows: int, models: int) -> pa.Table:
    is_positive, scores = sample(rows, models)
    columns = {f"model_{i + 1}": score for i, score in enumerate(scores)}
    return pa.table({"label": is_positive.astype(np.int8)} | columns)


def _row(server: Served, file: Path, workers: int) -> str:
    with OtherUser(server.port) as other, chromium() as driver:
        driver.get(f"http://127.0.0.1:{server.port}/")
        until(driver, ANSWERED)
        time.sleep(BEFORE)
        began = time.monotonic()
        with Peak(server.process.pid) as peak:
            taken = drawn(driver, file)
        ended = time.monotonic()
    alone = [t for at, t in other.answers if at < began]
    meanwhile = [t for at, t in other.answers if began <= at + t and at <= ended]
    what = f"{file.suffix[1:]}, {file.stat().st_size / 1e6:,.0f} MB"
    cells = what, workers, f"{taken:.1f} s", f"{peak.most / 1e6:,.0f} MB", _quantiles(alone)
    return f"| {' | '.join(map(str, cells))} | {_quantiles(meanwhile)} | {max(meanwhile):.2f} s |"


def _quantiles(times: list[float]) -> str:
    half, most = np.quantile(times, (0.5, 0.95))
    return f"{half:.2f} s and {most:.2f} s ({len(times)} answers)"


class OtherUser:
    """Moves a slider over a second data set until closed; answers are (start, seconds)."""

    def __init__(self, port: int):
        self.answers: list[tuple[float, float]] = []
        self._visitor = Visitor(port).load()
        self._dataset = self._visitor.upload_and_draw(table(OTHER_ROWS, OTHER_MODELS))
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._move)

    def __enter__(self) -> "OtherUser":
        self._thread.start()
        return self

    def __exit__(self, *_) -> None:
        self._over.set()
        self._thread.join()
        self._visitor.close()

    def _move(self) -> None:
        rng = np.random.default_rng(0)
        while not self._over.is_set():
            began = time.monotonic()
            answer, notice = self._visitor.settle(self._dataset, rng.uniform(0.001, 0.9))
            assert answer, notice
            self.answers.append((began, time.monotonic() - began))
            self._over.wait(BETWEEN)
