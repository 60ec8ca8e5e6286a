"""Cross-fitting: model and threshold are chosen on the other folds and evaluated on each fold."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from costdash.core.choose.decision import Decision
from costdash.core.curves.cost import COARSE_PCF_GRID, PCF_GRID, normalized_expected_cost
from costdash.core.folds.crossfit_bootstrap import resampled
from costdash.core.folds.crossfit_counts import (
    CrossFittedRates,
    Grid,
    Tallies,
    cheapest,
    cross_fitted_nec,
    cross_fitted_rates,
    pooled_rates,
    tallied,
)
from costdash.core.folds.folds import made_folds
from costdash.core.resample.bands import Band
from costdash.core.resample.bootstrap import SMALL_CELL
from costdash.core.resample.cluster_bootstrap import cluster_codes, effective_units
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.predictions import Predictions, codes_of
from costdash.core.types import Bools, Floats, Interval

REPEATS = 5  # random divisions into folds, if the file has no folds
REPLICATES = 200  # bootstrap samples in which the whole procedure is repeated


@dataclass(frozen=True, slots=True, eq=False)
class CrossFit:
    """Cross-fitted cost: model and threshold chosen on the other folds, evaluated on each fold.

    Created by `crossfit_all`.

    Attributes
    ----------
    names : tuple of str
        Models among which the choice is made.
    seed : int
        Seed of random folds and of the bootstrap samples.
    folds : tuple of Tallies
        Counts per fold and kept threshold (k in all), one for each division into folds.
    trivial : Bools
        Kept thresholds (k,) that call none or all.
    units : tuple of float
        Effective number of negative and of positive rows (or clusters).
    clustered : bool
        Whether units are clusters.
    pcf, error : Floats
        Standard error of nec at pcf, (m,) each, to be interpolated.

    Examples
    --------
    >>> import numpy as np
    >>> from costdash.core import Predictions, crossfit_all
    >>> rng = np.random.default_rng(0)
    >>> is_positive = np.arange(200) < 80
    >>> scores = {"model": rng.normal(size=200) + 2 * is_positive}
    >>> fit = crossfit_all(Predictions(is_positive=is_positive, scores=scores)).together
    >>> low, high = fit.interval(pcf=0.5, level=0.95)
    >>> low < fit.cost([0.5])[0] < high
    np.True_
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
        """Number of folds."""
        return self.folds[0].fp.shape[0]

    @property
    def repeats(self) -> int:
        """Number of divisions into folds; 1 for folds of the file."""
        return len(self.folds)

    def cost(self, pcf: ArrayLike) -> Floats:
        """Cross-fitted nec (m,) at pcf (m,)."""
        return self._rates(pcf).nec

    def apparent_cost(self, pcf: ArrayLike) -> Floats:
        """nec (m,) at pcf (m,) of what all rows choose, evaluated on the same rows."""
        fpr, tpr = pooled_rates(self.folds[0])
        return cheapest(fpr, tpr, np.asarray(pcf, dtype=float))[1]

    def optimism(self, pcf: ArrayLike) -> Floats:
        """Cross-fitted minus apparent cost, (m,) at pcf (m,)."""
        return self.cost(pcf) - self.apparent_cost(pcf)

    def band(self, level: float, pcf: ArrayLike | None = None) -> Band:
        """Normal limits of nec along pcf (m,), by default PCF_GRID.

        They aim at the true cost of what all rows together choose. Raises ValueError unless
        0 < level < 1.
        """
        if not 0 < level < 1:
            raise ValueError(f"level must lie in (0, 1), got {level}")
        x = PCF_GRID if pcf is None else np.asarray(pcf, dtype=float)
        known = self._rates(x)
        floor, safe = _jeffreys_error(known, x, self.units)
        if self.clustered:  # a cluster tells more than one row, so this floor would be too wide
            floor = np.where(safe, floor, 0)
        error = np.maximum(np.interp(x, self.pcf, self.error), floor)
        error[known.certain] = 0
        half = NormalDist().inv_cdf((1 + level) / 2) * error
        low, high = (known.nec - half).clip(0, 1), (known.nec + half).clip(0, 1)
        return Band(x, low, high, level, safe)

    def interval(self, pcf: float, level: float) -> Interval:
        """Limits of nec at one pcf. Raises ValueError unless 0 < level < 1."""
        band = self.band(level, [pcf])
        return float(band.low[0]), float(band.high[0])

    def _rates(self, pcf: ArrayLike) -> CrossFittedRates:
        return cross_fitted_rates(self.folds, self.trivial, np.asarray(pcf, dtype=float))


@dataclass(frozen=True, slots=True, eq=False)
class CrossFits:
    """Cross-fits of each model by itself, and of the choice among all models."""

    models: dict[str, CrossFit]
    together: CrossFit


