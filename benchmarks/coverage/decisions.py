"""Cells of a decision: its cost, its saving, and its expected regret.

Each sample is looked at with a known prior, and with the prior estimated by its share of positives.
"""

from collections.abc import Iterator

from benchmarks.coverage.cells import (
    ADVICE_FAR_WRONG,
    ADVICE_WRONG,
    ALONG,
    COST,
    FOREGONE,
    HEADLINE,
    LEVELS,
    OBSERVED,
    REGRET,
    REPLICATES,
    Amount,
    Cell,
    Event,
    Hit,
    covers,
)
from benchmarks.coverage.populations import (
    BY_CHANCE,
    BY_SCORE,
    EQUAL_MODELS,
    FIVE_MODELS,
    ONE_MODEL,
    Population,
    sampled,
)
from costdash.core import (
    Analysis,
    Call,
    OperatingPoint,
    Predictions,
    analyse,
)
from costdash.core.analysis.validity import MATERIAL
from costdash.core.choose.decision import Decision
from costdash.core.compare.expected_regret import regret_of_decision
from costdash.core.folds.crossfit import crossfit_models

CLUSTERED = ((20,), (2, 2, 2, 2, 2, 30))
GIVEN, FROM_FILE = "known prior", "prior of the file"


def operating_point(pcf: float, prior: float) -> OperatingPoint:
    """The operating point of this pcf at this prior, whose cost per case is the nec."""
    return OperatingPoint(prior, pcf / prior, (1 - pcf) / (1 - prior))


def analyses(predictions: Predictions, seed: int) -> tuple[Analysis, Analysis]:
    """Analyses with costs on the same rows, and with cross-fitted costs."""
    analysis = analyse(predictions, n_replicates=REPLICATES, seed=seed)
    fits = crossfit_models(predictions, seed=seed)
    return analysis, analysis.with_crossfits(fits)


def decisions(population: Population, predictions: Predictions, seed: int) -> Iterator[Event]:
    """All that is said of a decision, at each PC(+)."""
    prior, share = population.prevalence, predictions.prevalence
    same_rows, analysis = analyses(predictions, seed)
    estimated = analysis.with_estimated_prior
    for pcf in ALONG:
        point, place = operating_point(pcf, prior), f"PC(+) {pcf}"
        seen = OperatingPoint(share, point.cost_fn, point.cost_fp)
        for way, fitted, at in (
            (f"cross-fitted, {GIVEN}", analysis, point),
            (f"cross-fitted, {FROM_FILE}", estimated, seen),
            ("same rows", same_rows, point),
        ):
            yield from costs(population, fitted, at, point, way, place)
        yield from _in_any_case(population, analysis, point, place)
        yield from _advice(population, predictions, analysis, point, place)


def costs(
    population: Population,
    analysis: Analysis,
    seen: OperatingPoint,
    point: OperatingPoint,
    way: str,
    place: str,
) -> Iterator[Event]:
    """The true cost of the recommended threshold, and its saving, where a model is recommended.

    seen: the conditions by the sample; point: the true ones. Where costs differ from case to case
    and a few dear cases make up most of a class, no interval is shown.
    """
    every = [analysis.decide(seen, level=level) for level in LEVELS]
    decision = every[0]
    is_model = decision.best.call == "some"
    yield Hit(f"a model is recommended, {way}", OBSERVED, is_model, place)
    if not is_model:
        return
    is_shown = decision.best.interval is not None
    if population.cost_spread:
        yield Hit(f"an interval is shown, {way}", OBSERVED, is_shown, place)
    if not is_shown:
        return
    truth = point.expected_cost(*true_rates(population, decision.best))
    saved = point.expected_cost(decision.trivial.fpr, decision.trivial.tpr) - truth
    for level, each in zip(LEVELS, every):
        ends = [seen.scale * end for end in each.best.interval]
        yield covers(f"cost, {way}", level, ends, truth, place)
        if way != "same rows":
            yield covers(f"saving, {way}", level, each.saving_interval, saved, place)
    yield Amount(f"cost, {way}", COST, decision.best.expected_cost, truth, place)
    if way != "same rows":
        is_small = every[1].saving_interval[0] <= 0
        yield Hit(f"the page warns of a small saving, {way}", OBSERVED, is_small, place)


