"""One map of all conditions: which rule is recommended, and what keeping the present one costs.

The share of positives runs along x on a logit axis, the cost ratio along y on a logarithmic one.
There PC(+) is constant on straight lines, because logit PC(+) = logit prior + ln ratio.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, inf, log

import plotly.graph_objects as go

from costdash.core import OperatingPoint
from costdash.core.analysis.keeping import Room
from costdash.core.conditions.intervals import Imprecise
from costdash.core.curves.envelopes import Stretch, best_where
from costdash.core.types import Interval
from costdash.figures import traces as marks
from costdash.figures.axes import FAR, logit
from costdash.figures.saved_image import saved_image
from costdash.figures.scene import Scene, escaped
from costdash.figures.style import COLOUR, TEMPLATES, TEXT, model_colour
from costdash.figures.traces import Trace
from costdash.wording import number, percent, rough_digits, shortened

TITLE = "Which model, where"
X_TITLE, Y_TITLE = "Cases that are positive", "A missed positive costs as much as … false alarms"
PRIORS, RATIOS = (0.001, 0.2), (1.0, 1000.0)  # shown at least
AROUND = 3  # times the odds and the ratio of each point that is marked
FILL, TRIVIAL_FILL = 0.26, 0.12
LEFT, HEIGHT = 44, 480
LEAST_NAMED = 0.05  # of the map's diagonal: narrower regions have no name
ALONG = (0.93, 0.84, 0.75, 0.66, 0.57, 0.48, 0.39, 0.3, 0.21)  # where contours may have labels
PLOTS = ((300, 300), (550, 335))  # pixels of the map on a phone, and on a wide page
LETTER, LINE = 7.0, 20  # pixels of a letter, and of a label's height
EDGE = 0.08  # of the map: a limit so near to the edge stands beside its mark
MARGIN = 0.09  # of the map's width: names keep so far from its sides
PRIOR_TICKS = (1e-6, 1e-5, 1e-4, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
RATIO_TICKS = (1, 3)  # and their multiples by powers of ten
NAMES = {"none": "flag none", "all": "flag all"}


@dataclass(frozen=True, slots=True)
class MapMarks:
    """What is marked on the map.

    room: how far the rule can be kept, drawn as a cross. contours: PC(+) at which keeping the rule
    costs a share more than the best one, by that share. ranges: of the user, None where prior and
    costs are known. scenarios: their operating points, numbered from 1.
    """

    room: Room | None = None
    contours: tuple[tuple[float, Interval], ...] = ()
    ranges: Imprecise | None = None
    scenarios: tuple[OperatingPoint, ...] = ()


@dataclass(frozen=True, slots=True)
class _Window:
    """The part of the plane that is drawn, in logits of the prior and logs of the ratio."""

    x: Interval
    y: Interval

    def line(self, logit: float) -> tuple[list[float], list[float]]:
        """The two ends of the line on which PC(+) has this logit."""
        ends = (max(self.x[0], logit - self.y[1]), min(self.x[1], logit - self.y[0]))
        return list(ends), [logit - end for end in ends]

    def crosses(self, logit: float) -> bool:
        """Whether that line runs through the window."""
        return self.x[0] + self.y[0] < logit < self.x[1] + self.y[1]


def conditions_map(scene: Scene, marked: MapMarks) -> go.Figure:
    """Draw the regions of the recommended rules over prior and cost ratio.

    The uids of its traces: region-k, contour-k, ranges, room-prior, room-ratio, here, scenarios.
    """
    window = _window(scene.point, marked)
    stretches = best_where(scene.answers) if scene.answers else ()
    here = _place(scene.point)
    traces = [
        *(_region(k, one, scene, window) for k, one in enumerate(stretches)),
        *_contours(marked, window),
        _ranges(marked.ranges),
        *_room(marked.room, here, window),
        _scenarios(marked.scenarios),
        marks.mark("here", *here, _ring()),
    ]
    limits = _room_labels(marked.room, here, window)
    ends = [logit(end) for _, end in _ends(marked, window)]
    names = _names(stretches, scene, window, here, ends)
    labels = [*names, *_contour_labels(marked, window, [*limits, *names]), *limits]
    return go.Figure({"data": traces, "layout": _layout(scene, window, labels)}, _validate=False)


def _layout(scene: Scene, window: _Window, labels: list[dict]) -> dict:
    return {
        "template": TEMPLATES["light"],
        "margin": marks.MARGIN | {"l": LEFT},
        "uirevision": scene.view.uirevision,
        "meta": {"saved": saved_image(TITLE, scene.point, {}, HEIGHT)},
        "xaxis": marks.axis(X_TITLE, *window.x) | _prior_ticks(window) | {"fixedrange": True},
        "yaxis": marks.axis("", *window.y) | _ratio_ticks(window) | {"fixedrange": True},
        "annotations": [marks.above(Y_TITLE, LEFT), *labels],
    }


def _window(point: OperatingPoint, marked: MapMarks) -> _Window:
    """At least the usual conditions, and all that is marked with room around it."""
    priors, ratios = [*PRIORS], [*RATIOS]
    for one in (point, *marked.scenarios):
        odds = one.prior / (1 - one.prior)
        priors += [x / (1 + x) for x in (odds / AROUND, odds * AROUND)]
        ratios += [one.cost_ratio / AROUND, one.cost_ratio * AROUND]
    if marked.ranges:
        priors += marked.ranges.prior
        ratios += marked.ranges.cost_ratio
    return _Window((logit(min(priors)), logit(max(priors))), (log(min(ratios)), log(max(ratios))))


def _place(point: OperatingPoint) -> tuple[float, float]:
    return logit(point.prior), log(point.cost_ratio)


def _region(k: int, one: Stretch, scene: Scene, window: _Window) -> Trace:
    """The part of the plane between two lines of constant PC(+); plotly cuts it at the window."""
    low, high = logit(one.low), logit(one.high)
    x = [window.x[0], window.x[1], window.x[1], window.x[0]]
    y = [bound - at for bound, at in zip((low, low, high, high), x)]
    if one.owners:
        colour, opacity = model_colour(scene.place[one.owners[0]]), FILL
    else:
        colour, opacity = COLOUR["reference"], TRIVIAL_FILL
    area = marks.polygon(f"region-{k}", x, y, colour, COLOUR["card"])
    return area | {"opacity": opacity, "line": {"color": COLOUR["card"], "width": 2}}


def _contours(marked: MapMarks, window: _Window) -> list[Trace]:
    """Lines on which keeping the present rule costs a share more than the best one."""
    lines = []
    least = min((share for share, _ in marked.contours), default=0)
    for k, (share, end) in enumerate(_ends(marked, window)):
        x, y = window.line(logit(end))
        colour = COLOUR["ink"] if share == least else COLOUR["reference"]
        lines.append(marks.line(f"contour-{k}", x, y, colour, "hull"))
    return lines


def _ends(marked: MapMarks, window: _Window) -> list[tuple[float, float]]:
    """(share, PC(+)) of the contours that cross the window."""
    return [
        (share, end)
        for share, ends in marked.contours
        for end in ends
        if 0 < end < 1 and window.crosses(logit(end))
    ]


def _contour_labels(marked: MapMarks, window: _Window, others: Sequence[dict]) -> list[dict]:
    """Each at the end of its line, or further up where another label stands; none without room."""
    labels: list[dict] = []
    for share, end in _ends(marked, window):
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


def _on_contour(share: float, at: float, part: float, window: _Window) -> dict:
    x, y = (part * ends[1] + (1 - part) * ends[0] for ends in window.line(at))
    return marks.veiled(f"+{percent(share)}", x, y)


def _overlap(one: dict, other: dict, window: _Window, plot: tuple[float, float]) -> bool:
    """Whether two labels overlap in a plot of so many pixels."""
    (a, b), (c, d) = (_middle(label, window, plot) for label in (one, other))
    wide = LETTER * (_letters(one) + _letters(other)) / 2
    return abs(a - c) < wide + LETTER and abs(b - d) < LINE


def _letters(label: dict) -> int:
    return len(re.sub("<[^>]*>", "", label["text"]))


def _middle(label: dict, window: _Window, plot: tuple[float, float]) -> tuple[float, float]:
    """The middle of a label in pixels, from the lower left corner."""
    x, y = (
        (label[key] - low) / (high - low) * pixels
        for key, (low, high), pixels in zip("xy", (window.x, window.y), plot)
    )
    side = {"left": 0.5, "right": -0.5}.get(label.get("xanchor", ""), 0)
    across = x + label.get("xshift", 0) + side * LETTER * _letters(label)
    return across, y + label.get("yshift", 0)


def _ranges(ranges: Imprecise | None) -> Trace:
    (x0, x1), (y0, y1) = (0.0, 0.0), (0.0, 0.0)
    if ranges:
        x0, x1 = (logit(end) for end in ranges.prior)
        y0, y1 = (log(end) for end in ranges.cost_ratio)
    box = marks.line(
        "ranges",
        [x0, x1, x1, x0, x0],
        [y0, y0, y1, y1, y0],
        COLOUR["lit"],
        "recommended",
        "5px,4px",
    )
    return box | {"opacity": 1 if ranges else 0}


def _room(room: Room | None, here: tuple[float, float], window: _Window) -> list[Trace]:
    """A cross: how far the prior alone, and the cost ratio alone, can move."""
    x, y = here
    (left, right), (low, high) = _arms(room, here, window)
    across = marks.line("room-prior", [left, right], [y, y], COLOUR["ink"], "iso")
    up = marks.line("room-ratio", [x, x], [low, high], COLOUR["ink"], "iso")
    ends = {"mode": "lines+markers", "opacity": 1 if room else 0}
    bar = {"size": 10, "color": COLOUR["ink"], "line": {"color": COLOUR["ink"], "width": 2}}
    return [
        across | ends | {"marker": bar | {"symbol": "line-ns"}},
        up | ends | {"marker": bar | {"symbol": "line-ew"}},
    ]


def _arms(
    room: Room | None, here: tuple[float, float], window: _Window
) -> tuple[Interval, Interval]:
    """Ends of the cross, within the window."""
    if room is None:
        return (here[0], here[0]), (here[1], here[1])
    left, right = (min(max(logit(end), window.x[0]), window.x[1]) for end in room.prior)
    logs = (log(end) if 0 < end < inf else (FAR if end else -FAR) for end in room.cost_ratio)
    low, high = (min(max(end, window.y[0]), window.y[1]) for end in logs)
    return (left, right), (low, high)


def _room_labels(room: Room | None, here: tuple[float, float], window: _Window) -> list[dict]:
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
    window: _Window,
    places: tuple[dict, dict],
    shift: int,
) -> list[dict]:
    """places: of the limits of the prior beside the ends of their arms; shift: of the others."""
    across, up = _arms(room, here, window)
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


def _scenarios(points: Sequence[OperatingPoint]) -> Trace:
    """Numbered discs."""
    places = [_place(point) for point in points]
    disc = {"size": 18, "color": COLOUR["ink"], "line": {"color": COLOUR["card"], "width": 2}}
    return {
        "type": "scatter",
        "uid": "scenarios",
        "mode": "markers+text",
        "x": [x for x, _ in places],
        "y": [y for _, y in places],
        "text": [str(k + 1) for k in range(len(places))],
        "textfont": {"color": COLOUR["card"], "size": TEXT["tiny"]},
        "marker": disc,
        "hoverinfo": "skip",
    }


def _ring() -> dict:
    return {"size": 14, "color": COLOUR["card"], "line": {"color": COLOUR["ink"], "width": 2.6}}


def _names(
    stretches: Sequence[Stretch],
    scene: Scene,
    window: _Window,
    here: tuple[float, float],
    contours: Sequence[float],
) -> list[dict]:
    """The name of each region that is wide enough, between contours and away from `here`."""
    lowest, highest = window.x[0] + window.y[0], window.x[1] + window.y[1]
    labels = []
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
        text = f"<b>{escaped(shortened(owner))}</b>" if owner else NAMES[one.call]
        font = {"size": TEXT["lead"], "color": colour}
        labels.append(marks.label(text, left, at[1], font=font))
    return labels


def _widest_middle(low: float, high: float, cuts: Sequence[float]) -> float:
    """The middle of the widest stretch from low to high that no cut divides."""
    ends = sorted({low, high, *(cut for cut in cuts if low < cut < high)})
    _, start, end = max((b - a, a, b) for a, b in pairwise(ends))
    return (start + end) / 2


def _prior_ticks(window: _Window) -> dict:
    ends = [1 / (1 + exp(-end)) for end in window.x]
    every = [*PRIOR_TICKS, *(1 - tick for tick in reversed(PRIOR_TICKS) if tick < 0.5)]
    return _ticks(_thinned([tick for tick in every if ends[0] <= tick <= ends[1]]), logit, percent)


def _ratio_ticks(window: _Window) -> dict:
    every = [tick * 10.0**power for power in range(-9, 10) for tick in RATIO_TICKS]
    ends = [exp(end) * (1 + shift) for end, shift in zip(window.y, (-1e-9, 1e-9))]
    return _ticks(_thinned([tick for tick in every if ends[0] <= tick <= ends[1]]), log, number)


def _thinned(ticks: list[float], most: int = 9) -> list[float]:
    return ticks[:: -(-len(ticks) // most)] if ticks else ticks


def _ticks(
    values: list[float], place: Callable[[float], float], text: Callable[[float], str]
) -> dict:
    return {
        "tickvals": [place(value) for value in values],
        "ticktext": [text(value) for value in values],
    }
