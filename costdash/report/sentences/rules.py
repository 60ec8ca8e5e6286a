"""A rule in a few words: rf at 0.37, call none."""

from costdash.core import Analysis, Call, Hull, threshold_text
from costdash.core.analysis.calls import vertex_index
from costdash.wording import TRIVIAL_NAMES


def rule_words(analysis: Analysis, model: str, index: int) -> str:
    """A model's threshold by its place in the model's Counts, as it can be typed."""
    thresholds = analysis.models[model].counts.threshold
    if index == 0:
        return TRIVIAL_NAMES["none"]
    if index == thresholds.size - 1:
        return TRIVIAL_NAMES["all"]
    return f"{model} at {threshold_text(thresholds, index)}"


def rule_code(call: Call) -> str:
    """A line of code that is true for what the rule calls positive."""
    if call.call in TRIVIAL_NAMES:
        return f"{call.call == 'all'}  # {TRIVIAL_NAMES[call.call]}"
    return f"score >= {call.text}"


def vertex_rule(analysis: Analysis, hull: Hull, vertex: int, model: str | None = None) -> str:
    """The rule behind a vertex of a common hull; of `model` where it is one of several owners."""
    owner = hull.owner[vertex][0]
    if model in (None, owner):
        return rule_words(analysis, owner, int(hull.index[vertex]))
    return rule_words(analysis, model, vertex_index(analysis, hull, vertex, model))


def doing(rule: str) -> str:
    """The rule as something done: calling none, or its own words.

    >>> doing("call none"), doing("rf at 0.37")
    ('calling none', 'rf at 0.37')
    """
    return rule.replace("call ", "calling ", 1) if rule in TRIVIAL_NAMES.values() else rule
