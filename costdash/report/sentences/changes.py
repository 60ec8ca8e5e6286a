"""What would change this decision, in a sentence or two."""

from collections.abc import Sequence

from costdash.core import Analysis, Hull, OperatingPoint
from costdash.core.choose.switch_points import Change, changes, model_changes, nearest
from costdash.ratio import ratio_beyond
from costdash.report.sentences.rules import doing, vertex_rule
from costdash.wording import digits_apart, number, percent

NEXT_TO_NOTHING = 1e-9  # in log-odds


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
