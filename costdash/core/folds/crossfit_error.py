"""The standard error of a cross-fitted cost, and where that cost is clearly below the trivial."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from costdash.core.curves.cost import normalized_expected_cost, trivial_cost
from costdash.core.folds.cross_fitted_curve import CrossFittedCurve
from costdash.core.folds.crossfit_counts import CrossFittedRates
from costdash.core.resample.bootstrap import SMALL_CELL
from costdash.core.resample.small_cells import few_clusters_factor
from costdash.core.types import Bools, Floats, Interval

# A model must save this many standard errors over the trivial call. With 0, scores without any
# information are recommended in a quarter of samples; with 1 in 6 to 8 %.
CLEAR_MARGIN = 1.0
# Ranges and gaps whose ends differ by less in log-odds of PC(+) are slivers: nobody knows prior
# and costs to 10 %.
SLIVER = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class CostError:
    """Standard error of a cross-fitted nec along PC(+).

    spread (m,): over bootstrap samples, known at pcf (m,), rising; units: effective number of
    negative and of positive rows, or clusters.
    """

    pcf: Floats
    spread: Floats
    units: tuple[float, float]

    @classmethod
    def of(
        cls, pcf: Floats, deviation: Floats, units: tuple[float, float], clustered: bool
    ) -> "CostError":
        """From the deviations (b, m) over bootstrap samples; units are clusters if `clustered`."""
        factor = few_clusters_factor(min(units)) if clustered else 1.0
        return cls(pcf, factor * deviation.std(axis=0), units)

    def at(self, rates: CrossFittedRates, pcf: Floats) -> tuple[Floats, Bools]:
        """Standard error (n,) of the rates at pcf (n,), and which cells (n,) are small."""
        floor, safe = _jeffreys_error(rates, pcf, self.units)
        error = np.maximum(np.interp(pcf, self.pcf, self.spread), floor)
        error[rates.certain] = 0
        return error, safe


def worthwhile_ranges(curve: CrossFittedCurve, error: CostError) -> tuple[Interval, ...]:
    """The PC(+) where the cost is below the trivial one by CLEAR_MARGIN standard errors, rising.

    The ends are exact. Slivers do not count, so that the answer does not flicker: a gap stays part
    of the range around it if the cost is nowhere in it above the trivial one, and a range that is
    a sliver is left out.
    """
    edge = _edges(curve, error)
    middle = (edge[1:] + edge[:-1]) / 2
    rates = curve.rates(middle)
    clear = rates.nec + CLEAR_MARGIN * error.at(rates, middle)[0] < trivial_cost(middle)
    return _without_slivers(edge, clear, _saved(curve, edge) >= 0)


def useful_range(
    curve: CrossFittedCurve, worthwhile: Sequence[Interval], gain: float
) -> Interval | None:
    """The longest part of these ranges in which the cost is at least the share `gain` below.

    Slivers do not count, as in `worthwhile_ranges`.
    """
    edge = np.unique(np.concatenate(([0, 0.5, 1], curve.tie, np.ravel(worthwhile))))
    saved = _saved(curve, edge)
    enough = saved - gain * np.stack((trivial_cost(edge[:-1]), trivial_cost(edge[1:])))
    roots = _linear_roots(edge[:-1], edge[1:], *enough)
    edge = np.unique(np.concatenate((edge, _inside(roots, edge))))
    middle = (edge[1:] + edge[:-1]) / 2
    reached = curve.rates(middle).nec <= (1 - gain) * trivial_cost(middle)
    reached &= np.searchsorted(np.ravel(worthwhile), middle) % 2 == 1
    return longest(_without_slivers(edge, reached, _saved(curve, edge) >= 0))


def longest(ranges: Sequence[Interval]) -> Interval | None:
    """The longest range of PC(+), the first of equals; None if there is none."""
    return max(ranges, key=lambda ends: ends[1] - ends[0], default=None)


def _saved(curve: CrossFittedCurve, edge: Floats) -> Floats:
    """The saving over the trivial cost, (2, n), at both ends of each interval of edge (n + 1,).

    Between two neighbouring edges the rates are equal.
    """
    rates = curve.rates((edge[1:] + edge[:-1]) / 2)
    return np.stack(
        [
            trivial_cost(x) - normalized_expected_cost(rates.fpr, rates.tpr, x)
            for x in (edge[:-1], edge[1:])
        ]
    )


def _without_slivers(edge: Floats, inside: Bools, closable: Bools) -> tuple[Interval, ...]:
    """Ranges of the intervals of edge (n + 1,) that are inside (n,), without slivers.

    closable (2, n): gaps are closed only if this holds at both ends of each of their intervals.
    """
    turns = np.flatnonzero(np.diff(inside, prepend=False, append=False)).reshape(-1, 2).tolist()
    merged: list[list[int]] = []
    for start, end in turns:
        gap = (merged[-1][1], start) if merged else (0, 0)
        if merged and _is_sliver(edge, *gap) and closable[:, slice(*gap)].all():
            merged[-1][1] = end
        else:
            merged.append([start, end])
    return tuple(
        (float(edge[start]), float(edge[end]))
        for start, end in merged
        if not _is_sliver(edge, start, end)
    )


def _is_sliver(edge: Floats, start: int, end: int) -> bool:
    low, high = edge[start], edge[end]
    if low <= 0 or high >= 1:
        return False
    return bool(np.log(high / low * (1 - low) / (1 - high)) < SLIVER)


def _edges(curve: CrossFittedCurve, error: CostError) -> Floats:
    """PC(+) from 0 to 1 between which it does not change whether the cost is clearly lower."""
    edge = np.unique(np.concatenate(([0, 0.5, 1], curve.tie, error.pcf)))
    low, high = edge[:-1], edge[1:]
    rates, saved = curve.rates((low + high) / 2), _saved(curve, edge)
    spread = [CLEAR_MARGIN * np.interp(x, error.pcf, error.spread) for x in (low, high)]
    roots = [_linear_roots(low, high, saved[0] - spread[0], saved[1] - spread[1])]
    slope = (saved[1] - saved[0]) / (high - low)
    start = saved[0] - slope * low
    negatives, positives = (
        CLEAR_MARGIN**2 * variance for variance in _jeffreys_variances(rates, error.units)
    )
    # (start + slope x)^2 = negatives (1 - x)^2 + positives x^2
    roots += _quadratic_roots(
        slope**2 - negatives - positives, 2 * (start * slope + negatives), start**2 - negatives
    )
    return np.unique(np.concatenate([edge, *(_inside(root, edge) for root in roots)]))


def _inside(root: Floats, edge: Floats) -> Floats:
    """The roots (n,) that lie in their interval of edge (n + 1,)."""
    return root[np.isfinite(root) & (root > edge[:-1]) & (root < edge[1:])]


def _linear_roots(low: Floats, high: Floats, at_low: Floats, at_high: Floats) -> Floats:
    """Where the line through both ends is 0, (n,); not finite or outside where it is not."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return low + (high - low) * at_low / (at_low - at_high)


