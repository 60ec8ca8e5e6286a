"""Cells of the coverage benchmark: one kind of interval on one population."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple
from zlib import crc32

import numpy as np

from benchmarks.coverage.populations import Population
from costdash.core import Predictions
from costdash.core.analysis.validity import MATERIAL

REPLICATES = 500  # bootstrap replicates of a band: 2,000 in the product, which takes longer
LEVELS = (0.9, 0.95)
PCFS = (0.2, 0.5, 0.8)
ALONG = (0.1, 0.2, 0.5, 0.8, 0.9)  # PC(+) at which decisions are looked at
ROUNDING = 1e-12
HEADLINE = "decision"
SURENESS = "how sure"
GIVEN_SHARE = "share cheapest, where it is given"
ADVICE_WRONG = "advice of no model is wrong"
ADVICE_FAR_WRONG = f"advice of no model is wrong by more than {MATERIAL:.0%}"
SHARES = {
    HEADLINE: 1.0,
    "useless scores": 1.0,
    "validity": 0.5,
    "two equal models": 0.5,
    SURENESS: 0.5,
    "more labels": 1.0,
    "segments": 1.0,
}  # of the others: .35
QUICK = (
    "limit of false alarms",
    "calibration",
    "means over folds",
    "curves",
    "hold-out",
    "labels of a judge",
    "prior of recent scores",
)


class Claim(NamedTuple):
    """The promised share of samples, and the range (in %) within which the promise is kept."""

    text: str
    low: float
    high: float


class Agreement(NamedTuple):
    """How far what is said may be from the truth, in % of the truth or in points of 100.

    low is on the side of saying too little, high on that of saying too much.
    """

    text: str
    low: float
    high: float
    of_truth: bool = True


COVERS = {0.9: Claim("contains the truth in 90 %", 86, 94), 0.95: Claim("in 95 %", 92, 98)}
LIMIT_BROKEN = Claim("at most 5 %", 3, 6)
NULL_SHOWN = Claim("at most 5 % (null)", 0, 7)
USELESS_SHOWN = Claim("useless scores recommended", 0, 5)
CALIBRATED = Claim("p below .05 in 5 %", 3, 7)
VALID = Claim("inside in 90 %", 90, 100)
NAMED_WRONGLY = Claim("segments named in at most 5 %", 0, 6)
GIVEN_WRONGLY = Claim("shares given wrongly in at most 5 %", 0, 5)
SAVES_NOT = Claim("thresholds claimed in at most 5 %", 0, 5)
SHOWN = Claim("shown in 80 %", 77, 83)
REJECTED_WRONGLY = Claim("rejected in at most 1 %", 0, 3)
REJECTED_RIGHTLY = Claim("rejected in at least 80 %", 80, 100)
OBSERVED = Claim("no promise", 0, 100)
PASSES = {0.9: Claim("at most 10 % (gate)", 0, 12), 0.95: Claim("at most 5 % (gate)", 0, 7)}
CLAIMS = {
    claim.text: claim
    for claim in (
        *COVERS.values(),
        LIMIT_BROKEN,
        NULL_SHOWN,
        USELESS_SHOWN,
        CALIBRATED,
        VALID,
        NAMED_WRONGLY,
        SAVES_NOT,
        GIVEN_WRONGLY,
        SHOWN,
        REJECTED_WRONGLY,
        REJECTED_RIGHTLY,
        OBSERVED,
        *PASSES.values(),
    )
}
COST = Agreement("cost within 2 %", -2, 2)
FOREGONE = Agreement("no model costs at most 5 % more", -100, 5)
REGRET = Agreement("regret within 2 points", -2, 2, of_truth=False)
SURE_AMONG_CLOSE = Agreement("share at most 10 points too sure", -100, 10, of_truth=False)
BROUGHT = Agreement("promised 60 to 120 % of what they bring", -40, 20)
AGREEMENTS = {each.text: each for each in (BROUGHT, COST, FOREGONE, REGRET, SURE_AMONG_CLOSE)}


class Hit(NamedTuple):
    """Whether the event `what` happened in a sample, at one place of the axis."""

    what: str
    claim: Claim
    happened: bool
    place: str = ""


class Amount(NamedTuple):
    """A number as it is said in a sample, and its truth, at one place of the axis."""

    what: str
    claim: Agreement
    stated: float
    truth: float
    place: str = ""


Event = Hit | Amount
Observe = Callable[[Population, Predictions, int], Iterator[Event]]


@dataclass(frozen=True, slots=True)
class Cell:
    """A kind of interval, the population of its samples, and the function that observes one."""

    kind: str
    population: Population
    observe: Observe

    @property
    def key(self) -> str:
        return f"{self.kind}: {self.population.words}"

    @property
    def share(self) -> float:
        """Of the samples wanted in each cell, how many this one gets: slow ones get fewer."""
        population = self.population
        if self.kind not in QUICK:
            slow = 0.2 if population.clusters else 0.3 if len(population.models) > 2 else 1.0
            return slow * SHARES.get(self.kind, 0.35)
        return 1.0

    def events(self, seed: int) -> list[Event]:
        """The events of sample number `seed`."""
        rng = np.random.default_rng((crc32(self.population.words.encode()), seed))
        population = self.population.realised(rng)
        return list(self.observe(population, population.draw(rng), seed))


def covers(what: str, level: float, ends, truth: float, place: object = "") -> Hit:
    """Whether the interval `ends` at `level` contains the truth."""
    low, high = ends
    inside = low - ROUNDING <= truth <= high + ROUNDING
    return Hit(what, COVERS[level], bool(inside), str(place))
