"""Where a model will be used: the prior of positives and what each mistake costs."""

from dataclasses import dataclass, replace
from math import isfinite

PCF_MARGIN = 1e-6  # a moved point keeps this distance from pcf 0 and 1, where the ratio is lost


@dataclass(frozen=True, slots=True)
class OperatingPoint:
    """Prior of positives and the costs of the two mistakes, in one currency.

    `cost_fn` is C(-|+), a missed positive; `cost_fp` is C(+|-), a false alarm.
    Raises ValueError unless 0 < prior < 1 and both costs are positive and finite.
    Drummond & Holte (2000), section 2.2.1, with erratum 3 mended in `pcf`.
    """

    prior: float
    cost_fn: float = 1.0
    cost_fp: float = 1.0

    def __post_init__(self):
        if not 0 < self.prior < 1:
            raise ValueError(f"prior must lie in (0, 1), got {self.prior}")
        for name in ("cost_fn", "cost_fp"):
            value = getattr(self, name)
            if not (value > 0 and isfinite(value)):
                raise ValueError(f"{name} must be positive and finite, got {value}")

    @property
    def scale(self) -> float:
        """Cost per case when every case is called wrong: what nec 1 means in currency."""
        return self.prior * self.cost_fn + (1 - self.prior) * self.cost_fp

    @property
    def pcf(self) -> float:
        """Probability cost function PC(+): the positives' share of `scale`."""
        return self.prior * self.cost_fn / self.scale

    @property
    def slope(self) -> float:
        """Slope of the iso-performance lines in ROC space, (1 - pcf) / pcf."""
        return (1 - self.prior) * self.cost_fp / (self.prior * self.cost_fn)

    @property
    def cost_ratio(self) -> float:
        """How many times a false alarm a missed positive costs."""
        return self.cost_fn / self.cost_fp

    def expected_cost(self, fpr, tpr):
        """Expected cost per case in currency of calling with these rates (any shape)."""
        missed = self.prior * self.cost_fn * (1 - tpr)
        return missed + (1 - self.prior) * self.cost_fp * fpr

    def moved_to(self, pcf: float) -> "OperatingPoint":
        """Same prior and cost of a false alarm, the other cost such that PC(+) is `pcf`.

        pcf is held within [1e-6, 1 - 1e-6].
        """
        pcf = min(max(pcf, PCF_MARGIN), 1 - PCF_MARGIN)
        cost_fn = self.cost_fp * (1 - self.prior) / self.prior * pcf / (1 - pcf)
        return replace(self, cost_fn=cost_fn)
