"""Cells of costs by segment: wrongly named segments, intervals, and thresholds that do not save."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr

from benchmarks.coverage.cells import NAMED_WRONGLY, SAVES_NOT, Cell, Event, Hit, covers
from costdash.core import OperatingPoint, Predictions
from costdash.core.analysis.analyse import analyse_curves
from costdash.core.folds.crossfit import crossfit_models
from costdash.core.sample.segment_column import SegmentColumn
from costdash.core.segments.segment_costs import SegmentCosts, SegmentRequest, segment_costs

RESAMPLES = 2  # of cross-fits: their errors are not read here
SHIFT = 1.5  # of the positives' scores
TYPICAL, SPREAD = 0.05, 0.7  # share of positives of a segment: median, and sd of its logarithm
COST_FN = 20.0
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class SegmentPopulation:
    """Segments of equal size with priors of their own, and one model.

    calibrated: scores are the true probabilities in each segment, so that one threshold is right.
    Otherwise they have one ROC curve in all segments, so that the rule does as well in each.
    """

    segments: int
    rows: int
    calibrated: bool
    clusters: tuple[int, ...] = ()
    models: tuple[float, ...] = (SHIFT,)

    @property
    def words(self) -> str:
        scores = "calibrated in each segment" if self.calibrated else "one ROC curve"
        return f"{self.segments} segments, {self.rows:,} rows, {scores}"

    @property
    def priors(self) -> np.ndarray:
        rng = np.random.default_rng(self.segments)
        return np.exp(rng.normal(np.log(TYPICAL), SPREAD, self.segments)).clip(0.005, 0.4)

    def realised(self, rng: np.random.Generator) -> "SegmentPopulation":
        return self

    def draw(self, rng: np.random.Generator) -> Predictions:
        codes = rng.integers(0, self.segments, self.rows)
        is_positive = rng.random(self.rows) < self.priors[codes]
        score = rng.normal(size=self.rows) + SHIFT * is_positive
        if self.calibrated:
            score = 1 / (1 + np.exp(-self.log_odds(score, codes)))
        column = SegmentColumn(codes, tuple(map(str, range(self.segments))))
        return Predictions(
            is_positive=is_positive, scores={"model": score}, segments={"segment": column}
        )

    def log_odds(self, score: np.ndarray, codes: np.ndarray) -> np.ndarray:
        """Of being positive, by a normal score in a segment."""
        odds = self.priors / (1 - self.priors)
        return SHIFT * score - SHIFT**2 / 2 + np.log(odds[codes])

    def cost(self, place: int, threshold: float | None) -> float:
        """True cost per case of a segment at a threshold of the scores; None flags none."""
        prior, cut = self.priors[place], np.inf if threshold is None else threshold
        if self.calibrated and 0 < cut < 1:
            cut = (np.log(cut / (1 - cut)) - self.log_odds(0.0, np.array([place]))[0]) / SHIFT
        return float(prior * COST_FN * ndtr(cut - SHIFT) + (1 - prior) * ndtr(-cut))


def by_segment(
    population: SegmentPopulation, predictions: Predictions, seed: int
) -> Iterator[Event]:
    analysis = analyse_curves(predictions, seed=seed)  # bands are not read here
    model = analysis.models["model"]
    counted = {"model": (model.counts, model.hull)}
    fits = crossfit_models(predictions, seed=seed, n_replicates=RESAMPLES, counted=counted)
    point = OperatingPoint(float(population.priors.mean()), COST_FN, 1.0)
    request = SegmentRequest("segment", most=population.segments)
    found = segment_costs(predictions, analysis.with_crossfits(fits), point, ["model"], request)
    if not population.calibrated:
        worst = np.nan_to_num(found.costs.p_holm, nan=1.0).min()
        yield Hit("a segment is named wrongly", NAMED_WRONGLY, bool(worst < 1 - LEVEL))
        low, high = found.costs.limits(LEVEL)
        place = seed % population.segments
        if found.call.call == "some" and found.costs.p[place] == found.costs.p[place]:
            yield covers("because of rule", LEVEL, (low[place], high[place]), 0.0)
    wrong = _wrong_thresholds(population, found)
    yield Hit("a threshold of its own does not save", SAVES_NOT, bool(wrong))


def _wrong_thresholds(population: SegmentPopulation, found: SegmentCosts) -> list[int]:
    """Segments whose own threshold is recommended and truly costs no less than the one for all."""
    if found.thresholds is None:
        return []
    wrong = []
    for place in np.flatnonzero(found.thresholds.recommended):
        segment = int(found.segments.names[place])
        rule = found.segment_rules[place]
        threshold = -np.inf if rule.call == "all" else rule.threshold
        if population.cost(segment, threshold) >= population.cost(segment, found.call.threshold):
            wrong.append(int(place))
    return wrong


POPULATIONS = tuple(
    SegmentPopulation(segments, rows, calibrated)
    for segments, rows in ((3, 4_000), (12, 8_000), (200, 40_000))
    for calibrated in (False, True)
)
CELLS = tuple(Cell("segments", population, by_segment) for population in POPULATIONS)
