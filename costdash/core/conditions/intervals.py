"""Prior and costs that are only known as ranges, and every answer that is best within them."""

from dataclasses import dataclass
from itertools import product

from costdash.core.conditions.operating_point import OperatingPoint

Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Imprecise:
    """Prior and costs from low to high, each; equal ends are a known value.

    Provost & Fawcett (1997), "Sensitivity analysis". Raises ValueError where low is above high,
    and as OperatingPoint does for the ends.
    """

    prior: Range
    cost_fn: Range = (1.0, 1.0)
    cost_fp: Range = (1.0, 1.0)

    def __post_init__(self):
        for name in ("prior", "cost_fn", "cost_fp"):
            low, high = getattr(self, name)
            if not low <= high:
                raise ValueError(f"{name} must run from low to high, got {low} to {high}")
        _ = self.pcf  # refuses ends that are no prior or no cost

    @property
    def pcf(self) -> Range:
        """PC(+) from its least to its greatest."""
        least = OperatingPoint(self.prior[0], self.cost_fn[0], self.cost_fp[1])
        most = OperatingPoint(self.prior[1], self.cost_fn[1], self.cost_fp[0])
        return least.pcf, most.pcf

    @property
    def cost_ratio(self) -> Range:
        """How many times a false alarm a missed positive costs, least and most."""
        return self.cost_fn[0] / self.cost_fp[1], self.cost_fn[1] / self.cost_fp[0]

    def within(self, low: float, high: float) -> "Imprecise":
        """The narrowest ranges that hold all of these conditions with PC(+) from low to high."""
        low, high = _overlap(self.pcf, low, high)
        least, most = low / (1 - low), high / (1 - high)
        odds = tuple(p / (1 - p) for p in self.prior)
        (fn0, fn1), (fp0, fp1) = self.cost_fn, self.cost_fp
        ratio = self.cost_ratio
        prior = _overlap(odds, least / ratio[1], most / ratio[0])
        return Imprecise(
            prior=tuple(x / (1 + x) for x in prior),
            cost_fn=_overlap((fn0, fn1), least * fp0 / odds[1], most * fp1 / odds[0]),
            cost_fp=_overlap((fp0, fp1), odds[0] * fn0 / most, odds[1] * fn1 / least),
        )

    def expected_cost(self, fpr: float, tpr: float) -> Range:
        """Least and greatest expected cost per case of one rule anywhere in the ranges.

        It is linear in each of the three, so both are found at corners.
        """
        corners = product(self.prior, self.cost_fn, self.cost_fp)
        costs = [float(OperatingPoint(*corner).expected_cost(fpr, tpr)) for corner in corners]
        return min(costs), max(costs)


def _overlap(known: Range, low: float, high: float) -> Range:
    """What of `known` lies from low to high, where rounding may let them just miss."""
    low, high = (min(max(x, known[0]), known[1]) for x in (low, high))
    return min(low, high), high
