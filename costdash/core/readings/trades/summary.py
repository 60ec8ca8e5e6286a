"""Readings in one number: H-measure, bounded Brier score, log loss, cost of uncalibrated scores."""

import numpy as np
from scipy.special import betainc

from costdash.core.curves.hull import Hull
from costdash.core.readings.probabilities import (
    area_weights,
    hull_edges,
    moved,
    score_edges,
    score_thresholds,
)
from costdash.core.readings.trades.reader import Measure, Reader, Values
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
    beta = default_beta(share) if beta is None else beta
    alarm, missed = _h_weights(hull_edges(hull, share), share, alpha, beta)
    loss = hull.fpr @ alarm + (1 - hull.tpr) @ missed
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


def hand(reader: Reader) -> Values:
    """The H-measure with the parameters of its Beta distribution."""
    share, hull = reader.share, reader.hull
    alpha, beta = 2.0, default_beta(share)
    alarm, missed = _h_weights(hull_edges(hull, share), share, alpha, beta)
    trivial = _trivial_loss(share, alpha, beta)
    value = h_measure(hull, share)
    found = reader.weighted(value, hull.index, -alarm / trivial, -missed / trivial)
    return {"h_measure": {"value": found, "alpha": alpha, "beta": beta}}


def bounded_brier(reader: Reader) -> Values:
    """Mean loss of the scores as probabilities while the threshold probability is in the range.

    The range 0 to 1 gives the Brier score. None without a range, or if a score leaves [0, 1].
    """
    if reader.cost_range is None or not reader.model.is_probability:
        return {"bounded_brier": None}
    low, high = reader.cost_range
    edge = score_edges(reader.counts, reader.score_prior, reader.share).clip(low, high)
    alarm, missed = (one / (high - low) for one in area_weights(edge, reader.share))
    value = float(reader.counts.fpr @ alarm + reader.counts.fnr @ missed)
    found = reader.weighted(value, None, alarm, missed)
    return {"bounded_brier": {"low": low, "high": high, "value": found}}


def log_loss(reader: Reader) -> Values:
    """Mean negative log-likelihood of the scores as probabilities; None if one leaves [0, 1].

    It is infinite if a positive has score 0 or a negative score 1.
    """
    if not reader.model.is_probability:
        return {"log_loss": None}
    counts, share = reader.counts, reader.share
    p = moved(counts.threshold[1:], reader.score_prior, share)
    with np.errstate(divide="ignore"):
        of_found, of_alarm = -np.log(p), -np.log1p(-p)
    found, alarms = np.diff(counts.tpr), np.diff(counts.fpr)
    value = share * (found[found > 0] @ of_found[found > 0])
    value += (1 - share) * (alarms[alarms > 0] @ of_alarm[alarms > 0])
    if not (np.isfinite(of_found).all() and np.isfinite(of_alarm).all()):
        return {"log_loss": Measure(float(value))}
    alarm, missed = np.zeros(counts.fpr.size), np.zeros(counts.fpr.size)
    alarm[1:-1] = (1 - share) * (of_alarm[:-1] - of_alarm[1:])
    missed[1:-1] = share * (of_found[1:] - of_found[:-1])
    return {"log_loss": reader.weighted(float(value), None, alarm, missed)}


def probability_rule(reader: Reader) -> int:
    """The threshold at the operating point if the scores are probabilities, by place."""
    point = reader.point
    t = point.cost_fp / (point.cost_fn + point.cost_fp)
    cut = score_thresholds(t, reader.score_prior, point.prior)
    return int(reader.counts.index(cut))


def as_probabilities(reader: Reader) -> Values:
    """What taking the scores as probabilities costs per case, and how much more than the best rule.

    Both rules are of these rows, at the operating point. None if a score leaves [0, 1].
    """
    if not reader.model.is_probability:
        return {"as_probabilities": None}
    point, index = reader.point, probability_rule(reader)
    found = reader.of_rates(index, point.expected_cost)
    best = point.expected_cost(*map(float, reader.counts.rates(reader.rule)))
    drawn, least = reader.rates(index), reader.rates(reader.rule)
    more = None
    if drawn is not None and least is not None:
        more = point.expected_cost(*drawn) - point.expected_cost(*least)
    return {
        "as_probabilities": {
            "threshold": reader.threshold(index),
            "expected_cost": found,
            "excess_cost": reader.measure(found.value - best, more),
        }
    }
