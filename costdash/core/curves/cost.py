"""Normalized expected cost, and what is paid when scores are taken as probabilities."""

import numpy as np
from numpy.typing import ArrayLike

from costdash.core.sample.counts import Counts
from costdash.core.types import Floats

# Values of PC(+) from 0 to 1. They are decimals (0.35, not 0.35000000000000003), so that tables
# print them short and a rate that a sample reaches exactly is read exactly.
PCF_GRID = np.arange(101) / 100  # bands and tables
COARSE_PCF_GRID = np.arange(21) / 20  # JSON contract; cross-fitting, which is slow at each value
AVERAGE_PCF_GRID = np.arange(201) / 200  # drawn averages of folds, whose bends are added
FINE_PCF_GRID = np.arange(401) / 400  # drawn costs that jump: cross-fitted and score-driven


def normalized_expected_cost(fpr: ArrayLike, tpr: ArrayLike, pcf: ArrayLike) -> Floats:
    """fpr (1 - pcf) + fnr pcf, any shapes that broadcast. Drummond & Holte (2000), eq. 8."""
    pcf = np.asarray(pcf)
    return np.asarray(fpr) * (1 - pcf) + (1 - np.asarray(tpr)) * pcf


def trivial_cost(pcf: ArrayLike) -> Floats:
    """nec of the better trivial classifier: call none below pcf 1/2, call all above it."""
    return np.minimum(pcf, 1 - np.asarray(pcf))


def score_cut(pcf: ArrayLike, score_prior: float) -> Floats:
    """Where scores that are probabilities at prior `score_prior` should be cut at pcf.

    p0 (1 - pcf) / (p0 (1 - pcf) + (1 - p0) pcf): errata, conventions, last entry.
    """
    calls_less = score_prior * (1 - np.asarray(pcf))
    return calls_less / (calls_less + (1 - score_prior) * np.asarray(pcf))


def score_driven_cost(counts: Counts, pcf: ArrayLike, score_prior: float) -> Floats:
    """nec at pcf of taking the scores at their word; Drummond & Holte (2004), figure 4.

    Raises ValueError unless every score lies in [0, 1] and 0 < score_prior < 1.
    """
    if not 0 < score_prior < 1:
        raise ValueError(f"score_prior must lie in (0, 1), got {score_prior}")
    if not are_probabilities(counts):
        low, high = counts.threshold[-1], counts.threshold[1]
        raise ValueError(f"scores must lie in [0, 1] to be read so, got {low} to {high}")
    at = counts.index(score_cut(pcf, score_prior))
    return normalized_expected_cost(*counts.rates(at), pcf)


def are_probabilities(counts: Counts) -> bool:
    """Whether every score lies in [0, 1]: needed for a probability, but no proof of one."""
    return bool(counts.threshold[-1] >= 0 and counts.threshold[1] <= 1)
