"""Traces and layout that the panels share, as plain dicts: Plotly's own checks are slow."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import floor, log10
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from costdash.core import Call
from costdash.core.combine.combination import CHAIN, MIX
from costdash.core.types import Floats
from costdash.figures.scene import Scene, escaped
from costdash.figures.style import (
    COLOUR,
    TEMPLATES,
    WIDTHS,
    band_colour,
    dash,
    model_colour,
)
from costdash.figures.view import Unit

Trace = dict[str, Any]  # one trace of a figure, as Plotly's JSON has it
DIGITS = 6  # more than a screen shows at any zoom
SAME_MODEL, OTHER_MODELS = 0.45, 0.2  # strength of everybody's curves below that of a segment
MONEY = 46  # pixels left of the plot, for ticks of amounts
ROUND = (1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)  # first digits of the ends of their axes
MARGIN = {"l": 30, "r": 6, "t": 26, "b": 42, "pad": 0}
PROMISE = {"mode": "lines+markers", "marker": {"symbol": "circle-open", "size": [9, 0]}}
LEGEND = {  # of pictures
    "best": "best threshold",
    "choice": "chosen by the criterion",
    "trial": "chosen threshold",
    "today": "today's threshold",
}


class Numbers(list[float | None]):
    """Coordinates of a trace. Nothing changes them, so that copies can share them."""

    def __deepcopy__(self, memo: object) -> "Numbers":
        return self


def numbers(values: ArrayLike) -> Numbers:
    """The values rounded to DIGITS significant digits; None where not finite."""
    x = np.asarray(values, dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        scale = 10.0 ** (DIGITS - 1 - np.floor(np.log10(np.abs(x))).clip(-20, 5))
        rounded = np.where(x == 0, 0.0, np.round(x * scale) / scale).tolist()
    if np.isfinite(x).all():
        return Numbers(rounded)
    return Numbers(y if ok else None for y, ok in zip(rounded, np.isfinite(x).tolist()))


def line(
    uid: str,
    x: ArrayLike,
    y: ArrayLike,
    colour: str,
    width: str,
    dash: str = "solid",
    **more: object,
) -> Trace:
    """A line through the points; width is a key of style.WIDTHS."""
    return {
        "type": "scatter",
        "uid": uid,
        "mode": "lines",
        "x": numbers(x),
        "y": numbers(y),
        "line": {"color": colour, "width": WIDTHS[width], "dash": dash},
        "hoverinfo": "skip",
        **more,
    }


def model_line(scene: Scene, i: int, name: str, x: ArrayLike, y: ArrayLike) -> Trace:
    """A model's curve; that of the recommended model is stronger, and all are faint while the curve
    of a segment is drawn over them.
    """
    width = "recommended" if name == scene.recommended.model else "model"
    drawn = line(f"model-{i}", x, y, model_colour(i), width, dash(i), name=escaped(name))
    if scene.segment is None or scene.segment.drawn is None:
        return whole(drawn)
    return whole(drawn | {"opacity": SAME_MODEL if name == scene.segment.model else OTHER_MODELS})


def whole(trace: Trace) -> Trace:
    """Draw every point given: a script redraws the trace point by point while a slider moves."""
    return trace | {"line": trace["line"] | {"simplify": False}}


def chance() -> Trace:
    """The diagonal of ROC space, where a classifier calls at random."""
    return line("chance", [0, 1], [0, 1], COLOUR["reference"], "reference", "4px,3px")


def trivial_cost(top: float) -> Trace:
    """What the better trivial classifier costs along PC(+)."""
    return line("trivial", [0, 0.5, 1], [0, top, 0], COLOUR["reference"], "reference", "4px,3px")


def polygon(uid: str, x: ArrayLike, y: ArrayLike, fill: str, edge: str) -> Trace:
    """A filled area without a visible edge."""
    return line(uid, x, y, edge, "none") | {"fill": "toself", "fillcolor": fill}


def band(i: int, x: Floats, low: Floats, high: Floats, colour: str = "") -> Trace:
    """The band of the model at place i, in the model's colour or another one."""
    fill = colour or band_colour(i)
    return whole(polygon(f"band-{i}", *outline(x, low, high), fill, fill))


