"""Cells of the limit of false alarms with 95 % confidence: how often the true rate breaks it."""

from collections.abc import Iterator

from benchmarks.coverage.cells import LIMIT_BROKEN, OBSERVED, Cell, Event, Hit
from benchmarks.coverage.populations import (
    BY_CHANCE,
    FIVE_MODELS,
    ONE_MODEL,
    Population,
    sampled,
)
from costdash.core import Predictions, analyse
from costdash.core.analysis.calls import choice_by
from costdash.core.choose.criteria import LIMIT_CONFIDENCE, NeymanPearson

LIMIT = 0.1
FEWEST = 100  # replicates: bands are not read here


def neyman_pearson(population: Population, predictions: Predictions, seed: int) -> Iterator[Event]:
    analysis = analyse(predictions, n_replicates=FEWEST, seed=seed)
    for what, level, claim in (
        ("limit broken, 95 % confidence", LIMIT_CONFIDENCE, LIMIT_BROKEN),
        ("limit broken, without confidence", None, OBSERVED),
    ):
        criterion = NeymanPearson(LIMIT, level)
        rule = choice_by(criterion, analysis, list(analysis.models)).single
        threshold = analysis.models[rule.model].counts.threshold[rule.index]
        fpr, _ = population.by_name[rule.model].rates(float(threshold))
        yield Hit(what, claim, fpr > LIMIT)


POPULATIONS = (
    *(sampled(n // 2, n, *models) for n in (100, 400, 2000) for models in (ONE_MODEL, FIVE_MODELS)),
    *(sampled(200, 400, *models, weighted=BY_CHANCE) for models in (ONE_MODEL, FIVE_MODELS)),
    *(
        sampled(200, 400, *ONE_MODEL, clusters=sizes)
        for sizes in ((5,), (20,), (2, 2, 2, 2, 2, 30))
    ),
    sampled(200, 400, *FIVE_MODELS, clusters=(20,)),
)
CELLS = tuple(
    Cell("limit of false alarms", population, neyman_pearson) for population in POPULATIONS
)
