"""Runs cells of the coverage benchmark, adds them to the JSON and writes the Markdown."""

import argparse
import math
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from benchmarks.coverage import (
    calibrated,
    curves,
    decisions,
    estimated_conditions,
    further_models,
    labels,
    limits,
    means,
    measures,
    more_labels,
    pairs,
    segments,
    sureness,
    team,
    today,
    useless,
    validity,
)
from benchmarks.coverage.cells import Cell, Event
from benchmarks.coverage.results import Tally, merge_into, read, write
from benchmarks.coverage.table import page

MODULES = (
    decisions,
    sureness,
    validity,
    useless,
    today,
    estimated_conditions,
    further_models,
    pairs,
    limits,
    calibrated,
    measures,
    means,
    curves,
    segments,
    more_labels,
    labels,
    team,
)
CELLS = {cell.key: cell for module in MODULES for cell in module.CELLS}
RESULTS = Path(__file__).parents[1] / "results" / "coverage.json"
CHUNK = 20  # samples between two writes of the results


def main(arguments: list[str]) -> None:
    ask = argparse.ArgumentParser(
        prog="python -m benchmarks coverage",
        description="Adds samples to each cell until it has enough, and writes the table. "
        "Several runs may share the work.",
    )
    ask.add_argument("--samples", type=int, default=1000, help="samples wanted in each cell")
    ask.add_argument("--only", default="", help="cells whose key contains this text")
    ask.add_argument("--minutes", type=float, default=float("inf"), help="stop after these")
    ask.add_argument("--processes", type=int, default=1)
    ask.add_argument("--fresh", action="store_true", help="forget earlier samples of these cells")
    ask.add_argument("--output", type=Path, default=RESULTS)
    asked = ask.parse_args(arguments)
    asked.output.parent.mkdir(parents=True, exist_ok=True)
    cells = [cell for key, cell in CELLS.items() if asked.only in key]
    if asked.fresh:
        _forget(asked.output, {cell.key for cell in cells})
    end = time.monotonic() + 60 * asked.minutes
    with ExitStack() as stack:
        pool = None
        if asked.processes > 1:
            pool = stack.enter_context(ProcessPoolExecutor(asked.processes))
        for cell, target in _turns(cells, asked.samples):
            if not _fill(asked.output, cell, math.ceil(cell.share * target), pool, end):
                break
    asked.output.with_suffix(".md").write_text(page(read(asked.output), list(CELLS)))


def _turns(cells: list[Cell], samples: int) -> Iterator[tuple[Cell, int]]:
    """Each cell with a number of samples to reach: all cells a few, then all cells more."""
    targets = [CHUNK * 2**i for i in range(20) if CHUNK * 2**i < samples]
    for target in (*targets, samples):
        yield from ((cell, target) for cell in cells)


def _fill(
    path: Path, cell: Cell, target: int, pool: ProcessPoolExecutor | None, end: float
) -> bool:
    """Adds samples until the cell has `target`; False if time is up."""
    stored = read(path).get(cell.key)
    done = stored.samples if stored else 0
    while done < target:
        if time.monotonic() > end:
            return False
        start = time.monotonic()
        seeds = range(done, min(done + CHUNK, target))
        tally = Tally(cell.kind, cell.population.words)
        tasks = [(cell, seed) for seed in seeds]
        for events in pool.map(_events_of_sample, tasks) if pool else map(_events_of_sample, tasks):
            tally.add(events)
        done = merge_into(path, cell.key, tally, done)
        each = (time.monotonic() - start) / len(seeds)
        print(f"{cell.key}  {done} samples, {each:.3f} s each", file=sys.stderr, flush=True)
    return True


def _events_of_sample(task: tuple[Cell, int]) -> list[Event]:
    cell, seed = task
    return cell.events(seed)


def _forget(path: Path, keys: set[str]) -> None:
    """Removes the results of these cells, and of cells that no longer exist."""
    write(path, {k: v for k, v in read(path).items() if k in CELLS and k not in keys})
