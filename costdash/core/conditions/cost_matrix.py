"""A full cost matrix, reduced to the costs of the two mistakes and a constant."""

from dataclasses import dataclass, fields
from math import isfinite

from costdash.core.conditions.operating_point import OperatingPoint


@dataclass(frozen=True, slots=True)
class Cells:
    """How many cases fall into each cell: found, missed, false alarm, left alone."""

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
        """No worse in either rate and better in one, so cheaper wherever that rate counts."""
        better = self.fpr <= other.fpr and self.tpr >= other.tpr
        return better and (self.fpr, self.tpr) != (other.fpr, other.tpr)


@dataclass(frozen=True, slots=True)
class CostMatrix:
    """What a case in each cell costs, in one currency; a benefit is a negative cost.

    Only differences within a class matter to a decision: Elkan's matrix by Fawcett (2004),
    section 7.2, where it is a column that is subtracted (erratum 20). Raises ValueError for a
    mistake that is no dearer than being right.
    """

    found: float
    missed: float
    false_alarm: float
    left_alone: float

    def __post_init__(self):
        for field in fields(self):
            value = getattr(self, field.name)
            if not isfinite(value):
                raise ValueError(f"{field.name} must be a finite amount, got {value}")
        _dearer("a missed positive", self.missed, "a found one", self.found)
        _dearer("a false alarm", self.false_alarm, "a negative left alone", self.left_alone)

    @property
    def cost_fn(self) -> float:
        """What missing a positive costs more than finding it."""
        return self.missed - self.found

    @property
    def cost_fp(self) -> float:
        """What a false alarm costs more than leaving the negative alone."""
        return self.false_alarm - self.left_alone

    def constant(self, prior: float) -> float:
        """Cost per case of calling every case right: what no decision can change."""
        return prior * self.found + (1 - prior) * self.left_alone

    def point(self, prior: float) -> OperatingPoint:
        return OperatingPoint(prior, self.cost_fn, self.cost_fp)

    def expected_cost(self, prior: float, fpr, tpr):
        """Expected cost per case, constant included, of calling with these rates (any shape)."""
        return self.constant(prior) + self.point(prior).expected_cost(fpr, tpr)

    def total(self, cells: Cells) -> float:
        """What all the cases of a confusion matrix cost, cell by cell."""
        return (
            cells.tp * self.found
            + cells.fn * self.missed
            + cells.fp * self.false_alarm
            + cells.tn * self.left_alone
        )


def _dearer(mistake: str, cost: float, right: str, other: float) -> None:
    if not cost > other:
        raise ValueError(f"{mistake} must cost more than {right}, got {cost:g} against {other:g}")
