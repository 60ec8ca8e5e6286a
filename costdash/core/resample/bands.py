"""Percentile bands of one model's ROC, precision-recall and cost curve."""

from dataclasses import dataclass, field

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.curves.cost import PCF_GRID, normalized_expected_cost
from costdash.core.curves.hull import Hull, convex_hull
from costdash.core.curves.precision_recall import precision_at
from costdash.core.resample.bootstrap import (
    MIN_ROWS,
    SMALL_CELL,
    Replicates,
    replicate,
    retained_thresholds,
)
from costdash.core.resample.percentiles import percentile_limits
from costdash.core.resample.roc_interpolation import (
    FPR_RATES,
    RATES,
    around_rates,
    cells_at_rates,
    fpr_at_recall,
    fpr_limits_at_recall,
    jeffreys_high,
    tpr_at_fpr,
    tpr_of_curves,
)
from costdash.core.resample.simultaneous import simultaneous_limits
from costdash.core.resample.small_cells import (
    in_rank_order_of,
    redraw_rates_of_clusters,
    replace_small_cells,
)
from costdash.core.sample.counts import Counts
from costdash.core.types import Bools, Floats, Interval


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """Confidence limits along a curve.

    Attributes
    ----------
    x : Floats
        Abscissa (m,): fpr (ROC), recall (precision-recall) or pcf (cost).
    low, high : Floats
        Limits (m,), in units of the curve's ordinate.
    level : float
        Confidence level, in (0, 1).
    safe : Bools
        (m,), True where Jeffreys' limits replace percentiles because few rows stand behind them.
    simultaneous : bool
        Whether the band contains the whole curve at `level`; else it is pointwise.

    Examples
    --------
    >>> import numpy as np
    >>> from costdash.core import bootstrap_bands, count
    >>> rng = np.random.default_rng(0)
    >>> is_positive = np.arange(200) < 80
    >>> counts = count(is_positive, rng.normal(size=200) + 2 * is_positive)
    >>> band = bootstrap_bands(counts, rng=rng).roc(level=0.9)
    >>> band.x.shape == band.low.shape == band.high.shape
    True
    >>> bool((band.low <= band.high).all())
    True
    """

    x: Floats
    low: Floats
    high: Floats
    level: float
    safe: Bools
    simultaneous: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Bands:
    """Bootstrap replicates of one model, from which bands at any level are read.

    Created by `analyse`, as the attribute `bands` of each model.

    Attributes
    ----------
    hull : Hull
        Hull of the full sample, with h vertices.
    tpr : Floats
        The full sample's tpr (m,) at fpr FPR_RATES. Bands always contain it.
    fpr : Floats
        Its smallest fpr (r,) at recall RATES. Bands always contain it.
    tpr_at : Floats
        tpr at fpr FPR_RATES in each replicate, (b, m).
    vertex_fpr, vertex_tpr : Floats
        Rates at the hull's vertices in each replicate, (b, h).
    tpr_safe, vertex_safe : Bools
        Columns of tpr_at and of the vertices' rates that were drawn from Jeffreys' posterior.
    fpr_safe : Bools
        Recalls (r,) at which so few negatives are called that Jeffreys' limit is the least high
        limit of fpr.
    negatives : float
        (Effective) number of negative rows, for that limit.

    Examples
    --------
    >>> import numpy as np
    >>> from costdash.core import Predictions, analyse
    >>> rng = np.random.default_rng(0)
    >>> is_positive = np.arange(200) < 80
    >>> scores = {"model": rng.normal(size=200) + 2 * is_positive}
    >>> bands = analyse(Predictions(is_positive=is_positive, scores=scores)).models["model"].bands
    >>> low, high = bands.cost_interval(pcf=0.5, level=0.95)
    >>> bool(low <= bands.hull.cost(0.5) <= high)
    True
    """

    hull: Hull
    tpr: Floats
    fpr: Floats
    tpr_at: Floats
    vertex_fpr: Floats
    vertex_tpr: Floats
    tpr_safe: Bools
    fpr_safe: Bools
    vertex_safe: Bools
    negatives: float
    _cost: dict[float, Band] = field(default_factory=dict, init=False, repr=False)
    _roc: dict[tuple[float, bool], Band] = field(default_factory=dict, init=False, repr=False)

    def roc(self, level: float, simultaneous: bool = False) -> Band:
        """Vertical band of tpr at fixed fpr, pointwise or of the whole curve. Cached.

        Where fewer than 5 false alarms are expected, no resampling of rows can contain the curve.
        """
        if (level, simultaneous) not in self._roc:
            band = _band(FPR_RATES, np.sort(self.tpr_at, axis=0), self.tpr, level, self.tpr_safe)
            self._roc[level, False] = band
            if simultaneous:
                self._roc[level, True] = _whole(band, self.tpr_at, self.tpr)
        return self._roc[level, simultaneous]

    def recall(self, level: float) -> Band:
        """Pointwise band of fpr at fixed recall: all fpr whose ROC band contains that recall.

        So the ROC and the precision-recall panel agree. Where the curve rises at an fpr of fewer
        than SMALL_CELL negatives, the upper limit is at least Jeffreys'. Precision falls as fpr
        rises, so this gives the precision band at every prior.
        """
        roc, safe = self.roc(level), self.fpr_safe
        low, high = fpr_limits_at_recall(RATES, roc.x, roc.low, roc.high)
        low, high = np.minimum(low, self.fpr), np.maximum(high, self.fpr)
        jeffreys = jeffreys_high(self.fpr[safe], self.negatives, level)
        high[safe] = np.maximum(high[safe], jeffreys)
        high[0] = 0  # recall 0 is that of calling none
        return Band(RATES, low, high, level, safe)

    def precision(self, prior: float, level: float) -> Band:
        """Pointwise band of precision at fixed recall, at a prior; nan at recall 0."""
        fpr = self.recall(level)
        low, high = (precision_at(f, fpr.x, prior) for f in (fpr.high, fpr.low))
        at_zero = fpr.x == 0  # precision is 0/0 there; an fpr above 0 would make it a certain 0
        low[at_zero] = high[at_zero] = np.nan
        return Band(fpr.x, low, high, fpr.level, fpr.safe)

    def cost(self, level: float) -> Band:
        """Pointwise band of nec along pcf, at the full sample's cheapest thresholds. Cached.

        x holds every tie twice, because the band may jump where the threshold changes.
        Drummond & Holte (2004), section 8.
        """
        if level not in self._cost:
            x, vertex = self._optimal_ranges()
            low, high = self._cost_limits(vertex, x, level)
            self._cost[level] = Band(x, low, high, level, self.vertex_safe[vertex])
        return self._cost[level]

    def cost_interval(self, pcf: float, level: float) -> Interval:
        """Limits of nec at pcf of the full sample's cheapest threshold there."""
        return self.vertex_interval(int(self.hull.cheapest(pcf)), pcf, level)

    def vertex_interval(self, vertex: int, pcf: float, level: float) -> Interval:
        """Limits of nec at pcf of any vertex of the hull."""
        low, high = self._cost_limits(np.array([vertex]), np.array([pcf]), level)
        return float(low[0]), float(high[0])

    def _cost_limits(
        self, vertex: NDArray[np.intp], pcf: Floats, level: float
    ) -> tuple[Floats, Floats]:
        nec = normalized_expected_cost(self.vertex_fpr[:, vertex], self.vertex_tpr[:, vertex], pcf)
        sample_cost = normalized_expected_cost(self.hull.fpr[vertex], self.hull.tpr[vertex], pcf)
        return percentile_limits(np.sort(nec, axis=0), sample_cost, level)

    def _optimal_ranges(self) -> tuple[Floats, NDArray[np.intp]]:
        """PCF_GRID with both ends of each vertex's range, and the vertex there, (m,) each."""
        ends = np.concatenate(([0.0], self.hull.tie, [1.0]))
        ranges = [
            np.concatenate(([a], PCF_GRID[(PCF_GRID > a) & (PCF_GRID < b)], [b]))
            for a, b in zip(ends[:-1], ends[1:])
        ]
        vertex = np.repeat(np.arange(len(ranges)), [s.size for s in ranges])
        return np.concatenate(ranges), vertex


