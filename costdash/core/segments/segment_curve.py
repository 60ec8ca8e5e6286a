"""One model's curve on the rows of a single segment, for drawing it over everybody's."""

from dataclasses import dataclass, replace

import numpy as np

from costdash.core.conditions.operating_point import OperatingPoint
from costdash.core.curves.hull import Hull, convex_hull
from costdash.core.curves.polyline import thinned
from costdash.core.sample.counts import Counts, count
from costdash.core.sample.predictions import Predictions
from costdash.core.segments.segment_costs import SegmentRequest
from costdash.core.types import Bools

EVERYBODY = "everybody"


@dataclass(frozen=True, slots=True, eq=False)
class SegmentCurve:
    """The curve of one model on the rows of a segment, or on other labels of all rows.

    name: of the segment. rows, positives: number of rows, and share of positives by weight.
    odds_ratio: of the segment's odds of being positive to everybody's, which every prior keeps.
    drawn: counts at the thresholds to draw; cases: the same in cases, where costs differ from case
    to case; hull: of the segment's rows alone. All three are None where a class is missing.
    others: whose curves lie below it.
    """

    name: str
    model: str
    rows: int
    positives: float
    odds_ratio: float
    drawn: Counts | None = None
    cases: Counts | None = None
    hull: Hull | None = None
    others: str = EVERYBODY

    def point(self, everybody: OperatingPoint) -> OperatingPoint | None:
        """The segment's own operating point, at everybody's costs; None without both classes."""
        odds = everybody.prior / (1 - everybody.prior) * self.odds_ratio
        if not 0 < odds < np.inf:
            return None
        prior = odds / (1 + odds)
        return replace(everybody, prior=prior) if 0 < prior < 1 else None


def segment_curve(
    predictions: Predictions, model: str, request: SegmentRequest, name: str
) -> SegmentCurve | None:
    """The curve of a model on the rows of the named segment; None if there is no such segment.

    With a hold-out, of the evaluation part. Raises ValueError if the rows lack the column or the
    model's scores, or stay in a table.

    Examples
    --------
    >>> from costdash.core.sample.segment_column import SegmentColumn
    >>> rows = Predictions(
    ...     is_positive=[1, 1, 0, 0, 0, 1],
    ...     scores={"rf": [0.9, 0.8, 0.4, 0.7, 0.1, 0.2]},
    ...     segments={"region": SegmentColumn(np.array([0, 0, 0, 1, 1, 1]), ("north", "south"))},
    ... )
    >>> north = segment_curve(rows, "rf", SegmentRequest("region"), "north")
    >>> north.rows, north.odds_ratio, north.drawn.tpr.tolist()
    (3, 2.0, [0.0, 1.0, 1.0])
    """
    rows = predictions.evaluation_part
    if rows.groups is not None:
        raise ValueError("the rows stay in their table: a segment has no curve of its own there")
    if model not in rows.scores:
        raise ValueError(f"{model} has no scores of single rows, so a segment has no curve of it")
    segments = request.segments(rows)
    if name not in segments.names:
        return None
    here = segments.codes == segments.names.index(name)
    weight = np.ones(rows.rows) if rows.weight is None else rows.weight
    of_positives, of_negatives = (
        _share(weight, here, part) for part in (rows.is_positive, ~rows.is_positive)
    )
    positives = float(weight[here & rows.is_positive].sum() / weight[here].sum())
    ratio = of_positives / of_negatives if of_negatives else np.inf
    return _counted(SegmentCurve(name, model, int(here.sum()), positives, ratio), rows, here)


def _share(weight: np.ndarray, here: Bools, part: Bools) -> float:
    """Share of a class that lies in the segment."""
    return float(weight[here & part].sum() / weight[part].sum())


def _counted(found: SegmentCurve, rows: Predictions, here: Bools) -> SegmentCurve:
    """The curve with its counts; without them where all rows of a class cost nothing."""
    mass, costs = rows.mass, rows.costs
    some = here if mass is None else here & (mass > 0)
    of_some = rows.is_positive[some]
    if of_some.all() or not of_some.any():
        return found
    score = rows.scores[found.model]
    counts = count(of_some, score[some], None if mass is None else mass[some])
    hull = convex_hull(counts, found.model)
    drawn = counts.take(thinned(counts, hull.index))
    if costs is None:
        return replace(found, drawn=drawn, hull=hull)
    weight = None if rows.weight is None else rows.weight[here]
    cases = count(rows.is_positive[here], score[here], weight).at(drawn.threshold)
    return replace(found, drawn=drawn, cases=cases, hull=hull)
