"""What the mistakes on each segment cost, and how much of it is because of the prior or the rule.

A segment with more positives costs more although the rule does as well there as elsewhere. So the
cost of a segment is compared with what the rates of all rows would cost at the segment's prior.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import NormalDist

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.compare.multiple_testing import holm
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.resample.cluster_bootstrap import cluster_codes
from costdash.core.sample.predictions import Predictions
from costdash.core.segments.hypergeometric import ClassMistakes, Units, exact_p, permutation_p
from costdash.core.segments.segment import Segments
from costdash.core.segments.shrinkage import shrunken
from costdash.core.types import Bools, Floats

FEWEST = 5  # rows of each class: with fewer a segment is not tested
UNSEEN = 5e-4  # share of the cost of all below which an amount counts, and is printed, as 0
DRAWN = 2  # cases at everybody's rate that are added before a variance is taken


@dataclass(frozen=True, eq=False)
class CostRows:
    """Rows with what a rule does on them, and what a mistake on each adds to the cost per case.

    mistake (n,): the share of the `divisions` into folds in which the rule makes a mistake on the
    row: 0 or 1 for a fixed rule. price (n,): what the mistake adds to the expected cost per
    case of all rows, once for each of the `times` rows that it stands for. weight (n,): its share
    of the cases at the prior. plain: rows have neither weights nor costs of their own.
    """

    is_positive: Bools
    mistake: Floats
    price: Floats
    weight: Floats
    times: Floats
    cluster: NDArray[np.intp] | None
    plain: bool
    divisions: int = 1

    @classmethod
    def of(
        cls, rows: Predictions, flagged: Floats, point: OperatingPoint, divisions: int = 1
    ) -> "CostRows":
        """flagged (n,): share of the divisions in which the rule flags the row.

        The sum of price times mistake is the expected cost of the rule at the point.
        """
        positive = rows.is_positive
        times = np.ones(rows.rows) if rows.times is None else rows.times.astype(float)
        parts = (point.prior, point.cost_fn), (1 - point.prior, point.cost_fp)
        price, share = (
            _spread(positive, mass, times, amounts)
            for mass, amounts in (
                (rows.mass, [prior * cost for prior, cost in parts]),
                (rows.weight, [prior for prior, _ in parts]),
            )
        )
        return cls(
            is_positive=positive,
            mistake=np.where(positive, 1 - flagged, flagged),
            price=price,
            weight=share,
            times=times,
            cluster=cluster_codes(rows),
            plain=rows.weight is None and rows.costs is None,
            divisions=divisions,
        )

    def grouped(self, segments: Segments) -> tuple["CostRows", Segments]:
        """Rows that are alike, as one that stands for all of them, where none has a weight."""
        if not self.plain or self.cluster is not None:
            return self, segments
        level = np.arange(self.divisions + 1) / self.divisions
        place = np.rint(self.mistake * self.divisions).astype(np.intp)
        key = (segments.codes * 2 + self.is_positive) * level.size + place
        size = 2 * level.size * len(segments.names)
        times = np.bincount(key, self.times, size)
        some = np.flatnonzero(times)
        codes, positive = some // (2 * level.size), some // level.size % 2 == 1
        (of_negative, of_positive), (negative, positives) = (
            tuple(float(each[part[0]]) for part in self.classes)
            for each in (self.price, self.weight)
        )
        rows = CostRows(
            is_positive=positive,
            mistake=level[some % level.size],
            price=np.where(positive, of_positive, of_negative),
            weight=np.where(positive, positives, negative),
            times=times[some].astype(float),
            cluster=None,
            plain=True,
            divisions=self.divisions,
        )
        return rows, replace(segments, codes=codes)

    @property
    def cost(self) -> Floats:
        """What each row adds to the expected cost per case, (n,)."""
        return self.price * self.mistake * self.times

    @cached_property
    def rate(self) -> tuple[float, float]:
        """Share of the negatives, and of the positives, on which a mistake is made, by price."""
        rates = []
        for part in self.classes:
            mass = self.price[part] * self.times[part]
            rates.append(float(mass @ self.mistake[part] / mass.sum()))
        return rates[0], rates[1]

    @cached_property
    def classes(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Places of the negatives and of the positives."""
        return np.flatnonzero(~self.is_positive), np.flatnonzero(self.is_positive)