def crossfit_all(predictions: Predictions, seed: int = 0) -> CrossFits:
    """Cross-fit the threshold of each model, and the choice of model and threshold.

    Parameters
    ----------
    predictions : Predictions
        n rows. Their folds are used; without folds, 10 stratified folds are made REPEATS times.
        Rows of a cluster stay together.
    seed : int
        Seed of random folds and of the bootstrap samples, not negative.

    Returns
    -------
    CrossFits
        `models`: a CrossFit for each model; `together`: one for the choice among all.

    Raises
    ------
    ValueError
        If one fold holds all rows of a class.

    Examples
    --------
    >>> import numpy as np
    >>> from costdash.core import Predictions, crossfit_all
    >>> rng = np.random.default_rng(0)
    >>> is_positive = np.arange(200) < 80
    >>> good, poor = rng.normal(size=200) + 2 * is_positive, rng.normal(size=200)
    >>> sample = Predictions(is_positive=is_positive, scores={"good": good, "poor": poor})
    >>> fits = crossfit_all(sample)
    >>> bool(fits.models["good"].cost([0.5]) < fits.models["poor"].cost([0.5]))
    True
    """
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
    """Chooses among the named models (default: all) and their thresholds on the other folds.

    Folds are the sample's, or 10 stratified ones, made REPEATS times from `seed`, with the rows of
    a cluster kept together. The standard error is measured at `pcf` (m,), rising, over bootstrap
    samples of the rows (or clusters): it is the spread of the cross-fitted cost of a sample minus
    the true cost of the sample's choice, where the full sample is the truth. So it includes the
    uncertainty of the choice. Raises ValueError if one fold holds all rows of a class.
    """
    names = tuple(predictions.scores if names is None else names)
    rng = generator(seed, Stream.CROSSFIT)
    grid = Grid.of(predictions, names)
    divisions = _folds(predictions, rng)
    is_positive, weight = predictions.is_positive, predictions.weight
    folds = tuple(tallied(is_positive, fold, grid, weight) for fold in divisions)
    _check_folds(folds[0])
    pcf, cluster = np.asarray(pcf, dtype=float), cluster_codes(predictions)
    samples = resampled(is_positive, divisions[0], grid, weight, cluster, n_replicates, rng)
    return CrossFit(
        names=names,
        seed=seed,
        folds=folds,
        trivial=grid.trivial,
        units=effective_units(predictions),
        clustered=cluster is not None,
        pcf=pcf,
        error=_standard_error(samples, folds[0], pcf),
    )


def _folds(predictions: Predictions, rng: Generator) -> list[NDArray[np.intp]]:
    """Fold codes (n,) of the sample, or of each random division into folds."""
    if predictions.fold is not None:
        return [codes_of(predictions.fold)]
    cluster = cluster_codes(predictions)
    return [made_folds(predictions.is_positive, rng, cluster) for _ in range(REPEATS)]


def _check_folds(tallies: Tallies) -> None:
    for weight, name in ((tallies.positives, "positive"), (tallies.negatives, "negative")):
        if np.count_nonzero(weight) < 2:
            raise ValueError(f"at least 2 folds must hold {name} rows to choose on other rows")


def _standard_error(samples: Iterable[Tallies], whole: Tallies, pcf: Floats) -> Floats:
    """Standard deviation (m,) of cross-fitted minus true cost; the whole sample is the truth."""
    fpr, tpr = pooled_rates(whole)
    errors = []
    for sample in samples:
        column, _ = cheapest(*pooled_rates(sample), pcf)
        truth = normalized_expected_cost(fpr[column], tpr[column], pcf)
        errors.append(cross_fitted_nec(sample, pcf) - truth)
    return np.concatenate(errors).std(axis=0)


def _jeffreys_error(
    known: CrossFittedRates, pcf: Floats, units: tuple[float, float]
) -> tuple[Floats, Bools]:
    """Standard error (m,) of nec by Jeffreys' posterior, and which cells (m,) are small.

    With hardly any error in the sample, resampling shows no spread, although nothing is certain.
    """
    variance, safe = np.zeros(pcf.size), np.zeros(pcf.size, dtype=bool)
    for rate, price, n in zip((known.fpr, known.tpr), (1 - pcf, pcf), units):
        x = rate * n
        a, b = x + 0.5, n - x + 0.5
        variance += price**2 * a * b / ((a + b) ** 2 * (a + b + 1))
        safe |= np.minimum(x, n - x) < SMALL_CELL
    return np.sqrt(variance), safe & ~known.certain


def with_cross_fitted_cost(decision: Decision, fit: CrossFit) -> Decision:
    """Replaces the best call's cost and interval by the cross-fitted ones.

    Its rates stay those of all rows. A trivial call costs the same on all rows.
    """
    if decision.best.call != "some":
        return decision
    nec = float(fit.cost([decision.point.pcf])[0])
    interval = fit.interval(decision.point.pcf, decision.level) if decision.level else None
    cost = nec * decision.point.scale
    return replace(
        decision, best=replace(decision.best, nec=nec, expected_cost=cost, interval=interval)
    )
