"""The PR panel read as reliability: the share of positives that scores taken as probabilities meet.

Pooling adjacent violators gives the steps, so there are no bins to choose. Dimitriadis, Gneiting &
Jordan (2021).
"""

from dataclasses import dataclass

import numpy as np

from costdash.core import ModelAnalysis
from costdash.core.curves.cost import FINE_PCF_GRID, score_driven_rule
from costdash.core.curves.hull import Hull
from costdash.core.probabilities.calibration import (
    Calibration,
    Reliability,
    pooling_hull,
    reliability,
    step_excess,
)
from costdash.core.types import Floats, Interval
from costdash.figures import traces
from costdash.figures.alternatives import NO_MODEL
from costdash.figures.panels import labels
from costdash.figures.panels.cost_axes.score_driven import score_cost, score_prior_of
from costdash.figures.panels.labels import FreeArea
from costdash.figures.panels.rows import PanelMode
from costdash.figures.scene import Scene
from costdash.figures.style import COLOUR, band_colour, model_colour
from costdash.figures.traces import PanelFigure, Trace
from costdash.wording import number, percent, shortened

HELP = (
    "Across: the score. Up: the share of positives among cases with such scores, in steps that "
    "rise with the score, so there are no bins to choose (CORP).",
    "On the diagonal scores are probabilities. Steps above it have scores that are too low, steps "
    "below it scores that are too high.",
    "Point at a step, or drag across several: the cost panel lights what they cost if scores are "
    "taken as probabilities.",
)
TITLE = "Calibration"
BINS = 50  # of the scores, below the steps
BARS = 0.14  # of the panel's height
CAUTION = "Scores from 0 to 1 need not be probabilities."
OUTSIDE = "Scores outside [0, 1] are no probabilities:<br>no reliability is drawn."
CASE_COSTS = "Costs differ from case to case:<br>reliability would count cases, not costs."


def reliability_figure(scene: Scene) -> PanelFigure:
    """Draw the share of positives against the score, at the file's share of positives.

    The uids of its traces: calibrated, consistency, steps-i, rows-i.
    """
    name, calibration_result = scene.calibrated, scene.calibration
    shown = [(i, m) for i, m in scene.shown if m.is_probability] if name else []
    pooled = {i: _Pooled.of(model) for i, model in shown}
    steps = {i: steps_of_model.line for i, steps_of_model in pooled.items()}
    return traces.figure(
        scene,
        TITLE,
        [
            traces.line("calibrated", [0, 1], [0, 1], COLOUR["reference"], "reference", "4px,3px"),
            *_band(scene, calibration_result),
            *(_line(scene, i, model, steps[i]) for i, model in shown),
            *_rows(scene),
        ],
        {
            "band": _band_words(calibration_result),
            "note": _note(scene, calibration_result),
            "labels": [],
            "mode": {"key": RELIABILITY.id},
            "steps": [_step_data(scene, i, model, pooled[i]) for i, model in shown],
            "described": scene.place.get(name or ""),
        },
        uirevision=f"{scene.view.uirevision} {RELIABILITY.id}",
        xaxis=traces.axis("Score", 0, 1, anchor="y2"),
        yaxis=traces.axis("", 0, 1, domain=[BARS, 1]),
        yaxis2=traces.bar_axis([0, BARS], [1.15, 0]),
        annotations=[
            traces.above("Share of positives (CORP reliability)"),
            *_names(scene, steps),
        ],
    )


def reliability_alt_text(scene: Scene) -> str:
    """The alternative text of the diagram."""
    if scene.calibrated is None:
        return f"{TITLE}. " + _why(scene).replace("<br>", " ")
    return f"{TITLE}: reliability of the scores as probabilities. {_note(scene, scene.calibration)}"


def _why(scene: Scene) -> str:
    """Why there is no reliability."""
    if not scene.shown:
        return NO_MODEL
    return OUTSIDE if scene.analysis.costs is None else CASE_COSTS


@dataclass(frozen=True, slots=True)
class _Pooled:
    """Reliability steps of a model, and the hull that they are."""

    hull: Hull
    steps: Reliability

    @classmethod
    def of(cls, model: ModelAnalysis) -> "_Pooled":
        hull = pooling_hull(model)
        return cls(hull, reliability(model.counts, hull=hull))

    @property
    def line(self) -> tuple[Floats, Floats]:
        """Each step from its lowest to its highest score."""
        x = np.column_stack((self.steps.first, self.steps.last)).ravel()
        return x, np.repeat(self.steps.observed, 2)


def _step_data(scene: Scene, i: int, model: ModelAnalysis, pooled: _Pooled) -> dict:
    """What scripts need to highlight the cost of steps whose scores are taken as probabilities.

    fpr, tpr: rates at the corners, one more than there are steps. pcf, nec, step: the cost of the
    scores along PC(+), and the step in which their threshold lies. excess: cost per case of each
    step at
    the present conditions.
    """
    steps, hull, scored_at = pooled.steps, pooled.hull, score_prior_of(scene)
    last = steps.score.size - 1
    taken = score_driven_rule(model.counts, FINE_PCF_GRID, scored_at)
    strict = np.searchsorted(hull.index, taken)
    values = {
        "first": steps.first,
        "last": steps.last,
        "observed": steps.observed,
        "rows": steps.rows,
        "miscalibration": steps.miscalibration,
        "excess": step_excess(model, scene.point, scored_at),
        "fpr": hull.fpr[::-1],
        "tpr": hull.tpr[::-1],
        "pcf": FINE_PCF_GRID,
        "nec": score_cost(model, scene, FINE_PCF_GRID),
        "step": np.clip(last + 1 - strict, 0, last),
    }
    return {"i": i, "name": model.name} | {key: traces.numbers(x) for key, x in values.items()}


