"""Paired comparison of two models of an analysis, or of all pairs of its models."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from weakref import WeakKeyDictionary

import numpy as np

from costdash.core.analysis.analysis import Analysis
from costdash.core.analysis.hold_out import HoldOut
from costdash.core.compare.cross_fitted_difference import (
    cross_fitted_difference,
    largest_deviations,
)
from costdash.core.compare.crossovers import (
    CrossoverInterval,
    crossover_intervals,
    unknown_intervals,
)
from costdash.core.compare.delong import AreaDifference, area_difference
from costdash.core.compare.difference_band import (
    Difference,
    DifferenceBand,
    difference_along,
    resampled_difference,
)
from costdash.core.compare.paired_bootstrap import paired_ranges
from costdash.core.compare.paired_sample import JointCells, PairedRows
from costdash.core.curves.envelopes import crossovers, dominance_ranges
from costdash.core.curves.hull import Hull
from costdash.core.curves.piecewise_linear import DominanceRange, ranges_of_equal_sign
from costdash.core.folds.crossfit import CrossFit, CrossFits
from costdash.core.resample.bootstrap import MIN_ROWS
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Bools, Floats

MIRRORED = {"a": "b", "b": "a", "equal": "equal"}
MAX_MODELS = 10  # of which all pairs are compared


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Paired comparison of models a and b: difference of expected cost, crossovers and areas.

    Created by `compare_all`.

    Attributes
    ----------
    a, b : str
        Names of the models.
    places : tuple of int
        Places of a and b among the models of the file.
    x : Floats
        pcf (m,), rising, with both ends of every range of constant thresholds.
    value : Floats
        nec(a) - nec(b), (m,).
    band : DifferenceBand or None
        Limits and p-values; None if a class has fewer than MIN_ROWS rows (or clusters).
    dominance_ranges : tuple of DominanceRange
        Ranges of pcf in which a, b or neither costs less.
    crossovers : tuple of CrossoverInterval
        PC(+) at which the lower envelopes cross, with limits where they are shown to cross.
    auc_difference : AreaDifference
        AUC(a) - AUC(b) with DeLong's limits and p-value.
    level, n_replicates, seed : float, int, int
        Confidence level of all limits, number and seed of the bootstrap samples.
    clustered : bool
        Whether clusters are resampled, not rows.
    hold_out : HoldOut or None
        The hold-out parts, if models and thresholds were chosen on other rows.
    cross_fitted : bool
        Whether value and band are of cross-fitted costs; regions, crossovers and areas never are.
    paired : bool
        Whether both models scored the same rows; a confusion matrix has cases of its own.

    Examples
    --------
    >>> from costdash.core import analyse
    >>> rng = np.random.default_rng(0)
    >>> is_positive = np.arange(200) < 80
    >>> good, poor = rng.normal(size=200) + 2 * is_positive, rng.normal(size=200)
    >>> sample = Predictions(is_positive=is_positive, scores={"good": good, "poor": poor})
    >>> [comparison] = compare_all(sample, analyse(sample))
    >>> value, low, high = comparison.at(pcf=0.5)  # normalized expected cost of good minus poor
    >>> low < value < high < 0
    True
    """

    a: str
    b: str
    places: tuple[int, int]
    x: Floats
    value: Floats
    band: DifferenceBand | None
    dominance_ranges: tuple[DominanceRange, ...]
    crossovers: tuple[CrossoverInterval, ...]
    auc_difference: AreaDifference
    level: float
    n_replicates: int
    seed: int
    clustered: bool
    hold_out: HoldOut | None
    cross_fitted: bool = False
    paired: bool = True

    @property
    def p(self) -> float:
        """p-value of no difference at any pcf; nan without a band."""
        return np.nan if self.band is None else self.band.p

    @property
    def thresholds(self) -> str:
        """Which rows chose the thresholds: "cross-fitted", "hold-out" or "same rows"."""
        if self.cross_fitted:
            return "cross-fitted"
        return "same rows" if self.hold_out is None else "hold-out"

    def limits(self, simultaneous: bool = False) -> tuple[Floats, Floats]:
        """Low and high (m,) along x, pointwise or of the whole curve; nan without a band."""
        if self.band is None:
            return np.full(self.x.size, np.nan), np.full(self.x.size, np.nan)
        return self.band.limits(simultaneous)

    @property
    def largest(self) -> tuple[float, float]:
        """pcf at which the models differ most, and the difference there."""
        at = int(np.abs(self.value).argmax())
        return float(self.x[at]), float(self.value[at])

    def significant(self, simultaneous: bool = True) -> tuple[DominanceRange, ...]:
        """Ranges in which the band excludes zero; Drummond & Holte (2004), section 9.

        By the band of the whole curve. A pointwise band errs at its level at each pcf, and so
        excludes zero somewhere along pcf in many samples of two equal models, the more so with
        cross-fitted costs, which jump. So only the whole curve's band tells chance from a
        difference.
        """
        return () if self.band is None else _significant(self.x, *self.limits(simultaneous))

    def non_inferior(self, margin: float, simultaneous: bool = False) -> tuple[DominanceRange, ...]:
        """Ranges in which the band shows that a costs at most `margin` (in nec) more than b.

        Raises ValueError unless margin > 0.
        """
        if not margin > 0:
            raise ValueError(f"margin must be positive, got {margin}")
        if self.band is None:
            return ()
        ranges = ranges_of_equal_sign(self.x, self.limits(simultaneous)[1] - margin)
        return tuple(dominance_range for dominance_range in ranges if dominance_range.better == "a")

    def at(self, pcf: float, simultaneous: bool = False) -> tuple[float, float, float]:
        """Difference, low and high at one pcf; limits are interpolated between values of x.

        Raises ValueError unless 0 <= pcf <= 1.
        """
        low, high = self.limits(simultaneous)
        return self._at(pcf, self.value), self._at(pcf, low), self._at(pcf, high)

    def p_here(self, pcf: float) -> float:
        """p-value of no difference at this pcf; nan without a band.

        Raises ValueError unless 0 <= pcf <= 1.
        """
        return np.nan if self.band is None else self._at(pcf, self.band.p_at)

    def _at(self, pcf: float, curve: Floats) -> float:
        if not 0 <= pcf <= 1:
            raise ValueError(f"pcf must lie in [0, 1], got {pcf}")
        right = int(np.searchsorted(self.x, pcf).clip(1, self.x.size - 1))
        left = right - 1
        run = self.x[right] - self.x[left]
        share = 1.0 if run == 0 else (pcf - self.x[left]) / run
        if share == 1:
            return float(curve[right])
        return float(curve[left] + share * (curve[right] - curve[left]))

    def with_crossfits(self, crossfits: CrossFits, pcfs: Sequence[float] = ()) -> "Comparison":
        """This comparison with value and band of cross-fitted costs, exact at `pcfs`.

        Without a band it stays without one. Raises ValueError if the fits lack a model.
        """
        if self.places[0] > self.places[1]:
            return self.swapped().with_crossfits(crossfits, pcfs).swapped()
        first, second = (crossfits.of([name]) for name in (self.a, self.b))
        largest = _largest_deviations(first, second, (self.seed, *self.places))
        few = None if self.band is None else partial(_at_any, self.x, self.band.safe)
        x, value, band = cross_fitted_difference(first, second, self.level, largest, pcfs, few)
        shown = None if self.band is None else band
        return replace(self, x=x, value=value, band=shown, cross_fitted=True)

    def without_pcfs(self, analysis: Analysis) -> "Comparison":
        """This comparison at the values of x that every comparison of its models has.

        There value, pointwise limits and p-values do not depend on added pcfs; limits of the whole
        curve and their p are still those with them.
        """
        hulls = analysis.models[self.a].hull, analysis.models[self.b].hull
        crossing = [crossover.pcf for crossover in crossovers(*hulls)]
        every = difference_along(hulls, paired_ranges(*hulls), crossing).x
        shared = np.isin(self.x, every)
        band = self.band and self.band.take(shared)
        return replace(self, x=self.x[shared], value=self.value[shared], band=band)

    def swapped(self) -> "Comparison":
        """This comparison with a and b exchanged: nec(b) - nec(a)."""
        areas = self.auc_difference
        return replace(
            self,
            a=self.b,
            b=self.a,
            places=self.places[::-1],
            value=-self.value,
            band=self.band and self.band.mirrored(),
            dominance_ranges=tuple(
                replace(r, better=MIRRORED[r.better]) for r in self.dominance_ranges
            ),
            auc_difference=replace(areas, value=-areas.value, low=-areas.high, high=-areas.low),
        )


