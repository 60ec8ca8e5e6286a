"""The band of a difference of expected costs, at each PC(+) or along the whole curve.

One band at a time of a difference, from the rows.
"""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from costdash.core.compare.paired_bootstrap import Path, paired_replicates, path_of, replicated_gaps
from costdash.core.compare.paired_sample import cells_of
from costdash.core.curves.cost import PCF_GRID, normalized_expected_cost
from costdash.core.curves.hull import Hull, convex_hull
from costdash.core.curves.multiclass import ModelRows
from costdash.core.resample.bands import Band, percentile_limits
from costdash.core.resample.bootstrap import MIN_ROWS
from costdash.core.resample.simultaneous import Stretched, in_widths, stretched
from costdash.core.sample.counts import count
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Bools, Floats

POINTWISE = "percentile pointwise"
SIMULTANEOUS = "whole curve at once"
P_LEVEL = 0.95  # of the widths in which p measures how far a curve strays


@dataclass(frozen=True, slots=True, eq=False)
class DifferenceBand:
    """nec(first) - nec(second) along pcf x (m,), with limits low and high (m,).

    x holds both ends of every stretch, since limits may jump where a threshold changes.
    wide_low, wide_high (m,) hold the whole curve at once; safe (m,) where Jeffreys' cells stand
    in for few rows; p_at (m,): how often no difference there would look as large; p: how often a
    curve without any difference would stray as far somewhere.
    """

    x: Floats
    value: Floats
    low: Floats
    high: Floats
    wide_low: Floats
    wide_high: Floats
    safe: Bools
    p_at: Floats
    p: float


def band_of(
    hulls: tuple[Hull, Hull],
    path: Path,
    gaps: tuple[Floats, Floats, Bools],
    level: float,
    pcfs: tuple[float, ...] = (),
) -> DifferenceBand:
    """Percentile limits at each pcf, thresholds held as the full sample chose them.

    gaps as from replicated_gaps. Drummond & Holte (2004), section 9. Limits of the whole curve
    are the pointwise ones, stretched. p is by the widths of the limits at P_LEVEL, whatever the
    level, so that it does not change with the band that is drawn.
    """
    x, at, value = _difference(hulls, path, pcfs)
    fpr, tpr, safe = gaps
    drawn = fpr.T[at] * (1 - x)[:, None]
    drawn -= tpr.T[at] * x[:, None]
    ordered = np.sort(drawn, axis=1).T
    low, high = percentile_limits(ordered, value, level)
    whole = told = stretched(drawn, value, low, high, level)
    if level != P_LEVEL:
        told = stretched(drawn, value, *percentile_limits(ordered, value, P_LEVEL), P_LEVEL)
    return DifferenceBand(
        x=x,
        value=value,
        low=low,
        high=high,
        wide_low=whole.low,
        wide_high=whole.high,
        safe=safe[at],
        p_at=_two_sided(drawn),
        p=_anywhere(told, value),
    )


def scheme(
    clustered: bool, simultaneous: bool = False, chosen: str = "chosen on these rows"
) -> str:
    """What the band is, in the words of the contract; `chosen`: where thresholds were, in words."""
    units = "paired, clusters resampled, " if clustered else "paired class-stratified "
    return f"{units}{SIMULTANEOUS if simultaneous else POINTWISE}, thresholds {chosen}"


def without_band(
    hulls: tuple[Hull, Hull], path: Path, pcfs: tuple[float, ...] = ()
) -> DifferenceBand:
    """The difference alone, for classes with too few rows; limits and p are nan."""
    x, _, value = _difference(hulls, path, pcfs)
    limits = [np.full(x.size, np.nan)] * 4
    safe = np.zeros(x.size, dtype=bool)
    return DifferenceBand(x, value, *limits, safe=safe, p_at=limits[0], p=np.nan)


def _anywhere(whole: Stretched, value: Floats) -> float:
    """How often a replicate strays as far, in widths of the band, as value (m,) is from zero."""
    lead = in_widths(np.abs(value), np.where(value > 0, whole.under, whole.over)).max()
    return float((1 + np.count_nonzero(whole.farthest >= lead)) / (1 + whole.farthest.size))


def _two_sided(drawn: Floats) -> Floats:
    """Of replicates (m, b): twice the smaller share beyond zero, at most 1 and never 0."""
    beyond = [np.count_nonzero(side, axis=1) for side in (drawn <= 0, drawn >= 0)]
    return np.minimum(1, 2 * (1 + np.minimum(*beyond)) / (1 + drawn.shape[1]))


def _difference(hulls, path: Path, pcfs):
    """x (m,), the stretch of each, and the full sample's difference there."""
    x, at = _stretches(path, pcfs)
    return x, at, _nec(hulls[0], path.first[at], x) - _nec(hulls[1], path.second[at], x)


def _stretches(path: Path, pcfs):
    """x (m,) rising: PCF_GRID, `pcfs` and both ends of every stretch; and the stretch of each."""
    inner = np.unique(np.concatenate((PCF_GRID, np.asarray(pcfs, dtype=float))))
    inner = inner[~np.isin(inner, path.edge)]
    count = np.arange(path.first.size)
    x = np.concatenate((path.edge[:-1], path.edge[1:], inner))
    at = np.concatenate((count, count, np.searchsorted(path.edge, inner) - 1))
    order = np.lexsort((x, at))
    return x[order], at[order]


def _nec(hull: Hull, vertex, x) -> Floats:
    return normalized_expected_cost(hull.fpr[vertex], hull.tpr[vertex], x)


def difference_band(
    predictions: Predictions,
    a: str,
    b: str,
    *,
    level: float = 0.95,
    n_replicates: int = 2000,
    simultaneous: bool = False,
    rng: Generator,
) -> Band:
    """nec(a) - nec(b) along pcf at the thresholds that the full sample finds cheapest.

    Drummond & Holte (2004), section 9. Raises ValueError for fewer than MIN_ROWS rows (clusters,
    where rows come in such) in a class, and unless 0 < level < 1.
    """
    if not 0 < level < 1:
        raise ValueError(f"level must lie in (0, 1), got {level}")
    seen, hulls = [], []
    for name in (a, b):
        counts = count(predictions.is_positive, predictions.scores[name], predictions.weight)
        hulls.append(convex_hull(counts, name))
        seen.append(ModelRows.of(predictions, name, counts, hulls[-1]))
    cells = cells_of(predictions, (a, b), seen, rng)
    if cells.smallest_class < MIN_ROWS:
        few = cells.smallest_class
        raise ValueError(f"a band needs at least {MIN_ROWS} rows in each class, got {few}")
    path = path_of(*hulls)
    gaps = replicated_gaps(cells, path, paired_replicates(cells, n_replicates, rng), rng)
    band = band_of(tuple(hulls), path, gaps, level)
    low, high = (band.wide_low, band.wide_high) if simultaneous else (band.low, band.high)
    return Band(band.x, low, high, level, scheme(cells.together, simultaneous), band.safe)
