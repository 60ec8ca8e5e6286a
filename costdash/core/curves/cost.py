"""Normalized expected cost (nec) of rates, of the trivial classifiers and of scores as they are."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from costdash.core.sample.counts import Counts
from costdash.core.types import Floats

# A pcf and a tie, or a cut and a score, that are equal may differ by rounding; the scripts of the
# page do the same.
BELOW = 1 - 4 * float(np.finfo(float).eps)

# Values of PC(+) from 0 to 1. They are decimals (0.35, not 0.35000000000000003), so that tables
# print them short and a rate that a sample reaches exactly is read exactly.
PCF_GRID = np.arange(101) / 100  # bands and tables
COARSE_PCF_GRID = np.arange(21) / 20  # JSON contract; cross-fitting, which is slow at each value
AVERAGE_PCF_GRID = np.arange(201) / 200  # drawn averages of folds, whose bends are added
FINE_PCF_GRID = np.arange(401) / 400  # drawn costs that jump: cross-fitted and score-driven
_TAIL = 1 / (1 + np.exp(np.linspace(3, 14, 89)))  # equal steps of log-odds, from about 0.05
WIDE_PCF_GRID = np.union1d(FINE_PCF_GRID, (_TAIL, 1 - _TAIL))  # drawn along the log-odds


def normalized_expected_cost(fpr: ArrayLike, tpr: ArrayLike, pcf: ArrayLike) -> Floats:
    """Return fpr (1 - pcf) + fnr pcf, the expected cost in units of the worst possible cost.

    Parameters
    ----------
    fpr, tpr : array_like
        False and true positive rates.
    pcf : array_like
        Probability cost PC(+). The shapes of all three must broadcast.

    Returns
    -------
    ndarray
        nec in [0, 1], in the broadcast shape.

    References
    ----------
    Drummond & Holte (2000), equation 8.

    Examples
    --------
    >>> normalized_expected_cost(fpr=0.0, tpr=0.75, pcf=[0.0, 0.5, 1.0])
    array([0.   , 0.125, 0.25 ])
    """
    pcf = np.asarray(pcf)
    return np.asarray(fpr) * (1 - pcf) + (1 - np.asarray(tpr)) * pcf


def trivial_cost(pcf: ArrayLike) -> Floats:
    """Return the nec of the better trivial classifier: "call none" up to pcf 1/2, then "call all".

    Parameters
    ----------
    pcf : array_like
        Probability cost PC(+), any shape.

    Returns
    -------
    ndarray
        min(pcf, 1 - pcf), in the shape of `pcf`.

    References
    ----------
    Drummond & Holte (2000), section 2.2.

    Examples
    --------
    >>> trivial_cost([0.0, 0.25, 0.5, 1.0])
    array([0.  , 0.25, 0.5 , 0.  ])
    """
    return np.minimum(pcf, 1 - np.asarray(pcf))


def score_cut(pcf: ArrayLike, score_prior: float) -> Floats:
    """Return the threshold that is optimal at pcf if the scores are calibrated probabilities.

    It is p0 (1 - pcf) / (p0 (1 - pcf) + (1 - p0) pcf) with p0 the `score_prior`.

    Parameters
    ----------
    pcf : array_like
        Probability cost PC(+), any shape.
    score_prior : float
        Prior at which the scores are probabilities, in (0, 1).

    Returns
    -------
    ndarray
        Thresholds in [0, 1], in the shape of `pcf`.

    References
    ----------
    docs/numbers/errata.md, conventions, last entry.

    Examples
    --------
    >>> score_cut([0.25, 0.5], score_prior=0.5)
    array([0.75, 0.5 ])
    """
    weight_fp = score_prior * (1 - np.asarray(pcf))
    return weight_fp / (weight_fp + (1 - score_prior) * np.asarray(pcf))


def rule_from(counts: Counts, cut: ArrayLike) -> NDArray[np.intp]:
    """Index of the rule that flags scores from a computed cut up, any shape.

    A score that equals the cut up to rounding is flagged: priors and costs may give a cut that is
    an ulp above the score that it stands for.
    """
    return counts.index(np.asarray(cut) * BELOW)


def score_driven_rule(counts: Counts, pcf: ArrayLike, score_prior: float) -> NDArray[np.intp]:
    """Index of the rule that `score_cut` gives, any shape; both pcf and cut up to rounding."""
    return rule_from(counts, score_cut(np.minimum(np.asarray(pcf) / BELOW, 1), score_prior))


def score_driven_cost(counts: Counts, pcf: ArrayLike, score_prior: float) -> Floats:
    """Return the nec of thresholds derived from the scores as if they were probabilities.

    Parameters
    ----------
    counts : Counts
        Counts of a model whose scores all lie in [0, 1].
    pcf : array_like
        Probability cost PC(+), any shape.
    score_prior : float
        Prior at which the scores are probabilities, in (0, 1).

    Returns
    -------
    ndarray
        nec in the shape of `pcf`; never below the cost of the hull.

    Raises
    ------
    ValueError
        If a score lies outside [0, 1], or `score_prior` outside (0, 1).

    References
    ----------
    Drummond & Holte (2004), figure 4.

    Examples
    --------
    >>> from costdash.core import count
    >>> rf = count([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.7, 0.5, 0.1])
    >>> score_driven_cost(rf, [0.25, 0.5], score_prior=0.5).round(3)
    array([0.083, 0.5  ])
    """
    if not 0 < score_prior < 1:
        raise ValueError(f"score_prior must lie in (0, 1), got {score_prior}")
    if not are_probabilities(counts):
        low, high = counts.threshold[-1], counts.threshold[1]
        raise ValueError(f"scores must lie in [0, 1] to be probabilities, got {low} to {high}")
    fpr, tpr = counts.rates(score_driven_rule(counts, pcf, score_prior))
    return normalized_expected_cost(fpr, tpr, pcf)


def are_probabilities(counts: Counts) -> bool:
    """Return whether every score lies in [0, 1], which probabilities need but which proves nothing.

    Parameters
    ----------
    counts : Counts
        Counts of one model.

    Returns
    -------
    bool
        True if all scores lie in [0, 1].

    Examples
    --------
    >>> from costdash.core import count
    >>> are_probabilities(count([1, 0], [0.9, 0.1])), are_probabilities(count([1, 0], [3, -2]))
    (True, False)
    """
    return bool(counts.threshold[-1] >= 0 and counts.threshold[1] <= 1)
