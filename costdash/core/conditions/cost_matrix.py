"""A full cost matrix, reduced to the costs of the two errors and a constant."""

from dataclasses import dataclass, fields
from math import isfinite

from costdash.core.conditions.operating_point import OperatingPoint, Rate


@dataclass(frozen=True, slots=True)
class Cells:
    """A confusion matrix: number (or weight) of cases in each cell."""

    tp: float
    fn: float
    fp: float
    tn: float

    @property
    def cases(self) -> float:
        return self.tp + self.fn + self.fp + self.tn

    @property
    def prevalence(self) -> float:
        return (self.tp + self.fn) / self.cases

    @property
    def fpr(self) -> float:
        return self.fp / (self.fp + self.tn)

    @property
    def tpr(self) -> float:
        return self.tp / (self.tp + self.fn)

    @property
    def accuracy(self) -> float:
        return (self.tp + self.tn) / self.cases

    def dominates(self, other: "Cells") -> bool:
        """Whether both rates are no worse and one is better: cheaper wherever that rate counts."""
        no_worse = self.fpr <= other.fpr and self.tpr >= other.tpr
        return no_worse and (self.fpr, self.tpr) != (other.fpr, other.tpr)


@dataclass(frozen=True, slots=True)
class CostMatrix:
    """Cost per case of each cell, in one currency; a benefit is a negative cost.

    `found` is a true positive, `missed` a false negative, `false_alarm` a false positive and
    `left_alone` a true negative. Only differences within a class matter to a decision. Elkan's
    matrix in Fawcett (2004), section 7.2, where a column is subtracted (erratum 20). Raises
    ValueError if an error costs no more than the right call of the same class.
    """

    found: float
    missed: float
    false_alarm: float
    left_alone: float

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not isfinite(value):
                raise ValueError(f"{field.name} must be a finite amount, got {value}")
        _check_costs_more("a missed positive", self.missed, "a found one", self.found)
        _check_costs_more(
            "a false alarm", self.false_alarm, "a negative left alone", self.left_alone
        )

    @property
    def cost_fn(self) -> float:
        """Extra cost of missing a positive, per positive, over finding it."""
        return self.missed - self.found

    @property
    def cost_fp(self) -> float:
        """Extra cost of a false alarm, per negative, over leaving it alone."""
        return self.false_alarm - self.left_alone

    def constant(self, prior: float) -> float:
        """Cost per case if every case is classified correctly, which no decision can change."""
        return prior * self.found + (1 - prior) * self.left_alone

    def point(self, prior: float) -> OperatingPoint:
        """The operating point with the reduced costs."""
        return OperatingPoint(prior, self.cost_fn, self.cost_fp)

    def expected_cost(self, prior: float, fpr: Rate, tpr: Rate) -> Rate:
        """Expected cost per case at these rates (any shape), constant included."""
        return self.constant(prior) + self.point(prior).expected_cost(fpr, tpr)

    def total(self, cells: Cells) -> float:
        """Cost of all cases of a confusion matrix, summed cell by cell."""
        return (
            cells.tp * self.found
            + cells.fn * self.missed
            + cells.fp * self.false_alarm
            + cells.tn * self.left_alone
        )


def _check_costs_more(error: str, cost: float, correct: str, other: float) -> None:
    if not cost > other:
        raise ValueError(f"{error} must cost more than {correct}, got {cost:g} against {other:g}")
