"""Criteria applied to an analysis: a criterion's choice, and that choice as a call.

With cross-fitted costs a criterion is evaluated like least cost: on rows that did not choose.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot
from statistics import NormalDist
from typing import TypeVar

import numpy as np

from costdash.core.analysis.analysis import Analysis
from costdash.core.choose.choice import (
    Choice,
    Models,
    OtherRows,
    Rule,
    rule_of,
    single_rule_choice,
)
from costdash.core.choose.criteria import Criterion, LeastCost, LimitedCost
from costdash.core.choose.decision import Allowance, Call, rates_at
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.hull import Hull, common_hull
from costdash.core.curves.recommended_rules import RuleVertices
from costdash.core.folds.crossfit import CrossFits
from costdash.core.folds.crossfit_criterion import Choose, RowsElsewhere, rows_elsewhere
from costdash.core.sample.counts import Counts
from costdash.core.types import XY

AnyCriterion = TypeVar("AnyCriterion", bound=Criterion)


def call_of_choice(
    analysis: Analysis, point: OperatingPoint, choice: Choice, level: float = 0
) -> Call:
    """A choice as a call: one rule as by `Analysis.call_at`, a mixture with its expected rates.

    A mixture has no threshold and no interval; `model` is that of its larger share. Costs have
    their allowances, if the choice is cross-fitted.
    """
    if choice.least_cost_of:
        return analysis.decide(point, choice.least_cost_of, level).best
    rule = choice.rules[0]
    if choice.tie is None and rule.call == "some":
        call = analysis.call_at(point, rule.model, rule.index, level)
        return _with_allowances(analysis, point, call, choice.other_rows, level)
    mixed = choice.tie is not None
    _, larger = max(zip(choice.share, choice.rules), key=lambda part: part[0])
    in_cases = _mean_case_rates(analysis, choice)
    call = Call(
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
    return _with_allowances(analysis, point, call, choice.other_rows, level)


def call_of_single(
    analysis: Analysis, point: OperatingPoint, choice: Choice, level: float = 0
) -> Call:
    """The best single threshold of a choice as a call, with allowances if it is cross-fitted."""
    if choice.least_cost_of:
        return analysis.decide(point, choice.least_cost_of, level).best
    rule = choice.single
    call = analysis.call_at(point, rule.model, rule.index, level)
    return _with_allowances(analysis, point, call, choice.single_other_rows, level)


def _with_allowances(
    analysis: Analysis, point: OperatingPoint, call: Call, other: OtherRows | None, level: float
) -> Call:
    """The call with the cost on other rows; without these rates the call itself.

    The limits are normal: the variance is that of the rule on the rows, and of what bootstrap
    samples choose.
    """
    if other is None:
        return call
    tuned, cost = point.expected_cost(*other.tuned), point.expected_cost(*other.expected)
    interval, nec = call.interval, cost / point.scale
    if interval is not None:
        fpr, both, tpr = other.spread
        alarms, misses = (1 - point.prior) * point.cost_fp, point.prior * point.cost_fn
        variance = alarms**2 * fpr - 2 * alarms * misses * both + misses**2 * tpr
        quantile = NormalDist().inv_cdf((1 + level) / 2)
        choosing = quantile * max(0.0, variance) ** 0.5 / point.scale
        half = hypot((interval[1] - interval[0]) / 2, choosing)
        high = nec + half
        interval = max(0.0, nec - half), high if analysis.prior else min(1.0, high)
    return replace(
        call,
        nec=nec,
        expected_cost=cost,
        interval=interval,
        allowance=Allowance(tuned - call.expected_cost, cost - tuned, other.models),
        tuned_rates=other.tuned,
        expected_rates=other.expected,
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
    part. With cross-fits it has its rates on other rows too. Where costs differ from case to case,
    limits of least cost are of cases and costs of the rows; other criteria choose by cases, and are
    not cross-fitted.
    """
    fixed_model = getattr(criterion, "model", None)
    names = [fixed_model] if fixed_model else list(names)
    negatives = analysis.independent_negatives or analysis.effective_negatives
    criterion = _of_independent_rows(criterion, analysis)
    if isinstance(criterion, LimitedCost):
        if unlimited := _within_limit(criterion, analysis, names):
            return unlimited
        if analysis.crossfits is not None:
            return _cheapest_within(criterion, analysis, analysis.crossfits, names)
        if analysis.costs is not None and analysis.hold_out is None:
            counts = {name: analysis.models[name].counts for name in names}
            return criterion.choose_by_cases(counts, _case_counts(analysis, names))
    if analysis.costs is not None and analysis.hold_out is None:
        cases = _case_counts(analysis, names)
        hull = common_hull(cases)
        return _evaluated(criterion.choose(cases, hull, negatives), analysis)
    models = {name: analysis.models[name].selection_counts for name in names}
    hull = analysis.selection_hull(names)
    choice = criterion.choose(models, hull, negatives)
    if analysis.hold_out is not None:
        return _evaluated(choice, analysis)
    if analysis.crossfits is None or fixed_model:  # a fixed threshold is not chosen
        return choice
    return _cross_fitted(choice, criterion, analysis, analysis.crossfits, names)


