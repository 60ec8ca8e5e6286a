"""Choosing under a constraint instead of by cost: a mixture on the hull, or one threshold.

Criteria without a limit: least expected cost, error rate, the product, a fixed threshold.

Each tells its choice among all models, the line that it draws in ROC space and what it marks in
cost space.

Criteria with a limit: on the false positive rate, or on the share of cases called positive.

Drummond & Holte (2000), section 2.2.2, figures 10 to 14.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import betainc

from costdash.core.choose.choice import (
    Choice,
    Chosen,
    Line,
    Mixed,
    Models,
    Spot,
    best_single,
    choice_of,
    mixed_choice,
    mixture,
    rule_at,
    rule_of,
)
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.cost import trivial_cost
from costdash.core.curves.hull import Hull
from costdash.core.curves.iso_performance import iso_performance_line
from costdash.core.curves.precision_recall import share_called
from costdash.core.sample.counts import Counts
from costdash.core.types import Floats

CURVE = 41  # points of a hyperbola
SURE = 0.95  # confidence that a limit is kept, where that is asked for
ROOM = 1e-12  # by which rounding may seem to overstep a limit
HALVINGS = 60


def neyman_pearson(counts: Counts, hull: Hull, max_fpr: float) -> Chosen:
    """Largest tpr with fpr at most `max_fpr`, in [0, 1].

    The mixture lies on the hull (Drummond & Holte 2000, section 2.2.2); the single threshold is
    the best on the step (Provost & Fawcett 1997): erratum 9.
    """
    if not 0 <= max_fpr <= 1:
        raise ValueError(f"max_fpr must lie in [0, 1], got {max_fpr}")
    return _constrained(counts, hull, counts.fpr, hull.fpr, max_fpr)


def workforce(counts: Counts, hull: Hull, capacity: float, prior: float) -> Chosen:
    """Largest tpr while at most the share `capacity` of cases is called positive.

    Drummond & Holte (2000), equations 12 to 14; Fawcett (2004), section 7.4.1.
    """
    if not 0 <= capacity <= 1:
        raise ValueError(f"capacity must lie in [0, 1], got {capacity}")
    if not 0 < prior < 1:
        raise ValueError(f"prior must lie in (0, 1), got {prior}")
    called = share_called(counts.fpr, counts.tpr, prior)
    return _constrained(counts, hull, called, share_called(hull.fpr, hull.tpr, prior), capacity)


def _constrained(counts: Counts, hull: Hull, used: Floats, hull_used: Floats, limit) -> Chosen:
    allowed = used <= limit + 1e-12
    best = np.flatnonzero(allowed & (counts.tpr == counts.tpr[allowed].max()))[0]
    return Chosen(mixture(hull, hull_used, limit), int(best))


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


@dataclass(frozen=True, slots=True)
class NeymanPearson:
    """Largest tpr with fpr at most `max_fpr`; with `level`, with its upper limit at most that.

    The limit is Clopper & Pearson's, one-sided. rows: how many negatives stand behind the rates,
    where rows have weights (the counted ones if None). Figures 11 and 12; erratum 9.
    """

    max_fpr: float
    level: float | None = None
    rows: float | None = None

    def __post_init__(self):
        _check_share("max_fpr", self.max_fpr)
        if self.level is not None and not 0 < self.level < 1:
            raise ValueError(f"level must lie in (0, 1), got {self.level}")

    def choose(self, models: Models, hull: Hull) -> Choice:
        limit = self.limit(models)
        if limit < 0:
            return choice_of(rule_at(hull, 0))
        mixed = mixture(hull, hull.fpr, limit)
        single = best_single(models, lambda _, tpr: tpr, lambda fpr, _: fpr <= limit + ROOM)
        return mixed_choice(hull, mixed, single)

    def limit(self, models: Models) -> float:
        """Largest observed fpr that is allowed; below 0 where even no false alarm is too few rows.

        Call none, which raises none for certain, is always allowed.
        """
        if self.level is None:
            return self.max_fpr
        rows = self.rows or float(next(iter(models.values())).negatives)
        return safe_fpr(self.max_fpr, rows, self.level)

    def roc_line(self, choice: Choice) -> Line | None:
        """The vertical limit."""
        return (self.max_fpr, self.max_fpr), (0.0, 1.0)

    def cost_mark(self, choice: Choice) -> Spot | None:
        """The limit on the axis where only false alarms cost."""
        return 0.0, self.max_fpr


@dataclass(frozen=True, slots=True)
class Workforce:
    """Largest tpr while at most the share `capacity` of cases is called, in expectation.

    Equations 12 to 14 with P and N as the shares `prior` and 1 - prior; figures 13 and 14.
    """

    capacity: float
    prior: float

    def __post_init__(self):
        _check_share("capacity", self.capacity)
        if not 0 < self.prior < 1:
            raise ValueError(f"prior must lie in (0, 1), got {self.prior}")

    def choose(self, models: Models, hull: Hull) -> Choice:
        def called(fpr, tpr):
            return share_called(fpr, tpr, self.prior)

        mixed = mixture(hull, called(hull.fpr, hull.tpr), self.capacity)
        single = best_single(
            models, lambda _, tpr: tpr, lambda fpr, tpr: called(fpr, tpr) <= self.capacity + ROOM
        )
        return mixed_choice(hull, mixed, single)

    def roc_line(self, choice: Choice) -> Line | None:
        """Equation 13 within the unit square, left end first."""
        p, n, c = self.prior, 1 - self.prior, self.capacity
        left, right = max(0.0, (c - p) / n), min(1.0, c / n)
        return (left, right), ((c - n * left) / p, (c - n * right) / p)

    def cost_mark(self, choice: Choice) -> Spot | None:
        """The point that all lines of this capacity meet in, PC(+) beyond [0, 1] (erratum 7).

        None at even priors, where they are parallel.
        """
        apart = 2 * self.prior - 1
        if apart == 0:
            return None
        return self.prior / apart, (self.prior - self.capacity) / apart


def safe_fpr(max_fpr: float, negatives: float, level: float) -> float:
    """Largest observed fpr of `negatives` rows whose upper confidence limit is `max_fpr`.

    One-sided Clopper-Pearson, continued between whole counts; below 0 where even no false alarm
    leaves the limit above.
    """
    low, high = -1.0, float(negatives)
    if max_fpr >= 1:
        return 1.0
    for _ in range(HALVINGS):
        x = (low + high) / 2
        covered = betainc(x + 1, negatives - x, max_fpr)
        low, high = (x, high) if covered >= level else (low, x)
    return (low + 1e-9) / negatives


def _check_share(name: str, value: float) -> None:
    if not 0 <= value <= 1:
        raise ValueError(f"{name} must lie in [0, 1], got {value}")
