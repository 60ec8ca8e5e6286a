"""Cells of models made of others: recalibrated scores, and combinations of two models."""

from collections.abc import Iterator
from math import inf

import numpy as np
from scipy.stats import multivariate_normal

from benchmarks.coverage.cells import COST, LEVELS, Amount, Cell, Event, covers
from benchmarks.coverage.decisions import operating_point
from benchmarks.coverage.populations import ONE_MODEL, SHARED, Model, Population, sampled
from costdash.core import (
    Combination,
    Hull,
    Predictions,
    combination_points,
    convex_hull,
    count,
    with_combination,
)
from costdash.core.combine.combination import AND, CHAIN, OR
from costdash.core.folds.crossfit import crossfit_models
from costdash.core.probabilities.recalibration import (
    recalibrated_name,
    whole_recalibration,
    with_recalibrated,
)

PCFS = (0.2, 0.5)  # at .8 the rules of two models hardly differ from flagging all
NOTHING = (0.0, 0.0)


def recalibrated(population: Population, predictions: Predictions, seed: int) -> Iterator[Event]:
    """The recalibrated model alone; for new cases it is fitted on all rows."""
    rows, name = with_recalibrated(predictions, "a", seed=seed), recalibrated_name("a")
    fit = crossfit_models(rows, [name], seed=seed).together
    whole, model = whole_recalibration(predictions, "a"), population.models[0]
    hull = _hull(rows, name)
    for pcf in PCFS:
        threshold = float(hull.threshold[int(hull.cheapest(pcf))])
        rates = model.rates(whole.score_for(threshold)) if threshold < inf else NOTHING
        yield from _cost(fit, rates, pcf, population, "recalibrated")


def _hull(rows: Predictions, name: str) -> Hull:
    return convex_hull(count(rows.is_positive, rows.scores[name], rows.mass))


def combinations(population: Population, predictions: Predictions, seed: int) -> Iterator[Event]:
    """Each combination alone, at the conditions that it is made for."""
    for rule in (AND, OR, CHAIN):
        for pcf in PCFS:
            how = Combination(rule, rule, ("a", "b"), pcf)
            try:
                rows = with_combination(predictions, how, seed=seed)
                points = combination_points(predictions, how, seed=seed)
            except ValueError:  # a threshold that flags none or all cannot be combined
                continue
            fit = crossfit_models(rows, [rule], seed=seed).together
            hull = _hull(rows, rule)
            vertex = int(hull.cheapest(pcf))
            if vertex in (0, hull.tie.size):
                rates = (0.0, 0.0) if vertex == 0 else (1.0, 1.0)
            else:
                rates = _true_rates(population, how, points)
            yield from _cost(fit, rates, pcf, population, f"{rule} of two models")


def _true_rates(population: Population, how: Combination, points) -> tuple[float, float]:
    """True fpr and tpr of a combination; a chain flags what any of its rules flags."""
    at = dict(zip("ab", points.thresholds))
    if how.rule == CHAIN:
        at = {
            name: min([t for other, t in points.rules if other == name], default=inf)
            for name in "ab"
        }
    a, b = population.by_name["a"], population.by_name["b"]
    rates = []
    for is_positive in (False, True):
        first, second = _beyond(a, at["a"], is_positive), _beyond(b, at["b"], is_positive)
        both = beyond_both(first, second)
        alone = [1 - multivariate_normal(0, 1).cdf(x) if x < inf else 0.0 for x in (first, second)]
        rates.append(both if how.rule == AND else sum(alone) - both)
    return float(rates[0]), float(rates[1])


def _beyond(model: Model, threshold: float, is_positive: bool) -> float:
    """The threshold in standard deviations of a class."""
    return (threshold - model.shift) / model.spread if is_positive else threshold


def beyond_both(first: float, second: float) -> float:
    """Probability that both of two correlated standard normal scores lie beyond."""
    if inf in (first, second):
        return 0.0
    joint = multivariate_normal([0, 0], [[1, SHARED], [SHARED, 1]])
    return float(joint.cdf(np.array([-first, -second])))


def _cost(fit, rates, pcf: float, population: Population, what: str) -> Iterator[Event]:
    place = f"PC(+) {pcf}"
    truth = operating_point(pcf, population.prevalence).expected_cost(*rates)
    for level in LEVELS:
        yield covers(f"cost, {what}", level, fit.interval(pcf, level), truth, place)
    yield Amount(f"cost, {what}", COST, float(fit.cost([pcf])[0]), truth, place)


SIZES = ((90, 300), (50, 1000))
CELLS = (
    *(Cell("recalibrated", sampled(*size, *ONE_MODEL), recalibrated) for size in SIZES),
    *(Cell("combinations", sampled(*size, 1.0, 1.3), combinations) for size in SIZES),
)
