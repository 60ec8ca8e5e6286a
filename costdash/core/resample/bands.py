"""Percentile bands of one model's three curves.

One band at a time, from the counts of unweighted rows.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from costdash.core.curves.cost import PCF_GRID, normalized_expected_cost
from costdash.core.curves.hull import Hull, convex_hull
from costdash.core.curves.precision_recall import precision_at
from costdash.core.curves.roc import FPR_GRID
from costdash.core.resample.bootstrap import (
    MIN_ROWS,
    Replicates,
    in_order_of,
    kept_thresholds,
    replicate,
    safe_rates,
)
from costdash.core.resample.simultaneous import stretched
from costdash.core.sample.counts import Counts
from costdash.core.types import Bools, Floats

SCHEME = "class-stratified percentile pointwise"
WHOLE = "class-stratified percentile, whole curve at once"
RATES = np.union1d(FPR_GRID, np.geomspace(1e-4, 1e-2, 21))


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """low and high (m,) at x (m,); `safe` (m,) where Jeffreys' limits stand in for percentiles."""

    x: Floats
    low: Floats
    high: Floats
    level: float
    scheme: str
    safe: Bools


@dataclass(frozen=True, slots=True, eq=False)
class Bands:
    """What the replicates of one model say, at every level that may be asked for.

    tpr_at (b, m): tpr at fixed fpr RATES, replicate by replicate; fpr_at (b, m) sorted down the
    replicates: the smallest fpr at fixed recall RATES; vertex_fpr, vertex_tpr (b, h): rates of the
    hull's vertices, replicate by replicate. The *_safe arrays mark Jeffreys' limits, and
    tpr, fpr (m,) are what the full sample says, which a band never excludes.
    """

    hull: Hull
    tpr: Floats
    fpr: Floats
    tpr_at: Floats
    fpr_at: Floats
    vertex_fpr: Floats
    vertex_tpr: Floats
    tpr_safe: Bools
    fpr_safe: Bools
    vertex_safe: Bools
    _cost: dict[float, Band] = field(default_factory=dict, init=False, repr=False)
    _roc: dict[tuple[float, bool], Band] = field(default_factory=dict, init=False, repr=False)

    def roc(self, level: float, simultaneous: bool = False) -> Band:
        """tpr at fixed fpr (vertical), at each fpr or of the whole curve at once. Made once.

        Where fewer than 5 false alarms are expected no resampling of rows can hold the curve.
        """
        if (level, simultaneous) not in self._roc:
            band = _band(RATES, np.sort(self.tpr_at, axis=0), self.tpr, level, self.tpr_safe)
            self._roc[level, False] = band
            if simultaneous:
                self._roc[level, True] = _whole(band, self.tpr_at, self.tpr)
        return self._roc[level, simultaneous]

    def recall(self, level: float) -> Band:
        """fpr at fixed recall: since precision falls as fpr rises, the PR band at every prior."""
        return _band(RATES, self.fpr_at, self.fpr, level, self.fpr_safe)

    def cost(self, level: float) -> Band:
        """nec along pcf, each threshold held where the full sample chose it (D&H 2004, section 8).

        x holds every bend twice, since the band may jump where the threshold changes. Made once.
        """
        if level not in self._cost:
            x, vertex = self._stretches()
            low, high, safe = self._cost_at(vertex, x, level)
            self._cost[level] = Band(x, low, high, level, SCHEME, safe)
        return self._cost[level]

    def cost_interval(self, pcf: float, level: float) -> tuple[float, float]:
        """Limits of nec at pcf of the threshold that the full sample finds cheapest there."""
        low, high, _ = self._cost_at(self.hull.cheapest(np.array([pcf])), np.array([pcf]), level)
        return float(low[0]), float(high[0])

    def vertex_interval(self, vertex: int, pcf: float, level: float) -> tuple[float, float]:
        """Limits of nec at pcf of one vertex of the hull, cheapest there or not."""
        low, high, _ = self._cost_at(np.array([vertex]), np.array([pcf]), level)
        return float(low[0]), float(high[0])

    def _cost_at(self, vertex, pcf, level):
        nec = normalized_expected_cost(self.vertex_fpr[:, vertex], self.vertex_tpr[:, vertex], pcf)
        known = normalized_expected_cost(self.hull.fpr[vertex], self.hull.tpr[vertex], pcf)
        low, high = percentile_limits(np.sort(nec, axis=0), known, level)
        return low, high, self.vertex_safe[vertex]

    def _stretches(self):
        """pcf along the envelope with both ends of each vertex's stretch, and the vertex."""
        ends = np.concatenate(([0.0], self.hull.tie, [1.0]))
        pieces = [
            np.concatenate(([a], PCF_GRID[(PCF_GRID > a) & (PCF_GRID < b)], [b]))
            for a, b in zip(ends[:-1], ends[1:])
        ]
        vertex = np.repeat(np.arange(len(pieces)), [p.size for p in pieces])
        return np.concatenate(pieces), vertex


