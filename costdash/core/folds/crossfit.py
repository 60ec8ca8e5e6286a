"""Thresholds chosen on other rows than those they are judged on.

A decision that is paid on other rows than those it was chosen on.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from costdash.core.choose.decision import Decision
from costdash.core.curves.cost import COARSE_PCF_GRID, PCF_GRID, normalized_expected_cost
from costdash.core.folds.crossfit_bootstrap import resampled
from costdash.core.folds.crossfit_counts import (
    Grid,
    Paid,
    Tallies,
    chosen,
    crossfitted,
    paid,
    rates,
    tallied,
)
from costdash.core.folds.folds import made_folds
from costdash.core.resample.bands import Band
from costdash.core.resample.bootstrap import SMALL_CELL
from costdash.core.resample.cluster_bootstrap import cluster_codes, effective_units
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.predictions import Predictions, codes_of
from costdash.core.types import Bools, Floats

REPEATS = 5  # times that folds are made anew where the file has none
REPLICATES = 200  # bootstrap samples in which the whole procedure is run again


@dataclass(frozen=True, slots=True, eq=False)
class CrossFit:
    """Model and threshold chosen together on the other folds, and paid on each fold.

    names: the models chosen among, of each its kept thresholds (trivial in `trivial` (k,));
    folds: one Tallies for each time that folds were made; units: how many rows (effective rows,
    or clusters) of negatives and of positives stand behind it; clustered: whether they are
    clusters; error (m,) is the standard error of nec at pcf (m,), to be interpolated.
    """

    names: tuple[str, ...]
    seed: int
    folds: tuple[Tallies, ...]
    trivial: Bools
    units: tuple[float, float]
    clustered: bool
    pcf: Floats
    error: Floats

    @property
    def n_folds(self) -> int:
        return self.folds[0].fp.shape[0]

    @property
    def repeats(self) -> int:
        """Times that folds were made; 1 for folds of the file."""
        return len(self.folds)

    def cost(self, pcf: ArrayLike) -> Floats:
        """nec (m,) at pcf (m,), of what is chosen on the other folds."""
        return self._paid(pcf).cost

    def same_rows(self, pcf: ArrayLike) -> Floats:
        """nec (m,) of what is chosen on all rows and paid on the same rows."""
        fpr, tpr = rates(self.folds[0])
        return chosen(fpr, tpr, np.asarray(pcf, dtype=float))[1]

    def optimism(self, pcf: ArrayLike) -> Floats:
        """How much cheaper a choice looks on the rows that it was made on."""
        return self.cost(pcf) - self.same_rows(pcf)

    def band(self, level: float, pcf: ArrayLike | None = None) -> Band:
        """Limits of nec along pcf (m,), by default 101 values from 0 to 1.

        They aim at the true cost of what all rows together choose. Raises ValueError unless
        0 < level < 1.
        """
        if not 0 < level < 1:
            raise ValueError(f"level must lie in (0, 1), got {level}")
        x = PCF_GRID if pcf is None else np.asarray(pcf, dtype=float)
        known = self._paid(x)
        floor, safe = _small_cells(known, x, self.units)
        if self.clustered:  # a cluster tells more than one row: elsewhere that would be too wide
            floor = np.where(safe, floor, 0)
        error = np.maximum(np.interp(x, self.pcf, self.error), floor)
        error[known.certain] = 0
        half = NormalDist().inv_cdf((1 + level) / 2) * error
        low, high = (known.cost - half).clip(0, 1), (known.cost + half).clip(0, 1)
        return Band(x, low, high, level, safe)

    def interval(self, pcf: float, level: float) -> tuple[float, float]:
        """Limits of nec at one pcf."""
        band = self.band(level, [pcf])
        return float(band.low[0]), float(band.high[0])

    def _paid(self, pcf: ArrayLike) -> Paid:
        pcf = np.asarray(pcf, dtype=float)
        return crossfitted(self.folds, self.trivial, pcf)


@dataclass(frozen=True, slots=True, eq=False)
class CrossFits:
    """Each model by itself, and model and threshold chosen together among all."""

    models: dict[str, CrossFit]
    together: CrossFit


def crossfit_all(predictions: Predictions, seed: int = 0) -> CrossFits:
    """Raises ValueError where some fold holds all rows of a class."""
    models = {name: crossfit(predictions, [name], seed=seed) for name in predictions.scores}
    if len(models) == 1:
        return CrossFits(models, next(iter(models.values())))
    return CrossFits(models, crossfit(predictions, seed=seed))


def crossfit(
    predictions: Predictions,
    names: Sequence[str] | None = None,
    *,
    n_replicates: int = REPLICATES,
    seed: int = 0,
    pcf: ArrayLike = COARSE_PCF_GRID,
) -> CrossFit:
    """Choose among the named models (default: all) and their thresholds on the other folds.

    Folds are the sample's, else 10 stratified ones made REPEATS times from `seed`, the rows of a
    cluster kept together. The standard error is measured at `pcf` (m,), rising: over bootstrap
    samples of the rows (of the clusters, if there are any) it is the spread of what the same
    procedure gives less what its choice truly costs, which there is known. So it counts the
    choosing. Raises ValueError where some fold holds all rows of a class.
    """
    names = tuple(predictions.scores if names is None else names)
    rng = generator(seed, Stream.CROSSFIT)
    grid = Grid.of(predictions, names)
    parted = _folds(predictions, rng)
    is_positive, weight = predictions.is_positive, predictions.weight
    folds = tuple(tallied(is_positive, fold, grid, weight) for fold in parted)
    _check(folds[0])
    pcf, cluster = np.asarray(pcf, dtype=float), cluster_codes(predictions)
    samples = resampled(is_positive, parted[0], grid, weight, cluster, n_replicates, rng)
    return CrossFit(
        names=names,
        seed=seed,
        folds=folds,
        trivial=grid.trivial,
        units=effective_units(predictions),
        clustered=cluster is not None,
        pcf=pcf,
        error=_spread(samples, folds[0], pcf),
    )


def _folds(predictions: Predictions, rng: Generator) -> list:
    if predictions.fold is not None:
        return [codes_of(predictions.fold)]
    cluster = cluster_codes(predictions)
    return [made_folds(predictions.is_positive, rng, cluster) for _ in range(REPEATS)]


def _check(tallies: Tallies) -> None:
    for weight, name in ((tallies.positives, "positive"), (tallies.negatives, "negative")):
        if np.count_nonzero(weight) < 2:
            raise ValueError(f"at least 2 folds must hold {name} rows to choose on other rows")


def _spread(samples: Iterable[Tallies], whole: Tallies, pcf: Floats) -> Floats:
    """Standard deviation (m,) of cross-fitted less true cost, the whole sample being the truth."""
    fpr, tpr = rates(whole)
    misses = []
    for sample in samples:
        choice, _ = chosen(*rates(sample), pcf)
        truth = normalized_expected_cost(fpr[choice], tpr[choice], pcf)
        misses.append(paid(sample, pcf) - truth)
    return np.concatenate(misses).std(axis=0)


def _small_cells(known: Paid, pcf: Floats, units: tuple[float, float]) -> tuple[Floats, Bools]:
    """Standard error (m,) by Jeffreys' posterior, and where a cell has few rows.

    Where hardly any error is seen resampling shows no spread, yet nothing is certain.
    """
    variance, safe = np.zeros(pcf.size), np.zeros(pcf.size, dtype=bool)
    for rate, price, n in zip((known.fpr, known.tpr), (1 - pcf, pcf), units):
        x = rate * n
        a, b = x + 0.5, n - x + 0.5
        variance += price**2 * a * b / ((a + b) ** 2 * (a + b + 1))
        safe |= np.minimum(x, n - x) < SMALL_CELL
    return np.sqrt(variance), safe & ~known.certain


def on_other_rows(decision: Decision, fit: CrossFit) -> Decision:
    """The same rule with the cost and the interval of choosing on the other folds.

    What it finds and raises stays that of all rows. A trivial decision costs what it costs.
    """
    if decision.best.call != "some":
        return decision
    nec = float(fit.cost([decision.point.pcf])[0])
    interval = fit.interval(decision.point.pcf, decision.level) if decision.level else None
    cost = nec * decision.point.scale
    return replace(
        decision, best=replace(decision.best, nec=nec, expected_cost=cost, interval=interval)
    )
