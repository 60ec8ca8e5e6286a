"""What a criterion chose, as a call at an operating point."""

from costdash.core.analysis import Analysis
from costdash.core.calls import Call, rates_at
from costdash.core.choices import Choice
from costdash.core.operating_point import OperatingPoint


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


def choice_by(criterion, analysis: Analysis, names) -> Choice:
    """Of the named models; of its own model where the threshold is fixed."""
    own = getattr(criterion, "model", None)
    models = {name: analysis.models[name].counts for name in ([own] if own else names)}
    return criterion.choose(models, analysis.hull(list(models)))
