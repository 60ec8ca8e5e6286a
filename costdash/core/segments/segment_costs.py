"""Where the money goes: the cost of the recommended rule by segment, in one result."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from costdash.core.analysis.analysis import Analysis
from costdash.core.choose.decision import Call
from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.folds.crossfit import CrossFit, fold_codes
from costdash.core.folds.crossfit_counts import Grid
from costdash.core.folds.folded_rows import NO_ROWS, FoldedRows
from costdash.core.resample.bootstrap import retained_thresholds
from costdash.core.resample.streams import Stream, generator
from costdash.core.sample.groups import Groups
from costdash.core.sample.predictions import Predictions
from costdash.core.sample.segment_column import DateColumn, Period, SegmentColumn
from costdash.core.sample.shortest_decimal import threshold_text
from costdash.core.segments.excess import CostRows, Excess, excess
from costdash.core.segments.periods import Cheaper, Trend, cheaper_options, trend
from costdash.core.segments.segment import Segments, codes_elsewhere, segments_of
from costdash.core.segments.segment_thresholds import (
    CANDIDATES,
    Division,
    SegmentThresholds,
    SelectionRows,
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

    def values(self, rows: Predictions) -> SegmentColumn:
        """The value of each row.

        Raises ValueError if the rows do not have the column, or a period does not fit it.
        """
        if self.column not in rows.segments:
            names = ", ".join(rows.segments) or "none"
            raise ValueError(f"segments by {self.column} need that column; the rows have {names}")
        column = rows.segments[self.column]
        if isinstance(column, DateColumn):
            return column.by(self.by or "month")
        if self.by:
            raise ValueError(f"{self.column} holds no dates: leave out the period {self.by}")
        return column

    def segments(self, rows: Predictions) -> Segments:
        """The segments of the rows. Raises ValueError as `values`."""
        return segments_of(self.values(rows), self.most, rows.times)


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
    thresholds: None if the rows chose the rule themselves, or it flags none or all; segment_rules
    (g,): the better candidate of each segment. cheaper (g,): options that cost less than the rule
    in a period. costs_per_case: mistakes cost differently from case to case.
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

        Dearest: shown to cost most beyond its share, and, where nothing is shown, at all. Pooled
        and blank ones come last.
        """
        names, g = self.segments.names, len(self.segments.names)
        special = g - sum(self._is_special(k) for k in range(g))
        if self.segments.are_periods:
            first = [k for k in range(special, g) if names[k].startswith("earlier")]
            return [*first, *range(special), *(k for k in range(special, g) if k not in first)]
        drawn, cost = self.costs.drawn, self.costs.share * self.costs.cost
        ranked = np.lexsort((-cost[:special], -drawn[:special])).tolist()
        return [*ranked, *range(special, g)]

    def _is_special(self, place: int) -> bool:
        g, (pooled, _) = len(self.segments.names), self.segments.pooled
        blank = self.segments.names[-1] == "blank" and place == g - 1
        return blank or bool(pooled and self.segments.names[place].endswith(f" ({pooled:,})"))

    @property
    def tested(self) -> int:
        """Number of segments that Holm's correction counts."""
        return int(np.count_nonzero(~np.isnan(self.costs.p)))


Options = dict[tuple[str | None, str], Floats]  # by model and call, the share (n,) that each flags


@dataclass(frozen=True, slots=True, eq=False)
class _Rules:
    """The recommended rule on the rows, and the options beside it.

    flagged (n,): share of the divisions in which the rule flags the row. others: the same of other
    models, none and all. divisions: what the rule's model flags with its threshold from the other
    folds, or from the selection part; empty if no other rows chose it.
    """

    rows: Predictions
    flagged: Floats
    others: Callable[[], Options]
    n_divisions: int = 1
    divisions: tuple[Division, ...] = ()
    bins: NDArray[np.integer] | None = None
    size: int = 0


