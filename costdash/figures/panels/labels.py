"""Labels on curves: names beside them, in free space, of a panel as large as on the page.

A page places its labels itself, in `assets/panels/overlays/labels.js`, because they follow the
pointer and the zoom. These are for the report and for saved pictures.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from costdash.core.types import Floats
from costdash.figures import traces
from costdash.figures.scene import Scene, escaped
from costdash.figures.style import COLOUR, model_colour
from costdash.wording import shortened

Box = tuple[float, ...]  # left, top, right, bottom in pixels
LETTER, HEIGHT = 6.6, 14  # pixels of a letter, and of a line
GAP = 4  # pixels from a mark or an edge to its label
GAPS = (4, 9, 15, 22)  # pixels from a point of a curve to its name; a steep curve needs more
STEP = 6  # pixels between points of a curve
CLEAR = 7  # pixels between a name and other curves, so that it clearly belongs to its curve
NEAREST = 3  # pixels between a name and any curve: no label lies on a curve
ENOUGH = 24  # pixels beyond which more room is no better
GRID = 12  # pixels between candidates places of a free text
LONGEST = 18  # letters of a name
NOWHERE = np.empty((0, 2))
MOVING = "moving"  # the name of a label that another operating point makes untrue


@dataclass(slots=True)
class FreeArea:
    """The plot area of a panel in pixels, and what lies in it."""

    x: tuple[float, float]
    y: tuple[float, float]
    wide: float = 332
    high: float = 306
    points: list[Floats] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)

    def pixels(self, x: ArrayLike, y: ArrayLike) -> Floats:
        """(n, 2) places of points, counted from the upper left corner."""
        across = (np.asarray(x, float) - self.x[0]) / (self.x[1] - self.x[0]) * self.wide
        down = (self.y[1] - np.asarray(y, float)) / (self.y[1] - self.y[0]) * self.high
        return np.column_stack((across, down))

    def values(self, across: float, down: float) -> tuple[float, float]:
        """The place of a pixel in the units of the axes."""
        x = self.x[0] + across / self.wide * (self.x[1] - self.x[0])
        return x, self.y[1] - down / self.high * (self.y[1] - self.y[0])

    def walked(self, x: ArrayLike, y: ArrayLike) -> Floats:
        """Points of a curve at equal distances, as far as they are seen."""
        path = self.pixels(x, y)
        path = path[np.isfinite(path).all(axis=1)]
        start, way = path[:-1], np.diff(path, axis=0)
        length = np.hypot(*way.T)
        before = np.append(0, np.cumsum(length))[:-1]
        enter, leave = _share_inside(start, way, np.array([self.wide, self.high]))
        first = np.ceil((before + enter * length) / STEP)
        last = np.floor((before + leave * length) / STEP)
        count = np.where(leave >= enter, np.maximum(last - first + 1, 0), 0).astype(int)
        leg = np.repeat(np.arange(len(count)), count)
        nth = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
        at = (first[leg] + nth) * STEP - before[leg]
        share = at / np.where(length > 0, length, 1)[leg]
        walked = np.vstack([start[leg] + share[:, None] * way[leg], path[-1:]])
        inside = (walked >= 0).all(axis=1) & (walked <= (self.wide, self.high)).all(axis=1)
        return walked[inside]

    def hold(self, boxes: Floats) -> NDArray[np.bool_]:
        """Which of the (m, 4) boxes lie inside and free of other labels."""
        left, top, right, bottom = boxes.T
        free = (left >= 0) & (top >= 0) & (right <= self.wide) & (bottom <= self.high)
        for a, b, c, d in self.boxes:
            free &= (right < a) | (left > c) | (bottom < b) | (top > d)
        return free


def _share_inside(start: Floats, way: Floats, size: Floats) -> tuple[Floats, Floats]:
    """Where the (n, 2) legs of a path enter and leave the plot area, as shares of their length.

    A leg outside the plot area enters at an end, or leaves before it enters. Costs far above the
    axis make paths of billions of pixels, of which only the visible part may be walked.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        to_low, to_high = -start / way, (size - start) / way
    among = (start >= 0) & (start <= size)
    still = np.where(among, np.inf, -np.inf)
    enter = np.where(way == 0, -still, np.minimum(to_low, to_high)).max(axis=1, initial=0)
    leave = np.where(way == 0, still, np.maximum(to_low, to_high)).min(axis=1, initial=1)
    return np.clip(enter, 0, 1), np.clip(leave, 0, 1)


def clearance(boxes: Floats, points: Floats) -> Floats:
    """Distance in pixels from each of the (m, 4) boxes to the nearest point; 0 inside."""
    if not len(points):
        return np.full(len(boxes), float(ENOUGH))
    squares = np.zeros((len(boxes), len(points)))
    for k in (0, 1):
        beyond = np.subtract.outer(boxes[:, k], points[:, k])
        np.maximum(beyond, np.subtract.outer(-boxes[:, k + 2], -points[:, k]), out=beyond)
        np.maximum(beyond, 0, out=beyond)
        squares += np.square(beyond, out=beyond)
    return np.sqrt(squares.min(axis=1))


def around(middles: Floats, wide: float, high: float) -> Floats:
    """Boxes of one size around the (m, 2) middles."""
    half = np.array([wide, high]) / 2
    return np.hstack([middles - half, middles + half])


