"""Effects of several segments, drawn to 0 as far as their differences may be chance."""

import numpy as np

from costdash.core.types import Floats

FEWEST = 3  # segments: fewer do not tell how much effects differ
STEPS = 60  # of bisection


def between_variance(value: Floats, error: Floats, along: Floats | None = None) -> float:
    """Variance tau^2 of the true effects behind measured values with standard errors, (g,) each.

    Paule & Mandel (1982): the weighted squares around the weighted mean, with weights
    1 / (error^2 + tau^2), sum up to g - 1; 0 if they are fewer at tau^2 = 0. along (g,): around a
    weighted line instead, to g - 2.

    >>> float(round(between_variance(np.array([-1.0, 0.0, 1.0]), np.full(3, 0.1)), 3))
    0.99
    """
    variance = error**2
    terms = np.ones((1, value.size)) if along is None else np.stack((np.ones(value.size), along))
    freedom = value.size - len(terms)

    def squares(tau2: float) -> float:
        weight = 1 / (variance + tau2)
        design = terms * np.sqrt(weight)
        fitted = np.linalg.lstsq(design.T, value * np.sqrt(weight), rcond=None)[0]
        return float(weight @ (value - fitted @ terms) ** 2)

    low, high = 0.0, float(((value - value.mean()) ** 2).sum())
    if high == 0 or squares(high * 1e-15) <= freedom:
        return 0.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if squares(middle) > freedom else (low, middle)
    return high


def shrunken(value: Floats, error: Floats) -> Floats:
    """Values (g,) times tau^2 / (tau^2 + error^2); nan if fewer than 3 have an error above 0."""
    some = error > 0
    drawn = np.full(value.size, np.nan)
    if np.count_nonzero(some) >= FEWEST:
        tau2 = between_variance(value[some], error[some])
        drawn[some] = value[some] * tau2 / (tau2 + error[some] ** 2)
    return drawn
