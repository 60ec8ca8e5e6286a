"""How likely each value of an uncertain number is.

Every distribution tells its mass (the share at or below x) and its moment (the mean's part from
there: the integral of t p(t) up to x), any shape of x. With these two a piecewise linear cost is
integrated exactly, piece by piece.
"""

from dataclasses import dataclass
from math import isfinite

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike
from scipy.special import betainc

from costdash.core.types import Floats

FAR = 12  # standard deviations from the mean beyond which a Beta holds next to nothing


@dataclass(frozen=True, slots=True)
class Point:
    """One value, for certain."""

    at: float

    @property
    def span(self) -> tuple[float, float]:
        return self.at, self.at

    @property
    def mean(self) -> float:
        return self.at

    def mass(self, x: ArrayLike) -> Floats:
        return (np.asarray(x) >= self.at).astype(float)

    def moment(self, x: ArrayLike) -> Floats:
        return self.at * self.mass(x)

    def sample(self, rng: Generator, n: int) -> Floats:
        return np.full(n, self.at)


@dataclass(frozen=True, slots=True)
class Uniform:
    """Every value from low to high equally likely. Raises ValueError unless low < high."""

    low: float
    high: float

    def __post_init__(self):
        _check_order(low=self.low, high=self.high)

    @property
    def span(self) -> tuple[float, float]:
        return self.low, self.high

    @property
    def mean(self) -> float:
        return (self.low + self.high) / 2

    def mass(self, x: ArrayLike) -> Floats:
        return (np.clip(x, self.low, self.high) - self.low) / (self.high - self.low)

    def moment(self, x: ArrayLike) -> Floats:
        return self.mass(x) * (self.low + np.clip(x, self.low, self.high)) / 2


@dataclass(frozen=True, slots=True)
class Triangular:
    """Likelier the nearer to `mode`. Raises ValueError unless low <= mode <= high, low < high."""

    low: float
    mode: float
    high: float

    def __post_init__(self):
        _check_order(low=self.low, high=self.high)
        if not self.low <= self.mode <= self.high:
            limits = f"[{self.low}, {self.high}]"
            raise ValueError(f"the most likely value must lie in {limits}, got {self.mode}")

    @property
    def span(self) -> tuple[float, float]:
        return self.low, self.high

    @property
    def mean(self) -> float:
        return (self.low + self.mode + self.high) / 3

    def mass(self, x: ArrayLike) -> Floats:
        below, above = self._parts(x)
        return np.where(np.asarray(x) <= self.mode, below, 1 - above)

    def moment(self, x: ArrayLike) -> Floats:
        """The centre of a triangle lies two thirds of the way from its pointed end."""
        below, above = self._parts(x)
        x = np.clip(x, self.low, self.high)
        lower = below * (self.low + 2 * (x - self.low) / 3)
        upper = above * (self.high - 2 * (self.high - x) / 3)
        return np.where(x <= self.mode, lower, self.mean - upper)

    def _parts(self, x: ArrayLike) -> tuple[Floats, Floats]:
        """Mass of the rising part below x and of the falling part above it."""
        x = np.clip(x, self.low, self.high)
        whole = self.high - self.low
        rising, falling = self.mode - self.low, self.high - self.mode
        below = np.divide((x - self.low) ** 2, whole * rising, where=rising > 0, out=0.0 * x)
        above = np.divide((self.high - x) ** 2, whole * falling, where=falling > 0, out=0.0 * x)
        return below, above


@dataclass(frozen=True, slots=True)
class Beta:
    """Beta(a, b) on [0, 1]. Raises ValueError unless a and b are positive and finite."""

    a: float
    b: float

    def __post_init__(self):
        for name in ("a", "b"):
            value = getattr(self, name)
            if not (value > 0 and isfinite(value)):
                raise ValueError(f"{name} must be positive and finite, got {value}")

    @classmethod
    def of_counts(cls, positives: float, negatives: float) -> "Beta":
        """What a file's counts tell of the prior where it comes from (Jeffreys)."""
        return cls(positives + 0.5, negatives + 0.5)

    @property
    def span(self) -> tuple[float, float]:
        """Where all but a trace of it lies."""
        spread = (self.mean * (1 - self.mean) / (self.a + self.b + 1)) ** 0.5
        return max(0.0, self.mean - FAR * spread), min(1.0, self.mean + FAR * spread)

    @property
    def mean(self) -> float:
        return self.a / (self.a + self.b)

    def mass(self, x: ArrayLike) -> Floats:
        return betainc(self.a, self.b, np.clip(x, 0, 1))

    def moment(self, x: ArrayLike) -> Floats:
        return self.mean * betainc(self.a + 1, self.b, np.clip(x, 0, 1))

    def sample(self, rng: Generator, n: int) -> Floats:
        return rng.beta(self.a, self.b, n)


Distribution = Point | Uniform | Triangular | Beta


def between(low: float, high: float, mode: float | None = None) -> Point | Uniform | Triangular:
    """From low to high, with a most likely value if there is one; a point where they are equal."""
    if low == high:
        return Point(low)
    return Uniform(low, high) if mode is None else Triangular(low, mode, high)


def bins(distribution: Distribution, n: int) -> tuple[Floats, Floats]:
    """Means and shares, (m,) with m <= n + 2, of narrow pieces that make up the distribution.

    Linear functions are integrated exactly by them, bent ones up to the pieces with a bend.
    """
    low, high = distribution.span
    if low == high:
        return np.array([low]), np.array([1.0])
    inner = np.linspace(low, high, n + 1)
    mass = np.concatenate(([0.0], distribution.mass(inner), [1.0]))
    moment = np.concatenate(([0.0], distribution.moment(inner), [distribution.mean]))
    share, part = np.diff(mass), np.diff(moment)
    held = share > 1e-15
    return part[held] / share[held], share[held]


def _check_order(low: float, high: float) -> None:
    if not (isfinite(low) and isfinite(high) and low < high):
        raise ValueError(f"low must be below high, got {low} and {high}")
