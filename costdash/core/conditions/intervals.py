"""Prior and costs that are given as intervals, and the resulting interval of PC(+)."""

from dataclasses import dataclass
from itertools import product
from math import factorial, log, prod

from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.types import Interval

NARROW = 1e-5  # of the widest; narrower intervals count as their middle, so that nothing cancels


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

    def share_below(self, pcf: float) -> float:
        """The share of these conditions in which PC(+) is at most `pcf`.

        The log odds of the prior and the logarithms of the costs are spread evenly, so the log odds
        of PC(+) are a sum of independent uniform variables.
        """
        lowest, highest = self.pcf
        if not lowest < pcf < highest:
            return float(pcf >= highest)
        prior = [log(_odds(end)) for end in self.prior]
        costs = [[log(end) for end in ends] for ends in (self.cost_fn, self.cost_fp)]
        widths = [high - low for low, high in (prior, *costs)]
        wide = [width for width in widths if width > NARROW * max(widths)]
        above = log(_odds(pcf)) - (prior[0] + costs[0][0] - costs[1][1])
        above -= (sum(widths) - sum(wide)) / 2
        share = sum(
            (-1) ** sum(map(bool, corner)) * max(above - sum(corner), 0) ** len(wide)
            for corner in product(*((0, width) for width in wide))
        ) / (factorial(len(wide)) * prod(wide))
        return min(max(share, 0.0), 1.0)

    def expected_cost(self, fpr: float, tpr: float) -> Interval:
        """Smallest and largest expected cost per case of one rule anywhere in the intervals.

        The cost is linear in each of the three, so both lie at corners.
        """
        corners = product(self.prior, self.cost_fn, self.cost_fp)
        costs = [float(OperatingPoint(*corner).expected_cost(fpr, tpr)) for corner in corners]
        return min(costs), max(costs)


def _odds(prior: float) -> float:
    return prior / (1 - prior)


def _overlap(interval: Interval, low: float, high: float) -> Interval:
    """The part of `interval` within [low, high]; a single point if rounding separates them."""
    low, high = (min(max(x, interval[0]), interval[1]) for x in (low, high))
    return min(low, high), high
