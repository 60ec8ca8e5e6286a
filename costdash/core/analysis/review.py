"""The review zone of an analysis at an operating point, evaluated like the decision beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isclose
from statistics import NormalDist

import numpy as np

from costdash.core.analysis.analysis import Analysis
from costdash.core.analysis.review_error import Deviation, ZoneErrors, reviewed_rates
from costdash.core.choose.decision import Allowance, Call, Decision
from costdash.core.choose.review_zone import (
    ReviewedRates,
    Zone,
    ZoneMixture,
    ZoneRates,
    cheapest_zone,
    limit_price,
    zone_end,
    zone_mixture,
    zone_rates,
)
from costdash.core.conditions.intervals import Imprecise
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.conditions.review import NO_HELP, Between, ReviewTerms
from costdash.core.folds.crossfit import CrossFits
from costdash.core.folds.crossfit_error import score_limits
from costdash.core.folds.crossfit_review import ReviewedTallies, zones_elsewhere
from costdash.core.types import Floats, Interval

PER_CASE = (
    "a review zone needs costs that are the same for every case: leave out the columns of costs"
)
FEWEST = 20  # positives; with fewer the spread over samples says little
ROUNDING = 1e-12  # savings this small, as a share of the cost, are none


@dataclass(frozen=True, slots=True)
class LimitedZones:
    """A capacity that restricts the zone.

    cost_of_limit: what it costs per case against no limit, with limits in `interval`. mixture: two
    zones by lot, on the rows; None where one zone uses the capacity.
    """

    free: Zone
    cost_of_limit: float
    interval: Interval | None
    mixture: ZoneMixture | None


@dataclass(frozen=True, slots=True)
class ReviewDecision:
    """Whether a review pays at an operating point, and the cheapest zone.

    Attributes
    ----------
    point : OperatingPoint
        The operating point.
    terms : ReviewTerms
        Price, reviewer and capacity.
    limit_price : float
        Price up to which a review pays.
    zone : Zone or None
        The zone of the model that costs least; None without models.
    costs : dict of str to float
        Cost per case of the cheapest zone of each model.
    without_review : Call
        The decision without a review.
    saving_interval : tuple of float or None
        Limits of `saving`.
    limited : LimitedZones or None
        What the capacity costs; None unless it restricts the zone.
    today : Call or None
        Today's rule, which may have a review zone too.
    today_interval : tuple of float or None
        Limits of `over_today`.

    Examples
    --------
    >>> from costdash.core import OperatingPoint, Predictions, ReviewTerms, analyse, decide_review
    >>> rows = Predictions(is_positive=[0, 0, 1, 0, 1, 1], scores={"rf": [1, 2, 3, 4, 5, 6]})
    >>> review = decide_review(analyse(rows), OperatingPoint(0.5), ReviewTerms(0.6))
    >>> review.pays, review.saving
    (False, 0.0)
    """

    point: OperatingPoint
    terms: ReviewTerms
    limit_price: float
    zone: Zone | None
    costs: Mapping[str, float]
    without_review: Call
    saving_interval: Interval | None
    limited: LimitedZones | None
    today: Call | None = None
    today_interval: Interval | None = None

    @property
    def over_today(self) -> float | None:
        """Cost per case that the recommended rule saves against today's; 0 if it is today's."""
        if self.today is None:
            return None
        best = self.call or self.without_review
        return (
            0.0 if is_same_rule(best, self.today) else self.today.expected_cost - best.expected_cost
        )

    @property
    def saving(self) -> float:
        """Cost per case that the zone saves against one threshold; 0 for an empty zone."""
        if self.zone is None or self.zone.is_empty:
            return 0.0
        return self.without_review.expected_cost - self.zone.expected_cost

    @property
    def is_given(self) -> bool:
        """Whether the user has set both thresholds of the zone."""
        zone, between = self.zone, self.terms.between
        return zone is not None and between is not None and between.model == zone.model

    @property
    def call(self) -> Call | None:
        """The zone as a call, with the rates that the reviews lead to; None unless it pays or is
        given.

        It has no one threshold; `index` is that of the upper one.
        """
        zone = self.zone
        if zone is None or not (self.pays or (self.is_given and not zone.is_empty)):
            return None
        return _call_of(zone, self.point, self.terms, len(self.costs))

    def cost_within(self, ranges: Imprecise) -> Interval | None:
        """Smallest and largest cost per case of the zone within ranges, allowances included.

        The cost is linear in prior and costs, so both lie at corners; None without a zone.
        """
        zone = self.zone
        if zone is None:
            return None
        rates = zone.chosen or zone.rates
        costs = [float(rates.cost(corner, self.terms.price)) for corner in ranges.corners]
        return min(costs), max(costs)

    @property
    def pays(self) -> bool:
        """Whether some cases are worth a review."""
        zone, cost = self.zone, self.without_review.expected_cost
        return zone is not None and not zone.is_empty and self.saving > ROUNDING * cost


def is_same_rule(a: Call, b: Call) -> bool:
    """Whether two rules flag and look at the same cases."""
    return _rule_of(a) == _rule_of(b)


def _rule_of(call: Call) -> tuple[object, ...]:
    if call.call != "some":
        return (call.call,)
    return call.model, call.index, call.zone and call.zone.low.index


def _call_of(zone: Zone, point: OperatingPoint, terms: ReviewTerms, models: int) -> Call:
    """A zone as a call, with the rates that the reviews lead to; chosen among so many models."""
    allowance, interval, rates = None, None, zone.rates
    if zone.interval is not None:
        interval = zone.interval[0] / point.scale, zone.interval[1] / point.scale
    if zone.elsewhere is not None:
        tuning = zone.expected_cost - zone.choosing - zone.rows_cost
        allowance = Allowance(tuning, zone.choosing, models)
    flagged = point.prior * rates.tpr + (1 - point.prior) * rates.fpr
    return Call(
        call="some",
        model=zone.model,
        owners=(zone.model,),
        threshold=zone.high.threshold,
        text=zone.high.text,
        index=zone.high.index,
        fpr=rates.fpr,
        tpr=rates.tpr,
        precision=point.prior * rates.tpr / flagged if flagged else float("nan"),
        nec=zone.expected_cost / point.scale,
        expected_cost=zone.expected_cost,
        interval=interval,
        allowance=allowance,
        tuned_rates=zone.elsewhere.errors if zone.elsewhere else None,
        expected_rates=zone.chosen.errors if zone.chosen else None,
        zone=zone,
        review_cost=terms.price * rates.reviewed(point.prior),
    )


def zone_in_force(
    analysis: Analysis,
    point: OperatingPoint,
    terms: ReviewTerms,
    between: Between,
    level: float | None = None,
) -> Call:
    """Today's rule where cases between two thresholds are looked at; given, so no allowances."""
    if analysis.costs is not None:
        raise ValueError(PER_CASE)
    level = analysis.level if level is None else level
    alone = analysis.call_at(point, between.model, 0, level=0)
    zones = _Zones(analysis, point, terms, [between.model], level, alone, None)
    return _call_of(zones.in_force(between), point, terms, 1)


