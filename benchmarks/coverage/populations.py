"""Binormal populations, whose true rates, areas and costs are known in closed form."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import cycle
from math import inf, sqrt
from statistics import NormalDist

import numpy as np
from numpy.random import Generator

from costdash.core import Predictions

NORMAL = NormalDist()
CUTS = (-0.5, 0.2, 0.8, 1.5)  # scores between the five levels
SHARED = 0.6  # correlation of the models' scores within a class
WITHIN = 0.3  # correlation of scores within a cluster
CANDIDATES = np.concatenate(
    ([-inf], np.linspace(-8, 10, 3601), [inf])
)  # thresholds of the least cost
HEAVY = 10.0  # weight of a third of the rows, if rows have weights; the others weigh 1


@dataclass(frozen=True, slots=True)
class Model:
    """Positives score N(shift, spread), negatives N(0, 1); cut into five levels if `levels`."""

    shift: float
    spread: float = 1.0
    levels: bool = False

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
        return _least_cost(self, pcf)

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
        return np.array(sorted(self.rates(level) for level in range(len(CUTS) + 2))).T

    def _latent(self, threshold: float) -> float:
        if not self.levels:
            return threshold
        return (-inf, *CUTS, inf)[int(min(threshold, len(CUTS) + 1))]


@cache
def _least_cost(model: Model, pcf: float) -> float:
    candidates = range(len(CUTS) + 2) if model.levels else CANDIDATES
    return min(model.cost(float(threshold), pcf) for threshold in candidates)


@dataclass(frozen=True, slots=True)
class Population:
    """What samples are drawn from.

    Numbers of positive and negative rows are fixed; with clusters or `random_labels` they are
    expected numbers. clusters: rows per cluster, repeated in turn. weighted: rows weigh 1 or HEAVY,
    whatever their scores. folds: number of folds in the file.
    """

    positives: int
    negatives: int
    models: tuple[Model, ...]
    clusters: tuple[int, ...] = ()
    weighted: bool = False
    random_labels: bool = False
    folds: int = 0

    @property
    def prevalence(self) -> float:
        return self.positives / (self.positives + self.negatives)

    @property
    def by_name(self) -> dict[str, Model]:
        return dict(zip("abcde", self.models))

    @property
    def words(self) -> str:
        n, count = self.positives + self.negatives, len(self.models)
        parts = [f"{count} model{'s' * (count > 1)}", f"{n:,} rows", f"{self.positives:,} positive"]
        if count == 1 and self.models[0].shift not in (0.0, 1.0):
            parts.append(f"mean {self.models[0].shift}")
        if any(model.levels for model in self.models):
            parts.append("5 levels")
        if len(self.clusters) == 1:
            parts.append(f"clusters of {self.clusters[0]}")
        elif self.clusters:
            parts.append(f"clusters of {min(self.clusters)} to {max(self.clusters)}")
        parts += ["weights"] * self.weighted + [f"{self.folds} folds"] * bool(self.folds)
        return ", ".join(parts)

    def draw(self, rng: Generator) -> Predictions:
        n = self.positives + self.negatives
        is_positive, cluster, group = np.arange(n) < self.positives, None, 0.0
        if self.random_labels or self.clusters:
            is_positive = rng.random(n) < self.prevalence
        if self.clusters:
            cluster = np.fromiter(self._cluster_of_rows(), dtype=np.intp, count=n)
            group = sqrt(WITHIN) * rng.normal(size=cluster.max() + 1)[cluster]
        shared, scores = rng.normal(size=n), {}
        for name, model in self.by_name.items():
            noise = sqrt(SHARED) * shared + sqrt(1 - SHARED) * rng.normal(size=n)
            noise = group + sqrt(1 - WITHIN) * noise if self.clusters else noise
            score = np.where(is_positive, model.shift + model.spread * noise, noise)
            scores[name] = np.searchsorted(CUTS, score).astype(float) if model.levels else score
        return Predictions(
            is_positive=is_positive,
            scores=scores,
            cluster=cluster,
            weight=np.where(rng.random(n) < 1 / 3, HEAVY, 1.0) if self.weighted else None,
            fold=rng.permutation(n) % self.folds if self.folds else None,
        )

    def _cluster_of_rows(self) -> Iterator[int]:
        for number, size in enumerate(cycle(self.clusters)):
            yield from [number] * size


def sampled(positives: int, rows: int, *shifts: float, **options) -> Population:
    """A population of `rows` rows, with one model for each shift."""
    levels = options.pop("levels", False)
    models = tuple(Model(shift, levels=levels) for shift in shifts)
    return Population(positives, rows - positives, models, **options)


ONE_MODEL = (1.0,)
FIVE_MODELS = (1.0, 1.05, 1.1, 1.15, 1.2)  # so close that the choice among them is mostly chance