def _in_any_case(
    population: Population, analysis: Analysis, point: OperatingPoint, place: str
) -> Iterator[Event]:
    """The true cost of the cheapest model at its threshold, also where it is not recommended."""
    chosen = cheapest(analysis, point)
    truth = point.expected_cost(*true_rates(population, chosen))
    for level in LEVELS:
        ends = analysis.crossfits.together.interval(point.pcf, level)
        yield covers("cost, cross-fitted, in any case", level, ends, truth, place)
    stated = float(analysis.crossfits.together.cost([point.pcf])[0])
    yield Amount("cost, cross-fitted, in any case", COST, stated, truth, place)


def cheapest(analysis: Analysis, point: OperatingPoint) -> Call:
    """The model of least cross-fitted cost, at its threshold."""
    calls = [analysis.call_of(point, name, 0) for name in analysis.models]
    return min(calls, key=lambda call: call.expected_cost)


def _advice(
    population: Population,
    predictions: Predictions,
    analysis: Analysis,
    point: OperatingPoint,
    place: str,
) -> Iterator[Event]:
    """Whether advice of no model is wrong, and what not knowing the cheapest option costs."""
    names = list(analysis.models)
    decision = analysis.decide(point, level=LEVELS[1])
    if decision.best.call != "some":
        hull = analysis.selection_hull(names)
        vertex = int(hull.cheapest(point.pcf))
        trivial = min(point.pcf, 1 - point.pcf)
        cost = trivial
        if vertex not in (0, hull.tie.size):
            model = population.by_name[hull.owner[vertex][0]]
            cost = model.cost(float(hull.threshold[vertex]), point.pcf)
        yield Hit(ADVICE_WRONG, OBSERVED, cost < trivial, place)
        yield Hit(ADVICE_FAR_WRONG, OBSERVED, cost < (1 - MATERIAL) * trivial, place)
        yield Amount("no model against what the rows choose", FOREGONE, trivial, cost, place)
    yield from _regret(population, predictions, analysis, decision, place)


def _regret(
    population: Population,
    predictions: Predictions,
    analysis: Analysis,
    decision: Decision,
    place: str,
) -> Iterator[Event]:
    """What not knowing the cheapest option costs, as it is said and truly."""
    names, point = list(analysis.models), decision.point
    regret = regret_of_decision(predictions, analysis, decision, names)
    options = [analysis.call_of(point, name, 0) for name in names]
    true_costs = [point.expected_cost(*true_rates(population, call)) for call in options]
    least = min(point.pcf, 1 - point.pcf, *true_costs)
    cost = point.expected_cost(*true_rates(population, decision.best))
    trivial = min(point.pcf, 1 - point.pcf)
    what = "expected regret, as a share of the cost of no model"
    yield Amount(what, REGRET, regret.expected_regret / trivial, (cost - least) / trivial, place)


def true_rates(population: Population, call: Call) -> tuple[float, float]:
    """True fpr and tpr of a call."""
    if call.call != "some" or call.threshold is None:
        return call.fpr, call.tpr
    return population.by_name[call.model].rates(call.threshold)


POPULATIONS = (
    *(
        sampled(*size, *ONE_MODEL, random_labels=True)
        for size in ((90, 300), (50, 1000), (300, 1000), (1000, 5000))
    ),
    sampled(10, 300, *ONE_MODEL),
    *(sampled(*size, 1.5, random_labels=True) for size in ((90, 300), (50, 1000))),
    *(sampled(*size, 0.4, random_labels=True) for size in ((90, 300), (300, 1000), (1000, 5000))),
    *(
        sampled(*size, *ONE_MODEL, levels=levels, random_labels=True)
        for levels in (5, 21)
        for size in ((90, 300), (300, 1000))
    ),
    sampled(90, 300, *ONE_MODEL, weighted=BY_CHANCE, random_labels=True),
    sampled(300, 1000, *ONE_MODEL, weighted=BY_SCORE),
    *(sampled(160, 400, *ONE_MODEL, clusters=sizes) for sizes in CLUSTERED),
    *(
        sampled(*size, *FIVE_MODELS, random_labels=True)
        for size in ((90, 300), (50, 1000), (300, 1000), (1000, 5000))
    ),
    *(sampled(*size, *EQUAL_MODELS, random_labels=True) for size in ((90, 300), (300, 1000))),
    *(
        sampled(*size, *[1.0] * models, varied=0.5, random_labels=True)
        for models, size in ((2, (90, 300)), (5, (300, 1000)))
    ),
)

CELLS = tuple(Cell(HEADLINE, population, decisions) for population in POPULATIONS)
