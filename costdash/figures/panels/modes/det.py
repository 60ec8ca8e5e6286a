"""The ROC panel on normal deviates of the error rates (DET).

Martin et al. (1997); Fawcett (2004), section 7.5.1.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from costdash.core.curves.polyline import clipped_deviates, deviate_path
from costdash.core.curves.roc import normal_deviates
from costdash.figures import traces
from costdash.figures.alternatives import AT_LEAST, CurveTable
from costdash.figures.axes import FPR, MISSED
from costdash.figures.panels.roc_axes import RocAxes
from costdash.figures.panels.rows import PanelMode
from costdash.figures.scene import Scene

TICKS = (0.001, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.995)  # names with room between them
REACH = 0.01  # deviates beyond the rates at the ends, so that marks there are inside
END = float(clipped_deviates(np.ones(1), np.ones(1))[0][0]) + REACH
DEVIATES = RocAxes(
    "DET curves",
    "DET curves (false positive and false negative rate on normal deviates) of {}",
    FPR,
    MISSED,
    deviate_path,
    clipped_deviates,
    (-END, END),
    turn=1,
    layout={
        "tickmode": "array",
        "tickvals": clipped_deviates(np.array(TICKS), np.ones(1))[0].tolist(),
        "ticktext": [f"{100 * tick:g} %" for tick in TICKS],
    },
    left=traces.MONEY,
)


def det_csv_curve(scene: Scene) -> CurveTable:
    """The ROC curves on normal deviates, against the false negative rate; empty at 0 and 1."""
    head = ["model", AT_LEAST, "fpr", "fnr", "normal deviate of fpr", "normal deviate of fnr"]

    def rows() -> Iterator[tuple[Any, ...]]:
        for model in scene.selected:
            counts = model.counts
            across, up = normal_deviates(counts)
            for row in zip(counts.threshold, counts.fpr, 1 - counts.tpr, across, up):
                yield model.name, *row

    return head, rows()


DET = PanelMode(
    id="det",
    panel="roc",
    name="DET axes (normal deviates)",
    title="DET",
    axes=lambda scene: DEVIATES,
    table="det",
    csv_curve=det_csv_curve,
    csv_title="ROC on normal deviates (DET)",
)
