"""Paired test of two areas under the ROC curve: DeLong's, or Obuchowski's for clusters."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr, stdtrit

from costdash.core.curves.roc import UNKNOWN_VARIANCE, AreaVariance
from costdash.core.resample.cluster_bootstrap import cluster_codes, clustered_variance
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Bools, Floats

NO_SPREAD = 1e-12  # a smaller standard error is rounding


@dataclass(frozen=True, slots=True)
class PairedAreas:
    """AUC of two models on the same rows, and the variance of their difference.

    variance is nan if a class has a single row, or fewer than MIN_ROWS clusters. rarer is the
    effective number of rows (or clusters) of the class that has fewer.
    """

    first: float
    second: float
    variance: AreaVariance
    rarer: float


@dataclass(frozen=True, slots=True)
class AreaDifference:
    """AUC(a) - AUC(b), its limits at a level, and the two-sided p-value; nan if undefined.

    value / standard_error is DeLong's z.
    """

    value: float
    low: float
    high: float
    p: float
    standard_error: float


def paired_areas(
    is_positive: Bools,
    areas: tuple[float, float],
    placements: tuple[Floats, Floats],
    weight: Floats | None = None,
    cluster: NDArray[np.intp] | None = None,
    times: NDArray[np.int64] | None = None,
) -> PairedAreas:
    """Variance of the difference, from each row's placement by the first model minus the second.

    is_positive (n,); areas: both AUCs; placements: two of (n,), as of ModelRows. weight (n,)
    changes what a row counts for, and rows stay the units. cluster (n,) are codes of clusters, in
    which the placements are summed: see `clustered_variance`. times (n,): how many rows each row
    stands for. DeLong, DeLong & Clarke-Pearson
    (1988); Obuchowski (1997) for clusters.
    """
    gap = placements[0] - placements[1] - (areas[0] - areas[1])
    variance, rarer = _variance(gap, is_positive, weight, cluster, times)
    return PairedAreas(areas[0], areas[1], variance, rarer)


def model_area_variance(rows: Predictions, area: float, placement: Floats) -> AreaVariance:
    """Variance of a model's AUC, from the placement (n,) of each row."""
    gap = placement - area
    return _variance(gap, rows.is_positive, rows.mass, cluster_codes(rows), rows.times)[0]


def _variance(
    gap: Floats,
    is_positive: Bools,
    weight: Floats | None,
    cluster: NDArray[np.intp] | None,
    times: NDArray[np.int64] | None = None,
) -> tuple[AreaVariance, float]:
    """Variance of the mean of gap (n,) over both classes, and the rarer class's number of units."""
    weight = np.ones(gap.shape) if weight is None else weight
    times = np.ones(gap.shape, np.int64) if times is None else times
    parts, sizes = [], []
    for part in (is_positive, ~is_positive):
        share = weight[part] * gap[part] / (weight[part] @ times[part])
        mass: Floats = weight[part]
        units = times[part]
        if cluster is not None:
            mass = np.bincount(cluster[part], weight[part]).astype(float)
            units = np.ones(mass.shape, np.int64)
        sizes.append(float((mass @ units) ** 2 / (mass**2 @ units)))
        parts.append(float(share**2 @ times[part]))
    if cluster is not None:
        variance = clustered_variance(gap, is_positive, cluster, weight)
    elif min(sizes) <= 1:
        variance = UNKNOWN_VARIANCE
    else:
        unbiased = [part * n / (n - 1) for part, n in zip(parts, sizes)]
        variance = AreaVariance.of_classes(unbiased, sizes)
    return variance, min(sizes)


def area_difference(areas: PairedAreas, level: float, same_order: bool = False) -> AreaDifference:
    """First area minus the second, with limits within [-1, 1] by Student's t.

    Its degrees of freedom allow for a variance that few rows estimate: with 10 positives a normal
    test at 5 % rejects equal models in 7 % of samples. Brunner & Munzel (2000).

    A variance estimate of zero does not make the difference certain: the limits are then the exact
    binomial limits of a rarer class that shows no exception. If both models order the rows the
    same way, the difference is certainly 0.
    """
    if same_order:
        return AreaDifference(0.0, 0.0, 0.0, 1.0, 0.0)
    value, spread = areas.first - areas.second, areas.variance.value**0.5
    freedom = areas.variance.freedom
    if np.isnan(spread):
        return AreaDifference(value, np.nan, np.nan, np.nan, np.nan)
    if spread < NO_SPREAD:
        half = 1 - ((1 - level) / 2) ** (1 / areas.rarer)
        p = 2 * (1 - abs(value)) ** areas.rarer
    else:
        half = -float(stdtrit(freedom, (1 - level) / 2)) * spread
        p = 2 * float(stdtr(freedom, -abs(value) / spread))
    low, high = max(-1.0, value - half), min(1.0, value + half)
    return AreaDifference(value, low, high, min(1.0, p), spread)
