"""Labels of the pictures without scripts: none lies on a line, a mark or another label.

With scripts, `assets/report/labels.js` places the same labels at the size that is drawn.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from costdash.core.types import Floats
from costdash.figures.panels.labels import (
    GRID,
    HEIGHT,
    LETTER,
    NEAREST,
    NOWHERE,
    FreeArea,
    around,
    clearance,
)

ROWS = {"top": 0.5, "middle": 0.0, "bottom": -0.5}  # from the place to the middle, in heights
SIDES = {"left": 0.5, "center": 0.0, "right": -0.5}  # the same across, in widths
AT_A_TIME = 50  # boxes; the nearest free box is usually among the first
FREED = {"xref": "x", "yref": "y", "xanchor": "center", "yanchor": "middle"}


def placed(figure: dict[str, Any], wide: float, high: float) -> Iterator[dict[str, Any]]:
    """The labels of a figure whose plot area has this size in pixels.

    A label stays where its figure wishes it if it lies on nothing there, or moves to the nearest
    free place; without one it is left out.
    """
    layout = figure["layout"]
    area = FreeArea(
        tuple(layout["xaxis"]["range"]), tuple(layout["yaxis"]["range"]), wide=wide, high=high
    )
    for trace in figure["data"]:
        _occupy(area, trace)
    points = np.vstack([NOWHERE, *area.points])
    for label in layout["meta"].get("labels", ()):
        box = _box(area, label)
        if not area.hold(box[None])[0] or clearance(box[None], points)[0] < NEAREST:
            nearest = _nearest(area, box, points)
            if nearest is None:
                continue
            box = nearest
            x, y = area.values(*((box[:2] + box[2:]) / 2))
            label = label | FREED | {"x": x, "y": y, "xshift": 0, "yshift": 0}
        area.boxes.append(tuple(box))
        yield label


def _occupy(area: FreeArea, trace: dict[str, Any]) -> None:
    """Adds the line and the marks of a trace that is seen."""
    if trace["type"] != "scatter" or not trace.get("opacity", 1) or trace.get("yaxis", "y") != "y":
        return
    x, y = (np.array(trace[axis], float) for axis in "xy")
    mode, line = trace.get("mode", ""), trace.get("line", {})
    if "lines" in mode and line.get("width") and trace.get("fill", "none") == "none":
        area.points.append(area.walked(x, y))
    if "markers" in mode:
        size = np.broadcast_to(trace["marker"]["size"], x.shape)
        seen = np.isfinite(x) & np.isfinite(y) & (size > 0)
        for middle, across in zip(area.pixels(x, y)[seen], size[seen]):
            area.boxes.append(tuple(around(middle[None], across, across)[0]))


def _box(area: FreeArea, label: dict[str, Any]) -> Floats:
    """Where the label is wished."""
    rows = label["text"].split("<br>")
    wide, high = LETTER * max(map(len, rows)), HEIGHT * len(rows)
    at = area.pixels([label["x"]], [label["y"]])[0]
    if label["xref"] == "paper":
        at[0] = label["x"] * area.wide
    if label["yref"] == "paper":
        at[1] = (1 - label["y"]) * area.high
    shift = label.get("xshift", 0), -label.get("yshift", 0)
    side = SIDES[label.get("xanchor", "center")] * wide, ROWS[label.get("yanchor", "middle")] * high
    return around((at + shift + side)[None], wide, high)[0]


def _nearest(area: FreeArea, wish: Floats, points: Floats) -> Floats | None:
    """The free box of this size nearest to the wished one."""
    size = wish[2:] - wish[:2]
    grid = [
        np.arange(half, end - half, GRID / 2) for half, end in zip(size / 2, (area.wide, area.high))
    ]
    boxes = around(np.stack(np.meshgrid(*grid), axis=-1).reshape(-1, 2), *size)
    boxes = boxes[area.hold(boxes)]
    boxes = boxes[np.hypot(*(boxes[:, :2] - wish[:2]).T).argsort(kind="stable")]
    for start in range(0, len(boxes), AT_A_TIME):
        some = boxes[start : start + AT_A_TIME]
        free = clearance(some, points) >= NEAREST
        if free.any():
            return some[free.argmax()]
    return None
