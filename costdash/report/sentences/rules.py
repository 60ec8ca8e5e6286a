"""A rule in a few words (rf ≥ 0.37, flag none), as a line of code, or with its outcome."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isinf
from typing import Any

from costdash.core import Analysis, Call, Hull, ModelAnalysis, OperatingPoint, threshold_text
from costdash.core.analysis.calls import vertex_index
from costdash.core.choose.review_zone import Zone
from costdash.core.combine.combination import AND, OR, Combination
from costdash.core.curves.recommended_rules import RuleVertices
from costdash.core.probabilities.recalibration import Recalibration, recalibrated_name
from costdash.figures.panels.cost_axes.score_driven import gap_here, gap_model
from costdash.figures.scene import Scene
from costdash.report.sentences.amounts import EQUAL_COSTS, Amounts, Currency
from costdash.report.sentences.phrases import Phrase
from costdash.wording import TRIVIAL_NAMES, percent, shortened, without_line_ends

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


def today_words(today: Call | None) -> str:
    """'Today: rf ≥ 0.37', or how to give today's rule."""
    if today is None:
        return "+ Today's rule"
    return f"Today: {call_words(today, longest=LONGEST_RULE)}"


def call_words(call: Call, threshold: str | None = None, longest: int | None = None) -> str:
    """A call in a few words: rf ≥ 0.37, flag none; a hard classifier by its name alone. threshold:
    text to print instead of the exact one. longest: length of the model's name.
    """
    if call.model is None or not (threshold or call.text or call.zone):
        return TRIVIAL_NAMES.get(call.call, call.call)
    model = call.model if longest is None else shortened(call.model, longest)
    if call.zone is not None:
        flags = "" if call.zone.high.threshold is None else f" ≥ {call.text},"
        return f"{model}{flags} look from {call.zone.low.text}"
    return model if call.hard else f"{model} ≥ {call.text if threshold is None else threshold}"


def spoken_threshold(call: Call) -> str:
    """The threshold as sentences print it: the shortest decimal that calls the same rows.

    "" for a hard classifier, which has no threshold.
    """
    return "" if call.hard else call.text or ""


def mapping_code(scores: Sequence[float], probabilities: Sequence[float]) -> str:
    """An expression that makes a probability of a score, straight between these points.

    >>> mapping_code([1.0, 6.0], [0.0, 0.5])
    'numpy.interp(score, [1.0, 6.0], [0.0, 0.5])'
    """
    return f"numpy.interp(score, {[*map(float, scores)]}, {[*map(float, probabilities)]})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Origins:
    """The origins of models that are not plain columns of the table.

    negated: whether such a model's scores are 1 - the column, else they are its negative.
    recalibrated: the source of the scores, and the map. combinations: the thresholds for new cases.
    without_code: why the rule of a model cannot be written as a condition on columns.
    """

    negated: Mapping[str, bool] = field(default_factory=dict)
    recalibrated: Mapping[str, tuple[str, Recalibration]] = field(default_factory=dict)
    combinations: Mapping[str, tuple[Combination, tuple[float, ...]]] = field(default_factory=dict)
    without_code: Mapping[str, str] = field(default_factory=dict)

    def columns(self, model: str) -> tuple[str, ...]:
        """The columns that the model's rule reads."""
        if model in self.recalibrated:
            return self.columns(self.recalibrated[model][0])
        if model in self.combinations:
            parts = (self.columns(part) for part in self.combinations[model][0].models)
            return tuple(dict.fromkeys(name for part in parts for name in part))
        return (model,)

    def problem(self, model: str) -> str:
        """Why the model's rule cannot be a condition on columns; "" if it can."""
        parts: tuple[str, ...] = ()
        if model in self.recalibrated:
            parts = (self.recalibrated[model][0],)
        elif model in self.combinations:
            parts = self.combinations[model][0].models
        return self.without_code.get(model) or next(filter(None, map(self.problem, parts)), "")


@dataclass(frozen=True, slots=True)
class RuleCode:
    """A rule as conditions on the columns that it reads.

    python: on `score`, the only column, or on `row`, a table or a row of several columns. python
    and sql are None if no condition expresses the rule; note explains why, or how to read the
    columns.
    """

    python: str | None
    sql: str | None
    columns: tuple[str, ...] = ()
    note: str = ""


NO_ORIGINS = Origins()
ONLY_COUNTS = "{} is known by its four counts only: flag what it flags."
DRAWS_LOTS = "{} draws lots between two rules, which no condition says."
REVERSED = (
    "{} reverses the order of some scores of {}, so that no threshold of a column says its rule."
)
MIXED = "The rule chooses between two thresholds by chance, which no condition says."


