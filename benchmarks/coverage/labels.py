"""Cells of labels as they are: audited ones, those of a judge, and recent scores without any."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from scipy.special import ndtr

from benchmarks.coverage.cells import (
    LEVELS,
    REJECTED_RIGHTLY,
    REJECTED_WRONGLY,
    Cell,
    Event,
    Hit,
    covers,
)
from costdash.core import OperatingPoint, Predictions
from costdash.core.analysis.analyse import analyse
from costdash.core.folds.crossfit import crossfit_models
from costdash.core.folds.gold_labels import gold_cost
from costdash.core.folds.prior_estimate import estimate_prior
from costdash.core.sample.verification import Stratum, Verification

FEWEST = 100  # replicates: bands are not read here
SHIFT = 2.0  # of the positives' scores
SHARED = 0.5  # correlation of the scores of today's rule and of the model within a class
AUDIT = OperatingPoint(0.01, 200.0, 5.0)
GOLD = OperatingPoint(0.3, 10.0, 2.0)
RULE = 1.5  # the threshold that is judged with gold rows


def true_cost(point: OperatingPoint, threshold: float, shift: float = SHIFT) -> float:
    """Cost per case of a threshold of normal scores."""
    missed, alarms = ndtr(threshold - shift), ndtr(-threshold)
    return float(point.prior * point.cost_fn * missed + (1 - point.prior) * point.cost_fp * alarms)


@dataclass(frozen=True, slots=True)
class Labelled:
    """What the runner asks of a population; `draw` gives its samples."""

    clusters: tuple[int, ...] = ()
    models: tuple[float, ...] = (SHIFT,)

    def realised(self, rng: np.random.Generator) -> "Labelled":
        return self


@dataclass(frozen=True, slots=True)
class Audited(Labelled):
    """20,000 rows of which 1 % are positive: today's rule looks at 2 %, an audit at some others."""

    share: float = 0.02
    rows: int = 20_000

    @property
    def words(self) -> str:
        return f"{self.rows:,} rows, 2 % flagged and an audit of {self.share:.0%} of the others"

    def draw(self, rng: np.random.Generator) -> Predictions:
        is_positive = rng.random(self.rows) < AUDIT.prior
        common = rng.normal(size=self.rows) * SHARED**0.5
        today, score = (
            common + (1 - SHARED) ** 0.5 * rng.normal(size=self.rows) + SHIFT * is_positive
            for _ in range(2)
        )
        stratum = (today >= np.quantile(today, 0.98)).astype(np.intp)
        looked_at = (stratum == 1) | (rng.random(self.rows) < self.share)
        strata = tuple(
            Stratum(
                name,
                int((stratum == place).sum()),
                int((looked_at & (stratum == place)).sum()),
                int((looked_at & is_positive & (stratum == place)).sum()),
            )
            for place, name in enumerate(("others", "flagged"))
        )
        verification = Verification(stratum[looked_at], strata)
        return Predictions(
            is_positive=is_positive[looked_at],
            scores={"model": score[looked_at]},
            weight=verification.weight,
            verification=verification,
        )


def audited(population: Audited, predictions: Predictions, seed: int) -> Iterator[Event]:
    """With group weights, and with blank labels left out as if they were like the others."""
    yield from _covered("cost, cross-fitted", predictions, seed)
    left_out = replace(predictions, weight=None, verification=None)
    yield from _covered("cost, blanks left out", left_out, seed)


def _covered(what: str, rows: Predictions, seed: int) -> Iterator[Event]:
    analysis = analyse(rows, n_replicates=FEWEST, seed=seed)
    model = analysis.models["model"]
    fits = crossfit_models(rows, seed=seed, counted={"model": (model.counts, model.hull)})
    for level in LEVELS:
        at = replace(analysis.with_crossfits(fits), level=level, prior_fixed=True)
        call = at.decide(AUDIT, ["model"]).best
        if call.call == "some" and call.interval is not None:
            ends = tuple(AUDIT.scale * end for end in call.interval)
            yield covers(what, level, ends, true_cost(AUDIT, call.threshold))


