"""A pair of axes for what is made of fpr and tpr, as everything in the ROC panel is."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from costdash.core.types import XY, Floats
from costdash.figures import traces
from costdash.figures.axes import FPR, TPR, Axis
from costdash.figures.traces import Trace

Path = Callable[[Floats, Floats], tuple[Floats, Floats]]


@dataclass(frozen=True, slots=True)
class RocAxes:
    """A pair of axes. path: places of a path in ROC space; its straight lines may become curved.

    title: of a saved image. words: begin the alt text; {} are the models. place: of single points.
    ends: both axes reach from low to high. turn: 1 where curves fall, -1 where they rise. layout:
    of both axes. meta: what scripts read besides the mode. left: pixels for ticks. above: the title
    of y, if it says more than the axis.
    """

    title: str
    words: str
    x: Axis
    y: Axis
    path: Path
    place: Path
    ends: XY
    turn: int
    layout: dict[str, Any] = field(default_factory=dict)
    meta: dict[str, Any] = field(default_factory=dict)
    left: int = traces.MARGIN["l"]
    above: str = ""

    def at(self, fpr: float, tpr: float) -> XY:
        """The place of one point."""
        x, y = self.place(np.array([fpr]), np.array([tpr]))
        return float(x[0]), float(y[0])

    def drawn(self, trace: Trace) -> Trace:
        """A trace made of fpr and tpr, on these axes."""
        if self is SHARES:
            return trace
        lines = trace["mode"] == "lines"
        rates = (np.array(trace[name], dtype=float) for name in ("x", "y"))
        x, y = (self.path if lines else self.place)(*rates)
        return trace | {"x": traces.numbers(x), "y": traces.numbers(y)}

    def corner(self, line: int) -> dict[str, Any]:
        """Place of a note in the corner that curves leave free, in the given line."""
        if self.turn < 0:
            return {"x": 0.99, "y": 0.02 + 0.07 * line, "xanchor": "right", "yanchor": "bottom"}
        low, high = self.ends
        y = high - (0.02 + 0.07 * line) * (high - low)
        return {"x": high - 0.01 * (high - low), "y": y, "xanchor": "right", "yanchor": "top"}


SHARES = RocAxes(
    "ROC curves",
    "ROC curves of {}",
    FPR,
    TPR,
    lambda x, y: (x, y),
    lambda x, y: (x, y),
    (0, 1),
    turn=-1,
)
