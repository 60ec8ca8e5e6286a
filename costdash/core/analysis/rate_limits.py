"""Limits of the rates of the recommended rule on other rows, such as of the positives found."""

from dataclasses import dataclass

import numpy as np
from scipy.special import betaincinv

from costdash.core.analysis.analysis import Analysis
from costdash.core.choose.decision import Call
from costdash.core.folds.crossfit import CrossFit
from costdash.core.resample.percentiles import percentile_interval
from costdash.core.types import Interval


@dataclass(frozen=True, slots=True)
class RateLimits:
    """Limits of fpr and tpr, each by itself at this level."""

    fpr: Interval
    tpr: Interval
    level: float


def rate_limits(analysis: Analysis, call: Call, pcf: float, level: float) -> RateLimits | None:
    """Limits of the true rates of a rule of least cost, chosen at pcf.

    Cross-fitted, they are limits around the cross-fitted rates, whose errors include that the
    threshold is chosen anew on other rows; they are extended to the rule's rates on the rows. With
    a hold-out they are percentiles over bootstrap samples of the evaluation part.

    Parameters
    ----------
    analysis : Analysis
        The analysis that made the decision.
    call : Call
        The recommended rule.
    pcf : float
        PC(+) of the decision, in (0, 1).
    level : float
        Confidence level, in (0, 1).

    Returns
    -------
    RateLimits or None
        None for flagging none or all, for costs that differ from case to case, for thresholds that
        are evaluated on the rows that chose them, and for too few rows.
    """
    if call.call != "some" or call.model is None or analysis.costs is not None:
        return None
    if analysis.crossfits is not None:
        if not call.allowance:  # a threshold that is not chosen, such as one of a hidden model
            return None
        return _cross_fitted_limits(analysis.crossfits.of([call.model]), call, pcf, level)
    if analysis.hold_out is None:
        return None
    model = analysis.models[call.model]
    at = np.flatnonzero(model.hull.index == call.index)
    if model.bands is None or not at.size:
        return None
    fpr, tpr = (
        percentile_interval(drawn[:, at[0]], rate, level)
        for drawn, rate in zip((model.bands.vertex_fpr, model.bands.vertex_tpr), call.rates)
    )
    return RateLimits(fpr, tpr, level)


def _cross_fitted_limits(fit: CrossFit, call: Call, pcf: float, level: float) -> RateLimits:
    fpr, tpr = (
        _holding(printed, _beta_limits(rate, variance, level))
        for printed, rate, variance in zip(call.rates, *fit.rates_with_variance(pcf))
    )
    return RateLimits(fpr, tpr, level)


def _holding(rate: float, limits: Interval) -> Interval:
    low, high = limits
    return min(low, rate), max(high, rate)


def _beta_limits(rate: float, variance: float, level: float) -> Interval:
    """Jeffreys' limits of a rate, of as many rows as have its variance.

    Korn & Graubard (1998), section 2.
    """
    if not variance:
        return rate, rate
    spread = rate * (1 - rate)
    # Beta(rate n + 1/2, (1 - rate) n + 1/2) has the variance spread / n, roughly.
    n = max(spread / variance, 1.0) if spread else 1 / variance**0.5
    a, b = rate * n + 0.5, (1 - rate) * n + 0.5
    tail = (1 - level) / 2
    return float(betaincinv(a, b, tail)), float(betaincinv(a, b, 1 - tail))
