"""The cost of using the model that was trained for the nearest PC(+), beside the envelope.

Drummond & Holte (2000), section 2.3.
"""

import numpy as np

from costdash.core.combine.parameter_selection import ParameterSelection
from costdash.core.curves.cost import FINE_PCF_GRID
from costdash.core.types import Floats
from costdash.figures import traces
from costdash.figures.scene import Scene
from costdash.figures.style import COLOUR
from costdash.figures.traces import Trace
from costdash.wording import number


def highest(scene: Scene) -> float:
    """The greatest cost of choosing by training; 0 if this curve is not drawn."""
    selection = scene.view.by_training
    return float(selection.cost(_places(selection)).max()) if selection else 0.0


def training_traces(scene: Scene) -> list[Trace]:
    """The cost of choosing by training, and the area from the envelope up to it."""
    selection = scene.view.by_training
    if selection is None:
        return []
    pcf = _places(selection)
    cost, envelope = selection.cost(pcf), selection.hull.cost(pcf)
    area = traces.outline(pcf, envelope, cost)
    return [
        traces.polygon("training-extra", *area, COLOUR["difference"], COLOUR["clear"]),
        traces.line("training", pcf, cost, COLOUR["tick"], "rule"),
    ]


def training_label(scene: Scene, top: float) -> list[dict]:
    """The extra cost as an area, where the gap is largest inside the panel."""
    selection = scene.view.by_training
    if selection is None:
        return []
    pcf = _places(selection)
    cost = selection.cost(pcf).clip(None, top)
    gap = cost - selection.hull.cost(pcf).clip(None, top)
    at = int(gap.argmax())
    text = f"choosing by training<br>costs {number(selection.extra_area, 2)} more"
    right = pcf[at] > 0.5
    place = {"xanchor": "right" if right else "left", "xshift": -8 if right else 8}
    return [traces.veiled(text, float(pcf[at]), float(cost[at] - gap[at] / 2), **place)]


def _places(selection: ParameterSelection) -> Floats:
    """PC(+) at which the cost is drawn, both sides of each change among them."""
    after = np.nextafter(selection.switch, 1)
    return np.unique(
        np.concatenate((FINE_PCF_GRID, selection.switch, after, selection.hull.bends[0]))
    )
