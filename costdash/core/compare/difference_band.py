"""The difference of two models' expected costs along PC(+), its band and its p-values."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

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
from costdash.core.resample.percentiles import (
    DrawnRows,
    blocks_of_rows,
    percentile_limits,
    percentile_limits_of_rows,
)
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

    def take(self, some: Bools) -> "DifferenceBand":
        """The band at some (m,) of the values of x."""
        arrays = {
            field.name: getattr(self, field.name)[some]
            for field in fields(self)
            if field.name != "p"
        }
        return replace(self, **arrays)

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
    del replicates  # the largest arrays but for the gap
    band = band_of(difference, rates, level, None if fixed else (gap, at))
    return ResampledDifference(difference, band, distinct, gap)


def band_of(
    difference: Difference,
    rates: RateDifferences,
    level: float,
    rechosen: tuple[Floats, NDArray[np.intp]] | None = None,
) -> DifferenceBand:
    """Percentile limits at each pcf, with the thresholds that the full sample chose.

    Drummond & Holte (2004), section 9. Limits of the whole curve are the pointwise limits,
    stretched. `p` always uses the widths of the limits at P_LEVEL, so that it does not change
    with the level of the band.

    rechosen are replicates (g, b) in which both models choose their thresholds again, and the place
    (m,) of each x among them; they become `value` where no fixed threshold can err. None if the
    thresholds come from other rows.
    The limits of the whole curve and `p` count the choice: with fixed thresholds, two equal models
    whose scores have few levels differ "significantly" in 10 to 20 % of samples at 5 %, because
    near a switch one model's own threshold is by chance worse than the other's.
    """
    value = difference.value
    levels = (level,) if level == P_LEVEL else (level, P_LEVEL)
    ends, spread, p_at = _pointwise(difference, rates, levels)
    drawn: DrawnRows
    if rechosen is None:
        drawn = _nec_differences(rates, difference.range_index, difference.x)
    else:
        drawn = _Rechosen(*rechosen, value, spread > NO_WIDTH)
    whole = for_p = _whole_curve(value, ends[0], drawn, spread, level)
    if level != P_LEVEL:
        for_p = _whole_curve(value, ends[1], drawn, spread, P_LEVEL)
    low, high = ends[0]
    return DifferenceBand(
        low=low,
        high=high,
        wide_low=whole.low,
        wide_high=whole.high,
        safe=rates.safe[difference.range_index],
        p_at=p_at,
        p=_p_anywhere(for_p, value),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Rechosen:
    """Rows of the replicates (m, b) with rechosen thresholds, copied a block at a time.

    gap (g, b) at the distinct x, at (m,) the place of each x among them. Where not `varies` (m,)
    the replicates are `value` (m,).
    """

    gap: Floats
    at: NDArray[np.intp]
    value: Floats
    varies: Bools

    @property
    def shape(self) -> tuple[int, int]:
        return self.at.size, self.gap.shape[1]

    def __getitem__(self, rows: slice) -> Floats:
        block, still = self.gap[self.at[rows]], ~self.varies[rows]
        block[still] = self.value[rows][still, None]
        return block


def _pointwise(
    difference: Difference, rates: RateDifferences, levels: Sequence[float]
) -> tuple[list[tuple[Floats, Floats]], Floats, Floats]:
    """Limits at each level, spread and p-values (m,) with fixed thresholds, by blocks of x."""
    x, at, value = difference.x, difference.range_index, difference.value
    ends = [(np.empty_like(x), np.empty_like(x)) for _ in levels]
    spread, p_at = np.empty_like(x), np.empty_like(x)
    for rows in blocks_of_rows((x.size, rates.fpr.shape[0])):
        drawn = _nec_differences(rates, at[rows], x[rows])
        spread[rows], p_at[rows] = drawn.std(axis=1), _p_at_each(drawn)
        ordered = np.sort(drawn, axis=1).T
        for (low, high), level in zip(ends, levels):
            low[rows], high[rows] = percentile_limits(ordered, value[rows], level)
    return ends, spread, p_at


def _nec_differences(rates: RateDifferences, at: NDArray, x: Floats) -> Floats:
    """Differences (m, b) of nec at pcf x (m,), in the ranges at (m,); few copies at a time."""
    nec = rates.fpr.T[at]
    nec *= (1 - x)[:, None]
    saved = rates.tpr.T[at]
    saved *= x[:, None]
    nec -= saved
    return nec


def _whole_curve(
    value: Floats,
    pointwise: tuple[Floats, Floats],
    drawn: DrawnRows,
    spread: Floats,
    level: float,
) -> SimultaneousLimits:
    """Limits of the whole curve, from the pointwise limits (m,) each and the replicates (m, b).

    Where thresholds may be chosen again, a width is the larger of those with fixed thresholds, of
    the given spread (m,), and with rechosen thresholds. It is 0 where no fixed threshold can err:
    both models are trivial there.
    """
    low, high = pointwise
    if isinstance(drawn, _Rechosen):
        ends = percentile_limits_of_rows(drawn, value, level)
        low = np.minimum.reduce((low, ends[0], value - spread))
        high = np.maximum.reduce((high, ends[1], value + spread))
    return simultaneous_limits(drawn, value, low, high, level)


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
