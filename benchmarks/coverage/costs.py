"""Cells of a decision's cost and saving: cross-fitted and on the same rows."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from benchmarks.coverage.cells import LEVELS, OBSERVED, PCFS, REPLICATES, Cell, Hit, covers
from benchmarks.coverage.populations import FIVE_MODELS, ONE_MODEL, Population, sampled
from costdash.core import Analysis, Call, OperatingPoint, Predictions, analyse
from costdash.core.compare.expected_regret import saving_over
from costdash.core.folds.crossfit import crossfit_models

CLUSTERED = ((20,), (2, 2, 2, 2, 2, 30))
NEAR_HALF = (0.4, 0.45, 0.5, 0.55, 0.6)  # PC(+) where the sample's prior differs from the true one
TODAY = 0.5  # the threshold that model a has today


def operating_point(pcf: float, prior: float) -> OperatingPoint:
    """The operating point of this pcf at this prior."""
    return OperatingPoint(prior, pcf / prior, (1 - pcf) / (1 - prior))


def analyses(
    predictions: Predictions, seed: int, pcf: tuple[float, ...] = PCFS
) -> tuple[Analysis, Analysis]:
    """Analyses with costs on the same rows, and with cross-fitted costs."""
    analysis = analyse(predictions, n_replicates=REPLICATES, seed=seed)
    fits = crossfit_models(predictions, seed=seed, pcf=pcf)
    return analysis, analysis.with_crossfits(fits)


def headline(population: Population, predictions: Predictions, seed: int) -> Iterator[Hit]:
    """The true cost of the recommended threshold where a model is recommended, and in any case."""
    for way, analysis in zip(("same rows", "cross-fitted"), analyses(predictions, seed)):
        for pcf in PCFS:
            point = operating_point(pcf, population.prevalence)
            for level in LEVELS:
                best = analysis.decide(point, level=level).best
                if best.call != "some":
                    continue
                truth = population.by_name[best.model].cost(best.threshold, pcf)
                yield covers(f"cost, {way}", level, best.interval, truth, f"PC(+) {pcf}")
            place = f"PC(+) {pcf}"
            yield Hit(f"a model is recommended, {way}", OBSERVED, best.call == "some", place)
    yield from _recommended_or_not(population, analysis)


def _recommended_or_not(population: Population, analysis: Analysis) -> Iterator[Hit]:
    """The true cost of what all rows choose, also where calling none or all is recommended."""
    hull = analysis.selection_hull()
    for pcf in PCFS:
        vertex = int(hull.cheapest(pcf))
        if vertex in (0, hull.tie.size):
            truth = pcf if vertex == 0 else 1 - pcf
        else:
            model = population.by_name[hull.owner[vertex][0]]
            truth = model.cost(float(hull.threshold[vertex]), pcf)
        for level in LEVELS:
            ends = analysis.crossfits.together.interval(pcf, level)
            yield covers("cost, cross-fitted, in any case", level, ends, truth, f"PC(+) {pcf}")


def estimated_prior(population: Population, predictions: Predictions, seed: int) -> Iterator[Hit]:
    """The cost per case at the population's prior, which the file's prior estimates."""
    prior = population.prevalence
    truth = operating_point(0.5, prior)
    seen = OperatingPoint(predictions.prevalence, truth.cost_fn, truth.cost_fp)
    both = analyses(predictions, seed, NEAR_HALF)
    for way, analysis in zip(("same rows", "cross-fitted"), both):
        counted = ("prior estimated", analysis.with_estimated_prior), ("prior as known", analysis)
        for prior_way, fitted in counted:
            for level in LEVELS:
                best = fitted.decide(seen, level=level).best
                if best.call != "some":
                    continue
                rates = population.by_name[best.model].rates(best.threshold)
                ends = [seen.scale * end for end in best.interval]
                cost = truth.expected_cost(*rates)
                yield covers(f"cost per case, {way}, {prior_way}", level, ends, cost)


def savings(population: Population, predictions: Predictions, seed: int) -> Iterator[Hit]:
    """The decision's true saving over the better trivial rule, and over a fixed rule in use today.

    The prior is known, or the share of positives in the sample.
    """
    names, prior = list(predictions.scores), population.prevalence
    fixed = population.models[0].rates(TODAY)
    both = analyses(predictions, seed, NEAR_HALF)
    for way, analysis in zip(("same rows", "cross-fitted"), both):
        for prior_way, fitted, share in (
            ("known prior", analysis, prior),
            ("prior estimated", analysis.with_estimated_prior, predictions.prevalence),
        ):
            truth = operating_point(0.5, prior)
            seen = OperatingPoint(share, truth.cost_fn, truth.cost_fp)
            index = int(np.searchsorted(-fitted.models["a"].counts.threshold, -TODAY, "right")) - 1
            today = fitted.call_at(seen, "a", index)
            for level in LEVELS:
                decision = fitted.decide(seen, level=level)
                best, trivial = decision.best, decision.trivial
                cost = truth.expected_cost(*_true_rates(population, best))
                if decision.saving_interval is not None:
                    saved = truth.expected_cost(trivial.fpr, trivial.tpr) - cost
                    what = f"saving over none or all, {way}, {prior_way}"
                    yield covers(what, level, decision.saving_interval, saved)
                saving = saving_over(
                    predictions, replace(fitted, level=level), decision, today, names
                )
                saved = truth.expected_cost(*fixed) - cost
                what = f"saving over today, {way}, {prior_way}"
                yield covers(what, level, (saving.low, saving.high), saved)


def _true_rates(population: Population, call: Call) -> tuple[float, float]:
    """True fpr and tpr of a call."""
    if call.model is None or call.threshold is None:
        return call.fpr, call.tpr
    return population.by_name[call.model].rates(call.threshold)


HEADLINE = (
    *(
        sampled(*size, *models)
        for size in ((90, 300), (50, 1000))
        for models in (ONE_MODEL, FIVE_MODELS)
    ),
    sampled(10, 300, *ONE_MODEL),
    sampled(300, 1000, *FIVE_MODELS),
    sampled(90, 300, *ONE_MODEL, levels=True),
    sampled(300, 1000, *ONE_MODEL, levels=True),
    *(sampled(160, 400, *ONE_MODEL, clusters=sizes) for sizes in CLUSTERED),
)
PRIOR = tuple(
    sampled(*size, *ONE_MODEL, random_labels=True, **options)
    for size, options in (
        ((50, 1000), {}),
        ((90, 300), {}),
        ((90, 300), {"weighted": True}),
        ((160, 400), {"clusters": (20,)}),
    )
)
SAVING = (
    *(sampled(90, 300, *models, random_labels=True) for models in (ONE_MODEL, FIVE_MODELS)),
    sampled(50, 1000, *ONE_MODEL, random_labels=True),
    sampled(90, 300, *ONE_MODEL, random_labels=True, weighted=True),
    sampled(160, 400, *ONE_MODEL, clusters=(20,)),
)
CELLS = (
    *(Cell("headline cost", population, headline) for population in HEADLINE),
    *(Cell("estimated prior", population, estimated_prior) for population in PRIOR),
    *(Cell("saving", population, savings) for population in SAVING),
)
