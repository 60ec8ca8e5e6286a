"""The standard error and the limits of a cross-fitted cost, and where that is below the trivial."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from costdash.core.curves.cost import normalized_expected_cost, trivial_cost
from costdash.core.folds.cross_fitted_curve import CrossFittedCurve
from costdash.core.folds.crossfit_counts import CrossFittedRates
from costdash.core.resample.bootstrap import SMALL_CELL
from costdash.core.resample.small_cells import few_clusters_factor
from costdash.core.resample.weighted_poisson import WeightedEvents
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Bools, Floats, Interval

# Ranges and gaps whose ends differ by less in log-odds of PC(+) are slivers: nobody knows prior
# and costs to 10 %.
SLIVER = 0.1
ROUNDING = 1e-12  # a cost that is less by no more counts as equal


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


def score_limits(
    cost: Floats, variance: Floats, level: float, added: float = 0.0
) -> tuple[Floats, Floats]:
    """Limits (m,) of costs (m,) whose variance (m,) grows with the cost, as that of a count does.

    They are the costs c with (c - cost)^2 = q^2 (variance c / cost + added): a sample that shows
    few mistakes by chance also shows too small a variance, so the truth lies more often above the
    cost than below it. added: variance of prior and mean costs, which does not grow. Below its own
    standard error a cost counts as that error. Wilson (1927), equation 3, for counts.

    >>> low, high = score_limits(np.array([0.1]), np.array([0.0025]), 0.9)
    >>> low.round(3), high.round(3)  # 0.1 -+ 0.082 with a constant variance
    (array([0.045]), array([0.223]))
    """
    quantile = NormalDist().inv_cdf((1 + level) / 2)
    growth = np.minimum(
        np.divide(variance, cost, out=np.full_like(cost, np.inf), where=cost > 0),
        np.sqrt(variance),
    )
    shift = quantile**2 * growth / 2
    half = np.sqrt(shift**2 + quantile**2 * np.maximum(0.0, variance + added))
    return cost + shift - half, cost + shift + half


def cost_limits(
    cost: Floats,
    variance: Floats,
    pcf: Floats,
    level: float,
    added: float = 0.0,
    heaviest: Interval | None = None,
) -> tuple[Floats, Floats]:
    """Limits (m,) of cross-fitted costs (m,) at pcf (m,).

    heaviest: the largest share of the negatives and of the positives that one row stands for, where
    labels exist only where somebody looked. One mistake that the sample does not show may then
    change the cost by much, so limits are those of weighted events.
    """
    if heaviest is None:
        return score_limits(cost, variance, level, added)
    alarm, miss = heaviest
    weight = np.maximum((1 - pcf) * alarm, pcf * miss)
    return WeightedEvents.of(cost, np.maximum(0.0, variance + added), weight).limits(level)


def heaviest_shares(predictions: Predictions) -> Interval | None:
    """The largest share of negatives and of positives that one row stands for; None if no strata.

    A row of the heaviest stratum may be of either class, also if the sample shows none there.
    """
    weight = predictions.weight
    if predictions.verification is None or weight is None:
        return None
    heaviest = float(weight.max())
    return heaviest / predictions.negatives, heaviest / predictions.positives


def worthwhile_ranges(curve: CrossFittedCurve, gain: float = 0.0) -> tuple[Interval, ...]:
    """The PC(+) where the cost is below the trivial cost by more than the share `gain`, rising.

    The ends are exact.
    """
    edge = np.unique(np.concatenate(([0, 0.5, 1], curve.tie)))
    low, high = edge[:-1], edge[1:]
    rates = curve.rates((low + high) / 2)
    beyond = [
        (1 - gain) * trivial_cost(x) - normalized_expected_cost(rates.fpr, rates.tpr, x)
        for x in (low, high)
    ]
    roots = _linear_roots(low, high, *beyond)
    edge = np.unique(np.concatenate((edge, _inside(roots, edge))))
    middle = (edge[1:] + edge[:-1]) / 2
    less = curve.rates(middle).nec < (1 - gain) * trivial_cost(middle) - ROUNDING
    return _ranges(edge, less)


def without_slivers(ranges: Sequence[Interval]) -> tuple[Interval, ...]:
    """Ranges of PC(+), joined across gaps that are slivers; ranges that are slivers are left out.

    Only for what is drawn of a model by itself: it does not flicker then.
    """
    merged: list[Interval] = []
    for low, high in ranges:
        if merged and _is_sliver(merged[-1][1], low):
            merged[-1] = merged[-1][0], high
        else:
            merged.append((low, high))
    return tuple(ends for ends in merged if not _is_sliver(*ends))


def longest(ranges: Sequence[Interval]) -> Interval | None:
    """The longest range of PC(+), the first of equals; None if there is none."""
    return max(ranges, key=lambda ends: ends[1] - ends[0], default=None)


def _ranges(edge: Floats, inside: Bools) -> tuple[Interval, ...]:
    """Ranges of the pieces of edge (n + 1,) that are inside (n,)."""
    turns = np.flatnonzero(np.diff(inside, prepend=False, append=False)).reshape(-1, 2).tolist()
    return tuple((float(edge[start]), float(edge[end])) for start, end in turns)


def _is_sliver(low: float, high: float) -> bool:
    if low <= 0 or high >= 1:
        return False
    return bool(np.log(high / low * (1 - low) / (1 - high)) < SLIVER)


def _inside(root: Floats, edge: Floats) -> Floats:
    """The roots (n,) that lie in their interval of edge (n + 1,)."""
    return root[np.isfinite(root) & (root > edge[:-1]) & (root < edge[1:])]


def _linear_roots(low: Floats, high: Floats, at_low: Floats, at_high: Floats) -> Floats:
    """Where the line through both ends is 0, (n,); not finite or outside where it is not."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return low + (high - low) * at_low / (at_low - at_high)


def jeffreys_variances(
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
    negatives, positives = jeffreys_variances(rates, units)
    small = _small_cells(rates, units)
    safe = (small[0] | small[1]) & ~rates.certain
    return np.sqrt((1 - pcf) ** 2 * negatives + pcf**2 * positives), safe
