"""One map of all conditions: which rule is recommended, and what keeping the present one costs.

The share of positives runs along x on a logit axis, the cost ratio along y on a logarithmic one.
There PC(+) is constant on straight lines, because logit PC(+) = logit prior + ln ratio.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import plotly.graph_objects as go

from costdash.core import OperatingPoint
from costdash.core.analysis.keeping import Room
from costdash.core.conditions.intervals import Imprecise
from costdash.core.curves.envelopes import Stretch, best_where
from costdash.core.types import Interval
from costdash.figures import traces as marks
from costdash.figures.axes import logit
from costdash.figures.panels.conditions_map.labels import (
    contour_labels,
    ends_of_contours,
    names_of_regions,
    room_labels,
)
from costdash.figures.panels.conditions_map.window import (
    Window,
    arms,
    position,
    prior_ticks,
    ratio_ticks,
)
from costdash.figures.saved_image import saved_image
from costdash.figures.scene import Scene
from costdash.figures.style import COLOUR, TEMPLATES, TEXT, band_colour, model_colour
from costdash.figures.traces import Trace

TITLE = "Which model, where"
X_TITLE, Y_TITLE = "Cases that are positive", "A missed positive costs as much as … false alarms"
PRIORS, RATIOS = (0.001, 0.2), (1.0, 1000.0)  # shown at least
AROUND = 3  # times the odds and the ratio of each point that is marked
FILL, TRIVIAL_FILL = 0.26, 0.12
HATCHED = {"shape": "/", "size": 7, "solidity": 0.25, "fgopacity": 0.35}
LEAST_SURE = 0.025  # of the map's diagonal: narrower plain stripes between hatching only confuse
LEFT, HEIGHT = 44, 480


@dataclass(frozen=True, slots=True)
class MapMarks:
    """What is marked on the map.

    room: how far the rule can be kept, drawn as a cross. contours: PC(+) at which keeping the rule
    costs a share more than the best one, by that share. ranges: of the user, None where prior and
    costs are known. scenarios: their operating points, numbered from 1. sure: ranges of PC(+) in
    which the recommended option is the cheapest beyond chance, None where that is not known; the
    rest is hatched.
    """

    room: Room | None = None
    contours: tuple[tuple[float, Interval], ...] = ()
    ranges: Imprecise | None = None
    scenarios: tuple[OperatingPoint, ...] = ()
    sure: tuple[Interval, ...] | None = None


def conditions_map(scene: Scene, marked: MapMarks) -> go.Figure:
    """Draw the regions of the recommended rules over prior and cost ratio.

    The uids of its traces: region-k, edge-k, contour-k, ranges, room-prior, room-ratio, here,
    scenarios.
    """
    window = _window(scene.point, marked)
    stretches = best_where(scene.answers) if scene.answers else ()
    here = position(scene.point)
    traces = [
        *_regions(stretches, marked.sure, scene, window),
        *_edges(stretches, window),
        *_contours(marked, window),
        _ranges(marked.ranges),
        *_room(marked.room, here, window),
        _scenarios(marked.scenarios),
        marks.mark("here", *here, _ring()),
    ]
    limits = room_labels(marked.room, here, window)
    ends = [logit(end) for _, end in ends_of_contours(marked.contours, window)]
    names = names_of_regions(stretches, scene, window, here, ends)
    labels = [*names, *contour_labels(marked.contours, window, [*limits, *names]), *limits]
    return go.Figure({"data": traces, "layout": _layout(scene, window, labels)}, _validate=False)


def _layout(scene: Scene, window: Window, labels: list[dict]) -> dict:
    return {
        "template": TEMPLATES["light"],
        "margin": marks.MARGIN | {"l": LEFT},
        "uirevision": scene.view.uirevision,
        "meta": {"saved": saved_image(TITLE, scene.point, {}, HEIGHT)},
        "xaxis": marks.axis(X_TITLE, *window.x) | prior_ticks(window) | {"fixedrange": True},
        "yaxis": marks.axis("", *window.y) | ratio_ticks(window) | {"fixedrange": True},
        "annotations": [marks.above(Y_TITLE, LEFT), *labels],
    }


def _window(point: OperatingPoint, marked: MapMarks) -> Window:
    """At least the usual conditions, and all that is marked with room around it."""
    priors, ratios = [*PRIORS], [*RATIOS]
    for one in (point, *marked.scenarios):
        odds = one.prior / (1 - one.prior)
        priors += [x / (1 + x) for x in (odds / AROUND, odds * AROUND)]
        ratios += [one.cost_ratio / AROUND, one.cost_ratio * AROUND]
    if marked.ranges:
        priors += marked.ranges.prior
        ratios += marked.ranges.cost_ratio
    return Window((logit(min(priors)), logit(max(priors))), (log(min(ratios)), log(max(ratios))))


def _regions(
    stretches: Sequence[Stretch],
    sure: Sequence[Interval] | None,
    scene: Scene,
    window: Window,
) -> list[Trace]:
    """The regions of the options, plain where they are the cheapest beyond chance, else hatched."""
    least = LEAST_SURE * (window.x[1] + window.y[1] - window.x[0] - window.y[0])
    here = scene.point.pcf  # the card says how sure the choice is there
    wide = sure and [
        (low, high)
        for low, high in sure
        if logit(high) - logit(low) >= least or low <= here <= high
    ]
    parts = [(one, *part) for one in stretches for part in _parts(one, wide)]
    return [_region(k, *part, scene, window) for k, part in enumerate(parts)]


def _parts(one: Stretch, sure: Sequence[Interval] | None) -> list[tuple[Interval, bool]]:
    """The stretch from end to end, in ranges that are beyond chance and ranges that may not be."""
    if sure is None:
        return [((one.low, one.high), True)]
    parts: list[tuple[Interval, bool]] = []
    at = one.low
    for low, high in sure:
        if one.low <= low and high <= one.high:
            parts += [((at, low), False), ((low, high), True)]
            at = high
    parts.append(((at, one.high), False))
    return [part for part in parts if part[0][0] < part[0][1]]


def _region(
    k: int, one: Stretch, ends: Interval, certain: bool, scene: Scene, window: Window
) -> Trace:
    """The part of the plane between two lines of constant PC(+); plotly cuts it at the window."""
    low, high = map(logit, ends)
    x = [window.x[0], window.x[1], window.x[1], window.x[0]]
    y = [bound - at for bound, at in zip((low, low, high, high), x)]
    place = scene.place[one.owners[0]] if one.owners else None
    colour = COLOUR["reference"] if place is None else model_colour(place)
    area = marks.polygon(f"region-{k}", x, y, colour, COLOUR["clear"])
    if certain:
        return area | {"opacity": TRIVIAL_FILL if place is None else FILL}
    under = COLOUR["clear"] if place is None else band_colour(place)
    return area | {"fillpattern": HATCHED | {"fgcolor": colour, "bgcolor": under}}


def _edges(stretches: Sequence[Stretch], window: Window) -> list[Trace]:
    """A gap between the regions of two options."""
    ends = [logit(one.high) for one in stretches[:-1]]
    return [
        marks.line(f"edge-{k}", *window.line(end), COLOUR["card"], "recommended")
        for k, end in enumerate(ends)
        if window.crosses(end)
    ]


def _contours(marked: MapMarks, window: Window) -> list[Trace]:
    """Lines on which keeping the present rule costs a share more than the best one."""
    lines = []
    least = min((share for share, _ in marked.contours), default=0)
    for k, (share, end) in enumerate(ends_of_contours(marked.contours, window)):
        x, y = window.line(logit(end))
        colour = COLOUR["ink"] if share == least else COLOUR["reference"]
        lines.append(marks.line(f"contour-{k}", x, y, colour, "hull"))
    return lines


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


def _room(room: Room | None, here: tuple[float, float], window: Window) -> list[Trace]:
    """A cross: how far the prior alone, and the cost ratio alone, can move."""
    x, y = here
    (left, right), (low, high) = arms(room, here, window)
    across = marks.line("room-prior", [left, right], [y, y], COLOUR["ink"], "iso")
    up = marks.line("room-ratio", [x, x], [low, high], COLOUR["ink"], "iso")
    ends = {"mode": "lines+markers", "opacity": 1 if room else 0}
    bar = {"size": 10, "color": COLOUR["ink"], "line": {"color": COLOUR["ink"], "width": 2}}
    return [
        across | ends | {"marker": bar | {"symbol": "line-ns"}},
        up | ends | {"marker": bar | {"symbol": "line-ew"}},
    ]


def _scenarios(points: Sequence[OperatingPoint]) -> Trace:
    """Numbered discs."""
    places = [position(point) for point in points]
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
