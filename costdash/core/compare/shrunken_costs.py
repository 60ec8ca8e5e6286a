"""Draws of the true costs of several models, with differences shrunk as far as they may be chance.

The model that looks cheapest among equal models looks cheaper than it is. So draws around the
measured costs are too sure of it, and expect too much from knowing the cheapest.
"""

import numpy as np
from numpy.random import Generator

from costdash.core.types import Floats

NOISE = 0.5  # of the errors' variance that does not count as a difference between models
COPY = 1e-12  # models whose costs and errors differ by less than this share are one model


def shrunken_draws(cost: Floats, covariance: Floats, draws: int, rng: Generator) -> Floats:
    """True costs (draws, m) of models with measured costs (m,) and normal errors, (m, m).

    True costs vary around an unknown mean, with a variance that the measured costs tell
    (empirical Bayes): tau^2 = (max(d'd, tr S) - NOISE tr S) / (m - 1), from the differences d to
    their mean and the covariance S of the errors of these. NOISE would be 1 and tau could be 0 if
    true costs did not also vary by the thresholds that the rows choose; .5 is by simulation.
    Models that are copies of each other count once, and have equal costs in all draws.
    Efron & Morris (1973).

    >>> from numpy.random import default_rng
    >>> drawn = shrunken_draws(np.array([0.2, 0.3]), 0.01 * np.eye(2), 10_000, default_rng(0))
    >>> drawn.mean(axis=0).round(2)  # a difference of .1 with a standard error of .14
    array([0.23, 0.27])
    """
    first = _first_copies(cost, covariance)
    distinct, place = np.unique(first, return_inverse=True)
    some = covariance[np.ix_(distinct, distinct)]
    return _drawn(cost[distinct], some, draws, rng)[:, place]


def _first_copies(cost: Floats, covariance: Floats) -> list[int]:
    """For each model the first one with its costs in all samples."""
    variance = np.diag(covariance)
    apart = variance[:, None] + variance - 2 * covariance
    same = apart <= COPY * (variance[:, None] + variance)
    same &= np.abs(cost[:, None] - cost) <= COPY * np.abs(cost).max()
    return [int(row.argmax()) for row in same]


def _drawn(cost: Floats, covariance: Floats, draws: int, rng: Generator) -> Floats:
    """`shrunken_draws` of distinct models."""
    m = cost.size
    # Of orthonormal rows the first is the mean, the others are differences.
    rows = np.linalg.qr(np.column_stack((np.ones(m), np.eye(m)[:, 1:])))[0].T
    mean, contrast = rows[0], rows[1:]
    variance, axes = np.linalg.eigh(contrast @ covariance @ contrast.T)
    contrast = axes.T @ contrast  # along which errors do not covary
    variance, measured = variance.clip(0), contrast @ cost
    error = variance.sum()
    between = (max(measured @ measured, error) - NOISE * error) / max(1, m - 1)
    share = np.divide(between, between + variance, out=np.ones(m - 1), where=variance > 0)
    spread = np.sqrt(share * variance)
    drawn = share * measured + spread * rng.standard_normal((draws, m - 1))
    # The error of the mean, given the errors of the differences.
    shared = mean @ covariance @ contrast.T
    slope = np.divide(shared, variance, out=np.zeros(m - 1), where=variance > 0)
    rest = np.sqrt(max(0.0, mean @ covariance @ mean - slope @ shared))
    mean_error = (measured - drawn) @ slope + rest * rng.standard_normal(draws)
    return np.outer(mean @ cost - mean_error, mean) + drawn @ contrast
