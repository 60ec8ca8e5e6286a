"""The operating point: where a model is used, given by the prior and the costs of both errors."""

from dataclasses import dataclass
from math import inf, isfinite
from typing import TypeVar

from costdash.core.types import Floats

Rate = TypeVar("Rate", float, Floats)
EXTREME = 1e-250  # ratios of costs and costs per case lie between it and its inverse


@dataclass(frozen=True, slots=True)
class OperatingPoint:
    """Prior of positives and costs of the two errors, both costs in one currency.

    Parameters
    ----------
    prior : float
        Share of positives where the model is used, in (0, 1).
    cost_fn : float
        C(-|+), the cost of a missed positive (false negative); positive and finite.
    cost_fp : float
        C(+|-), the cost of a false alarm (false positive); positive and finite.

    Raises
    ------
    ValueError
        If the prior lies outside (0, 1), a cost is not positive and finite, or the conditions are
        so extreme that costs leave the range of floating-point numbers.

    References
    ----------
    Drummond & Holte (2000), section 2.2.1; `pcf` with erratum 3 corrected.

    Examples
    --------
    >>> point = OperatingPoint(prior=0.2, cost_fn=20, cost_fp=5)
    >>> point.pcf, point.slope, point.cost_ratio
    (0.5, 1.0, 4.0)
    >>> point.expected_cost(fpr=0.25, tpr=1.0)
    1.0
    """

    prior: float
    cost_fn: float = 1.0
    cost_fp: float = 1.0

    def __post_init__(self) -> None:
        if not 0 < self.prior < 1:
            raise ValueError(f"prior must lie in (0, 1), got {self.prior}")
        for name in ("cost_fn", "cost_fp"):
            value = getattr(self, name)
            if not (value > 0 and isfinite(value)):
                raise ValueError(f"{name} must be positive and finite, got {value}")
        of_positives, of_negatives = self.prior * self.cost_fn, (1 - self.prior) * self.cost_fp
        values = of_positives, of_negatives, self.cost_ratio
        safe = all(EXTREME < value < 1 / EXTREME for value in values)
        if not (safe and EXTREME < of_negatives / of_positives < 1 / EXTREME):
            raise ValueError(
                "the conditions are too extreme to compute costs: "
                f"prior {self.prior}, cost_fn {self.cost_fn}, cost_fp {self.cost_fp}"
            )

    @property
    def scale(self) -> float:
        """Cost per case if every case is classified wrongly: the amount that nec 1 stands for."""
        return self.prior * self.cost_fn + (1 - self.prior) * self.cost_fp

    @property
    def pcf(self) -> float:
        """Probability cost PC(+): the positives' share of `scale`."""
        return self.prior * self.cost_fn / self.scale

    @property
    def slope(self) -> float:
        """Slope of the iso-performance lines in ROC space, (1 - pcf) / pcf."""
        return (1 - self.prior) * self.cost_fp / (self.prior * self.cost_fn)

    @property
    def cost_ratio(self) -> float:
        """Cost of a missed positive divided by the cost of a false alarm."""
        return self.cost_fn / self.cost_fp

    def expected_cost(self, fpr: Rate, tpr: Rate) -> Rate:
        """Expected cost per case, in currency, at these rates (any shape)."""
        missed = self.prior * self.cost_fn * (1 - tpr)
        return missed + (1 - self.prior) * self.cost_fp * fpr


def conditions_at(pcf: float, point: OperatingPoint) -> tuple[float, float]:
    """The prior at the point's costs, and the cost ratio at its prior, that have this PC(+)."""
    if pcf >= 1:
        return 1.0, inf
    odds = pcf / (1 - pcf)
    prior_odds = odds / point.cost_ratio
    return prior_odds / (1 + prior_odds), odds * (1 - point.prior) / point.prior
