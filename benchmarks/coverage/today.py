"""Cells of the saving over a rule in use today: the first model at a fixed threshold."""

from collections.abc import Iterator
from dataclasses import replace
from statistics import NormalDist

import numpy as np

from benchmarks.coverage.cells import LEVELS, PCFS, Cell, Event, covers
from benchmarks.coverage.decisions import (
    FROM_FILE,
    GIVEN,
    analyses,
    operating_point,
    true_rates,
)
from benchmarks.coverage.populations import (
    BY_CHANCE,
    BY_SCORE,
    FIVE_MODELS,
    ONE_MODEL,
    Population,
    sampled,
)
from costdash.core import OperatingPoint, Predictions
from costdash.core.compare.expected_regret import saving_over

TODAY = 0.5  # the threshold that model a has today


def today(population: Population, predictions: Predictions, seed: int) -> Iterator[Event]:
    names, prior = list(predictions.scores), population.prevalence
    fixed = population.models[0].rates(TODAY)
    _, analysis = analyses(predictions, seed)
    index = int(np.searchsorted(-analysis.models["a"].counts.threshold, -TODAY, "right")) - 1
    for pcf in PCFS:
        point = operating_point(pcf, prior)
        for way, fitted, share in (
            (GIVEN, analysis, prior),
            (FROM_FILE, analysis.with_estimated_prior, predictions.prevalence),
        ):
            seen = OperatingPoint(share, point.cost_fn, point.cost_fp)
            decision = fitted.decide(seen, level=LEVELS[0])
            rule = fitted.call_at(seen, "a", index)
            saving = saving_over(
                predictions, replace(fitted, level=LEVELS[0]), decision, rule, names
            )
            saved = point.expected_cost(*fixed) - point.expected_cost(
                *true_rates(population, decision.best)
            )
            for level in LEVELS:  # the limits are normal
                wider = _quantile(level) / _quantile(LEVELS[0])
                ends = (
                    saving.value + wider * (end - saving.value) for end in (saving.low, saving.high)
                )
                yield covers(f"saving over today, {way}", level, ends, saved, f"PC(+) {pcf}")


def _quantile(level: float) -> float:
    return NormalDist().inv_cdf((1 + level) / 2)


POPULATIONS = (
    *(
        sampled(*size, *models, random_labels=True)
        for size, models in (
            ((90, 300), ONE_MODEL),
            ((50, 1000), ONE_MODEL),
            ((90, 300), FIVE_MODELS),
        )
    ),
    sampled(90, 300, *ONE_MODEL, weighted=BY_CHANCE, random_labels=True),
    sampled(300, 1000, *ONE_MODEL, weighted=BY_SCORE),
    sampled(160, 400, *ONE_MODEL, clusters=(20,)),
)
CELLS = tuple(Cell("saving over today", population, today) for population in POPULATIONS)
