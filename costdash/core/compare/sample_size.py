"""How many labelled rows it takes to show that a model is cheaper than another by a given amount.

Never at the difference that the rows happen to show: its power says no more than its p.
"""

from dataclasses import dataclass
from math import ceil
from statistics import NormalDist

from costdash.core.compare.option_costs import OptionCosts
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
