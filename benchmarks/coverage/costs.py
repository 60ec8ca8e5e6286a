"""Cells of the cost of a decision: cross-fitted, on the same rows, and with an estimated prior."""

from collections.abc import Iterator

from benchmarks.coverage.cells import LEVELS, OBSERVED, PCFS, REPLICATES, Cell, Hit, covers
from benchmarks.coverage.populations import FIVE, ONE, Population, sampled
from costdash.core import Analysis, OperatingPoint, Predictions, analyse
from costdash.core.folds.crossfit import crossfit_models

CLUSTERED = ((20,), (2, 2, 2, 2, 2, 30))


def operating_point(pcf: float, prior: float) -> OperatingPoint:
    """The operating point of this pcf at this prior."""
    return OperatingPoint(prior, pcf / prior, (1 - pcf) / (1 - prior))


def analyses(predictions: Predictions, seed: int) -> tuple[Analysis, Analysis]:
    """Analyses with costs on the same rows, and with cross-fitted costs."""
    analysis = analyse(predictions, n_replicates=REPLICATES, seed=seed)
    fits = crossfit_models(predictions, seed=seed, pcf=PCFS)
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
    """The cost per case at the population's prior, of which the file's is an estimate."""
    prior = population.prevalence
    truth = operating_point(0.5, prior)
    seen = OperatingPoint(predictions.prevalence, truth.cost_fn, truth.cost_fp)
    for way, analysis in zip(("same rows", "cross-fitted"), analyses(predictions, seed)):
        counted = ("prior estimated", analysis.with_estimated_prior), ("prior as known", analysis)
        for prior_way, one in counted:
            for level in LEVELS:
                best = one.decide(seen, level=level).best
                if best.call != "some":
                    continue
                rates = population.by_name[best.model].rates(best.threshold)
                ends = [seen.scale * end for end in best.interval]
                cost = truth.expected_cost(*rates)
                yield covers(f"cost per case, {way}, {prior_way}", level, ends, cost)


HEADLINE = (
    *(sampled(*size, *models) for size in ((90, 300), (50, 1000)) for models in (ONE, FIVE)),
    sampled(10, 300, *ONE),
    sampled(300, 1000, *FIVE),
    sampled(90, 300, *ONE, levels=True),
    sampled(300, 1000, *ONE, levels=True),
    *(sampled(160, 400, *ONE, clusters=sizes) for sizes in CLUSTERED),
)
PRIOR = tuple(
    sampled(*size, *ONE, random_labels=True, **options)
    for size, options in (
        ((50, 1000), {}),
        ((90, 300), {}),
        ((90, 300), {"weighted": True}),
        ((160, 400), {"clusters": (20,)}),
    )
)
CELLS = (
    *(Cell("headline cost", population, headline) for population in HEADLINE),
    *(Cell("estimated prior", population, estimated_prior) for population in PRIOR),
)
