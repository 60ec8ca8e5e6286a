"""Cells of what a team can handle: review zones, and limits that are promised."""

from collections.abc import Iterator

import numpy as np

from benchmarks.coverage.cells import LEVELS, LIMIT_BROKEN, OBSERVED, Cell, Event, Hit, covers
from benchmarks.coverage.decisions import operating_point, true_rates
from benchmarks.coverage.populations import FIVE_MODELS, ONE_MODEL, Population, sampled
from costdash.core import (
    Analysis,
    OperatingPoint,
    Predictions,
    ReviewTerms,
    analyse,
    decide_review,
)
from costdash.core.analysis.calls import choice_by
from costdash.core.analysis.review import zone_in_force
from costdash.core.choose.criteria import LIMIT_CONFIDENCE, FewestFalseAlarms, LeastPrecision
from costdash.core.choose.review_zone import Zone, ZoneRates
from costdash.core.conditions.review import Between
from costdash.core.folds.crossfit import crossfit_models

PCFS = (0.3, 0.6)
PRICE = 0.4  # of the price up to which a review pays
REVIEWER = 0.95, 0.98
CAPACITY = 0.1
TODAY_LOW, TODAY_HIGH = 0.5, 2.0  # scores; those of negatives have mean 0 and variance 1
FEWEST = 100  # replicates: bands are not read here
LEAST_RECALL, LEAST_PRECISION = 0.8, 0.6  # shares that are promised


def zones(population: Population, predictions: Predictions, seed: int) -> Iterator[Event]:
    """Whether the limits of a zone's cost and of its saving contain their true values."""
    fits = crossfit_models(predictions, seed=seed)
    analysis = analyse(predictions, n_replicates=FEWEST, seed=seed).with_crossfits(fits)
    for pcf in PCFS:
        point = operating_point(pcf, population.prevalence)
        free = ReviewTerms(PRICE * ReviewTerms(0, *REVIEWER).limit_price(point), *REVIEWER)
        limited = ReviewTerms(free.price, *REVIEWER, capacity=CAPACITY)
        for what, terms in (("zone", free), (f"at most {CAPACITY:.0%} reviewed", limited)):
            for level in LEVELS:
                review = decide_review(analysis, point, terms, level=level)
                zone = review.zone
                if zone is None or zone.interval is None or review.saving_interval is None:
                    continue
                truth, place = _true_cost(population, zone, point, terms), f"PC(+) {pcf}"
                alone = point.expected_cost(*true_rates(population, review.without_review))
                yield covers(f"cost, {what}", level, zone.interval, truth, place)
                yield covers(f"saving, {what}", level, review.saving_interval, alone - truth, place)
        yield from _over_today(population, analysis, point, free)


def _over_today(
    population: Population, analysis: Analysis, point: OperatingPoint, terms: ReviewTerms
) -> Iterator[Event]:
    """Whether limits of what the cheapest zone saves against a rule in force contain the truth.

    The rule in force is the first model's: one threshold, or a zone with the same reviewer.
    """
    name, place = next(iter(analysis.models)), f"PC(+) {point.pcf:.1f}"
    index = int(analysis.models[name].counts.index(TODAY_HIGH))
    between = Between(name, TODAY_LOW, TODAY_HIGH)
    for level in LEVELS:
        for what, today in (
            ("one threshold", analysis.call_at(point, name, index, level)),
            ("a zone", zone_in_force(analysis, point, terms, between, level)),
        ):
            review = decide_review(analysis, point, terms, level=level, today=today)
            if review.call is None or review.zone is None or review.today_interval is None:
                continue
            truth = _true_cost(population, review.zone, point, terms)
            if today.zone is None:
                used = point.expected_cost(*true_rates(population, today))
            else:
                used = _true_cost(population, today.zone, point, terms)
            aim = f"saving over today's rule, {what}"
            yield covers(aim, level, review.today_interval, used - truth, place)


def _true_cost(
    population: Population, zone: Zone, point: OperatingPoint, terms: ReviewTerms
) -> float:
    """What the zone costs per case on new rows of the population."""
    model = population.by_name[zone.model]
    low, high = (
        (0.0, 0.0) if end.threshold is None else model.rates(end.threshold)
        for end in (zone.low, zone.high)
    )
    negatives, positives = low[0] - high[0], low[1] - high[1]
    rates = ZoneRates(
        high[0] + (1 - terms.specificity) * negatives,
        high[1] + terms.sensitivity * positives,
        negatives,
        positives,
    )
    return rates.cost(point, terms.price)


def promises(population: Population, predictions: Predictions, seed: int) -> Iterator[Event]:
    """Whether the threshold of a promise breaks it on new rows."""
    analysis = analyse(predictions, n_replicates=FEWEST, seed=seed)
    names, prior = list(analysis.models), population.prevalence
    point = OperatingPoint(prior, 5, 1)
    for way, level, claim in (
        ("95 % confidence", LIMIT_CONFIDENCE, LIMIT_BROKEN),
        ("without confidence", None, OBSERVED),
    ):
        for what, criterion in (
            ("share found", FewestFalseAlarms(LEAST_RECALL, level)),
            ("flags that are right", LeastPrecision(point, LEAST_PRECISION, level)),
        ):
            rule = choice_by(criterion, analysis, names).single
            counts = analysis.models[rule.model].counts
            last = rule.index == counts.threshold.size - 1
            threshold = -np.inf if last else float(counts.threshold[rule.index])
            fpr, tpr = population.by_name[rule.model].rates(threshold)
            flags = prior * tpr + (1 - prior) * fpr
            broken = (
                tpr < LEAST_RECALL
                if what == "share found"
                else prior * tpr < LEAST_PRECISION * flags
            )
            yield Hit(f"{what}: broken, {way}", claim, bool(broken))


ZONES = (
    sampled(90, 300, *ONE_MODEL),
    sampled(300, 1000, *ONE_MODEL),
    sampled(300, 1000, *FIVE_MODELS),
    sampled(160, 400, *ONE_MODEL, clusters=(20,)),
)
PROMISES = (
    *(sampled(n // 2, n, *models) for n in (400, 2000) for models in (ONE_MODEL, FIVE_MODELS)),
    sampled(200, 400, *ONE_MODEL, clusters=(5,)),
)
CELLS = (
    *(Cell("review zone", population, zones) for population in ZONES),
    *(Cell("promises", population, promises) for population in PROMISES),
)
