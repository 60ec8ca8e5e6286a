"""Whether a candidate costs at most a given share more than a baseline, at all conditions asked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isnan
from statistics import NormalDist

import numpy as np

from costdash.core.compare.comparison import Comparison
from costdash.core.compare.cross_fitted_difference import least_error
from costdash.core.curves.cost import PCF_GRID
from costdash.core.folds.crossfit import CrossFit
from costdash.core.types import Interval


@dataclass(frozen=True, slots=True)
class NonInferiority:
    """What a candidate costs more than a baseline where that is least sure to be within the margin.

    value: nec(candidate) - nec(baseline) at `pcf`. baseline: nec(baseline) there. upper: one-sided
    confidence limit of the difference, as it is held against the margin; nan without a band.
    margin: share of the baseline's cost. thresholds: which rows chose them, as
    `Comparison.thresholds`.
    """

    pcf: float
    value: float
    baseline: float
    upper: float
    margin: float
    level: float
    thresholds: str

    @property
    def allowed(self) -> float:
        """The largest difference that passes."""
        return self.margin * self.baseline

    @property
    def excess(self) -> float:
        """How far the limit lies beyond the margin, as a share of the baseline's cost."""
        return (self.upper - self.allowed) / max(self.baseline, float(np.finfo(float).tiny))

    @property
    def shown(self) -> bool:
        """Whether the limit lies within the margin."""
        return self.upper <= self.allowed


def non_inferiority(
    fits: tuple[CrossFit, CrossFit], pcfs: Sequence[float], margin: float, level: float
) -> NonInferiority:
    """Test by cross-fitted costs of (candidate, baseline), paired by shared bootstrap samples.

    nec(candidate) - (1 + margin) nec(baseline) is held against 0, so that the error of the
    baseline counts in the margin too. All of `pcfs` must pass; each is tested at `level`, which
    keeps the chance of a false pass at most 1 - level (an intersection-union test).

    Raises
    ------
    ValueError
        If the margin is negative, the level not between 0 and 1, or there are no pcfs.
    """
    _check(pcfs, margin, level)
    candidate, baseline = fits
    x = np.asarray(pcfs, dtype=float)
    rates = candidate.rates(x), baseline.rates(x)
    deviation = candidate.deviation - (1 + margin) * baseline.deviation
    error = np.interp(x, candidate.pcf, deviation.std(axis=0))
    error = np.maximum(error, least_error(rates, x, candidate.units))
    excess = rates[0].nec - (1 + margin) * rates[1].nec
    upper = excess + NormalDist().inv_cdf(level) * error
    costs = zip(x, rates[0].nec, rates[1].nec, upper, strict=True)
    return worst_of(
        NonInferiority(
            pcf=float(pcf),
            value=float(cost - base),
            baseline=float(base),
            upper=float(limit + margin * base),
            margin=margin,
            level=level,
            thresholds="cross-fitted",
        )
        for pcf, cost, base, limit in costs
    )


def non_inferiority_by_band(
    comparison: Comparison, baseline: Sequence[float], pcfs: Sequence[float], margin: float
) -> NonInferiority:
    """Tests non-inferiority by the pointwise band of a comparison, as on a hold-out part.

    comparison: at the two-sided level 2 * level - 1. baseline: its nec at each pcf, which counts
    as known in the margin. Raises ValueError as `non_inferiority` does.
    """
    level = (1 + comparison.level) / 2
    _check(pcfs, margin, level)
    return worst_of(
        NonInferiority(pcf, value, base, high, margin, level, comparison.thresholds)
        for pcf, base in zip(pcfs, baseline, strict=True)
        for value, _, high in [comparison.at(pcf)]
    )


def pcfs_within(ends: Interval, *more: float) -> tuple[float, ...]:
    """Values of PC(+) at which a whole range is judged: its ends, the grid between them, and more.

    >>> pcfs_within((0.004, 0.012), 0.007)
    (0.004, 0.007, 0.01, 0.012)
    """
    low, high = ends
    inside = PCF_GRID[(low < PCF_GRID) & (high > PCF_GRID)]
    return tuple(np.unique([low, *inside, *more, high]).tolist())


def worst_of(results: Iterable[NonInferiority]) -> NonInferiority:
    """The result that is least certain to be within the margin; missing limits come first."""
    return max(results, key=lambda result: (isnan(result.upper), result.excess))


def _check(pcfs: Sequence[float], margin: float, level: float) -> None:
    if not margin >= 0:
        raise ValueError(f"margin must be at least 0, got {margin}")
    if not 0 < level < 1:
        raise ValueError(f"level must be between 0 and 1, got {level}")
    if not len(pcfs):
        raise ValueError("pcfs must not be empty")
