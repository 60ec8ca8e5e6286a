"""Deciding case by case by its own costs, beside one threshold for all cases."""

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from costdash.core.analysis.analysis import Analysis
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.probabilities.scores import moved
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Bools, Floats, Interval


@dataclass(frozen=True, slots=True)
class PerCasePolicy:
    """What it costs to flag a case when that has the lower expected cost for the case itself.

    Created by `per_case_policy`. fpr, tpr: shares of cost; in_cases: the same of cases. saving:
    expected cost per case of the model's best single threshold on the same rows, less that of this
    policy, with normal limits.
    """

    fpr: float
    tpr: float
    in_cases: tuple[float, float]
    expected_cost: float
    saving: float
    interval: Interval


def per_case_policy(
    predictions: Predictions,
    analysis: Analysis,
    name: str,
    point: OperatingPoint,
    score_prior: float | None = None,
) -> PerCasePolicy | None:
    """Flag a case if p cost_fn > (1 - p) cost_fp, with its own costs and its score as p.

    Parameters
    ----------
    predictions : Predictions
        Rows with `costs`.
    analysis : Analysis
        Result of `analyse` for these rows.
    name : str
        A model whose scores are probabilities.
    point : OperatingPoint
        Costs in relation to the mean costs of the rows multiply the costs of each case. At another
        prior than `score_prior` the scores are moved by Bayes' rule first.
    score_prior : float, optional
        Share of positives where the scores were made; by default that of the file.

    Returns
    -------
    PerCasePolicy or None
        On the evaluation part of a hold-out, else on all rows; nothing is chosen on them but the
        threshold that it is compared with. None without costs per case, and for scores that are
        no probabilities.

    References
    ----------
    Elkan (2001), section 1. Fawcett (2004), section 7.2.

    Examples
    --------
    >>> from costdash.core import OperatingPoint, Predictions, RowCosts, analyse
    >>> rows = Predictions(
    ...     is_positive=[1, 1, 0, 0],
    ...     scores={"rf": [0.9, 0.2, 0.4, 0.1]},
    ...     costs=RowCosts(fn=[10, 90, 10, 10], fp=[5, 5, 10, 5]),
    ... )
    >>> analysis = analyse(rows)
    >>> point = OperatingPoint(0.5, analysis.costs.mean_fn, analysis.costs.mean_fp)
    >>> policy = per_case_policy(rows, analysis, "rf", point)
    >>> policy.expected_cost, policy.saving
    (0.0, 2.5)
    """
    model, totals = analysis.models[name], analysis.costs
    rows = predictions.evaluation_part
    if totals is None or rows.costs is None or not model.is_probability:
        return None
    scored_at = analysis.file_prevalence if score_prior is None else score_prior
    chance = moved(rows.scores[name], scored_at, point.prior)
    missed = chance * rows.costs.fn * (point.cost_fn / totals.mean_fn)
    alarm = (1 - chance) * rows.costs.fp * (point.cost_fp / totals.mean_fp)
    flagged = missed > alarm
    vertex = int(model.hull.cheapest(point.pcf))
    by_threshold = rows.scores[name] >= model.hull.threshold[vertex]
    mass = rows.mass
    assert mass is not None
    fpr, tpr = _rates(flagged, rows.is_positive, mass)
    weight = np.ones(rows.rows) if rows.weight is None else rows.weight
    other = _rates(by_threshold, rows.is_positive, mass)
    cost = point.expected_cost(fpr, tpr)
    saving = point.expected_cost(*other) - cost
    error = _error(by_threshold.astype(float) - flagged, rows.is_positive, mass, point)
    half = NormalDist().inv_cdf((1 + analysis.level) / 2) * error
    return PerCasePolicy(
        fpr=fpr,
        tpr=tpr,
        in_cases=_rates(flagged, rows.is_positive, weight),
        expected_cost=cost,
        saving=saving,
        interval=(saving - half, saving + half),
    )


def _rates(flagged: Bools, is_positive: Bools, mass: Floats) -> tuple[float, float]:
    """fpr and tpr, weighted by mass."""
    fpr, tpr = (
        float(mass[part & flagged].sum() / mass[part].sum()) for part in (~is_positive, is_positive)
    )
    return fpr, tpr


def _error(more: Floats, is_positive: Bools, mass: Floats, point: OperatingPoint) -> float:
    """Standard error of the saving, a sum of two ratios: more (n,) is 1, 0 or -1.

    Rows are resampled with their amounts; the prior and the costs are known.
    """
    variance = 0.0
    prices = (1 - point.prior) * point.cost_fp, point.prior * point.cost_fn
    for part, price in zip((~is_positive, is_positive), prices, strict=True):
        class_more, share = more[part], mass[part] / mass[part].sum()
        ratio = float((share * class_more).sum())
        variance += price**2 * float((share**2 * (class_more - ratio) ** 2).sum())
    return variance**0.5
