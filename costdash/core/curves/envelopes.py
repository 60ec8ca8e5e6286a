"""Comparisons of cost envelopes: which model is best in which range of PC(+).

All results are exact, because they are computed from the bends of the envelopes.
"""

from dataclasses import dataclass

import numpy as np

from costdash.core.curves.cost import normalized_expected_cost, trivial_cost
from costdash.core.curves.hull import Hull
from costdash.core.curves.piecewise_linear import TOLERANCE, DominanceRange, ranges_of_equal_sign
from costdash.core.curves.recommended_rules import RecommendedRules
from costdash.core.types import Floats


@dataclass(frozen=True, slots=True)
class Crossover:
    """The point at which two cost envelopes cross.

    The ROC curves rarely cross at the same place.

    Parameters
    ----------
    pcf : float
        PC(+) of the crossing.
    slope : float
        Slope in ROC space of the line that touches both hulls, (1 - pcf) / pcf.

    References
    ----------
    Drummond & Holte (2004), section 5.

    Examples
    --------
    >>> Crossover(pcf=0.5, slope=1.0).pcf
    0.5
    """

    pcf: float
    slope: float


def dominance_ranges(hull_a: Hull, hull_b: Hull) -> tuple[DominanceRange, ...]:
    """Ranges of PC(+) where a is better, b is better or both are equal, which tile [0, 1].

    Between the merged bends of the two envelopes their difference is linear, so its roots are
    exact. On hold-out rows it may jump at a bend. Costs that differ by no more than rounding
    count as equal, for example where both models are trivial.
    """
    pcf = np.unique(np.concatenate(([0.0], hull_a.tie, hull_b.tie, [1.0])))
    if hull_a.convex and hull_b.convex:
        return ranges_of_equal_sign(pcf, hull_a.cost(pcf) - hull_b.cost(pcf))
    ends = np.repeat(pcf, 2)[1:-1]
    middle = np.repeat((pcf[1:] + pcf[:-1]) / 2, 2)
    gap = _cost_of_chosen(hull_a, middle, ends) - _cost_of_chosen(hull_b, middle, ends)
    return ranges_of_equal_sign(ends, gap)


def _cost_of_chosen(hull: Hull, chosen_at: Floats, pcf: Floats) -> Floats:
    """nec at pcf (m,) of the vertices that are best at `chosen_at` (m,)."""
    vertex = hull.cheapest(chosen_at)
    return normalized_expected_cost(hull.fpr[vertex], hull.tpr[vertex], pcf)


def crossovers(hull_a: Hull, hull_b: Hull) -> tuple[Crossover, ...]:
    """Return the points where the better model changes from a to b or back, in rising order.

    If a range of equal cost lies in between, its middle is the crossover. The end of a range
    of equal cost is no crossover if the better model is the same on both sides.

    Parameters
    ----------
    hull_a, hull_b : Hull
        Hulls of the two models.

    Returns
    -------
    tuple of Crossover
        Empty if one model never costs more than the other.

    References
    ----------
    Drummond & Holte (2004), section 5.

    Examples
    --------
    >>> from costdash.core import convex_hull, count
    >>> rf = convex_hull(count([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.7, 0.5, 0.1]))
    >>> nb = convex_hull(count([1, 1, 1, 0, 0, 0], [0.9, 0.6, 0.5, 0.8, 0.3, 0.2]))
    >>> [round(crossover.pcf, 3) for crossover in crossovers(rf, nb)]
    [0.5]
    """
    decided = [
        dominance_range
        for dominance_range in dominance_ranges(hull_a, hull_b)
        if dominance_range.better != "equal"
    ]
    crossings = [
        (left.high + right.low) / 2
        for left, right in zip(decided, decided[1:])
        if right.better != left.better
    ]
    return tuple(Crossover(pcf, (1 - pcf) / pcf) for pcf in crossings)


@dataclass(frozen=True, slots=True)
class ModelRange:
    """A range of PC(+) in which the same models are best.

    Parameters
    ----------
    low, high : float
        Ends of the range of PC(+).
    call : str
        "some" for thresholds of `owners`; "none" or "all" for a trivial classifier.
    owners : tuple of str
        The best models; empty for a trivial classifier.
    first, last : int
        First and last vertex of the rules that are best in the range.

    Examples
    --------
    >>> model_range = ModelRange(low=0.2, high=0.5, call="some", owners=("rf",), first=1, last=2)
    >>> model_range.slope
    4.0
    """

    low: float
    high: float
    call: str
    owners: tuple[str, ...]
    first: int
    last: int

    @property
    def slope(self) -> float | None:
        """Slope of the iso-performance line at `low`; None at pcf 0."""
        return (1 - self.low) / self.low if self.low > 0 else None