# By both fits, for as long as they live: the same at all conditions and levels, and slow to draw.
_LARGEST: WeakKeyDictionary[CrossFit, WeakKeyDictionary[CrossFit, dict[tuple[int, ...], Floats]]]
_LARGEST = WeakKeyDictionary()


def _largest_deviations(first: CrossFit, second: CrossFit, place: tuple[int, ...]) -> Floats:
    """The largest deviations of a pair; place: the seed, and the places of both models."""
    of_pair = _LARGEST.setdefault(first, WeakKeyDictionary()).setdefault(second, {})
    if place not in of_pair:
        rng = generator(place[0], Stream.CROSSFIT_DIFFERENCE, *place[1:])
        of_pair[place] = largest_deviations(first, second, rng)
    return of_pair[place]


def _at_any(x: Floats, marked: Bools, pcf: Floats) -> Bools:
    """Whether an end of the interval of x (m,) around each pcf is marked."""
    return np.interp(pcf, x, marked) > 0


def compare(
    analysis: Analysis,
    cells: JointCells,
    a: str,
    b: str,
    *,
    level: float | None = None,
    pcfs: Sequence[float] = (),
) -> Comparison:
    """nec(a) - nec(b) with its bands, crossovers and areas, from the joint cells of the pair.

    cells are those of a and b, in either order: the same seed gives exactly the mirrored
    comparison. level is the analysis's by default; pcfs are added to the values at which the band
    is computed. With `analysis.crossfits` value and band are of cross-fitted costs. Raises
    ValueError for cells of another pair and unless 0 < level < 1.
    """
    level = analysis.level if level is None else level
    if not 0 < level < 1:
        raise ValueError(f"level must lie in (0, 1), got {level}")
    if {a, b} != set(cells.names):
        raise ValueError(f"the joint cells are those of {cells.names}, not of {(a, b)}")
    first, second = cells.names
    hulls = analysis.models[first].hull, analysis.models[second].hull
    difference, band, intervals = _resampled(analysis, cells, hulls, level, pcfs)
    comparison = Comparison(
        a=first,
        b=second,
        places=(analysis.place[first], analysis.place[second]),
        x=difference.x,
        value=difference.value,
        band=band,
        dominance_ranges=dominance_ranges(*hulls),
        crossovers=intervals,
        auc_difference=area_difference(cells.areas, level, cells.same_order),
        level=level,
        n_replicates=analysis.n_replicates,
        seed=analysis.seed,
        clustered=cells.together,
        hold_out=analysis.hold_out,
        paired=cells.apart is None,
    )
    if analysis.crossfits is not None:
        comparison = comparison.with_crossfits(analysis.crossfits, pcfs)
    return comparison if (a, b) == (first, second) else comparison.swapped()


