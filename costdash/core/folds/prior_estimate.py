"""The prior where a model is used, from recent scores without labels.

If positives and negatives still score as in the file, recent scores are a mixture of both, and the
share of positives is what mixes them. Scores count in bins; each bin is weighed by how well it
tells the classes apart, with weights from other folds than those that they weigh: weights of the
same rows give intervals that are too short.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import chdtrc

from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Bools, Floats, Interval

CUTS = np.arange(1, 6) / 6  # quantiles of each class that are edges of bins
FOLDS = 5
HALF = 0.5  # case that each bin holds besides its own: no bin is impossible
FEWEST_OF_CLASS = 20
FEWEST_RECENT = 100
BROKEN = 0.01  # p of the fit below which the estimate is not used
SHARES = np.unique(
    np.concatenate(
        (
            [0.0],
            np.geomspace(1e-6, 0.02, 400),
            np.linspace(0.02, 0.98, 961),
            1 - np.geomspace(1e-6, 0.02, 400),
            [1.0],
        )
    )
)


@dataclass(frozen=True, slots=True)
class Fit:
    """Whether recent scores are a mixture of the file's classes: a chi-square test."""

    chi2: float
    df: int
    p: float


@dataclass(frozen=True, slots=True)
class PriorEstimate:
    """The share of positives among recent scores of one model.

    Attributes
    ----------
    model : str
        The model whose scores these are.
    value, low, high : float
        The estimate and its limits; low is 0 where the scores may hold no positive.
    rows : int
        Number of recent scores.
    positives, negatives : float
        Effective numbers of rows of each class in the file.
    outside : float
        Share of recent scores outside those of the file.
    fit : Fit
        Whether recent scores are a mixture of the two classes at all.
    level : float
        Confidence level of the limits.
    """

    model: str
    value: float
    low: float
    high: float
    rows: int
    positives: float
    negatives: float
    outside: float
    fit: Fit
    level: float

    @property
    def fits(self) -> bool:
        """Whether the estimate may be used."""
        return self.fit.p >= BROKEN

    @property
    def variance(self) -> float:
        """That of a normal distribution with interval as wide."""
        quantile = NormalDist().inv_cdf((1 + self.level) / 2)
        return float(((self.high - self.low) / 2 / quantile) ** 2)


@dataclass(frozen=True, slots=True, eq=False)
class _Binned:
    """Weights in bins: of positives and negatives by fold (f, k), of recent scores (k,).

    sizes: effective numbers of positives and of negatives.
    """

    positive: Floats
    negative: Floats
    recent: Floats
    sizes: tuple[float, float]


def estimate_prior(
    predictions: Predictions,
    recent: Mapping[str, ArrayLike],
    *,
    level: float = 0.95,
    seed: int = 0,
) -> list[PriorEstimate]:
    """Estimate the share of positives among recent cases from their scores alone.

    Limits are all shares that a score test does not reject, so that they hold at the edge too.

    Parameters
    ----------
    predictions : Predictions
        Labelled rows: how positives and negatives score.
    recent : mapping of str to array, shape (r,)
        Recent scores without labels, by model; those that are no finite numbers are left out.
    level : float
        Confidence level of the limits, in (0, 1).
    seed : int
        Seed of the folds.

    Returns
    -------
    list of PriorEstimate
        One for each model, the narrowest interval first; those that do not fit come last.

    Raises
    ------
    ValueError
        If a class of the file has fewer than 20 rows, there are fewer than 100 recent scores, no
        model has any, or its scores do not tell the classes apart.

    References
    ----------
    Saerens, Latinne & Decaestecker (2002); Tasche (2019), on limits of such estimates.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> label = np.arange(4000) < 800
    >>> rows = Predictions(is_positive=label, scores={"rf": rng.normal(size=4000) + 2 * label})
    >>> recent = rng.normal(size=5000) + 2 * (np.arange(5000) < 250)
    >>> (found,) = estimate_prior(rows, {"rf": recent})
    >>> found.low < 0.05 < found.high, found.fits
    (True, True)
    """
    if not 0 < level < 1:
        raise ValueError(f"level must lie in (0, 1), got {level}")
    names = [name for name in predictions.scores if name in recent]
    if not names:
        listed = ", ".join(predictions.scores)
        raise ValueError(f"no column is named {listed}: recent scores need the models' names")
    found, why = [], ""
    for name in names:
        score = np.asarray(recent[name], dtype=float)
        try:
            found.append(_estimate(predictions, name, score[np.isfinite(score)], level, seed))
        except ValueError as error:
            why = why or str(error)
    if not found:
        raise ValueError(why)
    return sorted(found, key=lambda each: (not each.fits, each.high - each.low))