def bands(hull: Hull, replicates: Replicates, tpr: Floats, fpr: Floats, rng: Generator) -> Bands:
    """Read the replicates at fixed fpr, at fixed recall and at the hull's vertices.

    tpr, fpr (k + 1,) are the full sample's rates at every threshold.
    """
    tpr_known = tpr_at_fpr(RATES, fpr, tpr)
    fpr_known = fpr_at_recall(RATES, fpr, tpr)
    tpr_at = _interpolated(RATES, replicates.fpr, replicates.tpr)
    fpr_at = _interpolated(-RATES, -replicates.tpr[:, ::-1], replicates.fpr[:, ::-1])
    drawn, tpr_safe = safe_rates(tpr_at, tpr_known, replicates.positives, RATES == 1, rng)
    fpr_at, fpr_safe = safe_rates(fpr_at, fpr_known, replicates.negatives, RATES == 0, rng)

    at = np.searchsorted(replicates.index, hull.index)
    trivial = np.isin(np.arange(hull.index.size), (0, hull.index.size - 1))
    n, p = replicates.negatives, replicates.positives
    vertex_fpr, fp_safe = safe_rates(replicates.fpr[:, at], hull.fpr, n, trivial, rng)
    vertex_tpr, tp_safe = safe_rates(replicates.tpr[:, at], hull.tpr, p, trivial, rng)
    return Bands(
        hull=hull,
        tpr=tpr_known,
        fpr=fpr_known,
        tpr_at=in_order_of(tpr_at, drawn, tpr_safe, rng),
        fpr_at=np.sort(fpr_at, axis=0),
        vertex_fpr=vertex_fpr,
        vertex_tpr=vertex_tpr,
        tpr_safe=tpr_safe,
        fpr_safe=fpr_safe,
        vertex_safe=fp_safe | tp_safe,
    )


def tpr_at_fpr(x: ArrayLike, fpr: Floats, tpr: Floats) -> Floats:
    """Height of the curve at fpr x; the top of a vertical step (np.interp takes the last)."""
    return np.interp(x, fpr, tpr)


def fpr_at_recall(recall: ArrayLike, fpr: Floats, tpr: Floats) -> Floats:
    """Smallest fpr at which the curve reaches `recall`."""
    return np.interp(-np.asarray(recall), -tpr[::-1], fpr[::-1])


def _interpolated(x: Floats, across: Floats, up: Floats) -> Floats:
    """(b, m) each replicate's height at x (m,)."""
    heights = np.empty((across.shape[0], x.size))
    for height, *curve in zip(heights, np.ascontiguousarray(across), np.ascontiguousarray(up)):
        height[:] = np.interp(x, *curve)
    return heights


def _band(x, ordered, known, level, safe) -> Band:
    low, high = percentile_limits(ordered, known, level)
    return Band(x, low, high, level, SCHEME, safe)


def _whole(band: Band, drawn: Floats, known: Floats) -> Band:
    whole = stretched(drawn.T, known, band.low, band.high, band.level)
    low, high = whole.low.clip(0, 1), whole.high.clip(0, 1)
    return Band(band.x, low, high, band.level, WHOLE, band.safe)


def percentile_limits(
    ordered: Floats, known: Floats | float, level: float
) -> tuple[Floats, Floats]:
    """Percentile limits of replicates sorted down axis 0, widened to hold what is known.

    Raises ValueError unless 0 < level < 1.
    """
    if not 0 < level < 1:
        raise ValueError(f"level must lie in (0, 1), got {level}")
    return (
        np.minimum(percentile(ordered, (1 - level) / 2), known),
        np.maximum(percentile(ordered, (1 + level) / 2), known),
    )


def percentile(ordered: Floats, share: float) -> Floats:
    """Of replicates sorted down axis 0, straight between two of them."""
    place = share * (ordered.shape[0] - 1)
    under = int(place)
    over = min(under + 1, ordered.shape[0] - 1)
    return ordered[under] + (place - under) * (ordered[over] - ordered[under])


def roc_band(
    counts: Counts,
    *,
    level: float = 0.95,
    n_replicates: int = 2000,
    simultaneous: bool = False,
    rng: Generator,
) -> Band:
    """tpr at fixed fpr (vertical), percentiles of class-stratified replicates, at each fpr or of
    the whole curve at once.

    Raises ValueError, as all three do, for weighted counts (their rows are needed: `analyse`),
    for fewer than MIN_ROWS rows in a class, and unless 0 < level < 1.
    """
    return _sampled(counts, n_replicates, rng).roc(level, simultaneous)


def precision_band(
    counts: Counts, prior: float, *, level: float = 0.95, n_replicates: int = 2000, rng: Generator
) -> Band:
    """Precision at fixed recall x and at `prior`, from the band of fpr there; nan at recall 0."""
    fpr = _sampled(counts, n_replicates, rng).recall(level)
    low, high = (precision_at(f, fpr.x, prior) for f in (fpr.high, fpr.low))
    nothing = fpr.x == 0  # a false positive rate above zero would make it a certain 0
    low[nothing] = high[nothing] = np.nan
    return Band(fpr.x, low, high, fpr.level, fpr.scheme, fpr.safe)


def cost_band(
    counts: Counts, *, level: float = 0.95, n_replicates: int = 2000, rng: Generator
) -> Band:
    """nec along pcf at the thresholds that the full sample finds cheapest (D&H 2004, section 8)."""
    return _sampled(counts, n_replicates, rng).cost(level)


def _sampled(counts: Counts, n_replicates: int, rng: Generator) -> Bands:
    if not np.issubdtype(counts.tp.dtype, np.integer):
        raise ValueError(f"counts must be of unweighted rows, got {counts.tp.dtype}")
    rarer = int(min(counts.positives, counts.negatives))
    if rarer < MIN_ROWS:
        raise ValueError(f"a band needs at least {MIN_ROWS} rows in each class, got {rarer}")
    hull = convex_hull(counts)
    replicates = replicate(counts, kept_thresholds(counts, hull.index), n_replicates, rng)
    return bands(hull, replicates, counts.tpr, counts.fpr, rng)