def _line(scene: Scene, i: int, model: ModelAnalysis, steps: tuple[Floats, Floats]) -> Trace:
    return traces.model_line(scene, i, model.name, *steps) | {"uid": f"steps-{i}"}


def _band(scene: Scene, calibration: Calibration | None) -> list[Trace]:
    if calibration is None or calibration.band is None or not scene.view.level:
        return []
    fill = band_colour(scene.place[scene.calibrated or ""])
    x, y = traces.outline(calibration.band.score, calibration.band.low, calibration.band.high)
    return [traces.polygon("consistency", x, y, fill, fill)]


def _band_words(calibration: Calibration | None) -> str:
    if calibration is None or calibration.band is None:
        return ""
    return (
        f"{percent(calibration.band.level)} band, score by score: where the steps of calibrated "
        "scores would lie. Of many steps, a few lie outside by chance."
    )


def _rows(scene: Scene) -> list[Trace]:
    """The number of rows with each score of the described model, on a logarithmic scale."""
    if scene.calibrated is None:
        return []
    model = scene.analysis.models[scene.calibrated]
    rows = np.diff(model.counts.tp + model.counts.fp)
    count, edges = np.histogram(model.counts.threshold[1:], BINS, (0, 1), weights=rows)
    high = np.log1p(count) / np.log1p(count.max())
    bars = {
        "type": "bar",
        "uid": f"rows-{model.place}",
        "x": traces.numbers((edges[1:] + edges[:-1]) / 2),
        "y": traces.numbers(high),
        "width": [0.8 / BINS] * BINS,
        "yaxis": "y2",
        "marker": {"color": model_colour(model.place), "line": {"width": 0}},
        "opacity": 0.6,
        "hoverinfo": "skip",
    }
    return [bars]


def _limits(value: float, interval: Interval) -> str:
    if not all(np.isfinite(interval)):
        return number(value)
    return f"{number(value)} ({' to '.join(number(end) for end in interval)})"


def _note(scene: Scene, calibration: Calibration | None) -> str:
    """The parts of a model's Brier score, and the share of positives they hold for."""
    if scene.calibrated is None:
        return ""
    if calibration is None:
        return CAUTION
    parts = [
        f"{shortened(scene.calibrated, labels.LONGEST)}: miscalibration "
        f"{_limits(calibration.miscalibration, calibration.miscalibration_interval)}"
        f"{_most(calibration)}."
    ]
    if np.isfinite(calibration.p):
        parts.append(
            f"Calibrated scores show as much by chance with p = {number(calibration.p, 2)}."
        )
    parts.append(
        "Discrimination "
        f"{_limits(calibration.discrimination, calibration.discrimination_interval)}, "
        f"uncertainty {number(calibration.uncertainty)}."
    )
    here, file = percent(scene.point.prior), percent(calibration.prior)
    if here != file:
        moved = f"costs at {here} use probabilities moved by Bayes' rule."
        parts.append(f"At the file's {file} positives; {moved}")
    return " ".join([*parts, CAUTION])


def _most(calibration: Calibration) -> str:
    """The step that adds most to the miscalibration, if there are several steps."""
    steps = calibration.reliability
    k = int(steps.miscalibration.argmax())
    if steps.score.size < 2 or not steps.miscalibration[k] > 0:
        return ""
    first, last = number(float(steps.first[k])), number(float(steps.last[k]))
    share = percent(float(steps.miscalibration[k] / steps.miscalibration.sum()))
    ends = first if first == last else f"{first} to {last}"
    return f", {share} of it at scores {ends}"


def _below() -> dict:
    """The meaning of the bars."""
    rows = {"xref": "paper", "yref": "paper", "x": 1, "y": 0.0, "xanchor": "right"}
    below = {"text": "rows at each score, log", "yanchor": "bottom", "bgcolor": COLOUR["veil"]}
    return rows | below


def _names(scene: Scene, steps: dict[int, tuple[Floats, Floats]]) -> list[dict]:
    """The names of the models, or why none is drawn."""
    if not steps:
        middle = {"xref": "paper", "yref": "paper", "x": 0.5, "y": 0.6}
        return [{"text": _why(scene)} | middle]
    free_area = FreeArea((0, 1), (0, 1))
    free_area.high *= 1 - BARS
    free_area.points.append(free_area.walked([0, 1], [0, 1]))
    return [_below(), *labels.names(scene, free_area, steps)]


RELIABILITY = PanelMode(
    id="reliability",
    panel="pr",
    name="Calibration (reliability of scores as probabilities)",
    title=TITLE,
    explanation=HELP,
    source="Dimitriadis, Gneiting & Jordan, 2021",
    figure=reliability_figure,
    alt_text=reliability_alt_text,
    calibrated=True,
    table="calibration",
)
