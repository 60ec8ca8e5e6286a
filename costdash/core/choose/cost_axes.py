"""Expected cost read along the share of positives, and along one model's threshold."""

import numpy as np
from numpy.typing import ArrayLike

from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.hull import Hull
from costdash.core.sample.counts import Counts
from costdash.core.types import Floats

NEXT_TO = 1024  # thresholds on each side of the cheapest that are looked at first
TOLERANCE = 0.05  # of the least cost: what costs at most this much more counts as equally good


def cost_by_prior(hull: Hull, prior: ArrayLike, cost_fn: float, cost_fp: float) -> Floats:
    """Return a model's cost per case at each prior, at the best threshold for that prior.

    Parameters
    ----------
    hull : Hull
        Hull of the model.
    prior : array_like
        Shares of positives in (0, 1), any shape.
    cost_fn, cost_fp : float
        Cost of a missed positive and of a false alarm, the same at every prior.

    Returns
    -------
    ndarray
        Expected cost per case, in the shape of `prior` and the currency of the costs.

    References
    ----------
    Drummond & Holte (2006), section 3: nec times the largest possible cost.

    Examples
    --------
    >>> from costdash.core import convex_hull, count
    >>> rf = convex_hull(count([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.7, 0.5, 0.1]))
    >>> cost_by_prior(rf, [0.1, 0.5], cost_fn=20, cost_fp=1).round(3)
    array([0.6  , 0.333])
    """
    p = np.asarray(prior, float)
    largest = p * cost_fn + (1 - p) * cost_fp
    return hull.cost(p * cost_fn / largest) * largest


def cost_by_threshold(counts: Counts, point: OperatingPoint, some: slice = slice(None)) -> Floats:
    """Return the cost per case of each threshold of a model.

    Parameters
    ----------
    counts : Counts
        Counts of the model.
    point : OperatingPoint
        Prior and costs.
    some : slice
        Only these thresholds (default: all).

    Returns
    -------
    ndarray, shape (k + 1,)
        Expected cost per case of calling positive at `counts.threshold` or more, strictest first.

    References
    ----------
    Provost & Fawcett (1997), equation 1.

    Examples
    --------
    >>> from costdash.core import OperatingPoint, count
    >>> rf = count([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.7, 0.5, 0.1])
    >>> cost_by_threshold(rf, OperatingPoint(prior=0.2, cost_fn=3, cost_fp=1)).round(2)
    array([0.6 , 0.4 , 0.2 , 0.47, 0.73, 0.53, 0.8 ])
    """
    missed = (counts.positives - counts.tp[some]) / counts.positives
    false_alarms = counts.fp[some] / counts.negatives
    cost_fn, cost_fp = point.prior * point.cost_fn, (1 - point.prior) * point.cost_fp
    found: Floats = cost_fn * missed + cost_fp * false_alarms
    return found


def flat_zone(cost: ArrayLike, tolerance: float = TOLERANCE) -> tuple[int, int]:
    """Return the unbroken run of thresholds round the cheapest that cost hardly more.

    Parameters
    ----------
    cost : array_like, shape (k + 1,)
        Costs of thresholds, none of them negative; `cost_by_threshold`.
    tolerance : float
        Share of the least cost by which a threshold may cost more, at least 0.

    Returns
    -------
    tuple of int
        First and last index. Of several cheapest thresholds the run holds the strictest.

    Raises
    ------
    ValueError
        If `tolerance` is negative.

    Examples
    --------
    >>> flat_zone([9.0, 4.1, 4.0, 4.15, 6.0, 4.1], tolerance=0.05)
    (1, 3)
    """
    if not tolerance >= 0:
        raise ValueError(f"tolerance must be at least 0, got {tolerance}")
    costs = np.asarray(cost, float)
    best = int(costs.argmin())
    dear = np.flatnonzero(costs > (1 + tolerance) * costs[best])
    first = dear[dear < best].max(initial=-1) + 1
    last = dear[dear > best].min(initial=costs.size) - 1
    return int(first), int(last)


def flat_thresholds(
    counts: Counts, hull: Hull, point: OperatingPoint, tolerance: float = TOLERANCE
) -> tuple[int, int]:
    """Return the `flat_zone` of all thresholds of a model.

    Parameters
    ----------
    counts : Counts
        Counts of the model, shape (k + 1,).
    hull : Hull
        Its hull. If it is convex, only thresholds next to its cheapest vertex are looked at.
    point : OperatingPoint
        Prior and costs.
    tolerance : float
        As for `flat_zone`.

    Returns
    -------
    tuple of int
        First and last index.

    Examples
    --------
    >>> from costdash.core import OperatingPoint, convex_hull, count
    >>> rf = count([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.7, 0.5, 0.1])
    >>> flat_thresholds(rf, convex_hull(rf), OperatingPoint(0.2, 3, 1), tolerance=1.5)
    (1, 3)
    """
    size = counts.threshold.size
    best, beside = int(hull.index[int(hull.cheapest(point.pcf))]), NEXT_TO if hull.convex else size
    while True:
        start, end = max(0, best - beside), min(size, best + beside + 1)
        cost = cost_by_threshold(counts, point, slice(start, end))
        first, last = flat_zone(cost, tolerance)
        if (first > 0 or start == 0) and (last < cost.size - 1 or end == size):
            return start + first, start + last
        beside *= 4
