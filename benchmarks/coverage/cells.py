"""Cells of the coverage benchmark: one kind of interval on one population."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple
from zlib import crc32

import numpy as np

from benchmarks.coverage.populations import Population
from costdash.core import Predictions

REPLICATES = 500  # bootstrap replicates of a band: 2,000 in the product, which takes longer
LEVELS = (0.9, 0.95)
PCFS = (0.2, 0.5, 0.8)
ROUNDING = 1e-12


class Claim(NamedTuple):
    """The promised share of samples, and the range (in %) within which the promise is kept."""

    text: str
    low: float
    high: float

    def is_met_by(self, percent: float) -> bool:
        return self.low <= percent <= self.high


COVERS = {0.9: Claim("contains the truth in 90 %", 87, 94), 0.95: Claim("in 95 %", 92, 98)}
LIMIT_BROKEN = Claim("at most 5 %", 0, 6.5)
NULL_SHOWN = Claim("at most 5 % (null)", 0, 7)
OBSERVED = Claim("no promise", 0, 100)
PASSES = {0.9: Claim("at most 10 % (gate)", 0, 12), 0.95: Claim("at most 5 % (gate)", 0, 7)}
CLAIMS = {
    claim.text: claim
    for claim in (*COVERS.values(), LIMIT_BROKEN, NULL_SHOWN, OBSERVED, *PASSES.values())
}


class Hit(NamedTuple):
    """Whether the event `what` happened in a sample, at one place of the axis."""

    what: str
    claim: Claim
    happened: bool
    place: str = ""


Observe = Callable[[Population, Predictions, int], Iterator[Hit]]


@dataclass(frozen=True, slots=True)
class Cell:
    """A kind of interval, the population of its samples, and the function that observes one."""

    kind: str
    population: Population
    observe: Observe

    @property
    def key(self) -> str:
        return f"{self.kind}: {self.population.words}"

    def hits(self, seed: int) -> list[Hit]:
        """The hits of sample number `seed`."""
        rng = np.random.default_rng((crc32(self.population.words.encode()), seed))
        return list(self.observe(self.population, self.population.draw(rng), seed))


def covers(what: str, level: float, ends, truth: float, place: object = "") -> Hit:
    """Whether the interval `ends` at `level` contains the truth."""
    low, high = ends
    inside = low - ROUNDING <= truth <= high + ROUNDING
    return Hit(what, COVERS[level], bool(inside), str(place))
