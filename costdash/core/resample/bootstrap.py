"""Resampling thresholds instead of rows: a multinomial over the bins between kept thresholds."""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.resample.draws import drawn_shares
from costdash.core.sample.counts import Counts
from costdash.core.types import Bools, Floats

MIN_ROWS = 5  # with fewer rows in a class a band means nothing
SMALL_CELL = 3  # cells with fewer rows get limits that are safe at zero, others need none
MAX_BINS = 250  # kept thresholds, beside the hull's vertices, of a class with many rows
MAX_DRAWS = 50_000_000  # weighted rows times replicates that are still drawn one by one


@dataclass(frozen=True, slots=True, eq=False)
class Replicates:
    """Rates at the kept thresholds in each class-stratified bootstrap sample.

    index (k,) places in Counts, rising; fpr and tpr (b, k); negatives and positives: how many
    rows (effective rows, where weighted) stand behind them.
    """

    index: NDArray[np.intp]
    fpr: Floats
    tpr: Floats
    negatives: float
    positives: float


@dataclass(frozen=True, slots=True, eq=False)
class ClassRows:
    """The rows of one class: the bin of each (n,), counted from strict to lax, and weight (n,)."""

    bin: NDArray[np.intp]
    weight: Floats | None

    @property
    def effective(self) -> float:
        """Kish's effective number of rows; the number of rows without weights."""
        if self.weight is None:
            return float(self.bin.size)
        return float(self.weight.sum() ** 2 / (self.weight**2).sum())


def kept_thresholds(counts: Counts, always: NDArray[np.intp]) -> NDArray[np.intp]:
    """Indices at which replicates are taken: all of them, or MAX_BINS evenly along the curve.

    `always` (the hull's vertices) and both ends are among them. Between them replicated curves
    are interpolated.
    """
    size = counts.threshold.size
    if size <= MAX_BINS:
        return np.arange(size)
    along = counts.fpr + counts.tpr
    even = np.searchsorted(along, np.linspace(0, 2, MAX_BINS))
    strict = np.searchsorted(counts.fpr, np.geomspace(1e-4, 1e-2, MAX_BINS // 10))
    return np.unique(np.concatenate((even.clip(0, size - 1), strict, always, [0, size - 1])))


def replicate(
    counts: Counts,
    index: NDArray[np.intp],
    n_replicates: int,
    rng: Generator,
    rows: tuple[ClassRows, ClassRows] | None = None,
) -> Replicates:
    """Class-stratified bootstrap: each class is resampled to its own size.

    For unweighted rows the counts at the kept thresholds follow the law that resampling rows
    would give, at a cost that does not grow with the rows. `rows` (negatives, positives)
    is needed where rows have weights: then rows are resampled and each replicate is divided by
    its own class total. Drummond & Holte (2004), section 8.
    """
    at = counts.take(index)
    if rows is None:
        fpr = drawn_shares(at.fp, n_replicates, rng)
        tpr = drawn_shares(at.tp, n_replicates, rng)
        return Replicates(index, fpr, tpr, float(counts.negatives), float(counts.positives))
    fpr, tpr = (_resampled_weights(part, index.size, n_replicates, rng) for part in rows)
    return Replicates(index, fpr, tpr, rows[0].effective, rows[1].effective)


def class_rows(
    is_positive: Bools, score: Floats, weight: Floats, counts: Counts, index: NDArray[np.intp]
) -> tuple[ClassRows, ClassRows]:
    """The negatives' and the positives' rows, each with the kept threshold that first calls it."""
    bins = np.searchsorted(-counts.threshold[index], -(score + 0.0), side="left")
    return tuple(ClassRows(bins[part], weight[part]) for part in (~is_positive, is_positive))


def _resampled_weights(part: ClassRows, bins: int, n_replicates: int, rng: Generator) -> Floats:
    """The same for weighted rows; with very many of them, bin sums by their first two moments."""
    n = part.bin.size
    if n * n_replicates > MAX_DRAWS:
        mass = _weights_by_moments(part, bins, n_replicates, rng)
    else:
        mass = np.empty((n_replicates, bins))
        for one in mass:
            drawn = rng.integers(0, n, size=n)
            one[:] = np.bincount(part.bin[drawn], weights=part.weight[drawn], minlength=bins)
    cumulative = mass.cumsum(axis=1)
    return cumulative / cumulative[:, -1:]


def _weights_by_moments(part: ClassRows, bins: int, n_replicates: int, rng: Generator) -> Floats:
    """Rows per bin are multinomial; the weight that so many draws bring is taken as normal."""
    rows = np.bincount(part.bin, minlength=bins)
    mean = np.bincount(part.bin, weights=part.weight, minlength=bins) / rows.clip(1)
    square = np.bincount(part.bin, weights=part.weight**2, minlength=bins) / rows.clip(1)
    spread = np.sqrt((square - mean**2).clip(0))
    drawn = rng.multinomial(part.bin.size, rows / part.bin.size, size=n_replicates)
    noise = rng.standard_normal(drawn.shape) * np.sqrt(drawn) * spread
    return (drawn * mean + noise).clip(0)


def safe_rates(
    rates: Floats, expected: Floats, n: float, certain: Bools, rng: Generator
) -> tuple[Floats, Bools]:
    """Replicated rates (b, m) with small cells redrawn from Jeffreys' posterior, and which (m,).

    Where fewer than SMALL_CELL of a class's `n` rows fall on either side of a threshold a
    percentile band would shrink to a point and pretend certainty; Beta(x + 1/2, n - x + 1/2)
    does not. Simulated at nominal 90 %, percentiles cover down to 84 % where they stand in for
    cells of one or two rows, and cover as well as Jeffreys' limits from three rows on.
    `certain` (m,) marks the two trivial classifiers, whose rates are known.
    """
    x = expected * n
    small = (np.minimum(x, n - x) < SMALL_CELL) & ~certain
    if small.any():
        x = x[small].clip(0, n)
        rates = rates.copy()
        rates[:, small] = rng.beta(x + 0.5, n - x + 0.5, size=(rates.shape[0], x.size))
    return rates, small


def in_order_of(rates: Floats, drawn: Floats, columns: Bools, rng: Generator) -> Floats:
    """drawn (b, m), its marked columns (m,) put in the order of those of rates (b, m).

    Ties take one order in all columns: so a replicate that is high stays high along its curve.
    """
    chance, drawn = rng.random(rates.shape[0]), drawn.copy()
    for k in np.flatnonzero(columns):
        drawn[np.lexsort((chance, rates[:, k])), k] = np.sort(drawn[:, k])
    return drawn
