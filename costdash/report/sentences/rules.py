"""A rule in a few words (rf ≥ 0.37, flag none) or as a line of code."""

from costdash.core import Analysis, Call, Hull, OperatingPoint, threshold_text
from costdash.core.analysis.calls import vertex_index
from costdash.core.choose.rounded_threshold import rounded_threshold, rounded_thresholds
from costdash.wording import TRIVIAL_NAMES


def rule_words(analysis: Analysis, model: str, index: int) -> str:
    """A model's threshold, given by its index in the model's `Counts`, as it can be typed."""
    thresholds = analysis.models[model].counts.threshold
    if index == 0:
        return TRIVIAL_NAMES["none"]
    if index == thresholds.size - 1:
        return TRIVIAL_NAMES["all"]
    return f"{model} ≥ {threshold_text(thresholds, index)}"


def spoken_threshold(analysis: Analysis, call: Call, point: OperatingPoint) -> str:
    """The threshold of a call of a model as sentences print it, rounded where that costs nothing.

    The exact one is `call.text`.
    """
    if call.model is None or call.index is None:
        return call.text or ""
    rounded = rounded_thresholds(analysis.models[call.model].counts, call.index)
    return rounded_threshold(rounded, point) if rounded else ""


def rule_code(call: Call) -> str:
    """An expression that is true for the cases that the rule calls positive."""
    if call.call in TRIVIAL_NAMES:
        return f"{call.call == 'all'}  # {TRIVIAL_NAMES[call.call]}"
    return f"score >= {call.text}"


def vertex_rule(analysis: Analysis, hull: Hull, vertex: int, model: str | None = None) -> str:
    """The rule of a vertex of a common hull, with the threshold of `model` if it is an owner."""
    owner = hull.owner[vertex][0]
    if model is None or model == owner:
        return rule_words(analysis, owner, int(hull.index[vertex]))
    return rule_words(analysis, model, vertex_index(analysis, hull, vertex, model))


def vertex_threshold(
    analysis: Analysis, hull: Hull, vertex: int, model: str | None = None
) -> float:
    """The threshold of `vertex_rule`, in full precision."""
    model = model or hull.owner[vertex][0]
    index = vertex_index(analysis, hull, vertex, model)
    return float(analysis.models[model].counts.threshold[index])


def as_subject(rule: str) -> str:
    """The rule as the subject of a sentence: "flag none" becomes "flagging none".

    >>> as_subject("flag none"), as_subject("rf ≥ 0.37")
    ('flagging none', 'rf ≥ 0.37')
    """
    return rule.replace("flag ", "flagging ", 1) if rule in TRIVIAL_NAMES.values() else rule
