"""ROC: curves, their common hull, and the line of equal cost that touches it."""

from functools import partial

import plotly.graph_objects as go

from costdash.core import Analysis, Bands, OperatingPoint
from costdash.core.choose.switch_points import segment
from costdash.core.curves.iso_performance import iso_performance_line
from costdash.figures import traces
from costdash.figures.panels import criterion
from costdash.figures.scene import Scene, escaped, scene
from costdash.figures.style import COLOUR
from costdash.figures.view import View
from costdash.wording import number

NOTE = "straight line: equal expected cost; it touches the convex hull at the best threshold"
SPLIT_NOTE = "straight line: equal expected cost, through the threshold that was chosen elsewhere"
DOT = {"symbol": "diamond", "size": 6, "color": COLOUR["label"]}


def roc_figure(analysis: Analysis, point: OperatingPoint, view: View) -> go.Figure:
    """ROC panel; traces carry the uids chance, hull, band-i, model-i, segment, iso, chosen, pin,
    best; where another criterion chooses, its construction stands for iso and best."""
    seen = scene(analysis, point, view)
    bands, words = seen.bands(partial(Bands.roc, simultaneous=view.roc_whole), view.roc_whole)
    return traces.figure(
        seen,
        "ROC curves",
        [
            *(traces.band(i, band.x, band.low, band.high) for i, band in bands.items()),
            traces.line("chance", [0, 1], [0, 1], COLOUR["reference"], "reference", "4px,3px"),
            *([] if seen.analysis.parts else [_hull(seen)]),
            *(_curve(i, model) for i, model in seen.shown),
            *([_hull(seen)] if seen.analysis.parts else []),
            *_segment(seen),
            *(criterion.roc_construction(seen) if seen.choice else [_iso(seen)]),
            *traces.held_marks(seen, lambda call: (call.fpr, call.tpr)),
            traces.ring(seen, seen.best.fpr, seen.best.tpr),
        ],
        {"band": words, "note": _note(seen)},
        xaxis=traces.axis("False positive rate", 0, 1),
        yaxis=traces.axis("True positive rate", 0, 1),
        annotations=[_iso_label(seen), *_labels(seen)],
    )


def _curve(i, model) -> dict:
    drawn = model.counts.take(model.path)
    return traces.model_line(i, model.name, drawn.fpr, drawn.tpr)


def _note(seen: Scene) -> str:
    if not seen.view.models:
        return ""
    if seen.choice:
        return criterion.ROC_NOTE
    return NOTE if seen.analysis.parts is None else SPLIT_NOTE


def _hull(seen: Scene) -> dict:
    """Thresholds that were chosen on other rows are points, and no hull."""
    fpr, tpr = (seen.hull.fpr, seen.hull.tpr) if seen.hull else ([0, 1], [0, 1])
    drawn = traces.line("hull", fpr, tpr, COLOUR["hull"], "hull", "1.5px,2.5px")
    if seen.hull is None or seen.hull.convex:
        return drawn
    return drawn | {"mode": "markers", "marker": DOT}


def _segment(seen: Scene) -> list[dict]:
    """The hull's part that is best somewhere in the ranges."""
    if seen.hull is None or seen.view.known is None:
        return []
    ends = segment(seen.hull, *seen.view.known.pcf)
    mode = "lines+markers" if seen.hull.convex else "markers"
    lit = traces.line("segment", *ends, COLOUR["lit"], "lit", mode=mode)
    return [lit | {"marker": {"size": 9, "color": COLOUR["lit"]}}]


def _iso(seen: Scene) -> dict:
    ends = iso_performance_line(seen.best.fpr, seen.best.tpr, seen.point.slope)
    return traces.line("iso", *ends, COLOUR["ink"], "iso")


def _iso_label(seen: Scene) -> dict:
    """Below the chance line, where no curve should come."""
    text = f"iso-performance line, slope {number(seen.point.slope)}"
    if seen.choice:
        text = criterion.limit_label(seen)
    ink = {"color": COLOUR["ink"]}
    return traces.label(text, 0.99, 0.02, xanchor="right", yanchor="bottom", font=ink)


def _labels(seen: Scene) -> list[dict]:
    chance = traces.label("chance", 0.5, 0.5, textangle=-45, xanchor="center", yshift=-10, xshift=6)
    if seen.hull is None:
        return [chance]
    parts = seen.analysis.parts
    words = f"diamonds: chosen on {escaped(parts.choose_on)}" if parts else "dotted: convex hull"
    return [chance, traces.label(words, 0.99, 0.09, xanchor="right", yanchor="bottom")]
