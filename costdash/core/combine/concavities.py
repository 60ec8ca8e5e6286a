"""Concavities of a ROC curve: where they are, and their repair by reversing the order inside."""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from costdash.core.curves.hull import convex_hull
from costdash.core.folds.folds import random_divisions
from costdash.core.sample.counts import Counts, count
from costdash.core.sample.predictions import Predictions
from costdash.core.sample.split import codes_of
from costdash.core.types import Floats


@dataclass(frozen=True, slots=True)
class Concavity:
    """Thresholds of a model between which its curve dips below its hull.

    start, end: scores of the hull's neighbouring vertices, strict and lax. The thresholds between
    them, from `top` on, lie below the hull, the deepest at `threshold`. depth: its distance below
    the hull's edge, in tpr. repaired: (fpr, tpr) of the deepest point after the repair.
    """

    start: float
    top: float
    threshold: float
    end: float
    depth: float
    repaired: tuple[float, float]


def concavities(counts: Counts) -> list[Concavity]:
    """Find where a ROC curve lies below its convex hull, the deepest first.

    Parameters
    ----------
    counts : Counts
        Counts of one model.

    Returns
    -------
    list of Concavity
        One for each edge of the hull with thresholds below it.

    References
    ----------
    Fawcett (2004), section 7.4.2 with erratum 16 corrected: the repair reflects a point B in the
    midpoint of the edge from A to C, B' = A + C - B. Flach & Wu (2003).

    Examples
    --------
    >>> tp, fp = np.array([0, 6, 9, 18, 20]), np.array([0, 2, 8, 12, 20])
    >>> counts = Counts(np.array([np.inf, 3, 2, 1, 0]), tp, fp)
    >>> [dip] = concavities(counts)
    >>> dip.threshold, [round(x, 3) for x in dip.repaired]
    (2.0, [0.3, 0.75])
    """
    hull, fpr, tpr = convex_hull(counts), counts.fpr, counts.tpr
    dips = []
    for a, c in zip(hull.index[:-1], hull.index[1:], strict=True):
        inner = np.arange(a + 1, c)
        inner = inner[(counts.tp[inner] > counts.tp[a]) | (counts.fp[inner] > counts.fp[a])]
        run = fpr[c] - fpr[a]
        if not inner.size or run <= 0:
            continue
        edge = tpr[a] + (tpr[c] - tpr[a]) * (fpr[inner] - fpr[a]) / run
        depth = edge - tpr[inner]
        at = int(depth.argmax())
        if depth[at] > 1e-12:
            b = inner[at]
            repaired = float(fpr[a] + fpr[c] - fpr[b]), float(tpr[a] + tpr[c] - tpr[b])
            start, top, middle, end = (float(counts.threshold[i]) for i in (a, inner[0], b, c))
            dips.append(Concavity(start, top, middle, end, float(depth[at]), repaired))
    return sorted(dips, key=lambda dip: -dip.depth)


def repaired_scores(score: Floats, concavity: Concavity) -> Floats:
    """Scores (n,) with the order inside a concavity reversed; all others stay.

    Parameters
    ----------
    score : ndarray, shape (n,)
        Scores of the model, also of other rows than the concavity was found on.
    concavity : Concavity
        One of `concavities`.

    Returns
    -------
    ndarray, shape (n,)
        Rows with end <= score < start are mirrored between `end` and `top`.

    References
    ----------
    Flach & Wu (2003).

    Examples
    --------
    >>> concavity = Concavity(3.0, 2.0, 2.0, 1.0, 0.1, (0.3, 0.75))
    >>> repaired_scores(np.array([4.0, 3.0, 2.0, 1.0, 0.5]), concavity).tolist()
    [4.0, 3.0, 1.0, 2.0, 0.5]
    """
    repaired = np.array(score, dtype=np.float64)
    inside = (repaired < concavity.start) & (repaired >= concavity.end)
    mirrored = concavity.top + concavity.end - repaired[inside]
    repaired[inside] = mirrored.clip(concavity.end, concavity.top)
    return repaired


def with_ties(score: Floats, repaired: Floats) -> Floats:
    """Repaired scores (n,), with mirrored ones that only rounding sets apart made equal.

    Sums and differences of the scores of several folds differ in their last bits, which would
    order rows by noise. A mirrored score within rounding of a score that stays becomes that, and
    mirrored scores within rounding of each other become the least of them.
    """
    mirrored = np.isfinite(repaired) & (repaired != score)
    if not mirrored.any():
        return repaired
    tied, rounding = repaired.copy(), 4 * np.spacing(np.abs(repaired[mirrored]).max())
    values, place = np.unique(repaired[mirrored], return_inverse=True)
    start = np.append(True, np.diff(values) > rounding)
    least = values[start][np.cumsum(start) - 1]
    stays = np.unique(repaired[np.isfinite(repaired) & ~mirrored])
    if stays.size:
        after = np.searchsorted(stays, least).clip(0, stays.size - 1)
        for neighbour in (stays[after], stays[np.maximum(after - 1, 0)]):
            least = np.where(np.abs(neighbour - least) <= rounding, neighbour, least)
    tied[mirrored] = least[place]
    return tied


def repaired_model(predictions: Predictions, name: str, rng: Generator) -> Floats:
    """Scores (n,) of a model whose deepest concavity is repaired, cross-fitted.

    Parameters
    ----------
    predictions : Predictions
        n rows. Their folds are used; without folds, 10 stratified folds are made.
    name : str
        The model.
    rng : Generator
        Source of the folds.

    Returns
    -------
    ndarray, shape (n,)
        In each fold the concavity is that of all other folds, so that the repaired model is judged
        on rows that did not choose it. Add it to `Predictions.scores`.

    References
    ----------
    Fawcett (2004), sections 7.4.2 and 7.4.5.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> rows = Predictions(is_positive=np.arange(60) % 3 == 0, scores={"m": rng.normal(size=60)})
    >>> repaired_model(rows, "m", rng).shape
    (60,)
    """
    score, label, weight = predictions.scores[name], predictions.is_positive, predictions.mass
    if predictions.fold is None:
        (fold,) = random_divisions(predictions, rng)
    else:
        fold = codes_of(predictions.fold)
    repaired = np.array(score, dtype=np.float64)
    for code in range(int(fold.max()) + 1):
        inside, outside = fold == code, fold != code
        labels = label[outside]
        if labels.all() or not labels.any():
            continue
        mass = None if weight is None else weight[outside]
        dips = concavities(count(labels, score[outside], mass))
        if dips:
            repaired[inside] = repaired_scores(score[inside], dips[0])
    return with_ties(score, repaired)