def rule_conditions(call: Call, origins: Origins = NO_ORIGINS) -> RuleCode:
    """The rule of a call as conditions in Python and in SQL.

    >>> from costdash.core import OperatingPoint, Predictions, analyse, count, recalibration
    >>> rows = Predictions(is_positive=[0, 0, 1, 1], scores={"rf": [0.1, 0.4, 0.6, 0.9]})
    >>> call = analyse(rows).decide(OperatingPoint(0.5)).best
    >>> rule_conditions(call).python, rule_conditions(call).sql
    ('score >= 0.6', '"rf" >= 0.6')
    >>> fit = recalibration(count([1, 1, 0, 0], [9, 6, 7, 1]))
    >>> found = rule_conditions(call, Origins(recalibrated={"rf": ("old", fit)}))
    >>> found.sql
    '"old" >= 7.4'
    """
    if call.call in TRIVIAL_NAMES:
        always = call.call == "all"
        return RuleCode(str(always), "1 = 1" if always else "1 = 0")
    if call.model is None or call.text is None:
        return RuleCode(None, None, note=MIXED)
    if problem := origins.problem(call.model):
        return RuleCode(None, None, note=problem)
    if call.zone is not None:
        return _zone_conditions(call.zone, origins)
    columns, threshold = origins.columns(call.model), _threshold_for_new_cases(call, origins)
    return RuleCode(
        python_condition(call.model, threshold, origins),
        _sql(call.model, threshold, origins),
        columns,
        _column_words(call.model, threshold, origins),
    )


def _zone_conditions(zone: Zone, origins: Origins) -> RuleCode:
    """A rule with three results: flag, look or pass.

    >>> from costdash.core.choose.review_zone import Zone, ZoneEnd, ZoneRates
    >>> ends = ZoneEnd(2, 0.4, "0.4", 0.2, 0.9), ZoneEnd(1, 0.9, "0.9", 0.01, 0.5)
    >>> zone = Zone("rf", *ends, ZoneRates(0.01, 0.9, 0.19, 0.4), 1.0, 1.0)
    >>> print(_zone_conditions(zone, NO_ORIGINS).sql)
    CASE WHEN "rf" >= 0.9 THEN 'flag' WHEN "rf" >= 0.4 THEN 'look' ELSE 'pass' END
    """
    model, parts = zone.model, [("look", zone.low)]
    if zone.high.threshold is not None:
        parts.append(("flag", zone.high))
    mapped = model in origins.recalibrated
    python, sql, notes = '"pass"', "", []
    for word, end in parts:
        threshold = repr(end.threshold) if mapped else end.text
        condition = python_condition(model, threshold, origins)
        python = f'numpy.where({condition}, "{word}", {python})'
        sql = f" WHEN {_sql(model, threshold, origins)} THEN '{word}'{sql}"
        notes.append(_column_words(model, threshold, origins))
    note = " ".join(filter(None, dict.fromkeys(notes)))
    return RuleCode(python, f"CASE{sql} ELSE 'pass' END", origins.columns(model), note)


def _threshold_for_new_cases(call: Call, origins: Origins) -> str:
    """The text of a call's threshold; in full for a recalibrated model.

    The short text flags the same rows. But new cases get other probabilities than these rows, from
    the map of all rows, and some may lie between the short text and the threshold.
    """
    is_mapped = call.model in origins.recalibrated and call.threshold is not None
    return repr(call.threshold) if is_mapped else str(call.text)


def rule_code(call: Call, origins: Origins = NO_ORIGINS) -> str:
    """The rule in Python as it is copied, or a comment that explains why no condition expresses
    it.

    >>> from costdash.core import OperatingPoint, Predictions, analyse
    >>> rows = Predictions(is_positive=[0, 0, 1, 1], scores={"rf": [-0.9, -0.6, -0.4, -0.1]})
    >>> call = analyse(rows).decide(OperatingPoint(0.5)).best
    >>> rule_code(call, Origins(negated={"rf": False}))
    'score <= 0.4'
    """
    conditions = rule_conditions(call, origins)
    if conditions.python is None:
        return f"# {without_line_ends(conditions.note)}"
    if call.call in TRIVIAL_NAMES:
        return f"{conditions.python}  # {TRIVIAL_NAMES[call.call]}"
    return conditions.python


def python_condition(model: str, threshold: str, origins: Origins) -> str:
    """True for the cases that a model's threshold flags, on `score` or on the columns of `row`."""
    return _python(model, threshold, origins, len(origins.columns(model)) > 1)


def _python(model: str, threshold: str, origins: Origins, several: bool) -> str:
    if model in origins.combinations:
        how, thresholds = origins.combinations[model]
        each = zip(how.models, map(repr, thresholds))
        parts = [f"({_python(name, text, origins, several)})" for name, text in each]
        return (" & " if how.rule == AND else " | ").join(parts)
    if origins.negated.get(model) is False:
        return f"{_name(model, several)} <= {_minus(threshold)}"
    return f"{_value(model, origins, several)} >= {threshold}"


def _value(model: str, origins: Origins, several: bool) -> str:
    """An expression for the model's score."""
    if model in origins.recalibrated:
        source, fit = origins.recalibrated[model]
        code = mapping_code(fit.score.tolist(), fit.probability.tolist())
        return code.replace("(score,", f"({_value(source, origins, several)},", 1)
    sign = {True: "1 - ", False: "-"}.get(origins.negated.get(model), "")  # type: ignore[arg-type]
    return sign + _name(model, several)


