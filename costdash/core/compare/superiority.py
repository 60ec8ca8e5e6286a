"""Which model wins when the cost ratio is only roughly known."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from costdash.core.conditions.distributions import Triangular
from costdash.core.curves.envelopes import Stretch, best_where, regions
from costdash.core.curves.hull import Hull
from costdash.core.types import Floats


@dataclass(frozen=True, slots=True)
class CostBelief:
    """An interval of cost ratios, cost_fn / cost_fp, with a most likely value, at a known prior.

    Following Adams & Hand (1999) the ratio r is mapped onto (0, 1), here to r / (1 + r), the
    missed positive's share of both costs, and the belief is a triangle over that share.
    Raises ValueError unless 0 < low <= likely <= high, low < high, and 0 < prior < 1.
    """

    low: float
    likely: float
    high: float
    prior: float

    def __post_init__(self):
        if not (0 < self.low <= self.likely <= self.high < np.inf and self.low < self.high):
            given = f"{self.low}, {self.likely}, {self.high}"
            raise ValueError(f"cost ratios must be positive and rise, got {given}")
        if not 0 < self.prior < 1:
            raise ValueError(f"prior must lie in (0, 1), got {self.prior}")

    def pcf(self, ratio: float) -> float:
        """PC(+) at a cost ratio."""
        return self.prior * ratio / (self.prior * ratio + 1 - self.prior)

    def below(self, pcf: ArrayLike) -> Floats:
        """How likely PC(+) is to lie below pcf (any shape)."""
        x = np.asarray(pcf, dtype=float)
        fn, fp = x * (1 - self.prior), (1 - x) * self.prior
        low, likely, high = (r / (1 + r) for r in (self.low, self.likely, self.high))
        return Triangular(low, likely, high).mass(fn / (fn + fp))


@dataclass(frozen=True, slots=True)
class Superiority:
    """A stretch of the common envelope inside the interval, and how likely the costs are there."""

    stretch: Stretch
    low: float
    high: float
    probability: float


def relative_superiority(common: Hull, belief: CostBelief) -> tuple[Superiority, ...]:
    """Who is best over the interval believed in, rising in PC(+); probabilities sum to 1.

    The relative superiority graph of Adams & Hand (1999); Fawcett (2004), section 7.5.3.
    """
    ends = belief.pcf(belief.low), belief.pcf(belief.high)
    inside = []
    for stretch in best_where(common):
        low, high = max(stretch.low, ends[0]), min(stretch.high, ends[1])
        if low < high:
            probability = float(belief.below(high) - belief.below(low))
            inside.append(Superiority(stretch, low, high, probability))
    return tuple(inside)


def lc_index(hull_a: Hull, hull_b: Hull, belief: CostBelief) -> float:
    """Confidence that a is better than b: how likely a is, minus how likely b is, -1 to 1.

    Where both cost the same neither counts. It says which model wins, not by how much.
    Adams & Hand (1999); Fawcett (2004), section 7.5.3.
    """
    sign = {"a": 1, "b": -1, "equal": 0}
    ranges = regions(hull_a, hull_b)
    return float(sum(sign[r.better] * (belief.below(r.high) - belief.below(r.low)) for r in ranges))
