"""The difference of two models' expected costs along PC(+), its band and its p-values."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.compare.paired_bootstrap import (
    PairedRanges,
    RateDifferences,
    envelope_differences,
    paired_ranges,
    paired_replicates,
    rate_differences,
)
from costdash.core.compare.paired_sample import JointCells
from costdash.core.curves.cost import PCF_GRID, normalized_expected_cost
from costdash.core.curves.envelopes import crossovers
from costdash.core.curves.hull import Hull
from costdash.core.resample.percentiles import percentile_limits
from costdash.core.resample.simultaneous import (
    NO_WIDTH,
    SimultaneousLimits,
    in_widths,
    simultaneous_limits,
)
from costdash.core.types import Bools, Floats

P_LEVEL = 0.95  # level of the band whose widths measure how far a curve deviates, for p


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """nec(first) - nec(second): value (m,) at pcf x (m,), in range `range_index` (m,) of the pair.

    x rises and holds both ends of every range, because limits may jump where a threshold
    changes.
    """

    x: Floats
    value: Floats
    range_index: NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class DifferenceBand:
    """Limits of a difference along x (m,), and p-values of no difference.

    low, high (m,) are pointwise limits at the thresholds that the full sample chose. wide_low,
    wide_high (m,) contain the whole curve and count the choice of the thresholds. safe
    (m,) marks Jeffreys' limits. p_at (m,) tests for no difference at each x; p tests for no
    difference anywhere.
    """

    low: Floats
    high: Floats
    wide_low: Floats
    wide_high: Floats
    safe: Bools
    p_at: Floats
    p: float

    def limits(self, simultaneous: bool) -> tuple[Floats, Floats]:
        """Low and high (m,), of the whole curve or pointwise."""
        return (self.wide_low, self.wide_high) if simultaneous else (self.low, self.high)

    def mirrored(self) -> "DifferenceBand":
        """The band of the second model's cost minus the first's."""
        return replace(
            self,
            low=-self.high,
            high=-self.low,
            wide_low=-self.wide_high,
            wide_high=-self.wide_low,
        )


def difference_along(
    hulls: tuple[Hull, Hull], ranges: PairedRanges, pcfs: Sequence[float] = ()
) -> Difference:
    """The full sample's difference at PCF_GRID, at `pcfs` and at both ends of every range."""
    inner = np.unique(np.concatenate((PCF_GRID, np.asarray(pcfs, dtype=float))))
    inner = inner[~np.isin(inner, ranges.edge)]
    every = np.arange(ranges.first.size)
    x = np.concatenate((ranges.edge[:-1], ranges.edge[1:], inner))
    at = np.concatenate((every, every, np.searchsorted(ranges.edge, inner) - 1))
    order = np.lexsort((x, at))
    x, at = x[order], at[order]
    first, second = (
        normalized_expected_cost(hull.fpr[vertex[at]], hull.tpr[vertex[at]], x)
        for hull, vertex in zip(hulls, (ranges.first, ranges.second))
    )
    return Difference(x, first - second, at)


@dataclass(frozen=True, slots=True, eq=False)
class ResampledDifference:
    """The difference of a pair, its band, and both envelopes in the replicates behind the band.

    gap (g, b): differences of the envelopes at pcfs (g,), the distinct x of the difference.
    """

    difference: Difference
    band: DifferenceBand
    pcfs: Floats
    gap: Floats


def resampled_difference(
    cells: JointCells,
    hulls: tuple[Hull, Hull],
    level: float,
    n_replicates: int,
    rng: Generator,
    pcfs: Sequence[float] = (),
    *,
    fixed: bool = False,
) -> ResampledDifference:
    """The difference of the pair with its band, at the crossovers and `pcfs` too.

    fixed: whether the thresholds come from a hold-out.
    """
    ranges = paired_ranges(*hulls)
    pcfs = [*pcfs, *(crossover.pcf for crossover in crossovers(*hulls))]
    difference = difference_along(hulls, ranges, pcfs)
    replicates = paired_replicates(cells, n_replicates, rng)
    rates = rate_differences(cells, ranges, replicates, rng)
    distinct, at = np.unique(difference.x, return_inverse=True)
    gap = envelope_differences(replicates, distinct, hulls if fixed else None)
    band = band_of(difference, rates, level, None if fixed else gap[at])
    return ResampledDifference(difference, band, distinct, gap)


