"""Counts: positives and negatives at or above every threshold, the statistic behind all curves."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from costdash.core.processors import side_by_side
from costdash.core.types import Bools, Floats

Total = Any  # an int or a float; an array if the counts have leading axes
Index = int | list[int] | NDArray[np.intp]

THREADED_SIZE = 200_000  # fewer rows are counted before a second thread has started
ONE, SIGN = np.uint64(1), np.uint64(1 << 63)
BLOCK = 1 << 14  # rows per block; a block stays in the processor's cache
PART = 1 << 20  # thresholds that a thread looks at


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """True and false positives of the rule score >= threshold[i], strictest first.

    Parameters
    ----------
    threshold : ndarray, shape (k + 1,)
        Falling; the first is +inf, which calls nothing positive.
    tp, fp : ndarray, shape (..., k + 1)
        Weight of the positives and of the negatives called positive; both rise to the class
        total. int64 if rows have no weights, so that counts can be compared exactly.

    References
    ----------
    Fawcett (2004), algorithm 2.

    Examples
    --------
    >>> counts = Counts(np.array([np.inf, 0.8, 0.2]), np.array([0, 3, 4]), np.array([0, 1, 4]))
    >>> counts.tpr, counts.fpr
    (array([0.  , 0.75, 1.  ]), array([0.  , 0.25, 1.  ]))
    >>> counts.index(0.5).item()
    1
    """

    threshold: Floats
    tp: NDArray
    fp: NDArray

    @property
    def positives(self) -> Total:
        """Weight of all positives, (...)."""
        return self.tp[..., -1]

    @property
    def negatives(self) -> Total:
        """Weight of all negatives, (...)."""
        return self.fp[..., -1]

    @property
    def tpr(self) -> Floats:
        """True positive rate (recall) at each threshold, (..., k + 1), in [0, 1]."""
        return self.tp / self.tp[..., -1:]

    @property
    def fpr(self) -> Floats:
        """False positive rate at each threshold, (..., k + 1), in [0, 1]."""
        return self.fp / self.fp[..., -1:]

    @property
    def fnr(self) -> Floats:
        """False negative rate at each threshold, (..., k + 1), in [0, 1]; exact for few misses."""
        return (self.tp[..., -1:] - self.tp) / self.tp[..., -1:]

    @property
    def tnr(self) -> Floats:
        """True negative rate (specificity) at each threshold, (..., k + 1), in [0, 1]."""
        return (self.fp[..., -1:] - self.fp) / self.fp[..., -1:]

    @property
    def prevalence(self) -> Total:
        """Share of positives in the sample, (...)."""
        return self.positives / (self.positives + self.negatives)

    @property
    def exact(self) -> bool:
        """Whether counts are integers whose products stay below 2**62."""
        are_integers = np.issubdtype(self.tp.dtype, np.integer)
        return bool(are_integers and float(self.positives) * float(self.negatives) < 2.0**62)

    @property
    def rises(self) -> NDArray[np.intp]:
        """Indices at which tp grows."""

        def within(start: int) -> NDArray[np.intp]:
            tp = self.tp[start : start + PART + 1]
            found = np.flatnonzero(tp[1:] != tp[:-1])
            found += start + 1
            return found

        starts = range(0, self.tp.size - 1, PART)
        if len(starts) < 2:
            return within(0)
        return np.concatenate(side_by_side(within, starts))

    @property
    def corners(self) -> NDArray[np.intp]:
        """Indices of both ends and of the turns of the ROC curve, which is straight in between."""
        rises, runs = self.tp[1:] != self.tp[:-1], self.fp[1:] != self.fp[:-1]
        turns = (rises[1:] != rises[:-1]) | (runs[1:] != runs[:-1]) | (rises & runs)[1:]
        return np.concatenate(([0], np.flatnonzero(turns) + 1, [self.tp.size - 1]))

    def index(self, threshold: ArrayLike) -> NDArray[np.intp]:
        """Index of the rule score >= threshold: the last threshold that is not below it.

        Fawcett (2004), algorithm 5 with erratum 14 corrected.
        """
        return np.searchsorted(-self.threshold, -np.asarray(threshold, float), side="right") - 1

    def at(self, threshold: Floats) -> "Counts":
        """The counts of the rules score >= threshold, for thresholds (m,) falling from +inf."""
        return replace(self.take(self.index(threshold)), threshold=threshold)

    def rates(self, index: Index) -> tuple[Floats, Floats]:
        """fpr and tpr at some of the thresholds, without computing the others."""
        return self.fp[..., index] / self.negatives, self.tp[..., index] / self.positives

    def take(self, index: NDArray[np.intp]) -> "Counts":
        """The counts at some of the thresholds."""
        return Counts(self.threshold[index], self.tp[..., index], self.fp[..., index])


def places_in(
    rising: Callable[[NDArray[np.intp]], Floats],
    size: int,
    values: Floats,
    side: Literal["left", "right"] = "left",
) -> NDArray[np.intp]:
    """`np.searchsorted` of values (m,) in a sequence that is evaluated at few places only.

    rising: the sequence at some of the places from 0 to size - 1.
    """
    low, high = np.zeros(values.size, np.intp), np.full(values.size, size, np.intp)
    while (some := np.flatnonzero(low < high)).size:
        middle = (low[some] + high[some]) // 2
        at = rising(middle)
        is_before = at < values[some] if side == "left" else at <= values[some]
        low[some] = np.where(is_before, middle + 1, low[some])
        high[some] = np.where(is_before, high[some], middle)
    return low


def count(is_positive: ArrayLike, score: ArrayLike, weight: ArrayLike | None = None) -> Counts:
    """Count positives and negatives at or above each distinct score, strictest first.

    Tied scores count together, and -0.0 ties with 0.0. One sort.

    Parameters
    ----------
    is_positive : array_like of bool, shape (n,)
        The labels.
    score : array_like, shape (n,)
        Finite scores; greater means more positive.
    weight : array_like, shape (n,), optional
        Number of cases that each row stands for.

    Returns
    -------
    Counts
        At k + 1 thresholds: +inf, then the k distinct scores in falling order.

    References
    ----------
    Fawcett (2004), algorithm 2.

    Examples
    --------
    >>> counts = count([1, 1, 0, 0], [0.9, 0.7, 0.7, 0.1])
    >>> counts.threshold
    array([inf, 0.9, 0.7, 0.1])
    >>> counts.tp, counts.fp
    (array([0, 1, 2, 2]), array([0, 0, 1, 2]))
    """
    is_positive = np.append(False, np.asarray(is_positive, dtype=bool))
    given = np.asarray(score)
    score = np.empty(given.size + 1)
    score[0] = np.inf  # sentinel row for "call none"
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
    """Counts of rows without weights. The first row, the sentinel, is not counted.

    Overwrites `score`. Sorts 64-bit keys: the bits of a score, shifted left by one, with the
    label as the lowest bit. The shift drops the sign bit, which is known because nonnegative and
    negative scores are sorted apart. The keys rise as the scores fall: the bits of nonnegative
    doubles are inverted, those of negative doubles already have that order.
    """
    key, below = score.view(np.uint64), score < 0
    split = score.size - int(np.count_nonzero(below))
    if split < score.size:
        key = np.concatenate((key[~below], key[below]))
        is_positive = np.concatenate((is_positive[~below], is_positive[below]))
    for block in _blocks(score.size):
        key[block] <<= ONE
        key[block] |= is_positive[block]
    np.bitwise_xor(key[:split], ~ONE, out=key[:split])
    parts = [*_parts(key, 0, split), *_parts(key, split, score.size)]
    tp, fp = (np.empty(score.size, np.int64) for _ in range(2))
    before = np.cumsum([0, *(_positives(key[part]) for part in parts)])
    work = partial(_sort_and_count, key, tp, fp)
    if score.size < THREADED_SIZE:
        list(map(work, parts, before))
    else:
        side_by_side(work, parts, before)
    last = np.empty(score.size, dtype=bool)
    np.not_equal(key[1:], key[:-1], out=last[:-1])
    last[split - 1] = last[-1] = True
    np.bitwise_xor(key[:split], ~SIGN, out=key[:split])
    key[split:] |= SIGN
    counts = Counts(key.view(np.float64), tp, fp)
    return counts if last.all() else counts.take(np.flatnonzero(last))


def _parts(key: NDArray[np.uint64], start: int, stop: int) -> list[slice]:
    """Parts of the keys that can be sorted apart: two halves, or all of few.

    A partition costs about a tenth of a sort.
    """
    if stop - start < THREADED_SIZE:
        return [slice(start, stop)] if stop > start else []
    middle = (stop - start) // 2
    key[start:stop].partition(middle)
    return [slice(start, start + middle), slice(start + middle, stop)]


def _positives(key: NDArray[np.uint64]) -> int:
    """How many of the keys are of positives."""
    return sum(int((key[block] & ONE).sum()) for block in _blocks(key.size))


def _sort_and_count(
    key: NDArray[np.uint64],
    tp: NDArray[np.int64],
    fp: NDArray[np.int64],
    part: slice,
    before: int,
) -> None:
    """Sort one part, count along it, and drop the labels from its keys.

    before: positives in the parts before it. numpy releases the GIL in all steps.
    """
    key, tp, fp = key[part], tp[part], fp[part]
    key.sort()
    rows = np.arange(BLOCK)
    for block in _blocks(key.size):
        np.bitwise_and(key[block], ONE, out=tp[block].view(np.uint64))
        np.cumsum(tp[block], out=tp[block])
        tp[block] += before
        np.subtract(rows[: tp[block].size], tp[block], out=fp[block])
        fp[block] += part.start + block.start
        key[block] >>= ONE
        before = tp[block][-1]


def _blocks(size: int) -> list[slice]:
    """Blocks of rows that fit into the processor's cache between steps."""
    return [slice(start, start + BLOCK) for start in range(0, size, BLOCK)]


def pooled_thresholds(counts: Sequence[Counts]) -> NDArray[np.float64]:
    """All distinct thresholds of several counts, strictest first; the first is +inf."""
    return np.unique(np.concatenate([c.threshold for c in counts]))[::-1]
