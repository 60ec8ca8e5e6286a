"""How the scores of each class are distributed, on an axis that suits them."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.special import expit, logit

from costdash.core.sample.counts import Counts
from costdash.core.types import Floats

ScoreScale = Literal["linear", "log", "logit"]
BINS = 40
TAIL = 0.005  # share of each class that may lie beyond either end of the axis
WIDE = 20  # from this ratio on, scores (or their distances from 1) are spread over a logarithm


@dataclass(frozen=True, slots=True, eq=False)
class ScoreHistogram:
    """Shares of the positives and of the negatives by score.

    Parameters
    ----------
    scale : {"linear", "log", "logit"}
        On which the edges are evenly spaced.
    edges : ndarray, shape (m + 1,)
        Rising scores. Bin i holds edges[i] <= score < edges[i + 1]; the first and the last bin
        also hold all scores beyond them.
    positives, negatives : ndarray, shape (m,)
        Shares of the class in each bin; each adds up to 1.
    beyond : float
        The larger of the shares of both classes that lie beyond the edges.
    """

    scale: ScoreScale
    edges: Floats
    positives: Floats
    negatives: Floats
    beyond: float


def score_histogram(counts: Counts, bins: int = BINS) -> ScoreHistogram:
    """Bin the scores of both classes between the outer quantiles of either class.

    A few extreme scores therefore do not squeeze the others into one bin.

    >>> counts = Counts(np.array([np.inf, 0.9, 0.6, 0.1]), np.array([0, 2, 2, 2]),
    ...                 np.array([0, 0, 1, 4]))
    >>> histogram = score_histogram(counts, bins=2)
    >>> histogram.edges, histogram.positives, histogram.negatives
    (array([0.1, 0.5, 0.9]), array([0., 1.]), array([0.75, 0.25]))
    """
    score = counts.threshold[1:]
    weights = [np.diff(called) / called[-1] for called in (counts.tp, counts.fp)]
    low, high = _ends(score, counts)
    scale = _scale(low, high)
    edges = _edges(low, high, scale, bins)
    place = np.searchsorted(edges[1:-1], score, side="right")
    positives, negatives = (np.bincount(place, weight, bins).astype(float) for weight in weights)
    outside = (score < low) | (score > high)
    beyond = max(float(weight[outside].sum()) for weight in weights)
    return ScoreHistogram(scale, edges, positives, negatives, beyond)


def _ends(score: Floats, counts: Counts) -> tuple[float, float]:
    """The outer quantiles of the class that reaches further on each side."""
    highs, lows = [], []
    for called in (counts.tp, counts.fp):
        share = called[1:] / called[-1]
        highs.append(score[np.searchsorted(share, TAIL, side="right")])
        lows.append(score[np.searchsorted(share, 1 - TAIL)])
    return float(min(lows)), float(max(highs))


def _scale(low: float, high: float) -> ScoreScale:
    if not (low > 0 and high / low > WIDE):
        return "linear"
    return "logit" if high < 1 and (1 - low) / (1 - high) > WIDE else "log"


def _edges(low: float, high: float, scale: ScoreScale, bins: int) -> Floats:
    share = np.linspace(0, 1, bins + 1)
    if low == high:
        half = max(abs(low), 1.0) / 2
        return low - half + 2 * half * share
    if scale == "linear":
        edges = low * (1 - share) + high * share
    elif scale == "log":
        edges = np.exp(np.log(low) * (1 - share) + np.log(high) * share)
    else:
        edges = expit(logit(low) * (1 - share) + logit(high) * share)
    edges[0], edges[-1] = low, high
    return np.maximum.accumulate(edges.clip(low, high))
