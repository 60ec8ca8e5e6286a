"""Counts of hits per cell, kept as JSON; runs add to them."""

import fcntl
import json
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from benchmarks.coverage.cells import CLAIMS, Claim, Hit


@dataclass(slots=True)
class Row:
    """One kind of event in one cell.

    samples: the number of samples examined. Each has a share of its places at which the event
    happened; total and squares are the sums of these shares and of their squares.
    places: hits and samples at each place of the axis.
    """

    what: str
    claim: str
    samples: int = 0
    total: float = 0.0
    squares: float = 0.0
    places: dict[str, list[int]] = field(default_factory=dict)

    def add(self, hits: list[Hit]) -> None:
        """Adds the hits of one sample."""
        share = sum(hit.happened for hit in hits) / len(hits)
        self.samples += 1
        self.total = round(self.total + share, 9)
        self.squares = round(self.squares + share**2, 9)
        for hit in hits:
            counted = self.places.setdefault(hit.place, [0, 0])
            counted[0] += bool(hit.happened)
            counted[1] += 1

    def merge(self, other: "Row") -> None:
        self.samples += other.samples
        self.total = round(self.total + other.total, 9)
        self.squares = round(self.squares + other.squares, 9)
        for place, (hits, seen) in other.places.items():
            counted = self.places.setdefault(place, [0, 0])
            counted[0] += hits
            counted[1] += seen

    @property
    def percent(self) -> float:
        """Mean over samples of the share of places, in percent."""
        return 100 * self.total / self.samples

    @property
    def error(self) -> float:
        """Standard error of `percent` from the finite number of samples."""
        mean = self.total / self.samples
        return 100 * (max(0.0, self.squares / self.samples - mean**2) / self.samples) ** 0.5

    @property
    def promise(self) -> Claim:
        return CLAIMS[self.claim]

    @property
    def is_met(self) -> bool:
        return self.promise.is_met_by(self.percent)


@dataclass(slots=True)
class Tally:
    """The rows of one cell, after samples 0 to `samples` - 1."""

    kind: str
    population: str
    samples: int = 0
    rows: dict[str, Row] = field(default_factory=dict)

    def add(self, hits: Iterable[Hit]) -> None:
        """Adds one sample."""
        together = defaultdict(list)
        for hit in hits:
            together[f"{hit.what} | {hit.claim.text}"].append(hit)
        for key, hits_of_row in together.items():
            first = hits_of_row[0]
            self.rows.setdefault(key, Row(first.what, first.claim.text)).add(hits_of_row)
        self.samples += 1

    def merge(self, other: "Tally") -> None:
        self.samples += other.samples
        for key, row in other.rows.items():
            self.rows.setdefault(key, Row(row.what, row.claim)).merge(row)


Results = dict[str, Tally]


def read(path: Path) -> Results:
    """The tallies by key of their cell; none if there is no file."""
    if not path.exists():
        return {}
    tallies = {}
    for key, values in json.loads(path.read_text()).items():
        rows = {name: _row(row) for name, row in values.pop("rows").items()}
        tallies[key] = Tally(**values, rows=rows)
    return tallies


def _row(values: dict) -> Row:
    for derived in ("percent", "error"):
        values.pop(derived)
    return Row(**values)


def write(path: Path, results: Results) -> None:
    """Writes one row of events per line, with its percentage and its standard error."""
    parts = []
    for key in sorted(results):
        values = asdict(results[key])
        rows = values.pop("rows")
        lines = []
        for name, row in sorted(rows.items()):
            earlier_row = results[key].rows[name]
            row |= {"percent": round(earlier_row.percent, 2), "error": round(earlier_row.error, 2)}
            lines.append(f"   {json.dumps(name)}: {json.dumps(row)}")
        head = json.dumps(values)[:-1]
        parts.append(f" {json.dumps(key)}: {head}, " + '"rows": {\n' + ",\n".join(lines) + "\n }}")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n")


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Waits until no other run writes into the folder."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def merge_into(path: Path, key: str, tally: Tally, first: int) -> int:
    """Adds samples from number `first` on to a cell in the file, and returns its new sample count.
    Adds nothing if another run has already added these samples.
    """
    with _alone(path.parent):
        results = read(path)
        tally_so_far = results.setdefault(key, Tally(tally.kind, tally.population))
        if tally_so_far.samples == first:
            tally_so_far.merge(tally)
            write(path, results)
        return tally_so_far.samples
