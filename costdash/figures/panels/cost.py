"""Cost curves: the cost of each model at every PC(+), at its best threshold."""

from collections.abc import Iterator
from math import ceil

import numpy as np
import plotly.graph_objects as go

from costdash.core import Band, Bands, Call, ModelAnalysis
from costdash.core.curves.cost import FINE_PCF_GRID, PCF_GRID, WIDE_PCF_GRID
from costdash.core.curves.polyline import spread
from costdash.core.types import Floats
from costdash.figures import traces
from costdash.figures.alternatives import (
    NO_MODEL,
    CurveTable,
    band_ends,
    model_names,
    recommended_rule,
    rule_name,
)
from costdash.figures.axes import COST_AXES
from costdash.figures.panels import criterion, labels
from costdash.figures.panels.cost_axes import best_model
from costdash.figures.panels.cost_axes.best_model import HEIGHT
from costdash.figures.panels.cost_axes.by_prior import band_ink, prior_figure
from costdash.figures.panels.cost_axes.by_threshold import flat_words, threshold_figure
from costdash.figures.panels.cost_axes.by_training import highest as highest_by_training
from costdash.figures.panels.cost_axes.by_training import training_label, training_traces
from costdash.figures.panels.cost_axes.net_benefit import benefit_alt_text, net_benefit_figure
from costdash.figures.panels.cost_axes.score_driven import score_cost, score_driven, score_traces
from costdash.figures.panels.labels import FreeArea
from costdash.figures.scene import CROSS_FITTED, Scene
from costdash.figures.style import COLOUR, model_colour
from costdash.figures.traces import Trace
from costdash.figures.view import View
from costdash.wording import listed, number, percent

RANGES_NOTE = "thin lines: operating ranges, where a model beats flagging none and flagging all"
SPLIT_NOTE = "; steps: where another threshold was chosen"
OTHER_NOTE = "; fine dashes: chosen on other rows"
SCORE_NOTE = "; fine dots: if the scores are probabilities"
SOURCE = "Drummond & Holte 2000, section 2.2; 2004, sections 3 to 8"
AXIS = COST_AXES["probability-cost"]
EXPLANATION = AXIS.explanation
TOP = 0.5  # nec of flagging at random: the highest that can be of use
HEADROOM, STEP = 1.65, 0.02  # above the dearest model, and of the highest nec that is drawn
NONE = "no model:<br>flag none"
LINES = 60  # lines of single thresholds, besides the hull's


def cost_figure(scene: Scene) -> go.Figure:
    """Draw the cost panel along the axis that the view asks for."""
    return FIGURES[scene.view.cost_axis](scene)


def _by_pcf(scene: Scene) -> go.Figure:
    """Draw nec along PC(+), Drummond & Holte (2000), section 2.2.

    The uids of its traces: interval, trivial, band-i, lines-i, model-i, gap-i, score-i,
    training-extra, training, other-rows, best-k-j, range-i, pcf, pcf-foot, today-line, trial-line,
    trial, today, best.
    """
    view, shown = scene.view, scene.shown
    bands, words = _bands(scene)
    bars = best_model.axes(scene)
    best = scene.point.pcf, scene.recommended.nec
    return traces.figure(
        scene,
        "Cost curves",
        [
            *_interval(view),
            *(traces.band(i, b.x, b.low, b.high, band_ink(scene)) for i, b in bands.items()),
            *(_lines(i, model, len(shown)) for i, model in shown if view.lines),
            traces.trivial_cost(TOP),
            *score_traces(scene),
            *training_traces(scene),
            *_cross_fitted(scene),
            *(traces.model_line(scene, i, m.name, *m.hull.bends) for i, m in shown),
            *best_model.strip(scene),
            _threshold_line("trial-line", scene, scene.trial),
            _threshold_line("today-line", scene, scene.today, "1px,3px"),
            *(criterion.cost_construction(scene) if scene.choice else []),
            _pcf_line(best[0]),
            *traces.threshold_marks(scene, lambda call: (best[0], call.nec)),
            traces.ring(scene, *best),
        ],
        {
            "band": words,
            "note": _note(scene, bool(score_driven(scene))),
            "foot": best_model.height(scene),
            "labels": _labels(scene),
            "cost_axis": {"key": AXIS.id},
        },
        xaxis=traces.axis(AXIS.x.title, 0, 1, anchor="y2"),
        yaxis=traces.axis("", 0, _top(scene), **bars["yaxis"]),
        yaxis2=bars["yaxis2"],
        barmode="overlay",
        annotations=[traces.above(AXIS.y.title), *best_model.label(scene)],
    )


def _by_prior(scene: Scene) -> go.Figure:
    return prior_figure(scene, _bands(scene, WIDE_PCF_GRID)[0])


# An axis of COST_AXES and how it is drawn.
FIGURES = {
    "probability-cost": _by_pcf,
    "positives": _by_prior,
    "threshold": threshold_figure,
    "net-benefit": net_benefit_figure,
}


def _top(scene: Scene) -> float:
    """Upper end of the axis: above the highest envelope, with space for trivial costs."""
    highest = max((float(m.hull.bends[1].max()) for _, m in scene.shown), default=TOP)
    highest = max(highest, highest_by_training(scene) / HEADROOM)
    return min(TOP, max(1, ceil(HEADROOM * highest / STEP)) * STEP)  # also if no model ever errs