def best_where(common: Hull | RecommendedRules) -> tuple[ModelRange, ...]:
    """Return the ranges of PC(+) in which the same models are best.

    The ranges tile [0, 1]. A switch between two thresholds of one model does not end a range.
    Ranges of length zero are left out.

    Parameters
    ----------
    common : Hull or RecommendedRules
        Common hull of the models, or `Analysis.recommended_rules`, which follow cross-fitted costs.

    Returns
    -------
    tuple of ModelRange
        In rising order of PC(+), the trivial ends included.

    References
    ----------
    Provost & Fawcett (1997), figures 3 and 5.

    Examples
    --------
    >>> from costdash.core import common_hull, count
    >>> rf = count([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.7, 0.5, 0.1])
    >>> nb = count([1, 1, 1, 0, 0, 0], [0.9, 0.6, 0.5, 0.8, 0.3, 0.2])
    >>> model_ranges = best_where(common_hull({"rf": rf, "nb": nb}))
    >>> [(round(one.low, 3), round(one.high, 3), one.owners) for one in model_ranges]
    [(0.0, 0.5, ('rf',)), (0.5, 1.0, ('nb',))]
    """
    rules = RecommendedRules.of(common) if isinstance(common, Hull) else common
    edge = np.concatenate(([0.0], rules.tie, [1.0])).tolist()
    vertex = rules.vertex.tolist()
    calls = [rules.call(v) for v in vertex]
    owner = rules.vertices.owner
    who = [(c, owner[v] if c == "some" else ()) for c, v in zip(calls, vertex)]
    starts = [i for i in range(len(who)) if i == 0 or who[i] != who[i - 1]]
    ends = [*(i - 1 for i in starts[1:]), len(who) - 1]
    return tuple(
        ModelRange(edge[i], edge[j + 1], *who[i], vertex[i], vertex[j])
        for i, j in zip(starts, ends)
        if edge[i] < edge[j + 1]
    )


def standings(common: Hull, hulls: dict[str, Hull]) -> dict[str, str]:
    """Return for each model whether it is the only best one somewhere, tied, or never best.

    A model is tied if somewhere between the trivial ends it costs as little as the best, but
    nowhere less than all others: an exact copy, or a point on an edge of the common hull.

    Parameters
    ----------
    common : Hull
        Common hull of the models.
    hulls : dict of str to Hull
        Each model's own hull.

    Returns
    -------
    dict of str to str
        "best", "tied" or "never" by model.

    References
    ----------
    Provost & Fawcett (1997): only points on the hull can be optimal.

    Examples
    --------
    >>> from costdash.core import common_hull, convex_hull, count
    >>> rf = count([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.7, 0.5, 0.1])
    >>> coin = count([1, 1, 1, 0, 0, 0], [1, 2, 3, 1, 2, 3])
    >>> models = {"rf": rf, "copy": rf, "coin": coin}
    >>> standings(common_hull(models), {name: convex_hull(c) for name, c in models.items()})
    {'rf': 'tied', 'copy': 'tied', 'coin': 'never'}
    """
    sole_owners = {owners[0] for owners in common.owner[1:-1] if len(owners) == 1}
    return {name: _standing(name in sole_owners, common, hull) for name, hull in hulls.items()}


def extends(hull: Hull, other: Hull) -> bool:
    """Return whether a model with hull `other` extends `hull`, and so lowers the cost somewhere.

    Parameters
    ----------
    hull : Hull
        Hull of one or several models.
    other : Hull
        Hull of the model to add.

    Returns
    -------
    bool
        True if `other` costs less at some PC(+).

    References
    ----------
    Provost & Fawcett (1997), figure 4.

    Examples
    --------
    >>> from costdash.core import convex_hull, count
    >>> rf = convex_hull(count([1, 1, 1, 0, 0, 0], [0.9, 0.8, 0.3, 0.7, 0.5, 0.1]))
    >>> nb = convex_hull(count([1, 1, 1, 0, 0, 0], [0.9, 0.6, 0.5, 0.8, 0.3, 0.2]))
    >>> extends(rf, nb), extends(rf, rf)
    (True, False)
    """
    return any(dominance_range.better == "b" for dominance_range in dominance_ranges(hull, other))


def _standing(sole_owner: bool, common: Hull, hull: Hull) -> str:
    if sole_owner:
        return "best"
    inner = (common.tie > 0) & (common.tie < 1)  # at pcf 0 and 1 many models cost nothing
    pcf = np.append(
        common.tie[inner], 0.5
    )  # where every useful model beats the trivial classifiers
    nec = normalized_expected_cost(hull.fpr[1:-1, None], hull.tpr[1:-1, None], pcf)
    return "tied" if (nec - common.cost(pcf) <= TOLERANCE * trivial_cost(pcf)).any() else "never"