def _case_counts(analysis: Analysis, names: Sequence[str]) -> Models:
    """Counts of cases, where rates are shares of cost."""
    return {name: analysis.models[name].case_counts for name in names}


def _chosen(
    criterion: Criterion, models: Models, hull: Hull, negatives: float | None, cases: Models | None
) -> Choice:
    """The criterion's choice; of a limit of cases where costs differ from case to case."""
    if cases is not None and isinstance(criterion, LimitedCost):
        return criterion.choose_by_cases(models, cases)
    return criterion.choose(models, hull, negatives)


def keeps_limit(
    criterion: LimitedCost, analysis: Analysis, call: Call, names: Sequence[str]
) -> bool:
    """Whether a rule keeps a limit; names: the models among which it is chosen."""
    return _keeps(_of_independent_rows(criterion, analysis), analysis, call, names)


def _of_independent_rows(criterion: AnyCriterion, analysis: Analysis) -> AnyCriterion:
    """The criterion, whose promise counts independent rows if it makes one."""
    if getattr(criterion, "level", None) is None or not hasattr(criterion, "per_row"):
        return criterion
    return replace(criterion, per_row=_independent_per_row(analysis))  # type: ignore[type-var]


def _independent_per_row(analysis: Analysis) -> XY:
    """How many independent rows a unit of weight of each class counts as, for promises.

    Clusters count as `independent_negatives` says, and of positives as their number.
    """
    if analysis.costs is not None:
        return 1.0, 1.0
    hold_out = analysis.hold_out
    weights = (hold_out or analysis).negatives, (hold_out or analysis).positives
    negatives = analysis.independent_negatives or analysis.effective_negatives or weights[0]
    positives = analysis.effective_positives or weights[1]
    return min(1.0, negatives / weights[0]), min(1.0, positives / weights[1])


def _within_limit(
    criterion: LimitedCost, analysis: Analysis, names: Sequence[str]
) -> Choice | None:
    """The rule of the decision of least cost, if it keeps the limit; else None.

    With a hold-out the limit is that of the selection part, which chooses.
    """
    best = analysis.decide(criterion.point, names, 0).best
    if not _keeps(criterion, analysis, best, names):
        return None
    name, counts, index = _threshold_of(best, analysis, names)
    rule = rule_of({name: counts}, name, index)
    chosen = replace(rule, fpr=best.fpr, tpr=best.tpr)
    return replace(single_rule_choice(chosen), least_cost_of=tuple(names))


def _keeps(criterion: LimitedCost, analysis: Analysis, call: Call, names: Sequence[str]) -> bool:
    _, counts, index = _threshold_of(call, analysis, names)
    return bool(criterion.allowing(len(names))(counts)[index])


def _threshold_of(call: Call, analysis: Analysis, names: Sequence[str]) -> tuple[str, Counts, int]:
    """Model, counts that a limit is about, and index of a rule; one without a model is of any."""
    name = call.model or names[0]
    model = analysis.models[name]
    counts = model.selection_counts if analysis.costs is None else model.case_counts
    trivial = -1 if call.call == "all" else 0
    index = range(counts.threshold.size)[trivial] if call.index is None else call.index
    return name, counts, index


