"""Where the money goes: the cost of the recommended rule by segment, in one result."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from costdash.core.analysis.analysis import Analysis
from costdash.core.choose.decision import Call
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.folds.crossfit import CrossFit
from costdash.core.folds.folded_rows import NO_ROWS, FoldedRows
from costdash.core.resample.bootstrap import retained_thresholds
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.groups import Groups
from costdash.core.sample.predictions import Predictions
from costdash.core.sample.segment_column import DateColumn, Period, SegmentColumn
from costdash.core.sample.shortest_decimal import threshold_text
from costdash.core.segments.excess import CostRows, Excess, excess
from costdash.core.segments.periods import Cheaper, Trend, cheaper_options, trend
from costdash.core.segments.segment import Segments, segments_of
from costdash.core.segments.segment_thresholds import (
    CANDIDATES,
    Division,
    SegmentThresholds,
    segment_thresholds,
)
from costdash.core.types import Bools, CallKind, Floats


@dataclass(frozen=True, slots=True)
class SegmentRequest:
    """By which column costs are divided.

    most: segments shown by themselves; None for the usual number. by: the period of a column of
    dates. labels_until: the last day, counted from 1970-01-01, whose labels are complete; later
    periods are neither tested nor part of the trend.
    """

    column: str
    most: int | None = None
    by: Period | None = None
    labels_until: int | None = None

    def segments(self, rows: Predictions) -> Segments:
        """The segments of the rows.

        Raises ValueError if the rows do not have the column, or a period does not fit it.
        """
        if self.column not in rows.segments:
            names = ", ".join(rows.segments) or "none"
            raise ValueError(f"segments by {self.column} need that column; the rows have {names}")
        column = rows.segments[self.column]
        if isinstance(column, SegmentColumn):
            if self.by:
                raise ValueError(f"{self.column} holds no dates: leave out the period {self.by}")
            return segments_of(column, self.most, rows.times)
        assert isinstance(column, DateColumn)
        return segments_of(column.by(self.by or "month"), self.most, rows.times)


@dataclass(frozen=True, slots=True)
class SegmentRule:
    """The threshold of a segment's own, and what it calls: none, some or all."""

    call: CallKind
    threshold: float | None
    text: str | None
    candidate: str


@dataclass(frozen=True, slots=True, eq=False)
class SegmentCosts:
    """The cost of a rule, divided among the segments of a column.

    costs: with the cost of all as `total`. pending (g,): periods whose labels are not complete.
    thresholds: None if the rule is not cross-fitted, or flags none or all; segment_rules (g,): the
    better candidate of each segment. cheaper (g,): options that cost less than the rule in a
    period. costs_per_case: mistakes cost differently from case to case.
    """

    request: SegmentRequest
    segments: Segments
    costs: Excess
    call: Call
    level: float
    pending: Bools
    thresholds: SegmentThresholds | None = None
    segment_rules: tuple[SegmentRule, ...] = ()
    cheaper: tuple[tuple[Cheaper, ...], ...] = ()
    trend: Trend | None = None
    costs_per_case: bool = False

    @property
    def order(self) -> list[int]:
        """Places of the segments as they are shown: dearest first, periods in the order of time.

        Pooled and blank ones come last.
        """
        names, g = self.segments.names, len(self.segments.names)
        special = g - sum(self._is_special(k) for k in range(g))
        if self.segments.are_periods:
            first = [k for k in range(special, g) if names[k].startswith("earlier")]
            return [*first, *range(special), *(k for k in range(special, g) if k not in first)]
        ranked = np.argsort(-self.costs.drawn[:special], kind="stable").tolist()
        return [*ranked, *range(special, g)]

    def _is_special(self, place: int) -> bool:
        g, (pooled, _) = len(self.segments.names), self.segments.pooled
        blank = self.segments.names[-1] == "blank" and place == g - 1
        return blank or bool(pooled and self.segments.names[place].endswith(f" ({pooled:,})"))

    @property
    def tested(self) -> int:
        """Number of segments that Holm's correction counts."""
        return int(np.count_nonzero(~np.isnan(self.costs.p)))


@dataclass(frozen=True, slots=True, eq=False)
class _Rules:
    """The recommended rule on the rows, and the options beside it.

    flagged (n,): by the rule. others: what other models, none and all flag, (n,) each. divisions:
    what the rule's model flags with its threshold from the other folds; empty unless cross-fitted.
    """

    rows: Predictions
    flagged: Floats
    others: dict[tuple[str | None, str], Floats]
    divisions: tuple[Division, ...] = ()
    bins: NDArray[np.integer] | None = None
    size: int = 0


