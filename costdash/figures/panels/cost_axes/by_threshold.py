"""The cost panel read along the threshold of one model: money at the present conditions."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Any

import numpy as np

from costdash.core import Call, ModelAnalysis
from costdash.core.choose.cost_axes import cost_by_threshold, flat_thresholds
from costdash.core.choose.criteria import LimitedCost
from costdash.core.curves.precision_recall import share_called
from costdash.core.types import Floats
from costdash.figures import traces
from costdash.figures.axes import MONEY, THRESHOLD
from costdash.figures.panels import review_zone
from costdash.figures.panels.cost_axes.by_pcf import pcf_alt_text
from costdash.figures.panels.cost_axes.score_driven import gap_model, taken_threshold
from costdash.figures.panels.labels import MOVING
from costdash.figures.panels.rows import CostAxis
from costdash.figures.panels.segment import segment_by_threshold
from costdash.figures.scene import Scene, escaped
from costdash.figures.style import COLOUR, band_colour, model_colour
from costdash.figures.traces import PanelFigure, Trace
from costdash.wording import number, percent

HELP = (
    "Across: the score from which a case is flagged. Up: cost at your conditions, misses and "
    "false alarms together.",
    "The lowest point is the best threshold. In the flat zone around it other thresholds cost "
    "hardly more, so the exact number does not matter there.",
)
HEADROOM = 3.1  # times the least cost: the highest amount that is drawn
ABOVE = 1.07  # times the cost of using no model, if that is less
DECADES = 20  # a wider range of positive scores has a logarithmic axis
NEAR = 0.95  # times the cost of no model: thresholds that save less are drawn only beside others
BESIDES = 10  # times a threshold that saves more, on a logarithmic axis
TAKEN = {"symbol": "diamond", "size": 9, "color": COLOUR["card"]}
WORDS = "scores as probabilities"
WITHIN_LIMIT = "These thresholds", "keep the limit"
BESIDE: dict[str, Any] = {"yanchor": "bottom", "yshift": 8, "name": MOVING}
FLAGS = 16  # pixels: the second line of ticks gives the number of cases flagged


def threshold_figure(scene: Scene) -> PanelFigure:
    """Draw cost against the threshold of the recommended model, on these rows.

    The uids of its traces: flat, zone, trivial, model-i, segment, taken, trial, today, best.
    """
    model = _model(scene)
    if model is None:
        return _figure(scene, None, [], (0.0, 1.0), 1.0, [], {})
    cases, i = scene.view.unit.cases, model.place
    cost = cases * cost_by_threshold(model.counts, scene.point)
    none = cases * scene.decision.trivial.expected_cost
    top = min(ABOVE * none, HEADROOM * float(cost.min())) or 1.0
    flat = _zone(model, scene)
    scale = Scale(model, cost, top, none)
    path = model.path[np.isfinite(model.counts.threshold[model.path])]
    x = scale(model.counts.threshold[path])
    inside = [scale.clipped(threshold) for threshold in (flat.low, flat.high)]
    zone = [inside[0], inside[0], inside[1], inside[1]], [0, top, top, 0]
    spots = {
        uid: (scale.clipped(model.counts.threshold[call.index]), cost[call.index])
        for uid, call in (
            ("best", scene.recommended),
            ("today", scene.today),
            ("trial", scene.trial),
        )
        if call and call.model == model.name and call.index is not None
    }
    taken = _taken(scene, model, scale, cost)
    drawn = [
        traces.polygon("flat", *zone, band_colour(i), band_colour(i)),
        *review_zone.zone_area(scene, scale.clipped, top),
        traces.line("trivial", scale.ends, [none] * 2, COLOUR["reference"], "reference", "4px,3px"),
        traces.model_line(scene, i, model.name, x, cost[path]),
        *segment_by_threshold(scene, scale),
        *([traces.mark("taken", *taken, TAKEN | _edge(i))] if taken else []),
        *_marks(scene, spots),
    ]
    return _figure(
        scene,
        scale,
        drawn,
        scale.ends,
        top,
        _labels(scene, model, spots, top, none),
        {
            "model": i,
            "log": scale.log,
            "flat": scene.view.flat,
            "flagged": _flags(scene, model, scale.ticks).tolist(),
            "zone": list(flat.words),
        },
        [traces.veiled(WORDS, *taken, **BESIDE | _side(taken[0], scale.ends))] if taken else [],
    )


def _side(x: float, ends: tuple[float, float]) -> dict:
    """Where the words begin or end, so that they stay inside of the axis."""
    share = (x - ends[0]) / (ends[1] - ends[0])
    return {"xanchor": "left" if share < 1 / 3 else "right" if share > 2 / 3 else "center"}


def _edge(place: int) -> dict:
    return {"line": {"width": 2, "color": model_colour(place)}}


def _taken(
    scene: Scene, model: ModelAnalysis, scale: "Scale", cost: Floats
) -> tuple[float, float] | None:
    """Where the threshold lies that scores taken as probabilities lead to, while the view asks."""
    if gap_model(scene) is not model:
        return None
    threshold = taken_threshold(model, scene)
    return scale.clipped(threshold), float(cost[model.counts.index(threshold)])


@dataclass(frozen=True, slots=True)
class FlatZone:
    """Thresholds of the recommended model, from low to high: those that cost hardly more than its
    best, or those that keep the limit.

    words: the sentence about them, in two parts.
    """

    model: str
    low: float
    high: float
    words: tuple[str, str]


def flat_zone_of(scene: Scene) -> FlatZone | None:
    """Of all thresholds, on these rows; None without a model."""
    model = _model(scene)
    return None if model is None else _zone(model, scene)


def limit_zone_of(scene: Scene) -> FlatZone | None:
    """The thresholds that keep the limit in force; None if all do, none does, or some between."""
    model, limit = _model(scene), scene.view.criterion
    if model is None or not isinstance(limit, LimitedCost):
        return None
    counts, threshold = model.case_counts, model.counts.threshold
    finite = np.isfinite(threshold)
    within = np.flatnonzero(limit.keeps(counts.fpr, counts.tpr) & finite)
    if not within.size or within.size == finite.sum() or within[-1] - within[0] + 1 != within.size:
        return None
    high, low = (float(threshold[k]) for k in (within[0], within[-1]))
    if not finite[: within[0]].any():
        high = np.inf
    return FlatZone(model.name, low, high, WITHIN_LIMIT)


def flat_words(model: ModelAnalysis, scene: Scene) -> tuple[str, str]:
    """'Any threshold from 0.053 to 0.089', 'costs at most 5 % more on these rows'."""
    return _zone(model, scene).words


def _zone(model: ModelAnalysis, scene: Scene) -> FlatZone:
    first, last = flat_thresholds(model.counts, model.hull, scene.point, scene.view.flat)
    high, low = (float(model.counts.threshold[k]) for k in (first, last))
    digits = 2 if number(low, 2) != number(high, 2) else 4
    words = f"Any threshold from {number(low, digits)} to {number(high, digits)}"
    if not np.isfinite(high):
        words = f"Any threshold from {number(low, digits)} up"
    within = f"costs at most {percent(scene.view.flat)} more on these rows"
    return FlatZone(model.name, low, high, (words, within))


class Scale:
    """Where thresholds stand: by their logarithm if they span a wide range of positive numbers."""

    def __init__(self, model: ModelAnalysis, cost: Floats, top: float, none: float) -> None:
        threshold = model.counts.threshold
        finite = np.isfinite(threshold)
        seen = threshold[finite & (cost <= top)]
        if not seen.size:
            seen = threshold[finite]
        low, high = float(seen.min()), float(seen.max())
        self.log = low > 0 and high > DECADES * low
        if self.log and (better := seen[cost[finite & (cost <= top)] <= NEAR * none]).size:
            low, high = max(low, better.min() / BESIDES), min(high, better.max() * BESIDES)
        ends = np.log10([low, high]) if self.log else np.array([low, high])
        wide = float(ends[1] - ends[0]) or 1.0
        self.ends = (float(ends[0]) - 0.02 * wide, float(ends[1]) + 0.02 * wide)

    def __call__(self, threshold: Floats) -> Floats:
        if not self.log:
            return threshold
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(threshold > 0, np.log10(threshold), self.ends[0] - 1)

    def clipped(self, threshold: float) -> float:
        """Inside the axis, where an infinite threshold stands at its end."""
        return float(np.clip(self(np.array(threshold)), *self.ends))

    @property
    def ticks(self) -> list[float]:
        low, high = self.ends
        if self.log:
            tens = range(floor(low), ceil(high) + 1)
            steps = (1, 2, 5) if high - low < 4 else (1,)
            candidates = [float(f"{m}e{e}") for e in tens for m in steps]
            return [t for t in candidates if low <= log10(t) <= high][-9:]
        step = 10.0 ** floor(log10((high - low) / 4))
        step *= next(m for m in (1, 2, 5, 10) if (high - low) / (m * step) <= 6)
        return [float(f"{k * step:.6g}") for k in range(ceil(low / step), floor(high / step) + 1)]


def _model(scene: Scene) -> ModelAnalysis | None:
    name = scene.recommended_model
    return scene.analysis.models[name] if name else None


def _marks(scene: Scene, spots: dict[str, tuple[float, float]]) -> list[Trace]:
    def place(call: Call) -> tuple[float, float]:
        uid = "today" if call is scene.today else "trial"
        return spots.get(uid, (0.0, float("nan")))

    best = spots.get("best", (0.0, 0.0))
    return [*traces.threshold_marks(scene, place), traces.ring(scene, *best, shown="best" in spots)]


def _labels(
    scene: Scene,
    model: ModelAnalysis,
    spots: dict[str, tuple[float, float]],
    top: float,
    none: float,
) -> list[dict]:
    """Labels of the shaded zone, of the cost without a model, and of the recommended threshold."""
    paper = {"xref": "paper", "x": 0.5, "xanchor": "center"}
    words = "<br>".join(flat_words(model, scene))
    drawn = [traces.veiled(words, 0, 0.7 * top) | paper]
    drawn.append(traces.veiled("no model", 0, none, yanchor="bottom", line="trivial") | paper)
    if "best" in spots and scene.recommended.text:
        drawn.append(
            traces.veiled(scene.recommended.text, *spots["best"], yanchor="top", yshift=-10)
        )
    return drawn


def _flags(scene: Scene, model: ModelAnalysis, ticks: list[float]) -> Floats:
    """Cases flagged at each tick."""
    fpr, tpr = model.counts.rates(model.counts.index(ticks))
    return scene.view.unit.cases * share_called(fpr, tpr, scene.point.prior)


def _figure(
    scene: Scene,
    scale: Scale | None,
    drawn: list[Trace],
    ends: tuple[float, float],
    top: float,
    label: list[dict],
    axis: dict,
    beside: Sequence[dict] = (),
) -> PanelFigure:
    model, unit = _model(scene), scene.view.unit
    words: tuple[str, ...] = ()
    ticks: dict = {"tickvals": []}
    if model and scale:
        words = flat_words(model, scene)
        flags = [
            f"{number(t).removeprefix('0') if 0 < t < 1 else number(t)}<br>{number(round(n))}"
            for t, n in zip(scale.ticks, axis["flagged"])
        ]
        ticks = {"tickvals": [float(scale(np.array(t))) for t in scale.ticks], "ticktext": flags}
    name = escaped(model.name) if model else "no model"
    second = {"xref": "paper", "yref": "paper", "xanchor": "right", "yanchor": "top"}
    flagged = traces.label("flags", 0, 0, **second, xshift=-8, yshift=-FLAGS - 3)
    return traces.figure(
        scene,
        "Cost by threshold",
        drawn,
        {
            "band": "",
            "note": "; ".join(words),
            "labels": label,
            "cost_axis": {"key": AXIS.id, "cases": unit.cases, "ends": list(ends)} | axis,
        },
        margin=traces.MARGIN | {"l": traces.MONEY, "b": traces.MARGIN["b"] + FLAGS},
        uirevision=f"{scene.view.uirevision} {AXIS.id} {name} {ends}",
        xaxis=traces.axis(f"Threshold of {name}", *ends) | ticks,
        yaxis=traces.money_axis(unit, top),
        annotations=[traces.money_title(unit), *([flagged] if model else []), *beside],
    )


def threshold_alt_text(scene: Scene) -> str:
    """Which thresholds cost hardly more than the best."""
    model = _model(scene)
    if model is None:
        return pcf_alt_text(scene)
    zone = " ".join(flat_words(model, scene))
    return f"Cost by the threshold of {model.name}, on these rows. {zone}."


AXIS = CostAxis(
    id="threshold",
    name="Threshold",
    x=THRESHOLD,
    y=MONEY,
    figure=threshold_figure,
    alt_text=threshold_alt_text,
    explanation=HELP,
)
