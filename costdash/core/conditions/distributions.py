"""Distributions of an uncertain prior, cost or PC(+).

Every distribution has `span` (low and high), `mean`, `mass(x)` (the share at or below x) and
`moment(x)` (the integral of t p(t) up to x), for x of any shape. These two integrate a piecewise
linear cost exactly, range by range. Those over a range have `quantile(share)` too.
"""

from dataclasses import dataclass
from math import isfinite

import numpy as np
from numpy.random import Generator
from scipy.special import betainc

from costdash.core.types import Floats, Interval

TAIL = 12  # standard deviations from the mean beyond which the mass of a Beta is negligible
LEAST_SHARE = 1e-15  # of a bin; bins with less are dropped


@dataclass(frozen=True, slots=True)
class PointMass:
    """One certain value."""

    at: float

    @property
    def span(self) -> Interval:
        return self.at, self.at

    @property
    def mean(self) -> float:
        return self.at

    def mass(self, x: float | Floats) -> Floats:
        return (np.asarray(x) >= self.at).astype(float)

    def moment(self, x: float | Floats) -> Floats:
        return self.at * self.mass(x)

    def quantile(self, share: float | Floats) -> Floats:
        return np.full(np.shape(share), self.at)

    def sample(self, rng: Generator, n: int) -> Floats:
        return np.full(n, self.at)


@dataclass(frozen=True, slots=True)
class Uniform:
    """All values from low to high equally likely. Raises ValueError unless low < high."""

    low: float
    high: float

    def __post_init__(self) -> None:
        _check_order(low=self.low, high=self.high)

    @property
    def span(self) -> Interval:
        return self.low, self.high

    @property
    def mean(self) -> float:
        return (self.low + self.high) / 2

    def mass(self, x: float | Floats) -> Floats:
        return (np.clip(x, self.low, self.high) - self.low) / (self.high - self.low)

    def moment(self, x: float | Floats) -> Floats:
        return self.mass(x) * (self.low + np.clip(x, self.low, self.high)) / 2

    def quantile(self, share: float | Floats) -> Floats:
        return self.low + np.asarray(share) * (self.high - self.low)


@dataclass(frozen=True, slots=True)
class Triangular:
    """A density that rises linearly to `mode` and falls linearly after it.

    Raises ValueError unless low <= mode <= high and low < high.
    """

    low: float
    mode: float
    high: float

    def __post_init__(self) -> None:
        _check_order(low=self.low, high=self.high)
        if not self.low <= self.mode <= self.high:
            limits = f"[{self.low}, {self.high}]"
            raise ValueError(f"the most likely value must lie in {limits}, got {self.mode}")

    @property
    def span(self) -> Interval:
        return self.low, self.high

    @property
    def mean(self) -> float:
        return (self.low + self.mode + self.high) / 3

    def mass(self, x: float | Floats) -> Floats:
        below, above = self._mass_on_each_side(x)
        return np.where(np.asarray(x) <= self.mode, below, 1 - above)

    def moment(self, x: float | Floats) -> Floats:
        """Uses that a triangle's centroid lies two thirds of the way from its vertex at an end."""
        below, above = self._mass_on_each_side(x)
        x = np.clip(np.asarray(x, dtype=float), self.low, self.high)
        lower = below * (self.low + 2 * (x - self.low) / 3)
        upper = above * (self.high - 2 * (self.high - x) / 3)
        return np.where(x <= self.mode, lower, self.mean - upper)

    def quantile(self, share: float | Floats) -> Floats:
        share, width = np.asarray(share), self.high - self.low
        rising, falling = self.mode - self.low, self.high - self.mode
        below = self.low + np.sqrt(share * width * rising)
        above = self.high - np.sqrt((1 - share) * width * falling)
        return np.where(share * width <= rising, below, above)

    def _mass_on_each_side(self, x: float | Floats) -> tuple[Floats, Floats]:
        """Mass of the rising part below x, and of the falling part above x."""
        x = np.asarray(np.clip(x, self.low, self.high), dtype=float)  # clip makes 0-d a scalar
        width = self.high - self.low
        rising, falling = self.mode - self.low, self.high - self.mode
        below, above = np.zeros(x.shape), np.zeros(x.shape)
        np.divide((x - self.low) ** 2, width * rising, where=rising > 0, out=below)
        np.divide((self.high - x) ** 2, width * falling, where=falling > 0, out=above)
        return below, above


@dataclass(frozen=True, slots=True)
class Beta:
    """Beta(a, b) on [0, 1]. Raises ValueError unless a and b are positive and finite."""

    a: float
    b: float

    def __post_init__(self) -> None:
        for name in ("a", "b"):
            value = getattr(self, name)
            if not (value > 0 and isfinite(value)):
                raise ValueError(f"{name} must be positive and finite, got {value}")

    @classmethod
    def of_counts(cls, positives: float, negatives: float) -> "Beta":
        """Jeffreys posterior of the prior, from the counts of a sample."""
        return cls(positives + 0.5, negatives + 0.5)

    @property
    def span(self) -> Interval:
        """An interval that holds all but a negligible part of the mass."""
        spread = self.variance**0.5
        return max(0.0, self.mean - TAIL * spread), min(1.0, self.mean + TAIL * spread)

    @property
    def mean(self) -> float:
        return self.a / (self.a + self.b)

    @property
    def variance(self) -> float:
        """Variance."""
        return self.mean * (1 - self.mean) / (self.a + self.b + 1)

    def mass(self, x: float | Floats) -> Floats:
        return betainc(self.a, self.b, np.clip(x, 0, 1))

    def moment(self, x: float | Floats) -> Floats:
        return self.mean * betainc(self.a + 1, self.b, np.clip(x, 0, 1))

    def sample(self, rng: Generator, n: int) -> Floats:
        return rng.beta(self.a, self.b, n)


Distribution = PointMass | Uniform | Triangular | Beta


def between(low: float, high: float, mode: float | None = None) -> PointMass | Uniform | Triangular:
    """Triangular on [low, high] with `mode`, uniform without, a point mass if low equals high."""
    if low == high:
        return PointMass(low)
    return Uniform(low, high) if mode is None else Triangular(low, mode, high)


def bins(distribution: Distribution, n: int) -> tuple[Floats, Floats]:
    """Means and shares, (m,) each with m <= n + 2, of narrow bins of the distribution.

    Their weighted sum integrates a linear function exactly, and a piecewise linear one except in
    the bins that hold a bend.
    """
    low, high = distribution.span
    if low == high:
        return np.array([low]), np.array([1.0])
    inner = np.linspace(low, high, n + 1)
    mass = np.concatenate(([0.0], distribution.mass(inner), [1.0]))
    moment = np.concatenate(([0.0], distribution.moment(inner), [distribution.mean]))
    share, share_of_mean = np.diff(mass), np.diff(moment)
    retained = share > LEAST_SHARE
    return share_of_mean[retained] / share[retained], share[retained]


def _check_order(low: float, high: float) -> None:
    if not (isfinite(low) and isfinite(high) and low < high):
        raise ValueError(f"low must be below high, got {low} and {high}")
