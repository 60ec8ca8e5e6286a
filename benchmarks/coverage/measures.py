"""Cells of measures: net benefit, its difference, predictive values and the consistency band."""

from collections.abc import Iterator
from dataclasses import replace
from math import log

import numpy as np

from benchmarks.coverage.cells import LEVELS, REPLICATES, Cell, Event, covers
from benchmarks.coverage.decisions import operating_point
from benchmarks.coverage.populations import BY_CHANCE, ONE_MODEL, Model, Population, sampled
from costdash.core import (
    Analysis,
    Predictions,
    analyse,
    calibration,
    decision_curve,
    net_benefit,
)
from costdash.core.analysis.analyse import at_level
from costdash.core.folds.crossfit import CrossFits, crossfit_models
from costdash.core.measures.cross_fitted import with_cross_fitted
from costdash.core.measures.fields.screening import (
    negative_predictive_value,
    positive_predictive_value,
)
from costdash.core.measures.model_measures import MeasureRequest, measure_models
from costdash.core.probabilities.decision_curve import score_difference

T = (0.1, 0.3, 0.5)  # threshold probabilities
SCORES = (0.2, 0.4, 0.6)  # where reliability steps are looked at
TWO = (1.0, 1.3)


def probability_measures(
    population: Population, predictions: Predictions, seed: int
) -> Iterator[Event]:
    """Scores are the true probabilities of the population, so every step off them is chance."""
    prior = population.prevalence
    models = population.by_name
    scores = {
        name: probability(models[name], score, prior) for name, score in predictions.scores.items()
    }
    rows = replace(predictions, scores=scores)
    analysis = analyse(rows, n_replicates=REPLICATES, seed=seed)
    fits = crossfit_models(rows, ["a"], seed=seed)
    true = {name: np.array([_benefit(models[name], t, prior) for t in T]) for name in scores}
    for level in LEVELS:
        curve = decision_curve(rows, analysis, "a", T, prior, score_prior=prior, level=level)
        for t, low, high, truth in zip(T, curve.scores.low, curve.scores.high, true["a"]):
            yield covers("net benefit", level, (low, high), truth, f"t {t}")
        if len(scores) > 1:
            gap = score_difference(rows, analysis, "a", "b", T, prior, level=level)
            for t, low, high, truth in zip(T, gap.low, gap.high, true["a"] - true["b"]):
                yield covers("difference of net benefit", level, (low, high), truth, f"t {t}")
        yield from _predictive_values(population, rows, at_level(analysis, rows, level), fits)
        yield from _steps(rows, analysis, level)


def _steps(rows: Predictions, analysis: Analysis, level: float) -> Iterator[Event]:
    """Whether steps of calibrated scores lie inside the consistency band."""
    calibrated = calibration(rows, analysis, "a", level=level)
    if calibrated.band is None:
        return
    steps, distinct = calibrated.reliability, np.unique(rows.scores["a"])
    for place in SCORES:
        score = distinct[min(np.searchsorted(distinct, place), distinct.size - 1)]
        observed = steps.observed[np.searchsorted(steps.last, score)]
        ends = [float(end) for end in calibrated.band.at(float(score))]
        yield covers("consistency band", level, ends, float(observed), f"score {place}")


def _predictive_values(
    population: Population, rows: Predictions, analysis: Analysis, fits: CrossFits
) -> Iterator[Event]:
    """The true predictive values and likelihood ratios of the rule that the rows choose."""
    prior, model, truth = population.prevalence, analysis.models["a"], population.by_name["a"]
    point = operating_point(0.5, prior)
    hull = model.hull
    vertex = int(hull.cheapest(point.pcf))
    if vertex in (0, hull.tie.size):
        return
    request = MeasureRequest(point=point, score_prior=prior)
    [measured] = measure_models(rows, analysis, ["a"], request)
    values = with_cross_fitted(measured, model, fits.of(["a"]), point, analysis.level).measures
    rates = tuple(map(np.array, truth.rates(_score(truth, float(hull.threshold[vertex]), prior))))
    ratios = values["likelihood_ratios"]
    for name, found, true in (
        ("PPV", values["ppv"], positive_predictive_value(*rates, prior)),
        ("NPV", values["npv"], negative_predictive_value(*rates, prior)),
        ("LR+", ratios["positive"], rates[1] / rates[0]),
        ("LR-", ratios["negative"], (1 - rates[1]) / (1 - rates[0])),
    ):
        yield covers(f"{name} of the chosen rule", analysis.level, found.interval, float(true))


def probability(model: Model, score: np.ndarray, prior: float) -> np.ndarray:
    """The true probability of the positive class, for models of equal spread."""
    odds = prior / (1 - prior) * np.exp(model.shift * score - model.shift**2 / 2)
    return odds / (1 + odds)


def _score(model: Model, probability: float, prior: float) -> float:
    """The score that has this probability."""
    odds = probability / (1 - probability) * (1 - prior) / prior
    return (log(odds) + model.shift**2 / 2) / model.shift


def _benefit(model: Model, t: float, prior: float) -> float:
    """True net benefit of flagging probabilities of at least t."""
    return float(net_benefit(*model.rates(_score(model, t, prior)), t, prior))


POPULATIONS = (
    sampled(90, 300, *ONE_MODEL),
    sampled(200, 400, *ONE_MODEL),
    sampled(300, 1000, *TWO),
    sampled(90, 300, *TWO),
    sampled(90, 300, *ONE_MODEL, weighted=BY_CHANCE),
    sampled(160, 400, *ONE_MODEL, clusters=(20,)),
)
CELLS = tuple(
    Cell("measures of probabilities", population, probability_measures)
    for population in POPULATIONS
)
