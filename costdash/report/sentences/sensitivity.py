"""Sensitivity of the decision: what ranges of prior and costs mean for it, the best rule in each
part of them, and the nearest conditions at which the decision changes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf

from costdash.core import Analysis, Call, OperatingPoint
from costdash.core.analysis.calls import rates_within
from costdash.core.analysis.keeping import best_cost, largest_regret
from costdash.core.choose.switch_points import (
    SwitchPoint,
    model_switch_points,
    nearest_switch,
    segments_within,
    switch_points,
)
from costdash.core.conditions.intervals import Imprecise
from costdash.core.curves.answers import Answers
from costdash.core.types import Interval
from costdash.report.sentences.amounts import DOLLAR, EQUAL_COSTS, Amounts, Currency, money
from costdash.report.sentences.rules import vertex_rule, vertex_threshold
from costdash.wording import TRIVIAL_NAMES, digits_apart, percent, shortened

TRIVIAL_TIE = 0.5  # the pcf at which calling none costs as much as calling all
LONGEST_NAME = 40  # of a model in a sentence


@dataclass(frozen=True, slots=True)
class RangeSegment:
    """An interval of pcf within the ranges in which one rule is best.

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


def range_segments(
    analysis: Analysis, ranges: Imprecise, names: Sequence[str] | None = None
) -> list[RangeSegment]:
    """The segments of the ranges, by increasing pcf, with the best rule of each.

    Of several models that reach the same point, names the one that avoids a change of model.
    Without models, the two trivial rules remain.
    """
    names = list(analysis.models if names is None else names)
    if not names:
        return _trivial_segments(ranges)
    answers = analysis.answers(names)
    hull, found = answers.hull, segments_within(answers, *ranges.pcf)
    inner = [s.vertex for s in found if answers.call(s.vertex) == "some"]
    model_at = dict(zip(inner, _fewest_changes([hull.owner[vertex] for vertex in inner])))
    segments = []
    for vertex, low, high in ((s.vertex, s.low, s.high) for s in found):
        model = model_at.get(vertex)
        paid = rates_within(analysis, names, vertex, low, high)
        costs = [ranges.within(a, b).expected_cost(fpr, tpr) for a, b, fpr, tpr in paid]
        ends = ((low, *paid[0][2:]), (high, *paid[-1][2:]))
        first, last = (fpr * (1 - x) + (1 - tpr) * x for x, fpr, tpr in ends)
        segments.append(
            RangeSegment(
                rule=vertex_rule(analysis, hull, vertex, model),
                model=model,
                call=answers.call(vertex),
                threshold=vertex_threshold(analysis, hull, vertex, model) if model else inf,
                owners=hull.owner[vertex] if model else (),
                pcf=(low, high),
                ranges=ranges.within(low, high),
                nec=(first, last),
                cost=(min(least for least, _ in costs), max(most for _, most in costs)),
            )
        )
    return segments


@dataclass(frozen=True, slots=True)
class OverRanges:
    """What ranges of prior and costs mean for a rule.

    share: in what share of the ranges its model is the cheapest, or a trivial rule is. one_rule:
    one rule is the cheapest in all of them. cost: its lowest and highest expected cost per case.
    regret: the most per case by which it is dearer than the cheapest rule.
    """

    share: float
    one_rule: bool
    cost: Interval
    regret: float


def over_ranges(
    analysis: Analysis,
    call: Call,
    ranges: Imprecise,
    names: Sequence[str],
    segments: Sequence[RangeSegment],
) -> OverRanges:
    """What the ranges mean for a call; segments: of the same ranges and models."""
    same = [
        one
        for one in segments
        if (call.model in one.owners if call.model else one.call == call.call)
    ]
    share = sum(ranges.share_below(one.pcf[1]) - ranges.share_below(one.pcf[0]) for one in same)
    best = best_cost(analysis, names)
    return OverRanges(
        share=1.0 if len(same) == len(segments) else share,
        one_rule=len(segments) == 1,
        cost=ranges.expected_cost(call.fpr, call.tpr),
        regret=largest_regret(best, call.fpr, call.tpr, ranges),
    )


