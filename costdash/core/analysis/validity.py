"""Validity of a rule: the conditions under which it costs little more than the best rule.

By the rows alone the range is too wide: the rule that is best on some rows is best there in part by
chance. With cross-fitted costs the limits are those that hold in most bootstrap samples.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from costdash.core.analysis.analysis import Analysis
from costdash.core.analysis.calls import rates_within
from costdash.core.choose.decision import Call
from costdash.core.choose.switch_points import optimal_ranges_within
from costdash.core.conditions.intervals import Imprecise
from costdash.core.conditions.operating_point import OperatingPoint, conditions_at
from costdash.core.curves.cost import normalized_expected_cost, trivial_cost
from costdash.core.folds.crossfit import CrossFit
from costdash.core.folds.resampled_rates import RESAMPLED_PCF
from costdash.core.resample.bootstrap import SMALL_CELL, retained_thresholds
from costdash.core.resample.streams import Stream, generator
from costdash.core.types import Floats, Interval

ROUNDING = 1e-12
MATERIAL = 0.05  # a rule stays valid while no other rule is cheaper by more than this share
BEYOND = 0.05  # of bootstrap samples in which a limit lies nearer
SURE = 1 - 2 * BEYOND  # that both limits hold


# Of the models' cross-fits: looked for among all thresholds, and no condition changes them.
_RETAINED: WeakKeyDictionary[CrossFit, NDArray[np.intp]] = WeakKeyDictionary()


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

    @property
    def is_empty(self) -> bool:
        """Whether the rule need not stay valid under any other condition."""
        return self.pcf[0] == self.pcf[1]


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
        float(_first_excess(at_high[below], at_low[below], high[below], low[below], pcf)),
        float(_first_excess(at_low[here:], at_high[here:], low[here:], high[here:], pcf)),
    )


def _first_excess(near: Floats, far: Floats, start: Floats, end: Floats, pcf: float) -> Floats:
    """Where each of several piecewise linear functions first exceeds 0 on the way from `pcf`.

    near, far: values (..., s) at the start and the end (s,) of each range; the end of the way
    where a function never does.
    """
    if not end.size:
        return np.full(near.shape[:-1], pcf)
    over = (near > ROUNDING) | (far > ROUNDING)
    place = over.argmax(axis=-1)
    first, last = (
        np.take_along_axis(values, place[..., None], axis=-1)[..., 0] for values in (near, far)
    )
    inside = over.any(axis=-1) & (first <= ROUNDING)
    share = np.divide(-first, last - first, out=np.zeros_like(first), where=inside).clip(0)
    at = start[place] + share * (end[place] - start[place])
    return np.where(over.any(axis=-1), at, end[-1])


def validity_range(
    best: BestCost, fpr: float, tpr: float, point: OperatingPoint, share: float
) -> ValidityRange:
    """`validity_limits` at an operating point, also as limits of prior and cost ratio."""
    return _range_at(validity_limits(best, fpr, tpr, point.pcf, share), point)


def _range_at(limits: Interval, point: OperatingPoint) -> ValidityRange:
    priors, ratios = zip(*(conditions_at(pcf, point) for pcf in limits))
    return ValidityRange(limits, priors, ratios)


def resampled_validity(
    analysis: Analysis, call: Call, names: Sequence[str], point: OperatingPoint, share: float
) -> tuple[ValidityRange, ValidityRange | None]:
    """`validity_range` of a rule, and of its model at any threshold, that most samples hold.

    Parameters
    ----------
    analysis : Analysis
        With cross-fitted costs.
    call : Call
        A rule: flagging none or all, or a threshold of one of the named models.
    names : sequence of str
        Models among which the choice is made, at least one.
    point : OperatingPoint
        Where the rule is used now.
    share : float
        The rule stays valid while its cost is at most (1 + share) times the least cost.

    Returns
    -------
    tuple
        Beyond each limit lies the limit in all but the share BEYOND of the bootstrap samples, by
        the least cost of any threshold there, and by that of no model, to which the allowance for
        tuning is compared. Both limits are the present conditions if the rule
        costs more than that already in more samples. The second is None where no model is used.
    """
    fits = analysis.crossfits
    if fits is None:
        raise ValueError("validity in bootstrap samples needs cross-fitted costs")
    fit = fits.of(names)
    rates, x = fit.resampled, point.pcf
    allowed = (1 + share) * rates.least_cost()
    fpr, tpr = _resampled_rule(analysis, call, names)
    rule = normalized_expected_cost(fpr[:, None], tpr[:, None], RESAMPLED_PCF)
    # Against other thresholds, which look as good as this one; and against no model, which does
    # not look better than it is.
    tuning = max(0.0, call.allowance.tuning / point.scale) if call.allowance else 0.0
    of_none = rule + tuning - (1 + share) * trivial_cost(RESAMPLED_PCF)
    of_rule = _range_at(_inner_limits(np.maximum(rule - allowed, of_none), x), point)
    if call.model is None:
        return of_rule, None
    of_model = rates.least[fit.names.index(call.model)]
    return of_rule, _range_at(_inner_limits(of_model - allowed, x), point)


def _resampled_rule(analysis: Analysis, call: Call, names: Sequence[str]) -> tuple[Floats, Floats]:
    """Rates (b,) of a rule in the bootstrap samples of cross-fitting."""
    assert analysis.crossfits is not None
    if call.model is None or call.index is None:
        every = np.full(len(analysis.crossfits.of(names).resampled.fpr), float(call.call == "all"))
        return every, every
    model, fit = analysis.models[call.model], analysis.crossfits.of([call.model])
    if fit not in _RETAINED:
        _RETAINED[fit] = retained_thresholds(model.counts, model.hull.index)
    retained = _RETAINED[fit]
    column = int(np.searchsorted(retained, call.index))
    # Between two retained thresholds the deviation from the sample is that of the laxer one.
    apart = (
        at - near
        for at, near in zip(
            model.counts.rates(call.index), model.counts.rates(int(retained[column]))
        )
    )
    resampled = fit.resampled.fpr[:, column], fit.resampled.tpr[:, column]
    rng = generator(analysis.seed, Stream.VALIDITY)
    fpr, tpr = (
        _with_unseen_errors((rate + gap).clip(0, 1), float(at), units, rng)
        for rate, gap, at, units in zip(
            resampled, apart, model.counts.rates(call.index), fit.units, strict=True
        )
    )
    return fpr, tpr


def _with_unseen_errors(drawn: Floats, rate: float, units: float, rng: Generator) -> Floats:
    """The draws (b,) of a rate; by Jeffreys' posterior where hardly any row is on one side.

    Resamples of a sample without an error of a kind show none, although some will come.
    """
    held = rate * units
    if min(held, units - held) >= SMALL_CELL:
        return drawn
    return rng.beta(held + 0.5, units - held + 0.5, size=drawn.size)


def _inner_limits(excess: Floats, pcf: float) -> Interval:
    """The limits round pcf within which a cost is not too high in most samples.

    excess (b, g): the cost beyond what is allowed in each sample, at RESAMPLED_PCF.
    """
    here = int(np.searchsorted(RESAMPLED_PCF, pcf))
    part = (pcf - RESAMPLED_PCF[here - 1]) / (RESAMPLED_PCF[here] - RESAMPLED_PCF[here - 1])
    between = excess[:, here - 1] + part * (excess[:, here] - excess[:, here - 1])
    excess, x = np.insert(excess, here, between, axis=1), np.insert(RESAMPLED_PCF, here, pcf)
    down, up = slice(here, None, -1), slice(here, None)
    low, high = (
        _first_excess(excess[:, way][:, :-1], excess[:, way][:, 1:], x[way][:-1], x[way][1:], pcf)
        for way in (down, up)
    )
    limits = (
        float(np.quantile(low, 1 - BEYOND, method="higher")),
        float(np.quantile(high, BEYOND, method="lower")),
    )
    return limits if limits[0] < pcf < limits[1] else (pcf, pcf)


@dataclass(frozen=True, slots=True)
class Doubt:
    """What not knowing one condition may cost.

    name: "prior", "cost_fn" or "cost_fp". values: its range. cost: lowest and highest expected
    cost per case of the rule within it. saving: the most per case that choosing the rule again
    within the range would save; None if that is not known.
    """

    name: str
    values: Interval
    cost: Interval
    saving: float | None


def doubts(
    best: BestCost | None, fpr: float, tpr: float, point: OperatingPoint, ranges: Imprecise
) -> list[Doubt]:
    """One condition at a time anywhere in its range, the others as they are; widest cost first.

    Parameters
    ----------
    best : BestCost or None
        By the evaluation of the rates; None for a rule that least cost did not choose, such as one
        within a limit: nothing says which rule would be chosen at other conditions.
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
            saving = None
            if best is not None:
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
