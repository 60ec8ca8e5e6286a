"""Which rows to label next, where labels exist only where somebody looked, and what it would bring.

Labels go to the strata where a further label narrows the cost of the rule most (Neyman 1934):
those with many rows, and with mistakes that are dear or unequal.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from costdash.core.analysis.analysis import Analysis
from costdash.core.choose.decision import Call
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.folds.crossfit_error import cost_limits
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Bools, Floats, Interval

UNSEEN = 0.5  # mistakes of each kind added to a stratum, so that none seen is not none (Jeffreys)
HALVINGS = 200  # of the share of rows to look at, until rounding


@dataclass(frozen=True, slots=True)
class PlannedLabels:
    """How many rows of a stratum to label next, drawn at random among `unlabelled`."""

    name: str
    labels: int
    unlabelled: int


@dataclass(frozen=True, slots=True)
class AuditPlan:
    """Rows to label next, and what the interval of the cost is now and would become, as nec.

    blind: nobody looked at some strata, so all labels go there; without any, there is no interval.
    now, then: None without an interval.
    """

    strata: tuple[PlannedLabels, ...]
    blind: bool
    now: Interval | None = None
    then: Interval | None = None

    @property
    def labels(self) -> int:
        """Number of rows to label."""
        return sum(each.labels for each in self.strata)


def audit_plan(
    predictions: Predictions, analysis: Analysis, call: Call, point: OperatingPoint, labels: int
) -> AuditPlan | None:
    """The next labels for the cost of a rule; at most all rows without one. None without strata.

    The interval is that of the decision, with the variance of the sum of costs by strata and the
    heaviest row as they would be. It expects the new labels to show the costs of the old ones.
    """
    verification = predictions.verification
    if verification is None or not verification.strata:
        return None
    strata = verification.strata
    rows = np.array([each.rows for each in strata], dtype=float)
    labelled = np.array([each.labelled for each in strata])
    free = rows.astype(np.int64) - labelled
    if not labelled.all():
        more = allocated(np.where(labelled, 0, rows), labelled, np.where(labelled, 0, free), labels)
        return AuditPlan(_planned(predictions, more), blind=True)
    spread = rows * _deviation(predictions, call, point)
    more = allocated(spread, labelled, free, labels)
    plan = AuditPlan(_planned(predictions, more), blind=False)
    if call.interval is None:
        return plan
    before, after = ((spread**2 / n).sum() for n in (labelled, labelled + more))
    heaviest = (rows / (labelled + more)).max() / (rows / labelled).max()
    then = _interval(analysis, call, point, float(after / before), float(heaviest))
    return AuditPlan(plan.strata, False, call.interval, then)


def allocated(
    spread: Floats, labelled: NDArray[np.int64], free: NDArray[np.int64], labels: int
) -> NDArray[np.int64]:
    """How many of the new labels go to each stratum, (s,), at most `free` (s,).

    They make the sum of spread^2 / (labelled + new) least: labels are proportional to the spread
    where a stratum has rows left. Neyman (1934), section 5.

    >>> allocated(np.array([300.0, 100.0]), np.array([20, 20]), np.array([900, 900]), 40).tolist()
    [40, 0]
    """
    labels = min(labels, int(free.sum()))
    wanted = np.zeros(free.size)
    low, high = 0.0, 1.0
    while _wanted(spread, labelled, free, high).sum() < labels and high < 1e300:
        high *= 2
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        wanted = _wanted(spread, labelled, free, middle)
        low, high = (low, middle) if wanted.sum() >= labels else (middle, high)
    more = np.floor(_wanted(spread, labelled, free, low)).astype(np.int64)
    while (rest := labels - int(more.sum())) > 0:
        size = labelled + more
        with np.errstate(divide="ignore", invalid="ignore"):
            gain = np.where(more < free, spread**2 / size - spread**2 / (size + 1), -1.0)
        gain[(size == 0) & (more < free)] = np.inf
        best = np.argsort(-gain, kind="stable")[: min(rest, int((more < free).sum()))]
        more[best] += 1
    return more


def _wanted(
    spread: Floats, labelled: NDArray[np.int64], free: NDArray[np.int64], share: float
) -> Floats:
    """New labels (s,) if each stratum is to have `share` labels per unit of its spread."""
    found: Floats = np.clip(spread * share - labelled, 0, free)
    return found


def _deviation(predictions: Predictions, call: Call, point: OperatingPoint) -> Floats:
    """Standard deviation (s,) of what a row of each stratum costs by the rule."""
    verification, weight = predictions.verification, predictions.weight
    assert verification is not None
    assert weight is not None
    is_positive, called = predictions.is_positive, _called(predictions, call)
    prevalence = predictions.prevalence
    dear = point.cost_fn * point.prior / prevalence
    alarm = point.cost_fp * (1 - point.prior) / (1 - prevalence)
    stratum, n = verification.stratum, len(verification.strata)
    times = np.ones(stratum.size) if predictions.times is None else predictions.times
    rows = np.bincount(stratum, times, n) + 2 * UNSEEN
    missed, alarms = (
        (np.bincount(stratum[some], times[some], n) + UNSEEN) / rows
        for some in (is_positive & ~called, ~is_positive & called)
    )
    mean = missed * dear + alarms * alarm
    deviation: Floats = np.sqrt(missed * dear**2 + alarms * alarm**2 - mean**2)
    return deviation


def _called(predictions: Predictions, call: Call) -> Bools:
    if call.model is None or call.threshold is None or call.model not in predictions.scores:
        return np.full(predictions.rows, call.call == "all")
    found: Bools = predictions.scores[call.model] >= call.threshold
    return found


def _planned(predictions: Predictions, more: NDArray[np.int64]) -> tuple[PlannedLabels, ...]:
    verification = predictions.verification
    assert verification is not None
    return tuple(
        PlannedLabels(each.name, int(n), each.rows - each.labelled)
        for each, n in zip(verification.strata, more)
    )


def _interval(
    analysis: Analysis, call: Call, point: OperatingPoint, variance: float, heaviest: float
) -> Interval | None:
    """The interval of the decision with `variance` and `heaviest` as parts of the present ones."""
    if call.interval is None:
        return None
    low, high = call.interval
    value = call.expected_cost / point.scale
    below = above = variance**0.5
    fits = analysis.crossfits
    if fits is not None and fits.together.heaviest is not None:
        x = np.array([point.pcf])
        cost, error = fits.together.cost_with_error(x)
        ends = [
            cost_limits(cost, error**2 * part, x, analysis.level, 0.0, shares)
            for part, shares in (
                (1.0, fits.together.heaviest),
                (variance, _lighter(fits.together.heaviest, heaviest)),
            )
        ]
        (low_now, high_now), (low_then, high_then) = ((float(a[0]), float(b[0])) for a, b in ends)
        below = _ratio(float(cost[0]) - low_then, float(cost[0]) - low_now)
        above = _ratio(high_then - float(cost[0]), high_now - float(cost[0]))
    return max(0.0, value - below * (value - low)), value + above * (high - value)


def _lighter(shares: Interval, part: float) -> Interval:
    return shares[0] * part, shares[1] * part


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole > 0 else 1.0
