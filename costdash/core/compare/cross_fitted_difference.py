"""The difference of two models' cross-fitted costs, paired by shared bootstrap samples."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from statistics import NormalDist

import numpy as np
from numpy.random import Generator
from scipy.special import ndtr

from costdash.core.compare.difference_band import DifferenceBand
from costdash.core.compare.paired_bootstrap import SMALL_CELL
from costdash.core.curves.cost import PCF_GRID
from costdash.core.folds.crossfit import ERROR_PCF, CrossFit, CrossFits, deviation_from_rule
from costdash.core.folds.crossfit_counts import CrossFittedRates
from costdash.core.resample.cluster_bootstrap import cluster_codes, effective_units
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Bools, Floats

DRAWS = 10_000  # normal curves, whose largest deviations give the band of the whole curve
Called = Bools | tuple[str, int]  # rows (n,), or a confusion matrix and a place in its counts
NO_ERROR = 1e-15  # where nothing varies, nothing can deviate


def cross_fitted_difference(
    first: CrossFit,
    second: CrossFit,
    level: float,
    largest: Floats,
    pcfs: Sequence[float] = (),
    few: Callable[[Floats], Bools] | None = None,
) -> tuple[Floats, Floats, DifferenceBand]:
    """pcf x (m,), nec(first) - nec(second) there, and its band; both fits of the same samples.

    The limits aim at the difference of the true costs of the two rules that all rows choose. Their
    standard error is that of the difference of both deviations over the shared bootstrap samples;
    limits are normal. The band of the whole curve and `p` compare with the largest deviations of
    normal curves; neither depends on `pcfs`, which are only added to x.

    largest: as `largest_deviations` of both fits returns them.
    few: of clusters, where (m,) few show a difference, so that resampling understates the error.
    """
    grid = _grid(first)
    x = np.unique(np.concatenate((grid, np.asarray(pcfs, dtype=float))))
    rates = first.rates(x), second.rates(x)
    value = rates[0].nec - rates[1].nec
    error, safe = _difference_error(first, second, rates, x, few)
    half = NormalDist().inv_cdf((1 + level) / 2)
    whole = max(half, float(np.quantile(largest, level)))
    distance = np.divide(np.abs(value), error, out=np.zeros(x.size), where=error > NO_ERROR)
    exceeding = np.count_nonzero(largest >= distance[np.isin(x, grid)].max())
    band = DifferenceBand(
        low=value - half * error,
        high=value + half * error,
        wide_low=value - whole * error,
        wide_high=value + whole * error,
        safe=safe,
        p_at=2 * ndtr(-distance),
        p=(1 + exceeding) / (1 + largest.size),
    )
    return x, value, band


def _difference_error(
    first: CrossFit,
    second: CrossFit,
    rates: tuple[CrossFittedRates, CrossFittedRates],
    x: Floats,
    few: Callable[[Floats], Bools] | None,
) -> tuple[Floats, Bools]:
    """Standard error (m,) at pcf x (m,) of the difference of two fits with shared samples.

    Second, where (m,) it is larger than over the bootstrap samples; few: as for the difference.
    """
    deviation = first.deviation - second.deviation
    error = np.interp(x, first.pcf, deviation.std(axis=0))
    safe = np.zeros(x.size, dtype=bool)
    value = rates[0].nec - rates[1].nec
    if value.any() or deviation.any():  # else both put the rows in the same order
        floor = least_error(rates, x, first.units)
        if first.clustered and few is not None:
            floor = np.where(few(x), floor, 0)
        safe = floor > error
        error = np.maximum(error, floor)
    certain = rates[0].certain & rates[1].certain
    error[certain], safe[certain] = 0, False
    return error, safe


def joint_covariance(
    fits: CrossFits, names: Sequence[str], pcf: float, few: Callable[[str, str], bool]
) -> Floats:
    """Covariance matrix (M, M) at pcf of the errors of the models' cross-fitted nec.

    The variances are those of the models' intervals; the variances of all differences are those
    that `cross_fitted_difference` has there. few: of clusters, whether few tell two models apart.
    """
    x = np.array([pcf])
    models = [fits.of([name]) for name in names]
    end = int(np.searchsorted(models[0].pcf, pcf).clip(1, models[0].pcf.size - 1))
    around = slice(end - 1, end + 1)
    near = [replace(fit, pcf=fit.pcf[around], deviation=fit.deviation[:, around]) for fit in models]
    rates = [fit.rates(x) for fit in models]
    variance = np.array([fit.at(pcf)[2] ** 2 for fit in models])
    covariance = np.diag(variance)
    for i, j in combinations(range(len(models)), 2):

        def few_there(at: Floats, pair: tuple[str, str] = (names[i], names[j])) -> Bools:
            return np.full(at.shape, few(*pair))

        error, _ = _difference_error(near[i], near[j], (rates[i], rates[j]), x, few_there)
        covariance[i, j] = covariance[j, i] = (variance[i] + variance[j] - error[0] ** 2) / 2
    return covariance


def error_against_rule(
    predictions: Predictions,
    names: Sequence[str],
    rates: tuple[CrossFittedRates, CrossFittedRates],
    called: tuple[Called, Called],
    pcf: float,
    seed: int,
) -> float:
    """Standard error at pcf of the nec of the choice among the models less that of a fixed rule.

    names: empty for a trivial choice. rates: of the choice and of the rule, (1,) each; called:
    the rows (n,) that each calls positive, or a confusion matrix and the index of its rule.
    """
    end = int(np.searchsorted(ERROR_PCF, pcf).clip(1, ERROR_PCF.size - 1))
    around = ERROR_PCF[end - 1 : end + 1]
    spread = deviation_from_rule(predictions, names, called[1], around, seed=seed).std(axis=0)
    error = float(np.interp(pcf, around, spread))
    first, second = called
    if isinstance(first, tuple) or isinstance(second, tuple):
        return error  # no row is judged by both, so that none tells them apart
    if predictions.cluster is not None and not few_clusters_differ(predictions, first, second):
        return error
    floor = least_error(rates, np.array([pcf]), effective_units(predictions))
    return max(error, float(floor[0]))


def few_clusters_differ(predictions: Predictions, first: Bools, second: Bools) -> bool:
    """Whether one rule calls more of a class than the other in fewer than SMALL_CELL clusters."""
    cluster, more = cluster_codes(predictions), first.astype(float) - second
    assert cluster is not None
    differing = [
        np.count_nonzero(np.bincount(cluster[rows], more[rows]))
        for rows in (~predictions.is_positive, predictions.is_positive)
    ]
    return bool(min(differing) < SMALL_CELL)


def least_error(
    rates: tuple[CrossFittedRates, CrossFittedRates], pcf: Floats, units: tuple[float, float]
) -> Floats:
    """Standard error (m,) if as few rows as possible distinguish the two models.

    Where hardly any row does, resampling shows no spread. This is the error of Jeffreys' posterior
    (the Dirichlet distribution) if only one model calls rows that the other does not.
    """
    first, second = rates
    variance = np.zeros(pcf.size)
    pairs = (first.fpr, second.fpr), (first.tpr, second.tpr)
    for (first_rate, second_rate), price, n in zip(pairs, (1 - pcf, pcf), units):
        more, fewer = (np.abs(first_rate - second_rate) * n + 0.5) / (n + 1.5), 0.5 / (n + 1.5)
        variance += price**2 * (more + fewer - (more - fewer) ** 2) / (n + 2.5)
    return np.sqrt(variance)


def _grid(fit: CrossFit) -> Floats:
    """The pcf (n,) at which every difference of this fit is computed."""
    return np.unique(np.concatenate((PCF_GRID, fit.pcf)))


def largest_deviations(first: CrossFit, second: CrossFit, rng: Generator) -> Floats:
    """Largest absolute deviation (DRAWS,), in standard errors, of normal curves along PC(+).

    Their correlations are those of the difference of both fits' deviations (b, m), and the largest
    is taken at the m pcf of these. A bootstrap sample is divided into folds once, the estimate
    several times, so deviations jump more between two of these pcf than the estimate does: at more
    places the band would be too wide. The b samples estimate the standard errors, so the largest
    has Student's t.
    """
    deviation = first.deviation - second.deviation
    spread = deviation.std(axis=0)
    varies: Bools = spread > NO_ERROR
    if not varies.any():
        return np.zeros(DRAWS)
    scaled = (deviation - deviation.mean(axis=0))[:, varies] / spread[varies]
    values, vectors = np.linalg.eigh(scaled.T @ scaled / len(scaled))
    curves = (np.sqrt(values.clip(0)) * vectors).T
    drawn = rng.standard_normal((DRAWS, values.size)) @ curves
    freedom = len(deviation) - 1
    return np.abs(drawn).max(axis=1) / np.sqrt(rng.chisquare(freedom, DRAWS) / freedom)
