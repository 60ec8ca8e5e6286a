"""Polylines for drawing: thins long curves, and samples curved ones densely enough.

A ROC curve of many thresholds is thinned to few. A precision-recall curve is curved between
thresholds and gets additional points.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, ndtri

from costdash.core.curves.precision_recall import precision_at
from costdash.core.sample.counts import Counts
from costdash.core.types import Floats

DISTANCE = 0.0005  # largest distance of a drawn curve from the exact one
STRICT = 0.01  # below this fpr, which small priors magnify, the bound is relative:
STRICT_STEP = (
    1.05  # a dropped threshold differs from a retained threshold by at most 5 % of the fpr
)
FINE = 0.0002  # thresholds closer together than this are not examined one by one
RATIO = 1.1  # largest growth of recall and of fpr from one drawn point to the next
LEAST_RATE = 0.0005  # error rates nearer to 0 or 1 lie at the ends of DET axes
LONG = 0.15  # normal deviates between two points, beyond which points are added
SHARES = expit(np.linspace(-9, 9, 49))  # their places: close together towards both ends


def thinned(counts: Counts, always: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the indices of the thresholds that suffice to draw a ROC curve.

    The polyline through them stays within 0.0005 of every threshold's ROC point. Where fpr is
    below 0.01 it also stays within 5 % of the point's fpr at equal tpr. Typical curves of any
    number of rows need fewer than 1,000 points besides `always`.

    Parameters
    ----------
    counts : Counts
        Counts of one model, k + 1 entries.
    always : ndarray of int
        Indices to keep, usually the vertices of the hull.

    Returns
    -------
    ndarray of int
        Rising indices into `counts`.

    Examples
    --------
    >>> from costdash.core import convex_hull, count
    >>> score = np.arange(10_000) / 10_000
    >>> counts = count(np.sin(score * 1e4) < score, score)
    >>> retained = thinned(counts, convex_hull(counts).index)
    >>> counts.threshold.size, bool(retained.size < 2000)
    (10001, True)
    """
    strict = _strict_corner(counts.fpr)
    fixed = np.unique(np.concatenate((strict, always, [0, counts.tp.size - 1])))
    needed = np.zeros(counts.tp.size, dtype=bool)  # a union of indices, without sorting them
    needed[counts.corners] = needed[fixed] = True  # the curve is straight between its corners
    examined = np.flatnonzero(needed)
    retained = _swinging_door(*counts.rates(examined), np.searchsorted(examined, fixed))
    return np.union1d(fixed, examined[retained])


def _strict_corner(fpr: Floats) -> list[int]:
    """Both ends of fpr 0, then each farthest threshold within 5 % of the previous one's fpr."""
    at = int(np.searchsorted(fpr, 0, side="right")) - 1
    retained = [0, at]
    while fpr[at] < STRICT:
        at = max(at + 1, int(np.searchsorted(fpr, fpr[at] * STRICT_STEP, side="right")) - 1)
        retained.append(at)
    return retained


def _swinging_door(fpr: Floats, tpr: Floats, fixed: NDArray[np.intp]) -> NDArray[np.intp]:
    """Swinging-door compression: the farthest next point that keeps DISTANCE, between fixed points.

    Rotated by 45 degrees a ROC curve is a function: along = fpr + tpr rises, across = tpr - fpr.
    A vertical error of DISTANCE * sqrt(2) there is a distance of DISTANCE in the unit square.
    The door at a retained point is the interval of slopes that pass all points so far closely
    enough. The next retained point is the last one within the door before it closes or a fixed
    point comes.
    """
    along, across = fpr + tpr, tpr - fpr
    examined = _examined(along, fixed)
    skipped = 0.36 * FINE if examined.size < along.size else 0.0
    width = (DISTANCE - skipped) * np.sqrt(2)
    x, y = along[examined].tolist(), across[examined].tolist()
    is_fixed = np.isin(examined, fixed).tolist()
    retained, start = [], 0
    while start < len(x) - 1:
        start = _farthest_in_door(x, y, is_fixed, start, float(width))
        retained.append(start)
    return examined[retained]


def _farthest_in_door(
    x: list[float], y: list[float], is_fixed: list[bool], start: int, width: float
) -> int:
    """The last place within the door of `start`. Loops over plain floats, which is fastest."""
    reach, low, high = start + 1, -np.inf, np.inf
    for i in range(start + 1, len(x)):
        step, climb = x[i] - x[start], y[i] - y[start]
        if step > 0:
            slope, margin = climb / step, width / step
            if low <= slope <= high:
                reach = i
            if slope - margin > low:
                low = slope - margin
            if slope + margin < high:
                high = slope + margin
        else:
            reach = i  # the same point, within rounding
        if low > high or is_fixed[i]:
            break
    return reach


