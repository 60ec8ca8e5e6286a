"""Cells of how sure a choice is said to be, where that is said at all."""

from collections.abc import Iterator

from benchmarks.coverage.cells import (
    ALONG,
    GIVEN_SHARE,
    GIVEN_WRONGLY,
    LEVELS,
    OBSERVED,
    SURE_AMONG_CLOSE,
    SURENESS,
    Amount,
    Cell,
    Event,
    Hit,
)
from benchmarks.coverage.decisions import operating_point, true_rates
from benchmarks.coverage.populations import (
    EQUAL_MODELS,
    FIVE_MODELS,
    ONE_MODEL,
    Population,
    sampled,
)
from costdash.core import Analysis, Predictions, analyse
from costdash.core.choose.decision import Decision
from costdash.core.compare.cheapest_model import (
    cheapest_model,
    cross_fitted_differences,
    is_settled,
)
from costdash.core.compare.expected_regret import regret_of_decision
from costdash.core.folds.crossfit import crossfit_models

FEWEST = 100  # replicates: bands are not read here
CHEAPER = "another option is cheaper"


def sureness(population: Population, predictions: Predictions, seed: int) -> Iterator[Event]:
    """Whether the share of the choice is given at each PC(+), and whether the choice is right."""
    analysis = analyse(predictions, n_replicates=FEWEST, seed=seed)
    analysis = analysis.with_crossfits(crossfit_models(predictions, seed=seed))
    names = list(analysis.models)
    for pcf in ALONG:
        point, place = operating_point(pcf, population.prevalence), f"PC(+) {pcf}"
        decision = analysis.decide(point, level=LEVELS[1])
        is_given = _is_given(predictions, analysis, decision)
        each = [true_rates(population, analysis.call_of(point, name, 0)) for name in names]
        least = min(pcf, 1 - pcf, *(point.expected_cost(*rates) for rates in each))
        cost = point.expected_cost(*true_rates(population, decision.best))
        is_right = cost <= least + 1e-12
        yield Hit("a share is given", OBSERVED, is_given, place)
        is_wrong = is_given and not is_right
        yield Hit(f"a share is given, and {CHEAPER}", GIVEN_WRONGLY, is_wrong, place)
        if is_given:
            regret = regret_of_decision(predictions, analysis, decision, names)
            yield Amount(
                GIVEN_SHARE, SURE_AMONG_CLOSE, regret.share_of(decision.best), is_right, place
            )


def _is_given(predictions: Predictions, analysis: Analysis, decision: Decision) -> bool:
    """As JSON gives it, of rows without clusters."""
    names = list(analysis.models)
    fewest = float(min(predictions.positives, predictions.negatives))
    differences = cross_fitted_differences(analysis, lambda _: fewest, lambda *_: None)
    found = cheapest_model(analysis, decision, names, differences)
    return is_settled(analysis, decision, names, found)


SIZES = ((90, 300), (300, 1000))
POPULATIONS = (
    *(sampled(*size, *ONE_MODEL, random_labels=True) for size in SIZES),
    sampled(10, 300, *ONE_MODEL),
    sampled(90, 300, *ONE_MODEL, levels=21, random_labels=True),
    *(sampled(*size, *EQUAL_MODELS, random_labels=True) for size in SIZES),
    *(sampled(*size, *FIVE_MODELS, random_labels=True) for size in SIZES),
    *(
        sampled(*size, *[1.0] * models, varied=0.5, random_labels=True)
        for models, size in zip((2, 5), SIZES)
    ),
)
CELLS = tuple(Cell(SURENESS, population, sureness) for population in POPULATIONS)
