"""Draws of the true costs of several models, with differences shrunk as far as they may be chance.

The model that looks cheapest among equal models looks cheaper than it is, and so does a model that
is recommended although it hardly pays. Draws around the measured costs are too sure of both, and
expect too much from knowing the cheapest option.

Two kinds of differences are shrunk, each by a factor 1 - B that the measured costs tell: those
between the models, and that of the cheapest model to flagging none or all. Before the rows are
seen, every B from 0 to 1 is equally likely: B is the share that errors have in the variance of
measured differences. Strawderman (1971); Daniels (1999).
"""

import numpy as np
from numpy.random import Generator
from scipy.special import gammainc, gammaincinv

from costdash.core.types import Floats

COPY = 1e-12  # models whose costs and errors differ by less than this share are one model
TINY = 1e-9
_STEPS = (np.arange(100) + 0.5) / 100
SHARES, WIDTHS = _STEPS**4, _STEPS**3  # values of B, finer near 0, and how much each stands for


def shrunken_draws(
    cost: Floats, covariance: Floats, trivial: float, draws: int, rng: Generator
) -> Floats:
    """True costs (draws, m) of models with measured costs (m,) and normal errors, (m, m).

    trivial: the cost of flagging none or all, whichever is less; it is certain. Models that are
    copies of each other count once, and have equal costs in all draws.

    >>> from numpy.random import default_rng
    >>> drawn = shrunken_draws(np.array([0.3]), np.array([[0.01]]), 0.4, 100_000, default_rng(0))
    >>> float(drawn.mean().round(2))  # a saving of .1 with a standard error of .1
    0.36
    """
    first = _first_copies(cost, covariance)
    distinct, place = np.unique(first, return_inverse=True)
    some = covariance[np.ix_(distinct, distinct)]
    return _drawn(cost[distinct], some, trivial, draws, rng)[:, place]


def _first_copies(cost: Floats, covariance: Floats) -> list[int]:
    """For each model the first one with its costs in all samples."""
    variance = np.diag(covariance)
    apart = variance[:, None] + variance - 2 * covariance
    same = apart <= COPY * (variance[:, None] + variance)
    same &= np.abs(cost[:, None] - cost) <= COPY * np.abs(cost).max()
    return [int(row.argmax()) for row in same]


def _drawn(cost: Floats, covariance: Floats, trivial: float, draws: int, rng: Generator) -> Floats:
    """`shrunken_draws` of distinct models: first their differences, then the level of all."""
    m = cost.size
    # Of orthonormal rows the first is the mean, the others are differences.
    rows = np.linalg.qr(np.column_stack((np.ones(m), np.eye(m)[:, 1:])))[0].T
    mean, contrast = rows[0], rows[1:]
    variance, axes = np.linalg.eigh(contrast @ covariance @ contrast.T)
    contrast = axes.T @ contrast  # along which errors do not covary
    variance, measured = variance.clip(0), contrast @ cost
    drawn = _differences(measured, variance, draws, rng)
    # The error of the mean, given the errors of the differences.
    shared = mean @ covariance @ contrast.T
    slope = np.divide(shared, variance, out=np.zeros(m - 1), where=variance > 0)
    rest = max(0.0, float(mean @ covariance @ mean - slope @ shared))
    level = mean @ cost - (measured - drawn) @ slope
    given = np.outer(level, mean) + drawn @ contrast
    above = given[:, cost.argmin()] - trivial
    return given + _level_shift(above, rest / m, rng)[:, None]


def _differences(measured: Floats, variance: Floats, draws: int, rng: Generator) -> Floats:
    """True differences (draws, k) of measured ones with independent errors of variance (k,)."""
    if not variance.any():
        return np.tile(measured, (draws, 1))
    between = variance.mean() * (1 / SHARES - 1)
    total = between[:, None] + variance
    fit = np.log(WIDTHS) - (np.log(total) + measured**2 / total).sum(axis=1) / 2
    likely = np.exp(fit - fit.max())
    chosen = between[rng.choice(SHARES.size, draws, p=likely / likely.sum())][:, None]
    factor = chosen / (chosen + variance)
    noise = np.sqrt(factor * variance) * rng.standard_normal((draws, measured.size))
    return np.asarray(factor * measured + noise)


def _level_shift(above: Floats, variance: float, rng: Generator) -> Floats:
    """By how much (b,) all models cost more than is given, where the cheapest is `above` (b,).

    variance: of the error of the level. B has the density sqrt(B) exp(-B rate) up to 1.
    """
    if not variance:
        return np.zeros(above.size)
    rate = np.maximum(above**2 / variance / 2, TINY)
    share = gammaincinv(1.5, rng.random(above.size) * gammainc(1.5, rate)) / rate
    noise = np.sqrt((1 - share).clip(0) * variance) * rng.standard_normal(above.size)
    return np.asarray(noise - share * above)
