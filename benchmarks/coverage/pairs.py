"""Cells of two models: difference of their costs, crossovers, and results for equal models."""

from collections.abc import Iterator
from functools import cache

import numpy as np

from benchmarks.coverage.cells import (
    COVERS,
    LEVELS,
    NULL_SHOWN,
    OBSERVED,
    PASSES,
    PCFS,
    REPLICATES,
    ROUNDING,
    Cell,
    Event,
    Hit,
    covers,
)
from benchmarks.coverage.populations import Model, Population, sampled
from costdash.core import Analysis, Comparison, Predictions, analyse, normalized_expected_cost
from costdash.core.compare.comparison import compare
from costdash.core.compare.non_inferiority import non_inferiority
from costdash.core.compare.paired_sample import joint_cells
from costdash.core.folds.crossfit import crossfit_models

EXPECTED = 5  # errors of each kind of both models
WHOLE = np.linspace(0, 1, 42)[1:-1]  # PC(+) at which whole curves are checked
ALPHA = 0.05


def pair(population: Population, predictions: Predictions, seed: int) -> Iterator[Event]:
    analysis = analyse(predictions, n_replicates=REPLICATES, seed=seed)
    cells, pcfs = joint_cells(predictions, analysis, "a", "b"), np.union1d(PCFS, WHOLE)
    fits = crossfit_models(predictions, seed=seed)
    true = _true_difference(population, analysis, pcfs)
    (a, b), shown = population.models, {}
    for level in LEVELS:
        same_rows = compare(analysis, cells, "a", "b", level=level, pcfs=pcfs)
        shown = {"same rows": same_rows, "cross-fitted": same_rows.with_crossfits(fits, pcfs)}
        for way, comparison in shown.items():
            yield from _difference(way, comparison, pcfs, *true)
        area = same_rows.auc_difference
        yield covers("difference of AUC", level, (area.low, area.high), a.auc - b.auc)
        yield from _crossover(population, same_rows, level)
    if a == b:
        p = same_rows.auc_difference.p
        yield Hit("p of equal AUC below .05", NULL_SHOWN, p < ALPHA)
        for way, comparison in shown.items():
            yield from _null(way, comparison)


def gate(population: Population, predictions: Predictions, seed: int) -> Iterator[Event]:
    """Whether the worse of both rules passes where it truly costs the whole margin more."""
    analysis = analyse(predictions, n_replicates=REPLICATES, seed=seed)
    fits = crossfit_models(predictions, seed=seed)
    for pcf in PCFS:
        cost = {name: _true_cost(population, analysis, name, pcf) for name in analysis.models}
        baseline, candidate = sorted(cost, key=lambda name: cost[name])
        margin = cost[candidate] / cost[baseline] - 1
        for level in LEVELS:
            pair = fits.of([candidate]), fits.of([baseline])
            test = non_inferiority(pair, [pcf], margin, level)
            yield Hit(f"passes at its margin, {level:.0%}", PASSES[level], test.shown, f"{pcf}")


def _true_cost(population: Population, analysis: Analysis, name: str, pcf: float) -> float:
    """True nec of the threshold that all rows choose."""
    hull, model = analysis.models[name].hull, population.by_name[name]
    place = int(hull.cheapest(pcf))
    ends = {0: (0.0, 0.0), hull.fpr.size - 1: (1.0, 1.0)}
    fpr, tpr = ends.get(place) or model.rates(float(hull.threshold[place]))
    return float(normalized_expected_cost(fpr, tpr, pcf))


def _difference(
    way: str, comparison: Comparison, pcfs: np.ndarray, truth: np.ndarray, many: np.ndarray
) -> Iterator[Event]:
    """The true difference at each of PCFS, and along the curve where `many` errors are expected."""
    for pcf in PCFS:
        true = float(truth[pcfs == pcf][0])
        yield covers(
            f"difference, {way}", comparison.level, comparison.at(pcf)[1:], true, f"PC(+) {pcf}"
        )
    low, high = (
        np.interp(pcfs, comparison.x, limit) for limit in comparison.limits(simultaneous=True)
    )
    inside = (low - ROUNDING <= truth) & (truth <= high + ROUNDING)
    what = f"whole difference, {way}, {EXPECTED} errors expected"
    yield Hit(what, COVERS[comparison.level], bool(inside[many].all()))


