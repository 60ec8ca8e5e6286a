"""Cells of means over the file's folds: cost, and AUC."""

from collections.abc import Iterator

from benchmarks.coverage.cells import LEVELS, PCFS, Cell, Event, covers
from benchmarks.coverage.populations import ONE_MODEL, Model, Population, sampled
from costdash.core import Hull, Predictions, convex_hull, folds_of
from costdash.core.folds.averages import Mean, fold_means


def means(population: Population, predictions: Predictions, seed: int) -> Iterator[Event]:
    """Limits of the mean AUC, and of the mean cost at thresholds of other folds."""
    folds, model = folds_of(predictions, "a"), population.models[0]
    chosen = convex_hull(folds.merged)
    for level in LEVELS:
        for pcf in PCFS:
            averages, place = fold_means(folds, pcf, level), f"PC(+) {pcf}"
            ends, truth = _ends(averages.nec), _true_cost(model, chosen, pcf)
            yield covers("mean cost, chosen on other folds", level, ends, truth, place)
        yield covers("mean AUC", level, _ends(averages.auc), model.auc)


def _ends(mean: Mean) -> tuple[float, float]:
    return float(mean.low[0]), float(mean.high[0])


def _true_cost(model: Model, chosen: Hull, pcf: float) -> float:
    """True cost of the threshold that all rows choose."""
    vertex = int(chosen.cheapest(pcf))
    if vertex in (0, chosen.tie.size):
        return pcf if vertex == 0 else 1 - pcf
    return model.cost(float(chosen.threshold[vertex]), pcf)


POPULATIONS = tuple(
    sampled(positives, n, *ONE_MODEL, folds=folds)
    for positives, n in ((120, 400), (600, 2000))
    for folds in (5, 10)
)
CELLS = tuple(Cell("means over folds", population, means) for population in POPULATIONS)
