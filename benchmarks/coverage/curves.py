"""Cells of one model's curves: ROC band, precision-recall band and AUC."""

from collections.abc import Iterator

import numpy as np

from benchmarks.coverage.cells import COVERS, LEVELS, REPLICATES, ROUNDING, Cell, Event, Hit, covers
from benchmarks.coverage.decisions import CLUSTERED
from benchmarks.coverage.populations import ONE_MODEL, Model, Population, sampled
from costdash.core import Band, Predictions, analyse
from costdash.core.analysis.analyse import at_level

FPRS = (0.05, 0.1, 0.2, 0.3, 0.5)
RECALLS = (0.3, 0.5, 0.7, 0.9)
EXPECTED = 5  # errors of each kind, where a band of resampled rows can contain the whole curve


def curves(population: Population, predictions: Predictions, seed: int) -> Iterator[Event]:
    analysis = analyse(predictions, n_replicates=REPLICATES, seed=seed)
    truth = population.models[0]
    for level in LEVELS:
        model = at_level(analysis, predictions, level).models["a"]
        yield covers("AUC", level, model.auc_interval, truth.auc)
        band = model.bands.roc(level)
        for fpr in FPRS:
            yield covers("ROC band", level, _at(band, fpr), truth.tpr_at(fpr), f"fpr {fpr}")
        band = model.bands.recall(level)
        for recall in RECALLS:
            ends = _at(band, recall)
            yield covers("PR band", level, ends, truth.fpr_at(recall), f"recall {recall}")
        yield _whole(model.bands.roc(level, simultaneous=True), truth, population)


def _at(band: Band, x: float) -> tuple[float, float]:
    """Low and high at x, or at the place of the band that is nearest to it."""
    return float(np.interp(x, band.x, band.low)), float(np.interp(x, band.x, band.high))


def _whole(band: Band, truth: Model, population: Population) -> Hit:
    """Whether the band contains the curve wherever EXPECTED errors of each kind are expected."""
    inner = (band.x > 0) & (band.x < 1)
    x, low, high = band.x[inner], band.low[inner], band.high[inner]
    curve = np.array([truth.tpr_at(fpr) for fpr in x])
    many = np.minimum(population.negatives * x, population.positives * (1 - curve)) >= EXPECTED
    inside = (low - ROUNDING <= curve) & (curve <= high + ROUNDING)
    what = f"whole ROC band, {EXPECTED} errors expected"
    return Hit(what, COVERS[band.level], bool(inside[many].all()))


POPULATIONS = (
    sampled(10, 200, *ONE_MODEL),
    sampled(10, 200, 1.5),
    sampled(40, 2000, *ONE_MODEL),
    sampled(50, 100, *ONE_MODEL),
    sampled(200, 400, *ONE_MODEL),
    sampled(10, 200, *ONE_MODEL, levels=5),
    sampled(200, 400, *ONE_MODEL, levels=5),
    *(sampled(160, 400, *ONE_MODEL, clusters=sizes) for sizes in CLUSTERED),
)
CELLS = tuple(Cell("curves", population, curves) for population in POPULATIONS)