def _estimate(
    predictions: Predictions, name: str, recent: Floats, level: float, seed: int
) -> PriorEstimate:
    score, y = predictions.scores[name], predictions.is_positive
    if recent.size < FEWEST_RECENT:
        raise ValueError(f"{recent.size} rows: at least {FEWEST_RECENT} recent scores are needed")
    binned = _binned(predictions, score, recent, seed)
    for size, kind in zip((y.sum(), (~y).sum()), ("positive", "negative")):
        if size < FEWEST_OF_CLASS:
            raise ValueError(f"only {size} {kind} rows: at least {FEWEST_OF_CLASS} are needed")
    total = [side.sum(axis=0) for side in (binned.positive, binned.negative)]
    shares = [side / side.sum() for side in total]
    if np.allclose(shares[0], shares[1], rtol=0, atol=1e-12):
        raise ValueError(f"the scores of {name} do not tell the classes apart")
    z = _score_test(binned, SHARES)
    value, (low, high) = _root(z), _accepted(z, level)
    outside = float(((recent < score.min()) | (recent > score.max())).mean())
    return PriorEstimate(
        model=name,
        value=value,
        low=min(low, value),
        high=max(high, value),
        rows=int(recent.size),
        positives=binned.sizes[0],
        negatives=binned.sizes[1],
        outside=outside,
        fit=_fit(binned, value),
        level=level,
    )


def _binned(predictions: Predictions, score: Floats, recent: Floats, seed: int) -> _Binned:
    y = predictions.is_positive
    weight = np.ones(y.size) if predictions.weight is None else predictions.weight
    edges = np.unique(
        np.concatenate([np.quantile(score[part], CUTS, method="inverted_cdf") for part in (y, ~y)])
    )
    bins, k = np.searchsorted(edges, score, side="right"), edges.size + 1
    rng, fold = generator(seed, Stream.PRIOR_ESTIMATE), np.empty(y.size, dtype=np.intp)
    for part in (np.flatnonzero(y), np.flatnonzero(~y)):
        order = part[np.lexsort((weight[part], score[part]))]  # whatever the order of the file
        fold[rng.permutation(order)] = np.arange(order.size) % FOLDS

    def by_fold(part: Bools) -> Floats:
        cells = fold[part] * k + bins[part]
        found = np.bincount(cells, weight[part], FOLDS * k).astype(float)
        return found.reshape(FOLDS, k)

    def effective(part: Bools) -> float:
        return float(weight[part].sum() ** 2 / (weight[part] ** 2).sum())

    at = np.bincount(np.searchsorted(edges, recent, side="right"), minlength=k).astype(float)
    return _Binned(by_fold(y), by_fold(~y), at, (effective(y), effective(~y)))


def _smoothed(weights: Floats) -> Floats:
    """Shares (..., k) of weights, with half a case in each bin."""
    found: Floats = (weights + HALF) / (weights + HALF).sum(axis=-1, keepdims=True)
    return found


