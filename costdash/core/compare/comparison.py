"""Two models compared: where, by how much, and whether it is real.

Comparing two models of an analysis, or all pairs of them.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from costdash.core.analysis.analyse import PROCESSORS
from costdash.core.analysis.analysis import Analysis
from costdash.core.compare.crossovers import ESTIMATES, HELD, CrossoverInterval, crossover_intervals
from costdash.core.compare.delong import AreaDifference, area_difference
from costdash.core.compare.difference_band import DifferenceBand, band_of, scheme, without_band
from costdash.core.compare.paired_bootstrap import paired_replicates, path_of, replicated_gaps
from costdash.core.compare.paired_sample import JointCells, PairedRows
from costdash.core.curves.envelopes import crossovers, regions
from costdash.core.curves.piecewise_linear import Region, signed_segments
from costdash.core.resample.bootstrap import MIN_ROWS
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Bools, Floats

SWAPPED = {"a": "b", "b": "a", "equal": "equal"}
SAFE = "; Jeffreys limits where fewer than 5 rows tell the models apart"
MOST_MODELS = 10  # of which all pairs are compared


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """nec(a) - nec(b), its bands, and all that is said of two models.

    x, value, low, high, wide_low, wide_high, safe (m,): pcf, rising, with both ends of every
    stretch of constant thresholds; the difference; its pointwise limits; those of the whole curve
    at once; where Jeffreys' limits stand in. Without a band (fewer than MIN_ROWS rows in a class)
    the limits are nan. p_at (m,): of no difference at one pcf; p: of none anywhere, by the whole
    curve; nan without a band.
    places: of a and b among the models of the file. chosen: where thresholds were, in words.
    crossover_estimates says what the limits of the crossovers are limits of.
    """

    a: str
    b: str
    places: tuple[int, int]
    x: Floats
    value: Floats
    low: Floats
    high: Floats
    wide_low: Floats
    wide_high: Floats
    safe: Bools
    p_at: Floats
    p: float
    regions: tuple[Region, ...]
    crossovers: tuple[CrossoverInterval, ...]
    auc_difference: AreaDifference
    level: float
    n_replicates: int
    seed: int
    banded: bool
    clustered: bool
    chosen: str
    crossover_estimates: str = ESTIMATES

    def limits(self, simultaneous: bool = False) -> tuple[Floats, Floats]:
        """Low and high (m,) along x: at each pcf, or of the whole curve at once."""
        return (self.wide_low, self.wide_high) if simultaneous else (self.low, self.high)

    def scheme(self, simultaneous: bool = False) -> str:
        """What the band is; "" without one."""
        if not self.banded:
            return ""
        return scheme(self.clustered, simultaneous, self.chosen) + SAFE * bool(self.safe.any())

    @property
    def largest(self) -> tuple[float, float]:
        """pcf where the models differ most, and the difference there."""
        at = int(np.abs(self.value).argmax())
        return float(self.x[at]), float(self.value[at])

    def significant(self, simultaneous: bool = False) -> tuple[Region, ...]:
        """Ranges where the band excludes zero; Drummond & Holte (2004), section 9."""
        if not self.banded:
            return ()
        low, high = self.limits(simultaneous)
        found = [r for r in signed_segments(self.x, low) if r.better == "b"]
        found += [r for r in signed_segments(self.x, high) if r.better == "a"]
        return tuple(sorted(found, key=lambda region: region.low))

    def non_inferior(self, margin: float, simultaneous: bool = False) -> tuple[Region, ...]:
        """Ranges where a costs at most `margin` (in nec) more than b, as far as the band says."""
        if not margin > 0:
            raise ValueError(f"margin must be positive, got {margin}")
        if not self.banded:
            return ()
        found = signed_segments(self.x, self.limits(simultaneous)[1] - margin)
        return tuple(region for region in found if region.better == "a")

    def at(self, pcf: float, simultaneous: bool = False) -> tuple[float, float, float]:
        """Difference and its limits at one pcf; limits are straight between the values of x."""
        return self._read(pcf, self.value, *self.limits(simultaneous))

    def p_here(self, pcf: float) -> float:
        """Of no difference at this pcf, from the replicates; nan without a band."""
        return self._read(pcf, self.p_at)[0]

    def _read(self, pcf: float, *curves: Floats) -> tuple[float, ...]:
        if not 0 <= pcf <= 1:
            raise ValueError(f"pcf must lie in [0, 1], got {pcf}")
        right = int(np.searchsorted(self.x, pcf).clip(1, self.x.size - 1))
        left = right - 1
        run = self.x[right] - self.x[left]
        share = 1.0 if run == 0 else (pcf - self.x[left]) / run
        return tuple(
            float(y[right] if share == 1 else y[left] + share * (y[right] - y[left]))
            for y in curves
        )

    def swapped(self) -> "Comparison":
        """The same comparison told the other way round: nec(b) - nec(a)."""
        areas = self.auc_difference
        return replace(
            self,
            a=self.b,
            b=self.a,
            places=self.places[::-1],
            value=-self.value,
            low=-self.high,
            high=-self.low,
            wide_low=-self.wide_high,
            wide_high=-self.wide_low,
            regions=tuple(replace(r, better=SWAPPED[r.better]) for r in self.regions),
            auc_difference=replace(areas, value=-areas.value, low=-areas.high, high=-areas.low),
        )


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
    places = (analysis.place[name] for name in cells.names)
    rng = generator(analysis.seed, Stream.DIFFERENCE_BAND, *places)
    replicates = paired_replicates(cells, analysis.n_replicates, rng)
    gaps = replicated_gaps(cells, path, replicates, rng)
    led = [region.better for region in regions(*hulls) if region.better != "equal"]
    lead = {"a": -1, "b": 1}[led[0]] if led else 0
    return (
        band_of(hulls, path, gaps, level, pcfs),
        crossover_intervals(crossing, replicates, lead, level, analysis.parts and hulls),
    )
