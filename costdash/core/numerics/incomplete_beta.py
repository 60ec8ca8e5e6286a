"""The regularised incomplete beta function, which numpy does not have."""

from math import lgamma

import numpy as np
from numpy.typing import ArrayLike

from costdash.core.types import Floats

TINY = 1e-300
STEPS = 100_000  # of the fraction; it takes about the square root of the larger parameter


def incomplete_beta(a: float, b: float, x: ArrayLike) -> Floats:
    """I_x(a, b), the share of a Beta(a, b) distribution at or below x, any shape.

    a and b are positive; x outside [0, 1] counts as the nearer end. The continued fraction of
    Abramowitz & Stegun, 26.5.8, by Lentz's method, on the side where it converges fast.
    """
    x = np.clip(np.asarray(x, dtype=float), 0, 1)
    turned = x > (a + 1) / (a + b + 2)
    share = np.empty_like(x)
    share[~turned] = _below(a, b, x[~turned])
    share[turned] = 1 - _below(b, a, 1 - x[turned])
    return share


def _below(a: float, b: float, x: Floats) -> Floats:
    inside = x > 0
    x = np.where(inside, x, 0.5)
    log_front = a * np.log(x) + b * np.log1p(-x) + lgamma(a + b) - lgamma(a) - lgamma(b)
    return np.where(inside, np.exp(log_front) / (a * _fraction(a, b, x)), 0.0)


def _fraction(a: float, b: float, x: Floats) -> Floats:
    value = over = np.ones_like(x)
    under = np.zeros_like(x)
    for i in range(1, STEPS):
        m = i // 2
        if i % 2:
            step = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            step = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        under = 1 / _not_zero(1 + step * under)
        over = _not_zero(1 + step / over)
        value = value * over * under
        if x.size == 0 or np.abs(over * under - 1).max() < 1e-15:
            return value
    return value


def _not_zero(values: Floats) -> Floats:
    return np.where(np.abs(values) < TINY, TINY, values)
