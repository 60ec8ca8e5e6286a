"""Which of several models costs least when the cost ratio is uncertain (Adams & Hand 1999)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from costdash.core.conditions.distributions import between
from costdash.core.conditions.intervals import Imprecise
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.envelopes import ModelRange, best_where, dominance_ranges
from costdash.core.curves.hull import Hull
from costdash.core.types import Floats


@dataclass(frozen=True, slots=True)
class CostBelief:
    """A belief about the cost ratio cost_fn / cost_fp at a known prior.

    The ratio r is mapped onto (0, 1) by r / (1 + r), the share of cost_fn in both costs. The
    belief is a triangular distribution of that share.

    Parameters
    ----------
    low, likely, high : float
        Smallest, most likely and largest cost ratio.
    prior : float
        Share of positives where the model is used, in (0, 1).

    Raises
    ------
    ValueError
        Unless 0 < low <= likely <= high, low < high, and 0 < prior < 1.

    References
    ----------
    Adams & Hand (1999).

    Examples
    --------
    >>> from costdash.core import CostBelief
    >>> belief = CostBelief(low=2, likely=5, high=20, prior=0.5)
    >>> round(belief.pcf(5), 3)
    0.833
    """

    low: float
    likely: float
    high: float
    prior: float

    def __post_init__(self) -> None:
        if not (0 < self.low <= self.likely <= self.high < np.inf and self.low < self.high):
            given = f"{self.low}, {self.likely}, {self.high}"
            raise ValueError(f"cost ratios must be positive and rise, got {given}")
        if not 0 < self.prior < 1:
            raise ValueError(f"prior must lie in (0, 1), got {self.prior}")

    def pcf(self, ratio: float) -> float:
        """PC(+) at a cost ratio."""
        return self.prior * ratio / (self.prior * ratio + 1 - self.prior)

    def below(self, pcf: ArrayLike) -> Floats:
        """Probability that PC(+) is below pcf (any shape)."""
        x = np.asarray(pcf, dtype=float)
        fn, fp = x * (1 - self.prior), (1 - x) * self.prior
        if self.low < 1:
            share = [r / (1 + r) for r in (self.low, self.likely, self.high)]
            return _triangle_below(share, fn / (fn + fp))
        # by the share of a false alarm in both costs: a large ratio leaves its own share at 1
        share = [1 / (1 + r) for r in (self.high, self.likely, self.low)]
        return 1 - _triangle_below(share, fp / (fn + fp))


def belief_within(ranges: Imprecise | None, point: OperatingPoint) -> CostBelief | None:
    """The belief that the cost ratio lies in the ranges, most likely that of the point.

    None where the ratio is exact. The point's ratio is moved into the range if it lies outside.
    """
    if ranges is None or ranges.cost_ratio[0] == ranges.cost_ratio[1]:
        return None
    low, high = ranges.cost_ratio
    return CostBelief(low, min(max(point.cost_ratio, low), high), high, point.prior)


def _triangle_below(share: list[float], x: Floats) -> Floats:
    """Mass below x of the triangle (low, likely, high), in units of high against underflow."""
    low, likely, high = share
    return between(low / high, 1.0, likely / high).mass(x / high)


@dataclass(frozen=True, slots=True)
class Superiority:
    """A range of the common envelope within a belief, and its probability.

    Created by `relative_superiority`.

    Attributes
    ----------
    model_range : ModelRange
        The range of the envelope: its best models, or its trivial call.
    low, high : float
        Ends of its part within the belief, as PC(+).
    probability : float
        Probability of that part, in [0, 1].

    Examples
    --------
    >>> from costdash.core import CostBelief, common_hull, count, relative_superiority
    >>> counts = {"rf": count([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.8, 0.9])}
    >>> ranges = relative_superiority(common_hull(counts), CostBelief(1, 3, 9, prior=0.5))
    >>> ranges[0].model_range.owners
    ('rf',)
    """

    model_range: ModelRange
    low: float
    high: float
    probability: float


def relative_superiority(common: Hull, belief: CostBelief) -> tuple[Superiority, ...]:
    """Which model is best, and with what probability, within the belief.

    Parameters
    ----------
    common : Hull
        Common hull of the models.
    belief : CostBelief
        Distribution of the cost ratio.

    Returns
    -------
    tuple of Superiority
        Ranges with rising PC(+); their probabilities sum to 1.

    References
    ----------
    Adams & Hand (1999), relative superiority graph; Fawcett (2004), section 7.5.3.

    Examples
    --------
    >>> from costdash.core import CostBelief, common_hull, count, relative_superiority
    >>> counts = {"rf": count([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.4, 0.8, 0.9])}
    >>> ranges = relative_superiority(common_hull(counts), CostBelief(1, 3, 9, prior=0.5))
    >>> round(sum(optimal.probability for optimal in ranges), 9)
    1.0
    """
    ends = belief.pcf(belief.low), belief.pcf(belief.high)
    inside = []
    for model_range in best_where(common):
        low, high = max(model_range.low, ends[0]), min(model_range.high, ends[1])
        if low < high:
            probability = float(belief.below(high) - belief.below(low))
            inside.append(Superiority(model_range, low, high, probability))
        elif model_range.low <= ends[0] == ends[1] <= model_range.high:  # equal within rounding
            inside = [Superiority(model_range, *ends, 1.0)]
    return tuple(inside)


def lc_index(hull_a: Hull, hull_b: Hull, belief: CostBelief) -> float:
    """LC index: probability that model a costs less than b, minus probability that b costs less.

    Ranges in which both cost the same count for neither. The index says which model wins, not by
    how much.

    Parameters
    ----------
    hull_a, hull_b : Hull
        Hulls of the two models.
    belief : CostBelief
        Distribution of the cost ratio.

    Returns
    -------
    float
        Between -1 (b is better for certain) and 1 (a is).

    References
    ----------
    Adams & Hand (1999); Fawcett (2004), section 7.5.3.

    Examples
    --------
    >>> from costdash.core import CostBelief, convex_hull, count, lc_index
    >>> is_positive = [0, 0, 1, 0, 1, 1]
    >>> good = convex_hull(count(is_positive, [0.1, 0.2, 0.6, 0.4, 0.8, 0.9]))
    >>> poor = convex_hull(count(is_positive, [0.5, 0.6, 0.3, 0.7, 0.2, 0.9]))
    >>> round(lc_index(good, poor, CostBelief(low=1, likely=3, high=9, prior=0.5)), 9)
    1.0
    """
    sign = {"a": 1, "b": -1, "equal": 0}
    ranges = dominance_ranges(hull_a, hull_b)
    return float(sum(sign[r.better] * (belief.below(r.high) - belief.below(r.low)) for r in ranges))
