"""Sensitivity of the decision: the effect of ranges of prior and costs, the best rule in each part
of the ranges, and the nearest conditions at which the decision changes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import inf

from costdash.core import Analysis, Call, OperatingPoint
from costdash.core.analysis.calls import rates_within
from costdash.core.analysis.validity import best_cost, largest_regret
from costdash.core.choose.switch_points import (
    SwitchPoint,
    model_switch_points,
    nearest_switch,
    optimal_ranges_within,
    switch_points,
)
from costdash.core.conditions.intervals import Imprecise, RangeWeighting
from costdash.core.curves.recommended_rules import RecommendedRules
from costdash.core.types import Interval
from costdash.report.sentences.amounts import EQUAL_COSTS, Amounts, Currency
from costdash.report.sentences.rules import vertex_rule, vertex_threshold
from costdash.wording import TRIVIAL_NAMES, digits_apart, shortened

TRIVIAL_TIE = 0.5  # the pcf at which calling none costs as much as calling all
LONGEST_NAME = 40  # of a model in a sentence
RANGE_AVERAGE = "Average over your ranges"
AT_MEAN_PCF = "At the mean of your PC(+)"


@dataclass(frozen=True, slots=True)
class RuleRange:
    """A range of optimality within the typed ranges, with its rule and costs.

    model: None for the trivial rules; owners: every model that reaches the same point.
    call: none, some or all. threshold: infinite for the trivial rules.
    ranges: prior and costs for which the rule is best. nec: at both ends of `pcf`.
    cost: lowest and highest expected cost per case within `ranges`.
    """

    rule: str
    model: str | None
    call: str
    threshold: float
    owners: tuple[str, ...]
    pcf: Interval
    ranges: Imprecise
    nec: Interval
    cost: Interval


def rule_ranges(
    analysis: Analysis, ranges: Imprecise, names: Sequence[str] | None = None
) -> list[RuleRange]:
    """The optimal ranges within the typed ranges, by increasing pcf, with the best rule of each.

    Of several models that reach the same point, names the one that avoids a change of model.
    Without models, the two trivial rules remain.
    """
    names = list(analysis.models if names is None else names)
    if not names:
        return _trivial_ranges(ranges)
    rules = analysis.recommended_rules(names)
    vertices, clipped = rules.vertices, optimal_ranges_within(rules, *ranges.pcf)
    inner = [s.vertex for s in clipped if rules.call(s.vertex) == "some"]
    model_at = dict(zip(inner, _fewest_changes([vertices.owner[vertex] for vertex in inner])))
    optimal_ranges = []
    for vertex, low, high in ((s.vertex, s.low, s.high) for s in clipped):
        model = model_at.get(vertex)
        paid = rates_within(analysis, names, vertex, low, high)
        costs = [ranges.within(a, b).expected_cost(fpr, tpr) for a, b, fpr, tpr in paid]
        ends = ((low, *paid[0][2:]), (high, *paid[-1][2:]))
        first, last = (fpr * (1 - x) + (1 - tpr) * x for x, fpr, tpr in ends)
        optimal_ranges.append(
            RuleRange(
                rule=vertex_rule(analysis, vertices, vertex, model),
                model=model,
                call=rules.call(vertex),
                threshold=vertex_threshold(analysis, vertices, vertex, model) if model else inf,
                owners=vertices.owner[vertex] if model else (),
                pcf=(low, high),
                ranges=ranges.within(low, high),
                nec=(first, last),
                cost=(min(least for least, _ in costs), max(most for _, most in costs)),
            )
        )
    return optimal_ranges


@dataclass(frozen=True, slots=True)
class OverRanges:
    """The effect of ranges of prior and costs on a rule.

    share: probability that its model is the cheapest in the ranges, or a trivial rule is. one_rule:
    one rule is the cheapest in all of them. cost: its lowest and highest expected cost per case.
    regret: its largest excess per case over the cheapest rule. over_today: that over today's rule;
    0 if today's rule is cheaper nowhere in the ranges, or not set.
    """

    share: float
    one_rule: bool
    cost: Interval
    regret: float
    over_today: float = 0.0


def over_ranges(
    analysis: Analysis,
    call: Call,
    ranges: Imprecise,
    names: Sequence[str],
    optimal_ranges: Sequence[RuleRange],
    likely: OperatingPoint | None = None,
    today: Call | None = None,
) -> OverRanges:
    """The effect of the ranges on a call; optimal_ranges: of the same ranges and models.

    likely: the most likely values; None: all values of a range are equally likely.
    """
    same = [
        optimal_range
        for optimal_range in optimal_ranges
        if (call.model in optimal_range.owners if call.model else optimal_range.call == call.call)
    ]
    share = sum(
        ranges.share_below(high, likely) - ranges.share_below(low, likely)
        for low, high in _joined(optimal_range.pcf for optimal_range in same)
    )
    best = best_cost(analysis, names)
    return OverRanges(
        share=1.0 if len(same) == len(optimal_ranges) else share,
        one_rule=len(optimal_ranges) == 1,
        cost=ranges.expected_cost(*call.total_rates),
        regret=largest_regret(best, *call.model_rates, ranges),
        over_today=0.0 if today is None else _largest_excess(call, today, ranges),
    )


def _largest_excess(call: Call, other: Call, ranges: Imprecise) -> float:
    """The most per case by which a call costs more than another within ranges; at least 0.

    Their difference is linear in each condition, so that it is largest at ends.
    """
    corners = product(ranges.prior, ranges.cost_fn, ranges.cost_fp)
    points = [OperatingPoint(*corner) for corner in corners]
    costs = ([at.expected_cost(*each.total_rates) for each in (call, other)] for at in points)
    return max(0.0, *(cost - of_other for cost, of_other in costs))


def _joined(intervals: Iterable[Interval]) -> list[Interval]:
    """Rising intervals, with those that meet made one."""
    joined: list[Interval] = []
    for low, high in intervals:
        if joined and joined[-1][1] == low:
            low, _ = joined.pop()
        joined.append((low, high))
    return joined


def ranges_sentence(over: OverRanges, call: Call, amounts: Amounts, by_criterion: bool) -> str:
    """Whether the rule's model stays the cheapest in the ranges, and what keeping the rule costs.

    by_criterion: another criterion than cost chose the rule, so it need not be cheapest anywhere.
    """
    regret = "" if over.regret <= EQUAL_COSTS * over.cost[1] else _at_most(over.regret, amounts)
    if regret and over.over_today > EQUAL_COSTS * over.cost[1]:
        regret += f", and {amounts.bare(amounts.cases * over.over_today)} more than today's rule"
    if by_criterion:
        more = f"this rule {regret}" if regret else "no rule is cheaper"
        return f"Within your ranges {more}."
    if over.one_rule:
        return "These rows recommend this rule throughout your ranges."
    who = f"These rows recommend {shortened(call.model or '', LONGEST_NAME)}"
    if call.call != "some":
        who = f"These rows recommend flagging {call.call}"
    regret_note = f" Keeping this rule {regret}." if regret else ""
    return f"{who} {_where(over.share)} your ranges.{regret_note}"


def _at_most(regret: float, amounts: Amounts) -> str:
    more = amounts.bare(amounts.cases * regret)
    per = " per case" if amounts.case_unit.is_single_case else ""
    if amounts.mistakes:
        return f"makes at most {more} more errors{per} than the best"
    return f"costs at most {more} more{per} than the cheapest"


def _where(share: float) -> str:
    """In 97 % of; a share below one percent reads "less than 1 %"."""
    if share >= 1:
        return "throughout"
    whole = round(100 * share)
    if share > 0 and whole == 0:
        return "in less than 1 % of"
    return "in more than 99 % of" if whole == 100 else f"in {whole} % of"


def range_amounts(point: OperatingPoint, ranges: Imprecise, currency: Currency) -> Amounts:
    """Amounts of the decision's number of cases; of errors if every cost in the ranges is 1."""
    errors = ranges.cost_fn == ranges.cost_fp == (1, 1)
    return replace(Amounts.at(point, currency), mistakes=errors)


