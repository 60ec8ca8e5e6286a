"""The review zone: two thresholds of one model, with the cases between them reviewed.

A zone's cost is a sum of one term for each threshold, so the best pair is found in one pass over
the thresholds: the least of the upper threshold's terms so far, beside the lower threshold's own.
With a reviewer of fixed sensitivity and specificity this is the ordinary optimum at the costs
(cost_fn - a1, a0) beside that at (a1, cost_fp - a0), where a1 and a0 are what a reviewed positive
and a reviewed negative cost. Chow (1970), IEEE Transactions on Information Theory 16, 41-46.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic

import numpy as np
from numpy.typing import NDArray

from costdash.core.conditions.operating_point import OperatingPoint, Rate
from costdash.core.conditions.review import ReviewTerms
from costdash.core.curves.hull import Hull
from costdash.core.sample.counts import Counts
from costdash.core.sample.shortest_decimal import threshold_text
from costdash.core.types import Floats, Interval

Places = NDArray[np.intp]

ROUNDING = 1e-12  # of shares reviewed and of costs
BISECTIONS = 60  # of the price at which a zone reviews as much as a capacity


@dataclass(frozen=True, slots=True, eq=False)
class ReviewedRates:
    """Rates (..., k) of all thresholds of a model, strictest first, for zones.

    fpr, tpr: shares of the negatives and positives at or above. alarms, found: shares of all
    negatives and positives that are at or above and that the reviewer takes for positive.
    """

    fpr: Floats
    tpr: Floats
    alarms: Floats
    found: Floats

    @classmethod
    def of(cls, fpr: Floats, tpr: Floats, terms: ReviewTerms) -> "ReviewedRates":
        """Of a reviewer with fixed sensitivity and specificity."""
        return cls(fpr, tpr, (1 - terms.specificity) * fpr, terms.sensitivity * tpr)

    def take(self, index: Places) -> "ReviewedRates":
        """The rates at some of the thresholds."""
        return ReviewedRates(
            *(rate[..., index] for rate in (self.fpr, self.tpr, self.alarms, self.found))
        )


@dataclass(frozen=True, slots=True, eq=False)
class ZoneRates(Generic[Rate]):
    """What a zone does (...): rates of the whole rule, and shares of each class in the zone."""

    fpr: Rate
    tpr: Rate
    reviewed_negatives: Rate
    reviewed_positives: Rate

    @property
    def parts(self) -> tuple[Rate, Rate, Rate, Rate]:
        """The four rates."""
        return self.fpr, self.tpr, self.reviewed_negatives, self.reviewed_positives

    @property
    def errors(self) -> tuple[Rate, Rate]:
        """fpr and tpr of model and reviewer together."""
        return self.fpr, self.tpr

    def reviewed(self, prior: float) -> Rate:
        """Share of all cases that are reviewed."""
        return prior * self.reviewed_positives + (1 - prior) * self.reviewed_negatives

    def cost(self, point: OperatingPoint, price: float) -> Rate:
        """Expected cost per case, reviews included."""
        return point.expected_cost(self.fpr, self.tpr) + price * self.reviewed(point.prior)


@dataclass(frozen=True, slots=True)
class ZoneMixture:
    """Two zones, each a pair (low, high) of indices, and the share of the cases that each gets."""

    zones: tuple[tuple[int, int], ...]
    share: tuple[float, ...]
    cost: float
    reviewed: float


@dataclass(frozen=True, slots=True)
class ZoneEnd:
    """One threshold of a zone: its index in the model's counts, its score and its rates.

    threshold is None and text "" where the threshold flags none.
    """

    index: int
    threshold: float | None
    text: str
    fpr: float
    tpr: float


@dataclass(frozen=True, slots=True)
class Zone:
    """Two thresholds of a model: cases from `low` to below `high` are reviewed.

    Attributes
    ----------
    model : str
        The model.
    low, high : ZoneEnd
        Its thresholds; cases from `high` are flagged, cases below `low` let pass.
    rates : ZoneRates
        What the zone does on the rows.
    expected_cost : float
        Cost per case, reviews and allowances included.
    rows_cost : float
        Cost per case on the rows, without allowances.
    choosing : float
        The part of `expected_cost` that allows for choosing among models.
    interval : tuple of float or None
        Limits of `expected_cost`.
    elsewhere : ZoneRates or None
        What the model's zones do on rows that did not choose them.
    chosen : ZoneRates or None
        The same, with the model chosen on other rows too.
    """

    model: str
    low: ZoneEnd
    high: ZoneEnd
    rates: ZoneRates[float]
    expected_cost: float
    rows_cost: float
    choosing: float = 0.0
    interval: Interval | None = None
    elsewhere: ZoneRates[float] | None = None
    chosen: ZoneRates[float] | None = None

    @property
    def is_empty(self) -> bool:
        """Whether no case is reviewed."""
        return self.low.index == self.high.index


def zone_rates(rates: ReviewedRates, low: Places, high: Places) -> ZoneRates[Floats]:
    """What the zones with these indices (...) do; rates (..., k) have the same leading axes."""

    def at(rate: Floats, index: Places) -> Floats:
        taken: Floats = np.take_along_axis(rate, np.asarray(index)[..., None], axis=-1)[..., 0]
        return taken

    fpr, tpr = at(rates.fpr, high), at(rates.tpr, high)
    return ZoneRates(
        fpr=fpr + at(rates.alarms, low) - at(rates.alarms, high),
        tpr=tpr + at(rates.found, low) - at(rates.found, high),
        reviewed_negatives=at(rates.fpr, low) - fpr,
        reviewed_positives=at(rates.tpr, low) - tpr,
    )


def cheapest_zone(
    rates: ReviewedRates, point: OperatingPoint, terms: ReviewTerms
) -> tuple[Places, Places]:
    """Indices (...) of the lower and of the upper threshold of the cheapest zone.

    A zone that saves nothing is empty: both are then the ordinary optimum. Of thresholds with equal
    counts the strictest, as without a review.
    Under a capacity it is the cheapest single pair that keeps it.
    """
    lower, upper, called = _terms_of_thresholds(rates, point, terms.price)
    if terms.capacity is None:
        least = np.minimum.accumulate(upper, axis=-1)
        first = np.zeros(lower.shape, dtype=np.intp)
    else:
        first = _first_allowed(called, terms.capacity)
        least = _least_since(upper, first)
    low = (lower + least).argmin(axis=-1)
    high = _first_least(upper, first, low)
    alone = lower + upper  # an empty zone at each threshold
    saved = alone.min(axis=-1) - np.take_along_axis(lower + least, low[..., None], axis=-1)[..., 0]
    empty, single = saved <= ROUNDING * point.scale, alone.argmin(axis=-1)
    return np.where(empty, single, low), np.where(empty, single, high)


def zone_mixture(
    rates: ReviewedRates, point: OperatingPoint, terms: ReviewTerms
) -> ZoneMixture | None:
    """Two zones drawn by lot that together review the capacity; None if the capacity is not used.

    rates (k,). The price is raised to the value at which the best zone reviews the capacity: below
    it the zone is too large, above it not. Both zones are best there, so no pair does better.
    """
    capacity = terms.capacity
    if capacity is None:
        return None

    def at(price: float) -> tuple[tuple[int, int], float]:
        free = ReviewTerms(price, terms.sensitivity, terms.specificity, terms.column)
        low, high = cheapest_zone(rates, point, free)
        return (int(low), int(high)), float(zone_rates(rates, low, high).reviewed(point.prior))

    dear = max(terms.price, point.cost_fn + point.cost_fp)
    wide, narrow = at(terms.price), at(dear)
    if wide[1] <= capacity + ROUNDING:
        return None
    low, high = terms.price, dear
    for _ in range(BISECTIONS):
        price = (low + high) / 2
        zone = at(price)
        if zone[1] > capacity:
            low, wide = price, zone
        else:
            high, narrow = price, zone
    share = (capacity - narrow[1]) / (wide[1] - narrow[1])
    zones, shares = (wide[0], narrow[0]), (share, 1 - share)
    cost = sum(
        part * float(zone_rates(rates, *map(np.array, zone)).cost(point, terms.price))
        for zone, part in zip(zones, shares)
    )
    return ZoneMixture(zones, shares, cost, capacity)


def limit_price(
    rates: ReviewedRates, point: OperatingPoint, choose: Callable[[float], tuple[Places, Places]]
) -> float:
    """The price up to which some zone of these rates (k,) saves, by Dinkelbach's iteration.

    choose: the cheapest zone at a price. Dinkelbach (1967), Management Science 13, 492-498.
    """
    alone = float(point.expected_cost(rates.fpr, rates.tpr).min())
    price = 0.0
    for _ in range(BISECTIONS):
        zone = zone_rates(rates, *choose(price))
        reviewed = float(zone.reviewed(point.prior))
        saved = alone - float(zone.cost(point, 0.0))
        if reviewed <= ROUNDING or saved <= price * reviewed * (1 + ROUNDING):
            break
        price = saved / reviewed
    return price


def zone_envelope(hull: Hull, pcf: Floats, point: OperatingPoint, terms: ReviewTerms) -> Floats:
    """Normalized expected cost of a model's best zone at each PC(+), for the prices of the point.

    The sum of two ordinary envelopes; that of one threshold where no review pays. For a reviewer
    with fixed sensitivity and specificity, without a capacity.
    """
    positive, negative = terms.costs(point)
    missed, alarm = positive / point.cost_fn, negative / point.cost_fp
    if missed + alarm > 1:
        return hull.cost(pcf)

    def envelope(cost_fn: float, cost_fp: float) -> Floats:
        largest = pcf * cost_fn + (1 - pcf) * cost_fp
        inside = largest > 0
        at = np.divide(pcf * cost_fn, largest, out=np.zeros_like(pcf), where=inside)
        return np.where(inside, hull.cost(at) * largest, 0.0)

    return envelope(1 - missed, alarm) + envelope(missed, 1 - alarm)


def zone_costs(
    rates: ReviewedRates, points: Iterable[OperatingPoint], terms: ReviewTerms
) -> Floats:
    """Cost per case of the cheapest zone of these rates (k,) at each point, capacity included."""
    found = []
    for point in points:
        zone = zone_rates(rates, *cheapest_zone(rates, point, terms))
        found.append(float(zone.cost(point, terms.price)))
    return np.array(found)


def zone_end(counts: Counts, index: int) -> ZoneEnd:
    """A threshold of a zone."""
    fpr, tpr = map(float, counts.rates(index))
    threshold = None if index == 0 else float(counts.threshold[index])
    text = threshold_text(counts.threshold, index)
    return ZoneEnd(index, threshold, text or "", fpr, tpr)


def _terms_of_thresholds(
    rates: ReviewedRates, point: OperatingPoint, price: float
) -> tuple[Floats, Floats, Floats]:
    """Terms (..., k) of the lower and of the upper threshold, and the share of cases called.

    The cost of a zone is the lower threshold's term plus the upper threshold's term.
    """
    called = point.prior * rates.tpr + (1 - point.prior) * rates.fpr
    missed, alarmed = point.prior * point.cost_fn, (1 - point.prior) * point.cost_fp
    lower = price * called - missed * rates.found + alarmed * rates.alarms
    acted = missed * (rates.found - rates.tpr) + alarmed * (rates.fpr - rates.alarms)
    return lower, missed + acted - price * called, called


def _first_allowed(called: Floats, capacity: float) -> Places:
    """For each lower threshold (..., k) the first upper one that keeps the capacity."""
    flat = called.reshape(-1, called.shape[-1])
    first = [np.searchsorted(row, row - capacity - ROUNDING) for row in flat]
    index = np.arange(called.shape[-1])
    return np.minimum(np.stack(first).reshape(called.shape), index)


def _least_since(values: Floats, first: Places) -> Floats:
    """The least of values[first..i] for each i, (..., k): a sparse table, one level at a time."""
    index = np.arange(values.shape[-1])
    level = np.frexp(index - first + 1)[1] - 1
    least, table = np.empty_like(values), values
    for each in range(int(level.max()) + 1):
        here = level == each
        ends = np.broadcast_to(index - 2**each + 1, values.shape).clip(0)
        both = np.minimum(
            np.take_along_axis(table, first, axis=-1), np.take_along_axis(table, ends, axis=-1)
        )
        least[here] = both[here]
        shifted = np.full_like(table, np.inf)
        shifted[..., : -(2**each)] = table[..., 2**each :]
        table = np.minimum(table, shifted)
    return least


def _first_least(values: Floats, first: Places, low: Places) -> Places:
    """The first index of the least of values[first[low]..low], (...); values (..., k)."""
    index = np.arange(values.shape[-1])
    start = np.take_along_axis(first, low[..., None], axis=-1)
    inside = (index >= start) & (index <= low[..., None])
    return np.where(inside, values, np.inf).argmin(axis=-1)
