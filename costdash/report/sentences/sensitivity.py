"""How much the decision depends on what is not known exactly.

What would change this decision, in a sentence or two.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isclose, sqrt

from costdash.core import Analysis, Hull, OperatingPoint
from costdash.core.choose.switch_points import Change, best_within, changes, model_changes, nearest
from costdash.core.conditions.intervals import Imprecise, Range
from costdash.report.sentences.decision import Part
from costdash.report.sentences.rules import doing, vertex_rule
from costdash.wording import (
    TRIVIAL_NAMES,
    digits_apart,
    listed,
    number,
    percent,
    ratio_beyond,
    ratio_range,
    span,
    times,
)

ROUNDED = 0.01  # the page rounds a middle to three digits
WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
NEXT_TO_NOTHING = 1e-9  # in log-odds


@dataclass(frozen=True, slots=True)
class Answer:
    """What is best in a part of the range: the rule in words, and where.

    model is None for call none and call all; owners are all the models that reach the point.
    known holds the ranges of prior and costs in this part, nec the cost at both ends of `pcf`,
    cost the least and greatest expected cost per case that the ranges in `known` allow.
    """

    rule: str
    model: str | None
    owners: tuple[str, ...]
    pcf: Range
    known: Imprecise
    nec: Range
    cost: Range


def answers(
    analysis: Analysis, known: Imprecise, names: Sequence[str] | None = None
) -> list[Answer]:
    """Every (model, threshold) that is best somewhere in the ranges, PC(+) rising.

    Where several models reach the same point, one that need not be changed is named.
    Without any model the two trivial answers are left.
    """
    names = list(analysis.models if names is None else names)
    if not names:
        return _trivial_answers(known)
    hull = analysis.hull(names)
    pieces = best_within(hull, *known.pcf)
    inner = [p.vertex for p in pieces if p.vertex not in (0, hull.tie.size)]
    model_at = dict(zip(inner, _followed([hull.owner[vertex] for vertex in inner])))
    found = []
    for piece in pieces:
        vertex, model = piece.vertex, model_at.get(piece.vertex)
        part = known.within(piece.low, piece.high)
        fpr, tpr = float(hull.fpr[vertex]), float(hull.tpr[vertex])
        found.append(
            Answer(
                rule=vertex_rule(analysis, hull, vertex, model),
                model=model,
                owners=hull.owner[vertex] if model else (),
                pcf=(piece.low, piece.high),
                known=part,
                nec=piece.nec,
                cost=part.expected_cost(fpr, tpr),
            )
        )
    return found


def sensitivity_sentence(found: Sequence[Answer], known: Imprecise) -> str:
    """Whether the answer changes while prior and costs move through their ranges."""
    return f"{_while(known)}, {_changes(found)}"


def present_parts(known: Imprecise, point: OperatingPoint) -> tuple[Part, ...]:
    """Of which values the decision's numbers are: with ranges nobody may have typed them.

    >>> from costdash.report.sentences.decision import text_of
    >>> known = Imprecise((0.01, 0.04), (100, 400), (1, 1))
    >>> text_of(present_parts(known, OperatingPoint(0.02, 200, 1)))[:60]
    'The numbers above are at the middle of the ranges: prior 2 %'
    """
    ends = (known.prior, known.cost_fn, known.cost_fp)
    values = (point.prior, point.cost_fn, point.cost_fp)
    middles = [sqrt(low * high) for low, high in ends]
    middle = all(isclose(x, y, rel_tol=ROUNDED) for x, y in zip(values, middles))
    where = "at the middle of the ranges" if middle else "for one point"
    return (
        Part(f"The numbers above are {where}: prior "),
        Part(percent(point.prior), "prior"),
        Part(". "),
        Part(times(point.cost_ratio), "ratio-words"),
        Part("."),
    )


def _while(known: Imprecise) -> str:
    conditions = []
    if known.prior[0] < known.prior[1]:
        low, high = (100 * prior for prior in known.prior)
        conditions.append(f"{span(low, high, ' %')} of cases are positive")
    if known.cost_ratio[0] < known.cost_ratio[1]:
        conditions.append(ratio_range(known.cost_ratio))
    return f"While {' and '.join(conditions)}" if conditions else "At these conditions"


def _changes(found: Sequence[Answer]) -> str:
    models = list(dict.fromkeys(answer.model for answer in found if answer.model))
    trivial = [doing(answer.rule) for answer in found if not answer.model]
    if len(found) == 1:
        return f"the answer does not change: {found[0].rule}."
    if not models:
        return f"{trivial[0]} is best in part of this range and {trivial[1]} in the rest."
    if len(models) > 1:
        said = f"{_word(len(models))} models are best in parts of this range: {listed(models)}."
    elif trivial:
        said = f"{models[0]} is best in part of this range, {_thresholds(found)}."
    else:
        return f"the model does not change: {models[0]}, {_thresholds(found)}."
    if trivial:
        said += f" {_capital(listed(trivial))} {'is' if len(trivial) == 1 else 'are'} best in"
        said += " part of it." if len(trivial) == 1 else " parts of it."
    return said


def _thresholds(found: Sequence[Answer]) -> str:
    """at 0.37; at 0.45 or 0.31; at five thresholds from 0.45 to 0.31."""
    at = [answer.rule.removeprefix(f"{answer.model} at ") for answer in found if answer.model]
    if len(at) < 3:
        return f"at {' or '.join(at)}"
    return f"at {_word(len(at))} thresholds from {at[0]} to {at[-1]}"


def _word(n: int) -> str:
    return WORDS[n] if n < len(WORDS) else f"{n:,}"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _followed(owners: list[tuple[str, ...]]) -> list[str]:
    """One owner of each, changed as rarely as going along allows."""
    chosen: list[str] = []
    while len(chosen) < len(owners):
        common = list(owners[len(chosen)])
        run = 0
        for among in owners[len(chosen) :]:
            still = [name for name in common if name in among]
            if not still:
                break
            common, run = still, run + 1
        chosen += [common[0]] * run
    return chosen


def _trivial_answers(known: Imprecise) -> list[Answer]:
    """Call none up to PC(+) 1/2, call all above."""
    low, high = known.pcf
    parts = [
        (TRIVIAL_NAMES["none"], 0.0, low, min(high, 0.5)),
        (TRIVIAL_NAMES["all"], 1.0, max(low, 0.5), high),
    ]
    return [
        Answer(
            rule=rule,
            model=None,
            owners=(),
            pcf=(a, b),
            known=known.within(a, b),
            nec=(1 - a, 1 - b) if rate else (a, b),
            cost=known.within(a, b).expected_cost(rate, rate),
        )
        for rule, rate, a, b in parts
        if a < b or (a == b and low == high)
    ]


def change_sentences(
    analysis: Analysis, point: OperatingPoint, names: Sequence[str] | None = None
) -> list[str]:
    """The nearest prior and ratio at which the rule changes, and the nearest for the model."""
    names = list(analysis.models if names is None else names)
    if not names:
        return []
    hull = analysis.hull(names)
    near = nearest(changes(hull, point))
    if near is None:
        return ["No prior and no cost would change this decision."]
    said = [_sentence(analysis, hull, near, point)]
    far = nearest(model_changes(hull, point))
    if far is None and len(names) == 1:
        return said
    if far is None:
        said.append("No prior and no cost would make another model better.")
    elif far.vertex != near.vertex:
        said.append(_sentence(analysis, hull, far, point))
    return said


def _sentence(analysis: Analysis, hull: Hull, change: Change, point: OperatingPoint) -> str:
    rule = doing(vertex_rule(analysis, hull, change.vertex))
    if abs(change.distance) < NEXT_TO_NOTHING:
        return f"At these very conditions {rule} costs the same."
    side = "Above" if change.distance > 0 else "Below"
    prior = _percent(change.prior, point.prior)
    ratio = ratio_beyond(change.cost_ratio, point.cost_ratio)
    verb = "chosen" if analysis.parts else "better"
    return f"{side} a prior of {prior}, or {ratio}, {rule} would be {verb}."


def _percent(prior: float, now: float) -> str:
    """With as many digits as tell it from the present one."""
    said = percent(prior)
    if said != percent(now):
        return said
    return f"{number(100 * prior, digits_apart(100 * prior, 100 * now))} %"