def _name(column: str, several: bool) -> str:
    return f"row[{column!r}]" if several else "score"


def _sql(model: str, threshold: str, origins: Origins) -> str:
    """On a recalibrated model's source, because its probabilities rise with the scores."""
    if model in origins.combinations:
        how, thresholds = origins.combinations[model]
        each = zip(how.models, map(repr, thresholds))
        parts = [f"({_sql(name, text, origins)})" for name, text in each]
        return (" AND " if how.rule == AND else " OR ").join(parts)
    if model in origins.recalibrated:
        source, fit = origins.recalibrated[model]
        score = fit.score_for(float(threshold))
        if isinf(score):
            return "1 = 0" if score > 0 else "1 = 1"
        return _sql(source, repr(score), origins)
    column = '"{}"'.format(model.replace('"', '""'))
    if origins.negated.get(model) is False:
        return f"{column} <= {_minus(threshold)}"
    return f"{'1 - ' if model in origins.negated else ''}{column} >= {threshold}"


def _column_words(model: str, threshold: str, origins: Origins) -> str:
    """How a rule reads the columns that it needs; "" for a model that is a column."""
    if model in origins.combinations:
        how, thresholds = origins.combinations[model]
        parts = [f"{name} ≥ {text}" for name, text in zip(how.models, map(repr, thresholds))]
        each = (_column_words(*part, origins) for part in zip(how.models, map(repr, thresholds)))
        joined = f" {AND if how.rule == AND else OR} ".join(parts)
        return " ".join(filter(None, (f"{model} flags a case when {joined}.", *each)))
    if model in origins.recalibrated:
        source, fit = origins.recalibrated[model]
        score = fit.score_for(float(threshold))
        below = (
            _column_words(source, repr(score), origins) if source in origins.recalibrated else ""
        )
        reaches = f"It is {threshold} or more when {source} ≥ {score!r}."
        if isinf(score):
            reaches = f"{'No' if score > 0 else 'Every'} score of {source} reaches {threshold}."
        origin = f"{model} is made of the scores of {source} by a map that is fitted on all rows."
        return f"{origin} {reaches} {below}".strip()
    if model in origins.negated:
        turned = "1 minus its column" if origins.negated[model] else "its column times \u22121"
        return f"The scores of {model} are turned round: each is {turned}."
    return ""


def _minus(threshold: str) -> str:
    """Turns the text of a number into the text of its negative."""
    return threshold.removeprefix("-") if threshold.startswith("-") else f"-{threshold}"


def vertex_rule(
    analysis: Analysis, hull: Hull | RuleVertices, vertex: int, model: str | None = None
) -> str:
    """The rule of a vertex of several models, with the threshold of `model` if it is an owner."""
    owner = hull.owner[vertex][0]
    if model is None or model == owner:
        return rule_words(analysis, owner, int(hull.index[vertex]))
    return rule_words(analysis, model, vertex_index(analysis, hull, vertex, model))


def vertex_threshold(
    analysis: Analysis, hull: Hull | RuleVertices, vertex: int, model: str | None = None
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
    """The outcome of a threshold, and its extra cost over the best threshold on these rows.

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
        name = shortened(scene.recommended_model or "", LONGEST_RULE)
        return f"Scores of {name} leave [0, 1], so they cannot be taken as probabilities."
    point, amounts = scene.point, Amounts.at(scene.point, currency)
    gap = probability_gap_sentence(gap_here(model, scene) * point.scale, point, amounts)
    sentence = f"{shortened(model.name, LONGEST_RULE)}, on these rows: {gap[0].lower()}{gap[1:]}"
    return f"{sentence}{_recalibrated_gap(model, scene, amounts)}"


def _recalibrated_gap(model: ModelAnalysis, scene: Scene, amounts: Amounts) -> str:
    """The extra cost of recalibrated scores over the best threshold; "" if there are none."""
    new = scene.analysis.models.get(recalibrated_name(model.name))
    if new is None or not new.is_probability:
        return ""
    more = gap_here(model, scene, new)
    verb, errors = (" make", " errors") if amounts.mistakes else (" cost", "")
    amount = "no more"
    if more > EQUAL_COSTS:
        amount = amounts.more(amounts.cases * more * scene.point.scale)
    return f" Recalibrated on other folds, they{verb} {amount}{errors} than that threshold."


def to_recalibrate(scene: Scene) -> str | None:
    """The model of `scores_taken_sentence`, if it costs more and is not recalibrated already."""
    model = gap_model(scene)
    if model is None or gap_here(model, scene) <= EQUAL_COSTS:
        return None
    names = scene.analysis.models
    new = {recalibrated_name(name) for name in names}
    return None if model.name in new or recalibrated_name(model.name) in names else model.name


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