def decide_review(
    analysis: Analysis,
    point: OperatingPoint,
    terms: ReviewTerms,
    names: Sequence[str] | None = None,
    level: float | None = None,
    decision: Decision | None = None,
    today: Call | None = None,
) -> ReviewDecision:
    """The cheapest review zone at an operating point, beside the decision of one threshold.

    Parameters
    ----------
    analysis : Analysis
        With cross-fits both thresholds and the model are evaluated on rows that did not choose
        them; with a hold-out on its evaluation part. It holds the verdicts of a column.
    point : OperatingPoint
        Prior and costs.
    terms : ReviewTerms
        Price, reviewer and capacity of the review.
    names : sequence of str, optional
        Models to choose among; by default all.
    level : float, optional
        Confidence level of the limits, by default the analysis's; 0 for none.
    decision : Decision, optional
        The decision of one threshold at this point, if it is known.
    today : Call, optional
        Today's rule: `Analysis.call_at` of one threshold, or `zone_in_force`.

    Returns
    -------
    ReviewDecision
        The zone, what it saves, and the price up to which a review pays.

    Raises
    ------
    ValueError
        If costs differ from case to case, or the column is right no more often than chance.

    Examples
    --------
    >>> import numpy as np
    >>> import costdash
    >>> from costdash.core import OperatingPoint, Predictions, ReviewTerms, decide_review
    >>> rng = np.random.default_rng(0)
    >>> is_positive = np.arange(400) < 100
    >>> rows = Predictions(is_positive=is_positive, scores={"rf": rng.normal(2 * is_positive)})
    >>> analysis = costdash.analyse(rows, n_replicates=100)
    >>> review = decide_review(analysis, OperatingPoint(0.25, 10, 10), ReviewTerms(2.0))
    >>> review.pays, review.zone.low.threshold < review.zone.high.threshold, review.limit_price
    (True, True, 5.0)
    """
    if analysis.costs is not None:
        raise ValueError(PER_CASE)
    level = analysis.level if level is None else level
    names = [*(analysis.models if names is None else names)]
    names = [name for name in names if name != terms.column]
    if terms.column:
        names = [name for name in names if name in analysis.verdicts]
    decision = decision or analysis.decide(point, names, level)
    return _Zones(analysis, point, terms, names, level, decision.best, today).decide()


