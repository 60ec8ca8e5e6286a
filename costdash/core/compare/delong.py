"""DeLong's paired test of the difference between two areas under the ROC curve."""

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from costdash.core.types import Bools, Floats


@dataclass(frozen=True, slots=True)
class PairedAreas:
    """AUC of two models of the same rows, and the variance of their difference.

    variance is nan where a class has a single row; rarer is its (effective) number of rows.
    """

    first: float
    second: float
    variance: float
    rarer: float


@dataclass(frozen=True, slots=True)
class AreaDifference:
    """AUC(a) - AUC(b), its limits at a level, and the two-sided p-value; nan where undefined."""

    value: float
    low: float
    high: float
    p: float


def paired_areas(
    is_positive: Bools,
    areas: list[float],
    placements: list[Floats],
    weight: Floats | None = None,
    cluster: NDArray[np.intp] | None = None,
) -> PairedAreas:
    """DeLong, DeLong & Clarke-Pearson (1988): each row's placement by one model minus the other.

    is_positive (n,); the AUC of both; placements two of (n,), as of ModelRows; weight (n,): rows
    are the units, a weight changes what a row counts for. Where rows come in clusters, whose codes
    (n,) these are, the placements are summed in them: Obuchowski (1997).
    """
    gap = placements[0] - placements[1]
    weight = np.ones(gap.shape) if weight is None else weight
    share = weight * (gap - (areas[0] - areas[1]))
    variance, sizes = 0.0, []
    for part in (is_positive, ~is_positive):
        share[part] /= weight[part].sum()
        mass = weight[part] if cluster is None else np.bincount(cluster[part], weight[part])
        units = mass.sum() ** 2 / (mass**2).sum()
        variance += _inflated((share[part] ** 2).sum(), units)
        sizes.append(units)
    if cluster is not None:
        summed = np.bincount(cluster, share)
        variance = _inflated((summed**2).sum(), summed.size)
    return PairedAreas(*areas, float(variance), float(min(sizes)))


def area_difference(areas: PairedAreas, level: float, same: bool = False) -> AreaDifference:
    """Of the first minus the second, normal limits held within [-1, 1].

    Where no row's placement differs from the mean the variance is zero, yet nothing is certain:
    limits then are those of a rarer class that shows no exception; unless the two are the
    `same`, which is certain.
    """
    if same:
        return AreaDifference(0.0, 0.0, 0.0, 1.0)
    value, spread = areas.first - areas.second, areas.variance**0.5
    if np.isnan(spread):
        return AreaDifference(value, np.nan, np.nan, np.nan)
    if spread < 1e-12:
        half = 1 - ((1 - level) / 2) ** (1 / areas.rarer)
        p = 2 * (1 - abs(value)) ** areas.rarer
    else:
        half = NormalDist().inv_cdf((1 + level) / 2) * spread
        p = 2 * NormalDist().cdf(-abs(value) / spread)
    return AreaDifference(value, max(-1.0, value - half), min(1.0, value + half), min(1.0, p))


def _inflated(variance: float, units: float) -> float:
    """n / (n - 1) times as much; nan for a single unit."""
    return variance * units / (units - 1) if units > 1 else np.nan
