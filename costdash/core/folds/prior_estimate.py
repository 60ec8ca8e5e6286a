"""The prior where a model is used, from recent scores without labels.

If positives and negatives still score as in the file, recent scores are a mixture of both, and the
share of positives is what mixes them. Scores count in bins; each bin is weighed by how well it
tells the classes apart, with weights from other folds than those that they weigh: weights of the
same rows give intervals that are too short.
"""

from collections.abc import Mapping, Sequence
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
MOST_DEALT = 10**9  # rows that are dealt to folds of equal size
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
    recent: "Mapping[str, ArrayLike | BinnedScores]",
    *,
    level: float = 0.95,
    seed: int = 0,
) -> list[PriorEstimate]:
    """Estimate the share of positives among recent cases from their scores alone.

    Limits are all shares that a score test does not reject, so that they hold at the edge too.

    Parameters
    ----------
    predictions : Predictions
        Labelled rows: how positives and negatives score; also as an engine counted them.
    recent : mapping of str to array, shape (r,), or BinnedScores
        Recent scores without labels, by model; those that are no finite numbers are left out. Or
        their numbers in the bins of `score_bins`.
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
        try:
            found.append(_estimate(predictions, name, recent[name], level, seed))
        except ValueError as error:
            why = why or str(error)
    if not found:
        raise ValueError(why)
    return sorted(found, key=lambda each: (not each.fits, each.high - each.low))


@dataclass(frozen=True, slots=True, eq=False)
class _Class:
    """Rows of a class in cells, lowest score first, (c,) each; a cell's rows have equal weights.

    squared: the sum of the squared weights of all rows.
    """

    score: Floats
    rows: NDArray[np.int64]
    weight: Floats
    squared: float

    @property
    def size(self) -> float:
        """The effective number of rows."""
        return float((self.rows * self.weight).sum() ** 2 / self.squared)

    def quantiles(self, shares: Floats) -> Floats:
        """Scores (q,) that shares of the rows do not exceed, each the score of a row."""
        reached = self.rows.cumsum()
        return self.score[np.searchsorted(reached, shares * reached[-1])]


@dataclass(frozen=True, slots=True, eq=False)
class ScoreBins:
    """Bins of the scores of one model, from the rows with a label.

    edges: a score that equals an edge lies above it. low, high: the ends of the scores.
    """

    edges: Floats
    low: float
    high: float

    def binned(self, recent: Floats) -> "BinnedScores":
        """Recent scores (r,) by bin."""
        at = np.bincount(
            np.searchsorted(self.edges, recent, side="right"), minlength=self.edges.size + 1
        )
        outside = ((recent < self.low) | (recent > self.high)).sum()
        return BinnedScores(at.astype(float), int(outside))


@dataclass(frozen=True, slots=True, eq=False)
class BinnedScores:
    """How many recent scores lie in each of `ScoreBins`, (k,), and outside of their ends."""

    rows: Floats
    outside: int


def score_bins(predictions: Predictions, name: str) -> ScoreBins:
    """The bins of a model's scores: sixths of the positives and of the negatives.

    >>> rows = Predictions(is_positive=[1, 1, 0, 0], scores={"rf": [0.9, 0.8, 0.2, 0.1]})
    >>> score_bins(rows, "rf").edges.tolist()
    [0.1, 0.2, 0.8, 0.9]
    """
    return _bins_of(_classes(predictions, name))


def _bins_of(classes: Sequence[_Class]) -> ScoreBins:
    edges = np.unique(np.concatenate([side.quantiles(CUTS) for side in classes]))
    low = min(side.score[0] for side in classes)
    high = max(side.score[-1] for side in classes)
    return ScoreBins(edges, float(low), float(high))


def _classes(predictions: Predictions, name: str) -> tuple[_Class, _Class]:
    """Positives and negatives of one model, of rows or as an engine counted them."""
    groups, y = predictions.groups, predictions.is_positive
    if groups is not None and name in groups.counts:
        counts, sums = groups.counts[name], groups.sums.get(name)
        plain = counts, counts
        rows, squared = (sums.rows, sums.squared) if sums is not None else plain
        return (
            _counted(counts.threshold, counts.tp, rows.tp, squared.tp),
            _counted(counts.threshold, counts.fp, rows.fp, squared.fp),
        )
    score, weight = predictions.scores[name], predictions.weight
    return _of_rows(score, weight, y), _of_rows(score, weight, ~y)


def _counted(threshold: Floats, weights: Floats, rows: Floats, squared: Floats) -> _Class:
    """From sums at falling thresholds: cells of equal score, with their mean weight."""
    each = np.diff(rows)[::-1]
    some = each > 0
    mean = np.diff(weights)[::-1][some] / each[some]
    return _Class(threshold[:0:-1][some], each[some].astype(np.int64), mean, float(squared[-1]))


def _of_rows(score: Floats, weight: Floats | None, part: Bools) -> _Class:
    if weight is None:
        values, rows = np.unique(score[part], return_counts=True)
        return _Class(values, rows, np.ones(rows.size), float(rows.sum()))
    order = np.lexsort((weight[part], score[part]))  # whatever the order of the file
    score, weight = score[part][order], weight[part][order]
    return _Class(score, np.ones(order.size, np.int64), weight, float((weight**2).sum()))


def _estimate(
    predictions: Predictions, name: str, recent: ArrayLike | BinnedScores, level: float, seed: int
) -> PriorEstimate:
    classes = _classes(predictions, name)
    bins = _bins_of(classes)
    if not isinstance(recent, BinnedScores):
        given = np.asarray(recent, dtype=float)
        recent = bins.binned(given[np.isfinite(given)])
    size = int(recent.rows.sum())
    if size < FEWEST_RECENT:
        raise ValueError(f"{size} rows: at least {FEWEST_RECENT} recent scores are needed")
    for side, kind in zip(classes, ("positive", "negative")):
        rows = int(side.rows.sum())
        if rows < FEWEST_OF_CLASS:
            raise ValueError(f"only {rows} {kind} rows: at least {FEWEST_OF_CLASS} are needed")
    binned = _binned(classes, bins, recent, seed)
    total = [side.sum(axis=0) for side in (binned.positive, binned.negative)]
    shares = [side / side.sum() for side in total]
    if np.allclose(shares[0], shares[1], rtol=0, atol=1e-12):
        raise ValueError(f"the scores of {name} do not tell the classes apart")
    z = _score_test(binned, SHARES)
    value, (low, high) = _root(z), _accepted(z, level)
    return PriorEstimate(
        model=name,
        value=value,
        low=min(low, value),
        high=max(high, value),
        rows=size,
        positives=binned.sizes[0],
        negatives=binned.sizes[1],
        outside=recent.outside / size,
        fit=_fit(binned, value),
        level=level,
    )


def _binned(classes: Sequence[_Class], bins: ScoreBins, recent: BinnedScores, seed: int) -> _Binned:
    rng = generator(seed, Stream.PRIOR_ESTIMATE)
    positive, negative = (_by_fold(side, bins, rng) for side in classes)
    return _Binned(positive, negative, recent.rows, (classes[0].size, classes[1].size))


def _by_fold(side: _Class, bins: ScoreBins, rng: np.random.Generator) -> Floats:
    """Weights (f, k) of the rows by fold and bin; folds are as large as each other."""
    place, k = np.searchsorted(bins.edges, side.score, side="right"), bins.edges.size + 1
    rows, weight = side.rows, side.weight
    if (weight == weight[0]).all():  # then only numbers of rows in bins matter
        rows, weight = np.bincount(place, rows, k).astype(np.int64), np.full(k, weight[0])
        place = np.arange(k)
    found = [np.bincount(place, dealt * weight, k) for dealt in _dealt(rows, rng)]
    return np.stack(found)


def _dealt(rows: NDArray[np.int64], rng: np.random.Generator) -> list[NDArray[np.int64]]:
    """Cells of rows, dealt to folds at random without looking at single rows."""
    left, n = rows.copy(), int(rows.sum())
    if n >= MOST_DEALT:
        return [*rng.multinomial(rows, np.full(FOLDS, 1 / FOLDS)).T]
    found = []
    for f in range(FOLDS - 1):
        size = (n + FOLDS - 1 - f) // FOLDS
        found.append(rng.multivariate_hypergeometric(left, size, method="marginals"))
        left = left - found[-1]
    return [*found, left]


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
