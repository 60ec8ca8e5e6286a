"""Whether the mistakes of a segment may be chance: exact, or by permutations.

Given the class, mistakes fall on rows at random if the rule does as well in a segment as elsewhere.
So the mistakes of a segment are those of a random sample of the rows of each class.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from scipy.special import gammainc, gammaincc, gammaln, ndtr

from costdash.core.types import Bools, Floats

EXTENT = 8.0  # standard deviations beyond which the chance of a number is left out
MANY, SOME = 200, 8  # mistakes in a segment, and those in a part of the divisions: sums are smooth
SMOOTH_POINTS = 600  # at which a smooth distribution is taken, at most
TINY = 1e-18  # chance of a sum that is left out
MOST_LEVELS = 256  # distinct values of a class; more are joined into so many
BATCHES = (100, 900, 9000)  # permutations; more are drawn_so_far only where a segment may stand out
ENOUGH = 20  # permutations as far from the mean: the p-value is then distinct well enough
CLOSE = 1e-9  # amounts that differ by less than this share are equal


@dataclass(frozen=True, slots=True, eq=False)
class ClassMistakes:
    """Mistakes on the rows of one class, by segment.

    table (g, d + 1): rows of each segment on which the rule makes a mistake in 0, 1, ..., d of the
    d divisions into folds; d is 1 for a fixed rule. price: what a mistake in all of them costs.
    """

    table: NDArray[np.int64]
    price: float

    @property
    def divisions(self) -> int:
        """Number of divisions into folds."""
        return self.table.shape[1] - 1

    def distances(self) -> Floats:
        """Cost of the mistakes in each segment less its mean over random samples, (g,)."""
        level, sizes = np.arange(self.divisions + 1), self.table.sum(axis=1)
        mean = level @ self.table.sum(axis=0) / max(int(sizes.sum()), 1)
        found: Floats = (self.table @ level - sizes * mean) * self.price / self.divisions
        return found

    def distributions(self) -> Iterator[tuple[Floats, Floats]]:
        """Of each segment: costs in a random sample of as many rows, less their mean, rising.

        Second, the chance of each. Exact, unless a sample is expected to hold `MANY` mistakes, and
        `SOME` in a part of the divisions: then a gamma distribution with the same mean, variance
        and skewness, which is as good.
        """
        number = self.table.sum(axis=0)
        rows, every = int(number.sum()), float(np.arange(number.size) @ number)
        partial, sizes = number[1:-1], self.table.sum(axis=1).tolist()
        mistaken, between = number[1:].sum() / max(rows, 1), partial.sum() / max(rows, 1)
        smaller = [min(size, rows - size) for size in sizes]  # the rest, if that has fewer rows
        exact = [n * mistaken < MANY or n * between < SOME for n in smaller]
        most = max((n for n, some in zip(smaller, exact, strict=True) if some), default=0)
        sums = sums_of_partial(partial, _reach(rows, int(partial.sum()), most).stop - 1)
        unit = self.price / self.divisions
        for size, n, some in zip(sizes, smaller, exact, strict=True):
            total, chance = _exact(number, n, sums) if some else _smooth(number, n)
            if n != size:
                total, chance = every - total[::-1], chance[::-1]
            yield unit * (total - size * every / max(rows, 1)), chance / chance.sum()


def _reach(rows: int, some: int, size: int) -> range:
    """Numbers of `some` of the rows in a random sample that have a chance worth counting."""
    share = some / max(rows, 1)
    spread = EXTENT * np.sqrt(size * share * (1 - share)) + EXTENT**2 / 3
    low, high = max(0, size + some - rows), min(size, some)
    return range(
        max(low, int(size * share - spread)), min(high, int(size * share + spread) + 1) + 1
    )


def _log_choose(n: int, k: NDArray[np.int64]) -> Floats:
    """Logarithms of the numbers of ways to choose k of n; -inf where that is impossible."""
    some = k.clip(0, n)
    found: Floats = gammaln(n + 1) - gammaln(some + 1) - gammaln(n - some + 1)
    return np.where(some == k, found, -np.inf)


def sums_of_partial(partial: NDArray[np.int64], most: int) -> Floats:
    """Chance (a, t) that `a` rows, drawn at random from those with a part of a mistake, sum to t.

    partial (d - 1,): how many rows have a sum of 1, 2, ...; most: the largest a.

    >>> sums_of_partial(np.array([1, 1]), 2)[1:, 1:].tolist()  # one row of 1 and one of 2
    [[0.5, 0.5, 0.0], [0.0, 0.0, 1.0]]
    """
    found, rows = np.ones((1, 1)), 0
    for level, n in enumerate(partial.tolist(), start=1):
        if not n:
            continue
        before, rows = found, rows + n
        a = np.arange(min(most, rows) + 1)
        found = np.zeros((a.size, before.shape[1] + level * min(n, most)))
        for k in range(min(n, most) + 1):  # of the drawn rows are of this level
            drawn = slice(k, min(a.size, k + before.shape[0]))
            ways = _log_choose(n, np.array([k])) + _log_choose(rows - n, a[drawn] - k)
            chance = np.exp(ways - _log_choose(rows, a[drawn]))
            place = slice(level * k, level * k + before.shape[1])
            found[drawn, place] += chance[:, None] * before[: drawn.stop - drawn.start]
    return found


def _exact(number: NDArray[np.int64], size: int, sums: Floats) -> tuple[Floats, Floats]:
    """Sums of mistakes in a random sample, in units of one division, rising, and their chances.

    number (d + 1,): rows with a mistake in 0, ..., d divisions. sums: of those in between.
    """
    rows, none, full, d = int(number.sum()), int(number[0]), int(number[-1]), number.size - 1
    between = rows - none - full
    a = np.array(_reach(rows, between, size))
    low, high = (_reach(rows - between, full, size - some) for some in (a[-1], a[0]))
    f = np.arange(low.start, high.stop)
    first = size - a[-1] - f[-1]
    others = np.arange(first, size - a[0] - f[0] + 1)  # in the sample, without a mistake
    logarithm = _log_choose(between, a)[:, None] + _log_choose(full, f)
    logarithm += _log_choose(none, others)[size - first - a[:, None] - f]
    both = np.exp(logarithm - logarithm.max())
    part = sums[a]
    t = np.flatnonzero(both.sum(axis=1) @ part > TINY * both.sum())
    t = np.arange(t[0], t[-1] + 1)
    found = np.zeros(d * (f.size - 1) + t.size)
    for place, chance in enumerate(both.T @ part[:, t]):
        found[d * place : d * place + t.size] += chance
    return d * f[0] + t[0] + np.arange(found.size, dtype=float), found


def _smooth(number: NDArray[np.int64], size: int) -> tuple[Floats, Floats]:
    """`_exact` by a gamma distribution, where a sample holds many rows with parts of mistakes."""
    rows, level = int(number.sum()), np.arange(number.size)
    mean = float(level @ number) / rows
    square, cube = (float((level - mean) ** k @ number) / rows for k in (2, 3))
    variance = size * (rows - size) / (rows - 1) * square
    third = size * (rows - size) * (rows - 2 * size) / ((rows - 1) * (rows - 2)) * cube
    deviation, skew = np.sqrt(variance), third / variance**1.5
    reach = EXTENT + EXTENT**2 * abs(skew) / 3
    low = max(0.0, np.floor(size * mean - reach * deviation))
    high = min(float(size * level[-1]), np.ceil(size * mean + reach * deviation))
    step = max(1.0, np.ceil((high - low) / SMOOTH_POINTS))
    total = np.arange(low, high + step, step)
    edge = np.append(total - step / 2, total[-1] + step / 2)
    return total, np.diff(_gamma_cumulated((edge - size * mean) / deviation, skew)).clip(0)


def _gamma_cumulated(z: Floats, skew: float) -> Floats:
    """Chance of at most z, of a gamma distribution with mean 0, variance 1 and this skewness."""
    if abs(skew) < 1e-4:
        found: Floats = ndtr(z)
        return found
    shape = 4 / skew**2
    x = (shape + np.sqrt(shape) * z * np.sign(skew)).clip(0)
    cumulated: Floats = gammainc(shape, x) if skew > 0 else gammaincc(shape, x)
    return cumulated


def exact_p(classes: Sequence[ClassMistakes]) -> Floats:
    """Exact mid-p (g,) of the cost of the mistakes in each segment.

    The chance that a random sample of as many rows of each class costs as far from its mean;
    amounts exactly as far count half.

    >>> positives = ClassMistakes(np.array([[0, 3], [3, 0]]), 1.0)
    >>> negatives = ClassMistakes(np.array([[2, 0], [7, 0]]), 1.0)
    >>> exact_p([positives, negatives]).round(3)  # 3 of 3 or 0 of 3: 1 in 10 together, half of it
    array([0.05, 0.05])
    """
    seen = np.abs(sum(each.distances() for each in classes))
    price = max(each.price for each in classes)
    both = zip(*(each.distributions() for each in classes), strict=True)
    return np.array(
        [
            _mid_p(distance, CLOSE * max(distance, price), *pair)
            for distance, pair in zip(seen.tolist(), both, strict=True)
        ]
    )


def _mid_p(
    seen: float, close: float, first: tuple[Floats, Floats], second: tuple[Floats, Floats]
) -> float:
    """The chance that the sum of two independent amounts is as far from 0 as `seen`."""
    (far, weight), (near, chance) = sorted((first, second), key=lambda each: each[0].size)
    below = np.append(0.0, chance.cumsum())

    def at_most(x: Floats) -> Floats:
        return below[np.searchsorted(near, x, side="right")]

    beyond = 1 - at_most(seen + close - far) + at_most(-seen - close - far)
    reached = 1 - at_most(seen - close - far) + at_most(-seen + close - far)
    both = (beyond + np.minimum(reached, 1)) / 2
    return min(1.0, max(0.0, float(weight @ both)))


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
