"""Counts of hits and sums of amounts per cell and place, kept as JSON; runs add to them."""

import fcntl
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.coverage.cells import AGREEMENTS, CLAIMS, Agreement, Claim, Event, Hit

MISSES_BY = 2  # standard errors beyond its target, before a place counts as missed
FEWEST = 20  # samples: with fewer a place is not judged


@dataclass(slots=True)
class Place:
    """At one place: the number of samples, and sums over them.

    Of hits: how many. Of amounts: of what is stated, of the truth, of the squares of both and of
    their product.
    """

    samples: int = 0
    sums: list[float] = field(default_factory=list)

    def add(self, values: Iterable[float], samples: int = 1) -> None:
        values = list(values)
        self.samples += samples
        self.sums = [a + b for a, b in zip(self.sums or [0.0] * len(values), values)]


@dataclass(slots=True)
class Row:
    """One kind of event in one cell, at all places of its axis."""

    what: str
    claim: str
    places: dict[str, Place] = field(default_factory=dict)

    def add(self, event: Event) -> None:
        place = self.places.setdefault(event.place, Place())
        if isinstance(event, Hit):
            place.add([bool(event.happened)])
        else:
            stated, truth = float(event.stated), float(event.truth)
            place.add([stated, truth, stated**2, truth**2, stated * truth])

    def merge(self, other: "Row") -> None:
        for name, place in other.places.items():
            self.places.setdefault(name, Place()).add(place.sums, place.samples)

    @property
    def promise(self) -> Claim | Agreement:
        return CLAIMS.get(self.claim) or AGREEMENTS[self.claim]

    def at(self, place: str) -> "Figure":
        """The figure at one place."""
        found = self.places[place]
        if isinstance(self.promise, Claim):
            return _share(found, self.promise)
        return _gap(found, self.promise)

    def figures(self) -> dict[str, "Figure"]:
        """The figure at each place."""
        return {place: self.at(place) for place in self.places}


@dataclass(frozen=True, slots=True)
class Figure:
    """A share of samples in percent, or by how much what is stated exceeds the truth.

    error: its Monte Carlo standard error. The target reaches from low to high.
    """

    value: float
    error: float
    samples: int
    low: float
    high: float

    @property
    def is_below(self) -> bool:
        """Whether it lies below its target by more than MISSES_BY standard errors."""
        return self.has_enough and self.low - self.value > MISSES_BY * self.error

    @property
    def is_above(self) -> bool:
        """Whether it lies above its target by more than MISSES_BY standard errors."""
        return self.has_enough and self.value - self.high > MISSES_BY * self.error

    @property
    def has_enough(self) -> bool:
        """Whether there are enough samples."""
        return self.samples >= FEWEST

    @property
    def misses(self) -> bool:
        return self.is_below or self.is_above


def _share(place: Place, claim: Claim) -> Figure:
    """The error is the larger of those at the share found and at the edge of the target."""
    share = place.sums[0] / place.samples
    edge = min(max(share, claim.low / 100), claim.high / 100)
    variance = max(share * (1 - share), edge * (1 - edge) if edge != share else 0.0)
    error = (variance / place.samples) ** 0.5
    return Figure(100 * share, 100 * error, place.samples, claim.low, claim.high)


def _gap(place: Place, agreement: Agreement) -> Figure:
    """What is stated against the truth; the error of a ratio of means is by linearization."""
    n = place.samples
    stated, truth, stated_2, truth_2, product = (total / n for total in place.sums)
    slope = stated / truth if agreement.of_truth and truth else 1.0
    mean = stated - slope * truth
    variance = max(0.0, stated_2 - 2 * slope * product + slope**2 * truth_2 - mean**2)
    unit = truth if agreement.of_truth and truth else 1.0
    value, error = 100 * (stated - truth) / unit, 100 * (variance / n) ** 0.5 / abs(unit)
    return Figure(value, error, n, agreement.low, agreement.high)


@dataclass(slots=True)
class Tally:
    """The rows of one cell, after samples 0 to `samples` - 1."""

    kind: str
    population: str
    samples: int = 0
    rows: dict[str, Row] = field(default_factory=dict)

    def add(self, events: Iterable[Event]) -> None:
        """Adds one sample."""
        for event in events:
            key = f"{event.what} | {event.claim.text}"
            self.rows.setdefault(key, Row(event.what, event.claim.text)).add(event)
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


def _row(values: dict[str, Any]) -> Row:
    places = {name: Place(n, sums) for name, (n, *sums) in values["places"].items()}
    return Row(values["what"], values["claim"], places)


def write(path: Path, results: Results) -> None:
    """Writes one row of events per line: at each place the number of samples, then the sums."""
    parts = []
    for key in sorted(results):
        tally = results[key]
        lines = []
        for name, row in sorted(tally.rows.items()):
            places = {
                place: [found.samples, *(round(total, 9) for total in found.sums)]
                for place, found in sorted(row.places.items())
            }
            values = {"what": row.what, "claim": row.claim, "places": places}
            lines.append(f"   {json.dumps(name)}: {json.dumps(values)}")
        head = asdict(tally)
        del head["rows"]
        start = json.dumps(head)[:-1]
        parts.append(f" {json.dumps(key)}: {start}, " + '"rows": {\n' + ",\n".join(lines) + "\n }}")
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = path.with_suffix(".part")
    whole.write_text("{\n" + ",\n".join(parts) + "\n}\n")
    whole.replace(path)


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