def bands_of_counts(counts: Counts, hull: Hull, n_replicates: int, rng: Generator) -> Bands:
    """Bands of unweighted rows, from their counts alone."""
    replicates = replicate(counts, retained_thresholds(counts, hull.index), n_replicates, rng)
    return bands_of_replicates(hull, replicates, counts, rng)


def bands_of_replicates(
    hull: Hull, replicates: Replicates, counts: Counts, rng: Generator
) -> Bands:
    """Reads the replicates at fixed fpr, at fixed recall and at the hull's vertices."""
    near = around_rates(counts, FPR_RATES, RATES)
    tpr = tpr_at_fpr(FPR_RATES, near.fpr, near.tpr)
    fpr = fpr_at_recall(RATES, near.fpr, near.tpr)
    tpr_at = tpr_of_curves(FPR_RATES, replicates.fpr, replicates.tpr)
    n, p = replicates.negatives, replicates.positives
    at = np.searchsorted(replicates.index, hull.index)
    trivial = np.isin(np.arange(hull.index.size), (0, hull.index.size - 1))
    fp_cell, tp_cell, fp_along, tp_along = cells_at_rates(replicates, counts, hull, fpr, tpr)
    redraw = replace_small_cells if replicates.cells is None else redraw_rates_of_clusters
    drawn, tpr_safe = redraw(tpr_at, tpr, p, tp_along, FPR_RATES == 1, rng)
    vertex_fpr, fp_safe = redraw(replicates.fpr[:, at], hull.fpr, n, fp_cell, trivial, rng)
    vertex_tpr, tp_safe = redraw(replicates.tpr[:, at], hull.tpr, p, tp_cell, trivial, rng)
    return Bands(
        hull=hull,
        tpr=tpr,
        fpr=fpr,
        tpr_at=in_rank_order_of(tpr_at, drawn, tpr_safe, rng),
        vertex_fpr=vertex_fpr,
        vertex_tpr=vertex_tpr,
        tpr_safe=tpr_safe,
        fpr_safe=(fp_along < SMALL_CELL) & (fpr < 0.5) & (RATES > 0),
        vertex_safe=fp_safe | tp_safe,
        negatives=n,
    )