def _score_test(binned: _Binned, shares: Floats) -> Floats:
    """z (m,) of the hypothesis that each of the shares (m,) is the prior; it falls."""
    positive, negative = (_elsewhere(side) for side in (binned.positive, binned.negative))
    p = shares[:, None, None]
    bin_weight = (positive - negative) / (p * positive + (1 - p) * negative)  # (m, f, k)
    n_positive, n_negative = binned.sizes

    def moments(rows: Floats) -> tuple[Floats, Floats]:
        part = rows / rows.sum()
        return (bin_weight * part).sum(axis=(1, 2)), (bin_weight**2 * part).sum(axis=(1, 2))

    mean_1, square_1 = moments(binned.positive)
    mean_0, square_0 = moments(binned.negative)
    recent = binned.recent / binned.recent.sum()
    mixed = shares * mean_1 + (1 - shares) * mean_0
    spread = shares * square_1 + (1 - shares) * square_0 - mixed**2
    variance = (
        spread / binned.recent.sum()
        + shares**2 * (square_1 - mean_1**2) / n_positive
        + (1 - shares) ** 2 * (square_0 - mean_0**2) / n_negative
    )
    found: Floats = ((bin_weight.mean(axis=1) * recent).sum(axis=1) - mixed) / np.sqrt(variance)
    return found


def _elsewhere(side: Floats) -> Floats:
    """Smoothed shares (f, k) of the rows outside each fold."""
    return _smoothed(side.sum(axis=0) - side)


def _root(z: Floats) -> float:
    """The share of least |z|, between two shares of the grid where z changes its sign there."""
    place = int(abs(z).argmin())
    for other in (place - 1, place + 1):
        if 0 <= other < z.size and z[place] * z[other] < 0:
            part = z[place] / (z[place] - z[other])
            return float(SHARES[place] + part * (SHARES[other] - SHARES[place]))
    return float(SHARES[place])


def _accepted(z: Floats, level: float) -> Interval:
    """The least and the greatest share that is not rejected; that of least |z| if all are."""
    quantile = NormalDist().inv_cdf((1 + level) / 2)
    inside = np.flatnonzero(abs(z) <= quantile)
    if not inside.size:
        place = float(SHARES[abs(z).argmin()])
        return place, place
    first, last = int(inside[0]), int(inside[-1])
    return _end(z, quantile, first, first - 1), _end(z, quantile, last, last + 1)


def _end(z: Floats, quantile: float, inside: int, outside: int) -> float:
    """Where |z| is the quantile, between two places of the grid; 0 or 1 at its ends."""
    if not 0 <= outside < z.size:
        return float(SHARES[inside])
    a, b = abs(z[inside]), abs(z[outside])
    return float(SHARES[inside] + (quantile - a) / (b - a) * (SHARES[outside] - SHARES[inside]))


def _fit(binned: _Binned, share: float) -> Fit:
    """Chi-square of the recent scores less the mixture, without what another share would change."""
    positive, negative = (side.sum(axis=0) for side in (binned.positive, binned.negative))
    f1, f0 = _smoothed(positive), _smoothed(negative)
    recent = binned.recent / binned.recent.sum()
    gap = recent - share * positive / positive.sum() - (1 - share) * negative / negative.sum()
    n_positive, n_negative = binned.sizes
    covariance = (
        _multinomial(share * f1 + (1 - share) * f0, binned.recent.sum())
        + share**2 * _multinomial(f1, n_positive)
        + (1 - share) ** 2 * _multinomial(f0, n_negative)
    )[:-1, :-1]
    direction = (positive / positive.sum() - negative / negative.sum())[:-1]
    df = gap.size - 2
    if df < 1:
        return Fit(0.0, 0, 1.0)
    solved = np.linalg.solve(covariance, np.stack((gap[:-1], direction), axis=1))
    along = float(direction @ solved[:, 0])
    chi2 = float(gap[:-1] @ solved[:, 0] - along**2 / (direction @ solved[:, 1]))
    return Fit(max(0.0, chi2), df, float(chdtrc(df, max(0.0, chi2))))


def _multinomial(share: Floats, n: float) -> Floats:
    """Covariance (k, k) of the shares of n cases."""
    found: NDArray[np.float64] = (np.diag(share) - np.outer(share, share)) / n
    return found
