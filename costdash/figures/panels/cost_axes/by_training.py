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
    """The greatest cost of choosing by training; 0 if it is not drawn."""
    found = scene.view.by_training
    return float(found.cost(_places(found)).max()) if found else 0.0


def training_traces(scene: Scene) -> list[Trace]:
    """The cost of choosing by training, and the area from the envelope up to it."""
    found = scene.view.by_training
    if found is None:
        return []
    pcf = _places(found)
    cost, envelope = found.cost(pcf), found.hull.cost(pcf)
    area = traces.outline(pcf, envelope, cost)
    return [
        traces.polygon("training-extra", *area, COLOUR["difference"], COLOUR["clear"]),
        traces.line("training", pcf, cost, COLOUR["tick"], "rule"),
    ]


def training_label(scene: Scene, top: float) -> list[dict]:
    """The extra cost as an area, where the gap is largest inside the panel."""
    found = scene.view.by_training
    if found is None:
        return []
    pcf = _places(found)
    cost = found.cost(pcf).clip(None, top)
    gap = cost - found.hull.cost(pcf).clip(None, top)
    at = int(gap.argmax())
    text = f"choosing by training<br>costs {number(found.extra_area, 2)} more"
    right = pcf[at] > 0.5
    place = {"xanchor": "right" if right else "left", "xshift": -8 if right else 8}
    return [traces.veiled(text, float(pcf[at]), float(cost[at] - gap[at] / 2), **place)]


def _places(found: ParameterSelection) -> Floats:
    """PC(+) at which the cost is drawn, both sides of each change among them."""
    after = np.nextafter(found.switch, 1)
    return np.unique(np.concatenate((FINE_PCF_GRID, found.switch, after, found.hull.bends[0])))