def _spread(
    positive: Bools, mass: Floats | None, times: Floats, amounts: Sequence[float]
) -> Floats:
    """Amounts (n,) in proportion to mass (n,) that add up to the two amounts over the classes.

    Added up over the `times` that each row stands for. amounts: of positives and of negatives.
    """
    if mass is None:
        totals = float(times[positive].sum()), float(times[~positive].sum())
        of_positive, of_negative = (x / total for x, total in zip(amounts, totals, strict=True))
        return np.where(positive, of_positive, of_negative)
    spread = np.empty(mass.size)
    for part, amount in zip((positive, ~positive), amounts, strict=True):
        spread[part] = amount * mass[part] / (mass[part] @ times[part])
    return spread


@dataclass(frozen=True, slots=True, eq=False)
class RuleSpread:
    """What the limits of because_of_rule follow from: (2, g) for negatives and positives.

    rate: of mistakes, by price. units: independent rows that tell as much about it. reach: money
    per case of the segment that a rate of 1 stands for, less what everybody's rate has of it.
    """

    rate: Floats
    units: Floats
    reach: Floats

    def distances(self, level: float) -> tuple[Floats, Floats]:
        """From the value down to its lower limit and up to its upper one, (g,) each.

        Wilson's limits (1927) of each rate, joined by MOVER: Zou & Donner (2008), equation 2. They
        hold where a class has few rows, or few mistakes.
        """
        z2 = NormalDist().inv_cdf((1 + level) / 2) ** 2
        whole = self.units + z2
        middle = (self.units * self.rate + z2 / 2) / whole
        half = np.sqrt(z2 * (self.units * self.rate * (1 - self.rate) + z2 / 4)) / whole
        below = self.reach * (self.rate - middle + half)
        above = self.reach * (middle + half - self.rate)
        return np.hypot(*below), np.hypot(*above)


@dataclass(frozen=True, slots=True, eq=False)
class Excess:
    """What each of g segments costs, (g,) each, per case of the segment.

    rows, positives, negatives: numbers of rows. share: of the cases at the prior. found, missed,
    false_alarms: rows, averaged over divisions into folds. because_of_prior, because_of_rule: of
    the excess over the cost of all; times `share` they add up to 0. error: standard error of
    because_of_rule. shrunken: because_of_rule drawn to 0 as far as it may be chance; p, p_holm: of
    no effect of the rule; nan where a segment is not tested.
    """

    rows: Floats
    positives: Floats
    negatives: Floats
    share: Floats
    prior: Floats
    found: Floats
    missed: Floats
    false_alarms: Floats
    cost: Floats
    total: float
    because_of_prior: Floats
    because_of_rule: Floats
    error: Floats
    shrunken: Floats
    p: Floats
    p_holm: Floats
    spread: "RuleSpread"

    @property
    def of_total(self) -> Floats:
        """Share of all money lost, (g,)."""
        return self.share * self.cost / self.total if self.total else 0 * self.share

    @property
    def drawn_parts(self) -> tuple[Floats, Floats]:
        """Money per case of all (g,) by which a segment is shown to differ from the average.

        Because of prior, and because of rule as far as it is known. What would be printed as 0
        is 0.
        """
        rule = np.where(np.isnan(self.shrunken), self.because_of_rule, self.shrunken)
        return self._seen(self.because_of_prior), self._seen(rule)

    @property
    def counted_rule(self) -> Floats:
        """As the second of `drawn_parts`, but as counted in this sample, chance included."""
        return self._seen(self.because_of_rule)

    def _seen(self, per_case: Floats) -> Floats:
        """Money per case of all (g,), from money per case of the segment (g,)."""
        part = self.share * per_case
        return np.where(abs(part) < UNSEEN * self.total, 0.0, part)

    @property
    def drawn(self) -> Floats:
        """Both parts together (g,)."""
        prior, rule = self.drawn_parts
        return prior + rule

    def limits(self, level: float) -> tuple[Floats, Floats]:
        """Limits (g,) of because_of_rule, each segment by itself."""
        below, above = self.spread.distances(level)
        return self.because_of_rule - below, self.because_of_rule + above