def band_of(
    difference: Difference, rates: RateDifferences, level: float, rechosen: Floats | None = None
) -> DifferenceBand:
    """Percentile limits at each pcf, with the thresholds that the full sample chose.

    Drummond & Holte (2004), section 9. Limits of the whole curve are the pointwise limits,
    stretched. `p` always uses the widths of the limits at P_LEVEL, so that it does not change
    with the level of the band.

    rechosen (m, b) are the replicates in which both models choose their thresholds again; None if
    the thresholds come from other rows. The limits of the whole curve and `p` count the choice:
    with fixed thresholds, two equal models whose scores have few levels differ "significantly" in
    10 to 20 % of samples at 5 %, because near a switch one model's own threshold is by chance
    worse than the other's.
    """
    x, at, value = difference.x, difference.range_index, difference.value
    at_fixed = rates.fpr.T[at] * (1 - x)[:, None]
    at_fixed -= rates.tpr.T[at] * x[:, None]
    ordered = np.sort(at_fixed, axis=1).T
    low, high = percentile_limits(ordered, value, level)
    whole = for_p = _whole_curve(value, (low, high), at_fixed, rechosen, level)
    if level != P_LEVEL:
        ends = percentile_limits(ordered, value, P_LEVEL)
        for_p = _whole_curve(value, ends, at_fixed, rechosen, P_LEVEL)
    return DifferenceBand(
        low=low,
        high=high,
        wide_low=whole.low,
        wide_high=whole.high,
        safe=rates.safe[at],
        p_at=_p_at_each(at_fixed),
        p=_p_anywhere(for_p, value),
    )


def _whole_curve(
    value: Floats,
    pointwise: tuple[Floats, Floats],
    at_fixed: Floats,
    rechosen: Floats | None,
    level: float,
) -> SimultaneousLimits:
    """Limits of the whole curve, from the pointwise limits (m,) each and the replicates (m, b).

    Where thresholds may be chosen again, a width is the larger of those with fixed thresholds and
    with rechosen thresholds. It is 0 where no fixed threshold can err: both models are trivial
    there.
    """
    low, high = pointwise
    if rechosen is None:
        return simultaneous_limits(at_fixed, value, low, high, level)
    spread = at_fixed.std(axis=1)
    varies = spread > NO_WIDTH
    rechosen = np.where(varies[:, None], rechosen, value[:, None])
    ends = percentile_limits(np.sort(rechosen, axis=1).T, value, level)
    low = np.minimum.reduce((low, ends[0], value - spread))
    high = np.maximum.reduce((high, ends[1], value + spread))
    return simultaneous_limits(rechosen, value, low, high, level)


def _p_anywhere(whole: SimultaneousLimits, value: Floats) -> float:
    """Share of replicates that deviate from value (m,) as far as value deviates from zero.

    Distances are in widths of the band.
    """
    width = np.where(value > 0, whole.width_below, whole.width_above)
    from_zero = in_widths(np.abs(value), width).max()
    exceeding = np.count_nonzero(whole.deviation >= from_zero)
    return float((1 + exceeding) / (1 + whole.deviation.size))


def _p_at_each(drawn: Floats) -> Floats:
    """Two-sided p-values (m,) of replicates (m, b): twice the smaller share beyond zero.

    Adding 1 to both counts keeps p above 0.
    """
    beyond = [np.count_nonzero(side, axis=1) for side in (drawn <= 0, drawn >= 0)]
    return np.minimum(1, 2 * (1 + np.minimum(*beyond)) / (1 + drawn.shape[1]))
