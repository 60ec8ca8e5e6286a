"""Criteria applied to an analysis: a criterion's choice, and that choice as a call."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from costdash.core.analysis.analysis import Analysis
from costdash.core.choose.choice import Choice, rule_of
from costdash.core.choose.criteria import Criterion
from costdash.core.choose.decision import Call, rates_at
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.hull import Hull, common_hull
from costdash.core.curves.recommended_rules import RuleVertices


def call_of_choice(
    analysis: Analysis, point: OperatingPoint, choice: Choice, level: float = 0
) -> Call:
    """A choice as a call: one rule as by `Analysis.call_at`, a mixture with its expected rates.

    A mixture has no threshold and no interval; `model` is that of its larger share.
    """
    rule = choice.rules[0]
    if choice.tie is None and rule.call == "some":
        return analysis.call_at(point, rule.model, rule.index, level)
    mixed = choice.tie is not None
    _, larger = max(zip(choice.share, choice.rules), key=lambda part: part[0])
    in_cases = _mean_case_rates(analysis, choice)
    return Call(
        call="some" if mixed else rule.call,
        model=larger.model if mixed else None,
        owners=tuple(dict.fromkeys(part.model for part in choice.rules)) if mixed else (),
        threshold=None,
        text=None,
        index=None,
        interval=None,
        in_cases=in_cases,
        **rates_at(point, choice.fpr, choice.tpr, in_cases),
    )


def _mean_case_rates(analysis: Analysis, choice: Choice) -> tuple[float, float] | None:
    """The rates of a choice in cases, where costs differ from case to case."""
    if analysis.costs is None:
        return None
    each = [analysis.models[r.model].case_counts.rates(r.index) for r in choice.rules]
    mean = [sum(s * float(rates[k]) for s, rates in zip(choice.share, each)) for k in (0, 1)]
    return mean[0], mean[1]


def choice_by(criterion: Criterion, analysis: Analysis, names: Sequence[str]) -> Choice:
    """The criterion's choice among the named models; a fixed threshold brings its own model.

    With a hold-out it chooses on the selection part, and the rates are those of the evaluation
    part.
    """
    fixed_model = getattr(criterion, "model", None)
    names = [fixed_model] if fixed_model else list(names)
    if analysis.costs is not None and analysis.hold_out is None:  # limits and errors are of cases
        cases = {name: analysis.models[name].case_counts for name in names}
        hull = common_hull(cases)
        return _evaluated(criterion.choose(cases, hull, analysis.effective_negatives), analysis)
    models = {name: analysis.models[name].selection_counts for name in names}
    hull = analysis.selection_hull(names)
    choice = criterion.choose(models, hull, analysis.effective_negatives)
    return choice if analysis.hold_out is None else _evaluated(choice, analysis)


def _evaluated(choice: Choice, analysis: Analysis) -> Choice:
    """The choice with the rates of the evaluation part."""
    counts = {name: model.counts for name, model in analysis.models.items()}
    rules = tuple(rule_of(counts, rule.model, rule.index) for rule in choice.rules)
    return replace(
        choice,
        rules=rules,
        fpr=sum(share * rule.fpr for share, rule in zip(choice.share, rules)),
        tpr=sum(share * rule.tpr for share, rule in zip(choice.share, rules)),
        single=rule_of(counts, choice.single.model, choice.single.index),
    )


def vertex_index(analysis: Analysis, hull: Hull | RuleVertices, vertex: int, name: str) -> int:
    """Threshold index, in the named model's counts, of a vertex of several models.

    The model must be one of those that reach the vertex.
    """
    owner = analysis.models[hull.owner[vertex][0]]
    fpr, tpr = owner.selection_counts.rates(hull.index[vertex])
    model_hull = analysis.models[name].selection_hull
    return int(model_hull.index[(abs(model_hull.fpr - fpr) + abs(model_hull.tpr - tpr)).argmin()])


def rates_within(
    analysis: Analysis, names: Sequence[str], vertex: int, low: float, high: float
) -> list[tuple[float, float, float, float]]:
    """(low, high, fpr, tpr) of each part of [low, high] in which a rule's `model_rates` are equal.

    vertex: the rule there, of `analysis.recommended_rules(names)`. Cross-fitted rates of one
    threshold change along PC(+), because the thresholds of the folds change.
    """
    rules = analysis.recommended_rules(names)
    if analysis.crossfits is None or rules.call(vertex) != "some":
        return [(low, high, float(rules.vertices.fpr[vertex]), float(rules.vertices.tpr[vertex]))]
    curve = analysis.crossfits.of(rules.vertices.owner[vertex][:1]).curve
    first = last = int(curve.place(low))
    if low < high:
        first = int(np.searchsorted(curve.tie, low, "right"))
        last = int(np.searchsorted(curve.tie, high, "left"))
    ends = [low, *curve.tie[first:last].tolist(), high]
    rates = curve.fpr[first : last + 1].tolist(), curve.tpr[first : last + 1].tolist()
    return list(zip(ends, ends[1:], *rates))
