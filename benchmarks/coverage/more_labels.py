"""Cells of more labels: what as many again are said to save, and numbers that show a difference."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from benchmarks.coverage.cells import BROUGHT, SHOWN, Amount, Cell, Event, Hit
from benchmarks.coverage.populations import NORMAL, Model, Population
from costdash.core import OperatingPoint, Predictions, analyse
from costdash.core.analysis.analysis import Analysis
from costdash.core.compare.label_value import label_value
from costdash.core.compare.sample_size import PairQuestion, rows_to_detect_pair
from costdash.core.folds.crossfit import crossfit_models

FEWEST = 100  # replicates: bands are not read here
POINT = OperatingPoint(0.2, 6.0, 1.0)
LEVEL, POWER = 0.95, 0.8
LARGEST = 400_000  # rows of a sample that is to show a difference
PAIR = ("a", "b")


@dataclass(frozen=True, slots=True)
class Option:
    """A rule: of no model it flags none (threshold inf) or all (-inf)."""

    model: str
    threshold: float

    def cost(self, population: Population) -> float:
        """True cost per case at POINT."""
        fpr, tpr = population.by_name[self.model].rates(self.threshold)
        return float(POINT.expected_cost(fpr, tpr))

    def costs(self, rows: Predictions) -> np.ndarray:
        """Cost of each row, weighed so that each class has its share at POINT."""
        flagged = rows.scores[self.model] >= self.threshold
        missed = POINT.prior * POINT.cost_fn * ~flagged
        alarm = (1 - POINT.prior) * POINT.cost_fp * flagged
        return np.where(rows.is_positive, missed, alarm)


def chosen(analysis: Analysis, names: tuple[str, ...]) -> Option:
    """The cheapest rule of these models on the rows of the analysis."""
    call = analysis.decide(POINT, names).best
    if call.model is None or call.threshold is None or call.call != "some":
        return Option(PAIR[0], np.inf if call.call == "none" else -np.inf)
    return Option(call.model, call.threshold)


def observe(population: Population, predictions: Predictions, seed: int) -> Iterator[Event]:
    analysis = analyse(predictions, n_replicates=FEWEST, seed=seed)
    rng = np.random.default_rng((1, seed))
    yield from _value(population, predictions, analysis, rng)
    if len(population.models) == len(PAIR):
        fits = crossfit_models(predictions, n_replicates=FEWEST, seed=seed)
        yield from _power(population, predictions, analysis.with_crossfits(fits), rng)


def _value(
    population: Population, predictions: Predictions, analysis: Analysis, rng: np.random.Generator
) -> Iterator[Event]:
    """What as many rows again save: promised, and brought by the rule that all rows choose."""
    names = tuple(population.by_name)
    value = label_value(predictions, analysis, analysis.decide(POINT, names), names)
    if value is None:
        return
    more = population.draw(rng)
    scores = {name: np.concatenate((predictions.scores[name], more.scores[name])) for name in names}
    labels = np.concatenate((predictions.is_positive, more.is_positive))
    both = analyse(Predictions(is_positive=labels, scores=scores), n_replicates=FEWEST, seed=0)
    saved = chosen(analysis, names).cost(population) - chosen(both, names).cost(population)
    stated = value.of_rows(predictions.rows)
    yield Amount("as many rows again, rules chosen anew", BROUGHT, stated, saved)


def _power(
    population: Population, predictions: Predictions, analysis: Analysis, rng: np.random.Generator
) -> Iterator[Event]:
    """Whether as many rows as are asked for show the true difference of two given rules."""
    first, second = (chosen(analysis, (name,)) for name in PAIR)
    difference = first.cost(population) - second.cost(population)
    dearer = max(analysis.call_of(POINT, name, 0).expected_cost for name in PAIR)
    question = PairQuestion(abs(difference) / dearer, POWER)
    needed = rows_to_detect_pair(predictions, analysis, POINT, PAIR, question)
    if needed is None or needed.rows > LARGEST:
        return
    mixes = {"cases as they come": (needed.positives, needed.rows - needed.positives)}
    if needed.best_positives is not None and needed.best_negatives is not None:
        mixes["the best mix"] = (needed.best_positives, needed.best_negatives)
    for words, (positives, negatives) in mixes.items():
        rows = replace(population, positives=positives, negatives=negatives).draw(rng)
        yield Hit(f"shown by {words}", SHOWN, _shows(rows, first, second, np.sign(difference)))


def _shows(rows: Predictions, first: Option, second: Option, sign: float) -> bool:
    """Whether the interval of the difference lies on the side where the truth is."""
    each = first.costs(rows) - second.costs(rows)
    parts = [each[rows.is_positive], each[~rows.is_positive]]
    mean = sum(part.mean() for part in parts)
    error = np.sqrt(sum(part.var() / part.size for part in parts))
    return bool(sign * mean > NORMAL.inv_cdf((1 + LEVEL) / 2) * error)


POPULATIONS = (
    Population(100, 900, (Model(1.0), Model(1.3))),
    Population(300, 2_700, (Model(1.0), Model(1.3))),
    Population(100, 900, (Model(1.0),)),
)
CELLS = tuple(Cell("more labels", population, observe) for population in POPULATIONS)
