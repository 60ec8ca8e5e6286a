"""The interval of a difference of expected costs, when prior and costs are uncertain."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from costdash.core.analysis.analysis import Analysis
from costdash.core.choose.expected_cost import Weights, expected_cost
from costdash.core.compare.cross_fitted_difference import least_error
from costdash.core.compare.paired_bootstrap import (
    paired_ranges,
    paired_replicates,
    rate_differences,
)
from costdash.core.compare.paired_sample import JointCells
from costdash.core.curves.cost import PCF_GRID
from costdash.core.folds.crossfit import CrossFit
from costdash.core.resample.bootstrap import MIN_ROWS
from costdash.core.resample.percentiles import percentile_interval
from costdash.core.resample.streams import Stream, generator
from costdash.core.types import Floats, Interval


@dataclass(frozen=True, slots=True)
class Advantage:
    """Expected cost of `worse` minus that of `better`, with percentile limits.

    limits are None if a class has too few rows for a band.
    """

    better: str
    worse: str
    value: float
    limits: Interval | None


def advantage(
    analysis: Analysis,
    cells: JointCells,
    weigh: Callable[[Floats], Weights],
    level: float | None = None,
) -> Advantage:
    """Advantage of the better of two models, with limits from paired replicates.

    cells are those of the pair; weigh maps a hull's ties to the weights of its rates. The same
    seed gives the same limits.
    """
    level = analysis.level if level is None else level
    names = cells.names
    hulls = analysis.models[names[0]].hull, analysis.models[names[1]].hull
    first, second = (expected_cost(hull, weigh(hull.tie)) for hull in hulls)
    better, worse = names if first <= second else names[::-1]
    value = abs(second - first)
    if cells.smallest_class < MIN_ROWS:
        return Advantage(better, worse, value, None)
    ranges = paired_ranges(*hulls)
    places = (analysis.place[name] for name in names)
    rng = generator(analysis.seed, Stream.EXPECTED_ADVANTAGE, *places)
    replicates = paired_replicates(cells, analysis.n_replicates, rng)
    rates = rate_differences(cells, ranges, replicates, rng)
    drawn = weigh(ranges.edge[1:-1]).difference(rates.fpr, rates.tpr)
    drawn = -drawn if first <= second else drawn
    return Advantage(better, worse, value, percentile_interval(drawn, value, level))


def cross_fitted_advantage(
    better: CrossFit, worse: CrossFit, weigh: Callable[[Floats], Weights], level: float
) -> Interval:
    """Normal limits of the expected cost of `worse` minus that of `better`, both cross-fitted.

    Both are fits of the same bootstrap samples. Their deviations from the true costs, known at some
    PC(+), are integrated over narrow cells, in each at the mean PC(+) of its conditions.
    """
    edge = np.union1d(better.pcf, PCF_GRID)[1:-1]
    weights = weigh(edge)
    scale = weights.alarm + weights.missed  # expected scale of the costs, in each cell
    cell = scale > 0
    scale, mean = scale[cell], weights.missed[cell] / scale[cell]
    deviation = worse.deviation - better.deviation
    spread = np.stack([np.interp(mean, better.pcf, replicate) for replicate in deviation]) @ scale
    error = float(spread.std())
    if deviation.any() and not better.clustered:  # at least the error if no row tells them apart
        rates = better.rates(mean)
        error = max(error, float(least_error((rates, rates), mean, better.units) @ scale))
    half = NormalDist().inv_cdf((1 + level) / 2) * error
    value = _expected_cost(worse, weigh) - _expected_cost(better, weigh)
    return value - half, value + half


def _expected_cost(fit: CrossFit, weigh: Callable[[Floats], Weights]) -> float:
    return float(weigh(fit.curve.tie).cost(fit.curve.fpr, fit.curve.tpr))
