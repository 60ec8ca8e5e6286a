"""The cost panel along PC(+): the cost of each model at its best threshold."""

from math import ceil

import numpy as np

from costdash.core import Call, ModelAnalysis
from costdash.core.curves.cost import FINE_PCF_GRID
from costdash.core.curves.polyline import spread
from costdash.figures import traces
from costdash.figures.alternatives import (
    NO_MODEL,
    model_names,
    recommended_rule,
    rule_name,
)
from costdash.figures.axes import NEC, PCF
from costdash.figures.panels import criterion, labels, review_zone
from costdash.figures.panels.cost_axes import best_model
from costdash.figures.panels.cost_axes.bands import EXPECTED_DASH, cost_bands, expected_colour
from costdash.figures.panels.cost_axes.best_model import HEIGHT
from costdash.figures.panels.cost_axes.by_training import highest as highest_by_training
from costdash.figures.panels.cost_axes.by_training import training_label, training_traces
from costdash.figures.panels.cost_axes.score_driven import score_driven, score_traces
from costdash.figures.panels.labels import FreeArea
from costdash.figures.panels.rows import CostAxis
from costdash.figures.panels.segment import segment_cost
from costdash.figures.scene import Scene
from costdash.figures.style import COLOUR, model_colour
from costdash.figures.traces import PanelFigure, Trace
from costdash.figures.view import View
from costdash.wording import listed, number, percent

RANGES_NOTE = "thin lines: operating ranges, where a model beats flagging none and flagging all"
SPLIT_NOTE = "; steps: where another threshold was chosen"
OTHER_NOTE = "; fine dots: cost to expect on other rows"
SCORE_NOTE = "; fine dots: if the scores are probabilities"
HELP = (
    "Across: PC(+), which folds prior and costs into one number. Up: expected cost as a "
    "share of calling every case wrong.",
    "Every threshold is a straight line, and a model's curve is the lowest of its lines. "
    "The grey roof is what flagging none or flagging all costs; bars below show where each "
    "model beats both.",
    "Drag the vertical line, or click an empty spot, to ask “what if”.",
)
TOP = 0.5  # nec of flagging at random: the highest that can be of use
HEADROOM, STEP = 1.65, 0.02  # above the dearest model, and of the highest nec that is drawn
LINES = 60  # lines of single thresholds, besides the hull's


def pcf_figure(scene: Scene) -> PanelFigure:
    """Draw nec along PC(+), Drummond & Holte (2000), section 2.2.

    The uids of its traces: interval, trivial, band-i, lines-i, model-i, gap-i, score-i,
    training-extra, training, other-rows, zone-curve, segment, segment-point, best-k-j, range-i,
    pcf, pcf-foot, today-line, trial-line, trial, today, best, allowance.
    """
    view, shown = scene.view, scene.shown
    bands, words = cost_bands(scene)
    bars = best_model.axes(scene)
    best = scene.point.pcf, rows_nec(scene, scene.recommended)
    return traces.figure(
        scene,
        "Cost curves",
        [
            *_interval(view),
            *(traces.band(i, b.x, b.low, b.high) for i, b in bands.items()),
            *(_lines(i, model, len(shown)) for i, model in shown if view.lines),
            traces.trivial_cost(TOP),
            *score_traces(scene),
            *training_traces(scene),
            *_cross_fitted(scene),
            *(traces.model_line(scene, i, m.name, *m.hull.bends) for i, m in shown),
            *review_zone.zone_curve(scene, lambda pcf, nec: (pcf, nec)),
            *segment_cost(scene, lambda pcf, nec: (pcf, nec), TOP),
            *best_model.strip(scene),
            _threshold_line("trial-line", scene, scene.trial),
            _threshold_line("today-line", scene, scene.today, "1px,3px"),
            *(criterion.cost_construction(scene) if scene.choice else []),
            _pcf_line(best[0]),
            *traces.threshold_marks(scene, lambda call: (best[0], rows_nec(scene, call))),
            traces.ring(scene, *best),
            traces.allowance(scene, *best, scene.recommended.nec),
        ],
        {
            "band": words,
            "note": _note(scene, bool(score_driven(scene))),
            "foot": best_model.height(scene),
            "cost_axis": {"key": AXIS.id},
        },
        labels=lambda: _labels(scene),
        xaxis=traces.axis(PCF.title, 0, 1, anchor="y2"),
        yaxis=traces.axis("", 0, _top(scene), **bars["yaxis"]),
        yaxis2=bars["yaxis2"],
        barmode="overlay",
        annotations=[traces.above(NEC.title), *best_model.label(scene)],
    )


def _top(scene: Scene) -> float:
    """Upper end of the axis: above the highest envelope, with space for trivial costs."""
    hulls = [m.hull for _, m in scene.shown]
    hulls += [scene.segment.hull] if scene.segment and scene.segment.hull else []
    highest = max((float(hull.bends[1].max()) for hull in hulls), default=TOP)
    highest = max(highest, highest_by_training(scene) / HEADROOM)
    return min(TOP, max(1, ceil(HEADROOM * highest / STEP)) * STEP)  # also if no model ever errs


