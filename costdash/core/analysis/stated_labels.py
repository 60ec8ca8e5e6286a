"""Costs by true labels, if all labels are of a judge with stated error rates.

A what-if: it holds only if the judge's mistakes do not follow the scores. Natarajan, Dhillon,
Ravikumar & Tewari (2013), section 4.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from costdash.core.analysis.analysis import Analysis
from costdash.core.choose.decision import Call
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.folds.gold_labels import StatedJudge
from costdash.core.sample.shortest_decimal import threshold_text
from costdash.core.types import Floats

MOST_ERRORS = 4.0  # standard errors beyond what is possible, of all hull vertices
PER_CASE = (
    "stated error rates of a judge need the same costs for every case: leave out the costs per "
    "case, or name rows that people checked (gold)"
)


@dataclass(frozen=True, slots=True)
class TrueCost:
    """What a rule costs per case by true labels, on the rows; missed: of it, by missed positives.

    model: None where the rule flags none or all. words: the rule. judged, judged_missed,
    rates_by_judge: its cost, that of missed positives, and its fpr and tpr by the judge.
    """

    model: str | None
    words: str
    cost: float
    missed: float
    judged: float
    judged_missed: float
    rates_by_judge: tuple[float, float]


@dataclass(frozen=True, slots=True)
class StatedCost:
    """What follows from a judge's stated error rates.

    share: the true share of positives. point: the conditions by true labels. cheapest: the rule
    that costs least by true labels. recommended: the rule that the judge's labels choose.
    """

    judge: StatedJudge
    share: float
    point: OperatingPoint
    cheapest: TrueCost
    recommended: TrueCost


def stated_cost(
    analysis: Analysis,
    names: Sequence[str],
    rule: Call,
    point: OperatingPoint,
    judge: StatedJudge,
) -> StatedCost:
    """The cheapest rule by true labels, and what the recommended one costs by them.

    Both on the rows that chose them. A prior that is the file's is that of the judge's labels, so
    the true share takes its place. Raises ValueError for error rates that the labels cannot have,
    and for costs that differ from case to case.
    """
    if analysis.costs is not None:
        raise ValueError(PER_CASE)
    share = judge.prior(analysis.prevalence)
    if not 0 < share < 1:
        raise ValueError(
            f"these error rates cannot be right: they would mean a true share of {share:g}, with "
            "one class only"
        )
    _check(analysis, names, judge)
    from_file = point.prior == analysis.file_prevalence
    true_point = OperatingPoint(share, point.cost_fn, point.cost_fp) if from_file else point
    costs = _Costs(judge, analysis.prevalence, true_point, point)
    cheapest = min((_cheapest(analysis, name, costs) for name in names), key=lambda c: c.cost)
    shown = rule.model if rule.call == "some" else None
    text = f"{shown} >= {rule.text}" if shown else f"flag {rule.call}"
    recommended = costs.of(shown, text, rule.fpr, rule.tpr)
    return StatedCost(judge, share, true_point, cheapest, recommended)


@dataclass(frozen=True, slots=True)
class _Costs:
    """Costs by true labels at judged rates."""

    judge: StatedJudge
    prevalence: float
    point: OperatingPoint
    point_by_judge: OperatingPoint

    def both(self, fpr: Floats, tpr: Floats) -> tuple[Floats, Floats]:
        """The cost of missed positives and that of false alarms, (k,) each."""
        fpr, tpr = self.judge.rates(fpr, tpr, self.prevalence)
        point = self.point
        missed = point.prior * point.cost_fn * (1 - tpr).clip(0, 1)
        return missed, (1 - point.prior) * point.cost_fp * fpr.clip(0, 1)

    def of(self, model: str | None, words: str, fpr: float, tpr: float) -> TrueCost:
        """Of the rule with these judged rates."""
        missed, alarms = self.both(np.array([fpr]), np.array([tpr]))
        by = self.point_by_judge
        judged_missed = by.prior * by.cost_fn * (1 - tpr)
        judged = judged_missed + (1 - by.prior) * by.cost_fp * fpr
        cost = float(missed[0] + alarms[0])
        return TrueCost(model, words, cost, float(missed[0]), judged, judged_missed, (fpr, tpr))


def _check(analysis: Analysis, names: Sequence[str], judge: StatedJudge) -> None:
    """Raises ValueError where the rates are impossible by more than sampling explains.

    Among the cases that a threshold flags, and among the others, the judge calls at least the
    share of negatives that it does not clear positive, and at most that of positives it finds.
    """
    every = [found for name in names for found in _impossible(analysis, name, judge)]
    errors, sentence = max(every, key=lambda found: found[0])
    if errors > MOST_ERRORS:
        raise ValueError(
            f"these error rates cannot be right, or its mistakes follow the scores: {sentence}"
        )


def _impossible(analysis: Analysis, name: str, judge: StatedJudge) -> Iterator[tuple[float, str]]:
    """By how many standard errors the vertices of a model's hull leave each limit, and where."""
    hull, counts = analysis.models[name].hull, analysis.models[name].counts
    flagged = counts.take(hull.index)
    left = flagged.positives - flagged.tp, flagged.negatives - flagged.fp
    per_row = _independent(analysis) / float(flagged.positives + flagged.negatives)
    sides = ((judge.sensitivity, 1, "at most"), (1 - judge.specificity, -1, "at least"))
    for (tp, fp), kind in (((flagged.tp, flagged.fp), "flags"), (left, "does not flag")):
        rows = tp + fp
        some = np.flatnonzero(rows > 0)
        called, size = tp[some] / rows[some], per_row * rows[some]
        for limit, sign, word in sides:
            error = (limit * (1 - limit) / np.maximum(size, 1)) ** 0.5
            beyond = sign * (called - limit)
            errors = np.divide(beyond, error, out=np.zeros(some.size), where=error > 0)
            k = int(errors.argmax())
            text = threshold_text(counts.threshold, int(hull.index[some[k]]))
            yield (
                float(errors[k]),
                f"the judge calls {100 * called[k]:.3g} % of the cases that {name} >= {text} "
                f"{kind} positive, where {word} {100 * limit:.3g} % is possible",
            )


def _independent(analysis: Analysis) -> float:
    """How many independent rows the rows count as."""
    positives = analysis.effective_positives or analysis.positives
    return float(positives + (analysis.effective_negatives or analysis.negatives))


def _cheapest(analysis: Analysis, name: str, costs: _Costs) -> TrueCost:
    """The threshold of a model that costs least by true labels."""
    counts = analysis.models[name].counts
    missed, alarms = costs.both(counts.fpr, counts.tpr)
    k = int((missed + alarms).argmin())
    text = threshold_text(counts.threshold, k)
    rates = float(counts.fpr[k]), float(counts.tpr[k])
    return costs.of(name if text else None, f"{name} >= {text}" if text else "flag none", *rates)
