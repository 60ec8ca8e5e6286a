"""The few thresholds that draw a curve as well as all of them do."""

import numpy as np
from numpy.typing import NDArray

from costdash.core.sample.counts import Counts

DISTANCE = 0.0005  # a drawn curve is never further than this from the exact one
STRICT = 0.01  # below this fpr, where small priors magnify, the bound is relative:
STRICT_STEP = 1.05  # thresholds left out differ from a kept one by at most 5 % of the fpr
FINE = 0.0002  # thresholds closer together than this need not be looked at one by one


def thinned(counts: Counts, always: NDArray[np.intp]) -> NDArray[np.intp]:
    """Indices of the thresholds to draw, `always` (the hull's vertices) among them.

    The polyline through them stays within DISTANCE of every threshold's ROC point, and where
    fpr < STRICT also within 5 % of its fpr at equal tpr. Random curves of any number of rows
    take less than 1,000 beside the hull; stairs of many more turns cannot be drawn with fewer.
    """
    strict = _strict_corner(counts.fpr)
    fixed = np.unique(np.concatenate((strict, always, [0, counts.tp.size - 1])))
    looked = np.union1d(counts.corners, fixed)  # the curve runs straight between its corners
    seen = _swinging_door(*counts.rates(looked), np.searchsorted(looked, fixed))
    return np.union1d(fixed, looked[seen])


def _strict_corner(fpr) -> list[int]:
    """Both ends of fpr zero, then the farthest threshold within 5 % of the fpr of the last one."""
    at = int(np.searchsorted(fpr, 0, side="right")) - 1
    kept = [0, at]
    while fpr[at] < STRICT:
        at = max(at + 1, int(np.searchsorted(fpr, fpr[at] * STRICT_STEP, side="right")) - 1)
        kept.append(at)
    return kept


def _swinging_door(fpr, tpr, fixed) -> NDArray[np.intp]:
    """Greedy farthest reach between fixed points within the distance.

    Turned by 45 degrees a ROC curve is a function: along = fpr + tpr rises, across = tpr - fpr.
    A vertical miss of DISTANCE * sqrt(2) there is a distance of DISTANCE in the square.
    From a kept point the door is the slopes that pass all points so far close enough; the next
    kept point is the last one seen through it before it shuts or a fixed point is reached.
    """
    along, across = fpr + tpr, tpr - fpr
    looked = _candidates(along, fixed)
    left_out = 0.36 * FINE if looked.size < along.size else 0.0
    room = (DISTANCE - left_out) * np.sqrt(2)
    x, y = along[looked].tolist(), across[looked].tolist()
    is_fixed = np.isin(looked, fixed).tolist()
    kept, start = [], 0
    while start < len(x) - 1:
        start = _farthest_seen(x, y, is_fixed, start, float(room))
        kept.append(start)
    return looked[kept]


def _farthest_seen(x: list, y: list, is_fixed: list, start: int, room: float) -> int:
    """The last place that is seen from `start` through the door; plain numbers, one at a time."""
    reach, low, high = start + 1, -np.inf, np.inf
    for i in range(start + 1, len(x)):
        step, climb = x[i] - x[start], y[i] - y[start]
        if step > 0:
            slope, width = climb / step, room / step
            if low <= slope <= high:
                reach = i
            if slope - width > low:
                low = slope - width
            if slope + width < high:
                high = slope + width
        else:
            reach = i  # the same point, to rounding
        if low > high or is_fixed[i]:
            break
    return reach


def _candidates(along, fixed) -> NDArray[np.intp]:
    """Corners of the curve at a fine spacing: what is left out lies within 0.36 FINE of it."""
    last = np.flatnonzero(np.diff(np.floor(along / FINE)) != 0)
    return np.unique(np.concatenate((last, last + 1, fixed)))
