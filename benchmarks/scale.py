"""Tables of up to 100 million rows in DuckDB, from start to drawn: python -m benchmarks scale.

Each side runs in a separate process, whose memory is measured too. Time per row is to be
flat or falling. The peer of the reduction is `SELECT sum` over the same columns.
"""

import argparse
import multiprocessing
import os
import resource
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.browser import ANSWERED, chromium, until
from benchmarks.uploading import Peak

HELP = "Parquet of 3 models, reduced by DuckDB, against a plain sum, rows in memory, scikit-learn"
SIZES = ("1e6", "1e7", "1e8")
MOST_IN_MEMORY = 20_000_000  # rows
MODELS = ("score_a", "score_b", "score_c")
MEMORY = "1GB"
WRITTEN = """
copy (
  with drawn as (
    select random() < 0.02 as y, sqrt(-2 * ln(1 - random())) as r, 2 * pi() * random() as t,
      sqrt(-2 * ln(1 - random())) as s, 2 * pi() * random() as u from range({rows})),
  normal as (select y, r * cos(t) as a, r * sin(t) as b, s * cos(u) as c from drawn)
  select y::utinyint as label,
    (1 / (1 + exp(4 - 2 * a - 2 * y::int)))::float as score_a,
    (1 / (1 + exp(4 - 1.4 * a - 1.4 * b - 1.8 * y::int)))::float as score_b,
    (a + c + 2.2 * y::int)::float as score_c
  from normal
) to '{file}' (format parquet)
"""
HEAD = "| rows | file | what | wall | processor | per row and model | most memory |"


class Cost(NamedTuple):
    """Wall and processor time in seconds, and the largest memory in bytes."""

    wall: float
    processor: float
    memory: int


def main(arguments: list[str]) -> None:
    ask = argparse.ArgumentParser(prog="python -m benchmarks scale", description=HELP)
    ask.add_argument("sizes", nargs="*", default=SIZES, help="rows of each table")
    ask.add_argument("--folder", type=Path, help="folder that keeps the files for the next run")
    asked = ask.parse_args(arguments)
    print(f"{HEAD}\n|{' --- |' * (HEAD.count('|') - 1)}")
    with TemporaryDirectory(prefix="costdash-") as temporary:
        for size in asked.sizes:
            folder = asked.folder or Path(temporary)
            file = written(int(float(size)), folder)
            _print_rows(int(float(size)), file)
            if asked.folder is None:
                file.unlink()


def written(rows: int, folder: Path) -> Path:
    """Writes a table of so many rows and three models, unless it exists."""
    import duckdb

    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"scale-{rows}.parquet"
    if not file.exists():
        part = file.with_suffix(".part")
        settings = {"memory_limit": "2GB", "preserve_insertion_order": False}
        with duckdb.connect(config=settings) as connection:
            connection.execute("select setseed(0.5)")
            connection.execute(WRITTEN.format(rows=rows, file=part))
        part.rename(file)
    return file


def _print_rows(rows: int, file: Path) -> None:
    sides: dict[str, Callable[[Path], Cost]] = {
        "`SELECT sum` of the four columns": _alone(plain_sum),
        "`costdash.read_table`": _alone(reduced),
        "`costdash analyse --table --json`": command_line,
        "`costdash serve --table`, start to drawn": start_to_drawn,
    }
    if rows <= MOST_IN_MEMORY:
        sides["`costdash.read_predictions`, rows in memory"] = _alone(in_memory)
        sides["scikit-learn, four functions per model"] = _alone(scikit_learn)
    for what, side in sides.items():
        cost = side(file)
        each = f"{cost.processor / rows / len(MODELS) * 1e9:,.0f} ns"
        cells = f"{rows:,}", f"{file.stat().st_size / 1e6:,.0f} MB", what, f"{cost.wall:.1f} s"
        cells += f"{cost.processor:.1f} s", each, f"{cost.memory / 1e6:,.0f} MB"
        print(f"| {' | '.join(cells)} |", flush=True)


def _alone(work: Callable[[Path], None]) -> Callable[[Path], Cost]:
    """Does the work in a separate process, which first imports what it needs."""

    def measured(file: Path) -> Cost:
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            return pool.apply(_measured, (work, file))

    return measured


def _measured(work: Callable[[Path], None], file: Path) -> Cost:
    import duckdb  # noqa: F401
    import ibis.backends.duckdb  # noqa: F401
    import sklearn.metrics  # noqa: F401

    import costdash  # noqa: F401

    wall, processor = time.perf_counter(), time.process_time()
    work(file)
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return Cost(wall, processor, most)


def plain_sum(file: Path) -> None:
    import duckdb

    sums = ", ".join(f"sum({name})" for name in ("label", *MODELS))
    with duckdb.connect(config={"memory_limit": MEMORY}) as connection:
        connection.execute(f"select {sums} from '{file}'").fetchall()


def reduced(file: Path) -> None:
    import costdash

    with warnings.catch_warnings(action="ignore"):
        costdash.read_table(file, label="label")


def in_memory(file: Path) -> None:
    import costdash
    from costdash.core.sample.counts import count

    rows = costdash.read_predictions(file, label="label")
    for score in rows.scores.values():
        count(rows.is_positive, score)


def scikit_learn(file: Path) -> None:
    import pyarrow.parquet

    from benchmarks.counting import scikit_learn

    table = pyarrow.parquet.read_table(file)
    for name in MODELS:
        scikit_learn(table["label"].to_numpy(), table[name].to_numpy())


def start_to_drawn(file: Path) -> Cost:
    """From the start of the program to three drawn panels in a browser that is already open."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = ["-m", "costdash", "serve", "--table", file, "--label", "label", "--no-browser"]
    with TemporaryDirectory(prefix="costdash-") as data, chromium() as driver:
        began = time.perf_counter()
        server = subprocess.Popen(
            [sys.executable, *command, "--port", str(port)],
            env=os.environ | {"COSTDASH_DATA": data},
            cwd=Path(__file__).parents[1],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            with Peak(server.pid) as peak:
                driver.get(_address(server))
                until(driver, ANSWERED)
                wall = time.perf_counter() - began
            processor = _processor_time(server.pid)
        finally:
            server.terminate()
            server.wait()
    return Cost(wall, processor, peak.most)


def command_line(file: Path) -> Cost:
    """The whole command, with everything that the JSON holds."""
    command = ["-m", "costdash", "analyse", "--table", file, "--label", "label", "--json"]
    began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.Popen(
        [sys.executable, *command], cwd=Path(__file__).parents[1], stdout=subprocess.DEVNULL
    )
    with Peak(run.pid) as peak:
        if run.wait():
            raise RuntimeError("costdash analyse failed")
    wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(wall, processor, peak.most)


def _address(server: subprocess.Popen) -> str:
    assert server.stdout is not None  # a pipe
    for line in server.stdout:
        if line.startswith("costdash is at "):
            return line.split()[3].rstrip(".")
    raise RuntimeError("costdash ended before it had an address")


def _processor_time(pid: int) -> float:
    """Processor time of a process so far, in seconds, without its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
