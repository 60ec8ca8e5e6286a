"""Cells of calibrated scores: the p-value of their miscalibration."""

from collections.abc import Iterator
from dataclasses import replace

from benchmarks.coverage.cells import CALIBRATED, Cell, Event, Hit
from benchmarks.coverage.measures import probability
from benchmarks.coverage.populations import ONE_MODEL, Population, sampled
from costdash.core import Predictions, analyse, calibration

FEWEST = 100  # replicates: bands are not read here


def calibrated(population: Population, predictions: Predictions, seed: int) -> Iterator[Event]:
    """Scores are the true probabilities of the population."""
    score = probability(population.models[0], predictions.scores["a"], population.prevalence)
    rows = replace(predictions, scores={"a": score})
    found = calibration(rows, analyse(rows, n_replicates=FEWEST, seed=seed), "a")
    yield Hit("calibrated scores have p < .05", CALIBRATED, found.p < 0.05)


SIZES = ((90, 300), (1500, 5000), (30_000, 100_000))
CELLS = tuple(
    Cell("calibration", sampled(*size, *ONE_MODEL, random_labels=True), calibrated)
    for size in SIZES
)
