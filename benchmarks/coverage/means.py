"""Cells of means over the file's folds: cost at the other folds' threshold, and AUC."""

from collections.abc import Iterator

from benchmarks.coverage.cells import LEVELS, PCFS, Cell, Hit, covers
from benchmarks.coverage.populations import ONE, Population, sampled
from costdash.core import Predictions, folds_of
from costdash.core.folds.averages import fold_means


def means(population: Population, predictions: Predictions, seed: int) -> Iterator[Hit]:
    """Limits of the mean AUC, and of the mean cost against the least true cost."""
    folds, model = folds_of(predictions, "a"), population.models[0]
    for level in LEVELS:
        for pcf in PCFS:
            found = fold_means(folds, pcf, level)
            ends = float(found.nec.low[0]), float(found.nec.high[0])
            what = "mean cost over folds"
            yield covers(what, level, ends, model.least_cost(pcf), f"PC(+) {pcf}")
        ends = float(found.auc.low[0]), float(found.auc.high[0])
        yield covers("mean AUC of the folds", level, ends, model.auc)


POPULATIONS = tuple(
    sampled(positives, n, *ONE, folds=folds)
    for positives, n in ((120, 400), (600, 2000))
    for folds in (5, 10)
)
CELLS = tuple(Cell("means over folds", population, means) for population in POPULATIONS)
