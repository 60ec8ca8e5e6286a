"""Scores as probabilities: moved to another prior, and the areas that are Brier scores.

Along the threshold probability, the loss of the trivial classifiers, of the lower envelope and of
the scores as they are enclose areas: the uncertainty, the Brier score after pooling adjacent
violators, and the Brier score. Millard & Flach (2025).
"""

import numpy as np
from numpy.typing import ArrayLike

from costdash.core.curves.cost import are_probabilities, score_cut
from costdash.core.curves.hull import Hull
from costdash.core.sample.counts import Counts
from costdash.core.types import Floats


def moved(probability: ArrayLike, from_prior: float, to_prior: float) -> Floats:
    """Return probabilities of one prior at another prior, by Bayes' rule.

    Parameters
    ----------
    probability : array_like
        Probabilities of the positive class, any shape.
    from_prior, to_prior : float
        Share of positives where they were made, and where they are used, in (0, 1).

    Returns
    -------
    ndarray
        The odds are multiplied by the ratio of the priors' odds; 0 and 1 stay.

    Raises
    ------
    ValueError
        If a prior lies outside (0, 1).

    References
    ----------
    Elkan (2001), theorem 2. Saerens, Latinne & Decaestecker (2002).

    Examples
    --------
    >>> moved([0.0, 0.5, 0.9, 1.0], from_prior=0.5, to_prior=0.1)
    array([0. , 0.1, 0.5, 1. ])
    """
    for prior in (from_prior, to_prior):
        if not 0 < prior < 1:
            raise ValueError(f"prior must lie in (0, 1), got {prior}")
    p = np.array(probability, float)
    if from_prior == to_prior:
        return p
    up, down = to_prior / from_prior, (1 - to_prior) / (1 - from_prior)
    return p * up / (p * up + (1 - p) * down)


def score_thresholds(threshold_probability: ArrayLike, score_prior: float, prior: float) -> Floats:
    """The scores at which probabilities made at `score_prior` reach t at `prior`."""
    return moved(threshold_probability, prior, score_prior)


def check_probabilities(counts: Counts) -> None:
    """Raises ValueError unless every score lies in [0, 1]."""
    if not are_probabilities(counts):
        low, high = counts.threshold[-1], counts.threshold[1]
        raise ValueError(f"scores must lie in [0, 1] to be probabilities, got {low} to {high}")


def score_edges(counts: Counts, score_prior: float, prior: float) -> Floats:
    """Threshold probabilities (k + 2,) between which each of the k + 1 rules is used.

    Rule i is used from edge[i + 1] to edge[i] if the scores, made at `score_prior`, are taken as
    probabilities at `prior`.
    """
    scores = moved(counts.threshold[1:], score_prior, prior)
    return np.concatenate(([1.0], scores, [0.0]))


def hull_edges(hull: Hull, prior: float) -> Floats:
    """Threshold probabilities (h + 1,) between which each of the hull's h vertices is best."""
    return np.concatenate(([1.0], score_cut(hull.tie, prior), [0.0]))


def area_weights(edge: Floats, prior: float) -> tuple[Floats, Floats]:
    """Weights of fpr and of fnr (m,) in the area under the Brier loss, for edges (m + 1,)."""
    alarm = (1 - prior) * (edge[:-1] ** 2 - edge[1:] ** 2)
    missed = prior * ((1 - edge[1:]) ** 2 - (1 - edge[:-1]) ** 2)
    return alarm, missed


def loss_area(edge: Floats, fpr: Floats, fnr: Floats, prior: float) -> float:
    """Area under the Brier loss of the rules (m,) that are used between the edges (m + 1,)."""
    alarm, missed = area_weights(edge, prior)
    return float(fpr @ alarm + fnr @ missed)
