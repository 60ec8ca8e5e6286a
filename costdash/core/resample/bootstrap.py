"""Class-stratified bootstrap of a model: a multinomial over bins between retained thresholds."""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.resample.draws import drawn_shares
from costdash.core.sample.counts import Counts, places_in
from costdash.core.sample.threshold_bins import Bins, threshold_bins
from costdash.core.types import Bools, Floats

MIN_ROWS = 5  # a class with fewer rows gets no band
SMALL_CELL = 3  # cells with fewer rows (or clusters) get Jeffreys' limits
MAX_BINS = 250  # retained thresholds of a class with many rows, besides the hull's vertices
MAX_DRAWS = 50_000_000  # weighted rows times replicates; above it, rows are not drawn one by one


@dataclass(frozen=True, slots=True, eq=False)
class Replicates:
    """Rates at the retained thresholds in each class-stratified bootstrap sample.

    index (k,): places in Counts, rising. fpr and tpr (b, k). negatives and positives: the
    (effective) number of rows of each class, or of clusters that hold any. cells: for clusters,
    how many hold a negative, and how many a positive, on the rarer side of each threshold, (k,)
    each; None for rows.
    """

    index: NDArray[np.intp]
    fpr: Floats
    tpr: Floats
    negatives: float
    positives: float
    cells: tuple[Floats, Floats] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ClassRows:
    """Weighted rows of one class: bin (n,), counted from the strictest, and weight (n,)."""

    bin: Bins
    weight: Floats

    @property
    def effective(self) -> float:
        """Kish's effective number of rows."""
        return float(self.weight.sum() ** 2 / (self.weight**2).sum())


@dataclass(frozen=True, slots=True, eq=False)
class ClassSums:
    """Weighted rows of one class, (k,) each: rows, weight and squared weight in each bin."""

    rows: NDArray[np.int64]
    weight: Floats
    squared: Floats

    @classmethod
    def of(cls, part: ClassRows, bins: int) -> "ClassSums":
        """The sums of single rows."""
        rows, weight, squared = (
            np.bincount(part.bin, weights=part.weight**power, minlength=bins) for power in range(3)
        )
        return cls(rows.astype(np.int64), weight.astype(float), squared.astype(float))

    @property
    def effective(self) -> float:
        """Kish's effective number of rows."""
        return float(self.weight.sum() ** 2 / self.squared.sum())


def retained_thresholds(counts: Counts, always: NDArray[np.intp]) -> NDArray[np.intp]:
    """Indices (k,) of the thresholds at which replicates are computed, rising.

    They are all thresholds, or MAX_BINS evenly along the curve plus `always` (the hull's
    vertices), both ends and some at very small fpr. Between them replicated curves are
    interpolated.
    """
    size = counts.threshold.size
    if size <= MAX_BINS:
        return np.arange(size)

    def along(index: NDArray[np.intp]) -> Floats:
        fpr, tpr = counts.rates(index)
        return fpr + tpr

    even = places_in(along, size, np.linspace(0, 2, MAX_BINS))
    few = np.geomspace(1e-4, 1e-2, MAX_BINS // 10)
    strict = places_in(lambda index: counts.rates(index)[0], size, few)
    return np.unique(np.concatenate((even.clip(0, size - 1), strict, always, [0, size - 1])))


def replicate(
    counts: Counts,
    index: NDArray[np.intp],
    n_replicates: int,
    rng: Generator,
    rows: tuple[ClassRows, ClassRows] | tuple[ClassSums, ClassSums] | None = None,
) -> Replicates:
    """Resamples each class to its own size.

    For unweighted rows the counts at the retained thresholds have the distribution that resampling
    rows would give, at a cost that does not grow with the rows. For weighted rows, `rows`
    (negatives, positives) are resampled, and each replicate is divided by its own class total.
    Drummond & Holte (2004), section 8.
    """
    at = counts.take(index)
    if rows is None:
        fpr = drawn_shares(at.fp, n_replicates, rng)
        tpr = drawn_shares(at.tp, n_replicates, rng)
        return Replicates(index, fpr, tpr, float(counts.negatives), float(counts.positives))
    negatives, positives = rows
    fpr = _weighted_shares(negatives, index.size, n_replicates, rng)
    tpr = _weighted_shares(positives, index.size, n_replicates, rng)
    return Replicates(index, fpr, tpr, negatives.effective, positives.effective)


def class_rows(
    is_positive: Bools, score: Floats, weight: Floats, counts: Counts, index: NDArray[np.intp]
) -> tuple[ClassRows, ClassRows]:
    """The negatives and the positives, each row in the bin of the first threshold to call it."""
    bins = threshold_bins(score, counts.threshold[index])
    negatives = ClassRows(bins[~is_positive], weight[~is_positive])
    return negatives, ClassRows(bins[is_positive], weight[is_positive])


def class_sums(
    counts: Counts, rows: Counts, squared: Counts, index: NDArray[np.intp]
) -> tuple[ClassSums, ClassSums]:
    """The negatives and the positives, summed in the bins between the thresholds `index`."""
    sums = counts.take(index), squared.take(index)
    numbers = rows.take(index)
    negatives, positives = (
        ClassSums(
            np.diff(getattr(numbers, side), prepend=0),
            *(np.diff(getattr(part, side), prepend=0).clip(0) for part in sums),
        )
        for side in ("fp", "tp")
    )
    return negatives, positives


def _weighted_shares(
    part: ClassRows | ClassSums, bins: int, n_replicates: int, rng: Generator
) -> Floats:
    """Share of a class at or above each retained threshold in each replicate, (b, k)."""
    if isinstance(part, ClassSums):
        mass = _weights_by_moments(part, n_replicates, rng)
    elif (n := part.bin.size) * n_replicates > MAX_DRAWS:
        mass = _weights_by_moments(ClassSums.of(part, bins), n_replicates, rng)
    else:
        mass = np.empty((n_replicates, bins))
        for replicate in mass:
            drawn = rng.integers(0, n, size=n)
            replicate[:] = np.bincount(part.bin[drawn], weights=part.weight[drawn], minlength=bins)
    cumulative = mass.cumsum(axis=1)
    return cumulative / cumulative[:, -1:]


def _weights_by_moments(part: ClassSums, n_replicates: int, rng: Generator) -> Floats:
    """Weight per bin, (b, k), for very many rows: multinomial counts, normal sums of weights."""
    rows, total = part.rows, int(part.rows.sum())
    mean = part.weight / rows.clip(1)
    spread = np.sqrt((part.squared / rows.clip(1) - mean**2).clip(0))
    drawn = rng.multinomial(total, rows / total, size=n_replicates)
    noise = rng.standard_normal(drawn.shape) * np.sqrt(drawn) * spread
    return (drawn * mean + noise).clip(0)