def _cheapest_within(
    criterion: LimitedCost, analysis: Analysis, fits: CrossFits, names: Sequence[str]
) -> Choice:
    """The model whose cheapest threshold within a limit costs least on other rows.

    The model is picked as without a limit: by cross-fitted costs, and among calls that need no
    model if they keep the limit.
    """
    negatives = analysis.independent_negatives or analysis.effective_negatives

    def choose(models: Models, hull: Hull, share: float, cases: Models | None) -> Choice:
        return _chosen(criterion, models, hull, negatives, cases)

    def alone(name: str) -> Choice:
        hull = analysis.selection_hull([name])
        cases = _case_counts(analysis, [name]) if analysis.costs else None
        counts = {name: analysis.models[name].selection_counts}
        choice = _chosen(criterion, counts, hull, negatives, cases)
        return _cross_fitted(choice, criterion, analysis, fits, [name])

    def cost(choice: Choice) -> float:
        other = choice.single_other_rows
        return criterion.point.expected_cost(
            *(other.tuned if other else (choice.single.fpr, choice.single.tpr))
        )

    choices = {name: alone(name) for name in names}
    best = min(names, key=lambda name: cost(choices[name]))
    every = rows_elsewhere({name: fits.of([name]) for name in names})
    picked = every.picked_rates(choose, criterion.point.expected_cost)
    if picked is None:
        return choices[best]

    def among_all(other: OtherRows | None, expected: XY) -> OtherRows | None:
        return other and replace(other, expected=expected, models=len(names))

    choice = choices[best]
    mixed, single = picked
    if choice.tie is not None and not _mixing_pays(choice, criterion.point):
        choice = replace(
            single_rule_choice(choice.single),
            other_rows=choice.single_other_rows,
            single_other_rows=choice.single_other_rows,
        )
    return replace(
        choice,
        other_rows=among_all(choice.other_rows, mixed if choice.tie is not None else single),
        single_other_rows=among_all(choice.single_other_rows, single),
    )


def variance_of_limit(
    criterion: LimitedCost, analysis: Analysis, names: Sequence[str], fixed: bool = False
) -> float:
    """Variance, per case, of the difference between the rule within a limit and another rule,
    because rules are chosen: each in the same bootstrap samples. 0 if costs are not cross-fitted.

    The other rule is that of least cost; fixed: it is not chosen, such as today's rule.
    """
    fits = analysis.crossfits
    if fits is None:
        return 0.0
    negatives = analysis.independent_negatives or analysis.effective_negatives
    free = LeastCost(criterion.point)

    def within(models: Models, hull: Hull, share: float, cases: Models | None) -> Choice:
        return _chosen(criterion, models, hull, negatives, cases)

    def without(models: Models, hull: Hull, share: float, cases: Models | None) -> Choice:
        return free.choose(models, hull)

    every = rows_elsewhere({name: fits.of([name]) for name in names})
    other = None if fixed else without
    return every.variance_of_difference(within, other, criterion.point.expected_cost)


def _mixing_pays(choice: Choice, point: OperatingPoint) -> bool:
    """Whether drawing lots between two thresholds costs less on other rows too."""
    mixed, single = choice.other_rows, choice.single_other_rows
    if mixed is None or single is None:
        return True
    return point.expected_cost(*mixed.tuned) < point.expected_cost(*single.tuned)


def _cross_fitted(
    choice: Choice,
    criterion: Criterion,
    analysis: Analysis,
    fits: CrossFits,
    names: Sequence[str],
) -> Choice:
    """The choice with its rates on other rows; a rule that calls none or all has no other rates."""
    negatives = analysis.independent_negatives or analysis.effective_negatives
    counted = negatives or float(analysis.models[names[0]].counts.negatives)

    def choosing(criterion: Criterion) -> Choose:
        return lambda models, hull, share, cases: _chosen(
            criterion, models, hull, share * counted, cases
        )

    def elsewhere(some: Sequence[str]) -> RowsElsewhere:
        return rows_elsewhere({name: fits.of([name]) for name in some})

    among_all = elsewhere(names).rates(choosing(criterion))
    if among_all is None:
        return choice
    spreads = elsewhere(names).covariances(choosing(criterion))
    alone = getattr(criterion, "for_chosen_of", lambda _: criterion)(len(names))

    def other_rows(rules: Sequence[Rule], kind: int) -> OtherRows | None:
        used = {rule.model for rule in rules if rule.call == "some"}
        some = [name for name in names if name in used]
        if not some:
            return None
        every = len(some) == len(names)
        tuned = among_all if every else elsewhere(some).rates(choosing(alone))
        return tuned and OtherRows(tuned[kind], among_all[kind], len(names), spreads[kind])

    single = other_rows([choice.single], 1)
    mixed = single if choice.tie is None else other_rows(choice.rules, 0)
    return replace(choice, other_rows=mixed, single_other_rows=single)


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