def compare_all(
    predictions: Predictions,
    analysis: Analysis,
    pcfs: Sequence[float] = (),
    names: Sequence[str] | None = None,
    level: float | None = None,
) -> Iterator[Comparison]:
    """Compare every pair of the named models.

    Each model's rows are read once. One pair follows the other: the replicates of a pair take more
    memory than all curves.

    Parameters
    ----------
    predictions : Predictions
        The rows that `analysis` was made from.
    analysis : Analysis
        Result of `analyse`.
    pcfs : sequence of float
        Values of pcf to add to those at which bands are computed.
    names : sequence of str, optional
        Models to compare; by default all of the analysis.
    level : float, optional
        Confidence level in (0, 1); by default that of the analysis.

    Yields
    ------
    Comparison
        One for each pair, in the order of `names`; none for more than MAX_MODELS models.

    Raises
    ------
    ValueError
        If a name is not a model of the analysis, or level is outside (0, 1).

    Examples
    --------
    >>> from costdash.core import analyse
    >>> scores = {"x": [0.1, 0.4, 0.3, 0.9], "y": [0.2, 0.3, 0.5, 0.8], "z": [0.9, 0.1, 0.2, 0.3]}
    >>> sample = Predictions(is_positive=[0, 0, 1, 1], scores=scores)
    >>> [(pair.a, pair.b) for pair in compare_all(sample, analyse(sample))]
    [('x', 'y'), ('x', 'z'), ('y', 'z')]
    """
    names = tuple(analysis.models if names is None else names)
    if len(names) > MAX_MODELS:
        return
    rows = PairedRows(predictions, analysis)

    for pair in combinations(names, 2):  # each uses all processors
        yield compare(analysis, rows.cells(*pair), *pair, level=level, pcfs=pcfs)


def _resampled(
    analysis: Analysis,
    cells: JointCells,
    hulls: tuple[Hull, Hull],
    level: float,
    pcfs: Sequence[float],
) -> tuple[Difference, DifferenceBand | None, tuple[CrossoverInterval, ...]]:
    """The difference, its band and the limits of the crossovers; no limits for too few rows."""
    crossing = crossovers(*hulls)
    if cells.smallest_class < MIN_ROWS:
        difference = difference_along(hulls, paired_ranges(*hulls), pcfs)
        return difference, None, unknown_intervals(crossing)
    places = (analysis.place[name] for name in cells.names)
    rng = generator(analysis.seed, Stream.DIFFERENCE_BAND, *places)
    resampled = resampled_difference(
        cells, hulls, level, analysis.n_replicates, rng, pcfs, fixed=analysis.hold_out is not None
    )
    difference, band = resampled.difference, resampled.band
    shown = _significant(difference.x, *band.limits(simultaneous=True))
    intervals = crossover_intervals(
        crossing, resampled.pcfs, resampled.gap, dominance_ranges(*hulls), shown, level
    )
    return difference, band, intervals


def _significant(x: Floats, low: Floats, high: Floats) -> tuple[DominanceRange, ...]:
    """Ranges of x (m,) in which limits low, high (m,) of the difference exclude zero."""
    ranges = [r for r in ranges_of_equal_sign(x, low) if r.better == "b"]
    ranges += [r for r in ranges_of_equal_sign(x, high) if r.better == "a"]
    return tuple(sorted(ranges, key=lambda dominance_range: dominance_range.low))
