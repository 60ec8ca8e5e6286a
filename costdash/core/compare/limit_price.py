"""The rule within a limit against another rule, with limits: against the rule of least cost, which
is what the limit costs, and against today's rule.
"""

from collections.abc import Sequence
from statistics import NormalDist

import numpy as np

from costdash.core.analysis.analysis import Analysis
from costdash.core.analysis.calls import call_of_single, choice_by, variance_of_limit
from costdash.core.analysis.review import is_same_rule
from costdash.core.choose.criteria import LimitedCost
from costdash.core.choose.decision import Call
from costdash.core.compare.cross_fitted_difference import few_clusters_differ, least_error
from costdash.core.compare.expected_regret import (
    Saving,
    _called_rows,
    _estimation_variance,
    _rates,
    saving_over,
)
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.folds.condition_covariance import RATES, influences
from costdash.core.resample.cluster_bootstrap import effective_units
from costdash.core.sample.predictions import Predictions


def limit_price(
    predictions: Predictions, analysis: Analysis, criterion: LimitedCost, names: Sequence[str]
) -> Saving | None:
    """Cost per case of the rule within a limit less that of the rule without it, with limits.

    Both rules are judged on the same rows. The limits are normal: the variance is that of the
    difference of two fixed rules, and of what bootstrap samples choose, with the limit and without
    it. None where a rule is a confusion matrix, of which no row is known.
    """
    point, rows = criterion.point, predictions.evaluation_part
    choice = choice_by(criterion, analysis, names)
    if choice.least_cost_of:
        return Saving(0.0, 0.0, 0.0)
    within = call_of_single(analysis, point, choice)
    without = analysis.decide(point, names, 0).best
    if _is_matrix(rows, within, without):
        return None
    variance = variance_of_limit(criterion, analysis, names)
    return _saving(rows, analysis, point, (without, within), variance)


def saving_within(
    predictions: Predictions,
    analysis: Analysis,
    criterion: LimitedCost,
    today: Call,
    names: Sequence[str],
) -> Saving | None:
    """Saving per case of the rule within a limit over today's rule, with limits.

    As `limit_price`, but today's rule is not chosen. None where a rule is a confusion matrix.
    """
    point, rows = criterion.point, predictions.evaluation_part
    choice = choice_by(criterion, analysis, names)
    if choice.least_cost_of:
        return saving_over(predictions, analysis, analysis.decide(point, names, 0), today, names)
    within = call_of_single(analysis, point, choice)
    if is_same_rule(today, within):
        return Saving(0.0, 0.0, 0.0)
    if _is_matrix(rows, within, today):
        return None
    variance = variance_of_limit(criterion, analysis, names, fixed=True)
    return _saving(rows, analysis, point, (within, today), variance)


def _is_matrix(rows: Predictions, *rules: Call) -> bool:
    """Whether one of the rules is a confusion matrix, of which no row is known."""
    return bool({rule.model for rule in rules} & set(rows.confusions))


def _saving(
    rows: Predictions,
    analysis: Analysis,
    point: OperatingPoint,
    rules: tuple[Call, Call],
    of_choosing: float,
) -> Saving:
    """Saving per case of the first rule over the second; of_choosing: variance because rules are
    chosen.
    """
    first, second = rules
    value = second.expected_cost - first.expected_cost
    variance = _paired_variance(rows, point, first, second) + of_choosing
    variance += _estimation_variance(rows, analysis, point, first, second)
    half = NormalDist().inv_cdf((1 + analysis.level) / 2) * max(0.0, variance) ** 0.5
    return Saving(value, value - half, value + half)


def _paired_variance(rows: Predictions, point: OperatingPoint, first: Call, second: Call) -> float:
    """Variance of the difference of the costs of two fixed rules on the same rows.

    Where hardly any row tells them apart, it is that of `least_error`.
    """
    slope = np.array([(1 - point.prior) * point.cost_fp, -point.prior * point.cost_fn])
    called = [_called_rows(rows, call) for call in (first, second)]
    each, other = (influences(rows, some)[:, RATES] @ slope for some in called)
    variance = float((each - other) @ (each - other))
    if rows.cluster is not None and not few_clusters_differ(rows, *called):
        return variance
    rates = _rates(first), _rates(second)
    floor = least_error(rates, np.array([point.pcf]), effective_units(rows))
    return max(variance, (point.scale * float(floor[0])) ** 2)
