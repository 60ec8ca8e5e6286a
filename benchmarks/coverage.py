"""How often bands of nominal 90 % contain the truth: python -m benchmarks coverage."""

import argparse
import json
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from benchmarks.binormal import Cell
from benchmarks.coverage_hits import LEVEL, REPLICATES, hits
from benchmarks.coverage_table import Tally, judged_shares, table

CELLS = [
    *(Cell(n, p, levels) for n in (50, 200, 1000) for p in (0.5, 0.1) for levels in (False, True)),
    Cell(200, 0.5, False, clustered=True),
]
RESULTS = Path(__file__).parent / "results" / "coverage.md"


def main(arguments: list[str]) -> None:
    ask = argparse.ArgumentParser(prog="python -m benchmarks coverage", description=__doc__)
    ask.add_argument("--sets", type=int, default=1000, help="simulated data sets per cell")
    ask.add_argument("--processes", type=int, default=os.cpu_count())
    ask.add_argument("--output", type=Path, default=RESULTS)
    ask.add_argument("--keep", type=Path, help="folder of finished cells; they are not run again")
    asked = ask.parse_args(arguments)
    tallies = []
    with ProcessPoolExecutor(asked.processes) as pool:
        for cell in CELLS:
            found = _kept(asked.keep, cell, asked.sets)
            if found is None:
                found = _simulated(pool, cell, asked.sets)
                _keep(asked.keep, cell, asked.sets, found)
            tallies += found
            print(*cell.words, *judged_shares(found), sep="  ", file=sys.stderr, flush=True)
    asked.output.parent.mkdir(exist_ok=True)
    asked.output.write_text(table(tallies, asked.sets, LEVEL, REPLICATES))


def _simulated(pool: ProcessPoolExecutor, cell: Cell, sets: int) -> list[Tally]:
    inside, seen = Counter(), Counter()
    for found in pool.map(_one, [(cell, seed) for seed in range(sets)], chunksize=10):
        for hit in found:
            place = hit.what, hit.x, bool(hit.judged)
            inside[place] += bool(hit.inside)
            seen[place] += 1
    return [Tally(cell, *place, inside[place], seen[place]) for place in seen]


def _one(task: tuple[Cell, int]):
    return hits(*task)


def _file(folder: Path, cell: Cell, sets: int) -> Path:
    return folder / f"{' '.join(cell.words)} {sets}.json"


def _keep(folder: Path | None, cell: Cell, sets: int, found: list[Tally]) -> None:
    if folder:
        folder.mkdir(exist_ok=True)
        _file(folder, cell, sets).write_text(json.dumps([tally[1:] for tally in found]))


def _kept(folder: Path | None, cell: Cell, sets: int) -> list[Tally] | None:
    if folder is None or not _file(folder, cell, sets).exists():
        return None
    return [Tally(cell, *rest) for rest in json.loads(_file(folder, cell, sets).read_text())]
