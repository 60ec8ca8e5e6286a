"""ROC: the curves, their common hull, and the iso-performance line through the best threshold."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from costdash.core import Bands, ModelAnalysis
from costdash.core.choose.switch_points import optimal_vertices
from costdash.core.curves.iso_performance import iso_performance_line
from costdash.figures import traces
from costdash.figures.alternatives import (
    AT_LEAST,
    NO_MODEL,
    CurveTable,
    band_ends,
    model_names,
    rates,
    recommended_rule,
)
from costdash.figures.axes import FPR, TPR, Axis
from costdash.figures.panels import criterion, labels, review_zone
from costdash.figures.panels.labels import FreeArea
from costdash.figures.panels.modes import mode_of
from costdash.figures.panels.roc_axes import SHARES, RocAxes
from costdash.figures.panels.rows import PanelMode
from costdash.figures.panels.segment import segment_part, segment_roc
from costdash.figures.scene import Scene, escaped
from costdash.figures.style import COLOUR
from costdash.figures.traces import PanelFigure, Trace
from costdash.wording import listed, number

PANEL = "roc"
BY_COST = {
    FPR.id: "Cost of negatives that are flagged (share)",
    TPR.id: "Cost of positives that are found (share)",
}
CURVED_NOTE = "black curve: equal expected cost; it touches the convex hull at the best threshold"
NOTE = "straight line: equal expected cost; it touches the convex hull at the best threshold"
SAME_COST = "same cost along this line, slope {}"
SPLIT_NOTE = "straight line: equal expected cost, through the threshold that was chosen elsewhere"
DOT = {"symbol": "diamond", "size": 6, "color": COLOUR["tick"]}
EXPLANATION = (
    "Every threshold of a model is a point: the share of negatives it raises falsely "
    "(across) and the share of positives it finds (up).",
    "The dotted hull holds every point that is cheapest under some prior and costs. The "
    "black iso-performance line joins points of equal expected cost; where it touches the "
    "hull is the cheapest threshold.",
    "The band is vertical: the share found at a fixed share of false alarms.",
    "DET axes, in the menu, stretch small error rates (false positives, false negatives) by normal "
    "deviates; a straight curve means normal scores.",
)
SOURCE = "Fawcett 2004, algorithm 2 and section 7.5.1; Provost & Fawcett 1997"


def roc_figure(scene: Scene) -> PanelFigure:
    """Draw the ROC panel.

    The uids of its traces: beyond, choice-limit, chance, hull, band-i, model-i, segment,
    optimal-range, iso, trial, today, best, zone-low, zone-high.
    With a criterion other than least expected cost, its construction replaces iso and best. On DET
    axes the vertices of the optimal range are a separate trace, optimal-vertices.
    """
    mode, axes = _shown(scene)
    whole, revision = scene.view.roc_whole, scene.view.uirevision
    bands, words = scene.bands(partial(Bands.roc, simultaneous=whole), whole)
    return traces.figure(
        scene,
        axes.title,
        [
            axes.drawn(trace)
            for trace in (
                *(traces.band(i, band.x, band.low, band.high) for i, band in bands.items()),
                *criterion.beyond_limit(scene),
                traces.chance(),
                *([] if scene.analysis.hold_out else [_hull(scene)]),
                *(_curve(scene, i, model) for i, model in scene.shown),
                *([_hull(scene)] if scene.analysis.hold_out else []),
                *segment_roc(scene),
                *_optimal_range(scene, axes),
                *(criterion.roc_construction(scene) if scene.choice else [_iso(scene)]),
                *traces.bounds_of_combinations(scene),
                *(mode.overlay(scene) if mode and mode.overlay else ()),
                *traces.threshold_marks(scene, lambda call: (call.fpr, call.tpr)),
                traces.ring(scene, scene.recommended.fpr, scene.recommended.tpr),
                *review_zone.zone_marks(scene, review_zone.roc_place),
            )
        ],
        {"band": words, "note": _note(scene, mode, axes)}
        | ({"mode": {"key": mode.id} | axes.meta} if mode else {}),
        labels=lambda: _labels(scene, axes),
        uirevision=revision if axes is SHARES else f"{revision} {axes.title}",
        xaxis=traces.axis(_title(scene, axes.x), *axes.ends, **axes.layout),
        yaxis=traces.axis("", *axes.ends, **axes.layout),
        margin=traces.MARGIN | {"l": axes.left},
        annotations=[
            traces.above(axes.above or _title(scene, axes.y), axes.left),
            *_annotations(scene, axes),
        ],
    )


def _shown(scene: Scene) -> tuple[PanelMode | None, RocAxes]:
    """The mode that the view asks for, if it can be drawn, and the axes."""
    mode = mode_of(scene.view, PANEL)
    if mode is None or mode.axes is None:
        return mode, SHARES
    axes = mode.axes(scene)
    return (mode, axes) if axes else (None, SHARES)


def roc_alt_text(scene: Scene) -> str:
    """One sentence with the models, their areas and the rates of the best rule."""
    best, parts, (mode, axes) = scene.recommended, scene.analysis.hold_out, _shown(scene)
    line = "curve" if axes.turn > 0 else "line"
    limit = criterion.limit_in_roc(scene)
    where = f" Rules with {criterion.beyond_words(limit)} are hatched." if limit else ""
    if scene.choice:
        rule = recommended_rule(scene)
        return (
            f"{axes.words.format(model_names(scene))}. The criterion chooses {rule}, "
            f"with {rates(best)}.{where}"
        )
    overlay_words = f" On the curves: {mode.note(scene)}." if mode and mode.note else ""
    areas = [f"{model.name} (area {number(model.auc)})" for _, model in scene.shown]
    meets = f"goes through what was chosen on {parts.choose_on}," if parts else ""
    return (
        f"{axes.words.format(listed(areas or [NO_MODEL]))}. The iso-performance {line} of slope "
        f"{number(scene.point.slope)} {meets or 'touches their convex hull at'} "
        f"{recommended_rule(scene)}, with {rates(best)}.{overlay_words}{where}"
    )


def roc_csv_curve(scene: Scene) -> CurveTable:
    """Curves with bands of tpr at fixed fpr, then the common hull with its owners."""
    level, whole = scene.view.level, scene.view.roc_whole
    head = ["model", "part", AT_LEAST, FPR.column, TPR.column]
    head += band_ends(scene, f"{TPR.short}, whole curve at once" if whole else TPR.short)

    def rows() -> Iterator[tuple]:
        for model in scene.selected:
            drawn = model.counts.take(model.path)
            for point in zip(drawn.threshold, drawn.fpr, drawn.tpr):
                yield (model.name, "curve", *point, None, None)
            if model.bands and level:
                band = model.bands.roc(level, simultaneous=whole)
                for x, low, high in zip(band.x, band.low, band.high):
                    yield (model.name, "band", None, x, None, low, high)
        if hull := scene.hull:
            points = zip(hull.threshold, hull.fpr, hull.tpr)
            for owner, point in zip(hull.owner, points):
                yield (" = ".join(owner), "hull", *point, None, None)
        if scene.segment and (counts := scene.segment.drawn):
            for point in zip(counts.threshold, counts.fpr, counts.tpr):
                yield (scene.segment.model, segment_part(scene), *point, None, None)

    return head, rows()


def _curve(scene: Scene, i: int, model: ModelAnalysis) -> Trace:
    drawn = model.counts.take(model.path)
    return traces.model_line(scene, i, model.name, drawn.fpr, drawn.tpr)


def _note(scene: Scene, mode: PanelMode | None, axes: RocAxes) -> str:
    if not scene.view.models:
        return ""
    if mode and mode.note:
        return mode.note(scene)
    if scene.choice and criterion.limit_in_roc(scene):
        return criterion.LIMIT_NOTE
    if scene.choice:
        return criterion.ROC_NOTE
    if scene.analysis.hold_out is not None:
        return SPLIT_NOTE
    return CURVED_NOTE if axes.turn > 0 else NOTE


def _hull(scene: Scene) -> Trace:
    """The common hull; thresholds chosen on a selection part are points without a line."""
    fpr, tpr = (scene.hull.fpr, scene.hull.tpr) if scene.hull else ([0, 1], [0, 1])
    drawn = traces.line("hull", fpr, tpr, COLOUR["hull"], "hull", "1.5px,2.5px")
    if scene.hull is None or scene.hull.convex:
        return drawn
    return drawn | {"mode": "markers", "marker": DOT}


def _optimal_range(scene: Scene, axes: RocAxes) -> list[Trace]:
    """The part of the hull that is best somewhere in the ranges of prior and costs."""
    if scene.recommended_rules is None or scene.view.ranges is None:
        return []
    ends = optimal_vertices(scene.recommended_rules, *scene.view.ranges.pcf)
    marker = {"marker": {"size": 9, "color": COLOUR["highlight"]}}
    convex = scene.hull is None or scene.hull.convex
    if convex and axes.turn > 0:  # a curved line has more points than vertices
        vertices = traces.line(
            "optimal-vertices", *ends, COLOUR["highlight"], "highlight", mode="markers"
        )
        return [
            traces.line("optimal-range", *ends, COLOUR["highlight"], "highlight"),
            vertices | marker,
        ]
    mode = "lines+markers" if convex else "markers"
    return [
        traces.line("optimal-range", *ends, COLOUR["highlight"], "highlight", mode=mode) | marker
    ]


def _iso(scene: Scene) -> Trace:
    ends = iso_performance_line(scene.recommended.fpr, scene.recommended.tpr, scene.point.slope)
    return traces.line("iso", *ends, COLOUR["ink"], "iso")


def _title(scene: Scene, axis: Axis) -> str:
    """The title of an axis; with costs per case a rate is a share of costs."""
    by_cost = BY_COST.get(axis.id) if scene.analysis.costs else None
    return by_cost or axis.title


def _annotations(scene: Scene, axes: RocAxes) -> list[dict]:
    """Labels of another criterion's black line, and of thresholds chosen on other rows."""
    drawn = []
    if scene.choice and criterion.limit_in_roc(scene) is None:
        font = {"color": COLOUR["ink"]}
        drawn.append(traces.label(criterion.limit_label(scene), font=font, **axes.corner(0)))
    if hold_out := scene.analysis.hold_out:
        words = f"diamonds: chosen on {escaped(hold_out.choose_on)}"
        drawn.append(traces.label(words, **axes.corner(1)))
    return drawn


def _labels(scene: Scene, axes: RocAxes) -> list[dict]:
    """Names of the curves and of the line of equal cost."""
    free_area, drawn = FreeArea(axes.ends, axes.ends), []
    free_area.points.append(free_area.walked(*axes.path(np.array([0, 1]), np.array([0, 1]))))
    curves = {}
    for i, model in scene.shown:
        counts = model.counts.take(model.path)
        curves[i] = axes.path(counts.fpr, counts.tpr)
    drawn += labels.names(scene, free_area, curves)
    if not scene.choice:
        ends = iso_performance_line(scene.recommended.fpr, scene.recommended.tpr, scene.point.slope)
        free_area.points.append(free_area.walked(*axes.path(*ends)))
        drawn += labels.lower_right(free_area, SAME_COST.format(number(scene.point.slope)))
    if limit := criterion.limit_in_roc(scene):
        words = criterion.beyond_words(limit)
        drawn += labels.beyond(free_area, limit.forbidden(), axes.path, words)
    if today := scene.today:
        drawn += labels.today(scene, free_area, *axes.at(today.fpr, today.tpr), moves=False)
    return drawn
