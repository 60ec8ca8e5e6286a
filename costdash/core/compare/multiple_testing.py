"""Holm's correction for many pairs of models: adjusted p-values and adjusted band levels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from costdash.core.compare.comparison import Comparison
from costdash.core.types import Floats


def holm(p_values: Sequence[float]) -> Floats:
    """Holm's adjusted p-values.

    Rejecting those at most alpha keeps the probability of any false rejection at most alpha.

    Parameters
    ----------
    p_values : sequence of float
        k p-values, each in [0, 1].

    Returns
    -------
    Floats
        Adjusted p-values (k,), in the order given.

    Raises
    ------
    ValueError
        If a p-value is outside [0, 1].

    References
    ----------
    Holm (1979).

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    p, order = _ordered(p_values)
    adjusted = np.empty_like(p)
    adjusted[order] = np.maximum.accumulate(p[order] * np.arange(p.size, 0, -1)).clip(0, 1)
    return adjusted


def holm_levels(p_values: Sequence[float], level: float = 0.95) -> Floats:
    """Levels (k,) of k pairs' bands that agree with Holm's test.

    With alpha = 1 - level the smallest of k p-values gets 1 - alpha / k, the next one
    1 - alpha / (k - 1), and so on. From the first p-value that is not rejected on, all keep its
    level. Raises ValueError if a p-value or the level is out of bounds.
    """
    if not 0 < level < 1:
        raise ValueError(f"level must lie in (0, 1), got {level}")
    p, order = _ordered(p_values)
    levels = np.empty_like(p)
    rejected = np.count_nonzero(holm(p.tolist()) <= 1 - level)
    steps = np.minimum(np.arange(p.size), rejected)
    levels[order] = 1 - (1 - level) / (p.size - steps)
    return levels


def _ordered(p_values: Sequence[float]) -> tuple[Floats, NDArray[np.intp]]:
    p = np.asarray(p_values, dtype=float)
    if not ((p >= 0) & (p <= 1)).all():
        raise ValueError(f"p-values must lie in [0, 1], got {p.tolist()}")
    return p, np.argsort(p, kind="stable")


@dataclass(frozen=True, slots=True)
class Test:
    """A difference with its p-value and Holm's adjusted p-value among `tested` comparisons.

    value is nan if there is no single difference; p and holm are nan if a class has too few rows.
    """

    value: float
    p: float
    holm: float
    tested: int = 1

    def remains(self, level: float) -> bool:
        """Whether the difference is significant at `level` after Holm's correction."""
        return self.holm <= 1 - level


@dataclass(frozen=True, slots=True, eq=False)
class PairTests:
    """Three tests of one pair of models.

    here: nec(a) - nec(b) at one pcf; anywhere: no difference at any pcf; area: AUC(a) - AUC(b).
    """

    comparison: Comparison
    here: Test
    anywhere: Test
    area: Test


def pair_tests(
    comparisons: Sequence[Comparison],
    pcf: float,
    of_recommended: Mapping[frozenset[str], Test] = MappingProxyType({}),
) -> list[PairTests]:
    """Tests of every pair, in the order given.

    Each of the three kinds of tests is a family of its own. Holm (1979). of_recommended: tests at
    this pcf of the recommended model's pairs, which are a family by themselves
    (`CheapestModel.tests`).
    """
    here = _family([(c.at(pcf)[0], c.p_here(pcf)) for c in comparisons])
    here = [
        replace(of_recommended.get(frozenset((c.a, c.b)), test), value=test.value)
        for c, test in zip(comparisons, here, strict=True)
    ]
    anywhere = _family([(float("nan"), c.p) for c in comparisons])
    area = _family([(c.auc_difference.value, c.auc_difference.p) for c in comparisons])
    return [PairTests(*tests) for tests in zip(comparisons, here, anywhere, area)]


def holm_level(comparisons: Sequence[Comparison], a: str, b: str, level: float) -> float:
    """Holm's level for the band of a and b, by the pairs' p-values of any difference.

    `level` itself if a pair has no band.
    """
    p_values = [c.p for c in comparisons]
    if np.isnan(p_values).any():
        return level
    levels = holm_levels(p_values, level)
    return float(next(x for c, x in zip(comparisons, levels) if {c.a, c.b} == {a, b}))


def _family(tests: Sequence[tuple[float, float]]) -> list[Test]:
    p_values = [p for _, p in tests]
    adjusted = p_values if np.isnan(p_values).any() else holm(p_values).tolist()
    return [Test(value, p, after, len(tests)) for (value, p), after in zip(tests, adjusted)]
