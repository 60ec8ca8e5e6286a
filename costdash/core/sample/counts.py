"""The one statistic: weight of positives and negatives at or above every threshold.

One sort of very many numbers, on two processors where there are two.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from costdash.core.types import Bools, Floats

MANY = 200_000  # fewer are sorted before another thread has begun
ONE, SIGN = np.uint64(1), np.uint64(1 << 63)
PART = 1 << 14


def sort_in_place(values: NDArray) -> None:
    """Rising. The smaller half and the greater half are sorted side by side: numpy lets go of
    the interpreter meanwhile, and parting them costs a tenth of sorting them."""
    if values.size < MANY:
        values.sort()
        return
    middle = values.size // 2
    values.partition(middle)
    with ThreadPoolExecutor(1) as other:
        upper = other.submit(values[middle:].sort)
        values[:middle].sort()
        upper.result()


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """What calling positive at score >= threshold[i] gives, strictest first.

    threshold (k + 1,) falls from +inf (all negative); tp and fp (..., k + 1) rise to the class
    totals. Counts are int64 where rows have no weights, so that they can be compared exactly.
    """

    threshold: Floats
    tp: NDArray
    fp: NDArray

    @property
    def positives(self):
        return self.tp[..., -1]

    @property
    def negatives(self):
        return self.fp[..., -1]

    @property
    def tpr(self) -> Floats:
        return self.tp / self.tp[..., -1:]

    @property
    def fpr(self) -> Floats:
        return self.fp / self.fp[..., -1:]

    @property
    def fnr(self) -> Floats:
        return 1 - self.tpr

    @property
    def tnr(self) -> Floats:
        return 1 - self.fpr

    @property
    def prevalence(self):
        return self.positives / (self.positives + self.negatives)

    @property
    def exact(self) -> bool:
        """Whether counts are whole numbers whose products stay below 2**62."""
        whole = np.issubdtype(self.tp.dtype, np.integer)
        return bool(whole and float(self.positives) * float(self.negatives) < 2.0**62)

    @property
    def rises(self) -> NDArray[np.intp]:
        """Indices at which positives are found; before each of them the curve runs level."""
        return np.flatnonzero(self.tp[1:] != self.tp[:-1]) + 1

    @property
    def corners(self) -> NDArray[np.intp]:
        """Indices of both ends and of where the curve turns: it runs straight between them."""
        rises, runs = self.tp[1:] != self.tp[:-1], self.fp[1:] != self.fp[:-1]
        turns = (rises[1:] != rises[:-1]) | (runs[1:] != runs[:-1]) | (rises & runs)[1:]
        return np.concatenate(([0], np.flatnonzero(turns) + 1, [self.tp.size - 1]))

    def index(self, threshold: ArrayLike) -> NDArray[np.intp]:
        """Index that the rule score >= threshold lands on: the last one not below it.

        Fawcett (2004), algorithm 5, with erratum 14 mended.
        """
        return np.searchsorted(-self.threshold, -np.asarray(threshold, float), side="right") - 1

    def at(self, threshold: Floats) -> "Counts":
        """What the rules score >= threshold give, (m,) falling from +inf."""
        return replace(self.take(self.index(threshold)), threshold=threshold)

    def rates(self, index: ArrayLike) -> tuple[Floats, Floats]:
        """fpr and tpr at some of the thresholds; the others are not even read."""
        return self.fp[..., index] / self.negatives, self.tp[..., index] / self.positives

    def take(self, index: ArrayLike) -> "Counts":
        """The same counts at some of the thresholds only."""
        return Counts(self.threshold[index], self.tp[..., index], self.fp[..., index])


def count(is_positive: Bools, score: ArrayLike, weight: Floats | None = None) -> Counts:
    """Weight of positives and negatives at or above each distinct score, strictest first.

    is_positive (n,), score (n,) finite, weight (n,) or None; index i of the (k + 1,) arrays tells
    what calling positive at score >= threshold[i] gives; threshold[0] is +inf. Tied scores move
    together, and -0.0 ties with 0.0. One sort. Fawcett (2004), algorithm 2.
    """
    is_positive = np.append(False, np.asarray(is_positive, dtype=bool))
    given = np.asarray(score)
    score = np.empty(given.size + 1)
    score[0] = np.inf  # the row that is no row
    np.add(given, 0.0, out=score[1:], casting="unsafe")  # -0.0 becomes 0.0
    if weight is None:
        return _count_rows(is_positive, score)
    order = np.argsort(-score, kind="stable")
    score, is_positive = score[order], is_positive[order]
    weight = np.append(0.0, np.asarray(weight, dtype=np.float64))[order]
    start = np.flatnonzero(np.append(True, score[1:] != score[:-1]))
    tp = np.add.reduceat(np.where(is_positive, weight, 0.0), start).cumsum()
    fp = np.add.reduceat(np.where(is_positive, 0.0, weight), start).cumsum()
    return Counts(score[start], tp, fp)


def _count_rows(is_positive: Bools, score: Floats) -> Counts:
    """The first row, of score +inf, does not count. Overwrites score.

    The scores' bits are sorted with the labels below them, which loses nothing since the signs
    are known. Inverted bits of nonnegative doubles rise as the scores fall, and so do the bits
    of negative ones as they stand; the top bit, alike in all of a sign, makes room for the label.
    """
    key, below = score.view(np.uint64), score < 0
    split = score.size - np.count_nonzero(below)
    if split < score.size:
        key = np.concatenate((key[~below], key[below]))
        is_positive = np.concatenate((is_positive[~below], is_positive[below]))
    for part in _parts(score.size):
        key[part] <<= ONE
        key[part] |= is_positive[part]
    np.bitwise_xor(key[:split], ~ONE, out=key[:split])
    sort_in_place(key[:split])
    sort_in_place(key[split:])

    rows, tp, fp = np.arange(PART), *(np.empty(score.size, np.int64) for _ in range(2))
    found = 0
    for part in _parts(score.size):
        np.bitwise_and(key[part], ONE, out=tp[part].view(np.uint64))
        np.cumsum(tp[part], out=tp[part])
        tp[part] += found
        np.subtract(rows[: tp[part].size], tp[part], out=fp[part])
        fp[part] += part.start
        key[part] >>= ONE
        found = tp[part][-1]
    last = np.empty(score.size, dtype=bool)
    np.not_equal(key[1:], key[:-1], out=last[:-1])
    last[split - 1] = last[-1] = True
    np.bitwise_xor(key[:split], ~SIGN, out=key[:split])
    key[split:] |= SIGN
    counts = Counts(key.view(np.float64), tp, fp)
    return counts if last.all() else counts.take(np.flatnonzero(last))


def _parts(size: int) -> list[slice]:
    """Stretches of rows that stay in the processor's cache from one step to the next."""
    return [slice(start, start + PART) for start in range(0, size, PART)]


def pooled_thresholds(counts: Sequence[Counts]) -> NDArray[np.float64]:
    """All distinct thresholds of the folds, strictest first; the first is +inf."""
    return np.unique(np.concatenate([c.threshold for c in counts]))[::-1]