def _quadratic_roots(a: Floats, b: Floats, c: Floats) -> list[Floats]:
    """Both roots of a x^2 + b x + c, (n,) each; not finite where there are none."""
    with np.errstate(divide="ignore", invalid="ignore"):
        half = -(b + np.copysign(np.sqrt(b * b - 4 * a * c), b)) / 2
        return [half / a, c / half]


def _jeffreys_variances(
    rates: CrossFittedRates, units: tuple[float, float]
) -> tuple[Floats, Floats]:
    """Variance (n,) of fpr and of tpr by Jeffreys' posterior.

    A cluster tells more than one row, so clusters count as rows only where few hold an error.
    """
    variances = []
    for rate, n, small in zip((rates.fpr, rates.tpr), units, _small_cells(rates, units)):
        a, b = rate * n + 0.5, n - rate * n + 0.5
        variance = a * b / ((a + b) ** 2 * (a + b + 1))
        variances.append(variance if rates.cells is None else np.where(small, variance, 0))
    return variances[0], variances[1]


def _small_cells(rates: CrossFittedRates, units: tuple[float, float]) -> tuple[Bools, Bools]:
    """Where (n,) few rows, or few clusters with a row, are on one side, for each class."""
    cells = rates.cells
    if cells is None:
        held = [rate * n for rate, n in zip((rates.fpr, rates.tpr), units)]
        cells = np.stack([np.minimum(x, n - x) for x, n in zip(held, units)])
    return cells[0] < SMALL_CELL, cells[1] < SMALL_CELL


def _jeffreys_error(
    rates: CrossFittedRates, pcf: Floats, units: tuple[float, float]
) -> tuple[Floats, Bools]:
    """Standard error (m,) of nec by Jeffreys' posterior, and which cells (m,) are small.

    With hardly any error in the sample, resampling shows no spread, although nothing is certain.
    """
    negatives, positives = _jeffreys_variances(rates, units)
    small = _small_cells(rates, units)
    safe = (small[0] | small[1]) & ~rates.certain
    return np.sqrt((1 - pcf) ** 2 * negatives + pcf**2 * positives), safe