def excess(
    given: CostRows, segments: Segments, rng: Generator, asked: Bools | None = None
) -> Excess:
    """The cost of each segment and its parts. asked (g,): False for segments that are left out."""
    given, segments = given.grouped(segments)
    codes, g = segments.codes, len(segments.names)
    positive = given.is_positive

    def sums(values: Floats, of: Bools | None = None) -> Floats:
        found = np.bincount(
            codes if of is None else codes[of], values if of is None else values[of], g
        )
        return found.astype(float)

    times, mistaken = given.times, given.times * given.mistake
    positives, negatives = sums(times, positive), sums(times, ~positive)
    share = sums(given.weight * times)
    rate = np.where(positive, given.rate[1], given.rate[0])
    apart = given.price * times * (given.mistake - rate)  # adds up to 0 in each class
    expected = sums(given.price * times * rate)
    total = float(given.cost.sum())
    per_case = 1 / np.where(share > 0, share, 1)
    rule, cost = sums(apart) * per_case, sums(given.cost) * per_case
    by_rows, by_clusters = _variances(given, segments, apart)
    error = np.sqrt(np.maximum(by_rows, by_clusters)) * per_case
    more = np.sqrt(np.maximum(1, by_clusters / np.where(by_rows > 0, by_rows, np.inf)))
    enough = (positives >= FEWEST) & (negatives >= FEWEST)
    enough &= True if asked is None else asked
    p, p_holm = _tests(given, segments, apart, enough, rng)
    missed, false_alarms = sums(mistaken, positive), sums(mistaken, ~positive)
    return Excess(
        rows=positives + negatives,
        positives=positives,
        negatives=negatives,
        share=share,
        prior=sums(given.weight * times, positive) * per_case,
        found=positives - missed,
        missed=missed,
        false_alarms=false_alarms,
        cost=cost,
        total=total,
        because_of_prior=expected * per_case - total,
        because_of_rule=rule,
        error=error,
        shrunken=_shrunken(rule, error, enough),
        p=p,
        p_holm=p_holm,
        spread=_spread_of_rule(given, segments, per_case * more),
    )


def _spread_of_rule(given: CostRows, segments: Segments, per_case: Floats) -> RuleSpread:
    """per_case (g,): 1 / share of each segment, times what clusters add to its error."""
    codes, g = segments.codes, len(segments.names)
    found = []
    for part, everybody in zip(given.classes, given.rate, strict=True):
        times, mistake, price = given.times[part], given.mistake[part], given.price[part]
        here, mass = codes[part], price * times
        money = np.bincount(here, mass, g)
        squares = np.bincount(here, mass * price, g)
        some = np.where(money > 0, money, 1)
        rate = np.where(money > 0, np.bincount(here, mass * mistake, g) / some, everybody)
        variance = float(mass @ mistake**2 / mass.sum()) - everybody**2
        of_calls = everybody * (1 - everybody)  # variance, if each row had one fixed call
        steadier = of_calls / variance if variance > 0 else 1.0
        units = steadier * money**2 / np.where(squares > 0, squares, 1)
        found.append((rate, units, money * np.sqrt((1 - money / mass.sum()).clip(0)) * per_case))
    rate, units, reach = (np.array(each) for each in zip(*found, strict=True))
    return RuleSpread(rate.clip(0, 1), units, reach)


