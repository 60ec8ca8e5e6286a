"""Limits of a sum of weighted events, such as the cost of mistakes seen in an audit, and of the
difference of two such sums.

Where few events with large weights are seen, normal limits are too short: an event that was not
seen, but could have been, counts here by the weight that it would have.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammaincinv

from costdash.core.types import Floats


@dataclass(frozen=True, slots=True, eq=False)
class WeightedEvents:
    """Sums (m,) of weighted Poisson events.

    total (m,): the sums. variance (m,): sums of the squared weights. heaviest (m,): the largest
    weight that an event can have, seen or not.
    """

    total: Floats
    variance: Floats
    heaviest: Floats

    @classmethod
    def of(cls, total: ArrayLike, variance: ArrayLike, heaviest: ArrayLike) -> "WeightedEvents":
        """From numbers or arrays, of one shape."""
        sums = np.broadcast_arrays(total, variance, heaviest)
        return cls(*(np.atleast_1d(each).astype(float) for each in sums))

    def limits(self, level: float) -> tuple[Floats, Floats]:
        """Limits (m,) of the expected sums. Fay & Feuer (1997), equations 7 and 10.

        With equal weights they are the exact limits of a Poisson mean.

        >>> low, high = WeightedEvents.of(3.0, 3.0, 1.0).limits(0.95)
        >>> low.round(3), high.round(3)
        (array([0.619]), array([8.767]))
        """
        return self.low(level), self.high(level)

    def low(self, level: float) -> Floats:
        """The lower of the limits."""
        return _gamma_quantile(self.total, self.variance, (1 - level) / 2)

    def high(self, level: float) -> Floats:
        """The upper of the limits."""
        total, variance = self.total + self.heaviest, self.variance + self.heaviest**2
        return _gamma_quantile(total, variance, (1 + level) / 2)


def _gamma_quantile(mean: Floats, variance: Floats, share: float) -> Floats:
    """Quantile (m,) of gamma distributions; the mean itself where the variance is 0."""
    found = mean.copy()
    some = (mean > 0) & (variance > 0)
    scale = variance[some] / mean[some]
    found[some] = scale * gammaincinv(mean[some] / scale, share)
    return found


def difference_limits(
    gains: WeightedEvents, losses: WeightedEvents, level: float
) -> tuple[Floats, Floats]:
    """Limits (m,) of gains less losses, which are independent. Zou & Donner (2008), equation 2.

    A loss that the sample does not show still counts by its upper limit.

    >>> gains, losses = WeightedEvents.of(20.0, 20.0, 1.0), WeightedEvents.of(0.0, 0.0, 1.0)
    >>> low, high = difference_limits(gains, losses, 0.95)
    >>> low.round(1), high.round(1)
    (array([11.4]), array([30.9]))
    """
    low, high = least_difference(gains, losses, level), -least_difference(losses, gains, level)
    return low, high


def least_difference(gains: WeightedEvents, losses: WeightedEvents, level: float) -> Floats:
    """The lower of the limits (m,) of gains less losses, as of `difference_limits`."""
    down, up = gains.total - gains.low(level), losses.high(level) - losses.total
    found: Floats = gains.total - losses.total - np.hypot(down, up)
    return found
