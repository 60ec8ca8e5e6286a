"""The axes of the ROC panel: rates, normal deviates of errors (DET), or gains by share flagged.

Everything that the panel draws is made of fpr and tpr. `RocAxes` places it on a pair of axes.
Martin et al. (1997); Fawcett (2004), section 7.5.1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from costdash.core.curves.polyline import clipped_deviates, deviate_path
from costdash.core.curves.precision_recall import share_called
from costdash.core.types import XY, Floats
from costdash.figures import traces
from costdash.figures.axes import FLAGGED, FPR, MISSED, PANEL_MODES, TPR, Axis
from costdash.figures.scene import Scene
from costdash.figures.traces import Trace
from costdash.wording import number, percent

DET = PANEL_MODES["det"]
GAINS = PANEL_MODES["gains"]
TABLE = "det"  # the CSV file of the deviates
TICKS = (0.001, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.995)  # names with room between them
REACH = 0.01  # deviates beyond the rates at the ends, so that marks there are inside
POSITIVES_FOUND = "Positives found"
Path = Callable[[Floats, Floats], tuple[Floats, Floats]]


@dataclass(frozen=True, slots=True)
class RocAxes:
    """A pair of axes. path: places of a path in ROC space; its straight lines may become curved.

    place: of single points. end: both axes reach from low to high. layout: of both axes. meta: what
    scripts read. turn: 1 where curves fall, -1 where they rise. left: pixels for ticks. above: the
    title of y, if it says more than the axis.
    """

    title: str
    x: Axis
    y: Axis
    path: Path
    place: Path
    ends: XY
    layout: dict[str, Any]
    meta: dict[str, Any]
    turn: int
    left: int = traces.MARGIN["l"]
    above: str = ""

    def at(self, fpr: float, tpr: float) -> XY:
        """The place of one point."""
        x, y = self.place(np.array([fpr]), np.array([tpr]))
        return float(x[0]), float(y[0])

    def drawn(self, trace: Trace) -> Trace:
        """A trace made of fpr and tpr, on these axes."""
        if not self.meta:
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
    "ROC curves", FPR, TPR, lambda x, y: (x, y), lambda x, y: (x, y), (0, 1), {}, {}, turn=-1
)
END = float(clipped_deviates(np.ones(1), np.ones(1))[0][0]) + REACH
DEVIATES = RocAxes(
    "DET curves",
    FPR,
    MISSED,
    deviate_path,
    clipped_deviates,
    (-END, END),
    {
        "tickmode": "array",
        "tickvals": clipped_deviates(np.array(TICKS), np.ones(1))[0].tolist(),
        "ticktext": [f"{100 * tick:g} %" for tick in TICKS],
    },
    {"rate_axes": {"key": DET.id, "table": TABLE, "title": "DET"}},
    turn=1,
    left=traces.MONEY,
)


def gains_axes(scene: Scene) -> RocAxes:
    """The share of positives found against the share of cases flagged, at the prior.

    Straight lines stay straight, because across is a weighted mean of both rates.
    """
    prior, best = scene.point.prior, scene.recommended
    share = share_called(best.fpr, best.tpr, prior)
    lift = f", lift {number(best.tpr / share)}" if share > 0 else ""

    def place(fpr: Floats, tpr: Floats) -> tuple[Floats, Floats]:
        return share_called(fpr, tpr, prior), tpr

    return RocAxes(
        "Gains",
        FLAGGED,
        TPR,
        place,
        place,
        (0, 1),
        {},
        {"rate_axes": {"key": GAINS.id, "table": GAINS.id, "title": "Gains", "prior": prior}},
        turn=-1,
        above=f"{POSITIVES_FOUND} (at {percent(prior)} positives{lift})",
    )


def axes_of(scene: Scene) -> RocAxes:
    """The axes that the view asks for; with costs per case, rates are no shares of cases."""
    if GAINS.id in scene.view.modes and scene.analysis.costs is None:
        return gains_axes(scene)
    return DEVIATES if DET.id in scene.view.modes else SHARES
