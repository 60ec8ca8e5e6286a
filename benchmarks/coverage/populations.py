"""Binormal populations, whose true rates, areas and costs are known in closed form."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import cycle
from math import inf, sqrt
from statistics import NormalDist

import numpy as np
from numpy.random import Generator
from scipy.special import ndtr

from costdash.core import Predictions, RowCosts, Split

NORMAL = NormalDist()
# Scores between the levels, by the number of levels.
CUTS = {5: (-0.5, 0.2, 0.8, 1.5), 21: tuple(np.linspace(-2, 3, 20).tolist())}
SHARED = 0.6  # correlation of the models' scores within a class
WITHIN = 0.3  # correlation of scores within a cluster
CANDIDATES = np.concatenate(
    ([-inf], np.linspace(-8, 10, 3601), [inf])
)  # thresholds of the least cost
HEAVY = 10.0  # weight of a third of the rows, if rows have weights; the others weigh 1
BY_CHANCE, BY_SCORE = "by chance", "by score"  # how rows come to their weights
FEWER = 0.2  # share of rows of low scores that are kept, if weights are tied to the score
TIED_AT = 0.5  # below which scores are low


@dataclass(frozen=True, slots=True)
class Model:
    """Positives score N(shift, spread), negatives N(0, 1); cut into so many `levels`, if any."""

    shift: float
    spread: float = 1.0
    levels: int = 0

    def rates(self, threshold: float) -> tuple[float, float]:
        """True fpr and tpr of the rule score >= threshold."""
        at = self._latent(threshold)
        if at in (-inf, inf):
            return (0.0, 0.0) if at == inf else (1.0, 1.0)
        return 1 - NORMAL.cdf(at), 1 - NORMAL.cdf((at - self.shift) / self.spread)

    def cost(self, threshold: float, pcf: float) -> float:
        """True nec of the rule at pcf."""
        fpr, tpr = self.rates(threshold)
        return fpr * (1 - pcf) + (1 - tpr) * pcf

    def least_cost(self, pcf: float) -> float:
        """Least true nec of any threshold, calling none and calling all included."""
        fpr, tpr = _candidate_rates(self)
        return float((fpr * (1 - pcf) + (1 - tpr) * pcf).min())

    def tpr_at(self, fpr: float) -> float:
        """True tpr of the ROC curve at fpr, interpolated between the points of levels."""
        if not self.levels:
            return 1 - NORMAL.cdf((NORMAL.inv_cdf(1 - fpr) - self.shift) / self.spread)
        x, y = self._points()
        return float(np.interp(fpr, x, y))

    def fpr_at(self, recall: float) -> float:
        """True fpr of the ROC curve at tpr `recall`, interpolated between the points of levels."""
        if not self.levels:
            return 1 - NORMAL.cdf(self.shift + self.spread * NORMAL.inv_cdf(1 - recall))
        x, y = self._points()
        return float(np.interp(recall, y, x))

    @property
    def auc(self) -> float:
        """True area under the ROC curve."""
        if not self.levels:
            return NORMAL.cdf(self.shift / sqrt(1 + self.spread**2))
        x, y = self._points()
        return float((np.diff(x) * (y[1:] + y[:-1]) / 2).sum())

    def _points(self) -> np.ndarray:
        return np.array(sorted(self.rates(level) for level in range(self.levels + 1))).T

    def _latent(self, threshold: float) -> float:
        if not self.levels:
            return threshold
        return (-inf, *CUTS[self.levels], inf)[int(min(threshold, self.levels))]


@lru_cache(100)
def _candidate_rates(model: Model) -> np.ndarray:
    """True fpr and tpr, (2, k), of the thresholds among which the cheapest is sought."""
    if model.levels:
        return np.array([model.rates(level) for level in range(model.levels + 1)]).T
    negatives, positives = (1 - ndtr(CANDIDATES), ndtr((model.shift - CANDIDATES) / model.spread))
    return np.stack((negatives, positives))


@dataclass(frozen=True, slots=True)
class Population:
    """What samples are drawn from.

    Numbers of positive and negative rows are fixed; with clusters, `random_labels` or weights by
    score they are expected numbers. clusters: rows per cluster, repeated in turn. weighted: by
    chance rows weigh 1 or HEAVY; by score, rows of low scores of the first model are kept more
    rarely and weigh more. folds: number of folds in the file. varied: the mean of each model's
    positives is drawn for each sample, with this standard deviation. cost_spread: standard
    deviation of the logarithm of the cost of a miss, if that differs from case to case. split:
    every other row evaluates.
    """

    positives: int
    negatives: int
    models: tuple[Model, ...]
    clusters: tuple[int, ...] = ()
    weighted: str = ""
    random_labels: bool = False
    folds: int = 0
    varied: float = 0.0
    cost_spread: float = 0.0
    split: bool = False

    @property
    def prevalence(self) -> float:
        return self.positives / (self.positives + self.negatives)

    @property
    def is_varied(self) -> bool:
        """Whether the models' strengths differ from sample to sample."""
        return self.varied > 0

    @property
    def by_name(self) -> dict[str, Model]:
        return dict(zip("abcde", self.models))

    @property
    def words(self) -> str:
        n, count = self.positives + self.negatives, len(self.models)
        parts = [f"{count} model{'s' * (count > 1)}", f"{n:,} rows", f"{self.positives:,} positive"]
        if self.varied:
            parts.append("of different strength")
        elif count == 1 and self.models[0].shift not in (0.0, 1.0):
            parts.append(f"mean {self.models[0].shift}")
        elif count > 2 and len(set(self.models)) == 1 and self.models[0].shift:
            parts.append("equal")
        if self.models[0].levels:
            parts.append(f"{self.models[0].levels} levels")
        if len(self.clusters) == 1:
            parts.append(f"clusters of {self.clusters[0]}")
        elif self.clusters:
            parts.append(f"clusters of {min(self.clusters)} to {max(self.clusters)}")
        parts += [f"weights {self.weighted}"] * bool(self.weighted)
        parts += [f"{self.folds} folds"] * bool(self.folds)
        parts += [f"costs of log-sd {self.cost_spread}"] * bool(self.cost_spread)
        return ", ".join(parts)

    def realised(self, rng: Generator) -> "Population":
        """The population of one sample: with drawn means, if they vary."""
        if not self.varied:
            return self
        drawn = (
            replace(model, shift=model.shift + self.varied * rng.normal()) for model in self.models
        )
        return replace(self, models=tuple(drawn))

    def draw(self, rng: Generator) -> Predictions:
        n = self.positives + self.negatives
        if self.weighted == BY_SCORE:
            n = round(n / self._sampled_share())
        is_positive, cluster, group = np.arange(n) < self.positives, None, 0.0
        if self.random_labels or self.clusters or self.weighted == BY_SCORE:
            is_positive = rng.random(n) < self.prevalence
        if self.clusters:
            cluster = np.fromiter(self._cluster_of_rows(), dtype=np.intp, count=n)
            group = sqrt(WITHIN) * rng.normal(size=cluster.max() + 1)[cluster]
        shared, scores, latents = rng.normal(size=n), {}, []
        for name, model in self.by_name.items():
            noise = sqrt(SHARED) * shared + sqrt(1 - SHARED) * rng.normal(size=n)
            noise = group + sqrt(1 - WITHIN) * noise if self.clusters else noise
            latent = np.where(is_positive, model.shift + model.spread * noise, noise)
            latents.append(latent)
            cuts = CUTS.get(model.levels)
            scores[name] = latent if cuts is None else np.searchsorted(cuts, latent).astype(float)
        sample = Predictions(
            is_positive=is_positive,
            scores=scores,
            cluster=cluster,
            weight=np.where(rng.random(n) < 1 / 3, HEAVY, 1.0)
            if self.weighted == BY_CHANCE
            else None,
            fold=rng.permutation(n) % self.folds if self.folds else None,
            costs=self._row_costs(n, rng),
            split=Split(rng.permutation(n) % 2 == 0) if self.split else None,
        )
        return _undersampled(sample, latents[0], rng) if self.weighted == BY_SCORE else sample

    def _weights(self, n: int, rng: Generator) -> np.ndarray | None:
        """Weights of rows that have them by chance."""
        return np.where(rng.random(n) < 1 / 3, HEAVY, 1.0) if self.weighted == BY_CHANCE else None

    def _sampled_share(self) -> float:
        """Share of rows that are kept, if weights are tied to the score of the first model."""
        fpr, tpr = replace(self.models[0], levels=0).rates(TIED_AT)
        high = self.prevalence * tpr + (1 - self.prevalence) * fpr
        return high + FEWER * (1 - high)

    def _row_costs(self, n: int, rng: Generator) -> RowCosts | None:
        """Costs of a miss with mean 1, whatever the score; a false alarm costs 1."""
        if not self.cost_spread:
            return None
        spread = self.cost_spread
        return RowCosts(np.exp(spread * rng.normal(size=n) - spread**2 / 2), np.ones(n))

    def _cluster_of_rows(self) -> Iterator[int]:
        for number, size in enumerate(cycle(self.clusters)):
            yield from [number] * size


def _undersampled(sample: Predictions, latent: np.ndarray, rng: Generator) -> Predictions:
    """All rows of high scores and some of the others, which weigh as many as they stand for."""
    share = np.where(latent >= TIED_AT, 1.0, FEWER)
    chosen = rng.random(share.size) < share
    return Predictions(
        is_positive=sample.is_positive[chosen],
        scores={name: score[chosen] for name, score in sample.scores.items()},
        weight=1 / share[chosen],
        split=None if sample.split is None else sample.split[chosen],
    )


def sampled(positives: int, rows: int, *shifts: float, levels: int = 0, **options) -> Population:
    """A population of `rows` rows, with one model for each shift."""
    models = tuple(Model(shift, levels=levels) for shift in shifts)
    return Population(positives, rows - positives, models, **options)


ONE_MODEL = (1.0,)
FIVE_MODELS = (1.0, 1.05, 1.1, 1.15, 1.2)  # so close that the choice among them is mostly chance
EQUAL_MODELS = (1.0,) * 5
