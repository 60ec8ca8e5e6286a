"""Concavities of ROC curves: where a curve lies below its hull, and where a repair would put it.

Fawcett (2004), section 7.4.2 with erratum 16 corrected. Flach & Wu (2003).
"""

from collections.abc import Iterator

import numpy as np

from costdash.core import Counts, ModelAnalysis, concavities
from costdash.core.combine.concavities import Concavity
from costdash.core.types import Floats
from costdash.figures import traces
from costdash.figures.panels.rows import PanelMode
from costdash.figures.scene import Scene
from costdash.figures.style import COLOUR, band_colour, model_colour
from costdash.figures.traces import Trace
from costdash.wording import listed, number, shortened

HELP = (
    "A concavity is a part of a curve below its convex hull: there the model orders cases "
    "the wrong way round. Shaded: the largest concavities of each model.",
    "The open diamond is where the deepest point would come to lie if the order inside it were "
    "reversed, on these rows.",
    "Compare > Combine > Repair adds that model, judged on other rows.",
)
MOST = 5  # concavities of a model that are shaded
LEAST = 0.002  # of tpr: a shallower concavity cannot be seen
NONE = "no curve has a dent that can be seen"


def concavity_traces(scene: Scene) -> Iterator[Trace]:
    """Each model's largest concavities, the deepest repaired; uids: concavities-i, repaired-i."""
    for i, model in scene.shown:
        dips = _visible(model.counts)
        if not dips:
            continue
        outlines = [_outline(model, dip) for dip in dips]
        x, y = np.concatenate([[*outline, (np.nan, np.nan)] for outline in outlines]).T
        fill = traces.polygon(f"concavities-{i}", x, y, band_colour(i), model_colour(i))
        yield fill | {"line": fill["line"] | {"width": 1}}
        edge = {"width": 2, "color": model_colour(i)}
        marker = {"symbol": "diamond", "size": 9, "color": COLOUR["card"], "line": edge}
        yield traces.mark(f"repaired-{i}", *dips[0].repaired, marker)


def concavity_note(scene: Scene) -> str:
    """How deep each model's deepest concavity is, and between which thresholds."""
    depths = []
    for _, model in scene.shown:
        if dips := _visible(model.counts):
            dip = dips[0]
            scores = f"scores {number(dip.end)} to {number(dip.start)}"
            depths.append(f"{shortened(model.name)} {number(dip.depth)} ({scores})")
    if not depths:
        return NONE
    return f"shaded: dents, open diamond: repaired; deepest: {listed(depths, at_most=3)}"


def _visible(counts: Counts) -> list[Concavity]:
    return [dip for dip in concavities(counts)[:MOST] if dip.depth >= LEAST]


def _outline(model: ModelAnalysis, dip: Concavity) -> Floats:
    """(m, 2) corners: along the drawn curve, and back along the hull's edge."""
    first, last = (int(model.counts.index(end)) for end in (dip.start, dip.end))
    inside = model.path[(model.path > first) & (model.path < last)]
    corners = np.concatenate(([first], inside, [last, first]))
    return np.column_stack(model.counts.rates(corners))


CONCAVITIES = PanelMode(
    id="dents",
    panel="roc",
    name="Concavities of the curves",
    title="ROC: dents",
    explanation=HELP,
    source="Fawcett 2004, section 7.4.2; Flach & Wu, 2003",
    overlay=concavity_traces,
    note=concavity_note,
)
