"""Two models compared: where, by how much, and whether it is real."""

from dataclasses import dataclass, replace

import numpy as np

from costdash.core.compare.crossovers import ESTIMATES, CrossoverInterval
from costdash.core.compare.delong import AreaDifference
from costdash.core.compare.difference_band import scheme
from costdash.core.curves.signed_ranges import Region, signed_ranges
from costdash.core.sample.predictions import Bools, Floats

SWAPPED = {"a": "b", "b": "a", "equal": "equal"}
SAFE = "; Jeffreys limits where fewer than 5 rows tell the models apart"


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
        found = [r for r in signed_ranges(self.x, low) if r.better == "b"]
        found += [r for r in signed_ranges(self.x, high) if r.better == "a"]
        return tuple(sorted(found, key=lambda region: region.low))

    def non_inferior(self, margin: float, simultaneous: bool = False) -> tuple[Region, ...]:
        """Ranges where a costs at most `margin` (in nec) more than b, as far as the band says."""
        if not margin > 0:
            raise ValueError(f"margin must be positive, got {margin}")
        if not self.banded:
            return ()
        found = signed_ranges(self.x, self.limits(simultaneous)[1] - margin)
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
