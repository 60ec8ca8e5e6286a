"""The few thresholds that draw a curve as well as all of them do."""

import numpy as np
from numpy.typing import NDArray

from costdash.core.counts import Counts

DISTANCE = 0.0005  # a drawn curve is never further than this from the exact one
STRICT = 0.01  # below this fpr, where small priors magnify, the bound is relative:
STRICT_STEP = 1.05  # thresholds left out differ from a kept one by at most 5 % of the fpr
FINE = 0.00005  # thresholds closer together than this need not be looked at one by one


def thinned(counts: Counts, always: NDArray[np.intp]) -> NDArray[np.intp]:
    """Indices of the thresholds to draw, `always` (the hull's vertices) among them.

    The polyline through them stays within DISTANCE of every threshold's ROC point, and where
    fpr < STRICT also within 5 % of its fpr at equal tpr. About 1,000 do for any curve that is
    not a fine random stair.
    """
    fpr, tpr = counts.fpr, counts.tpr
    strict = _strict_corner(fpr)
    fixed = np.unique(np.concatenate((strict, always, [0, fpr.size - 1])))
    return np.unique(np.concatenate((fixed, _swinging_door(fpr, tpr, fixed))))


def _strict_corner(fpr) -> NDArray[np.intp]:
    """First and last threshold of each 5 % step of fpr below STRICT, and of fpr zero."""
    end = int(np.searchsorted(fpr, STRICT, side="right"))
    inside = fpr[:end]
    step = np.full(inside.size, -1.0)
    rising = inside > 0
    step[rising] = np.floor(np.log(inside[rising] / STRICT) / np.log(STRICT_STEP)) + 1e6
    change = np.flatnonzero(np.diff(step)) + 1
    return np.unique(np.concatenate(([0], change, change - 1, [max(end - 1, 0)])))


def _swinging_door(fpr, tpr, fixed) -> NDArray[np.intp]:
    """Greedy farthest reach between fixed points within the distance.

    Turned by 45 degrees a ROC curve is a function: along = fpr + tpr rises, across = tpr - fpr.
    A vertical miss of DISTANCE * sqrt(2) there is a distance of DISTANCE in the square.
    """
    along, across = fpr + tpr, tpr - fpr
    looked = _candidates(along, fixed)
    room = (DISTANCE - 0.36 * FINE) * np.sqrt(2)
    x, y = along[looked].tolist(), across[looked].tolist()
    is_fixed = np.isin(looked, fixed).tolist()
    kept, start, low, high = [], 0, -np.inf, np.inf
    for i in range(1, len(x)):
        step = x[i] - x[start]
        slope = (y[i] - y[start]) / step if step > 0 else 0.0
        if not low <= slope <= high:
            start = i - 1
            kept.append(start)
            low, high = -np.inf, np.inf
            step = x[i] - x[start]
            slope = (y[i] - y[start]) / step
        if is_fixed[i]:
            start, low, high = i, -np.inf, np.inf
            continue
        low = max(low, slope - room / step)
        high = min(high, slope + room / step)
    return looked[kept]


def _candidates(along, fixed) -> NDArray[np.intp]:
    """Corners of the curve at a fine spacing: what is left out lies within 0.36 FINE of it."""
    bucket = np.floor(along / FINE)
    last = np.flatnonzero(np.append(np.diff(bucket) != 0, True))
    return np.unique(np.concatenate((last, fixed)))
