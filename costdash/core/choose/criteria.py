"""The criteria by which a model and its threshold are chosen, and the table of all of them.

`CRITERIA` maps the key of each criterion to its class, its fields with their bounds, and its words.
The command line, the page, the report, the address, the JSON contract and the browser scripts read
the table; they have no list of their own. Drummond & Holte (2000), section 2.2.2 and figures 10 to
14.

`docs/develop/add-a-criterion.md` lists the steps of adding one.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf, isfinite
from typing import Any, ClassVar, Protocol, Self

import numpy as np

from costdash.core.choose.choice import (
    ROUNDING,
    Choice,
    Line,
    Mixture,
    Models,
    Rule,
    best_below,
    best_single,
    cheapest_rule,
    floored_choice,
    limited_by_cases,
    limited_choice,
    mixed_choice,
    mixture_above,
    mixture_at_limit,
    rule_at,
    rule_of,
    safe_fpr,
    single_rule_choice,
)
from costdash.core.choose.promises import (
    Confidence,
    finds_at_least,
    flags_at_most,
    right_at_least,
)
from costdash.core.conditions.intervals import Imprecise
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.cost import trivial_cost
from costdash.core.curves.hull import Hull
from costdash.core.curves.iso_performance import iso_performance_line
from costdash.core.curves.precision_recall import share_called
from costdash.core.sample.counts import Counts
from costdash.core.types import XY, Bools, Floats
from costdash.wording import percent

HYPERBOLA_POINTS = 41
LIMIT_CONFIDENCE = 0.95  # of the upper confidence limit of fpr, where it must keep the limit


class Criterion(Protocol):
    """What every criterion does. `key` is its row in `CRITERIA`."""

    key: ClassVar[str]

    def at(self, point: OperatingPoint) -> Self:
        """The criterion at another operating point."""

    def choose(self, models: Models, hull: Hull, negatives: float | None = None) -> Choice:
        """The choice among `models`, whose common hull is `hull`.

        `negatives` is the effective number of independent negatives behind the rates: needed if
        rows have weights or clusters, else None. Cross-fitting passes counts of some of the folds,
        in which thresholds have their places instead of their scores: choose by rates.
        """

    def roc_line(self, choice: Choice) -> Line | None:
        """The criterion's line in ROC space, such as a limit; None if there is no such line."""

    def cost_mark(self, choice: Choice) -> XY | None:
        """The criterion's own point (pcf, nec) in cost space; None if it has none."""


@dataclass(frozen=True, slots=True)
class LeastCost:
    """Least expected cost at an operating point."""

    key: ClassVar[str] = "cost"
    point: OperatingPoint

    def at(self, point: OperatingPoint) -> Self:
        return replace(self, point=point)

    def choose(self, models: Models, hull: Hull, negatives: float | None = None) -> Choice:
        """A vertex of the common hull; a trivial one wherever no model costs less."""
        pcf = self.point.pcf
        vertex = int(hull.cheapest(pcf))
        if hull.cost(pcf) >= trivial_cost(pcf):
            vertex = 0 if pcf <= 0.5 else hull.tie.size
        return single_rule_choice(rule_at(hull, vertex))

    def roc_line(self, choice: Choice) -> Line | None:
        """The iso-performance line."""
        return _line(*iso_performance_line(choice.fpr, choice.tpr, self.point.slope))

    def cost_mark(self, choice: Choice) -> XY | None:
        """The point of least cost on the envelope."""
        return self.point.pcf, self.point.expected_cost(choice.fpr, choice.tpr) / self.point.scale


@dataclass(frozen=True, slots=True)
class ErrorRate(LeastCost):
    """Least error rate at the point's prior: least cost with equal costs."""

    key: ClassVar[str] = "error"

    def __post_init__(self) -> None:
        object.__setattr__(self, "point", OperatingPoint(self.point.prior))


