"""Labels of the map: regions, contours and how far the rule can be kept, clear of each other."""

import re
from collections.abc import Sequence
from itertools import pairwise

from costdash.core.analysis.keeping import Room
from costdash.core.curves.envelopes import Stretch
from costdash.core.types import Interval
from costdash.figures import traces as marks
from costdash.figures.axes import logit
from costdash.figures.panels.conditions_map.window import Window, arms
from costdash.figures.scene import Scene, escaped
from costdash.figures.style import COLOUR, TEXT, model_colour
from costdash.wording import number, percent, rough_digits, short_names

Contours = Sequence[tuple[float, Interval]]  # PC(+) at both ends, by the share of extra cost

LEAST_NAMED = 0.05  # of the map's diagonal: narrower regions have no name
ALONG = (0.93, 0.84, 0.75, 0.66, 0.57, 0.48, 0.39, 0.3, 0.21)  # where contours may have labels
PLOTS = ((300, 300), (550, 335))  # pixels of the map on a phone, and on a wide page
LETTER, LINE = 7.0, 20  # pixels of a letter, and of a label's height
EDGE = 0.08  # of the map: a limit so near to the edge stands beside its mark
MARGIN = 0.09  # of the map's width: names keep so far from its sides
NAMES = {"none": "flag none", "all": "flag all"}


def contour_labels(contours: Contours, window: Window, others: Sequence[dict]) -> list[dict]:
    """Each at the end of its line, or further up where another label stands; none without room."""
    labels: list[dict] = []
    for share, end in ends_of_contours(contours, window):
        tried = [_on_contour(share, logit(end), part, window) for part in ALONG]
        taken = [*others, *labels]
        free = (
            one
            for plot in PLOTS
            for one in tried
            if _middle(one, window, plot)[0] + LETTER * _letters(one) / 2 <= plot[0]
            and not any(_overlap(one, other, window, plot) for other in taken)
        )
        labels += [one] if (one := next(free, None)) else []
    return labels


def _on_contour(share: float, at: float, part: float, window: Window) -> dict:
    x, y = (part * ends[1] + (1 - part) * ends[0] for ends in window.line(at))
    return marks.veiled(f"+{percent(share)}", x, y)


def _overlap(one: dict, other: dict, window: Window, plot: tuple[float, float]) -> bool:
    """Whether two labels overlap in a plot of so many pixels."""
    (a, b), (c, d) = (_middle(label, window, plot) for label in (one, other))
    wide = LETTER * (_letters(one) + _letters(other)) / 2
    return abs(a - c) < wide + LETTER and abs(b - d) < LINE


def _letters(label: dict) -> int:
    return len(re.sub("<[^>]*>", "", label["text"]))


def _middle(label: dict, window: Window, plot: tuple[float, float]) -> tuple[float, float]:
    """The middle of a label in pixels, from the lower left corner."""
    x, y = (
        (label[key] - low) / (high - low) * pixels
        for key, (low, high), pixels in zip("xy", (window.x, window.y), plot)
    )
    side = {"left": 0.5, "right": -0.5}.get(label.get("xanchor", ""), 0)
    across = x + label.get("xshift", 0) + side * LETTER * _letters(label)
    return across, y + label.get("yshift", 0)


def room_labels(room: Room | None, here: tuple[float, float], window: Window) -> list[dict]:
    """The four limits, where there is one and the window shows it; apart also on a short cross."""
    if room is None:
        return []
    above = _limits(room, here, window, ({"yshift": 14}, {"yshift": 14}), 14)
    apart = all(
        not any(_overlap(one, other, window, plot) for other in above[:k])
        for plot in PLOTS
        for k, one in enumerate(above)
    )
    if apart:
        return above
    beyond = ({"xanchor": "right", "xshift": -9}, {"xanchor": "left", "xshift": 9})
    return _limits(room, here, window, beyond, LINE + 2)


def _limits(
    room: Room,
    here: tuple[float, float],
    window: Window,
    places: tuple[dict, dict],
    shift: int,
) -> list[dict]:
    """places: of the limits of the prior beside the ends of their arms; shift: of the others."""
    across, up = arms(room, here, window)
    bold = {"font": {"size": TEXT["small"], "color": COLOUR["ink"]}}
    shares = [100 * end for end in room.prior]
    fine, coarse = rough_digits(*shares), rough_digits(*room.cost_ratio)
    priors = zip(shares, across, window.x, places)
    ratios = zip(room.cost_ratio, up, window.y, (-shift, shift))
    return [
        *(
            marks.veiled(f"{number(value, fine)} %", at, here[1], **place, **bold)
            for value, at, edge, place in priors
            if at != edge
        ),
        *(
            marks.veiled(
                number(value, coarse), here[0], at, **_beside(at, edge, window.y, away), **bold
            )
            for value, at, edge, away in ratios
            if at != edge
        ),
    ]


def _beside(at: float, edge: float, window: Interval, shift: int) -> dict:
    """Beyond the end of the cross; beside it near the edge of the map."""
    if abs(at - edge) < EDGE * (window[1] - window[0]):
        return {"xanchor": "left", "xshift": 10, "yshift": -shift / 2}
    return {"yshift": shift}


def names_of_regions(
    stretches: Sequence[Stretch],
    scene: Scene,
    window: Window,
    here: tuple[float, float],
    contours: Sequence[float],
) -> list[dict]:
    """The name of each region that is wide enough, between contours and away from `here`."""
    lowest, highest = window.x[0] + window.y[0], window.x[1] + window.y[1]
    labels = []
    short = dict(zip(scene.place, short_names([*scene.place])))
    for one in stretches:
        low, high = max(logit(one.low), lowest), min(logit(one.high), highest)
        if high - low < LEAST_NAMED * (highest - lowest):
            continue
        x, y = window.line(_widest_middle(low, high, contours))
        places = [tuple(t * e[1] + (1 - t) * e[0] for e in (x, y)) for t in (0.5, 0.35, 0.65)]
        at = max(places, key=lambda place: abs(place[0] - here[0]) + abs(place[1] - here[1]))
        side = MARGIN * (window.x[1] - window.x[0])
        left = min(max(at[0], window.x[0] + side), window.x[1] - side)
        owner = one.owners[0] if one.owners else None
        colour = model_colour(scene.place[owner]) if owner else COLOUR["title"]
        text = f"<b>{escaped(short[owner])}</b>" if owner else NAMES[one.call]
        font = {"size": TEXT["lead"], "color": colour}
        labels.append(marks.label(text, left, at[1], font=font))
    return labels


def _widest_middle(low: float, high: float, cuts: Sequence[float]) -> float:
    """The middle of the widest stretch from low to high that no cut divides."""
    ends = sorted({low, high, *(cut for cut in cuts if low < cut < high)})
    _, start, end = max((b - a, a, b) for a, b in pairwise(ends))
    return (start + end) / 2


def ends_of_contours(contours: Contours, window: Window) -> list[tuple[float, float]]:
    """(share, PC(+)) of the contours that cross the window."""
    return [
        (share, end)
        for share, ends in contours
        for end in ends
        if 0 < end < 1 and window.crosses(logit(end))
    ]
