"""Criteria without a limit: least expected cost, error rate, the product, a fixed threshold.

Each tells its choice among all models, the line that it draws in ROC space and what it marks in
cost space.
"""

from dataclasses import dataclass

import numpy as np

from costdash.core.choose.choice import (
    Choice,
    Line,
    Models,
    Spot,
    best_single,
    choice_of,
    mixed_choice,
    rule_at,
    rule_of,
)
from costdash.core.choose.criteria import Mixed
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.cost import trivial_cost
from costdash.core.curves.hull import Hull
from costdash.core.curves.iso_performance import iso_performance_line

CURVE = 41  # points of a hyperbola


@dataclass(frozen=True, slots=True)
class LeastCost:
    """Least expected cost at an operating point."""

    point: OperatingPoint

    def choose(self, models: Models, hull: Hull) -> Choice:
        """A vertex of the common hull; a trivial one wherever no model costs less."""
        pcf = self.point.pcf
        vertex = int(hull.cheapest(pcf))
        if hull.cost(pcf) >= trivial_cost(pcf):
            vertex = 0 if pcf <= 0.5 else hull.tie.size
        return choice_of(rule_at(hull, vertex))

    def roc_line(self, choice: Choice) -> Line | None:
        """The iso-performance line."""
        return _line(*iso_performance_line(choice.fpr, choice.tpr, self.point.slope))

    def cost_mark(self, choice: Choice) -> Spot | None:
        return self.point.pcf, self.point.expected_cost(choice.fpr, choice.tpr) / self.point.scale


@dataclass(frozen=True, slots=True)
class ErrorRate(LeastCost):
    """Fewest mistakes at the point's prior: least cost with equal costs."""

    def __post_init__(self):
        object.__setattr__(self, "point", OperatingPoint(self.point.prior))


@dataclass(frozen=True, slots=True)
class Product:
    """Largest (1 - fpr) tpr: for costs and classes of which nothing at all is known.

    Provost & Fawcett (1997) warn that it chooses a suboptimal classifier in many situations.
    """

    def choose(self, models: Models, hull: Hull) -> Choice:
        """Along an edge the product is a parabola, so the best mixture has a closed form."""
        run, rise = np.diff(hull.fpr), np.diff(hull.tpr)
        slack = rise * (1 - hull.fpr[:-1]) - run * hull.tpr[:-1]
        bent = 2 * run * rise
        share = np.divide(slack, bent, out=np.where(slack > 0, 1.0, 0.0), where=bent > 0)
        share = share.clip(0, 1)
        fpr, tpr = hull.fpr[:-1] + share * run, hull.tpr[:-1] + share * rise
        edge = int(np.argmax((1 - fpr) * tpr))
        vertex, share_of_next = (edge, edge + 1), float(share[edge])
        kept = [(v, s) for v, s in zip(vertex, (1 - share_of_next, share_of_next)) if s > 0]
        mixed = Mixed(float(fpr[edge]), float(tpr[edge]), *zip(*kept))
        return mixed_choice(hull, mixed, best_single(models, lambda fpr, tpr: (1 - fpr) * tpr))

    def roc_line(self, choice: Choice) -> Line | None:
        """The hyperbola of equal products."""
        product = (1 - choice.fpr) * choice.tpr
        x = np.linspace(0, 1 - product, CURVE)[: CURVE if product else 0]
        return _line(x, product / (1 - x))

    def cost_mark(self, choice: Choice) -> Spot | None:
        return None


@dataclass(frozen=True, slots=True)
class FixedThreshold:
    """One model's rule score >= threshold, whatever the conditions."""

    model: str
    threshold: float

    def choose(self, models: Models, hull: Hull) -> Choice:
        index = int(models[self.model].index(self.threshold))
        return choice_of(rule_of(models, self.model, index))

    def roc_line(self, choice: Choice) -> Line | None:
        return None

    def cost_mark(self, choice: Choice) -> Spot | None:
        return None


def _line(x, y) -> Line:
    return tuple(map(float, x)), tuple(map(float, y))
