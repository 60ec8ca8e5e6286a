"""Points that let straight drawing pass for what is not straight, and few lines for many."""

import numpy as np
from numpy.typing import NDArray

from costdash.core.curves.precision_recall import precision_at
from costdash.core.sample.predictions import Floats

DISTANCE = 0.0005  # a PR curve drawn straight is never further than this from the exact one
RATIO = 1.1  # by which recall and fpr may grow from one drawn point to the next


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
