"""How many labelled rows it takes to show that a model is cheaper than another by a given amount.

Never at the difference that the rows happen to show: its power says no more than its p.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from statistics import NormalDist

import numpy as np

from costdash.core.analysis.analysis import Analysis
from costdash.core.choose.decision import Call
from costdash.core.compare.option_costs import OptionCosts, option_costs
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.folds.folded_rows import FoldedRows
from costdash.core.resample.cluster_bootstrap import class_rows, cluster_codes
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Floats

MANY = 10_000  # rows of the rarer class: a threshold fits hardly any of them by chance


@dataclass(frozen=True, slots=True)
class Shown:
    """What rows are to show: a difference per case, with this power.

    effect: positive, in the currency of the costs. level: of the two-sided interval that excludes
    0. power: the chance that it does, if the true difference is `effect`. times: how many times
    the cost of the second option counts.

    Raises ValueError if effect is not positive, or level or power lies outside (0, 1).
    """

    effect: float
    level: float = 0.95
    power: float = 0.8
    times: float = 1.0

    def __post_init__(self) -> None:
        for name in ("level", "power"):
            if not 0 < (value := getattr(self, name)) < 1:
                raise ValueError(f"{name} must lie in (0, 1), got {value}")
        if not self.effect > 0:
            raise ValueError(f"effect must be positive, got {self.effect}")


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


@dataclass(frozen=True, slots=True)
class PairQuestion:
    """What is asked about two models.

    share: of a cost, at least 0. is_margin: whether the first model of equal cost is to be shown to
    cost at most this share of the second's cost more, as `non_inferiority` tests it; else whether
    one of the two is cheaper by this share of the dearer's cost. power: the chance that rows show
    it.
    """

    share: float
    power: float = 0.8
    is_margin: bool = False

    def shown(self, costs: Sequence[float], level: float) -> Shown | None:
        """The difference in costs of the two models; None if there is none to show."""
        if not self.is_margin:
            return Shown(self.share * max(costs), level, self.power)
        amount, limit_level = self.share * costs[1], 2 * level - 1
        if not (amount > 0 and 0 < limit_level < 1):
            return None
        return Shown(amount, limit_level, self.power, times=1 + self.share)


def rows_to_detect_pair(
    predictions: Predictions,
    analysis: Analysis,
    point: OperatingPoint,
    pair: tuple[str, str],
    question: PairQuestion,
) -> RowsToDetect | None:
    """The rows that answer a question about two models.

    Each model at its cheapest threshold, which is taken as given. With cross-fits the variance is
    that of calls whose thresholds other folds chose: the rows that choose a threshold are missed
    more rarely than others, so that their own variance asks for too few rows. None if both make
    the same calls, and for a confusion matrix, which has cases of its own.
    """
    calls = [analysis.call_of(point, name, 0) for name in pair]
    shown = question.shown([call.expected_cost for call in calls], analysis.level)
    rows = predictions.evaluation_part
    if shown is None or not all(call.model in (None, *rows.scores) for call in calls):
        return None
    costs = _on_other_folds(rows, analysis, point, pair)
    if costs is None:
        costs = _at_thresholds(rows, analysis, point, calls)
    clustered = cluster_codes(rows) is not None
    return rows_to_detect(costs, (0, 1), class_rows(rows), shown, clustered=clustered)


def _at_thresholds(
    rows: Predictions, analysis: Analysis, point: OperatingPoint, calls: Sequence[Call]
) -> OptionCosts:
    """What the calls cost on the rows."""
    thresholds: dict[str, Floats] = {
        call.model: np.array([call.threshold])
        for call in calls
        if call.call == "some" and call.model is not None and call.threshold is not None
    }
    costs = option_costs(rows, thresholds, point, analysis.estimated(point))
    return costs.among([_place(call, [*thresholds]) for call in calls])


def _on_other_folds(
    rows: Predictions, analysis: Analysis, point: OperatingPoint, pair: tuple[str, str]
) -> OptionCosts | None:
    """What the models cost with the thresholds of the other folds, over the divisions into folds.

    None without cross-fits, and where the rows are so many that a threshold fits none of them.
    """
    fits = analysis.crossfits
    if fits is None or min(class_rows(rows)) > MANY:
        return None
    fit = fits.together
    if not set(pair) <= set(fit.names) <= set(rows.scores):
        return None
    folded = FoldedRows.of(rows, fit)
    rules = folded.rules(fit, point.pcf)
    flagged = [rules.flagged(folded.names.index(name)) for name in pair]
    every = [
        option_costs(
            replace(folded.predictions, scores={a: b.astype(float) for a, b in zip(pair, both)}),
            dict.fromkeys(pair, np.array([1.0])),
            point,
            analysis.estimated(point),
        ).among([2, 3])
        for both in zip(*flagged)
    ]
    parts = zip(*((c.cost, c.of_negatives, c.of_positives, c.further) for c in every))
    return OptionCosts(*(np.mean(part, axis=0) for part in parts))


def _place(call: Call, names: list[str]) -> int:
    """The place of a call among the options."""
    return 2 + names.index(call.model) if call.model in names else int(call.call == "all")


def rows_to_detect(
    costs: OptionCosts,
    pair: tuple[int, int],
    sizes: tuple[int, int],
    shown: Shown,
    *,
    clustered: bool = False,
) -> RowsToDetect | None:
    """The rows that it takes to show the difference of a pair of options.

    Parameters
    ----------
    costs : OptionCosts
        Costs of the options on the rows.
    pair : tuple of int
        The two options.
    sizes : tuple of int
        Negatives and positives of these rows.
    shown : Shown
        The difference, and how surely it is to be shown.
    clustered : bool
        Rows are of clusters: there is no best mix.

    Returns
    -------
    RowsToDetect or None
        None if the two options make the same calls on the rows.

    References
    ----------
    Number of rows by the normal approximation; optimal allocation by Neyman (1934).

    Examples
    --------
    >>> import numpy as np
    >>> from costdash.core.compare.option_costs import OptionCosts
    >>> none = np.zeros((2, 2))
    >>> costs = OptionCosts(np.array([.3, .4]), 1e-4 * np.eye(2), 3e-4 * np.eye(2), none)
    >>> rows_to_detect(costs, (0, 1), (900, 100), Shown(.02)).rows
    15698
    """
    negatives, positives = sizes
    contrast = np.zeros(costs.cost.size)
    contrast[pair[0]] += 1
    contrast[pair[1]] -= shown.times
    of_negatives, of_positives, further = (
        max(0.0, float(contrast @ part @ contrast))
        for part in (costs.of_negatives, costs.of_positives, costs.further)
    )
    variance = of_negatives + of_positives + further
    if variance <= 0:
        return None
    normal = NormalDist()
    z = normal.inv_cdf((1 + shown.level) / 2)
    per_variance = ((z + normal.inv_cdf(shown.power)) / shown.effect) ** 2
    total = negatives + positives
    rows = ceil(per_variance * variance * total)
    roots = (of_negatives * negatives) ** 0.5, (of_positives * positives) ** 0.5
    best = [ceil(per_variance * sum(roots) * root) for root in roots]
    return RowsToDetect(
        shown.effect,
        rows,
        round(rows * positives / total),
        None if clustered else best[1],
        None if clustered else best[0],
        1 - normal.cdf(z - shown.effect / variance**0.5),
    )
