"""Cells of the conditions under which a recommended rule, or its model, can stay."""

from collections.abc import Iterator

import numpy as np

from benchmarks.coverage.cells import ALONG, LEVELS, OBSERVED, VALID, Cell, Event, Hit
from benchmarks.coverage.decisions import operating_point, true_rates
from benchmarks.coverage.populations import FIVE_MODELS, ONE_MODEL, Model, Population, sampled
from costdash.core import Predictions, analyse, normalized_expected_cost
from costdash.core.analysis.validity import MATERIAL, resampled_validity
from costdash.core.folds.crossfit import crossfit_models

FEWEST = 100  # replicates: bands are not read here
INSIDE = np.linspace(0, 1, 41)[1:-1]  # where, between both limits, costs are compared


def validity(population: Population, predictions: Predictions, seed: int) -> Iterator[Event]:
    """Whether everywhere inside its limits a rule costs at most MATERIAL more than the best."""
    analysis = analyse(predictions, n_replicates=FEWEST, seed=seed)
    analysis = analysis.with_crossfits(crossfit_models(predictions, seed=seed))
    names = list(analysis.models)
    for pcf in ALONG:
        point, place = operating_point(pcf, population.prevalence), f"PC(+) {pcf}"
        best = analysis.decide(point, level=LEVELS[1]).best
        each = resampled_validity(analysis, best, names, point, MATERIAL)
        for what, found in zip(("rule", "model"), each):
            if found is None:
                continue
            yield Hit(f"a range is shown, {what}", OBSERVED, not found.is_empty, place)
            if found.is_empty:
                continue
            x = found.pcf[0] + (found.pcf[1] - found.pcf[0]) * INSIDE
            least = np.min([_least_costs(model, x) for model in population.models], axis=0)
            if what == "model":
                cost = _least_costs(population.by_name[best.model], x)
            else:
                cost = normalized_expected_cost(*true_rates(population, best), x)
            holds = bool((cost <= (1 + MATERIAL) * least).all())
            yield Hit(f"it holds throughout, {what}", VALID, holds, place)


def _least_costs(model: Model, pcf: np.ndarray) -> np.ndarray:
    """Least true nec of a model at each pcf, calling none and calling all included."""
    return np.array([model.least_cost(float(x)) for x in pcf])


POPULATIONS = (
    *(sampled(*size, *ONE_MODEL) for size in ((90, 300), (50, 1000), (300, 1000), (1000, 5000))),
    sampled(300, 1000, 0.4),
    sampled(1000, 5000, 0.4),
    sampled(90, 300, 1.5),
    sampled(90, 300, *ONE_MODEL, levels=5),
    sampled(300, 1000, *FIVE_MODELS),
)
CELLS = tuple(Cell("validity", population, validity) for population in POPULATIONS)