@dataclass(frozen=True, slots=True)
class Product:
    """Largest (1 - fpr) tpr, a criterion that ignores prior and costs.

    Provost & Fawcett (1997) warn that it chooses a suboptimal classifier in many situations.
    """

    key: ClassVar[str] = "product"

    def at(self, point: OperatingPoint) -> Self:
        return self

    def choose(self, models: Models, hull: Hull, negatives: float | None = None) -> Choice:
        """The best mixture in closed form: along an edge of the hull the product is a parabola."""
        run, rise = np.diff(hull.fpr), np.diff(hull.tpr)
        slope_at_start = rise * (1 - hull.fpr[:-1]) - run * hull.tpr[:-1]
        curvature = 2 * run * rise
        straight = np.where(slope_at_start > 0, 1.0, 0.0)
        share = np.divide(slope_at_start, curvature, out=straight, where=curvature > 0).clip(0, 1)
        fpr, tpr = hull.fpr[:-1] + share * run, hull.tpr[:-1] + share * rise
        edge = int(np.argmax((1 - fpr) * tpr))
        ends = ((edge, float(1 - share[edge])), (edge + 1, float(share[edge])))
        used = [(vertex, of_cases) for vertex, of_cases in ends if of_cases > 0]
        mixture = Mixture(
            fpr=float(fpr[edge]),
            tpr=float(tpr[edge]),
            vertex=tuple(vertex for vertex, _ in used),
            share=tuple(of_cases for _, of_cases in used),
        )
        return mixed_choice(hull, mixture, best_single(models, lambda fpr, tpr: (1 - fpr) * tpr))

    def roc_line(self, choice: Choice) -> Line | None:
        """The hyperbola of equal products."""
        product = (1 - choice.fpr) * choice.tpr
        x = np.linspace(0, 1 - product, HYPERBOLA_POINTS)[: HYPERBOLA_POINTS if product else 0]
        return _line(x, product / (1 - x))

    def cost_mark(self, choice: Choice) -> XY | None:
        return None


@dataclass(frozen=True, slots=True)
class FixedThreshold:
    """One model's rule score >= threshold at every operating point."""

    key: ClassVar[str] = "threshold"
    model: str
    threshold: float

    def at(self, point: OperatingPoint) -> Self:
        return self

    def choose(self, models: Models, hull: Hull, negatives: float | None = None) -> Choice:
        index = int(models[self.model].index(self.threshold))
        return single_rule_choice(rule_of(models, self.model, index))

    def roc_line(self, choice: Choice) -> Line | None:
        return None

    def cost_mark(self, choice: Choice) -> XY | None:
        return None


@dataclass(frozen=True, slots=True)
class NeymanPearson:
    """Largest tpr with fpr at most `max_fpr`, by a mixture of two thresholds.

    With `level` the choice is one threshold whose true fpr exceeds `max_fpr` in at most 1 - level
    of samples. Its one-sided Clopper-Pearson upper limit of fpr is at most `max_fpr`, at
    1 - (1 - level) / M for M models, because the same rows choose the model (Bonferroni); clustered
    negatives count with their design effect. For one
    model without weights this is the order statistic of Tong, Feng & Li (2018). A mixture has no
    such guarantee. Drummond & Holte (2000), figures 11 and 12; erratum 9.
    """

    key: ClassVar[str] = "fpr"
    max_fpr: float
    level: float | None = None

    def __post_init__(self) -> None:
        _check_share("max_fpr", self.max_fpr)
        if self.level is not None and not 0 < self.level < 1:
            raise ValueError(f"level must lie in (0, 1), got {self.level}")

    def at(self, point: OperatingPoint) -> Self:
        return self

    def choose(self, models: Models, hull: Hull, negatives: float | None = None) -> Choice:
        if self.level is None:
            return limited_choice(models, hull, self.used, self.max_fpr)
        counted = float(next(iter(models.values())).negatives)
        level = 1 - (1 - self.level) / len(models)
        limit = safe_fpr(self.max_fpr, negatives or counted, level)
        if limit < 0:
            return single_rule_choice(rule_at(hull, 0))
        return single_rule_choice(best_below(models, self.used, limit))

    def for_chosen_of(self, models: int) -> Self:
        """The criterion for a single model that was chosen among so many models.

        With `level` it keeps Bonferroni's correction for all of them.
        """
        return self if self.level is None else replace(self, level=1 - (1 - self.level) / models)

    def used(self, fpr: Floats, tpr: Floats) -> Floats:
        """The restricted rate: the false positive rate."""
        return fpr

    def roc_line(self, choice: Choice) -> Line | None:
        """The vertical line at the limit."""
        return (self.max_fpr, self.max_fpr), (0.0, 1.0)

    def cost_mark(self, choice: Choice) -> XY | None:
        """The limit on the axis pcf = 0, where only false alarms cost."""
        return 0.0, self.max_fpr


