"""How many labelled rows it takes to show that a model is cheaper than another by a given amount.

Never at the difference that the rows happen to show: its power says no more than its p.
"""

from dataclasses import dataclass
from math import ceil
from statistics import NormalDist

import numpy as np

from costdash.core.analysis.analysis import Analysis
from costdash.core.choose.decision import Call
from costdash.core.compare.option_costs import OptionCosts, option_costs
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.resample.cluster_bootstrap import cluster_codes
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Floats


@dataclass(frozen=True, slots=True)
class RowsToDetect:
    """Rows that show a difference of `effect` per case with the wanted power.

    rows, of which positives: in the file's mix. best_positives, best_negatives: as many of each
    class as make the total least; None for clusters, which hold both classes. power_now: of the
    rows that there are.
    """

    effect: float
    rows: int
    positives: int
    best_positives: int | None
    best_negatives: int | None
    power_now: float


def rows_to_detect_pair(
    predictions: Predictions,
    analysis: Analysis,
    point: OperatingPoint,
    pair: tuple[str, str],
    effect: float,
    power: float,
) -> RowsToDetect | None:
    """The rows that show that one of two models is cheaper by this share of the dearer's cost.

    Each model at its cheapest threshold, which is taken as given. None if both make the same
    calls, and for two confusion matrices, which have cases of their own.
    """
    calls = [analysis.call_of(point, name, 0) for name in pair]
    rows = predictions.evaluation_part
    if not {*pair} <= rows.scores.keys():
        return None
    thresholds = {
        call.model: np.array([call.threshold])
        for call in calls
        if call.call == "some" and call.model is not None and call.threshold is not None
    }
    costs = option_costs(rows, thresholds, point, analysis.estimated(point))
    places = [_place(call, [*thresholds]) for call in calls]
    return rows_to_detect(
        costs,
        (places[0], places[1]),
        _sizes(rows),
        effect * max(call.expected_cost for call in calls),
        level=analysis.level,
        power=power,
        clustered=cluster_codes(rows) is not None,
    )


def _place(call: Call, names: list[str]) -> int:
    """The place of a call among the options."""
    return 2 + names.index(call.model) if call.model in names else int(call.call == "all")


def _sizes(rows: Predictions) -> tuple[int, int]:
    """Negative and positive rows."""
    times = np.ones(rows.rows, dtype=np.int64) if rows.times is None else rows.times
    positives = int(times[rows.is_positive].sum())
    return int(times.sum()) - positives, positives


def rows_to_detect(
    costs: OptionCosts,
    pair: tuple[int, int],
    sizes: tuple[int, int],
    effect: float,
    *,
    level: float = 0.95,
    power: float = 0.8,
    clustered: bool = False,
) -> RowsToDetect | None:
    """The rows that it takes for a pair of options.

    Parameters
    ----------
    costs : OptionCosts
        Costs of the options on the rows.
    pair : tuple of int
        The two options.
    sizes : tuple of int
        Negatives and positives of these rows.
    effect : float
        The difference per case to be shown; positive, in the currency of the costs.
    level : float
        Confidence level of the two-sided interval that excludes 0.
    power : float
        Chance that it does, if the true difference is `effect`.
    clustered : bool
        Rows are of clusters: there is no best mix.

    Returns
    -------
    RowsToDetect or None
        None if the two options make the same calls on the rows.

    Raises
    ------
    ValueError
        If effect is not positive, or level or power lies outside (0, 1).

    References
    ----------
    Number of rows by the normal approximation; optimal allocation by Neyman (1934).

    Examples
    --------
    >>> import numpy as np
    >>> from costdash.core.compare.option_costs import OptionCosts
    >>> none = np.zeros((2, 2))
    >>> costs = OptionCosts(np.array([.3, .4]), 1e-4 * np.eye(2), 3e-4 * np.eye(2), none)
    >>> rows_to_detect(costs, (0, 1), (900, 100), .02).rows
    15698
    """
    for name, value in (("level", level), ("power", power)):
        if not 0 < value < 1:
            raise ValueError(f"{name} must lie in (0, 1), got {value}")
    if not effect > 0:
        raise ValueError(f"effect must be positive, got {effect}")
    negatives, positives = sizes
    parts = [_contrast(part, pair) for part in (costs.of_negatives, costs.of_positives)]
    variance = sum(parts) + _contrast(costs.further, pair)
    if variance <= 0:
        return None
    normal = NormalDist()
    z = normal.inv_cdf((1 + level) / 2)
    per_variance = ((z + normal.inv_cdf(power)) / effect) ** 2
    total = negatives + positives
    rows = ceil(per_variance * variance * total)
    roots = [(part * size) ** 0.5 for part, size in zip(parts, sizes)]
    best = [ceil(per_variance * sum(roots) * root) for root in roots]
    return RowsToDetect(
        effect,
        rows,
        round(rows * positives / total),
        None if clustered else best[1],
        None if clustered else best[0],
        1 - normal.cdf(z - effect / variance**0.5),
    )


def _contrast(covariance: Floats, pair: tuple[int, int]) -> float:
    """Variance of the difference of two options."""
    a, b = pair
    return max(0.0, float(covariance[a, a] + covariance[b, b] - 2 * covariance[a, b]))