def _shrunken(rule: Floats, error: Floats, tested: Bools) -> Floats:
    drawn = np.full(rule.size, np.nan)
    drawn[tested] = shrunken(rule[tested], error[tested])
    return drawn


def _variances(given: CostRows, segments: Segments, apart: Floats) -> tuple[Floats, Floats]:
    """Variance (g,) of the sum of `apart` in each segment, if rows and if clusters are independent.

    Of each class: the spread of mistakes with DRAWN cases at everybody's rate, times the squared
    prices. Without clusters the second is 0.
    """
    codes, g = segments.codes, len(segments.names)
    variance = np.zeros(g)
    for part, rate in zip(given.classes, given.rate, strict=True):
        times, mistake, price = given.times[part], given.mistake[part], given.price[part]
        here = codes[part]
        squared = float((price * times) @ mistake**2 / (price @ times))
        n = np.bincount(here, times, g) + DRAWN
        mean = (np.bincount(here, times * mistake, g) + DRAWN * rate) / n
        square = (np.bincount(here, times * mistake**2, g) + DRAWN * squared) / n
        mass = np.bincount(here, times * price, g)
        more = n / np.maximum(n - DRAWN, 1)  # the cases that are added count too
        spread = np.bincount(here, times * price**2, g) * (square - mean**2).clip(0) * more
        variance += spread * (1 - mass / (price @ times)).clip(0)
    if given.cluster is None:
        return variance, np.zeros(g)
    _, cell_segment, cell = _cells(given.cluster, codes)
    sums = np.bincount(cell, apart)
    return variance, np.bincount(cell_segment, sums**2, g).astype(float)


def _cells(
    cluster: NDArray[np.intp], codes: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Cluster and segment of each cell of both, and the cell (n,) of each row."""
    g = int(codes.max()) + 1
    cells, cell = np.unique(cluster * g + codes, return_inverse=True)
    return cells // g, cells % g, cell


def _tests(
    given: CostRows, segments: Segments, apart: Floats, tested: Bools, rng: Generator
) -> tuple[Floats, Floats]:
    """p (g,) of no effect of the rule, and Holm's adjusted p; nan for segments not tested."""
    p, p_holm = np.full(tested.size, np.nan), np.full(tested.size, np.nan)
    if not tested.any():
        return p, p_holm
    if given.plain and given.cluster is None:
        p[tested] = exact_p(_mistakes(given, segments))[tested]
    else:
        p[tested] = _permuted(given, segments, apart, tested, rng)
    p_holm[tested] = holm(p[tested].tolist())
    return p, p_holm


def _mistakes(given: CostRows, segments: Segments) -> list[ClassMistakes]:
    """Rows of each class by segment and by the number of divisions with a mistake."""
    size, g = given.divisions + 1, len(segments.names)
    place = segments.codes * size + np.rint(given.mistake * given.divisions).astype(np.intp)
    found = []
    for part in given.classes:
        table = np.bincount(place[part], given.times[part], g * size).reshape(g, size)
        price = float(given.price[part][0]) if part.size else 0.0
        found.append(ClassMistakes(np.rint(table).astype(np.int64), price))
    return found


def _permuted(
    given: CostRows, segments: Segments, apart: Floats, tested: Bools, rng: Generator
) -> Floats:
    """p of the tested segments; units are rows within their class, or whole clusters.

    A cluster with rows of several segments counts as one unit in each.
    """
    codes = segments.codes
    if given.cluster is not None:
        _, cell_segment, cell = _cells(given.cluster, codes)
        sums = np.bincount(cell, apart).astype(float)
        units = [Units(sums, cell_segment, np.ones(sums.size, dtype=np.int64))]
    else:
        times = given.times.astype(np.int64)
        units = [Units((apart / times)[p], codes[p], times[p]) for p in given.classes]
    return permutation_p(units, tested, rng)
