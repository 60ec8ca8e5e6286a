"""Measures of ranked lists: the positives found in the top share of cases, and the lift there."""

import numpy as np

from costdash.core.curves.precision_recall import share_called
from costdash.core.measures.measured_model import Estimate, MeasuredModel, Values
from costdash.core.types import Floats

TOP_SHARES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5)


def captured(fpr: Floats, tpr: Floats, prior: float, shares: Floats) -> Floats:
    """Share of the positives (m,) among the top `shares` (m,) of cases, at the prior.

    fpr, tpr (k,) are a ROC curve from (0, 0) to (1, 1). Of equal scores, cases are taken at
    random.

    >>> curve = np.array([0.0, 0.1, 1.0]), np.array([0.0, 0.9, 1.0])
    >>> captured(*curve, prior=0.5, shares=np.array([0.25, 0.5]))
    array([0.45, 0.9 ])
    """
    return np.interp(shares, share_called(fpr, tpr, prior), tpr)


def gains(measured: MeasuredModel) -> Values:
    """Gain, lift and share of positives in the top of the list, at the prior."""
    prior, shares = measured.point.prior, np.array(TOP_SHARES)
    shares_captured = captured(measured.counts.fpr, measured.counts.tpr, prior, shares)
    drawn, replicates = None, measured.replicates
    if replicates is not None:
        retained = captured(*measured.counts.rates(replicates.index), prior, shares)
        fpr, tpr = (
            np.maximum.accumulate(rate, axis=1) for rate in (replicates.fpr, replicates.tpr)
        )
        curves = zip(fpr, tpr)
        drawn = (
            shares_captured
            - retained
            + np.array([captured(*curve, prior, shares) for curve in curves])
        )
        drawn = drawn.clip(0, 1)
    return {
        "gains": [_entry(measured, i, float(shares_captured[i]), drawn) for i in range(shares.size)]
    }


def _entry(measured: MeasuredModel, i: int, value: float, drawn: Floats | None) -> Values:
    """Gain and lift of the top TOP_SHARES[i] of the cases; drawn (b, m): replicates of the gain."""
    share, prior = TOP_SHARES[i], measured.point.prior

    def times(factor: float) -> Estimate:
        return measured.estimate(factor * value, None if drawn is None else factor * drawn[:, i])

    return {
        "share": share,
        "captured": times(1.0),
        "lift": times(1 / share),
        "precision": times(prior / share),
    }
