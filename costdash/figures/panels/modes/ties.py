"""The order of tied scores in the ROC panel: at best, at worst, and by chance.

Fawcett (2004), section 4.1 and figure 6.
"""

from collections.abc import Iterator

import numpy as np

from costdash.core import ModelAnalysis, thinned
from costdash.core.curves.ties import tie_curves, ties
from costdash.figures import traces
from costdash.figures.panels.rows import PanelMode
from costdash.figures.scene import Scene
from costdash.figures.style import model_colour
from costdash.figures.traces import Trace
from costdash.wording import listed, number, shortened

HELP = (
    "Cases of both classes with the same score have no order. Dashed: their positives come first "
    "(optimistic). Dotted: their negatives come first (pessimistic).",
    "The full line, half-way between, is what random order gives on average (expected). Hulls, "
    "areas and costs use it.",
)
NONE = "hardly a score is shared by positives and negatives: order changes nothing"
BEST, WORST = "5px,3px", "1px,3px"


def tie_traces(scene: Scene) -> Iterator[Trace]:
    """Two curves of each model with ties; their uids: optimistic-i, pessimistic-i."""
    for i, model in _tied(scene):
        for kind, dash, curve in zip(
            ("pessimistic", "optimistic"), (WORST, BEST), tie_curves(model.counts)
        ):
            drawn = curve.take(thinned(curve, np.empty(0, dtype=np.intp)))
            line = traces.line(f"{kind}-{i}", drawn.fpr, drawn.tpr, model_colour(i), "reference")
            yield line | {"line": line["line"] | {"dash": dash}}


def tie_note(scene: Scene) -> str:
    """The meaning of the lines, and the limits of each area over all orders of ties."""
    ranges = []
    for _, model in _tied(scene):
        low, high = map(number, ties(model.counts).auc)
        if low != high:
            ranges.append(f"{shortened(model.name)} {low} to {high}")
    if not ranges:
        return NONE
    return (
        "dashed: ties at best (optimistic); dotted: at worst (pessimistic); full: expected; "
        f"area of {listed(ranges, at_most=3)}"
    )


def _tied(scene: Scene) -> list[tuple[int, ModelAnalysis]]:
    return [(i, model) for i, model in scene.shown if ties(model.counts).scores]


TIES = PanelMode(
    id="ties",
    panel="roc",
    name="Order of tied scores, best and worst",
    title="ROC: order of ties",
    explanation=HELP,
    source="Fawcett 2004, section 4.1 and figure 6",
    overlay=tie_traces,
    note=tie_note,
)