@dataclass(frozen=True, slots=True)
class FewestFalseAlarms:
    """Smallest fpr with tpr at least `min_tpr`, by a mixture of two thresholds.

    Among rules of equal fpr it takes the largest tpr, which costs least at any prior and costs.
    With `level` the choice is the strictest threshold that promises the share, as `promises` says.
    """

    key: ClassVar[str] = "tpr"
    min_tpr: float
    level: float | None = None
    per_row: XY = (1.0, 1.0)

    def __post_init__(self) -> None:
        _check_share("min_tpr", self.min_tpr)

    def at(self, point: OperatingPoint) -> Self:
        return self

    def choose(self, models: Models, hull: Hull, negatives: float | None = None) -> Choice:
        if self.level is None:
            return floored_choice(models, hull, self.min_tpr)
        confidence = Confidence(self.level, len(models), self.per_row)
        single = cheapest_rule(
            models,
            lambda fpr, tpr: fpr,
            lambda counts: finds_at_least(counts, self.min_tpr, confidence),
        )
        assert single is not None
        return single_rule_choice(single)

    def roc_line(self, choice: Choice) -> Line | None:
        """The horizontal line at the floor."""
        return (0.0, 1.0), (self.min_tpr, self.min_tpr)

    def cost_mark(self, choice: Choice) -> XY | None:
        """The largest share missed on the axis pcf = 1, where only misses cost."""
        return 1.0, 1 - self.min_tpr


@dataclass(frozen=True, slots=True)
class Workforce:
    """Largest tpr with an expected share of at most `capacity` of all cases called positive.

    Drummond & Holte (2000), equations 12 to 14 with P and N as the shares `prior` and 1 - prior;
    figures 13 and 14.
    """

    key: ClassVar[str] = "capacity"
    capacity: float
    prior: float

    def __post_init__(self) -> None:
        _check_share("capacity", self.capacity)
        if not 0 < self.prior < 1:
            raise ValueError(f"prior must lie in (0, 1), got {self.prior}")

    def at(self, point: OperatingPoint) -> Self:
        return replace(self, prior=point.prior)

    def choose(self, models: Models, hull: Hull, negatives: float | None = None) -> Choice:
        return limited_choice(models, hull, self.used, self.capacity)

    def used(self, fpr: Floats, tpr: Floats) -> Floats:
        """The restricted rate: the share of all cases called positive."""
        return share_called(fpr, tpr, self.prior)

    def roc_line(self, choice: Choice) -> Line | None:
        return _workforce_line(self.capacity, self.prior)

    def cost_mark(self, choice: Choice) -> XY | None:
        """The point in which all lines of this capacity meet, with pcf outside [0, 1] (erratum 7).

        None at prior 1/2, where the lines are parallel.
        """
        difference = 2 * self.prior - 1
        if difference == 0:
            return None
        return self.prior / difference, (self.prior - self.capacity) / difference


