"""A rule in a few words (rf ≥ 0.37, flag none), as a line of code, or with what it does."""

from collections.abc import Sequence
from typing import Any

from costdash.core import Analysis, Call, Hull, OperatingPoint, threshold_text
from costdash.core.analysis.calls import vertex_index
from costdash.core.choose.rounded_threshold import rounded_threshold, rounded_thresholds
from costdash.figures.panels.cost_axes.score_driven import gap_here, gap_model
from costdash.figures.scene import Scene
from costdash.report.sentences.amounts import EQUAL_COSTS, Amounts, Currency
from costdash.report.sentences.phrases import Phrase
from costdash.wording import TRIVIAL_NAMES, percent, shortened

LONGEST_RULE = 22  # letters of the name of a model where there is little room


def rule_words(analysis: Analysis, model: str, index: int) -> str:
    """A model's threshold, given by its index in the model's `Counts`, as it can be typed."""
    thresholds = analysis.models[model].counts.threshold
    if index == 0:
        return TRIVIAL_NAMES["none"]
    if index == thresholds.size - 1:
        return TRIVIAL_NAMES["all"]
    if analysis.models[model].is_hard:
        return model
    return f"{model} ≥ {threshold_text(thresholds, index)}"


def rule_phrases(call: Call, threshold: str, names: Sequence[str]) -> list[Phrase]:
    """Flag a case when rf scores 0.37 or more. Use M2. Flag none. Flag all."""
    if call.hard and call.model:
        return [Phrase("Use "), Phrase(call.model, "model"), Phrase(".")]
    if call.call == "some":
        return [
            Phrase("Flag a case when "),
            Phrase(call.model or "", "model"),
            Phrase(" scores "),
            Phrase(threshold, "threshold"),
            Phrase(" or more."),
        ]
    if not names:
        return [Phrase(f"Switch a model on to compare it with flagging {call.call}.")]
    return [Phrase(f"Flag {call.call}.")]


def call_words(call: Call, threshold: str | None = None, longest: int | None = None) -> str:
    """A call in a few words: rf ≥ 0.37, flag none; a hard classifier by its name alone.

    threshold: as it is to be printed, if not exactly. longest: of the model's name.
    """
    if call.model is None or not (threshold or call.text):
        return TRIVIAL_NAMES.get(call.call, call.call)
    model = call.model if longest is None else shortened(call.model, longest)
    return model if call.hard else f"{model} ≥ {call.text if threshold is None else threshold}"


def spoken_threshold(analysis: Analysis, call: Call, point: OperatingPoint) -> str:
    """The threshold of a call of a model as sentences print it, rounded where that costs nothing.

    The exact one is `call.text`. "" for a hard classifier, which has none.
    """
    if call.hard:
        return ""
    if call.model is None or call.index is None:
        return call.text or ""
    rounded = rounded_thresholds(analysis.models[call.model].counts, call.index)
    return rounded_threshold(rounded, point) if rounded else ""


def rule_code(call: Call) -> str:
    """An expression that is true for the cases that the rule calls positive."""
    if call.call in TRIVIAL_NAMES:
        return f"{call.call == 'all'}  # {TRIVIAL_NAMES[call.call]}"
    return f"score >= {call.text}"


def mapping_code(scores: Sequence[float], probabilities: Sequence[float]) -> str:
    """An expression that makes a probability of a score, straight between these points.

    >>> mapping_code([1.0, 6.0], [0.0, 0.5])
    'numpy.interp(score, [1.0, 6.0], [0.0, 0.5])'
    """
    return f"numpy.interp(score, {[*map(float, scores)]}, {[*map(float, probabilities)]})"


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


def threshold_sentences(
    typed: str, row: dict[str, Any], point: OperatingPoint, amounts: Amounts, least: float
) -> tuple[str, str]:
    """What flagging at a threshold does, and what it costs more than the best on these rows.

    row: of the threshold table. least: cost per case at the model's best threshold.
    """
    does = (
        f"A score of {typed} or more flags {percent(row['share_called'])} of all cases and finds "
        f"{percent(row['tpr'])} of the positives."
    )
    right = "" if row["precision"] is None else f"; {percent(row['precision'])} of flags are right"
    more = amounts.cases * (row["expected_cost"] - least)
    cost = f"{amounts.total(amounts.cases * row['expected_cost'])} {amounts.case_unit.words}"
    paid = f"It {amounts.verb} {cost} on these rows."
    if abs(more) > amounts.cases * EQUAL_COSTS * point.scale:
        apart = amounts.more(more) if more > 0 else amounts.less(-more)
        paid = f"It {amounts.verb} {apart} than the best threshold on these rows: {cost}."
    return does, f"It flags {percent(row['fpr'])} of the negatives{right}. {paid}"


def scores_taken_sentence(scene: Scene, currency: Currency) -> str:
    """What taking scores as probabilities costs, while the view draws it; "" otherwise."""
    if not (scene.view.score_driven and scene.view.models):
        return ""
    model = gap_model(scene)
    if model is None:
        name = shortened(scene.recommended or "", LONGEST_RULE)
        return f"Scores of {name} leave [0, 1], so they cannot be taken as probabilities."
    point, amounts = scene.point, Amounts.at(scene.point, currency)
    said = probability_gap_sentence(gap_here(model, scene) * point.scale, point, amounts)
    return f"{shortened(model.name, LONGEST_RULE)}, on these rows: {said[0].lower()}{said[1:]}"


def probability_gap_sentence(excess: float, point: OperatingPoint, amounts: Amounts) -> str:
    """What taking a model's scores as probabilities costs; excess: per case, over its best rule.

    >>> from costdash.report.sentences.amounts import CaseUnit
    >>> monthly = Amounts(case_unit=CaseUnit.per_period(20_000))
    >>> probability_gap_sentence(0.465, OperatingPoint(0.1, 50, 2), monthly)
    'Taken as probabilities, the scores cost $9,300 more than the best threshold here, per month \
of 20,000 cases.'
    """
    verb, more = ("make", "errors") if amounts.mistakes else ("cost", "")
    if excess <= EQUAL_COSTS * point.scale:
        none = f"no more {more}".strip()
        return f"Taken as probabilities, the scores {verb} {none} than the best threshold here."
    amount = f"{amounts.more(amounts.cases * excess)} {more}".strip()
    return (
        f"Taken as probabilities, the scores {verb} {amount} than the best threshold here, "
        f"{amounts.case_unit.words}."
    )
