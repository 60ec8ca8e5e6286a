"""Measures in one number: H-measure, bounded Brier score, log loss, cost of uncalibrated scores."""

import numpy as np
from scipy.special import betainc

from costdash.core.curves.cost import rule_from
from costdash.core.curves.hull import Hull
from costdash.core.measures.measured_model import Estimate, MeasuredModel, Values
from costdash.core.probabilities.scores import (
    area_weights,
    hull_edges,
    moved,
    score_edges,
    score_thresholds,
)
from costdash.core.types import Floats


def h_measure(hull: Hull, share: float, alpha: float = 2.0, beta: float | None = None) -> float:
    """Return Hand's H-measure: the share of the trivial classifiers' loss that a model saves.

    Parameters
    ----------
    hull : Hull
        Convex hull of the model.
    share : float
        Share of positives, in (0, 1).
    alpha, beta : float
        Parameters of the Beta distribution of the threshold probability. By default 2 and
        1 + (1 - share) / share, as in the R package hmeasure; its `severity.ratio` r is alpha = 2,
        beta = 1 + 1 / r. The paper of 2014 proposes alpha = 1 + share, beta = 2 - share. The mode
        of both is `share`.

    Returns
    -------
    float
        0 for a useless model, 1 for a perfect one.

    References
    ----------
    Hand (2009). Hand & Anagnostopoulos (2014), A better Beta for the H measure.

    Examples
    --------
    >>> from costdash.core import convex_hull, count
    >>> h_measure(convex_hull(count([1, 1, 0, 0], [0.9, 0.8, 0.3, 0.1])), share=0.5)
    1.0
    """
    return h_measure_of(hull_edges(hull, share), hull.fpr, hull.tpr, share, alpha, beta)


def h_measure_of(
    edge: Floats,
    fpr: Floats,
    tpr: Floats,
    share: float,
    alpha: float = 2.0,
    beta: float | None = None,
) -> float:
    """`h_measure` of rules (m,) that are used between falling threshold probabilities (m + 1,)."""
    beta = default_beta(share) if beta is None else beta
    alarm, missed = _h_weights(edge, share, alpha, beta)
    loss = fpr @ alarm + (1 - tpr) @ missed
    return float(1 - loss / _trivial_loss(share, alpha, beta))


def default_beta(share: float) -> float:
    """The second parameter that makes the mode of Beta(2, b) the share of positives."""
    return 1 + (1 - share) / share


def _h_weights(edge: Floats, share: float, alpha: float, beta: float) -> tuple[Floats, Floats]:
    """Weights of fpr and fnr of the rules (m,) used between falling edges (m + 1,)."""
    alarms = alpha / (alpha + beta) * betainc(alpha + 1, beta, edge)
    misses = beta / (alpha + beta) * betainc(alpha, beta + 1, edge)
    return (1 - share) * (alarms[:-1] - alarms[1:]), share * (misses[:-1] - misses[1:])


def _trivial_loss(share: float, alpha: float, beta: float) -> float:
    """Loss of the better trivial classifier: none above the threshold probability `share`."""
    alarm, missed = _h_weights(np.array([1.0, share, 0.0]), share, alpha, beta)
    return float(missed[0] + alarm[1])


def hand(measured: MeasuredModel) -> Values:
    """The H-measure with the parameters of its Beta distribution."""
    share, hull = measured.share, measured.hull
    alpha, beta = 2.0, default_beta(share)
    alarm, missed = _h_weights(hull_edges(hull, share), share, alpha, beta)
    trivial = _trivial_loss(share, alpha, beta)
    value = h_measure(hull, share)
    measure = measured.weighted(value, hull.index, -alarm / trivial, -missed / trivial)
    found = {"value": measure, "alpha": alpha, "beta": beta, "cross_fitted": None}
    return {"h_measure": found}


def bounded_brier(measured: MeasuredModel) -> Values:
    """Mean loss of the scores as probabilities while the threshold probability is in the range.

    The range 0 to 1 gives the Brier score. None without a range, or if a score leaves [0, 1].
    """
    if measured.cost_range is None or not measured.model.is_probability:
        return {"bounded_brier": None}
    low, high = measured.cost_range
    edge = score_edges(measured.counts, measured.moved_from, measured.share).clip(low, high)
    alarm, missed = (weight / (high - low) for weight in area_weights(edge, measured.share))
    value = float(measured.counts.fpr @ alarm + measured.counts.fnr @ missed)
    measure = measured.weighted(value, None, alarm, missed)
    return {"bounded_brier": {"low": low, "high": high, "value": measure}}


def log_loss(measured: MeasuredModel) -> Values:
    """Mean negative log-likelihood of the scores as probabilities; None if one leaves [0, 1].

    It is infinite if a positive has score 0 or a negative score 1.
    """
    if not measured.model.is_probability:
        return {"log_loss": None}
    counts, share = measured.counts, measured.share
    p = moved(counts.threshold[1:], measured.moved_from, share)
    with np.errstate(divide="ignore"):
        positive_loss, negative_loss = -np.log(p), -np.log1p(-p)
    positives, alarms = np.diff(counts.tpr), np.diff(counts.fpr)
    value = share * (positives[positives > 0] @ positive_loss[positives > 0])
    value += (1 - share) * (alarms[alarms > 0] @ negative_loss[alarms > 0])
    if not (np.isfinite(positive_loss).all() and np.isfinite(negative_loss).all()):
        return {"log_loss": Estimate(float(value))}
    alarm, missed = np.zeros(counts.fpr.size), np.zeros(counts.fpr.size)
    alarm[1:-1] = (1 - share) * (negative_loss[:-1] - negative_loss[1:])
    missed[1:-1] = share * (positive_loss[1:] - positive_loss[:-1])
    return {"log_loss": measured.weighted(float(value), None, alarm, missed)}


def probability_rule(measured: MeasuredModel) -> int:
    """The threshold at the operating point if the scores are probabilities, by place."""
    point = measured.point
    t = point.cost_fp / (point.cost_fn + point.cost_fp)
    cut = score_thresholds(t, measured.score_prior, point.prior)
    return int(rule_from(measured.counts, cut))


def as_probabilities(measured: MeasuredModel) -> Values:
    """What taking the scores as probabilities costs per case, and how much more than the best rule.

    Both rules are of these rows, at the operating point. None if a score leaves [0, 1].
    """
    if not measured.model.is_probability:
        return {"as_probabilities": None}
    point, index = measured.point, probability_rule(measured)
    cost = measured.of_rates(index, point.expected_cost)
    best = point.expected_cost(*map(float, measured.counts.rates(measured.rule)))
    drawn, least = measured.rates(index), measured.rates(measured.rule)
    more = None
    if drawn is not None and least is not None:
        more = point.expected_cost(*drawn) - point.expected_cost(*least)
    return {
        "as_probabilities": {
            "threshold": measured.threshold(index),
            "expected_cost": cost,
            "excess_cost": measured.estimate(cost.value - best, more),
        }
    }
