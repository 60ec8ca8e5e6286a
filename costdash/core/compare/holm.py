"""Stricter levels where several pairs are looked at."""

from collections.abc import Sequence

import numpy as np

from costdash.core.sample.predictions import Floats


def holm(p_values: Sequence[float]) -> Floats:
    """Holm's adjusted p-values (k,): reject those at most alpha, and one error anywhere has
    probability at most alpha. Holm (1979)."""
    p, order = _ordered(p_values)
    adjusted = np.empty_like(p)
    adjusted[order] = np.maximum.accumulate(p[order] * np.arange(p.size, 0, -1)).clip(0, 1)
    return adjusted


def holm_levels(p_values: Sequence[float], level: float = 0.95) -> Floats:
    """Level (k,) at which to draw each pair's band: 1 - alpha / k for the smallest p, then k - 1.

    From the first that is not rejected on, all keep its level: the steps down end there.
    """
    if not 0 < level < 1:
        raise ValueError(f"level must lie in (0, 1), got {level}")
    p, order = _ordered(p_values)
    levels = np.empty_like(p)
    rejected = np.count_nonzero(holm(p) <= 1 - level)
    steps = np.minimum(np.arange(p.size), rejected)
    levels[order] = 1 - (1 - level) / (p.size - steps)
    return levels


def _ordered(p_values):
    p = np.asarray(p_values, dtype=float)
    if not ((p >= 0) & (p <= 1)).all():
        raise ValueError(f"p-values must lie in [0, 1], got {p.tolist()}")
    return p, np.argsort(p, kind="stable")
