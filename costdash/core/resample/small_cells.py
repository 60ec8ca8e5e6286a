"""Replicated rates that resampling understates: small cells, and rates of few clusters."""

import numpy as np
from numpy.random import Generator

from costdash.core.resample.bootstrap import MIN_ROWS, SMALL_CELL
from costdash.core.types import Bools, Floats


def rows_in_cell(rate: Floats, n: float) -> Floats:
    """Number (m,) of a class's n rows on the rarer side of thresholds with this rate (m,)."""
    return np.minimum(rate, 1 - rate) * n


def replace_small_cells(
    rates: Floats, expected: Floats, n: float, cell: Floats, certain: Bools, rng: Generator
) -> tuple[Floats, Bools]:
    """Redraws replicated rates (b, m) of small cells from Jeffreys' posterior; returns which (m,).

    expected (m,): rates of the sample. A cell (m,) is small if fewer than SMALL_CELL of a class's
    n rows are on one side of a threshold. A percentile band would then shrink to a point;
    Beta(x + 1/2, n - x + 1/2) does not. Simulated at nominal 90 %, percentile limits cover down to
    84 % for cells of one or two rows, and cover as well as Jeffreys' limits from three rows on.
    `certain` (m,) marks the two trivial classifiers, whose rates are known.
    """
    small = (cell < SMALL_CELL) & ~certain
    if small.any():
        x = (expected[small] * n).clip(0, n)
        rates = rates.copy()
        rates[:, small] = rng.beta(x + 0.5, n - x + 0.5, size=(rates.shape[0], x.size))
    return rates, small


def few_clusters_factor(n: float) -> float:
    """By how much the spread over bootstrap samples of n clusters understates a standard error.

    The variance grows by n / (n - 1), and by the variance of Student's t of n - 1 degrees of
    freedom, so that normal limits allow for a variance that few clusters estimate.
    """
    units = max(n, MIN_ROWS)
    return (units / (units - 3)) ** 0.5


def redraw_rates_of_clusters(
    rates: Floats, expected: Floats, n: float, cell: Floats, certain: Bools, rng: Generator
) -> tuple[Floats, Bools]:
    """Redraws replicated rates (b, m) of n clusters; returns which of them (m,) are small cells.

    A cell is small if fewer than SMALL_CELL clusters hold a row on one side of a threshold. It is
    drawn as if each of the n clusters were a row. Elsewhere the rates are drawn from
    Beta(x + 1/2, e - x + 1/2), where e rows have the variance of the replicates, times the square
    of `few_clusters_factor`. Each column keeps the rank order of the replicates, so fpr and tpr
    stay correlated. Korn & Graubard (1998).
    """
    small = (cell < SMALL_CELL) & ~certain
    variance = rates.var(axis=0) * few_clusters_factor(n) ** 2
    spread = expected * (1 - expected)
    size = np.where(small, n, spread / np.where(variance > 0, variance, 1))
    x = (expected * size).clip(0, size)
    drawn = rng.beta(x + 0.5, size - x + 0.5, size=rates.shape)
    return in_rank_order_of(rates, np.where(certain, rates, drawn), ~certain, rng), small


def in_rank_order_of(rates: Floats, drawn: Floats, columns: Bools, rng: Generator) -> Floats:
    """drawn (b, m), with its marked columns (m,) sorted into the rank order of rates (b, m).

    So a replicate that is high at one threshold stays high along its curve. Ties are broken the
    same way in all columns.
    """
    tie_breaker, drawn = rng.random(size=rates.shape[:1]), drawn.copy()
    for k in np.flatnonzero(columns):
        drawn[np.lexsort((tie_breaker, rates[:, k])), k] = np.sort(drawn[:, k])
    return drawn
