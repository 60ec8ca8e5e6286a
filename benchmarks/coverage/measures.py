"""Cells of measures: net benefit, its difference, predictive values and the consistency band."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import log

import numpy as np

from benchmarks.coverage.cells import LEVELS, NULL_SHOWN, REPLICATES, Cell, Hit, covers
from benchmarks.coverage.costs import operating_point
from benchmarks.coverage.populations import ONE_MODEL, Model, Population, sampled
from costdash.core import (
    Analysis,
    Predictions,
    analyse,
    calibration,
    decision_curve,
    net_benefit,
)
from costdash.core.analysis.analyse import at_level
from costdash.core.analysis.rate_replicates import rate_replicates
from costdash.core.measures.fields.screening import (
    negative_predictive_value,
    positive_predictive_value,
)
from costdash.core.measures.measured_model import MeasuredModel
from costdash.core.probabilities.decision_curve import score_difference

T = (0.1, 0.3, 0.5)  # threshold probabilities
SCORES = (0.2, 0.4, 0.6)  # where reliability steps are looked at
TWO = (1.0, 1.3)
VALUES = {"PPV": positive_predictive_value, "NPV": negative_predictive_value}


def probability_measures(
    population: Population, predictions: Predictions, seed: int
) -> Iterator[Hit]:
    """Scores are the true probabilities of the population, so every step off them is chance."""
    prior = population.prevalence
    models = population.by_name
    scores = {
        name: _probability(models[name], score, prior) for name, score in predictions.scores.items()
    }
    rows = replace(predictions, scores=scores)
    analysis = analyse(rows, n_replicates=REPLICATES, seed=seed)
    true = {name: np.array([_benefit(models[name], t, prior) for t in T]) for name in scores}
    for level in LEVELS:
        curve = decision_curve(rows, analysis, "a", T, prior, score_prior=prior, level=level)
        for t, low, high, truth in zip(T, curve.scores.low, curve.scores.high, true["a"]):
            yield covers("net benefit", level, (low, high), truth, f"t {t}")
        if len(scores) > 1:
            gap = score_difference(rows, analysis, "a", "b", T, prior, level=level)
            for t, low, high, truth in zip(T, gap.low, gap.high, true["a"] - true["b"]):
                yield covers("difference of net benefit", level, (low, high), truth, f"t {t}")
        yield from _predictive_values(population, rows, at_level(analysis, rows, level))
        yield from _steps(rows, analysis, level)


def _steps(rows: Predictions, analysis: Analysis, level: float) -> Iterator[Hit]:
    """Whether steps of calibrated scores lie inside the consistency band, and their p."""
    calibrated = calibration(rows, analysis, "a", level=level)
    if calibrated.band is None:
        return
    if level == LEVELS[-1]:
        yield Hit("calibrated scores have p < .05", NULL_SHOWN, calibrated.p < 0.05)
    steps, distinct = calibrated.reliability, np.unique(rows.scores["a"])
    for place in SCORES:
        score = distinct[min(np.searchsorted(distinct, place), distinct.size - 1)]
        observed = steps.observed[np.searchsorted(steps.last, score)]
        ends = [float(end) for end in calibrated.band.at(float(score))]
        yield covers("consistency band", level, ends, float(observed), f"score {place}")


def _predictive_values(
    population: Population, rows: Predictions, analysis: Analysis
) -> Iterator[Hit]:
    """The true predictive values of a fixed rule, and of the rule that these rows choose."""
    prior, model = population.prevalence, analysis.models["a"]
    measured = MeasuredModel(
        model=model,
        point=operating_point(0.5, prior),
        level=analysis.level,
        score_prior=prior,
        moved_from=prior,
    )
    fixed, chosen = int(model.counts.index(prior)), measured.rule
    always = np.array([fixed, chosen])
    measured = replace(measured, replicates=rate_replicates(rows, analysis, "a", always))
    for way, index in (("fixed rule", fixed), ("same rows", chosen)):
        cut = prior if way == "fixed rule" else measured.threshold(index)
        if not np.isfinite(cut):
            continue
        population_model = population.by_name["a"]
        rates = population_model.rates(_score(population_model, cut, prior))
        for name, read in VALUES.items():
            value = partial(read, prior=prior)
            ends, truth = (
                measured.of_rates(index, value).interval,
                float(value(*map(np.array, rates))),
            )
            yield covers(f"{name}, {way}", analysis.level, ends, truth)


def _probability(model: Model, score: np.ndarray, prior: float) -> np.ndarray:
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
    sampled(90, 300, *ONE_MODEL, weighted=True),
    sampled(160, 400, *ONE_MODEL, clusters=(20,)),
)
CELLS = tuple(
    Cell("readings of probabilities", population, probability_measures)
    for population in POPULATIONS
)
