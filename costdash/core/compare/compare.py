"""Comparing two models of an analysis, or all pairs of them."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import numpy as np

from costdash.core.analysis.analyse import PROCESSORS
from costdash.core.analysis.analysis import Analysis
from costdash.core.compare.comparison import Comparison
from costdash.core.compare.crossovers import ESTIMATES, HELD, CrossoverInterval, crossover_intervals
from costdash.core.compare.delong import area_difference
from costdash.core.compare.difference_band import DifferenceBand, band_of, without_band
from costdash.core.compare.paired_bootstrap import paired_replicates, path_of, replicated_gaps
from costdash.core.compare.paired_sample import JointCells, PairedRows
from costdash.core.curves.regions import crossovers, regions
from costdash.core.resample.bootstrap import MIN_ROWS
from costdash.core.sample.predictions import Predictions

MOST_MODELS = 10  # of which all pairs are compared


def compare(
    analysis: Analysis,
    cells: JointCells,
    a: str,
    b: str,
    *,
    level: float | None = None,
    pcfs: Sequence[float] = (),
) -> Comparison:
    """nec(a) - nec(b) with its bands, crossovers and areas; no rows are needed beyond `cells`.

    cells are those of a and b, in either order: the same seed gives exactly the mirrored
    comparison. level: the analysis's by default; pcfs are added to the values at which the
    band is computed. Raises ValueError for the cells of another pair and unless 0 < level < 1.
    """
    level = analysis.level if level is None else level
    if not 0 < level < 1:
        raise ValueError(f"level must lie in (0, 1), got {level}")
    if {a, b} != set(cells.names):
        raise ValueError(f"the joint cells are those of {cells.names}, not of {(a, b)}")
    first, second = cells.names
    hulls = analysis.models[first].hull, analysis.models[second].hull
    band, intervals = _resampled(analysis, cells, hulls, level, tuple(pcfs))
    found = Comparison(
        a=first,
        b=second,
        places=(analysis.place[first], analysis.place[second]),
        x=band.x,
        value=band.value,
        low=band.low,
        high=band.high,
        wide_low=band.wide_low,
        wide_high=band.wide_high,
        safe=band.safe,
        p_at=band.p_at,
        p=band.p,
        regions=regions(*hulls),
        crossovers=intervals,
        auc_difference=area_difference(cells.areas, level, cells.same),
        level=level,
        n_replicates=analysis.n_replicates,
        seed=analysis.seed,
        banded=cells.smallest_class >= MIN_ROWS,
        clustered=cells.together,
        chosen=analysis.chosen,
        crossover_estimates=ESTIMATES if analysis.parts is None else HELD,
    )
    return found if (a, b) == (first, second) else found.swapped()


def compare_all(
    predictions: Predictions,
    analysis: Analysis,
    pcfs: Sequence[float] = (),
    names: Sequence[str] | None = None,
    level: float | None = None,
) -> Iterator[Comparison]:
    """Every pair of the named models (default: all), in order; none of more than MOST_MODELS.

    Each model's rows are read once, and some pairs are compared side by side.
    """
    names = tuple(analysis.models if names is None else names)
    if len(names) > MOST_MODELS:
        return
    rows = PairedRows(predictions, analysis)

    def one(pair: tuple[str, str]) -> Comparison:
        return compare(analysis, rows.cells(*pair), *pair, level=level, pcfs=pcfs)

    with ThreadPoolExecutor(PROCESSORS) as pool:
        yield from pool.map(one, combinations(names, 2))


def _resampled(
    analysis: Analysis, cells: JointCells, hulls, level: float, pcfs: tuple[float, ...]
) -> tuple[DifferenceBand, tuple[CrossoverInterval, ...]]:
    path, crossing = path_of(*hulls), crossovers(*hulls)
    if cells.smallest_class < MIN_ROWS:
        unknown = [CrossoverInterval(c.pcf, c.slope, *[np.nan] * 4) for c in crossing]
        return without_band(hulls, path, pcfs), tuple(unknown)
    place = analysis.place
    rng = np.random.default_rng((analysis.seed, *(place[name] for name in cells.names), 1))
    replicates = paired_replicates(cells, analysis.n_replicates, rng)
    gaps = replicated_gaps(cells, path, replicates, rng)
    led = [region.better for region in regions(*hulls) if region.better != "equal"]
    lead = {"a": -1, "b": 1}[led[0]] if led else 0
    return (
        band_of(hulls, path, gaps, level, pcfs),
        crossover_intervals(crossing, replicates, lead, level, analysis.parts and hulls),
    )