def cost_alt_text(scene: Scene) -> str:
    """The cost of the best rule and of the better trivial classifier, and the operating ranges."""
    if scene.view.cost_axis == "threshold" and (name := scene.recommended_model):
        zone = " ".join(flat_words(scene.analysis.models[name], scene))
        return f"Cost by the threshold of {name}, on these rows. {zone}."
    if scene.view.cost_axis == "net-benefit":
        return benefit_alt_text(scene)
    best, trivial, cost = scene.recommended, scene.decision.trivial, "normalized expected cost"
    cost += ", cross-fitted," if scene.crossfit else ""
    here = f"At {AXIS.x.short} {number(scene.point.pcf)} the"
    nec, rule = number(best.nec), recommended_rule(scene)
    if scene.choice:
        names = model_names(scene)
        return f"Cost curves of {names}. {here} choice, {rule}, has a {cost} of {nec}."
    text = f"{here} least {cost} is {nec}{_interval_text(scene)}, that of {rule}"
    if best.call == "some":
        text += f", against {number(trivial.nec)} of {rule_name(trivial)}"
    ranges = [f"{model.name} {_range_text(scene, model)}" for _, model in scene.shown]
    return f"Cost curves. {text}. Operating ranges: {listed(ranges or [NO_MODEL])}."


def cost_csv_curve(scene: Scene) -> CurveTable:
    """Lower envelopes at their bends and between, with bands; the cross-fitted cost."""
    head = ["model", "part", AXIS.x.column, AXIS.y.column]
    head += band_ends(scene, AXIS.y.column)
    view, fit = scene.view, scene.crossfit

    def rows() -> Iterator[tuple]:
        for model in scene.selected:
            yield from _envelope_rows(model, view.level)
            if view.score_driven and model.is_probability:
                for point in zip(PCF_GRID, score_cost(model, scene, PCF_GRID)):
                    yield (model.name, "scores taken at their word", *point, None, None)
        if fit:
            band = fit.band(scene.level, PCF_GRID)
            for row in zip(PCF_GRID, fit.cost(PCF_GRID), band.low, band.high):
                yield ("best", "chosen on other folds", *row)

    return head, rows()


def _envelope_rows(model: ModelAnalysis, level: float) -> Iterator[tuple]:
    if model.bands and level:
        band = model.bands.cost(level)
        for row in zip(band.x, model.hull.cost(band.x), band.low, band.high):
            yield (model.name, "lower envelope", *row)
    else:
        x = np.union1d(PCF_GRID, model.hull.bends[0])
        for point in zip(x, model.hull.cost(x)):
            yield (model.name, "lower envelope", *point, None, None)


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


def _bands(scene: Scene, pcf: Floats = FINE_PCF_GRID) -> tuple[dict[int, Band], str]:
    """The band of the cross-fitted cost at pcf if costs are, else the models'; and words."""
    fit, level, name = scene.crossfit, scene.view.level, scene.recommended_model
    if fit is None or not level or name is None:
        return scene.bands(Bands.cost, of_cost=True)
    band = fit.band(level, pcf)
    return {scene.place[name]: band}, f"{percent(level)} {CROSS_FITTED}, seed {fit.seed}"


def _cross_fitted(scene: Scene) -> list[Trace]:
    """The cross-fitted cost at every PC(+), if costs are cross-fitted."""
    fit = scene.crossfit
    if fit is None:
        return []
    nec = fit.cost(FINE_PCF_GRID)
    return [traces.line("other-rows", FINE_PCF_GRID, nec, COLOUR["ink"], "iso", "2px,3px")]


def _labels(scene: Scene) -> list[dict]:
    """Names of the curves and of the trivial classifiers, and the rule's saving."""
    top = _top(scene)
    free_area = FreeArea((0, 1), (0, top), high=HEIGHT - best_model.height(scene))
    point = (scene.point.pcf, scene.recommended.nec)
    free_area.points += [
        free_area.walked([0, 0.5, 1], [0, 0.5, 0]),
        free_area.walked(*zip(point, point)),
    ]
    drawn = _trivial_labels(top) + training_label(scene, top)
    saved, least = scene.decision.saving, scene.decision.trivial.expected_cost
    if scene.recommended.call == "some" and not scene.choice and saved > 0:
        text = f"{number(100 * saved / least, 2)} % less<br>than no model"
        middle = (min(scene.decision.trivial.nec, top) + point[1]) / 2
        left = point[0] < 0.75
        place = {"xanchor": "left" if left else "right", "xshift": 22 if left else -22}
        words = traces.veiled(text, point[0], middle, align="left", name=labels.MOVING, **place)
        drawn.append(words)
        ((x, y),) = free_area.pixels([point[0]], [middle])
        side = 1 if left else -1
        free_area.boxes.append((x + side * 66 - 50, y - 18, x + side * 66 + 50, y + 18))
    drawn += labels.names(scene, free_area, {i: m.hull.bends for i, m in scene.shown})
    if today := scene.today:
        free_area.points.append(free_area.walked([point[0]] * 2, [0, top]))
        drawn += labels.today(scene, free_area, point[0], today.nec, "today")
    return drawn


def _trivial_labels(top: float) -> list[dict]:
    """Beside the lines of flagging none and all, inside the panel."""
    low, high = 0.75 * top, 0.85 * top
    none, every = (low, NONE) if low > 0.2 else (high, "flag none"), (1 - high, "flag all")
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
