"""Costs that differ from case to case: the cost of misclassifying each row."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from costdash.core.sample.split import Rows
from costdash.core.types import Bools, Floats


@dataclass(frozen=True, slots=True, eq=False)
class RowCosts:
    """What missing each row costs if it is positive, and what flagging it costs if it is negative.

    Rates then are shares of the total cost of a class. The same units as the costs of an
    `OperatingPoint`, of which the mean costs are the natural values.

    Parameters
    ----------
    fn, fp : ndarray, shape (n,)
        Cost of a false negative and of a false positive of each row; finite, not negative. Each
        class must have a cost above zero.

    References
    ----------
    Fawcett (2004), section 7.2 and algorithm 6.

    Examples
    --------
    >>> costs = RowCosts(fn=[30, 10, 5], fp=[1, 1, 2])
    >>> costs.mass(np.array([True, True, False]), None)
    array([1.5, 0.5, 1. ])
    """

    fn: Floats
    fp: Floats

    def __post_init__(self) -> None:
        for name in ("fn", "fp"):
            object.__setattr__(self, name, _checked(name, getattr(self, name)))
        if self.fn.shape != self.fp.shape:
            raise ValueError(
                f"both costs must have as many rows, got {self.fn.size} and {self.fp.size}"
            )

    def __getitem__(self, rows: Rows | NDArray[np.intp]) -> "RowCosts":
        """The costs of some of the rows, by index as of an array."""
        return RowCosts(self.fn[rows], self.fp[rows])

    def of_mistakes(self, is_positive: Bools) -> Floats:
        """Cost (n,) of misclassifying each row."""
        return np.where(is_positive, self.fn, self.fp)

    def mass(self, is_positive: Bools, weight: Floats | None) -> Floats:
        """Weight times cost (n,), scaled so that each class keeps the total of its weights."""
        cost = self.of_mistakes(is_positive)
        weight = np.ones(cost.size) if weight is None else weight
        mass = np.empty(cost.size)
        for part in (is_positive, ~is_positive):
            mean = np.average(cost[part], weights=weight[part])
            mass[part] = weight[part] * (cost[part] / mean)
            mass[part] *= weight[part].sum() / mass[part].sum()
        return mass


@dataclass(frozen=True, slots=True)
class CostTotals:
    """The costs of all rows: mean and total cost of a miss over the positives, and of a false
    alarm over the negatives; the share of the total that the dearest case has; the cases, and the
    effective number of cases of equal cost (Kish)."""

    mean_fn: float
    mean_fp: float
    total_fn: float
    total_fp: float
    largest_fn: float
    largest_fp: float
    cases_fn: float
    cases_fp: float
    equal_fn: float
    equal_fp: float

    @property
    def relative_variances(self) -> tuple[float, float]:
        """Variance of the mean cost of a miss and of a false alarm, over the square of the mean."""
        fn = 1 / self.equal_fn - 1 / self.cases_fn
        fp = 1 / self.equal_fp - 1 / self.cases_fp
        return max(0.0, fn), max(0.0, fp)

    @classmethod
    def of(cls, costs: RowCosts, is_positive: Bools, weight: Floats | None) -> "CostTotals":
        """Raises ValueError if no row of a class costs anything."""
        weight = np.ones(is_positive.size) if weight is None else weight
        totals = []
        for part, cost, what in (
            (is_positive, costs.fn, "missed positive"),
            (~is_positive, costs.fp, "false alarm"),
        ):
            total = float((cost[part] * weight[part]).sum())
            if not total > 0:
                raise ValueError(f"the costs of a {what} must have a sum above 0, got {total:g}")
            whole, each = float(weight[part].sum()), cost[part] * weight[part]
            sums = total / whole, total, float(cost[part].max()) / total
            cases = whole**2 / float((weight[part] ** 2).sum())
            totals.append((*sums, cases, total**2 / float((each**2).sum())))
        return cls(*(value for both in zip(*totals, strict=True) for value in both))


def _checked(name: str, given: ArrayLike) -> Floats:
    cost = np.asarray(given, dtype=np.float64)
    if cost.ndim != 1 or not np.isfinite(cost).all():
        raise ValueError(f"costs {name} must be a flat array of finite numbers")
    if cost.size and cost.min() < 0:
        raise ValueError(f"costs {name} must not be negative, got {cost.min():g}")
    return cost
