"""The curve of a single segment over everybody's, and where the segment's own conditions lie.

Everybody's curves are drawn faintly meanwhile, see `traces.model_line`. The scripts move what
depends on the conditions: `assets/panels/linked`.
"""

from collections.abc import Callable

import numpy as np

from costdash.core.choose.cost_axes import cost_by_threshold
from costdash.core.curves.cost import WIDE_PCF_GRID
from costdash.core.curves.polyline import precision_recall_path
from costdash.core.segments.segment_curve import EVERYBODY, SegmentCurve
from costdash.core.types import Floats
from costdash.figures import traces
from costdash.figures.scene import Scene
from costdash.figures.style import model_colour
from costdash.figures.traces import Trace
from costdash.wording import percent

UID = "segment"
POINT = "segment-point"  # the line at the segment's own conditions
SEGMENT_CONDITIONS = ["its own", "conditions"]
TRUE_CONDITIONS = ["the true share", "of positives"]
POINT_DASH = "1.5px,3px"
AlongAxis = Callable[[Floats, Floats], tuple[Floats, Floats]]  # PC(+) and nec as x and y


def segment_roc(scene: Scene) -> list[Trace]:
    """The ROC curve of the segment."""
    curve = scene.segment
    if curve is None or curve.drawn is None:
        return []
    return [_line(scene, curve, curve.drawn.fpr, curve.drawn.tpr)]


def segment_precision_recall(scene: Scene) -> list[Trace]:
    """Its precision and recall, re-weighted to everybody's prior, so that both compare."""
    curve = scene.segment
    if curve is None or curve.drawn is None:
        return []
    rates = curve.cases or curve.drawn
    path = precision_recall_path(rates.fpr, rates.tpr, scene.point.prior)
    meta = {"fpr": traces.numbers(rates.fpr), "tpr": traces.numbers(rates.tpr)}
    return [_line(scene, curve, *path, path=meta)]


def segment_cost(scene: Scene, along: AlongAxis, top: float | None = None) -> list[Trace]:
    """Its lower envelope, and a dotted line at its own PC(+).

    along: where a PC(+) and a normalised cost lie on the axes; top: the end of the y axis, None
    where its own conditions lie at the same place as everybody's.
    """
    curve = scene.segment
    if curve is None or curve.hull is None:
        return []
    bends, _ = curve.hull.bends
    pcf = np.union1d(bends, WIDE_PCF_GRID)
    pcf = pcf[(pcf > 0) & (pcf < 1)]
    nec = curve.hull.cost(pcf)
    numbers = traces.numbers
    drawn = [_line(scene, curve, *along(pcf, nec), pcf=numbers(pcf), nec=numbers(nec))]
    return drawn if top is None else [*drawn, *_point_line(scene, along, top)]


def segment_by_threshold(scene: Scene, scale: Callable[[Floats], Floats]) -> list[Trace]:
    """Its cost at each threshold, at everybody's prior, so that both compare.

    scale: where thresholds lie on the x axis.
    """
    curve = scene.segment
    if curve is None or curve.drawn is None:
        return []
    some = np.isfinite(curve.drawn.threshold)
    cost = scene.view.unit.cases * cost_by_threshold(curve.drawn, scene.point)
    path = {name: traces.numbers(getattr(curve.drawn, name)[some]) for name in ("fpr", "tpr")}
    return [_line(scene, curve, scale(curve.drawn.threshold[some]), cost[some], path=path)]


def _point_line(scene: Scene, along: AlongAxis, top: float) -> list[Trace]:
    """The segment's own conditions; none where costs differ from case to case."""
    curve = scene.segment
    point = curve.point(scene.point) if curve else None
    if curve is None or point is None or not has_segment_point(scene):
        return []
    x, _ = along(np.array([point.pcf]), np.zeros(1))
    if not x.size:  # beyond the axis
        return []
    colour = model_colour(scene.place[curve.model])
    drawn = traces.line(POINT, [x[0], x[0]], [top, 0], colour, "expected", POINT_DASH)
    lines = SEGMENT_CONDITIONS if curve.others == EVERYBODY else TRUE_CONDITIONS
    return [drawn | {"meta": {"odds_ratio": curve.odds_ratio, "lines": lines}}]


def has_segment_point(scene: Scene) -> bool:
    """Whether the segment's own conditions have a place on axes along the prior."""
    point = scene.segment.point(scene.point) if scene.segment else None
    return point is not None and scene.analysis.costs is None


def _line(scene: Scene, curve: SegmentCurve, x: Floats, y: Floats, **meta: object) -> Trace:
    """meta: for the scripts, beside whose curves lie below."""
    drawn = traces.line(
        UID, x, y, model_colour(scene.place[curve.model]), "recommended", name=curve.name
    )
    return traces.whole(drawn) | {"meta": {"others": curve.others, **meta}}


def segment_words(scene: Scene) -> str:
    """A sentence for the alt texts; "" without a segment."""
    curve = scene.segment
    if curve is None or curve.drawn is None:
        return ""
    if curve.others != EVERYBODY:
        return (
            f" Over the curves by the {curve.others}: {curve.model} by {curve.name}, at the stated "
            f"error rates, {percent(curve.positives)} of all cases positive."
        )
    return (
        f" Over everybody's curves: {curve.model} on the {curve.rows:,} cases of {curve.name}, "
        f"{percent(curve.positives)} of them positive."
    )


def segment_part(scene: Scene) -> str:
    """What a CSV file of points calls the segment's curve."""
    curve = scene.segment
    if curve is None:
        return ""
    return f"segment: {curve.name}" if curve.others == EVERYBODY else curve.name