@dataclass(frozen=True, slots=True)
class _Zones:
    """The zones of several models at one operating point."""

    analysis: Analysis
    point: OperatingPoint
    terms: ReviewTerms
    names: Sequence[str]
    level: float
    without_review: Call
    today: Call | None

    def decide(self) -> ReviewDecision:
        free = replace(self, terms=replace(self.terms, capacity=None, between=None))
        zones, limited, like, terms = free.zones(), None, None, free.terms
        zone = cheapest = min(zones.values(), key=_alone, default=None)
        between = self.terms.between
        if between is not None and between.model in zones and cheapest is not None:
            like = zones[between.model]
            zones[between.model] = zone = self._given(between, like, cheapest)
        elif cheapest is not None and self._exceeds_capacity(cheapest):
            zones, terms = self.zones(), self.terms
            zone = min(zones.values(), key=_alone)
            limited = self._limited(zone, cheapest)
        saving = None
        if zone is not None and (deviations := self._deviations(zone, like, terms)):
            zone = self._with_interval(zone, deviations[0])
            saving = self._saving_limits(zone, deviations[1])
        decided = ReviewDecision(
            point=self.point,
            terms=self.terms,
            limit_price=self._limit_price(zone),
            zone=zone,
            costs={name: _alone(each) for name, each in zones.items()},
            without_review=self.without_review,
            saving_interval=saving,
            limited=limited,
            today=self.today,
        )
        return replace(decided, today_interval=self._over_today(decided, like, terms))

    def in_force(self, between: Between) -> Zone:
        """The zone of given thresholds as it is on the rows, with limits."""
        counts = self.analysis.models[between.model].counts
        low, high = counts.index(np.array([between.low, between.high]))
        zone = self._zone(between.model, int(low), int(high))
        errors = ZoneErrors(self.analysis, self.point, self.names)
        if not self.level or self.analysis.positives < FEWEST:
            return zone
        deviation = errors.fixed(zone, self.terms)
        return zone if deviation is None else self._with_interval(zone, deviation)

    def _over_today(
        self, decided: ReviewDecision, like: Zone | None, terms: ReviewTerms
    ) -> Interval | None:
        """Limits of what the recommended rule saves against today's, in the same samples."""
        today, zone, value = self.today, decided.zone, decided.over_today
        if today is None or zone is None or value is None or not self.level:
            return None
        best = decided.call or self.without_review
        if is_same_rule(best, today):
            return 0.0, 0.0
        if decided.call is None:
            errors = ZoneErrors(self.analysis, self.point, self.names)
            deviation = errors.of_single_threshold(self.without_review, terms)
        elif (deviations := self._deviations(zone, like, terms)) is not None:
            deviation = deviations[0]
        else:
            return None
        errors = ZoneErrors(self.analysis, self.point, [today.model or ""])
        fixed = (
            errors.fixed_threshold(today, terms)
            if today.zone is None
            else errors.fixed(today.zone, terms)
        )
        if fixed is None:
            return None
        gradient = self._slope(today) - self._slope(best)
        return self._limits(value, deviation.less(fixed), gradient)

    def _slope(self, call: Call) -> float:
        """What a positive costs less what a negative costs."""
        if call.zone is not None:
            return _positives_less_negatives(call.zone, self.point, self.terms)
        fpr, tpr = call.total_rates
        return self.point.cost_fn * (1 - tpr) - self.point.cost_fp * fpr

    def zones(self) -> dict[str, Zone]:
        """The cheapest zone of each model; costs of the cheapest with all allowances."""
        fits = self.analysis.crossfits
        zones = {name: self._on_rows(name) for name in self.names}
        if fits is None or not zones:
            return zones
        tallies = [self._tallies(name, fits) for name in self.names]
        alone, chosen = zones_elsewhere(tallies, self.point, self.terms)
        costs = alone.cost(self.point, self.terms.price)
        best = int(costs.argmin())
        choosing = float(chosen.cost(self.point, self.terms.price) - costs[best])
        found = {}
        for place, (name, zone) in enumerate(zones.items()):
            more = choosing if place == best else 0.0
            of_model = ZoneRates(*(float(rate[place]) for rate in alone.parts))
            total = float(costs[place]) + more
            of_choice = ZoneRates(*map(float, chosen.parts)) if place == best else of_model
            found[name] = replace(
                zone, expected_cost=total, choosing=more, elsewhere=of_model, chosen=of_choice
            )
        return found

    def _given(self, between: Between, like: Zone, cheapest: Zone) -> Zone:
        """The zone of given thresholds, with the allowances of the cheapest one.

        like: the model's cheapest zone. Whoever sets thresholds looks at the rows, so a given zone
        would look cheaper than the cheapest without them; with them it never does.
        """
        counts = self.analysis.models[between.model].counts
        low, high = counts.index(np.array([between.low, between.high]))
        zone = self._zone(between.model, int(low), int(high))
        if like.elsewhere is None or cheapest.chosen is None or cheapest.elsewhere is None:
            return zone
        elsewhere = _moved(zone.rates, like.rates, like.elsewhere)
        cost = elsewhere.cost(self.point, self.terms.price) + cheapest.choosing
        chosen = _moved(elsewhere, cheapest.elsewhere, cheapest.chosen)
        return replace(
            zone,
            expected_cost=cost,
            choosing=cheapest.choosing,
            elsewhere=elsewhere,
            chosen=chosen,
        )

    def rates(self, name: str, selection: bool = False) -> ReviewedRates:
        """Rates of all thresholds of a model, on the rows that judge or that choose."""
        return reviewed_rates(self.analysis, name, self.terms, selection)

    def _on_rows(self, name: str) -> Zone:
        selection = self.analysis.hold_out is not None
        low, high = cheapest_zone(self.rates(name, selection), self.point, self.terms)
        return self._zone(name, int(low), int(high))

    def _zone(self, name: str, low: int, high: int) -> Zone:
        counts = self.analysis.models[name].counts
        places = zone_rates(self.rates(name), np.array(low), np.array(high))
        rates = ZoneRates(*map(_unrounded, places.parts))
        cost = rates.cost(self.point, self.terms.price)
        return Zone(name, zone_end(counts, low), zone_end(counts, high), rates, cost, cost)

    def _tallies(self, name: str, fits: CrossFits) -> list[ReviewedTallies]:
        tallies = fits.of([name]).folds
        rows = self.analysis.verdicts.get(name) if self.terms.column else None
        seen = rows.tallies if rows and rows.tallies else [None] * len(tallies)
        return [
            ReviewedTallies.of(each, self.terms, verdicts)
            for each, verdicts in zip(tallies, seen, strict=True)
        ]

    def _deviations(
        self, zone: Zone, like: Zone | None, terms: ReviewTerms
    ) -> tuple[Deviation, Deviation] | None:
        """Of the cost of the zone, and of what it saves; None where samples say little.

        like: the cheapest zone of the model, where thresholds are given.
        """
        if not self.level or self.analysis.positives < FEWEST:
            return None
        errors, alone = ZoneErrors(self.analysis, self.point, self.names), self.without_review
        of_zone = errors.of_cheapest(like or zone, terms)
        of_total = errors.of_total(like or zone, terms)
        if of_zone is None or of_total is None:
            return None
        saved = of_zone.less(errors.of_single_threshold(alone, terms))
        if like is None:
            return of_total, saved
        given, fixed = errors.fixed(zone, terms), errors.fixed(like, terms)
        assert given is not None
        assert fixed is not None
        without = errors.fixed_threshold(alone, terms)
        saves, like_saves = given.less(without), fixed.less(without)
        return given.as_much_larger(of_total, fixed), saves.as_much_larger(saved, like_saves)

    def _with_interval(self, zone: Zone, deviation: Deviation) -> Zone:
        low, high = score_limits(
            np.array([zone.expected_cost]),
            np.array([deviation.variance]),
            self.level,
            self._prior_variance(_positives_less_negatives(zone, self.point, self.terms)),
        )
        return replace(zone, interval=(max(0.0, float(low[0])), float(high[0])))

    def _prior_variance(self, gradient: float) -> float:
        prior = self.analysis.prior
        if prior is None or not isclose(self.point.prior, self.analysis.file_prevalence):
            return 0.0
        return gradient**2 * prior.variance

    def _saving_limits(self, zone: Zone, deviation: Deviation) -> Interval:
        """Limits of what the zone saves against one threshold, in the same bootstrap samples."""
        other = self.without_review
        gradient = _positives_less_negatives(zone, self.point, self.terms) - self._slope(other)
        return self._limits(other.expected_cost - zone.expected_cost, deviation, gradient)

    def _limits(self, value: float, deviation: Deviation, gradient: float) -> Interval:
        """Limits of a difference of costs."""
        variance = deviation.variance + self._prior_variance(gradient)
        half = NormalDist().inv_cdf((1 + self.level) / 2) * variance**0.5
        return value - half, value + half

    def _exceeds_capacity(self, zone: Zone) -> bool:
        """Whether there is a capacity, and the zone reviews more."""
        capacity = self.terms.capacity
        return capacity is not None and zone.rates.reviewed(self.point.prior) > capacity + ROUNDING

    def _limited(self, zone: Zone, free: Zone) -> LimitedZones:
        """What the capacity costs against the cheapest zone without it."""
        selection = self.analysis.hold_out is not None
        mixture = zone_mixture(self.rates(zone.model, selection), self.point, self.terms)
        if selection and mixture is not None:
            mixture = self._evaluated(zone.model, mixture)
        costs, interval = zone.expected_cost - free.expected_cost, None
        if self.level and self.analysis.positives >= FEWEST:
            errors = ZoneErrors(self.analysis, self.point, self.names)
            within = errors.approximate(zone, self.terms)
            without = errors.approximate(free, replace(self.terms, capacity=None))
            if within is not None and without is not None:
                gradient = _positives_less_negatives(zone, self.point, self.terms)
                gradient -= _positives_less_negatives(free, self.point, self.terms)
                interval = self._limits(costs, within.less(without), gradient)
        return LimitedZones(free, costs, interval, mixture)

    def _evaluated(self, name: str, mixture: ZoneMixture) -> ZoneMixture:
        """Two zones that the selection part chose, as they are on the evaluation part."""
        zones = [self._zone(name, *places) for places in mixture.zones]
        each = list(zip(zones, mixture.share, strict=True))
        cost = sum(share * zone.rows_cost for zone, share in each)
        reviewed = sum(share * zone.rates.reviewed(self.point.prior) for zone, share in each)
        return replace(mixture, cost=cost, reviewed=reviewed)

    def _limit_price(self, zone: Zone | None) -> float:
        if not self.terms.column:
            return self.terms.limit_price(self.point)
        if zone is None:
            return 0.0
        rates = self.rates(zone.model)
        if rates.found[-1] <= rates.alarms[-1]:
            raise ValueError(
                f"{NO_HELP}: {self.terms.column} is positive for {rates.found[-1]:.3g} of the "
                f"positives and {rates.alarms[-1]:.3g} of the negatives"
            )

        def choose(price: float) -> tuple[np.ndarray, np.ndarray]:
            return cheapest_zone(rates, self.point, ReviewTerms(price, column=self.terms.column))

        return limit_price(rates, self.point, choose)


def _unrounded(rate: Floats) -> float:
    """A rate of 0 or 1 that a sum of rates gives only up to rounding."""
    whole = round(float(rate))
    return float(whole) if abs(rate - whole) < ROUNDING else float(rate)


def _moved(
    rates: ZoneRates[float], start: ZoneRates[float], end: ZoneRates[float]
) -> ZoneRates[float]:
    """The rates, moved as from `start` to `end`; they are for costs, and may leave [0, 1]."""
    parts = zip(rates.parts, start.parts, end.parts, strict=True)
    return ZoneRates(*(rate + to - of for rate, of, to in parts))


def _alone(zone: Zone) -> float:
    """Cost of a model's zone without the allowance for choosing the model."""
    return zone.expected_cost - zone.choosing


def _positives_less_negatives(zone: Zone, point: OperatingPoint, terms: ReviewTerms) -> float:
    """What a positive costs less what a negative costs: the slope of the cost along the prior."""
    rates = zone.elsewhere or zone.rates
    positive = point.cost_fn * (1 - rates.tpr) + terms.price * rates.reviewed_positives
    negative = point.cost_fp * rates.fpr + terms.price * rates.reviewed_negatives
    return float(positive - negative)
