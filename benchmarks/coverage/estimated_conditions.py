"""Cells where prior and mean costs are those of the rows: costs per case, and a hold-out."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from benchmarks.coverage.cells import PCFS, REPLICATES, Cell, Event
from benchmarks.coverage.decisions import FROM_FILE, GIVEN, analyses, costs, operating_point
from benchmarks.coverage.populations import BY_SCORE, ONE_MODEL, Population, sampled
from costdash.core import Analysis, OperatingPoint, Predictions, RowCosts, analyse
from costdash.core.sample.row_costs import CostTotals

SPREADS = (0.5, 1.0, 1.5)  # standard deviations of the logarithm of the cost of a miss


def per_case(population: Population, predictions: Predictions, seed: int) -> Iterator[Event]:
    """Costs of a miss with mean 1; a false alarm costs as much as gives the PC(+)."""
    _, analysis = analyses(predictions, seed)
    yield from _priced(population, analysis, predictions)


def hold_out(population: Population, predictions: Predictions, seed: int) -> Iterator[Event]:
    """Thresholds chosen on one half of the rows and evaluated on the other."""
    analysis = analyse(predictions, n_replicates=REPLICATES, seed=seed)
    if population.cost_spread:
        yield from _priced(population, analysis, predictions)
        return
    for pcf in PCFS:
        point, place = operating_point(pcf, population.prevalence), f"PC(+) {pcf}"
        seen = OperatingPoint(analysis.file_prevalence, point.cost_fn, point.cost_fp)
        yield from costs(population, analysis, point, point, GIVEN, place)
        yield from costs(population, analysis.with_estimated_prior, seen, point, FROM_FILE, place)


def _priced(
    population: Population, analysis: Analysis, predictions: Predictions
) -> Iterator[Event]:
    """The events at the mean costs and the prior of the rows.

    All false alarms cost the same, and rates do not depend on how much, so one analysis serves
    for each PC(+).
    """
    prior, way = population.prevalence, f"mean costs and {FROM_FILE}"
    for pcf in PCFS:
        alarm = prior * (1 - pcf) / (pcf * (1 - prior))
        each = RowCosts(predictions.costs.fn, alarm * np.ones(predictions.rows))
        totals = CostTotals.of(each, predictions.is_positive, predictions.weight)
        priced = replace(analysis, costs=totals).with_estimated_prior
        point = OperatingPoint(prior, 1.0, alarm)
        seen = OperatingPoint(analysis.file_prevalence, totals.mean_fn, totals.mean_fp)
        yield from costs(population, priced, seen, point, way, f"PC(+) {pcf}")


PER_CASE = tuple(
    sampled(positives, 1000, *ONE_MODEL, cost_spread=spread, random_labels=True)
    for spread in SPREADS
    for positives in (50, 250)
)
HELD_OUT = (
    *(
        sampled(*size, *ONE_MODEL, random_labels=True, split=True)
        for size in ((90, 300), (300, 1000))
    ),
    sampled(300, 1000, *ONE_MODEL, weighted=BY_SCORE, split=True),
    sampled(160, 400, *ONE_MODEL, clusters=(5,), split=True),
    *(
        sampled(250, 1000, *ONE_MODEL, cost_spread=spread, random_labels=True, split=True)
        for spread in SPREADS[:2]
    ),
)
CELLS = (
    *(Cell("costs per case", population, per_case) for population in PER_CASE),
    *(Cell("hold-out", population, hold_out) for population in HELD_OUT),
)
