"""Cells of scores without information: how often a model is recommended all the same."""

from collections.abc import Iterator

from benchmarks.coverage.cells import ALONG, USELESS_SHOWN, Cell, Event, Hit
from benchmarks.coverage.decisions import operating_point
from benchmarks.coverage.populations import Population, sampled
from costdash.core import Predictions, analyse
from costdash.core.folds.crossfit import crossfit_models

FEWEST = 100  # replicates: bands are not read here


def useless(population: Population, predictions: Predictions, seed: int) -> Iterator[Event]:
    analysis = analyse(predictions, n_replicates=FEWEST, seed=seed)
    analysis = analysis.with_crossfits(crossfit_models(predictions, seed=seed, pcf=ALONG))
    for pcf in ALONG:
        decision = analysis.decide(operating_point(pcf, population.prevalence), level=0)
        is_model = decision.best.call == "some"
        yield Hit("a model is recommended", USELESS_SHOWN, is_model, f"PC(+) {pcf}")


POPULATIONS = (
    sampled(90, 300, 0.0),
    sampled(50, 1000, 0.0),
    sampled(1000, 5000, 0.0),
    sampled(90, 300, 0.0, levels=5),
    sampled(160, 400, 0.0, clusters=(20,)),
    sampled(90, 300, *[0.0] * 5),
)
CELLS = tuple(Cell("useless scores", population, useless) for population in POPULATIONS)