def _examined(along: Floats, fixed: NDArray[np.intp]) -> NDArray[np.intp]:
    """Points of the curve at a spacing of FINE; all others lie within 0.36 FINE of them."""
    last = np.flatnonzero(np.diff(np.floor(along / FINE)) != 0)
    return np.unique(np.concatenate((last, last + 1, fixed)))


def clipped_deviates(fpr: Floats, tpr: Floats) -> tuple[Floats, Floats]:
    """Normal deviates of fpr and of the false negative rate, at most those of LEAST_RATE.

    >>> clipped_deviates(np.array([0.0, 0.5]), np.array([0.5, 1.0]))[0].round(3).tolist()
    [-3.291, 0.0]
    """
    x, y = (np.clip(rate, LEAST_RATE, 1 - LEAST_RATE) for rate in (fpr, 1 - np.asarray(tpr)))
    return ndtri(x), ndtri(y)


def deviate_path(fpr: Floats, tpr: Floats) -> tuple[Floats, Floats]:
    """A path of straight lines in ROC space on the axes of DET, where they are curved.

    The page's scripts add the same points.
    """
    fpr, tpr = np.asarray(fpr, dtype=float), np.asarray(tpr, dtype=float)
    x, y = clipped_deviates(fpr, tpr)
    long = np.flatnonzero(np.maximum(np.abs(np.diff(x)), np.abs(np.diff(y))) > LONG)
    after, share = np.repeat(long, SHARES.size), np.tile(SHARES, long.size)
    between = (rate[after] + share * (rate[after + 1] - rate[after]) for rate in (fpr, tpr))
    added = clipped_deviates(*between)
    return np.insert(x, after + 1, added[0]), np.insert(y, after + 1, added[1])


def interpolation_points(fpr: Floats, tpr: Floats) -> tuple[NDArray[np.intp], Floats, Floats]:
    """Points to add between the points of a ROC path, so that its PR curve can be a polyline.

    Returns (after, fpr, tpr): the place in the path that each point follows, and its rates.
    Along a straight part of the ROC path precision is a hyperbola at every prior, Davis &
    Goadrich (2006). A chord is within DISTANCE of it if both rates grow by at most RATIO, or if
    recall grows by at most DISTANCE, because chord and hyperbola are monotone.
    """
    run, rise = np.diff(fpr), np.diff(tpr)
    curved = (rise > DISTANCE) & (run * tpr[:-1] != rise * fpr[:-1])
    at = np.flatnonzero(curved)
    run, rise, start_fpr, start_tpr = run[at], rise[at], fpr[at], tpr[at]
    to_axis = np.divide(start_fpr, run, out=np.full(at.size, np.inf), where=run > 0)
    first = DISTANCE / (2 * (RATIO - 1) * rise)
    origin = np.maximum(np.minimum(start_tpr / rise, to_axis), first)
    growth = np.log1p(1 / origin)
    chords = np.ceil(growth / np.log(RATIO)).astype(int)
    which = np.repeat(np.arange(at.size), chords - 1)
    step = np.arange(which.size) - (np.cumsum(chords - 1) - (chords - 1))[which] + 1
    share = origin[which] * np.expm1(growth[which] * step / chords[which])
    return at[which], start_fpr[which] + share * run[which], start_tpr[which] + share * rise[which]


def precision_recall_path(fpr: Floats, tpr: Floats, prior: float) -> tuple[Floats, Floats]:
    """Recall and precision at `prior` along a ROC path, as a polyline.

    At the origin precision is 0/0. The limit along the first part of the path replaces it, which
    is the precision of calling a random share of the first threshold's cases.
    """
    after, more_fpr, more_tpr = interpolation_points(fpr, tpr)
    fpr, tpr = np.insert(fpr, after + 1, more_fpr), np.insert(tpr, after + 1, more_tpr)
    precision = precision_at(fpr, tpr, prior)
    if fpr[0] == tpr[0] == 0:
        precision[0] = precision[1]
    return tpr, precision


def spread(fpr: Floats, tpr: Floats, always: NDArray[np.intp], n: int) -> NDArray[np.intp]:
    """Places of `always` and of at most `n` others, evenly spaced along a ROC path."""
    along = np.searchsorted(fpr + tpr, np.linspace(0, 2, n + 2)[1:-1])
    return np.union1d(always, along.clip(0, fpr.size - 1))
