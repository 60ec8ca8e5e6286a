"""Criteria with a limit: on the false positive rate, or on the share of cases called positive.

Drummond & Holte (2000), section 2.2.2, figures 10 to 14.
"""

from dataclasses import dataclass

from costdash.core.choose.choice import (
    Choice,
    Line,
    Models,
    Spot,
    best_single,
    choice_of,
    mixed_choice,
    rule_at,
)
from costdash.core.choose.criteria import mixture, share_called
from costdash.core.curves.hull import Hull
from costdash.core.numerics.incomplete_beta import incomplete_beta

SURE = 0.95  # confidence that a limit is kept, where that is asked for
ROOM = 1e-12  # by which rounding may seem to overstep a limit
HALVINGS = 60


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
        covered = incomplete_beta(x + 1, negatives - x, max_fpr)
        low, high = (x, high) if covered >= level else (low, x)
    return (low + 1e-9) / negatives


def _check_share(name: str, value: float) -> None:
    if not 0 <= value <= 1:
        raise ValueError(f"{name} must lie in [0, 1], got {value}")