def segment_costs(
    rows: Predictions,
    analysis: Analysis,
    point: OperatingPoint,
    names: Sequence[str],
    request: SegmentRequest,
    folded: FoldedRows | None = None,
) -> SegmentCosts:
    """The cost of the recommended rule at a point, divided among segments.

    The parts add up to `expected_cost` of the decision among the named models, with cross-fitted
    costs as on the same rows or a hold-out. rows: those of the analysis, with the column of the
    request. folded: the rows with their folds, if they are known. Raises ValueError if the column
    is missing, or a model has only a confusion matrix.

    Examples
    --------
    >>> from costdash.core import Predictions, analyse
    >>> rows = Predictions(
    ...     is_positive=[1, 1, 0, 0, 0, 1],
    ...     scores={"rf": [0.9, 0.8, 0.4, 0.7, 0.1, 0.2]},
    ...     segments={"region": SegmentColumn(np.array([0, 0, 0, 1, 1, 1]), ("north", "south"))},
    ... )
    >>> point, by_region = OperatingPoint(0.5, 3.0, 1.0), SegmentRequest("region")
    >>> parts = segment_costs(rows, analyse(rows), point, ["rf"], by_region)
    >>> float((parts.costs.share * parts.costs.cost).sum().round(9)), parts.segments.names
    (0.333333333, ('north', 'south'))
    """
    for name in names:
        if name not in rows.scores:
            raise ValueError(NO_ROWS.format(name))
    call = analysis.decide(point, names, 0).best
    fits = analysis.crossfits if names else None
    if fits is not None and folded is None:
        folded = FoldedRows.of(rows, fits.of(names))
    rules = (
        _fixed_rules(rows.evaluation_part, analysis, point, names, call)
        if fits is None or folded is None
        else _cross_fitted_rules(folded, fits.of(names), point, call)
    )
    segments = request.segments(rules.rows)
    n_divisions = len(folded.folds) if folded else 1
    given = CostRows.of(rules.rows, rules.flagged, point, n_divisions)
    last = np.array([np.nan if day is None else day for day in segments.last_day])
    pending = np.zeros(len(segments.names), dtype=bool)
    if segments.are_periods and request.labels_until is not None:
        pending = last > request.labels_until
    rng = generator(analysis.seed, Stream.SEGMENTS)
    costs = excess(given, segments, rng, ~pending)
    dear = analysis.costs is not None
    found = SegmentCosts(
        request, segments, costs, call, analysis.level, pending, costs_per_case=dear
    )
    if segments.are_periods:
        used = ~pending & ~np.isnan(last)
        positive = given.is_positive
        options = {key: np.where(positive, 1 - each, each) for key, each in rules.others.items()}
        cheaper = cheaper_options(given, segments, options, used)
        slope = trend(costs, used, analysis.level)
        found = replace(found, cheaper=tuple(cheaper), trend=slope)
    if rules.bins is None or not rules.divisions:
        return found
    thresholds = segment_thresholds(
        given, segments, rules.bins, rules.size, rules.divisions, analysis.level
    )
    assert call.model is not None
    return replace(
        found, thresholds=thresholds, segment_rules=_segment_rules(analysis, call.model, thresholds)
    )


def _segment_rules(
    analysis: Analysis, name: str, thresholds: SegmentThresholds
) -> tuple[SegmentRule, ...]:
    model = analysis.models[name]
    retained = retained_thresholds(model.counts, model.hull.index)
    ends: dict[int, CallKind] = {0: "none", retained.size - 1: "all"}
    rules = []
    for column, candidate in zip(
        thresholds.column.tolist(), thresholds.candidate.tolist(), strict=True
    ):
        index = int(retained[column])
        threshold = None if column == 0 else float(model.counts.threshold[index])
        text = threshold_text(model.counts.threshold, index)
        rules.append(SegmentRule(ends.get(column, "some"), threshold, text, CANDIDATES[candidate]))
    return tuple(rules)


def _cross_fitted_rules(
    folded: FoldedRows, fit: CrossFit, point: OperatingPoint, call: Call
) -> _Rules:
    """What the recommended call and the options beside it flag, with thresholds of other folds."""
    every = folded.flagged(fit, point.pcf)
    by_model = dict(zip(folded.names, every))
    n = folded.predictions.rows
    mean = {name: np.mean(each, axis=0) for name, each in by_model.items()}
    others = _others(mean, call, n)
    if call.call != "some":
        return _Rules(folded.predictions, np.full(n, float(call.call == "all")), others)
    assert call.model is not None
    place = folded.names.index(call.model)
    divisions = zip(folded.folds, by_model[call.model], strict=True)
    return _Rules(
        folded.predictions,
        np.mean(every[-1], axis=0),
        others,
        tuple(Division(*both) for both in divisions),
        folded.bins[place],
        folded.sizes[place],
    )


def _fixed_rules(
    rows: Predictions,
    analysis: Analysis,
    point: OperatingPoint,
    names: Sequence[str],
    call: Call,
) -> _Rules:
    """The rules by their thresholds, which no row of `rows` chose, or all did."""
    if rows.groups is not None:
        counted = _rows_by_segment(rows.groups, call)
        return _Rules(counted, _flagged(counted, call), _others({}, call, counted.rows))
    calls = {name: analysis.call_of(point, name, 0) for name in names}
    mean = {name: _flagged(rows, each) for name, each in calls.items()}
    return _Rules(rows, _flagged(rows, call), _others(mean, call, rows.rows))


def _rows_by_segment(groups: Groups, call: Call) -> Predictions:
    """The rows of a table, counted by segment for the model of the call."""
    name = call.model if call.model in groups.by_segment else next(iter(groups.by_segment), None)
    if name is None:
        raise ValueError("segments of a table must be counted with it: name the column beside it")
    each = groups.by_segment[name]
    if call.call == "some" and call.threshold not in each.score:
        raise ValueError(f"segments of a table are counted for the best thresholds of {name} only")
    return Predictions(
        is_positive=each.is_positive,
        scores={name: each.score},
        weight=each.weight,
        groups=Groups(each.times),
        segments=each.segments,
    )


def _flagged(rows: Predictions, call: Call) -> Floats:
    """Whether a call flags each row, (n,)."""
    if call.call != "some":
        return np.full(rows.rows, float(call.call == "all"))
    assert call.model is not None
    assert call.threshold is not None
    return (rows.scores[call.model] >= call.threshold).astype(float)


def _others(flagged: dict[str, Floats], call: Call, n: int) -> dict[tuple[str | None, str], Floats]:
    """What each rule but the recommended one flags, (n,) each."""
    rules: dict[tuple[str | None, str], Floats] = {
        (name, "some"): each for name, each in flagged.items() if name != call.model
    }
    rules |= {(None, "none"): np.zeros(n), (None, "all"): np.ones(n)}
    rules.pop((None, call.call), None)
    return rules
