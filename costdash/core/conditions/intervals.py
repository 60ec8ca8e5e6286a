"""Prior and costs that are given as intervals, and the resulting interval of PC(+)."""

from dataclasses import dataclass
from itertools import product
from math import log

import numpy as np

from costdash.core.conditions.distributions import Beta, PointMass, Triangular, Uniform, between
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.types import Interval

# How the values in the ranges are weighted: the most likely values, the distribution of PC(+), or
# None, if all values of a range are equally likely.
RangeWeighting = OperatingPoint | Beta | None

FINE_PARTS, COARSE_PARTS = 512, 64  # equally likely parts of each range beside the widest


@dataclass(frozen=True, slots=True)
class Imprecise:
    """Intervals of prior and costs; an interval with equal ends is an exact value.

    Provost & Fawcett (1997), "Sensitivity analysis". Raises ValueError if an interval runs
    downwards, or if `OperatingPoint` rejects one of its ends.
    """

    prior: Interval
    cost_fn: Interval = (1.0, 1.0)
    cost_fp: Interval = (1.0, 1.0)

    def __post_init__(self) -> None:
        for name in ("prior", "cost_fn", "cost_fp"):
            low, high = getattr(self, name)
            if not low <= high:
                raise ValueError(f"{name} must run from low to high, got {low} to {high}")
        _ = self.pcf  # raises if an end is not a valid prior or cost

    @property
    def pcf(self) -> Interval:
        """Smallest and largest PC(+)."""
        lowest = OperatingPoint(self.prior[0], self.cost_fn[0], self.cost_fp[1])
        highest = OperatingPoint(self.prior[1], self.cost_fn[1], self.cost_fp[0])
        return lowest.pcf, highest.pcf

    @property
    def cost_ratio(self) -> Interval:
        """Smallest and largest cost_fn / cost_fp."""
        return self.cost_fn[0] / self.cost_fp[1], self.cost_fn[1] / self.cost_fp[0]

    def mean_point(self, weighting: RangeWeighting = None) -> OperatingPoint:
        """The operating point of the mean conditions.

        Prior and costs are independent, so the average cost of any fixed rule over the ranges is
        its cost at this point, and the rule that is best here costs least on average. weighting:
        the most likely values, as in `share_below`; or the distribution of PC(+), whose mean the
        point then has at the means of the prior and of cost_fp.
        """
        likely = weighting if isinstance(weighting, OperatingPoint) else None
        ends = (self.prior, self.cost_fn, self.cost_fp)
        modes = (likely.prior, likely.cost_fn, likely.cost_fp) if likely else (None,) * 3
        prior, cost_fn, cost_fp = (
            distribution_within(each, mode).mean for each, mode in zip(ends, modes)
        )
        if isinstance(weighting, Beta):
            cost_fn = cost_fp * _odds(weighting.mean) / _odds(prior)
        return OperatingPoint(prior, cost_fn, cost_fp)

    def within(self, low: float, high: float) -> "Imprecise":
        """The narrowest intervals that hold all of these conditions with PC(+) in [low, high]."""
        low, high = _overlap(self.pcf, low, high)
        odds_low, odds_high = low / (1 - low), high / (1 - high)
        prior_odds = (_odds(self.prior[0]), _odds(self.prior[1]))
        (fn_low, fn_high), (fp_low, fp_high) = self.cost_fn, self.cost_fp
        ratio = self.cost_ratio
        prior = _overlap(prior_odds, odds_low / ratio[1], odds_high / ratio[0])
        return Imprecise(
            prior=(prior[0] / (1 + prior[0]), prior[1] / (1 + prior[1])),
            cost_fn=_overlap(
                (fn_low, fn_high),
                odds_low * fp_low / prior_odds[1],
                odds_high * fp_high / prior_odds[0],
            ),
            cost_fp=_overlap(
                (fp_low, fp_high),
                prior_odds[0] * fn_low / odds_high,
                prior_odds[1] * fn_high / odds_low,
            ),
        )

    def share_below(self, pcf: float, likely: OperatingPoint | None = None) -> float:
        """The share of these conditions in which PC(+) is at most `pcf`.

        Prior and costs are independent, with all values of a range equally likely; with `likely`
        as triangles whose modes are its values. Exact along the widest range; the other two are
        split into equally likely parts.
        """
        lowest, highest = self.pcf
        if not lowest < pcf < highest:
            return float(pcf >= highest)
        ends, odds = (self.prior, self.cost_fn, self.cost_fp), _odds(pcf)
        modes = (likely.prior, likely.cost_fn, likely.cost_fp) if likely else (None,) * 3
        prior, cost_fn, cost_fp = map(distribution_within, ends, modes)
        widths = [log(_odds(self.prior[1]) / _odds(self.prior[0]))]
        widths += [log(high / low) for low, high in ends[1:]]
        widest = widths.index(max(widths))
        parts = FINE_PARTS if sum(width > 0 for width in widths) < 3 else COARSE_PARTS
        middles = (np.arange(parts) + 0.5) / parts
        if widest == 0:
            fn, fp = cost_fn.quantile(middles)[:, None], cost_fp.quantile(middles)
            most = odds * fp / fn
            return float(np.mean(prior.mass(most / (1 + most))))
        p = prior.quantile(middles)[:, None]
        if widest == 1:
            most = odds * cost_fp.quantile(middles) * (1 - p) / p
            return float(np.mean(cost_fn.mass(most)))
        least = p / (1 - p) * cost_fn.quantile(middles) / odds
        return float(np.mean(1 - cost_fp.mass(least)))

    def expected_cost(self, fpr: float, tpr: float) -> Interval:
        """Smallest and largest expected cost per case of one rule anywhere in the intervals.

        The cost is linear in each of the three, so both lie at corners.
        """
        costs = [float(corner.expected_cost(fpr, tpr)) for corner in self.corners]
        return min(costs), max(costs)

    @property
    def corners(self) -> list[OperatingPoint]:
        """The eight operating points at the ends of all intervals."""
        return [OperatingPoint(*each) for each in product(self.prior, self.cost_fn, self.cost_fp)]


def distribution_within(ends: Interval, mode: float | None) -> PointMass | Uniform | Triangular:
    """A distribution over the range; with a mode the triangle whose top is the nearest value."""
    low, high = ends
    return between(low, high, None if mode is None else min(max(mode, low), high))


def _odds(prior: float) -> float:
    return prior / (1 - prior)


def _overlap(interval: Interval, low: float, high: float) -> Interval:
    """The part of `interval` within [low, high]; a single point if rounding separates them."""
    low, high = (min(max(x, interval[0]), interval[1]) for x in (low, high))
    return min(low, high), high
