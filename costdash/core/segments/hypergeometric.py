"""Whether the mistakes of a segment may be chance: exact, or by permutations.

Given the class, mistakes fall on rows at random if the rule does as well in a segment as elsewhere.
So the mistakes of a segment are those of a random sample of the rows of each class.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from scipy.special import gammaln

from costdash.core.types import Bools, Floats

EXTENT = 12.0  # standard deviations beyond which the chance of a count is left out
MOST_LEVELS = 256  # distinct values of a class; more are joined into so many
BATCHES = (100, 900, 9000)  # permutations; more are drawn_so_far only where a segment may stand out
ENOUGH = 20  # permutations as far from the mean: the p-value is then distinct well enough
CLOSE = 1e-9  # amounts that differ by less than this share are equal


@dataclass(frozen=True, slots=True)
class Mistakes:
    """Mistakes on the rows of one class in a segment: `here` of `of` rows, `all` of `rows` in all.

    price: what each costs.
    """

    here: int
    of: int
    all: int
    rows: int
    price: float

    @property
    def expected(self) -> float:
        """The mean number in a random sample of as many rows."""
        return self.of * self.all / max(self.rows, 1)

    def distribution(self) -> tuple[Floats, Floats]:
        """Amounts less their mean, rising, and the chance of each."""
        low, high = max(0, self.of + self.all - self.rows), min(self.of, self.all)
        share = self.all / max(self.rows, 1)
        spread = np.sqrt(self.of * share * (1 - share)) * EXTENT + EXTENT**2
        low = max(low, int(self.expected - spread))
        high = min(high, int(self.expected + spread) + 1)
        k = np.arange(low, high + 1, dtype=np.int64)
        chance = np.exp(
            _log_choose(self.all, k)
            + _log_choose(self.rows - self.all, self.of - k)
            - _log_choose(self.rows, np.array(self.of))
        )
        amount = self.price * (k - self.expected)
        return amount.astype(float), chance / chance.sum()


def _log_choose(n: int, k: NDArray[np.int64]) -> Floats:
    found: Floats = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)
    return found


def exact_p(positives: Mistakes, negatives: Mistakes) -> float:
    """Exact mid-p of the cost of a segment's mistakes: the chance of one as far from its mean.

    Amounts exactly as far count half. Both classes are hypergeometric and independent.

    >>> few = Mistakes(here=3, of=3, all=3, rows=6, price=1.0)
    >>> none = Mistakes(here=0, of=2, all=0, rows=9, price=1.0)
    >>> round(exact_p(few, none), 3)  # 3 of 3 or 0 of 3: 1 in 10 together, half of it
    0.05
    """
    seen = abs(
        positives.price * (positives.here - positives.expected)
        + negatives.price * (negatives.here - negatives.expected)
    )
    far, (near, chance) = positives.distribution(), negatives.distribution()
    close = CLOSE * max(seen, positives.price, negatives.price)
    below = np.append(0.0, chance.cumsum())

    def at_most(x: Floats) -> Floats:
        return below[np.searchsorted(near, x, side="right")]

    beyond = 1 - at_most(seen + close - far[0]) + at_most(-seen - close - far[0])
    reached = 1 - at_most(seen - close - far[0]) + at_most(-seen + close - far[0])
    both = (beyond + np.minimum(reached, 1)) / 2
    return min(1.0, max(0.0, float(far[1] @ both)))


def levels(
    values: Floats, times: NDArray[np.int64], most: int = MOST_LEVELS
) -> tuple[Floats, NDArray[np.int64]]:
    """Distinct values (k,) and how many units have each. times (n,): units with each value.

    More than `most` are joined: neighbours become their mean, so that each level has about the same
    part of the sum of squares.
    """
    level, place = np.unique(values, return_inverse=True)
    number = np.bincount(place, times)
    if level.size > most:
        part = np.cumsum(number * level**2)
        place = np.minimum((part / part[-1] * most).astype(np.intp), most - 1)
        number, total = np.bincount(place, number), np.bincount(place, number * level)
        some = number > 0
        level, number = total[some] / number[some], number[some]
    return level, np.rint(number).astype(np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """Units that are permuted among the segments: value, segment, and how many alike, (n,) each."""

    value: Floats
    segment: NDArray[np.intp]
    times: NDArray[np.int64]

    @property
    def centred(self) -> "Units":
        """The values less their mean."""
        if not self.value.size:
            return self
        mean = np.average(self.value, weights=self.times)
        return Units(self.value - mean, self.segment, self.times)


def permutation_p(classes: Sequence[Units], asked: Bools, rng: Generator) -> Floats:
    """p of each segment's sum of values, among random samples of as many units of each class.

    asked (g,): the segments whose p is returned, in their order. Sums are compared by their
    distance from the mean of the samples; those exactly as far count half.
    """
    units = [each.centred for each in classes]
    distinct = [levels(each.value, each.times) for each in units]
    sums, sizes = np.zeros(asked.size), []
    for each in units:
        sums += np.bincount(each.segment, each.value * each.times, asked.size)
        sizes.append(np.bincount(each.segment, each.times, asked.size).astype(np.int64))
    scale = max((float(np.abs(level).max(initial=0)) for level, _ in distinct), default=0.0)
    return np.array(
        [
            _p(abs(float(sums[g])), distinct, [int(size[g]) for size in sizes], CLOSE * scale, rng)
            for g in np.flatnonzero(asked)
        ]
    )


def _p(
    seen: float,
    distinct: Sequence[tuple[Floats, NDArray[np.int64]]],
    sizes: Sequence[int],
    close: float,
    rng: Generator,
) -> float:
    """p of one sum. Besag & Clifford (1991): sampling stops where p is clearly large."""
    as_far, drawn_so_far = 0.0, 0
    for batch in BATCHES:
        total = np.zeros(batch)
        for (level, times), size in zip(distinct, sizes, strict=True):
            total += _sample_sums(level, times, size, batch, rng)
        distance = np.abs(total)
        as_far += np.count_nonzero(distance > seen + close)
        as_far += np.count_nonzero(np.abs(distance - seen) <= close) / 2
        drawn_so_far += batch
        if as_far >= ENOUGH:
            break
    return float(min(1.0, (as_far + 1) / (drawn_so_far + 1)))


def _sample_sums(
    level: Floats, times: NDArray[np.int64], size: int, batch: int, rng: Generator
) -> Floats:
    """Sums (batch,) of samples of `size` units without replacement."""
    total = np.zeros(batch)
    if not size:
        return total
    left = np.full(batch, size, dtype=np.int64)
    order = np.argsort(-times, kind="stable")
    rest = int(times.sum())
    for place in order[:-1]:
        rest -= int(times[place])
        drawn = rng.hypergeometric(int(times[place]), rest, left)
        total += drawn * level[place]
        left -= drawn
    return total + left * level[order[-1]]
