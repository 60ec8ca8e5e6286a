"""Bounds of costs where nobody looked at some strata, and whether the decision depends on them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from costdash.core.analysis.analysis import Analysis
from costdash.core.analysis.calls import call_of_single, choice_by
from costdash.core.analysis.cross_fitted import analyse
from costdash.core.choose.criteria import Criterion
from costdash.core.choose.decision import Call
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.sample.predictions import Predictions
from costdash.core.types import Bools, CallKind, Floats, Interval

FEW_REPLICATES = 100  # bands are not read
HALVINGS = 60  # of a range of shares, until rounding


@dataclass(frozen=True, slots=True)
class BoundedRule:
    """A rule with its cost per case as the share of blind positives goes over its range.

    ends: at the lowest and at the highest share. low, high: the least and the greatest between.
    """

    call: CallKind
    model: str | None
    threshold: float | None
    text: str | None
    ends: Interval
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class BlindBounds:
    """What rows that nobody looked at leave open.

    rows: their number. positives: the range of their share of positives. rules: the rule at the
    lowest share, then that at the highest if it is another. switch: the share at which the two cost
    the same. shown: the rule of the rows that somebody looked at. settled: both are that rule.
    by_criterion: a criterion other than least cost chose the rules; then there is no switch.
    """

    rows: int
    positives: Interval
    rules: tuple[BoundedRule, ...]
    switch: float | None
    shown: BoundedRule
    settled: bool
    by_criterion: bool = False

    @property
    def either(self) -> tuple[BoundedRule, ...]:
        """The rule of the rows that somebody looked at, and the others that may be best."""
        return (self.shown, *(rule for rule in self.rules if rule != self.shown))


def with_blind_rows(predictions: Predictions, share: float) -> Predictions:
    """The rows, and each blind row as a positive of weight `share` and a negative of the rest.

    Without strata afterwards. Raises ValueError if there are no blind rows.
    """
    verification, weight = predictions.verification, predictions.weight
    if verification is None or verification.blind is None or weight is None:
        raise ValueError("no row belongs to a stratum that nobody looked at")
    blind, n = verification.blind, verification.blind.rows
    parts = [(label, part) for label, part in ((True, share), (False, 1 - share)) if part > 0]
    added = n * len(parts)
    fold, cluster = predictions.fold, predictions.cluster
    if fold is not None:
        fold = np.concatenate((fold, np.resize(np.unique(fold), added)))
    if cluster is not None:
        separate = np.tile([f"blind {k}" for k in range(n)], len(parts))
        cluster = np.concatenate((cluster.astype(str), separate))
    labels = [np.full(n, label) for label, _ in parts]
    weights = [np.full(n, part) for _, part in parts]
    return replace(
        predictions,
        is_positive=np.concatenate((predictions.is_positive, *labels)),
        scores={
            name: np.concatenate((score, np.tile(blind.scores[name], len(parts))))
            for name, score in predictions.scores.items()
        },
        weight=np.concatenate((weight, *weights)),
        fold=fold,
        cluster=cluster,
        classes=None,
        labelled=None,
        file_row=None,
        segments={},
        verification=None,
    )


@dataclass(frozen=True, slots=True)
class _Mass:
    """Weights of the rows and of the blind rows, and those that a rule misses or flags wrongly.

    prior: None for the share of positives of all these rows.
    """

    positives: float
    negatives: float
    missed: float
    alarms: float
    blind: float
    blind_alone: float
    blind_flagged: float
    point: OperatingPoint
    prior: float | None

    def cost(self, share: float) -> float:
        """Cost per case if this share of the blind rows is positive."""
        missed = self.missed + share * self.blind_alone
        alarms = self.alarms + (1 - share) * self.blind_flagged
        positives = self.positives + share * self.blind
        negatives = self.negatives + (1 - share) * self.blind
        fn, fp = self.point.cost_fn, self.point.cost_fp
        if self.prior is None:
            return (fn * missed + fp * alarms) / (positives + negatives)
        return self.prior * fn * missed / positives + (1 - self.prior) * fp * alarms / negatives

    def turn(self) -> float:
        """The share at which the cost stops to rise or to fall; nan if there is none.

        With a given prior both parts of the cost are ratios of linear functions of the share.
        """
        if self.prior is None:
            return np.nan
        fn, fp = self.point.cost_fn, self.point.cost_fp
        up = self.prior * fn * (self.blind_alone * self.positives - self.missed * self.blind)
        down = (1 - self.prior) * fp
        down *= self.blind_flagged * self.negatives - self.alarms * self.blind
        if up * down <= 0:
            return np.nan
        ratio = (up / down) ** 0.5
        reach = ratio * (self.negatives + self.blind) - self.positives
        return float(reach / (self.blind * (1 + ratio)))


def blind_bounds(
    predictions: Predictions,
    analysis: Analysis,
    point: OperatingPoint,
    names: Sequence[str],
    from_file: bool,
    criterion: Criterion | None = None,
) -> BlindBounds | None:
    """Costs and decisions at both ends of the share of positives among the blind rows.

    Within a stratum any rows may be the positive ones, so each counts by the share. from_file: the
    prior is the share of positives of the file, which the blind rows change. Allowances are those
    of the decision that chooses the rule. criterion: chooses the rule, with one threshold; None
    for least cost. None without blind rows.
    """
    verification = predictions.verification
    if verification is None or verification.blind is None:
        return None
    blind, found = verification.blind, []
    for share in dict.fromkeys(blind.positives):
        rows = with_blind_rows(predictions, share)
        whole = analyse(rows, names, n_replicates=FEW_REPLICATES, seed=analysis.seed)
        at = replace(point, prior=whole.file_prevalence) if from_file else point
        found.append(_chosen(whole, at, names, criterion))
    distinct = {_key(call): call for call in found}
    masses = [_mass(predictions, call, point, from_file) for call in distinct.values()]
    rules = [_bounded(c, m, blind.positives) for c, m in zip(distinct.values(), masses)]
    switch = None
    if len(rules) > 1 and criterion is None:
        more = [call.expected_cost - call.rows_cost for call in distinct.values()]
        switch = _switch(masses, more, blind.positives)
    decided = _chosen(analysis, point, names, criterion)
    of_key, shown = dict(zip(distinct, rules)), _key(decided)
    if shown not in of_key:
        mass = _mass(predictions, decided, point, from_file)
        of_key[shown] = _bounded(decided, mass, blind.positives)
    settled = all(key == shown for key in distinct)
    by_criterion = criterion is not None
    return BlindBounds(
        blind.rows, blind.positives, tuple(rules), switch, of_key[shown], settled, by_criterion
    )


def _chosen(
    analysis: Analysis, point: OperatingPoint, names: Sequence[str], criterion: Criterion | None
) -> Call:
    """The rule of least cost, or the one with one threshold that the criterion chooses."""
    if criterion is None:
        return analysis.decide(point, names, 0).best
    return call_of_single(analysis, point, choice_by(criterion.at(point), analysis, names))


def _key(call: Call) -> tuple[str, str | None, float | None]:
    return call.call, call.model, call.threshold


def _mass(predictions: Predictions, call: Call, point: OperatingPoint, from_file: bool) -> _Mass:
    verification, weight = predictions.verification, predictions.weight
    assert verification is not None
    assert verification.blind is not None
    assert weight is not None
    y, blind = predictions.is_positive, verification.blind
    called, of_blind = (
        _called(call, scores, rows)
        for scores, rows in ((predictions.scores, y.size), (blind.scores, blind.rows))
    )
    return _Mass(
        positives=float(weight[y].sum()),
        negatives=float(weight[~y].sum()),
        missed=float(weight[y & ~called].sum()),
        alarms=float(weight[~y & called].sum()),
        blind=blind.rows,
        blind_alone=float((~of_blind).sum()),
        blind_flagged=float(of_blind.sum()),
        point=point,
        prior=None if from_file else point.prior,
    )


def _called(call: Call, scores: Mapping[str, Floats], rows: int) -> Bools:
    if call.model is None or call.threshold is None:
        return np.full(rows, call.call == "all")
    found: Bools = scores[call.model] >= call.threshold
    return found


def _bounded(call: Call, mass: _Mass, positives: Interval) -> BoundedRule:
    low, high = positives
    more = call.expected_cost - call.rows_cost
    turn = mass.turn()
    shares = [low, high, *([turn] if low < turn < high else [])]
    costs = [mass.cost(share) + more for share in shares]
    ends = costs[0], costs[1]
    return BoundedRule(
        call.call, call.model, call.threshold, call.text, ends, min(costs), max(costs)
    )


def _switch(masses: Sequence[_Mass], more: Sequence[float], positives: Interval) -> float | None:
    """The share at which two rules cost the same; None if one is cheaper at both ends."""

    def gap(share: float) -> float:
        a, b = (mass.cost(share) + extra for mass, extra in zip(masses, more))
        return a - b

    low, high = positives
    if gap(low) * gap(high) > 0:
        return None
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if gap(low) * gap(middle) <= 0:
            high = middle
        else:
            low = middle
    return (low + high) / 2