def ranges_sentence(found: OverRanges, call: Call, amounts: Amounts, by_criterion: bool) -> str:
    """Whether the rule's model stays the cheapest in the ranges, and what keeping the rule costs.

    by_criterion: another criterion than cost chose the rule, so it need not be cheapest anywhere.
    """
    regret = "" if found.regret <= EQUAL_COSTS * found.cost[1] else _at_most(found.regret, amounts)
    if by_criterion:
        more = f"this rule {regret}" if regret else "no rule is cheaper"
        return f"Within your ranges {more}."
    if found.one_rule:
        return "This rule stays the cheapest throughout your ranges."
    who = f"{shortened(call.model or '', LONGEST_NAME)} stays the cheapest model"
    if call.call != "some":
        who = f"Flagging {call.call} stays the cheapest"
    keeping = f" Keeping this rule {regret}." if regret else ""
    return f"{who} {_where(found.share)} your ranges.{keeping}"


def _at_most(regret: float, amounts: Amounts) -> str:
    more = amounts.bare(amounts.cases * regret)
    per = " per case" if amounts.case_unit.is_single_case else ""
    if amounts.mistakes:
        return f"makes at most {more} more errors{per} than the best"
    return f"costs at most {more} more{per} than the cheapest"


def _where(share: float) -> str:
    """In 97 % of; less than a whole percent is said so."""
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


def range_cost(found: OverRanges, amounts: Amounts) -> str:
    """What the rule costs within the ranges: ranges: $36,500 to $273,000."""
    low, high = (amounts.cases * cost for cost in found.cost)
    digits = digits_apart(low, high)
    return f"ranges: {amounts.bare(low, digits)} to {amounts.bare(high, digits)}"


def present_values(point: OperatingPoint, currency: Currency = DOLLAR) -> str:
    """The prior and costs that the decision's numbers hold for, where they are known as ranges.

    >>> present_values(OperatingPoint(0.006, 4000, 80))
    'At 0.6 %, $4,000 and $80'
    """
    costs = (money(cost, currency) for cost in (point.cost_fn, point.cost_fp))
    return f"At {percent(point.prior)}, {' and '.join(costs)}"


def _fewest_changes(owners: list[tuple[str, ...]]) -> list[str]:
    """One owner per vertex, such that neighbouring vertices have the same owner if possible."""
    chosen: list[str] = []
    while len(chosen) < len(owners):
        common = list(owners[len(chosen)])
        run = 0
        for here in owners[len(chosen) :]:
            still = [name for name in common if name in here]
            if not still:
                break
            common, run = still, run + 1
        chosen += [common[0]] * run
    return chosen


def _trivial_segments(ranges: Imprecise) -> list[RangeSegment]:
    """Without a model: call none up to pcf 1/2, call all above."""
    low, high = ranges.pcf
    rules = [
        (TRIVIAL_NAMES["none"], 0.0, low, min(high, TRIVIAL_TIE)),
        (TRIVIAL_NAMES["all"], 1.0, max(low, TRIVIAL_TIE), high),
    ]
    return [
        RangeSegment(
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
    """The nearest change of the rule, and that of the model if it is another one."""
    names = list(analysis.models if names is None else names)
    if not names:
        return []
    answers = analysis.answers(names)
    near = nearest_switch(switch_points(answers, point))
    far = nearest_switch(model_switch_points(answers, point))
    if near is None:
        return []
    same = far is not None and far.pcf == near.pcf
    found = [_change(analysis, answers, near, other_model=same)]
    if far is not None and not same:
        found.append(_change(analysis, answers, far, other_model=True))
    return found


def _change(analysis: Analysis, answers: Answers, switch: SwitchPoint, other_model: bool) -> Change:
    hull, vertex = answers.hull, switch.vertex
    call = answers.call(vertex)
    return Change(
        rule=vertex_rule(analysis, hull, vertex),
        model=hull.owner[vertex][0] if call == "some" else None,
        call=call,
        threshold=vertex_threshold(analysis, hull, vertex) if call == "some" else inf,
        switch=switch,
        other_model=other_model,
    )