def names(
    scene: Scene, free_area: FreeArea, curves: Mapping[int, tuple[ArrayLike, ArrayLike]]
) -> list[dict]:
    """The names of curves, the recommended model's first; other names only where space is free."""
    walked = {i: free_area.walked(*curve) for i, curve in curves.items()}
    best = scene.place.get(scene.recommended.model or "", -1)
    every = {i: model.name for i, model in scene.shown}
    drawn = []
    for i in sorted(walked, key=lambda i: i != best):
        obstacles = [*free_area.points, *(points for k, points in walked.items() if k != i)]
        text = shortened(every[i], LONGEST)
        box = _beside(free_area, walked[i], np.vstack([NOWHERE, *obstacles]), text, i == best)
        if box is None:
            continue
        free_area.boxes.append(tuple(box))
        font = {"color": model_colour(i), "weight": 600}
        named = {"line": f"model-{i}", "must": i == best}  # for scripts, which place it anew
        drawn.append(_label(free_area, box, escaped(text), font) | named)
    free_area.points += list(walked.values())
    return drawn


def free(free_area: FreeArea, lines: tuple[str, ...], near: tuple[float, float]) -> dict | None:
    """A text in the free space nearest to a place in pixels; None if there is no free space."""
    wide, high = LETTER * max(map(len, lines)), HEIGHT * len(lines)
    candidates = [np.arange(GRID, end, GRID) for end in (free_area.wide, free_area.high)]
    boxes = around(np.stack(np.meshgrid(*candidates), axis=-1).reshape(-1, 2), wide, high)
    boxes = boxes[free_area.hold(boxes)]
    boxes = boxes[clearance(boxes, np.vstack([NOWHERE, *free_area.points])) >= CLEAR]
    if not len(boxes):
        return None
    away = np.hypot(*((boxes[:, :2] + boxes[:, 2:]) / 2 - near).T)
    box = boxes[away.argmin()]
    free_area.boxes.append(tuple(box))
    drawn = _label(free_area, box, "<br>".join(lines), {"color": COLOUR["ink"]})
    return drawn | {"name": MOVING}


def lower_right(free_area: FreeArea, text: str) -> list[dict]:
    """A text in the lower right corner; none where it would lie on a curve or another label."""
    wide = LETTER * len(text)
    middle = np.array([[free_area.wide - wide / 2 - GAP, free_area.high - HEIGHT / 2 - GAP]])
    boxes = around(middle, wide, HEIGHT)
    points = np.vstack([NOWHERE, *free_area.points])
    if not free_area.hold(boxes)[0] or clearance(boxes, points)[0] < GAP:
        return []
    free_area.boxes.append(tuple(boxes[0]))
    drawn = _label(free_area, boxes[0], text, {"color": COLOUR["ink"]})
    return [drawn | {"name": MOVING}]


def beyond(
    free_area: FreeArea,
    outline: tuple[ArrayLike, ArrayLike] | None,
    path: Callable[[Floats, Floats], tuple[Floats, Floats]],
    text: str,
) -> list[dict]:
    """What the rules in the outline do, in free space near its middle."""
    if outline is None:
        return []
    x, y = path(*(np.asarray(ends, float) for ends in outline))
    inside = free_area.pixels(x, y)
    middle = (np.nanmin(inside, axis=0) + np.nanmax(inside, axis=0)) / 2
    drawn = free(free_area, (text,), (float(middle[0]), float(middle[1])))
    return [drawn | {"font": {"color": COLOUR["limit"]}}] if drawn else []


def today(
    scene: Scene, free_area: FreeArea, x: float, y: float, words: str = "", *, moves: bool = True
) -> list[dict]:
    """The label of the square of today's rule at (x, y), on the side with most room.

    words: instead of "today" and its threshold. moves: with the operating point.
    """
    today = scene.today
    if today is None or not today.text or not (np.isfinite(x) and np.isfinite(y)):
        return []
    text = words or f"today, {shortened(today.text, LONGEST)}"
    wide = LETTER * len(text)
    across, down = np.array([wide / 2 + 2 * GAP, 0]), np.array([0, HEIGHT / 2 + 2 * GAP])
    at = free_area.pixels([x], [y])
    boxes = around(np.vstack([at + across, at - across, at - down, at + down]), wide, HEIGHT)
    boxes = boxes[free_area.hold(boxes)]
    if not len(boxes):
        return []
    box = boxes[clearance(boxes, np.vstack([NOWHERE, *free_area.points])).argmax()]
    free_area.boxes.append(tuple(box))
    drawn = _label(free_area, box, escaped(text), {"color": COLOUR["title"]})
    return [drawn | ({"name": MOVING} if moves else {})]


def _beside(
    free_area: FreeArea, line_points: Floats, obstacles: Floats, text: str, recommended: bool
) -> Floats | None:
    """The box above, below or beside the curve that keeps most distance from the others."""
    middles = line_points[::6]
    along = np.tile(np.linspace(0, 1, len(middles)), 4 * len(GAPS))
    gaps = np.repeat(GAPS, 4 * len(middles))
    wide, beside = LETTER * len(text), []
    for gap in GAPS:
        across, down = np.array([wide / 2 + gap, 0]), np.array([0, HEIGHT / 2 + gap])
        beside += [middles - down, middles + down, middles - across, middles + across]
    boxes = around(np.vstack(beside), wide, HEIGHT)
    clear_space = clearance(boxes, obstacles)
    away = clearance(boxes, line_points)
    good = free_area.hold(boxes) & (away >= NEAREST)
    # Other curves lie clearly farther away, or else the name could be theirs.
    good &= clear_space >= (NEAREST if recommended else np.maximum(CLEAR, away + NEAREST))
    if not good.any():
        return None
    score = np.minimum(clear_space, ENOUGH) - 4 * np.abs(along - 0.5) - gaps
    return boxes[np.where(good, score, -np.inf).argmax()]


def _label(free_area: FreeArea, box: Floats, text: str, font: dict) -> dict:
    x, y = free_area.values(*(float(end) for end in (box[:2] + box[2:]) / 2))
    return traces.veiled(text, x, y, xanchor="center", yanchor="middle", font=font)
