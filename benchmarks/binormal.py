"""Binormal samples, whose true rates, costs and ROC curves are known in closed form."""

from dataclasses import dataclass
from math import inf, log, sqrt
from statistics import NormalDist

import numpy as np
from numpy.random import Generator

from costdash.core import Predictions

NORMAL = NormalDist()
CUTS = (-0.5, 0.2, 0.8, 1.5)  # scores between the five levels
SHARED = 0.6  # correlation of the two models' scores within a class
GROUP = 5  # rows of a cluster
WITHIN = 0.3  # correlation of scores within a cluster


@dataclass(frozen=True, slots=True)
class Model:
    """Positives score N(shift, 1), negatives N(0, 1); cut into five levels if `levels`."""

    shift: float
    levels: bool

    def rates(self, threshold: float) -> tuple[float, float]:
        """True fpr and tpr of the rule score >= threshold."""
        at = self._latent(threshold)
        if at in (-inf, inf):
            return (0.0, 0.0) if at == inf else (1.0, 1.0)
        return 1 - NORMAL.cdf(at), 1 - NORMAL.cdf(at - self.shift)

    def cost(self, threshold: float, pcf: float) -> float:
        """True nec of the rule at pcf."""
        fpr, tpr = self.rates(threshold)
        return fpr * (1 - pcf) + (1 - tpr) * pcf

    def best(self, pcf: float) -> float:
        """The threshold of least true cost; with five levels, this may call none or all."""
        if not self.levels:
            return self.shift / 2 + log((1 - pcf) / pcf) / self.shift
        return min(range(len(CUTS) + 2), key=lambda level: self.cost(level, pcf))

    def tpr_at(self, fpr: float) -> float:
        """True tpr of the ROC curve at fpr, interpolated between the points of levels."""
        if not self.levels:
            return 1 - NORMAL.cdf(NORMAL.inv_cdf(1 - fpr) - self.shift)
        points = sorted(self.rates(level) for level in range(len(CUTS) + 2))
        return float(np.interp(fpr, *zip(*points)))

    def _latent(self, threshold: float) -> float:
        if not self.levels:
            return threshold
        return (-inf, *CUTS, inf)[int(min(threshold, len(CUTS) + 1))]


@dataclass(frozen=True, slots=True)
class Cell:
    """One kind of sample: rows of the rarer class, prevalence, kind of scores, clusters."""

    rarer: int
    prevalence: float
    levels: bool
    clustered: bool = False

    @property
    def negatives(self) -> int:
        return round(self.rarer * (1 - self.prevalence) / self.prevalence)

    @property
    def words(self) -> tuple[str, ...]:
        kind = "5 levels" if self.levels else "continuous"
        kind += f", clusters of {GROUP}" * self.clustered
        return f"{self.rarer:,}", f"{self.prevalence}", kind

    def models(self) -> dict[str, Model]:
        return {"a": Model(1.0, self.levels), "b": Model(1.3, self.levels)}

    def draw(self, rng: Generator) -> Predictions:
        """Draws two correlated models; class sizes are fixed, except with clusters."""
        n = self.rarer + self.negatives
        is_positive, cluster = np.arange(n) < self.rarer, None
        shared, group = rng.normal(size=n), np.zeros(n)
        if self.clustered:
            is_positive = rng.random(n) < self.prevalence
            cluster = np.arange(n) // GROUP
            group = sqrt(WITHIN) * rng.normal(size=n // GROUP + 1)[cluster]
        scores = {}
        for name, model in self.models().items():
            own = sqrt(SHARED) * shared + sqrt(1 - SHARED) * rng.normal(size=n)
            noise = group + sqrt(1 - WITHIN) * own if self.clustered else own
            score = noise + model.shift * is_positive
            scores[name] = np.searchsorted(CUTS, score).astype(float) if self.levels else score
        return Predictions(is_positive=is_positive, scores=scores, cluster=cluster)
