"""The few thresholds that draw a curve as well as all of them do.

Points that let straight drawing pass for what is not straight, and few lines for many.
"""

import numpy as np
from numpy.typing import NDArray

from costdash.core.curves.precision_recall import precision_at
from costdash.core.sample.counts import Counts
from costdash.core.types import Floats

DISTANCE = 0.0005  # a drawn curve is never further than this from the exact one
STRICT = 0.01  # below this fpr, where small priors magnify, the bound is relative:
STRICT_STEP = 1.05  # thresholds left out differ from a kept one by at most 5 % of the fpr
FINE = 0.0002  # thresholds closer together than this need not be looked at one by one
RATIO = 1.1  # by which recall and fpr may grow from one drawn point to the next


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


def between(fpr: Floats, tpr: Floats) -> tuple[NDArray[np.intp], Floats, Floats]:
    """Points to add inside the straight segments of a ROC path, so that PR can be drawn straight.

    Returns (after, fpr, tpr): where to insert each point in the path (it follows place `after`)
    and its rates. Precision along a segment is a hyperbola, Davis & Goadrich (2006), at every
    prior. Where both rates grow by at most RATIO the chord is within DISTANCE of it, and so it
    is where recall grows by at most DISTANCE, since both fall or both rise.
    """
    run, rise = np.diff(fpr), np.diff(tpr)
    curved = (rise > DISTANCE) & (run * tpr[:-1] != rise * fpr[:-1])
    at = np.flatnonzero(curved)
    run, rise, start_fpr, start_tpr = run[at], rise[at], fpr[at], tpr[at]
    to_axis = np.divide(start_fpr, run, out=np.full(at.size, np.inf), where=run > 0)
    first = DISTANCE / (2 * (RATIO - 1) * rise)
    origin = np.maximum(np.minimum(start_tpr / rise, to_axis), first)
    growth = np.log1p(1 / origin)
    pieces = np.ceil(growth / np.log(RATIO)).astype(int)
    which = np.repeat(np.arange(at.size), pieces - 1)
    step = np.arange(which.size) - (np.cumsum(pieces - 1) - (pieces - 1))[which] + 1
    share = origin[which] * np.expm1(growth[which] * step / pieces[which])
    return at[which], start_fpr[which] + share * run[which], start_tpr[which] + share * rise[which]


def precision_recall_path(fpr: Floats, tpr: Floats, prior: float) -> tuple[Floats, Floats]:
    """Recall and precision at `prior` along a ROC path, to be joined by straight lines.

    At the origin precision is 0/0; the first segment's limit stands there, which is the
    precision of the rule that calls a random part of what the first threshold calls.
    """
    after, more_fpr, more_tpr = between(fpr, tpr)
    fpr, tpr = np.insert(fpr, after + 1, more_fpr), np.insert(tpr, after + 1, more_tpr)
    precision = precision_at(fpr, tpr, prior)
    if fpr[0] == tpr[0] == 0:
        precision[0] = precision[1]
    return tpr, precision


def spread(fpr: Floats, tpr: Floats, always: NDArray[np.intp], n: int) -> NDArray[np.intp]:
    """Places of `always` and of at most `n` other points, evenly along a ROC path."""
    along = np.searchsorted(fpr + tpr, np.linspace(0, 2, n + 2)[1:-1])
    return np.union1d(always, along.clip(0, fpr.size - 1))
