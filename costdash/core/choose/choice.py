"""The result of a criterion: one rule, or a mixture of two rules, for all cases.

Holds the result types and the searches that the criteria share: the best single threshold of all
models, the point of the hull that a limit cuts, and the fpr that keeps a limit with confidence.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from scipy.special import betainc

from costdash.core.curves.hull import Hull
from costdash.core.sample.counts import Counts
from costdash.core.types import XY, Bools, CallKind, Floats

Models = dict[str, Counts]
Covariance = tuple[float, float, float]  # variance of fpr, covariance, variance of tpr
Line = tuple[tuple[float, ...], tuple[float, ...]]  # x and y of the points of a polyline

ROUNDING = 1e-12  # a limit counts as kept if rounding exceeds it by no more than this

BISECTIONS = 60
MOST_PRICE = 1e18  # of a limit, in units of cost


@dataclass(frozen=True, slots=True)
class Rule:
    """One model's threshold, by its index in the model's Counts, and its rates."""

    model: str
    index: int
    fpr: float
    tpr: float

    @property
    def call(self) -> CallKind:
        """ "none" or "all" for the two trivial rules, which every model has; else "some"."""
        trivial: dict[XY, CallKind] = {(0.0, 0.0): "none", (1.0, 1.0): "all"}
        return trivial.get((self.fpr, self.tpr), "some")


@dataclass(frozen=True, slots=True)
class OtherRows:
    """The rates (fpr, tpr) of a rule or mixture on other rows than those that chose it.

    tuned: with thresholds that are chosen on other rows. expected: with models that are chosen on
    other rows too, among `models`. spread: covariance of the rates on all rows of what is chosen in
    bootstrap samples.
    """

    tuned: XY
    expected: XY
    models: int
    spread: Covariance


@dataclass(frozen=True, slots=True)
class Choice:
    """One rule for all cases, or two rules for a share of the cases each.

    `fpr` and `tpr` are the expected rates of the mixture. `single` is the best single threshold,
    for comparison. `tie` is the PC(+) at which the two mixed rules cost the same (a vertex of the
    envelope); None for one rule. `other_rows` and `single_other_rows` are the rates of the mixture
    and of `single` on other rows; None if they are not cross-fitted. `least_cost_of`: the models
    among which the rule is the decision of least cost, if a limit leaves that as it is; else None.
    """

    rules: tuple[Rule, ...]
    share: tuple[float, ...]
    fpr: float
    tpr: float
    single: Rule
    tie: float | None = None
    other_rows: OtherRows | None = None
    single_other_rows: OtherRows | None = None
    least_cost_of: tuple[str, ...] | None = None

    @property
    def of_its_model(self) -> "Choice":
        """The choice with the rates of its models by themselves, as if nothing else was shown."""
        if self.least_cost_of:
            return replace(self, least_cost_of=(self.single.model,))
        mixed, single = (
            other and replace(other, expected=other.tuned, models=1)
            for other in (self.other_rows, self.single_other_rows)
        )
        return replace(self, other_rows=mixed, single_other_rows=single)


@dataclass(frozen=True, slots=True)
class Mixture:
    """A point on a hull: one vertex, or two vertices used for a share of the cases each.

    `fpr` and `tpr` are expected rates.
    """

    fpr: float
    tpr: float
    vertex: tuple[int, ...]
    share: tuple[float, ...]


def single_rule_choice(rule: Rule) -> Choice:
    """One rule for all cases."""
    return Choice((rule,), (1.0,), rule.fpr, rule.tpr, rule)


def mixed_choice(hull: Hull, mixture: Mixture, single: Rule) -> Choice:
    """A choice from a point on the common hull; at a shared vertex the first owner is named."""
    return Choice(
        rules=tuple(rule_at(hull, vertex) for vertex in mixture.vertex),
        share=mixture.share,
        fpr=mixture.fpr,
        tpr=mixture.tpr,
        single=single,
        tie=float(hull.tie[mixture.vertex[0]]) if len(mixture.vertex) > 1 else None,
    )


def rule_at(hull: Hull, vertex: int) -> Rule:
    """The rule of a hull's vertex, as a threshold of the vertex's first owner."""
    return Rule(
        model=hull.owner[vertex][0],
        index=int(hull.index[vertex]),
        fpr=float(hull.fpr[vertex]),
        tpr=float(hull.tpr[vertex]),
    )


def rule_of(models: Models, name: str, index: int) -> Rule:
    """The rule of one threshold of the model `name`."""
    fpr, tpr = models[name].rates(index)
    return Rule(name, index, float(fpr), float(tpr))


def _always(fpr: Floats, tpr: Floats) -> Bools:
    return np.ones(fpr.shape, dtype=bool)


def best_single(
    models: Models,
    gain: Callable[[Floats, Floats], Floats],
    allowed: Callable[[Floats, Floats], Bools] = _always,
) -> Rule:
    """The allowed threshold of any model with the greatest gain; among equals, the least fpr.

    `gain` (nonnegative) and `allowed` map a model's fpr and tpr, (k + 1,) each, to (k + 1,).
    The strictest threshold must be allowed.
    """
    candidates = []
    for name, counts in models.items():
        fpr, tpr = counts.fpr, counts.tpr
        gains = np.where(allowed(fpr, tpr), gain(fpr, tpr), -1)
        candidates.append((name, int(np.argmax(gains)), gains.max()))
    greatest = max(gain for _, _, gain in candidates)
    best = [rule_of(models, name, index) for name, index, gain in candidates if gain == greatest]
    return min(best, key=lambda rule: rule.fpr)


def within_limit(
    models: Models, hull: Hull, used: Callable[[Floats, Floats], Floats], limit: float
) -> tuple[Mixture, Rule]:
    """The largest tpr with used(fpr, tpr) <= limit: mixed on the hull, and with one threshold.

    `used` is linear, increases along the hull from 0, and is what the limit restricts.
    """
    return _mixture_at(hull, used(hull.fpr, hull.tpr), limit), best_below(models, used, limit)


def best_below(models: Models, used: Callable[[Floats, Floats], Floats], limit: float) -> Rule:
    """The single threshold of largest tpr with used(fpr, tpr) <= limit."""
    return best_single(
        models, lambda _, tpr: tpr, lambda fpr, tpr: used(fpr, tpr) <= limit + ROUNDING
    )


def limited_choice(
    models: Models, hull: Hull, used: Callable[[Floats, Floats], Floats], limit: float
) -> Choice:
    """The choice of largest tpr with used(fpr, tpr) <= limit.

    A hull of weighted rows may lack a vertex that is within its tolerance; then one threshold may
    find more than the mixture, and is chosen.
    """
    mixture, single = within_limit(models, hull, used, limit)
    if single.tpr > mixture.tpr + ROUNDING:
        return single_rule_choice(single)
    return mixed_choice(hull, mixture, single)


def floored_choice(models: Models, hull: Hull, min_tpr: float) -> Choice:
    """The choice of least fpr with tpr >= min_tpr; among equals, of largest tpr.

    As in `limited_choice`, one threshold may do better than a hull of weighted rows.
    """
    mixture, single = mixture_above(hull, min_tpr), fewest_above(models, min_tpr)
    gain = mixture.fpr - single.fpr
    if gain > ROUNDING or (gain >= 0 and single.tpr > mixture.tpr + ROUNDING):
        return single_rule_choice(single)
    return mixed_choice(hull, mixture, single)


def fewest_above(models: Models, min_tpr: float) -> Rule:
    """The single threshold of least fpr with tpr >= min_tpr; among equals, of largest tpr."""
    candidates = []
    for name, counts in models.items():
        first = int(np.argmax(counts.tpr >= min_tpr - ROUNDING))
        last = int(np.searchsorted(counts.fpr, counts.fpr[first], side="right")) - 1
        index = int(np.searchsorted(counts.tpr, counts.tpr[last]))  # the strictest of equal rates
        candidates.append(rule_of(models, name, index))
    return min(candidates, key=lambda rule: (rule.fpr, -rule.tpr))


def cheapest_rule(
    models: Models,
    cost: Callable[[Floats, Floats], Floats],
    keeps: Callable[[Counts], Bools],
) -> Rule | None:
    """The threshold of least cost among those that keep a limit; None if none does.

    Among equals it is the threshold of least fpr. `cost` maps fpr and tpr, (k + 1,) each, to
    (k + 1,); `keeps` the counts of a model.
    """
    candidates = []
    for name, counts in models.items():
        allowed = keeps(counts)
        costs = np.where(allowed, cost(counts.fpr, counts.tpr), np.inf)
        if allowed.any():
            candidates.append((float(costs.min()), rule_of(models, name, int(costs.argmin()))))
    return min(candidates, key=lambda each: (each[0], each[1].fpr), default=(0, None))[1]


def limited_by_cases(
    models: Models,
    cases: Models,
    cost: Callable[[Floats, Floats], Floats],
    excess: Callable[[Floats, Floats], Floats],
) -> Choice:
    """The cheapest threshold that keeps a limit, or two by lot if that costs less.

    Costs differ from case to case: `cost` is of rates that are shares of cost (models), `excess`,
    linear and at most 0 where the limit is kept, of rates in cases at the same thresholds. Some
    threshold must keep the limit.
    """
    costs = np.concatenate([cost(counts.fpr, counts.tpr) for counts in models.values()])
    over = np.concatenate([excess(counts.fpr, counts.tpr) for counts in cases.values()])
    sizes = [counts.threshold.size for counts in models.values()]
    owner, names = np.repeat(np.arange(len(sizes)), sizes), [*models]
    index = np.concatenate([np.arange(size) for size in sizes])

    def rule(place: int) -> Rule:
        return rule_of(models, names[owner[place]], int(index[place]))

    allowed = np.where(over <= ROUNDING, costs, np.inf)
    cheapest = np.flatnonzero(allowed == allowed.min()).tolist()
    single = min(map(rule, cheapest), key=lambda found: found.fpr)
    inside, outside = _lots(costs, over)
    if inside == outside:
        return single_rule_choice(single)
    share = float(-over[inside] / (over[outside] - over[inside]))
    if (1 - share) * costs[inside] + share * costs[outside] >= allowed.min() - ROUNDING:
        return single_rule_choice(single)
    first, second = rule(inside), rule(outside)
    return Choice(
        rules=(first, second),
        share=(1 - share, share),
        fpr=(1 - share) * first.fpr + share * second.fpr,
        tpr=(1 - share) * first.tpr + share * second.tpr,
        single=single,
        tie=_tie(first, second),
    )


def _lots(costs: Floats, over: Floats) -> tuple[int, int]:
    """Two places (n,) whose mixture with `over` 0 costs least: the first keeps the limit.

    They are the cheapest places at a price of the limit, just too low and just high enough. Twice
    the same where the cheapest place keeps the limit.
    """
    low, high = 0.0, 1.0
    outside = int(costs.argmin())
    if over[outside] <= ROUNDING:
        return outside, outside
    inside = int(np.where(over <= ROUNDING, costs, np.inf).argmin())
    while over[at := int((costs + high * over).argmin())] > 0 and high < MOST_PRICE:
        low, high, outside = high, 2 * high, at
    for _ in range(BISECTIONS):
        price = (low + high) / 2
        at = int((costs + price * over).argmin())
        if over[at] > 0:
            low, outside = price, at
        else:
            high, inside = price, at
    return inside, outside


def _tie(first: Rule, second: Rule) -> float:
    """The PC(+) at which two rules cost the same, or 1/2 where there is none."""
    more, found = second.fpr - first.fpr, second.tpr - first.tpr
    return more / (more + found) if more * found > 0 else 0.5


def mixture_at_limit(hull: Hull, used: Floats) -> Mixture | None:
    """The last point along the hull where `used` (h,), linear in the rates, is at most 0.

    None if that is a vertex, at which there is nothing to mix, or if there is no such point.
    """
    allowed = np.flatnonzero(used <= ROUNDING)
    if not allowed.size or allowed[-1] == used.size - 1 or used[allowed[-1]] >= -ROUNDING:
        return None
    last = int(allowed[-1])
    share = float(-used[last] / (used[last + 1] - used[last]))
    fpr = hull.fpr[last] + share * (hull.fpr[last + 1] - hull.fpr[last])
    tpr = hull.tpr[last] + share * (hull.tpr[last + 1] - hull.tpr[last])
    return Mixture(float(fpr), float(tpr), (last, last + 1), (1 - share, share))


def mixture_above(hull: Hull, min_tpr: float) -> Mixture:
    """The point where tpr reaches `min_tpr` along the hull, or the top of a vertical edge there."""
    above = int(np.argmax(hull.tpr >= min_tpr - ROUNDING))
    top = int(np.searchsorted(hull.fpr, hull.fpr[above], side="right")) - 1
    rises = above > 0 and hull.fpr[above] > hull.fpr[above - 1]
    if top > above or not rises or hull.tpr[above] <= min_tpr + ROUNDING:
        return Mixture(float(hull.fpr[top]), float(hull.tpr[top]), (top,), (1.0,))
    (fpr, last_fpr), (tpr, last_tpr) = (
        hull.fpr[above - 1 : above + 1],
        hull.tpr[above - 1 : above + 1],
    )
    share = float((min_tpr - tpr) / (last_tpr - tpr))
    return Mixture(
        fpr=float(fpr + share * (last_fpr - fpr)),
        tpr=float(min_tpr),
        vertex=(above - 1, above),
        share=(1 - share, share),
    )


def safe_fpr(max_fpr: float, negatives: float, level: float) -> float:
    """Largest observed fpr among `negatives` rows whose upper confidence limit is `max_fpr`.

    One-sided Clopper-Pearson limit at `level`, continued between whole counts. Negative if the
    limit of no false alarm at all exceeds `max_fpr`: then only "call none" is safe.
    """
    if max_fpr >= 1:
        return 1.0
    low, high = -1.0, float(negatives)
    for _ in range(BISECTIONS):
        x = (low + high) / 2
        covered = betainc(x + 1, negatives - x, max_fpr)
        low, high = (x, high) if covered >= level else (low, x)
    return (low + 1e-9) / negatives


def _mixture_at(hull: Hull, used: Floats, limit: float) -> Mixture:
    """The point where `used` (h,) reaches `limit` along the hull.

    It stops at the first vertex of greatest tpr, because a horizontal top edge gains nothing.
    """
    last = int(np.flatnonzero(hull.tpr < hull.tpr[-1])[-1]) + 1
    below = min(int(np.searchsorted(used, limit + ROUNDING, side="right")) - 1, last)
    if below == last or used[below] >= limit - ROUNDING:
        return Mixture(float(hull.fpr[below]), float(hull.tpr[below]), (below,), (1.0,))
    share = float((limit - used[below]) / (used[below + 1] - used[below]))
    fpr = hull.fpr[below] + share * (hull.fpr[below + 1] - hull.fpr[below])
    tpr = hull.tpr[below] + share * (hull.tpr[below + 1] - hull.tpr[below])
    return Mixture(float(fpr), float(tpr), (below, below + 1), (1 - share, share))
