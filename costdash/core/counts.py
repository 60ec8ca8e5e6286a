"""The one statistic: weight of positives and negatives at or above every threshold."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from costdash.core.predictions import Bools, Floats


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

    def index(self, threshold: ArrayLike) -> NDArray[np.intp]:
        """Index that the rule score >= threshold lands on: the last one not below it.

        Fawcett (2004), algorithm 5, with erratum 14 mended.
        """
        return np.searchsorted(-self.threshold, -np.asarray(threshold, float), side="right") - 1

    def take(self, index: ArrayLike) -> "Counts":
        """The same counts at some of the thresholds only."""
        return Counts(self.threshold[index], self.tp[..., index], self.fp[..., index])


def count(is_positive: Bools, score: ArrayLike, weight: Floats | None = None) -> Counts:
    """Weight of positives and negatives at or above each distinct score, strictest first.

    is_positive (n,), score (n,) finite, weight (n,) or None; index i of the (k + 1,) arrays tells
    what calling positive at score >= threshold[i] gives; threshold[0] is +inf. Tied scores move
    together, and -0.0 ties with 0.0. One sort. Fawcett (2004), algorithm 2.
    """
    score = np.asarray(score, dtype=np.float64) + 0.0  # -0.0 becomes 0.0
    if weight is None:
        return _count_rows(np.asarray(is_positive, dtype=bool), score)
    order = np.argsort(-score, kind="stable")
    score, is_positive = score[order], np.asarray(is_positive, dtype=bool)[order]
    weight = np.asarray(weight, dtype=np.float64)[order]
    start = np.flatnonzero(np.append(True, score[1:] != score[:-1]))
    positives = np.add.reduceat(np.where(is_positive, weight, 0.0), start)
    negatives = np.add.reduceat(np.where(is_positive, 0.0, weight), start)
    return _from_origin(score[start], positives, negatives)


def _count_rows(is_positive: Bools, score: Floats) -> Counts:
    """Sort bits of the scores with the label below them: exact, since the sign bit is known.

    Nonnegative doubles order as their bits do, negative ones as their inverted bits do, and
    both leave the top bit free.
    """
    below_zero = score < 0
    if not below_zero.any():
        return _from_origin(*_levels(is_positive, score.view(np.uint64)))
    above = _levels(is_positive[~below_zero], score[~below_zero].view(np.uint64))
    below = _levels(is_positive[below_zero], ~score[below_zero].view(np.uint64), invert=True)
    return _from_origin(*(np.concatenate(pair) for pair in zip(above, below)))


def _levels(is_positive: Bools, bits: NDArray[np.uint64], invert: bool = False):
    """Distinct scores, strictest first, with the positives and the negatives at each."""
    one = np.uint64(1)
    key = (bits << one) | is_positive
    key.sort()
    level = key >> one
    new = np.ones(key.size, dtype=bool)
    np.not_equal(level[1:], level[:-1], out=new[1:])
    start = np.flatnonzero(new)
    rows = np.diff(start, append=key.size)
    before = np.concatenate(([0], np.cumsum(key & one, dtype=np.int64)))
    positives = np.diff(before[np.append(start, key.size)])
    level = ~level[start] if invert else level[start]
    return level.view(np.float64)[::-1], positives[::-1], (rows - positives)[::-1]


def _from_origin(score, positives, negatives) -> Counts:
    """Cumulated from the strictest rule of all, which calls nothing positive."""
    return Counts(
        threshold=np.concatenate(([np.inf], score)),
        tp=np.insert(positives, 0, 0).cumsum(),
        fp=np.insert(negatives, 0, 0).cumsum(),
    )
