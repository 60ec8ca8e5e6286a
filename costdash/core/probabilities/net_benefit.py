"""Net benefit, loss and PC(+) at a threshold probability: the cost curve on other axes.

A threshold probability t says that a false alarm costs t / (1 - t) missed positives. So t and a
prior fix PC(+), and a rule's net benefit is the prior less its expected cost, in units of the
cost of a missed positive. Millard & Flach (2025).
"""

import numpy as np
from numpy.typing import ArrayLike

from costdash.core.curves.cost import score_cut
from costdash.core.types import Floats


def pcf_of_threshold_probability(threshold_probability: ArrayLike, prior: float) -> Floats:
    """Return the PC(+) that a threshold probability stands for.

    Parameters
    ----------
    threshold_probability : array_like
        Threshold probabilities t in [0, 1], any shape.
    prior : float
        Share of positives where the model is used, in (0, 1).

    Returns
    -------
    ndarray
        prior (1 - t) / (prior (1 - t) + (1 - prior) t). It falls from 1 to 0 as t rises, and the
        same formula leads back from PC(+) to t.

    Raises
    ------
    ValueError
        If the prior lies outside (0, 1) or a threshold probability outside [0, 1].

    References
    ----------
    Vickers & Elkin (2006). Millard & Flach (2025).

    Examples
    --------
    >>> pcf_of_threshold_probability([0.1, 0.5], prior=0.1).round(3)
    array([0.5, 0.1])
    """
    _check(threshold_probability, prior)
    return score_cut(threshold_probability, prior)


def net_benefit(
    fpr: ArrayLike, tpr: ArrayLike, threshold_probability: ArrayLike, prior: float
) -> Floats:
    """Return tpr prior - fpr (1 - prior) t / (1 - t): true positives per case, net of false alarms.

    Parameters
    ----------
    fpr, tpr : array_like
        False and true positive rates of the rules.
    threshold_probability : array_like
        Threshold probabilities t in [0, 1). The shapes of all three must broadcast.
    prior : float
        Share of positives where the rules are used, in (0, 1).

    Returns
    -------
    ndarray
        Net benefit per case, in the broadcast shape. It equals the prior less the expected cost,
        where a missed positive costs 1 and a false alarm t / (1 - t). Flagging none has 0.

    Raises
    ------
    ValueError
        If the prior lies outside (0, 1) or a threshold probability outside [0, 1).

    References
    ----------
    Vickers & Elkin (2006).

    Examples
    --------
    >>> net_benefit(fpr=[0.0, 0.25, 1.0], tpr=[0.0, 0.8, 1.0], threshold_probability=0.2, prior=0.1)
    array([ 0.     ,  0.02375, -0.125  ])
    """
    _check(threshold_probability, prior)
    t = np.asarray(threshold_probability, float)
    if (t == 1).any():
        raise ValueError("threshold probability must be below 1 for a net benefit, got 1")
    odds = t / (1 - t)
    return np.asarray(tpr) * prior - np.asarray(fpr) * (1 - prior) * odds


def _check(threshold_probability: ArrayLike, prior: float) -> None:
    if not 0 < prior < 1:
        raise ValueError(f"prior must lie in (0, 1), got {prior}")
    t = np.asarray(threshold_probability, float)
    if outside := t[~((t >= 0) & (t <= 1))].tolist():
        raise ValueError(f"threshold probability must lie in [0, 1], got {outside[0]}")
