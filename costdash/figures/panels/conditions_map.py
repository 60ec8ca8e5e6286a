"""A map of all conditions: the recommended rule, and the extra cost of keeping the present rule.

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
from costdash.core.analysis.validity import ValidityRange
from costdash.core.conditions.intervals import Imprecise
from costdash.core.curves.envelopes import ModelRange, best_where
from costdash.core.types import Interval
from costdash.figures import traces as marks
from costdash.figures.axes import FAR, logit
from costdash.figures.scene import Scene, escaped
from costdash.figures.style import COLOUR, TEMPLATES, TEXT, band_colour, model_colour
from costdash.figures.traces import Trace
from costdash.wording import inner_limits, number, percent, short_names

TITLE = "Which model, where"
X_TITLE, Y_TITLE = "Cases that are positive", "A missed positive costs as much as … false alarms"
PRIORS, RATIOS = (0.001, 0.2), (1.0, 1000.0)  # shown at least
AROUND = 3  # times the odds and the ratio of each point that is marked
FILL, TRIVIAL_FILL = 0.26, 0.12
HATCHED = {"shape": "/", "size": 7, "solidity": 0.25, "fgopacity": 0.35}
LEAST_BEYOND_CHANCE = (
    0.025  # of the map's diagonal: narrower plain stripes between hatching only confuse
)
LEFT, HEIGHT = 44, 480

# The plane: the logit of the prior along x, the logarithm of the cost ratio along y.
PRIOR_TICKS = (1e-6, 1e-5, 1e-4, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
RATIO_TICKS = (1, 3)  # and their multiples by powers of ten

# Labels keep clear of each other.
Contours = Sequence[tuple[float, Interval]]  # PC(+) at both ends, by the share of extra cost

LEAST_NAMED = 0.05  # of the map's diagonal: narrower regions have no name
ALONG = (0.93, 0.84, 0.75, 0.66, 0.57, 0.48, 0.39, 0.3, 0.21)  # where contours may have labels
PLOTS = ((300, 300), (550, 335))  # pixels of the map on a phone, and on a wide page
LETTER, LINE = 7.0, 20  # pixels of a letter, and of a label's height
EDGE = 0.08  # of the map: a limit so near to the edge stands beside its mark
MARGIN = 0.09  # of the map's width: names keep so far from its sides
NAMES = {"none": "flag none", "all": "flag all"}


@dataclass(frozen=True, slots=True)
class Window:
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


def position(point: OperatingPoint) -> tuple[float, float]:
    """Where a point lies in the plane."""
    return logit(point.prior), log(point.cost_ratio)


def arms(
    validity: ValidityRange | None, here: tuple[float, float], window: Window
) -> tuple[Interval, Interval]:
    """Ends of the cross, within the window."""
    if validity is None:
        return (here[0], here[0]), (here[1], here[1])
    left, right = (min(max(logit(end), window.x[0]), window.x[1]) for end in validity.prior)
    logs = (log(end) if 0 < end < inf else (FAR if end else -FAR) for end in validity.cost_ratio)
    low, high = (min(max(end, window.y[0]), window.y[1]) for end in logs)
    return (left, right), (low, high)


def prior_ticks(window: Window) -> dict:
    """Round shares of positives."""
    ends = [1 / (1 + exp(-end)) for end in window.x]
    every = [*PRIOR_TICKS, *(1 - tick for tick in reversed(PRIOR_TICKS) if tick < 0.5)]
    return _ticks(_thinned([tick for tick in every if ends[0] <= tick <= ends[1]]), logit, percent)


def ratio_ticks(window: Window) -> dict:
    """Round cost ratios."""
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


@dataclass(frozen=True, slots=True)
class MapMarks:
    """The marks on the map.

    validity: the conditions under which the rule stays valid, drawn as a cross. contours: PC(+) at
    which keeping the rule costs a share more than the best one, by that share. ranges: of the
    user, None where prior and costs are known. scenarios: operating points of the scenarios,
    numbered from 1. beyond_chance: ranges of PC(+) in which the recommended option is clearly the
    cheapest, None where this is unknown; the other regions are hatched.
    """

    validity: ValidityRange | None = None
    contours: tuple[tuple[float, Interval], ...] = ()
    ranges: Imprecise | None = None
    scenarios: tuple[OperatingPoint, ...] = ()
    beyond_chance: tuple[Interval, ...] | None = None


def conditions_map(scene: Scene, marked: MapMarks) -> go.Figure:
    """Draw the regions of the recommended rules over prior and cost ratio.

    The uids of its traces: region-k, edge-k, contour-k, ranges, validity-prior, validity-ratio,
    here, scenarios.
    """
    window = _window(scene.point, marked)
    model_ranges = best_where(scene.recommended_rules) if scene.recommended_rules else ()
    here = position(scene.point)
    traces = [
        *_regions(model_ranges, marked.beyond_chance, scene, window),
        *_edges(model_ranges, window),
        *_contours(marked, window),
        _ranges(marked.ranges),
        *_validity_cross(marked.validity, here, window),
        _scenarios(marked.scenarios),
        marks.mark("here", *here, _ring()),
    ]
    limits = validity_labels(marked.validity, scene.point, here, window)
    ends = [logit(end) for _, end in ends_of_contours(marked.contours, window)]
    names = region_names(model_ranges, scene, window, here, ends)
    labels = [*names, *contour_labels(marked.contours, window, [*limits, *names]), *limits]
    return go.Figure({"data": traces, "layout": _layout(scene, window, labels)}, _validate=False)


def _layout(scene: Scene, window: Window, labels: list[dict]) -> dict:
    return {
        "template": TEMPLATES["light"],
        "margin": marks.MARGIN | {"l": LEFT},
        "uirevision": scene.view.uirevision,
        "meta": {"title": TITLE},
        "xaxis": marks.axis(X_TITLE, *window.x) | prior_ticks(window) | {"fixedrange": True},
        "yaxis": marks.axis("", *window.y) | ratio_ticks(window) | {"fixedrange": True},
        "annotations": [marks.above(Y_TITLE, LEFT), *labels],
    }


def _window(point: OperatingPoint, marked: MapMarks) -> Window:
    """At least the usual conditions, and all that is marked with room around it."""
    priors, ratios = [*PRIORS], [*RATIOS]
    for condition in (point, *marked.scenarios):
        odds = condition.prior / (1 - condition.prior)
        priors += [x / (1 + x) for x in (odds / AROUND, odds * AROUND)]
        ratios += [condition.cost_ratio / AROUND, condition.cost_ratio * AROUND]
    if marked.ranges:
        priors += marked.ranges.prior
        ratios += marked.ranges.cost_ratio
    return Window((logit(min(priors)), logit(max(priors))), (log(min(ratios)), log(max(ratios))))


def _regions(
    model_ranges: Sequence[ModelRange],
    beyond_chance: Sequence[Interval] | None,
    scene: Scene,
    window: Window,
) -> list[Trace]:
    """The regions of the options, plain where they are the cheapest beyond chance, else hatched."""
    least = LEAST_BEYOND_CHANCE * (window.x[1] + window.y[1] - window.x[0] - window.y[0])
    here = scene.point.pcf  # the card states how sure the choice is there
    wide = beyond_chance and [
        (low, high)
        for low, high in beyond_chance
        if logit(high) - logit(low) >= least or low <= here <= high
    ]
    areas = [
        (model_range, *certain)
        for model_range in model_ranges
        for certain in _ranges_by_certainty(model_range, wide)
    ]
    return [_region(k, *area, scene, window) for k, area in enumerate(areas)]


def _ranges_by_certainty(
    model_range: ModelRange, beyond_chance: Sequence[Interval] | None
) -> list[tuple[Interval, bool]]:
    """The model range from end to end, split where it is beyond chance and where it may not be."""
    if beyond_chance is None:
        return [((model_range.low, model_range.high), True)]
    ranges: list[tuple[Interval, bool]] = []
    at = model_range.low
    for low, high in beyond_chance:
        if model_range.low <= low and high <= model_range.high:
            ranges += [((at, low), False), ((low, high), True)]
            at = high
    ranges.append(((at, model_range.high), False))
    return [(ends, is_beyond_chance) for ends, is_beyond_chance in ranges if ends[0] < ends[1]]


def _region(
    k: int, model_range: ModelRange, ends: Interval, certain: bool, scene: Scene, window: Window
) -> Trace:
    """The part of the plane between two lines of constant PC(+); plotly cuts it at the window."""
    low, high = map(logit, ends)
    x = [window.x[0], window.x[1], window.x[1], window.x[0]]
    y = [bound - at for bound, at in zip((low, low, high, high), x)]
    place = scene.place[model_range.owners[0]] if model_range.owners else None
    colour = COLOUR["reference"] if place is None else model_colour(place)
    area = marks.polygon(f"region-{k}", x, y, colour, COLOUR["clear"])
    if certain:
        return area | {"opacity": TRIVIAL_FILL if place is None else FILL}
    under = COLOUR["clear"] if place is None else band_colour(place)
    return area | {"fillpattern": HATCHED | {"fgcolor": colour, "bgcolor": under}}


def _edges(model_ranges: Sequence[ModelRange], window: Window) -> list[Trace]:
    """A gap between the regions of two options."""
    ends = [logit(model_range.high) for model_range in model_ranges[:-1]]
    return [
        marks.line(f"edge-{k}", *window.line(end), COLOUR["card"], "recommended")
        for k, end in enumerate(ends)
        if window.crosses(end)
    ]


def _contours(marked: MapMarks, window: Window) -> list[Trace]:
    """Lines along which keeping the present rule costs a given share more than the best rule."""
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
        COLOUR["highlight"],
        "recommended",
        "5px,4px",
    )
    return box | {"opacity": 1 if ranges else 0}


def _validity_cross(
    validity: ValidityRange | None, here: tuple[float, float], window: Window
) -> list[Trace]:
    """A cross: how far the prior alone, and the cost ratio alone, can move."""
    x, y = here
    (left, right), (low, high) = arms(validity, here, window)
    across = marks.line("validity-prior", [left, right], [y, y], COLOUR["ink"], "iso")
    up = marks.line("validity-ratio", [x, x], [low, high], COLOUR["ink"], "iso")
    ends = {"mode": "lines+markers", "opacity": 1 if validity else 0}
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


def contour_labels(contours: Contours, window: Window, obstacles: Sequence[dict]) -> list[dict]:
    """Each at the end of its line, or further up where another label stands; none without room."""
    labels: list[dict] = []
    for share, end in ends_of_contours(contours, window):
        candidates = [_on_contour(share, logit(end), part, window) for part in ALONG]
        taken = [*obstacles, *labels]
        free = (
            label
            for plot in PLOTS
            for label in candidates
            if _middle(label, window, plot)[0] + LETTER * _letters(label) / 2 <= plot[0]
            and not any(_overlap(label, other, window, plot) for other in taken)
        )
        labels += [label] if (label := next(free, None)) else []
    return labels


def _on_contour(share: float, at: float, part: float, window: Window) -> dict:
    x, y = (part * ends[1] + (1 - part) * ends[0] for ends in window.line(at))
    return marks.veiled(f"+{percent(share)}", x, y)


def _overlap(first: dict, other: dict, window: Window, plot: tuple[float, float]) -> bool:
    """Whether two labels overlap in a plot of so many pixels."""
    (a, b), (c, d) = (_middle(label, window, plot) for label in (first, other))
    wide = LETTER * (_letters(first) + _letters(other)) / 2
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


def validity_labels(
    validity: ValidityRange | None,
    point: OperatingPoint,
    here: tuple[float, float],
    window: Window,
) -> list[dict]:
    """Labels of the four limits that exist and lie in the window; spread out on a short cross.

    here: the place of the point on the map.
    """
    if validity is None:
        return []
    above = _limits(validity, point, here, window, ({"yshift": 14}, {"yshift": 14}), 14)
    apart = all(
        not any(_overlap(label, other, window, plot) for other in above[:k])
        for plot in PLOTS
        for k, label in enumerate(above)
    )
    if apart:
        return above
    beyond = ({"xanchor": "right", "xshift": -9}, {"xanchor": "left", "xshift": 9})
    return _limits(validity, point, here, window, beyond, LINE + 2)


def _limits(
    validity: ValidityRange,
    point: OperatingPoint,
    here: tuple[float, float],
    window: Window,
    places: tuple[dict, dict],
    shift: int,
) -> list[dict]:
    """places: of the limits of the prior beside the ends of their arms; shift: of the others."""
    across, up = arms(validity, here, window)
    bold = {"font": {"size": TEXT["small"], "color": COLOUR["ink"]}}
    low, high = validity.prior
    shares = inner_limits(100 * low, 100 * high, 100 * point.prior)
    prices = inner_limits(*validity.cost_ratio, point.cost_fn / point.cost_fp)
    priors = zip(shares, across, window.x, places)
    ratios = zip(prices, up, window.y, (-shift, shift))
    return [
        *(
            marks.veiled(f"{text} %", at, here[1], **place, **bold)
            for text, at, edge, place in priors
            if at != edge
        ),
        *(
            marks.veiled(text, here[0], at, **_beside(at, edge, window.y, away), **bold)
            for text, at, edge, away in ratios
            if at != edge
        ),
    ]


def _beside(at: float, edge: float, window: Interval, shift: int) -> dict:
    """Beyond the end of the cross; beside it near the edge of the map."""
    if abs(at - edge) < EDGE * (window[1] - window[0]):
        return {"xanchor": "left", "xshift": 10, "yshift": -shift / 2}
    return {"yshift": shift}


def region_names(
    model_ranges: Sequence[ModelRange],
    scene: Scene,
    window: Window,
    here: tuple[float, float],
    contours: Sequence[float],
) -> list[dict]:
    """The name of each region that is wide enough, between contours and away from `here`."""
    lowest, highest = window.x[0] + window.y[0], window.x[1] + window.y[1]
    labels = []
    short = dict(zip(scene.place, short_names([*scene.place])))
    for model_range in model_ranges:
        low, high = max(logit(model_range.low), lowest), min(logit(model_range.high), highest)
        if high - low < LEAST_NAMED * (highest - lowest):
            continue
        x, y = window.line(_widest_middle(low, high, contours))
        places = [tuple(t * e[1] + (1 - t) * e[0] for e in (x, y)) for t in (0.5, 0.35, 0.65)]
        at = max(places, key=lambda place: abs(place[0] - here[0]) + abs(place[1] - here[1]))
        side = MARGIN * (window.x[1] - window.x[0])
        left = min(max(at[0], window.x[0] + side), window.x[1] - side)
        owner = model_range.owners[0] if model_range.owners else None
        colour = model_colour(scene.place[owner]) if owner else COLOUR["title"]
        text = f"<b>{escaped(short[owner])}</b>" if owner else NAMES[model_range.call]
        font = {"size": TEXT["lead"], "color": colour}
        labels.append(marks.label(text, left, at[1], font=font))
    return labels


def _widest_middle(low: float, high: float, cuts: Sequence[float]) -> float:
    """The middle of the widest range from low to high that no cut divides."""
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
