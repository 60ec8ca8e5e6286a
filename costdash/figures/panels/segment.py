"""The curve of a single segment over everybody's, and where the segment's own conditions lie.

Everybody's curves are drawn faintly meanwhile, see `traces.model_line`. The scripts move what
depends on the conditions: `assets/panels/linked`.
"""

from collections.abc import Callable

import numpy as np

from costdash.core.choose.cost_axes import cost_by_threshold
from costdash.core.curves.cost import WIDE_PCF_GRID
from costdash.core.curves.polyline import precision_recall_path
from costdash.core.segments.segment_curve import SegmentCurve
from costdash.core.types import Floats
from costdash.figures import traces
from costdash.figures.scene import Scene
from costdash.figures.style import model_colour
from costdash.figures.traces import Trace
from costdash.wording import percent

UID = "segment"
POINT = "segment-point"  # the line at the segment's own conditions
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
    return [_line(scene, curve, *path) | {"meta": {"path": meta}}]


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
    meta = {"pcf": traces.numbers(pcf), "nec": traces.numbers(nec)}
    drawn = [_line(scene, curve, *along(pcf, nec)) | {"meta": meta}]
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
    line = _line(scene, curve, scale(curve.drawn.threshold[some]), cost[some])
    return [line | {"meta": {"path": path}}]


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
    return [drawn | {"meta": {"odds_ratio": curve.odds_ratio}}]


def has_segment_point(scene: Scene) -> bool:
    """Whether the segment's own conditions have a place on axes along the prior."""
    point = scene.segment.point(scene.point) if scene.segment else None
    return point is not None and scene.analysis.costs is None


def _line(scene: Scene, curve: SegmentCurve, x: Floats, y: Floats) -> Trace:
    colour = model_colour(scene.place[curve.model])
    return traces.whole(traces.line(UID, x, y, colour, "recommended", name=curve.name))


def segment_words(scene: Scene) -> str:
    """A sentence for the alt texts; "" without a segment."""
    curve = scene.segment
    if curve is None or curve.drawn is None:
        return ""
    return (
        f" Over everybody's curves: {curve.model} on the {curve.rows:,} cases of {curve.name}, "
        f"{percent(curve.positives)} of them positive."
    )


def segment_part(scene: Scene) -> str:
    """What a CSV file of points calls the segment's curve."""
    return f"segment: {scene.segment.name}" if scene.segment else ""