def outline(x: Floats, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """The corners of the area between `low` and `high`."""
    return np.concatenate((x, x[::-1])), np.concatenate((low, high[::-1]))


def mark(uid: str, x: float, y: float, marker: dict, shown: bool = True) -> Trace:
    """One point; if not `shown` it is transparent until a script moves it."""
    return {
        "type": "scatter",
        "uid": uid,
        "mode": "markers",
        "x": numbers([x if shown else 0]),
        "y": numbers([y if shown else 0]),
        "marker": marker,
        "hoverinfo": "skip",
        "name": LEGEND.get(uid),
        "cliponaxis": False,
        "opacity": 1 if shown else 0,
    }


def ring(scene: Scene, x: float, y: float, shown: bool = True) -> Trace:
    """The best call; its uid tells scripts whether it follows the sliders."""
    uid = "best" if scene.choice is None else "choice"
    edge = {"color": call_colour(scene, scene.recommended), "width": 2.6}
    return mark(uid, x, y, {"size": 12, "color": COLOUR["card"], "line": edge}, shown)


def allowance(scene: Scene, x: float, rows: float, total: float) -> Trace:
    """From the recommended rule's cost on the rows to its cost on other rows, with a dash there."""
    call = scene.recommended
    shown = call.allowance is not None and rows != total
    colour = call_colour(scene, call)
    edge = {"color": colour, "width": 2}
    end = {"symbol": "line-ew", "size": [24, 0], "color": colour, "line": edge}
    drawn = line("allowance", [x, x], [total, rows], colour, "allowance", opacity=int(shown))
    return drawn | {"mode": "lines+markers", "marker": end, "cliponaxis": False}


def threshold_marks(scene: Scene, place: Callable[[Call], tuple[float, float]]) -> list[Trace]:
    """A hollow square for today's threshold and a dot for the trial one, at `place(call)`."""
    marks = []
    for uid, call, size, hollow in (("trial", scene.trial, 10, 0), ("today", scene.today, 11, 1)):
        x, y = place(call) if call else (0, 0)
        colour = call_colour(scene, call)
        inside, edge = (COLOUR["card"], colour)[:: 1 if hollow else -1]
        marker = {
            "symbol": "square" if hollow else "circle",
            "size": size,
            "color": inside,
            "line": {"color": edge, "width": 2},
        }
        drawn = mark(uid, x, y, marker, shown=call is not None and np.isfinite(y))
        words = f"today, {call.text}" if uid == "today" and call and call.text else ""
        i = scene.place.get(call.model, -1) if call and call.model else -1
        meta: Trace = {"label": words, "text": call.text if call else None, "i": i}
        if call:
            meta |= {"fpr": call.fpr, "tpr": call.tpr}  # whatever the axes are
        marks.append(drawn | {"meta": meta})
    return marks


def bounds_of_combinations(scene: Scene) -> list[Trace]:
    """Where combinations can lie in ROC space, and a cross where each is expected to.

    AND and OR lie in a rectangle, a mixture on the line between its points. A line runs from the
    point that the hull promises to a chain's own. Fawcett (2004), sections 7.4.1, 7.4.3 and 7.4.4.
    """
    drawn = []
    for i, combination in enumerate(scene.view.combinations):
        bounds = combination.bounds
        (left, right), (low, high) = bounds.fpr, bounds.tpr
        x, y = [left, right, right, left, left], [low, low, high, high, low]
        if combination.how.rule == MIX:
            x, y = (
                [end[axis] for end in (combination.first, combination.second)] for axis in (0, 1)
            )
        if combination.how.rule == CHAIN:
            across, up = zip(combination.second, combination.real)
            drawn.append(line(f"promised-{i}", across, up, COLOUR["ink"], "iso") | PROMISE)
        drawn.append(line(f"bounds-{i}", x, y, COLOUR["tick"], "reference", "3px,3px"))
        cross = {"symbol": "cross-thin", "size": 9, "line": {"width": 1.5, "color": COLOUR["tick"]}}
        drawn.append(mark(f"expected-{i}", *bounds.expected, cross))
    return drawn


def call_colour(scene: Scene, call: Call | None) -> str:
    """The colour of the call's model; that of text for a trivial classifier."""
    if call is None or call.model is None:
        return COLOUR["ink"]
    return model_colour(scene.place[call.model])


def axis(title: str, low: float, high: float, **more: object) -> dict:
    """An axis from low to high; the title of a y axis is an annotation, `above`."""
    return {"title": {"text": title}, "range": [low, high], **more}


def money_axis(unit: Unit, top: float) -> dict:
    """A y axis from 0 up, with ticks such as $50k."""
    affix = {"ticksuffix": f" {unit.symbol}"} if unit.after else {"tickprefix": unit.symbol}
    return axis("", 0, top, tickformat="~s", labelalias={unit.money("0"): "0"}, **affix)


def money_title(unit: Unit) -> dict:
    """Cost per 10,000 cases, above the plot."""
    return above(f"{unit.noun} {unit.words}", MONEY)


def rounded_up(x: float) -> float:
    """The next round number.

    >>> rounded_up(199_000), rounded_up(0.0031), rounded_up(0)
    (200000.0, 0.004, 1.0)
    """
    if not x > 0:
        return 1.0
    size = 10.0 ** floor(log10(x))
    return float(f"{next(step for step in ROUND if step * size >= x * (1 - 1e-9)) * size:.3g}")


def above(title: str, left: int = MARGIN["l"]) -> dict:
    """The title of a y axis: horizontal, above the plot, from the left edge of the figure."""
    corner = {"xref": "paper", "yref": "paper", "xanchor": "left", "yanchor": "bottom"}
    shift = {"xshift": -left, "yshift": 7, "align": "left", "borderpad": 0}
    font = {"font": {"color": COLOUR["title"]}}
    return {"name": "y-title", "text": title, "x": 0, "y": 1} | corner | shift | font


def bar_axis(domain: Sequence[float], ends: Sequence[float]) -> dict:
    """A second, unseen y axis for bars along the x axis."""
    fixed = {"fixedrange": True, "visible": False, "anchor": "x"}
    return {"domain": [*domain], "range": [*ends]} | fixed


def label(text: str, x: float, y: float, **more: object) -> dict:
    return {"text": text, "x": x, "y": y} | {"xref": "x", "yref": "y"} | more


def veiled(text: str, x: float, y: float, **more: object) -> dict:
    """A label that stays legible where a line runs below it."""
    return label(text, x, y, bgcolor=COLOUR["veil"], borderpad=1, **more)


@dataclass(frozen=True, eq=False)
class PanelFigure:
    """A panel's traces and layout as plain dicts, which are what the page and a report need.

    Plotly's objects take several times as long as the drawing, so they are made when they are
    first read.
    """

    traces: list[Trace]
    plain_layout: dict[str, Any]

    @property
    def meta(self) -> dict[str, Any]:
        """The text under the panel, the title of its saved image and its labels."""
        meta: dict[str, Any] = self.plain_layout["meta"]
        return meta

    @cached_property
    def plotly(self) -> go.Figure:
        """The figure of plotly.py."""
        return go.Figure(self.to_plotly_json(), _validate=False)

    @property
    def data(self) -> tuple[Any, ...]:
        """The traces of plotly.py."""
        traces: tuple[Any, ...] = self.plotly.data
        return traces

    @property
    def layout(self) -> go.Layout:
        """The layout of plotly.py."""
        return self.plotly.layout

    def to_plotly_json(self) -> dict[str, Any]:
        """The JSON of the figure, which must not be changed; Plotly's encoder reads it."""
        return {"data": self.traces, "layout": self.plain_layout}


def figure(
    scene: Scene,
    title: str,
    traces: Iterable[Trace],
    meta: dict[str, Any],
    labels: Callable[[], list[dict]] = list,
    **layout: object,
) -> PanelFigure:
    """A panel; meta is the text under it, title the heading of its saved image.

    labels: places the labels, which takes a quarter of the time of a figure; unused on the page.
    """
    placed = labels() if scene.labelled else []
    whole_layout = {
        "template": TEMPLATES["light"],
        "margin": MARGIN,
        "uirevision": scene.view.uirevision,
        "meta": {"labels": placed} | meta | {"title": title},
        **layout,
    }
    return PanelFigure([_without_none(trace) for trace in traces], whole_layout)


def _without_none(trace: Trace) -> Trace:
    """The trace without attributes that are not set."""
    return {name: value for name, value in trace.items() if value is not None}
