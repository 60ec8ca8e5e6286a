"""How often bands of nominal 90 % hold the truth: python -m benchmarks coverage."""

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.binormal import Cell, Model
from benchmarks.coverage_table import Hit, table
from costdash.core import Predictions, analyse, convex_hull, count
from costdash.core.compare import compare
from costdash.core.counts import Counts
from costdash.core.crossfit import crossfit
from costdash.core.hull import Hull
from costdash.core.joint_cells import joint_cells
from costdash.core.model_bands import model_bands

LEVEL = 0.9
REPLICATES = 500
PCFS = (0.2, 0.35, 0.5, 0.65, 0.8)
FPRS = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
CELLS = [
    *(Cell(n, p, levels) for n in (50, 200, 1000) for p in (0.5, 0.1) for levels in (False, True)),
    Cell(200, 0.5, False, clustered=True),
]
RESULTS = Path(__file__).parent / "results" / "coverage.md"


def main(arguments: list[str]) -> None:
    ask = argparse.ArgumentParser(prog="python -m benchmarks coverage", description=__doc__)
    ask.add_argument("--sets", type=int, default=1000, help="simulated data sets per cell")
    ask.add_argument("--processes", type=int, default=os.cpu_count())
    ask.add_argument("--output", type=Path, default=RESULTS)
    asked = ask.parse_args(arguments)
    hits = []
    with ProcessPoolExecutor(asked.processes) as pool:
        for cell in CELLS:
            seeds = [(cell, seed) for seed in range(asked.sets)]
            found = [h for part in pool.map(_one, seeds, chunksize=10) for h in part]
            hits += found
            print(*cell.words, *_summary(found), sep="  ", file=sys.stderr, flush=True)
    asked.output.parent.mkdir(exist_ok=True)
    asked.output.write_text(table(hits, asked.sets, LEVEL, REPLICATES))


def _summary(hits: list[Hit]) -> list[str]:
    judged = defaultdict(list)
    for hit in hits:
        if hit.judged:
            judged[hit.what].append(hit.inside)
    return [f"{what} {100 * np.mean(inside):.1f}" for what, inside in judged.items()]


def _one(task: tuple[Cell, int]) -> list[Hit]:
    cell, seed = task
    rng = np.random.default_rng((seed, cell.rarer, round(100 * cell.prevalence), cell.levels))
    predictions, other = cell.draw(rng), cell.draw(rng)
    return [
        *_costs_and_curve(cell, predictions, other, rng),
        *_cross_fitted(cell, predictions, seed),
        *_differences(cell, predictions, seed),
    ]


def _costs_and_curve(cell: Cell, predictions, other, rng) -> Iterator[Hit]:
    """(a), (b) and thresholds of another sample: one hull that holds them all; (e)."""
    model, counts = cell.models()["a"], _counts(predictions, "a")
    ways = {
        "fixed": [model.best(pcf) for pcf in PCFS],
        "same rows": _chosen(counts),
        "separate split": _chosen(_counts(other, "a")),
    }
    tried = [threshold for thresholds in ways.values() for threshold in thresholds]
    index = np.concatenate((counts.index(tried), [0, counts.threshold.size - 1]))
    order = np.argsort(index, kind="stable")
    hull = _held(counts, index[order], np.full(index.size - 1, 0.5))
    bands = model_bands(predictions, "a", counts, hull, REPLICATES, rng)
    vertex = np.argsort(order)
    for number, (way, thresholds) in enumerate(ways.items()):
        for i, (pcf, threshold) in enumerate(zip(PCFS, thresholds)):
            ends = bands.vertex_interval(int(vertex[number * len(PCFS) + i]), pcf, LEVEL)
            yield _hit(cell, way, pcf, model, threshold, ends)
    band = bands.roc(LEVEL)
    for fpr in FPRS:
        truth = model.tpr_at(fpr)
        at = int(np.abs(band.x - fpr).argmin())
        few = cell.negatives * fpr < 5 or cell.rarer * (1 - truth) < 5
        yield Hit(cell, "ROC band", fpr, band.low[at] <= truth <= band.high[at], not few)


def _cross_fitted(cell: Cell, predictions: Predictions, seed: int) -> Iterator[Hit]:
    """(c): of the threshold that all rows choose."""
    model, thresholds = cell.models()["a"], _chosen(_counts(predictions, "a"))
    fit = crossfit(predictions, ["a"], seed=seed, pcf=PCFS)
    band = fit.band(LEVEL, PCFS)
    for pcf, threshold, *ends in zip(PCFS, thresholds, band.low, band.high):
        yield _hit(cell, "cross-fitted", pcf, model, threshold, ends)


def _differences(cell: Cell, predictions: Predictions, seed: int) -> Iterator[Hit]:
    """(d): at thresholds fixed beforehand, and at those chosen on the same rows."""
    if cell.clustered:
        return
    models = cell.models()
    analysis = analyse(predictions, level=LEVEL, n_replicates=100, seed=seed)
    analysis = replace(analysis, n_replicates=REPLICATES)
    ties = np.concatenate(([PCFS[0] / 2], np.add(PCFS[1:], PCFS[:-1]) / 2, [(1 + PCFS[-1]) / 2]))
    fixed = {}
    for name, model in models.items():
        counts = analysis.models[name].counts
        index = counts.index([np.inf, *map(model.best, PCFS), -np.inf])
        fixed[name] = replace(analysis.models[name], hull=_held(counts, index, ties))
    for way, seen in (
        ("difference, fixed", replace(analysis, models=fixed)),
        ("difference, same rows", analysis),
    ):
        found = compare(seen, joint_cells(predictions, seen, "a", "b"), "a", "b", pcfs=PCFS)
        for pcf in PCFS:
            at = np.flatnonzero(found.x == pcf)[0]
            rules = {n: _rule(m, models[n], pcf, way) for n, m in seen.models.items()}
            truth = models["a"].cost(rules["a"], pcf) - models["b"].cost(rules["b"], pcf)
            inside = found.low[at] <= truth <= found.high[at]
            judged = all(_judged(cell, models[n], rules[n]) for n in models)
            yield Hit(cell, way, pcf, inside, judged)


def _rule(analysed, model: Model, pcf: float, way: str) -> float:
    hull = analysed.hull
    return model.best(pcf) if way.endswith("fixed") else hull.threshold[hull.cheapest(pcf)]


def _counts(predictions: Predictions, name: str) -> Counts:
    return count(predictions.is_positive, predictions.scores[name])


def _chosen(counts: Counts) -> list[float]:
    hull = convex_hull(counts)
    return [float(hull.threshold[hull.cheapest(pcf)]) for pcf in PCFS]


def _held(counts: Counts, index, tie) -> Hull:
    """A hull in form only: thresholds that were chosen in some other way."""
    at = counts.take(index)
    return Hull(at.threshold, at.fpr, at.tpr, tie, (("",),) * len(index), np.asarray(index))


def _hit(cell: Cell, way: str, pcf: float, model: Model, threshold: float, ends) -> Hit:
    truth = model.cost(threshold, pcf)
    inside = ends[0] - 1e-12 <= truth <= ends[1] + 1e-12
    return Hit(cell, way, pcf, inside, _judged(cell, model, threshold))


def _judged(cell: Cell, model: Model, threshold: float) -> bool:
    """Whether both kinds of error are expected at least 5 times."""
    fpr, tpr = model.rates(threshold)
    return min(cell.negatives * fpr, cell.rarer * (1 - tpr)) >= 5