def range_cost(within: Interval, amounts: Amounts) -> str:
    """The rule's lowest and highest cost within the ranges: at their ends, $36,500 to $273,000."""
    low, high = (amounts.cases * cost for cost in within)
    digits = digits_apart(low, high)
    return f"ends: {amounts.bare(low, digits)} to {amounts.bare(high, digits)}"


def present_values(weighting: RangeWeighting = None) -> str:
    """What the decision's numbers are, where conditions are known as ranges.

    >>> present_values(OperatingPoint(0.006, 4000, 80))
    'Average over your ranges, your values most likely'
    """
    if isinstance(weighting, OperatingPoint):
        return f"{RANGE_AVERAGE}, your values most likely"
    return AT_MEAN_PCF if weighting else RANGE_AVERAGE


def _fewest_changes(owners: list[tuple[str, ...]]) -> list[str]:
    """An owner per vertex, such that neighbouring vertices share an owner if possible."""
    chosen: list[str] = []
    while len(chosen) < len(owners):
        common = list(owners[len(chosen)])
        n_same = 0
        for here in owners[len(chosen) :]:
            still = [name for name in common if name in here]
            if not still:
                break
            common, n_same = still, n_same + 1
        chosen += [common[0]] * n_same
    return chosen


def _trivial_ranges(ranges: Imprecise) -> list[RuleRange]:
    """Without a model: call none up to pcf 1/2, call all above."""
    low, high = ranges.pcf
    rules = [
        (TRIVIAL_NAMES["none"], 0.0, low, min(high, TRIVIAL_TIE)),
        (TRIVIAL_NAMES["all"], 1.0, max(low, TRIVIAL_TIE), high),
    ]
    return [
        RuleRange(
            rule=rule,
            model=None,
            call="all" if rate else "none",
            threshold=inf,
            owners=(),
            pcf=(a, b),
            ranges=ranges.within(a, b),
            nec=(1 - a, 1 - b) if rate else (a, b),
            cost=ranges.within(a, b).expected_cost(rate, rate),
        )
        for rule, rate, a, b in rules
        if a < b or (a == b and low == high)
    ]


