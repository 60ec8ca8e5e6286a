"""Validity of a rule: the conditions under which it costs little more than the best rule."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from costdash.core.analysis.analysis import Analysis
from costdash.core.analysis.calls import rates_within
from costdash.core.choose.switch_points import optimal_ranges_within
from costdash.core.conditions.intervals import Imprecise
from costdash.core.conditions.operating_point import OperatingPoint, conditions_at
from costdash.core.curves.cost import normalized_expected_cost
from costdash.core.types import Floats, Interval

ROUNDING = 1e-12
MATERIAL = 0.05  # a rule stays valid while no other rule is cheaper by more than this share


@dataclass(frozen=True, slots=True, eq=False)
class BestCost:
    """The cost of the recommended rule along PC(+), by the evaluation of the analysis.

    From edge[i] to edge[i + 1] the recommended rule has the rates fpr[i] and tpr[i]; edge (s + 1,)
    reaches from 0 to 1, rates are (s,). Its nec is linear in each range.
    """

    edge: Floats
    fpr: Floats
    tpr: Floats

    def ranges_at(self, pcf: float) -> range:
        """The range that holds pcf; both neighbours of an edge, where the cost may jump."""
        first = int(np.searchsorted(self.edge, pcf * (1 - ROUNDING))) - 1
        last = int(np.searchsorted(self.edge, pcf * (1 + ROUNDING), "right")) - 1
        return range(max(first, 0), min(last, self.fpr.size - 1) + 1)


@dataclass(frozen=True, slots=True)
class ValidityRange:
    """Conditions under which a rule stays valid: a range of `pcf`, and its meaning for a condition.

    prior: at the present costs. cost_ratio: cost_fn / cost_fp at the present prior. An end at 0 or
    1 of pcf (and prior), or at 0 or inf of cost_ratio, is no limit.
    """

    pcf: Interval
    prior: Interval
    cost_ratio: Interval


def best_cost(analysis: Analysis, names: Sequence[str]) -> BestCost:
    """The cost of what `analysis.decide` recommends among the named models, along PC(+).

    Parameters
    ----------
    analysis : Analysis
        With any evaluation: cross-fitted, hold-out or the same rows.
    names : sequence of str
        Models among which the choice is made; without any, flagging none or all remains.
    """
    if not names:
        rates = np.array([0.0, 1.0])
        return BestCost(np.array([0.0, 0.5, 1.0]), rates, rates)
    rules = analysis.recommended_rules(names)
    ranges = [
        piece
        for optimal in optimal_ranges_within(rules, 0, 1)
        for piece in rates_within(analysis, names, optimal.vertex, optimal.low, optimal.high)
    ]
    low, high, fpr, tpr = np.array(ranges).T
    return BestCost(np.append(low, high[-1]), fpr, tpr)


def validity_limits(
    best: BestCost, fpr: float, tpr: float, pcf: float, share: float = MATERIAL
) -> Interval:
    """The unbroken range of PC(+) round `pcf` in which a rule costs little more than the best.

    Parameters
    ----------
    best : BestCost
        By the evaluation of the rates.
    fpr, tpr : float
        Rates of the rule.
    pcf : float
        Where the rule is used now, in (0, 1).
    share : float
        The rule stays valid while its cost is at most (1 + share) times the best cost.

    Returns
    -------
    tuple of float
        Lowest and highest PC(+); both `pcf` if the rule already costs more than that.
    """
    # The cost beyond what is allowed, linear in each range of [0, pcf] and of [pcf, 1].
    edge = np.insert(best.edge, np.searchsorted(best.edge, pcf), pcf)
    place = np.clip(np.searchsorted(best.edge, edge[:-1], "right") - 1, 0, best.fpr.size - 1)
    rates = best.fpr[place], best.tpr[place]
    low, high = edge[:-1], edge[1:]
    at_low, at_high = (
        normalized_expected_cost(fpr, tpr, x) - (1 + share) * normalized_expected_cost(*rates, x)
        for x in (low, high)
    )
    here = int(np.searchsorted(edge, pcf))
    below = slice(here - 1, None, -1) if here else slice(0, 0)
    return (
        _first_excess(at_high[below], at_low[below], high[below], low[below], pcf),
        _first_excess(at_low[here:], at_high[here:], low[here:], high[here:], pcf),
    )


def _first_excess(near: Floats, far: Floats, start: Floats, end: Floats, pcf: float) -> float:
    """Where a piecewise linear function first exceeds 0 on the way from `pcf`.

    near, far: its values (s,) at the start and the end of each range; at the end of the way if it
    never does.
    """
    over = np.flatnonzero((near > ROUNDING) | (far > ROUNDING))
    if not over.size:
        return float(end[-1]) if end.size else pcf
    place = over[0]
    if near[place] > ROUNDING:
        return float(start[place])
    share = max(0.0, -near[place] / (far[place] - near[place]))
    return float(start[place] + share * (end[place] - start[place]))


def validity_range(
    best: BestCost, fpr: float, tpr: float, point: OperatingPoint, share: float
) -> ValidityRange:
    """`validity_limits` at an operating point, also as limits of prior and cost ratio."""
    low, high = validity_limits(best, fpr, tpr, point.pcf, share)
    priors, ratios = zip(conditions_at(low, point), conditions_at(high, point))
    return ValidityRange((low, high), priors, ratios)


@dataclass(frozen=True, slots=True)
class Doubt:
    """What not knowing one condition may cost.

    name: "prior", "cost_fn" or "cost_fp". values: its range. cost: lowest and highest expected
    cost per case of the rule within it. saving: the most per case that choosing the rule again
    within the range would save.
    """

    name: str
    values: Interval
    cost: Interval
    saving: float


def doubts(
    best: BestCost, fpr: float, tpr: float, point: OperatingPoint, ranges: Imprecise
) -> list[Doubt]:
    """One condition at a time anywhere in its range, the others as they are; widest cost first.

    Parameters
    ----------
    best : BestCost
        By the evaluation of the rates.
    fpr, tpr : float
        Rates of the rule.
    point : OperatingPoint
        The present conditions.
    ranges : Imprecise
        How far each condition may lie from the present one.

    Returns
    -------
    list of Doubt
        Conditions whose range is a single value are left out.
    """
    doubtful = []
    for name in ("prior", "cost_fn", "cost_fp"):
        low, high = getattr(ranges, name)
        if low < high:
            at = [replace(point, **{name: value}) for value in (low, high)]
            costs = [end_point.expected_cost(fpr, tpr) for end_point in at]
            cost = min(costs), max(costs)
            saving = _largest_regret(best, fpr, tpr, point, name, (low, high))
            doubtful.append(Doubt(name, (low, high), cost, saving))
    return sorted(doubtful, key=lambda doubt: doubt.cost[0] - doubt.cost[1])


def largest_regret(best: BestCost, fpr: float, tpr: float, ranges: Imprecise) -> float:
    """The most per case by which a rule is dearer than the best one anywhere within ranges.

    Parameters
    ----------
    best : BestCost
        By the evaluation of the rates.
    fpr, tpr : float
        Rates of the rule.
    ranges : Imprecise
        Where prior and costs may lie.

    Returns
    -------
    float
        At least 0.
    """
    # At one PC(+) the regret grows with what is at stake, prior cost_fn + (1 - prior) cost_fp, so
    # it is largest on the edges along which most is at stake: first cost_fn rises, then the prior,
    # then cost_fp falls.
    low = OperatingPoint(ranges.prior[0], ranges.cost_fn[0], ranges.cost_fp[1])
    middle = replace(low, cost_fn=ranges.cost_fn[1])
    high = replace(middle, prior=ranges.prior[1])
    edges = ((low, "cost_fn"), (middle, "prior"), (high, "cost_fp"))
    return max(
        _largest_regret(best, fpr, tpr, start, name, getattr(ranges, name)) for start, name in edges
    )


def _largest_regret(
    best: BestCost, fpr: float, tpr: float, point: OperatingPoint, name: str, ends: Interval
) -> float:
    """The rule's cost less the best cost, at most, while one condition lies between two ends.

    Within a range of `best` the regret is linear in the condition, so it is largest at an end.
    """
    first, last = sorted(replace(point, **{name: value}).pcf for value in ends)
    inner = best.edge[(best.edge > first) & (best.edge < last)]
    values = [*ends, *(_value_at(pcf, point, name) for pcf in inner.tolist())]
    regret = 0.0
    for value in values:
        moved_point = replace(point, **{name: value})
        x = moved_point.pcf
        cost = moved_point.scale * float(normalized_expected_cost(fpr, tpr, x))
        for place in best.ranges_at(x):
            least = normalized_expected_cost(best.fpr[place], best.tpr[place], x)
            regret = max(regret, cost - moved_point.scale * float(least))
    return regret


def _value_at(pcf: float, point: OperatingPoint, name: str) -> float:
    """The value of one condition that brings the point to this PC(+)."""
    prior, ratio = conditions_at(pcf, point)
    return {"prior": prior, "cost_fn": ratio * point.cost_fp, "cost_fp": point.cost_fn / ratio}[
        name
    ]