def pcf_alt_text(scene: Scene) -> str:
    """The cost of the best rule and of the better trivial classifier, and the operating ranges."""
    best, trivial, cost = scene.recommended, scene.decision.trivial, "normalized expected cost"
    cost += ", cross-fitted," if scene.crossfit else ""
    here = f"At {PCF.short} {number(scene.point.pcf)} the"
    nec, rule = number(best.nec), recommended_rule(scene)
    if scene.choice:
        names = model_names(scene)
        return f"Cost curves of {names}. {here} choice, {rule}, has a {cost} of {nec}."
    text = f"{here} least {cost} is {nec}{_interval_text(scene)}, that of {rule}"
    if best.call == "some":
        text += f", against {number(trivial.nec)} of {rule_name(trivial)}"
    ranges = [f"{model.name} {_range_text(scene, model)}" for _, model in scene.shown]
    return f"Cost curves. {text}. Operating ranges: {listed(ranges or [NO_MODEL])}."


def _range_text(scene: Scene, model: ModelAnalysis) -> str:
    ends = scene.analysis.operating_range(model.name)
    return f"{number(ends[0])} to {number(ends[1])}" if ends else "none"


def _interval_text(scene: Scene) -> str:
    if scene.recommended.call != "some" or not scene.nec_interval or not scene.decision.level:
        return ""
    low, high = map(number, scene.nec_interval)
    return f" ({percent(scene.decision.level)} band {low} to {high})"


def _note(scene: Scene, scored: bool) -> str:
    if not scene.view.models:
        return ""
    note = criterion.COST_NOTE if scene.choice else RANGES_NOTE
    note += SPLIT_NOTE * bool(scene.analysis.hold_out)
    return note + SCORE_NOTE * scored + OTHER_NOTE * bool(scene.crossfit)


def _cross_fitted(scene: Scene) -> list[Trace]:
    """The cost to expect on other rows at every PC(+), if costs are cross-fitted."""
    fit = scene.crossfit
    if fit is None or scene.segment:
        return []
    nec, colour = fit.cost(FINE_PCF_GRID), expected_colour(scene)
    return [traces.line("other-rows", FINE_PCF_GRID, nec, colour, "expected", EXPECTED_DASH)]


def _labels(scene: Scene) -> list[dict]:
    """Names of the curves and of the trivial classifiers."""
    top = _top(scene)
    free_area = FreeArea((0, 1), (0, top), high=HEIGHT - best_model.height(scene))
    point = (scene.point.pcf, rows_nec(scene, scene.recommended))
    free_area.points += [
        free_area.walked([0, 0.5, 1], [0, 0.5, 0]),
        free_area.walked(*zip(point, point)),
    ]
    drawn = _trivial_labels(top) + training_label(scene, top)
    drawn += labels.names(scene, free_area, {i: m.hull.bends for i, m in scene.shown})
    if today := scene.today:
        free_area.points.append(free_area.walked([point[0]] * 2, [0, top]))
        drawn += labels.today(scene, free_area, point[0], today.nec, "today")
    return drawn


def rows_nec(scene: Scene, call: Call) -> float:
    """What a call costs on the rows, without allowances."""
    return call.rows_cost / scene.point.scale


def _trivial_labels(top: float) -> list[dict]:
    """Beside the lines of flagging none and all, inside the panel."""
    low, high = 0.75 * top, 0.85 * top
    none, every = (low if low > 0.2 else high, "flag none"), (1 - high, "flag all")
    left = {"xanchor": "right", "xshift": -8} if low > 0.2 else {"xanchor": "left", "xshift": 8}
    right = {"xanchor": "left", "xshift": 8} if high > 0.2 else {"xanchor": "right", "xshift": -8}
    return [
        traces.veiled(none[1], none[0], none[0], align="right", **left),
        traces.veiled(every[1], every[0], high, **right),
    ]


def _interval(view: View) -> list[Trace]:
    """Where PC(+) can lie if prior and costs are ranges."""
    if view.ranges is None:
        return []
    low, high = view.ranges.pcf
    x, y = [low, low, high, high], [0, TOP, TOP, 0]
    return [traces.polygon("interval", x, y, COLOUR["interval"], COLOUR["clear"])]


def _lines(i: int, model: ModelAnalysis, models: int) -> Trace:
    """Lines of single thresholds, the hull's among them: one trace with gaps.

    They are fainter the more models are drawn.
    """
    drawn = model.counts.take(model.path)
    some = spread(drawn.fpr, drawn.tpr, np.searchsorted(model.path, model.hull.index), LINES)
    gap = np.full(some.size, np.nan)
    nec = np.column_stack((drawn.fpr[some], drawn.fnr[some], gap)).ravel()
    pcf = np.tile([0, 1, np.nan], some.size)
    return traces.line(f"lines-{i}", pcf, nec, model_colour(i), "faint", opacity=0.3 / models**0.5)


def _threshold_line(uid: str, scene: Scene, call: Call | None, dash: str = "solid") -> Trace:
    """The cost line of a threshold: straight from (0, fpr) to (1, fnr)."""
    nec = (call.fpr, 1 - call.tpr) if call else (0, 0)
    colour = traces.call_colour(scene, call)
    return traces.line(uid, [0, 1], nec, colour, "rule", dash, opacity=1 if call else 0)


def _pcf_line(pcf: float) -> Trace:
    """The vertical line, which the page can drag."""
    return traces.line("pcf", [pcf, pcf], [TOP, 0], COLOUR["ink"], "pcf")


AXIS = CostAxis(
    id="probability-cost",
    name="Probability cost",
    x=PCF,
    y=NEC,
    figure=pcf_figure,
    alt_text=pcf_alt_text,
    explanation=HELP,
    handle="Probability cost PC(+)",
    bands=True,
    expected=True,
)