@dataclass(frozen=True, slots=True)
class Change:
    """The nearest conditions at which another rule is best, and that rule.

    model: None for the trivial rules; call: none, some or all; threshold: infinite for the trivial
    rules. other_model: the nearest change of model, not just of threshold.
    """

    rule: str
    model: str | None
    call: str
    threshold: float
    switch: SwitchPoint
    other_model: bool


def changes(
    analysis: Analysis, point: OperatingPoint, names: Sequence[str] | None = None
) -> list[Change]:
    """The nearest change of the rule, and the nearest change of the model if it differs."""
    names = list(analysis.models if names is None else names)
    if not names:
        return []
    rules = analysis.recommended_rules(names)
    near = nearest_switch(switch_points(rules, point))
    far = nearest_switch(model_switch_points(rules, point))
    if near is None:
        return []
    same = far is not None and far.pcf == near.pcf
    points = [_change(analysis, rules, near, other_model=same)]
    if far is not None and not same:
        points.append(_change(analysis, rules, far, other_model=True))
    return points


def _change(
    analysis: Analysis, rules: RecommendedRules, switch: SwitchPoint, other_model: bool
) -> Change:
    vertices, vertex = rules.vertices, switch.vertex
    call = rules.call(vertex)
    return Change(
        rule=vertex_rule(analysis, vertices, vertex),
        model=vertices.owner[vertex][0] if call == "some" else None,
        call=call,
        threshold=vertex_threshold(analysis, vertices, vertex) if call == "some" else inf,
        switch=switch,
        other_model=other_model,
    )