@dataclass(frozen=True, slots=True)
class WithGold(Labelled):
    """5,000 rows that a judge labelled, and gold rows; the judge errs more where scores mislead."""

    gold: int = 100
    rows: int = 5000

    @property
    def words(self) -> str:
        return f"{self.rows:,} rows, {self.gold} gold ones, errors that follow the score"

    def draw(self, rng: np.random.Generator) -> Predictions:
        truth = rng.random(self.rows) < GOLD.prior
        score = rng.normal(size=self.rows) + SHIFT * truth
        wrong = np.where(truth, 0.3 * ndtr(1.5 - score), 0.2 * ndtr(score - 0.5))
        label = truth ^ (rng.random(self.rows) < wrong)
        has_gold = np.zeros(self.rows, dtype=bool)
        has_gold[rng.choice(self.rows, self.gold, replace=False)] = True
        gold = np.where(has_gold, truth, np.nan)
        return Predictions(is_positive=label, scores={"model": score, "gold": _hidden(gold)})


def _hidden(gold: np.ndarray) -> np.ndarray:
    """True labels as a column of numbers; -1 where none is known."""
    return np.nan_to_num(gold, nan=-1.0)


def judged(population: WithGold, predictions: Predictions, seed: int) -> Iterator[Event]:
    gold = predictions.scores["gold"]
    rows = replace(predictions, scores={"model": predictions.scores["model"]})
    called = (rows.scores["model"] >= RULE).astype(float)
    gold = np.where(gold < 0, np.nan, gold)
    for level in LEVELS:
        try:
            found = gold_cost(rows, gold, called, GOLD, True, level)
        except ValueError:
            return  # fewer than 20 gold rows of a class
        yield covers("cost", level, (found.low, found.high), true_cost(GOLD, RULE))


@dataclass(frozen=True, slots=True)
class Recent(Labelled):
    """A labelled file of 2,000 rows, and recent scores with another share of positives.

    moved: by how much the scores of recent negatives are greater than those of the file.
    """

    prior: float = 0.05
    recent: int = 5000
    positives: int = 200
    moved: float = 0.0
    rows: int = 2000

    @property
    def words(self) -> str:
        moved = f", negatives moved by {self.moved}" if self.moved else ""
        return (
            f"{self.positives} of {self.rows:,} positive, {self.recent:,} recent of which "
            f"{self.prior:.3g} are{moved}"
        )

    def draw(self, rng: np.random.Generator) -> Predictions:
        is_positive = np.arange(self.rows) < self.positives
        score = rng.normal(size=self.rows) + SHIFT * is_positive
        return Predictions(is_positive=is_positive, scores={"model": score})


def recent(population: Recent, predictions: Predictions, seed: int) -> Iterator[Event]:
    rng = np.random.default_rng((seed, population.recent))
    positive = rng.random(population.recent) < population.prior
    score = rng.normal(size=population.recent) + np.where(positive, SHIFT, population.moved)
    for level in LEVELS:
        (found,) = estimate_prior(predictions, {"model": score}, level=level, seed=seed)
        if not population.moved:
            yield covers("prior", level, (found.low, found.high), population.prior)
    if population.moved:
        yield Hit("the check rejects", REJECTED_RIGHTLY, not found.fits)
    else:
        yield Hit("the check rejects wrongly", REJECTED_WRONGLY, not found.fits)


RECENT = (
    *(
        Recent(prior=prior, recent=rows, positives=positives)
        for prior in (0.002, 0.05, 0.5)
        for rows in (500, 5000)
        for positives in (40, 200)
    ),
    Recent(moved=0.5),
)
CELLS = (
    *(Cell("audited labels", Audited(share=share), audited) for share in (0.02, 0.1)),
    *(Cell("labels of a judge", WithGold(gold=gold), judged) for gold in (100, 250)),
    *(Cell("prior of recent scores", population, recent) for population in RECENT),
)
