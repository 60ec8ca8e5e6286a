"""Whether the bands of one simulated sample contain the truth."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from benchmarks.binormal import Cell, Model
from costdash.core import Predictions, analyse, convex_hull, count, normalized_expected_cost
from costdash.core.analysis.model_analysis import model_bands
from costdash.core.compare.comparison import compare
from costdash.core.compare.paired_sample import joint_cells
from costdash.core.curves.hull import Hull
from costdash.core.folds.crossfit import crossfit
from costdash.core.resample.bands import Bands
from costdash.core.sample.counts import Counts
from costdash.core.types import Floats

LEVEL = 0.9
REPLICATES = 500
PCFS = (0.2, 0.35, 0.5, 0.65, 0.8)
FPRS = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
WHOLE = np.linspace(0, 1, 202)[1:-1]  # PC(+) at which whole curves are checked, none of PCFS
EXPECTED = 5  # errors of each kind; with fewer, a band is reported separately
ROUNDING = 1e-12


class Hit(NamedTuple):
    """Whether one band contains the truth at one place x of its axis; None is the whole axis."""

    what: str
    x: float | None
    inside: bool
    judged: bool


def hits(cell: Cell, seed: int) -> list[Hit]:
    rng = np.random.default_rng((seed, cell.rarer, round(100 * cell.prevalence), cell.levels))
    predictions, other = cell.draw(rng), cell.draw(rng)
    return [
        *_costs_and_curve(cell, predictions, other, rng),
        *_cross_fitted(cell, predictions, seed),
        *_differences(cell, predictions, seed),
    ]


def _costs_and_curve(cell: Cell, predictions, other, rng) -> Iterator[Hit]:
    """Cost bands at fixed, same-row and other-row thresholds on one artificial hull; ROC bands."""
    model, counts = cell.models()["a"], _counts(predictions, "a")
    ways = {
        "fixed": [model.best(pcf) for pcf in PCFS],
        "same rows": _chosen(counts),
        "separate split": _chosen(_counts(other, "a")),
    }
    tried = [threshold for thresholds in ways.values() for threshold in thresholds]
    index = np.concatenate((counts.index(tried), [0, counts.threshold.size - 1]))
    order = np.argsort(index, kind="stable")
    hull = _artificial_hull(counts, index[order], np.full(index.size - 1, 0.5))
    bands = model_bands(predictions, "a", counts, hull, REPLICATES, rng)
    vertex = np.argsort(order)
    for number, (way, thresholds) in enumerate(ways.items()):
        for i, (pcf, threshold) in enumerate(zip(PCFS, thresholds)):
            ends = bands.vertex_interval(int(vertex[number * len(PCFS) + i]), pcf, LEVEL)
            yield _hit(cell, way, pcf, model, threshold, ends)
    yield from _curve(cell, model, bands)


def _curve(cell: Cell, model: Model, bands: Bands) -> Iterator[Hit]:
    """ROC bands, pointwise and of the whole curve."""
    band = bands.roc(LEVEL)
    inner = (band.x > 0) & (band.x < 1)
    truth = np.array([model.tpr_at(fpr) for fpr in band.x[inner]])
    x = band.x[inner]
    many = (cell.negatives * x >= EXPECTED) & (cell.rarer * (1 - truth) >= EXPECTED)
    inside = _within(truth, band.low[inner], band.high[inner])
    for fpr in FPRS:
        at = int(np.abs(x - fpr).argmin())
        yield Hit("ROC band", fpr, inside[at], many[at])
    whole = bands.roc(LEVEL, simultaneous=True)
    inside = _within(truth, whole.low[inner], whole.high[inner])
    middle = many & (x > FPRS[0] - ROUNDING) & (x < FPRS[-1] + ROUNDING)
    yield Hit("whole ROC band, fpr .05 to .5", None, inside[middle].all(), True)
    yield Hit("whole ROC band", None, inside[many].all(), True)
    yield Hit("whole ROC band", None, inside.all(), False)


def _cross_fitted(cell: Cell, predictions: Predictions, seed: int) -> Iterator[Hit]:
    """Cross-fitted bands, for the threshold that all rows choose."""
    model, thresholds = cell.models()["a"], _chosen(_counts(predictions, "a"))
    fit = crossfit(predictions, ["a"], seed=seed, pcf=PCFS)
    band = fit.band(LEVEL, PCFS)
    for pcf, threshold, *ends in zip(PCFS, thresholds, band.low, band.high):
        yield _hit(cell, "cross-fitted", pcf, model, threshold, ends)


def _differences(cell: Cell, predictions: Predictions, seed: int) -> Iterator[Hit]:
    """Bands of the difference, at fixed thresholds and at those chosen on the same rows."""
    analysis = analyse(predictions, level=LEVEL, n_replicates=100, seed=seed)
    analysis = replace(analysis, n_replicates=REPLICATES)
    ties = np.concatenate(([PCFS[0] / 2], np.add(PCFS[1:], PCFS[:-1]) / 2, [(1 + PCFS[-1]) / 2]))
    fixed, rates = {}, {}
    for name, model in cell.models().items():
        best = [model.best(pcf) for pcf in PCFS]
        index = analysis.models[name].counts.index([np.inf, *best, -np.inf])
        hull = _artificial_hull(analysis.models[name].counts, index, ties)
        fixed[name] = replace(analysis.models[name], hull=hull)
        rates[name] = _true_rates(model, best)
    chosen = {
        name: _true_rates(model, analysis.models[name].hull.threshold[1:-1])
        for name, model in cell.models().items()
    }
    for way, seen, true in (
        ("difference, fixed", replace(analysis, models=fixed), rates),
        ("difference, same rows", analysis, chosen),
    ):
        yield from _difference(cell, way, predictions, seen, true)


def _true_rates(model: Model, thresholds) -> Floats:
    """True fpr and tpr, (2, h), of calling none, of the thresholds, and of calling all."""
    return np.array([(0.0, 0.0), *map(model.rates, thresholds), (1.0, 1.0)]).T


def _difference(cell: Cell, way: str, predictions, seen, rates) -> Iterator[Hit]:
    """The band of the difference of the models in `seen`, pointwise and of the whole curve."""
    pcfs = np.union1d(PCFS, WHOLE)
    found = compare(seen, joint_cells(predictions, seen, "a", "b"), "a", "b", pcfs=pcfs)
    at = np.flatnonzero(np.isin(found.x, pcfs))
    truth, many = np.zeros(at.size), np.ones(at.size, dtype=bool)
    for sign, name in ((1, "a"), (-1, "b")):
        fpr, tpr = rates[name][:, seen.models[name].hull.cheapest(found.x[at])]
        truth += sign * normalized_expected_cost(fpr, tpr, found.x[at])
        many &= (cell.negatives * fpr >= EXPECTED) & (cell.rarer * (1 - tpr) >= EXPECTED)
    inside = _within(truth, found.band.low[at], found.band.high[at])
    for k in np.flatnonzero(np.isin(found.x[at], PCFS)):
        yield Hit(way, float(found.x[at][k]), inside[k], many[k])
    inside = _within(truth, found.band.wide_low[at], found.band.wide_high[at])
    yield Hit(f"whole {way}", None, inside[many].all(), True)
    yield Hit(f"whole {way}", None, inside.all(), False)


def _counts(predictions: Predictions, name: str) -> Counts:
    return count(predictions.is_positive, predictions.scores[name])


def _chosen(counts: Counts) -> list[float]:
    hull = convex_hull(counts)
    return [float(hull.threshold[hull.cheapest(pcf)]) for pcf in PCFS]


def _artificial_hull(counts: Counts, index, tie) -> Hull:
    """An artificial Hull that holds given thresholds, which need not be convex."""
    at = counts.take(index)
    return Hull(at.threshold, at.fpr, at.tpr, tie, (("",),) * len(index), np.asarray(index))


def _hit(cell: Cell, way: str, pcf: float, model: Model, threshold: float, ends) -> Hit:
    """`judged` if enough errors of both kinds are expected."""
    truth, (fpr, tpr) = model.cost(threshold, pcf), model.rates(threshold)
    judged = min(cell.negatives * fpr, cell.rarer * (1 - tpr)) >= EXPECTED
    return Hit(way, pcf, bool(_within(truth, *ends)), judged)


def _within(truth, low, high):
    return (low - ROUNDING <= truth) & (truth <= high + ROUNDING)
