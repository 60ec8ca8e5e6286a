"""Tied scores: the ROC curve if their positives came first, last, or in random order."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from costdash.core.curves.roc import auc
from costdash.core.sample.counts import Counts
from costdash.core.types import Interval

MOST = 20  # edges that are listed


@dataclass(frozen=True, slots=True)
class TieEdge:
    """A score that positives and negatives share, as a rectangle in ROC space.

    fpr, tpr: from and to. The optimistic edge goes up and then right, by (fpr[0], tpr[1]). The
    pessimistic one goes right and then up, by (fpr[1], tpr[0]). The expected one is the diagonal.
    """

    threshold: float
    fpr: Interval
    tpr: Interval


@dataclass(frozen=True, slots=True)
class Ties:
    """The effect that the order of cases with equal scores could have. Created by `ties`.

    Attributes
    ----------
    auc : tuple of float
        The least and the greatest area under the ROC curve.
    scores : int
        How many distinct scores positives and negatives share.
    edges : tuple of TieEdge
        Those with the largest rectangles, largest first.

    Examples
    --------
    >>> from costdash.core import count
    >>> ties(count([1, 0, 1, 0], [1, 1, 1, 1])).auc
    (0.0, 1.0)
    """

    auc: Interval
    scores: int
    edges: tuple[TieEdge, ...]


def ties(counts: Counts) -> Ties:
    """Find the scores that positives and negatives share, and what their order could change.

    Parameters
    ----------
    counts : Counts
        Counts of one model.

    Returns
    -------
    Ties
        The least and the greatest area under the ROC curve, and the 20 largest edges.

    References
    ----------
    Fawcett (2004), section 4.1 and figure 6.

    Examples
    --------
    >>> from costdash.core import count
    >>> tied = ties(count([1, 1, 0, 1, 0], [2, 1, 1, 1, 0]))
    >>> [round(area, 3) for area in tied.auc], tied.scores
    ([0.667, 1.0], 1)
    >>> [(edge.threshold, edge.fpr[1]) for edge in tied.edges]
    [(1.0, 0.5)]
    """
    fpr, tpr = counts.fpr, counts.tpr
    boxes = np.diff(fpr) * np.diff(tpr)
    shared = _shared(counts)
    largest = shared[np.argsort(-boxes[shared], kind="stable")[:MOST]]
    expected, half = auc(counts), float(boxes.sum()) / 2
    return Ties(
        (max(0.0, expected - half), min(1.0, expected + half)),
        shared.size,
        tuple(
            TieEdge(
                float(counts.threshold[i + 1]),
                (float(fpr[i]), float(fpr[i + 1])),
                (float(tpr[i]), float(tpr[i + 1])),
            )
            for i in largest
        ),
    )


def tie_curves(counts: Counts) -> tuple[Counts, Counts]:
    """The pessimistic and the optimistic curve, with the corner of each shared score added."""
    shared = _shared(counts)
    after = shared + 1

    def curve(tp_at: NDArray[np.intp], fp_at: NDArray[np.intp]) -> Counts:
        return Counts(
            np.insert(counts.threshold, after, counts.threshold[after]),
            np.insert(counts.tp, after, counts.tp[tp_at]),
            np.insert(counts.fp, after, counts.fp[fp_at]),
        )

    return curve(shared, after), curve(after, shared)


def _shared(counts: Counts) -> NDArray[np.intp]:
    """Index before each score that both classes have."""
    return np.flatnonzero((np.diff(counts.tp) > 0) & (np.diff(counts.fp) > 0))