def _true_difference(
    population: Population, analysis: Analysis, pcfs: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """True nec(a) - nec(b) of the chosen thresholds, and where EXPECTED errors are expected."""
    truth, many = np.zeros(pcfs.size), np.ones(pcfs.size, dtype=bool)
    for sign, (name, model) in zip((1, -1), population.by_name.items()):
        hull = analysis.models[name].hull
        rates = [(0.0, 0.0), *map(model.rates, hull.threshold[1:-1].tolist()), (1.0, 1.0)]
        fpr, tpr = np.array(rates)[hull.cheapest(pcfs)].T
        truth += sign * normalized_expected_cost(fpr, tpr, pcfs)
        many &= population.negatives * fpr >= EXPECTED
        many &= population.positives * (1 - tpr) >= EXPECTED
    return truth, many


def _crossover(population: Population, comparison: Comparison, level: float) -> Iterator[Event]:
    """Whether a crossover is shown to exist, and whether its interval contains the true crossover.
    Samples without a shown crossover have no interval. Showing a crossover that does not exist is
    an error.
    """
    truth = true_crossover(*population.models)
    shown = [crossover for crossover in comparison.crossovers if crossover.shown_to_cross]
    if truth is None:
        yield Hit(f"a crossover is shown at {level:.0%}, none exists", NULL_SHOWN, bool(shown))
        return
    yield Hit(f"a crossover is shown at {level:.0%}", OBSERVED, bool(shown))
    if shown:
        nearest = min(shown, key=lambda crossover: abs(crossover.pcf - truth))
        yield covers("crossover, where shown", level, (nearest.low, nearest.high), truth)


@cache
def true_crossover(a: Model, b: Model) -> float | None:
    """PC(+) at which the least true costs of two models change places; None if they do not."""
    pcfs = np.linspace(0.02, 0.98, 49)
    gaps = np.array([_gap(a, b, float(pcf)) for pcf in pcfs])
    signs = np.where(np.abs(gaps) < ROUNDING, 0, np.sign(gaps))
    led = np.flatnonzero(signs)
    changes = np.flatnonzero(np.diff(signs[led]))
    if not changes.size:
        return None
    low, high = (float(pcfs[led[changes[0] + i]]) for i in (0, 1))
    for _ in range(20):
        middle = (low + high) / 2
        same = _gap(a, b, middle) * _gap(a, b, low) > 0
        low, high = (middle, high) if same else (low, middle)
    return (low + high) / 2


def _gap(a: Model, b: Model, pcf: float) -> float:
    return a.least_cost(pcf) - b.least_cost(pcf)


def _null(way: str, comparison: Comparison) -> Iterator[Event]:
    """What two equal models show at 5 %."""
    yield Hit(f"a range is coloured, {way}", NULL_SHOWN, bool(comparison.significant()))
    yield Hit(f"p anywhere below .05, {way}", NULL_SHOWN, comparison.p < ALPHA)
    for pcf in PCFS:
        p = comparison.p_here(pcf)
        yield Hit(f"p here below .05, {way}", NULL_SHOWN, p < ALPHA, f"PC(+) {pcf}")


CROSSING = (Model(1.2, 1.0), Model(1.8, 2.0))
DIFFERENT = (1.0, 1.3)
EQUAL = (1.0, 1.0)
DIFFERENCES = (*(sampled(*size, *DIFFERENT) for size in ((90, 300), (40, 2000), (300, 1000))),)
CROSSOVERS = (Population(40, 160, CROSSING), Population(300, 700, CROSSING))
NULLS = (
    *(sampled(*size, *EQUAL) for size in ((90, 300), (40, 2000), (300, 1000))),
    sampled(300, 1000, *EQUAL, levels=5),
    sampled(160, 400, *EQUAL, clusters=(20,)),
)
CELLS = (
    *(Cell("two different models", population, pair) for population in DIFFERENCES),
    *(Cell("two models that cross", population, pair) for population in CROSSOVERS),
    *(Cell("two equal models", population, pair) for population in NULLS),
    *(Cell("gate, different models", population, gate) for population in DIFFERENCES),
    *(Cell("gate, equal models", population, gate) for population in (*NULLS[:2], NULLS[4])),
)
