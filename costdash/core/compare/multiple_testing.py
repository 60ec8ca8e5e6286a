"""Tests of all pairs of models, each with Holm's adjustment for picking among them.

Stricter levels where several pairs are looked at.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from costdash.core.compare.comparison import Comparison
from costdash.core.types import Floats


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


@dataclass(frozen=True, slots=True)
class Test:
    """value: a difference, nan where there is no single one; p as it is, and Holm's; nan where a
    class has too few rows."""

    value: float
    p: float
    holm: float

    def remains(self, level: float) -> bool:
        """Whether it is significant at `level`, whatever other pairs were looked at."""
        return self.holm <= 1 - level


@dataclass(frozen=True, slots=True, eq=False)
class PairTests:
    """Of one pair: nec(a) - nec(b) at one pcf; none anywhere along pcf; AUC(a) - AUC(b)."""

    comparison: Comparison
    here: Test
    anywhere: Test
    area: Test


def pair_tests(comparisons: Sequence[Comparison], pcf: float) -> list[PairTests]:
    """In the order given. Each of the three kinds of tests is a family of its own: Holm (1979)."""
    families = (
        [(c.at(pcf)[0], c.p_here(pcf)) for c in comparisons],
        [(float("nan"), c.p) for c in comparisons],
        [(c.auc_difference.value, c.auc_difference.p) for c in comparisons],
    )
    adjusted = [_family(family) for family in families]
    return [PairTests(c, *tests) for c, *tests in zip(comparisons, *adjusted)]


def holm_level(comparisons: Sequence[Comparison], a: str, b: str, level: float) -> float:
    """The stricter level at which Holm draws the band of a and b, by their p anywhere.

    The clearest of k pairs gets 1 - (1 - level) / k, the next one with k - 1, and so on to the
    first that is not significant, whose level those after it share. `level` itself without a band.
    """
    p_values = [c.p for c in comparisons]
    if np.isnan(p_values).any():
        return level
    levels = holm_levels(p_values, level)
    return float(next(x for c, x in zip(comparisons, levels) if {c.a, c.b} == {a, b}))


def _family(tests: list[tuple[float, float]]) -> list[Test]:
    p_values = [p for _, p in tests]
    adjusted = p_values if np.isnan(p_values).any() else holm(p_values).tolist()
    return [Test(value, p, after) for (value, p), after in zip(tests, adjusted)]
