"""What a criterion chose, as a call at an operating point."""

from collections.abc import Sequence
from dataclasses import replace

from costdash.core.analysis.analysis import Analysis
from costdash.core.choose.choice import Choice, rule_of
from costdash.core.choose.criteria import Criterion
from costdash.core.choose.decision import Call, rates_at
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.hull import Hull


def call_of_choice(
    analysis: Analysis, point: OperatingPoint, choice: Choice, level: float = 0
) -> Call:
    """One rule as `Analysis.call_at` has it; a mixture with the rates that hold in expectation.

    A mixture has no threshold and no interval, and is called by its larger part's model.
    """
    rule = choice.rules[0]
    if choice.tie is None and rule.call == "some":
        return analysis.call_at(point, rule.model, rule.index, level)
    mixed = choice.tie is not None
    _, larger = max(zip(choice.share, choice.rules), key=lambda part: part[0])
    return Call(
        call="some" if mixed else rule.call,
        model=larger.model if mixed else None,
        owners=tuple(dict.fromkeys(part.model for part in choice.rules)) if mixed else (),
        threshold=None,
        text=None,
        index=None,
        interval=None,
        **rates_at(point, choice.fpr, choice.tpr),
    )


def choice_by(criterion: Criterion, analysis: Analysis, names: Sequence[str]) -> Choice:
    """Of the named models; of its own model where the threshold is fixed.

    Where models and thresholds are chosen on other rows, the rates are those of the rows judged on.
    """
    own = getattr(criterion, "model", None)
    names = [own] if own else list(names)
    models = {name: analysis.models[name].chosen_on for name in names}
    choice = criterion.choose(models, analysis.chosen_hull(names))
    return choice if analysis.parts is None else _judged(choice, analysis)


def _judged(choice: Choice, analysis: Analysis) -> Choice:
    counts = {name: model.counts for name, model in analysis.models.items()}
    rules = tuple(rule_of(counts, rule.model, rule.index) for rule in choice.rules)
    return replace(
        choice,
        rules=rules,
        fpr=sum(share * rule.fpr for share, rule in zip(choice.share, rules)),
        tpr=sum(share * rule.tpr for share, rule in zip(choice.share, rules)),
        single=rule_of(counts, choice.single.model, choice.single.index),
    )


def vertex_index(analysis: Analysis, hull: Hull, vertex: int, name: str) -> int:
    """Place of a common hull's vertex in the thresholds of one of the models that reach it."""
    owner = analysis.models[hull.owner[vertex][0]]
    fpr, tpr = owner.chosen_on.rates(hull.index[vertex])
    own = analysis.models[name].chosen_hull
    return int(own.index[(abs(own.fpr - fpr) + abs(own.tpr - tpr)).argmin()])