@dataclass(frozen=True, slots=True)
class LimitedCost(LeastCost):
    """Least expected cost among the rules that keep a limit.

    A limit restricts: where the rule of least cost keeps it, it is the choice. Where it does not,
    the choice is the cheapest threshold that keeps it; and a mixture of two thresholds, if drawing
    lots costs less. `share_name`: the attribute that holds the limit, a share. `is_least`: whether
    that share is the least allowed one, not the most.
    """

    share_name: ClassVar[str]
    is_least: ClassVar[bool] = False

    def __post_init__(self) -> None:
        _check_share(self.share_name, self.limit)

    @property
    def limit(self) -> float:
        share: float = getattr(self, self.share_name)
        return share

    def excess(self, fpr: Floats, tpr: Floats) -> Floats:
        """By how much a rule breaks the limit: linear in both rates, at most 0 if it keeps it."""
        raise NotImplementedError

    def keeps(self, fpr: Floats, tpr: Floats) -> Bools:
        """Whether rules keep the limit."""
        return np.asarray(self.excess(fpr, tpr) <= ROUNDING)

    def allows(self, fpr: float, tpr: float | None = None) -> bool:
        """Whether a rule keeps the limit; a trivial rule has one rate for both."""
        return bool(self.keeps(np.asarray(fpr), np.asarray(fpr if tpr is None else tpr)))

    def edge(self) -> Line | None:
        """Where rules just keep the limit, in ROC space."""
        raise NotImplementedError

    def roc_line(self, choice: Choice) -> Line | None:
        return self.edge()

    def forbidden(self) -> Line | None:
        """The closed outline of all rules in ROC space that break the limit; None if all keep it.

        The unit square without the half-plane of the limit (Sutherland & Hodgman, 1974).
        """
        corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)]
        excess = [float(self.excess(np.asarray(x), np.asarray(y))) for x, y in corners]
        outline: list[XY] = []
        for (start, end), (before, after) in zip(pairwise(corners), pairwise(excess)):
            if before > ROUNDING:
                outline.append(start)
            if (before > ROUNDING) != (after > ROUNDING) and before != after:
                share = before / (before - after)
                outline.append(
                    (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
                )
        if len(outline) < 3:
            return None
        x, y = zip(*outline, outline[0])
        return x, y

    @property
    def confidence(self) -> float | None:
        """How sure the limit has to hold; None if it has to hold on the rows."""
        level: float | None = getattr(self, "level", None)
        return level

    def allowing(self, models: int) -> Callable[[Counts], Bools]:
        """The thresholds of a model that keep the limit, with confidence if it asks for it.

        models: among which the choice is made.
        """
        if self.confidence is None:
            return lambda counts: self.keeps(counts.fpr, counts.tpr)
        confidence = Confidence(self.confidence, models, getattr(self, "per_row", (1.0, 1.0)))
        return lambda counts: self.promised(counts, confidence)

    def promised(self, counts: Counts, confidence: Confidence) -> Bools:
        """The thresholds of a model that keep the limit beyond these rows."""
        raise NotImplementedError

    def cost(self, fpr: Floats, tpr: Floats) -> Floats:
        """Expected cost per case at the operating point."""
        prior = self.point.prior
        missed, alarms = prior * self.point.cost_fn, (1 - prior) * self.point.cost_fp
        return np.asarray(missed * (1 - tpr) + alarms * fpr)

    def choose(self, models: Models, hull: Hull, negatives: float | None = None) -> Choice:
        """The cheapest threshold that keeps the limit, or two by lot if that costs less.

        Flagging none or all keeps every limit of these kinds.
        """
        single = cheapest_rule(models, self.cost, self.allowing(len(models)))
        assert single is not None
        if self.confidence is not None:
            return single_rule_choice(single)
        vertex = int(hull.cheapest(self.point.pcf))
        if self.excess(hull.fpr[vertex], hull.tpr[vertex]) <= ROUNDING:
            return single_rule_choice(single)
        excess = self.excess(hull.fpr, hull.tpr)
        mixture = self._mixture(hull, np.asarray(excess))
        if mixture is None or self._cost_of(mixture) >= self._cost_of(single) - ROUNDING:
            return single_rule_choice(single)
        return mixed_choice(hull, mixture, single)

    def choose_by_cases(self, models: Models, cases: Models) -> Choice:
        """As `choose`, where rates are shares of cost: the limit is one of `cases`."""
        if self.confidence is None:
            return limited_by_cases(models, cases, self.cost, self.excess)
        allowing = self.allowing(len(models))
        allowed = {id(models[name]): allowing(cases[name]) for name in models}
        single = cheapest_rule(models, self.cost, lambda counts: allowed[id(counts)])
        assert single is not None
        return single_rule_choice(single)

    def _mixture(self, hull: Hull, excess: Floats) -> Mixture | None:
        return mixture_at_limit(hull, excess)

    def _cost_of(self, chosen: Mixture | Rule) -> float:
        return float(self.cost(np.asarray(chosen.fpr), np.asarray(chosen.tpr)))

    def cost_mark(self, choice: Choice) -> XY | None:
        return None


@dataclass(frozen=True, slots=True)
class MostFlagged(LimitedCost):
    """Least expected cost with at most a share of all cases flagged."""

    key: ClassVar[str] = "max-flagged"
    share_name: ClassVar[str] = "max_flagged"
    max_flagged: float

    def excess(self, fpr: Floats, tpr: Floats) -> Floats:
        return share_called(fpr, tpr, self.point.prior) - self.limit

    def edge(self) -> Line | None:
        return _workforce_line(self.limit, self.point.prior)


@dataclass(frozen=True, slots=True)
class MostAlarms(LimitedCost):
    """Least expected cost with at most a share of the negatives flagged."""

    key: ClassVar[str] = "max-alarms"
    share_name: ClassVar[str] = "max_alarms"
    max_alarms: float
    level: float | None = None
    per_row: XY = (1.0, 1.0)

    def promised(self, counts: Counts, confidence: Confidence) -> Bools:
        return flags_at_most(counts, self.limit, confidence)

    def excess(self, fpr: Floats, tpr: Floats) -> Floats:
        return fpr - self.limit

    def edge(self) -> Line | None:
        return (self.limit, self.limit), (0.0, 1.0)


@dataclass(frozen=True, slots=True)
class LeastRecall(LimitedCost):
    """Least expected cost with at least a share of the positives found."""

    key: ClassVar[str] = "min-recall"
    is_least: ClassVar[bool] = True
    share_name: ClassVar[str] = "min_recall"
    min_recall: float
    level: float | None = None
    per_row: XY = (1.0, 1.0)

    def promised(self, counts: Counts, confidence: Confidence) -> Bools:
        return finds_at_least(counts, self.limit, confidence)

    def excess(self, fpr: Floats, tpr: Floats) -> Floats:
        return self.limit - tpr

    def _mixture(self, hull: Hull, excess: Floats) -> Mixture | None:
        mixture = mixture_above(hull, self.limit)
        return mixture if len(mixture.vertex) > 1 else None

    def edge(self) -> Line | None:
        return (0.0, 1.0), (self.limit, self.limit)


@dataclass(frozen=True, slots=True)
class LeastPrecision(LimitedCost):
    """Least expected cost with at least a share of the flags right, at the prior of the point."""

    key: ClassVar[str] = "min-precision"
    is_least: ClassVar[bool] = True
    share_name: ClassVar[str] = "min_precision"
    min_precision: float
    level: float | None = None
    per_row: XY = (1.0, 1.0)

    def promised(self, counts: Counts, confidence: Confidence) -> Bools:
        return right_at_least(counts, self.limit, self.point.prior, confidence)

    def excess(self, fpr: Floats, tpr: Floats) -> Floats:
        alarms, found = self._weights
        return alarms * fpr - found * tpr

    @property
    def _weights(self) -> XY:
        """Of fpr and tpr in the excess."""
        return self.limit * (1 - self.point.prior), (1 - self.limit) * self.point.prior

    def edge(self) -> Line | None:
        """All rules of this precision: a line through (0, 0)."""
        alarms, found = self._weights
        longest = max(alarms, found)
        return (0.0, found / longest), (0.0, alarms / longest)


@dataclass(frozen=True, slots=True)
class LeastRegret:
    """Least regret within ranges of prior and costs: minimax regret, Savage (1951).

    The regret of a rule is how much more it costs than the best rule of the same conditions. It is
    convex in the prior and in each cost while the others stay, so it is greatest at a corner of the
    ranges.
    """

    key: ClassVar[str] = "regret"
    ranges: Imprecise

    def at(self, point: OperatingPoint) -> Self:
        return self

    def choose(self, models: Models, hull: Hull, negatives: float | None = None) -> Choice:
        """The threshold of any model whose greatest regret is least."""
        corners = self.ranges.corners
        least = [point.scale * float(hull.cost(point.pcf)) for point in corners]

        def regret(fpr: Floats, tpr: Floats) -> Floats:
            each = [point.expected_cost(fpr, tpr) - best for point, best in zip(corners, least)]
            return np.max(each, axis=0)

        rule = cheapest_rule(models, regret, lambda counts: np.ones(counts.threshold.shape, bool))
        assert rule is not None
        return single_rule_choice(rule)

    def roc_line(self, choice: Choice) -> Line | None:
        return None

    def cost_mark(self, choice: Choice) -> XY | None:
        return None


@dataclass(frozen=True, slots=True)
class Field:
    """A value that a criterion needs besides the operating point.

    `name` is its key in the page's store and its place in the address. `attribute` is its name in
    the class; options of the command line and fields of the JSON contract are named after it.
    `low` and `high` are inclusive bounds of a number. `start` is what a control begins with.
    `help` explains its option; several values that share an option have theirs at the first.
    `label` stands beside its control. `small`: a share of a percent or less is likely, so that the
    page asks what "1" means. `of_cases`: a share of all cases, which may be known as a number of
    cases a day or a month.
    """

    name: str
    attribute: str
    kind: type[float] | type[bool] | type[str]
    low: float = -inf
    high: float = inf
    start: float | bool | str | None = None
    help: str = ""
    label: str = ""
    small: bool = False
    of_cases: bool = False

    def read(self, value: object) -> float | bool | str:
        """The value in its type. Raises ValueError if it is outside the bounds or not finite."""
        if self.kind is float:
            number = float(value)  # type: ignore[arg-type]  # TypeError is the answer then
            if not (isfinite(number) and self.low <= number <= self.high):
                bounds = f"lie in [{self.low:g}, {self.high:g}]" if self.high < inf else "be finite"
                raise ValueError(f"{self.name} must {bounds}, got {value}")
            return number
        if self.kind is bool:
            return bool(value)
        if not isinstance(value, str):
            raise TypeError(f"{self.name} must be a text, got {value}")
        return value


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of `CRITERIA`.

    `make(point, **fields)` builds the criterion from the operating point and the fields by name.
    `label` is its name on the page. `aim` says what it pursues, as a sentence. `caution` is a
    warning after the detail. `line` labels its line in ROC space; it must not depend on prior and
    costs, because it stays while they are dragged. `follows_point`: whether the choice changes
    with the operating point. `ranged`: whether it needs ranges of prior or costs, as `ranges`.
    """

    type: type[Criterion]
    make: Callable[..., Criterion]
    label: str
    fields: tuple[Field, ...] = ()
    aim: Callable[[Any], str] = lambda criterion: ""
    caution: str = ""
    line: Callable[[Any], str] = lambda criterion: ""
    follows_point: bool = False
    ranged: bool = False

    def read(self, point: OperatingPoint, values: Mapping[str, object]) -> Criterion:
        """The criterion with fields from `values`, in which a bool may be missing (False).

        Raises KeyError for a missing field, TypeError or ValueError for one that cannot be read.
        """
        flags = {field.name: False for field in self.fields if field.kind is bool}
        given = flags | dict(values)
        ranges = {"ranges": given["ranges"]} if self.ranged else {}
        read = {field.name: field.read(given[field.name]) for field in self.fields}
        return self.make(point, **read, **ranges)


def _neyman_pearson(_: OperatingPoint, limit: float, sure: bool) -> Criterion:
    return NeymanPearson(limit, LIMIT_CONFIDENCE if sure else None)


def _fewest_false_alarms(_: OperatingPoint, limit: float, sure: bool) -> Criterion:
    return FewestFalseAlarms(limit, LIMIT_CONFIDENCE if sure else None)


def _workforce(point: OperatingPoint, limit: float) -> Criterion:
    return Workforce(limit, point.prior)


def _product(_: OperatingPoint) -> Criterion:
    return Product()


def _fixed_threshold(_: OperatingPoint, model: str, threshold: float) -> Criterion:
    return FixedThreshold(model, threshold)


def _least_regret(_: OperatingPoint, ranges: Imprecise) -> Criterion:
    return LeastRegret(ranges)


def _false_positive_rate_aim(criterion: NeymanPearson) -> str:
    aim = f"Chosen to flag at most {percent(criterion.max_fpr)} of negatives"
    if criterion.level is None:
        return f"{aim}."
    return f"{aim}, with {percent(criterion.level)} confidence."


def _recall_aim(criterion: FewestFalseAlarms) -> str:
    aim = f"Chosen to find at least {percent(criterion.min_tpr)} of positives"
    if criterion.level is None:
        return f"{aim}."
    return f"{aim}, with {percent(criterion.level)} confidence."


def _limited(
    type: type[LimitedCost],
    label: str,
    start: float,
    help: str,
    of: str,
    rules: str,
    line: str,
    sure: str = "",
) -> Entry:
    """The row of a limit. rules: what the rules that keep it do; line: what its line shows.

    sure: what it means to keep the limit with confidence, where that is possible.
    """

    def criterion(point: OperatingPoint, limit: float, sure: bool = False) -> Criterion:
        with_level = {"level": LIMIT_CONFIDENCE} if sure else {}
        return type(point, limit, **with_level)  # type: ignore[call-arg]

    def aim(by: Any) -> str:
        confidence = f", {percent(by.confidence)} sure" if by.confidence else ""
        return f"The cheapest of the rules that {rules.format(percent(by.limit))}{confidence}."

    limit = Field(
        "limit",
        type.share_name,
        float,
        0,
        1,
        start,
        help=help,
        label=of,
        small=True,
        of_cases=type is MostFlagged,
    )
    return Entry(
        type,
        criterion,
        label=label,
        fields=(limit, Field("sure", "level", bool, start=False, help=sure)) if sure else (limit,),
        aim=aim,
        line=lambda by: f"limit: {line.format(percent(by.limit))}",
        follows_point=True,
    )


CRITERIA: dict[str, Entry] = {
    entry.type.key: entry
    for entry in (
        Entry(LeastCost, LeastCost, label="Least expected cost", follows_point=True),
        _limited(
            MostFlagged,
            "Least cost, limited flags",
            start=0.2,
            help="largest share of all cases that may be flagged; the cheapest rule that keeps it",
            of="of all cases flagged, at most",
            rules="flag at most {} of cases",
            line="{} of cases flagged",
        ),
        _limited(
            LeastRecall,
            "Least cost, enough found",
            start=0.8,
            help="smallest share of positives to find; the cheapest rule that keeps it",
            of="of positives found, at least",
            rules="find at least {} of positives",
            line="{} of positives found",
            sure="find at least --min-recall of the positives with 95 % confidence",
        ),
        _limited(
            MostAlarms,
            "Least cost, limited false alarms",
            start=0.1,
            help="largest share of negatives that may be flagged; the cheapest rule that keeps it",
            of="of negatives flagged, at most",
            rules="flag at most {} of negatives",
            line="{} of negatives flagged",
            sure="flag at most --max-alarms of the negatives with 95 % confidence",
        ),
        _limited(
            LeastPrecision,
            "Least cost, enough flags right",
            start=0.5,
            help="smallest share of flags that are right; the cheapest rule that keeps it",
            of="of flags right, at least",
            rules="are right in at least {} of their flags",
            line="{} of flags right",
            sure="be right in at least --min-precision of the flags with 95 % confidence",
        ),
        Entry(
            NeymanPearson,
            _neyman_pearson,
            label="Find all that a false alarm rate allows",
            fields=(
                Field(
                    "limit",
                    "max_fpr",
                    float,
                    low=0,
                    high=1,
                    start=0.1,
                    help="largest allowed false positive rate (Neyman-Pearson criterion)",
                    label="of negatives, at most",
                    small=True,
                ),
                Field(
                    "sure",
                    "level",
                    bool,
                    start=False,
                    help="keep the false positive rate below --max-fpr with 95 % confidence",
                ),
            ),
            aim=_false_positive_rate_aim,
            line=lambda by: f"limit: false positive rate {percent(by.max_fpr)}",
        ),
        Entry(
            FewestFalseAlarms,
            _fewest_false_alarms,
            label="Fewest false alarms for a share found",
            fields=(
                Field(
                    "limit",
                    "min_tpr",
                    float,
                    low=0,
                    high=1,
                    start=0.8,
                    help="smallest share of positives to find, with the fewest false alarms",
                    label="of positives, at least",
                ),
                Field(
                    "sure",
                    "level",
                    bool,
                    start=False,
                    help="find at least --min-tpr of the positives with 95 % confidence",
                ),
            ),
            aim=_recall_aim,
            line=lambda by: f"limit: {percent(by.min_tpr)} of positives found",
        ),
        Entry(
            Workforce,
            _workforce,
            label="Use the whole capacity",
            fields=(
                Field(
                    "limit",
                    "capacity",
                    float,
                    low=0,
                    high=1,
                    start=0.2,
                    help="share of all cases that can be flagged, all of which is used (workforce "
                    "criterion)",
                    label="of all cases, as many as",
                    small=True,
                    of_cases=True,
                ),
            ),
            aim=lambda by: f"Chosen to use the whole capacity of {percent(by.capacity)} of cases.",
            line=lambda by: f"capacity: {percent(by.capacity)} of cases flagged",
            follows_point=True,
        ),
        Entry(
            LeastRegret,
            _least_regret,
            label="Least regret within your ranges",
            aim=lambda by: "Chosen so that its cost is never far above the least.",
            ranged=True,
        ),
        Entry(
            ErrorRate,
            ErrorRate,
            label="Fewest errors",
            aim=lambda by: "Chosen for the fewest errors.",
            line=lambda by: "equal error rate",
            follows_point=True,
        ),
        Entry(
            Product,
            _product,
            label="Best sensitivity x specificity",
            aim=lambda by: "Chosen for the best sensitivity × specificity.",  # noqa: RUF001
            caution="The product looks at neither prior nor costs. It suits conditions of which "
            "nothing at all is known; in most others some other threshold costs less.",
            line=lambda by: "equal products",
        ),
        Entry(
            FixedThreshold,
            _fixed_threshold,
            label="A threshold of my own",
            fields=(
                Field("model", "model", str, help="model and score of the fixed threshold"),
                Field("threshold", "threshold", float),
            ),
            aim=lambda by: "A threshold of your own.",
        ),
    )
}
DEFAULT_CRITERION = next(iter(CRITERIA))  # the stores, the address and the view do not name it


def value_fields(key: str) -> list[str]:
    """The fields of a criterion that need a value, in order; flags need none."""
    return [
        criterion_field.name
        for criterion_field in CRITERIA[key].fields
        if criterion_field.kind is not bool
    ]


def option_name(key: str, field: Field) -> str:
    """The option of a criterion's field: a keyword, and what argparse stores.

    A flag is named after its field (sure), a single value after the criterion's attribute
    (max_fpr); several values share one option with the criterion's key (threshold).
    """
    if field.kind is bool:
        return field.name
    return field.attribute if len(value_fields(key)) == 1 else key


def _line(x: Iterable[float], y: Iterable[float]) -> Line:
    return tuple(map(float, x)), tuple(map(float, y))


def _workforce_line(capacity: float, prior: float) -> Line:
    """Equation 13 of Drummond & Holte (2000) within the unit square, left end first."""
    p, n, c = prior, 1 - prior, capacity
    left, right = max(0.0, (c - p) / n), min(1.0, c / n)
    return (left, right), ((c - n * left) / p, (c - n * right) / p)


def _check_share(name: str, value: float) -> None:
    if not 0 <= value <= 1:
        raise ValueError(f"{name} must lie in [0, 1], got {value}")