def segment_costs(
    rows: Predictions,
    analysis: Analysis,
    point: OperatingPoint,
    names: Sequence[str],
    request: SegmentRequest,
) -> SegmentCosts:
    """The cost of the recommended rule at a point, divided among segments.

    The parts add up to `expected_cost` of the decision among the named models, with cross-fitted
    costs as on the same rows or a hold-out. rows: those of the analysis, with the column of the
    request. Raises ValueError if the column is missing, or a model has only a confusion matrix.

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
    rules = (
        _fixed_rules(rows, analysis, point, names, call)
        if fits is None
        else _cross_fitted_rules(rows, analysis, fits.of(names), point, call)
    )
    segments = request.segments(rules.rows)
    given = CostRows.of(rules.rows, rules.flagged, point, rules.n_divisions)
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
        options = {key: np.where(positive, 1 - each, each) for key, each in rules.others().items()}
        cheaper = cheaper_options(given, segments, options, used)
        slope = trend(costs, used, analysis.level)
        found = replace(found, cheaper=tuple(cheaper), trend=slope)
    if rules.bins is None or not rules.divisions:
        return found
    selection = None
    if rows.split is not None and analysis.crossfits is None:
        selection = _selection_rows(rows, analysis, point, call, request, segments)
    thresholds = segment_thresholds(
        given, segments, rules.bins, rules.size, rules.divisions, analysis.level, selection
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
    rows: Predictions,
    analysis: Analysis,
    fit: CrossFit,
    point: OperatingPoint,
    call: Call,
) -> _Rules:
    """What the recommended call and the options beside it flag, with thresholds of other folds."""
    counted = None
    if analysis.hold_out is None:
        models = {name: analysis.models[name] for name in fit.names}
        counted = {name: (model.counts, model.hull) for name, model in models.items()}
    folded = FoldedRows.of(rows, fit, counted)
    rules, n = folded.rules(fit, point.pcf), len(folded.folds)

    def options() -> Options:
        each = {name: _share(rules.flagged(place)) for place, name in enumerate(folded.names)}
        return _others(each, call, rows.rows)

    if call.call != "some":
        return _Rules(rows, np.full(rows.rows, float(call.call == "all")), options, n)
    assert call.model is not None
    place = folded.names.index(call.model)
    of_model = rules.flagged(place)
    divisions = [Division(*both) for both in zip(folded.folds, of_model, strict=True)]
    return _Rules(
        rows,
        _share(of_model if len(folded.names) == 1 else rules.flagged(-1)),
        options,
        n,
        tuple(divisions),
        folded.bins(call.model),
        folded.thresholds[place].size,
    )


def _selection_rows(
    rows: Predictions,
    analysis: Analysis,
    point: OperatingPoint,
    call: Call,
    request: SegmentRequest,
    segments: Segments,
) -> SelectionRows:
    """The selection part, with the segments of the evaluation part."""
    part = rows.selection_part
    assert call.model is not None
    codes = codes_elsewhere(segments, request.values(rows.evaluation_part), request.values(part))
    given = CostRows.of(part, np.zeros(part.rows), point)
    return SelectionRows(given, codes, _binned(part, analysis, call.model)[0])


def _binned(rows: Predictions, analysis: Analysis, name: str) -> tuple[NDArray[np.intp], int]:
    """The bin (n,) of each row among the model's retained thresholds, and their number."""
    model = analysis.models[name]
    grid = Grid.of(rows, [name], {name: (model.counts, model.hull)})
    return grid.bins[0].astype(np.intp), grid.sizes[0]


def _share(flagged: Sequence[Bools]) -> Floats:
    """In which share of the divisions each row is flagged, (n,)."""
    number = np.zeros(flagged[0].size, dtype=np.uint8)
    for each in flagged:
        number += each
    return number / len(flagged)


def _fixed_rules(
    rows: Predictions,
    analysis: Analysis,
    point: OperatingPoint,
    names: Sequence[str],
    call: Call,
) -> _Rules:
    """The rules by their thresholds, which no row of the evaluation part chose, or all did."""
    part = rows.evaluation_part
    if part.groups is not None:
        counted = _rows_by_segment(part.groups, call)
        return _Rules(counted, _flagged(counted, call), partial(_others, {}, call, counted.rows))
    calls = {name: analysis.call_of(point, name, 0) for name in names}
    mean = {name: _flagged(part, each) for name, each in calls.items()}
    rules = _Rules(part, _flagged(part, call), partial(_others, mean, call, part.rows))
    if rows.split is None or call.call != "some" or call.model is None:
        return rules
    bins, size = _binned(part, analysis, call.model)
    flagged = rules.flagged > 0
    divisions = [Division(fold, flagged) for fold in fold_codes(part, analysis.seed)]
    return replace(rules, divisions=tuple(divisions), bins=bins, size=size)


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


def _others(flagged: dict[str, Floats], call: Call, n: int) -> Options:
    """What each rule but the recommended one flags, (n,) each."""
    rules: Options = {(name, "some"): each for name, each in flagged.items() if name != call.model}
    rules |= {(None, "none"): np.zeros(n), (None, "all"): np.ones(n)}
    rules.pop((None, call.call), None)
    return rules
