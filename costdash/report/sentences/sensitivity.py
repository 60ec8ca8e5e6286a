"""Sensitivity of the decision: the best rule within ranges of prior and costs, and the nearest
conditions at which the decision changes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from costdash.core import Analysis, OperatingPoint
from costdash.core.analysis.calls import rates_within
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
from costdash.report.sentences.amounts import DOLLAR, Currency, money
from costdash.report.sentences.phrases import Phrase
from costdash.report.sentences.rules import as_subject, vertex_rule, vertex_threshold
from costdash.wording import (
    TRIVIAL_NAMES,
    listed,
    percent,
    ratio_range,
    span,
)

WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
TRIVIAL_TIE = 0.5  # the pcf at which calling none costs as much as calling all
AT_THE_POINT = 1e-9  # log-odds of pcf; a switch point closer than this is the point itself


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


def sensitivity_sentence(segments: Sequence[RangeSegment], ranges: Imprecise) -> str:
    """Whether the best rule changes within the ranges."""
    return f"{_while(ranges)}, {_changes(segments)}"


def present_values(point: OperatingPoint, currency: Currency = DOLLAR) -> tuple[Phrase, ...]:
    """The prior and costs that the decision's numbers hold for, where they are known as ranges.

    >>> from costdash.report.sentences.phrases import text_of
    >>> text_of(present_values(OperatingPoint(0.006, 4000, 80)))
    'At 0.6 %, $4,000 and $80'
    """
    return (
        Phrase("At "),
        Phrase(percent(point.prior), "prior"),
        Phrase(", "),
        Phrase(money(point.cost_fn, currency), "cost-fn"),
        Phrase(" and "),
        Phrase(money(point.cost_fp, currency), "cost-fp"),
    )


def _while(ranges: Imprecise) -> str:
    conditions = []
    if ranges.prior[0] < ranges.prior[1]:
        low, high = (100 * prior for prior in ranges.prior)
        conditions.append(f"{span(low, high, ' %')} of cases are positive")
    if ranges.cost_ratio[0] < ranges.cost_ratio[1]:
        conditions.append(ratio_range(ranges.cost_ratio))
    return f"While {' and '.join(conditions)}" if conditions else "At these conditions"


def _changes(segments: Sequence[RangeSegment]) -> str:
    models = list(dict.fromkeys(segment.model for segment in segments if segment.model))
    rules = dict.fromkeys(segment.rule for segment in segments if not segment.model)
    trivial = [as_subject(rule) for rule in rules]
    if len(segments) == 1:
        return f"the answer does not change: {segments[0].rule}."
    if not models:
        return f"{trivial[0]} is best in part of this range and {trivial[1]} in the rest."
    if len(models) > 1:
        sentence = f"{_word(len(models))} models are best in parts of this range: {listed(models)}."
    elif trivial:
        sentence = f"{models[0]} is best in part of this range, {_thresholds(segments)}."
    else:
        return f"the model does not change: {models[0]}, {_thresholds(segments)}."
    if trivial:
        sentence += f" {_capital(listed(trivial))} {'is' if len(trivial) == 1 else 'are'} best in"
        sentence += " part of it." if len(trivial) == 1 else " parts of it."
    return sentence


def _thresholds(segments: Sequence[RangeSegment]) -> str:
    """at 0.37; at 0.45 or 0.31; at five thresholds from 0.45 to 0.31."""
    rules = dict.fromkeys((one.rule, one.model) for one in segments if one.model)
    at = [rule.removeprefix(f"{model} ≥ ") for rule, model in rules]
    if len(at) < 3:
        return f"at {' or '.join(at)}"
    return f"at {_word(len(at))} thresholds from {at[0]} to {at[-1]}"


def _word(n: int) -> str:
    return WORDS[n] if n < len(WORDS) else f"{n:,}"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


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