def _band(x: Floats, ordered: Floats, sample: Floats, level: float, safe: Bools) -> Band:
    low, high = percentile_limits(ordered, sample, level)
    return Band(x, low, high, level, safe)


def _whole(band: Band, drawn: Floats, sample: Floats) -> Band:
    """The band of the whole curve, from the pointwise one."""
    whole = simultaneous_limits(drawn.T, sample, band.low, band.high, band.level)
    low, high = whole.low.clip(0, 1), whole.high.clip(0, 1)
    return Band(band.x, low, high, band.level, band.safe, simultaneous=True)


def bootstrap_bands(counts: Counts, *, n_replicates: int = 2000, rng: Generator) -> Bands:
    """Bands of one model from its counts alone, by class-stratified replicates.

    Parameters
    ----------
    counts : Counts
        Counts of unweighted rows. For weighted or grouped rows use `analyse`.
    n_replicates : int
        Number of bootstrap samples.
    rng : Generator
        Source of the bootstrap samples.

    Returns
    -------
    Bands
        Its methods `roc`, `precision` and `cost` give the bands at any level.

    Raises
    ------
    ValueError
        If counts are weighted or a class has fewer than MIN_ROWS rows.

    References
    ----------
    Fawcett (2004), algorithm 4, for vertical averaging. Drummond & Holte (2004), section 8.

    Examples
    --------
    >>> import numpy as np
    >>> from costdash.core import bootstrap_bands, convex_hull, count
    >>> rng = np.random.default_rng(0)
    >>> is_positive = np.arange(200) < 80
    >>> counts = count(is_positive, rng.normal(size=200) + 2 * is_positive)
    >>> bands = bootstrap_bands(counts, rng=rng)
    >>> band, cost = bands.cost(0.95), convex_hull(counts).cost
    >>> bool(((band.low <= cost(band.x) + 1e-12) & (cost(band.x) <= band.high + 1e-12)).all())
    True
    >>> each, whole = (bands.roc(0.95, simultaneous) for simultaneous in (False, True))
    >>> bool((whole.high - whole.low).mean() > (each.high - each.low).mean())
    True
    >>> precision = bands.precision(prior=0.3, level=0.95)
    >>> at = precision.x.searchsorted(0.9)
    >>> bool(0.3 < precision.low[at] < precision.high[at] < 1)  # better than calling all positive
    True
    """
    if not np.issubdtype(counts.tp.dtype, np.integer):
        raise ValueError(f"counts must be of unweighted rows, got {counts.tp.dtype}")
    rarer = int(min(counts.positives, counts.negatives))
    if rarer < MIN_ROWS:
        raise ValueError(f"a band needs at least {MIN_ROWS} rows in each class, got {rarer}")
    return bands_of_counts(counts, convex_hull(counts), n_replicates, rng)
