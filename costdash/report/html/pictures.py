"""Pictures of the panels for readers without scripts: SVG from the JSON of a figure.

They hold only what the panels use: lines, areas, markers, bars and labels. With scripts,
Plotly draws the same figure and these pictures are not shown.
"""

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from costdash.figures.panels.still_labels import placed
from costdash.figures.style import COLOUR, FONT
from costdash.report.elements import Element, element

SIZE = 440  # pixels of a picture, which is square
LETTER, LINE = 12, 15  # height of letters and of a line of text, pixels
TICKS = 6  # at most about so many on an axis
STEPS = (1, 2, 2.5, 5, 10)  # between ticks, times a power of ten
SIDES = {"left": "start", "center": "middle", "right": "end"}
ARMS = {"line-ns": [(0, 1)], "line-ew": [(1, 0)], "cross-thin": [(1, 0), (0, 1)]}
RISE = {"top": 1.0, "middle": 0.35, "bottom": -0.3}  # of the first baseline, in letters


class Axis(NamedTuple):
    """From the pixel `start` at the value `low` to the pixel `end` at `high`."""

    start: float
    end: float
    low: float
    high: float

    def at(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def picture(figure: dict[str, Any], label: str) -> Element:
    """A panel's figure as an SVG element, named `label` for screen readers."""
    layout = figure["layout"]
    axes = {name: _axis(layout, name) for name in ("xaxis", "yaxis", "yaxis2") if name in layout}
    x, y = axes["xaxis"], axes["yaxis"]
    left, right, top, bottom = _frame(layout)
    lines: list[Element] = []
    marks: list[Element] = []
    for trace in figure["data"]:
        if trace.get("opacity", 1) > 0:
            y_axis = axes["yaxis" + trace.get("yaxis", "y")[1:]]
            lines += curves(trace, x, y_axis)
            marks += _markers(trace, x, y_axis)
    place = {"x": left, "y": top, "width": right - left, "height": bottom - top}
    view = " ".join(map(str, place.values()))
    height = y.start - y.end
    labels = placed(figure, right - left, height)
    notes = [*(note for note in layout["annotations"] if note.get("opacity", 1) > 0), *labels]
    title = layout["xaxis"]["title"]["text"]
    fitted = SIZE - 40 if len(title) * LETTER / 2 > SIZE - 40 else None
    return element(
        "svg",
        element("rect", width=SIZE, height=SIZE, fill=COLOUR["card"]),
        *_ticks(layout["xaxis"], x, y, upright=True),
        *_ticks(layout["yaxis"], y, x, upright=False),
        element("svg", *lines, **place, viewBox=view),  # cuts off what lies outside
        *marks,
        *(_note(note, axes, layout) for note in notes if note["text"]),
        _text(
            (left + right) / 2,
            SIZE - 8,
            title,
            fill=COLOUR["title"],
            text_anchor="middle",
            textLength=fitted,
            lengthAdjust=fitted and "spacingAndGlyphs",
        ),
        viewBox=f"0 0 {SIZE} {SIZE}",
        role="img",
        aria_label=label,
        font_family=FONT,
        font_size=LETTER,
    )


def _frame(layout: dict[str, Any]) -> tuple[float, float, float, float]:
    """Left, right, top and bottom of the plot."""
    margin = layout["margin"]
    return margin["l"], SIZE - margin["r"], margin["t"], SIZE - margin["b"]


def _axis(layout: dict[str, Any], name: str) -> Axis:
    left, right, top, bottom = _frame(layout)
    low, high = layout[name]["range"]
    if name == "xaxis":
        return Axis(left, right, low, high)
    start, end = (bottom - share * (bottom - top) for share in layout[name].get("domain", (0, 1)))
    return Axis(start, end, low, high)


def ticks(settings: Mapping[str, Any], axis: Axis) -> Iterator[tuple[float, str]]:
    """Place and text of each value on an axis."""
    values = settings.get("tickvals") or tick_values(axis.low, axis.high)
    words = settings.get("ticktext") or [_short(value) for value in values]
    for value, word in zip(values, words):
        if axis.low <= value <= axis.high:
            yield axis.at(value), word


def _ticks(settings: dict[str, Any], axis: Axis, other: Axis, upright: bool) -> Iterator[Element]:
    """Lines of the grid, with their values below or left of the plot."""
    for place_of_value, word in ticks(settings, axis):
        at = _px(place_of_value)
        if upright:
            ends = {"x1": at, "x2": at, "y1": _px(other.start), "y2": _px(other.end)}
            place, side = (at, SIZE - 26.0), "middle"
        else:
            ends = {"x1": _px(other.start), "x2": _px(other.end), "y1": at, "y2": at}
            place, side = (_px(other.start) - 5, at + 4), "end"
        yield element("line", **ends, stroke=COLOUR["grid"])
        yield _text(*place, word, fill=COLOUR["tick"], text_anchor=side)


def tick_values(low: float, high: float) -> list[float]:
    """Round values between the two, at most about TICKS.

    >>> tick_values(0, 1)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    """
    power = 10 ** math.floor(math.log10((high - low) / TICKS))
    step = next((s * power for s in STEPS if (high - low) / (s * power) <= TICKS), 10 * power)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(k * step, 12) for k in range(first, last + 1)]


def _short(value: float) -> str:
    """0.2 as .2, as Plotly writes it here."""
    return f"{value:g}".replace("0.", ".", 1) if 0 < abs(value) < 1 else f"{value:g}"


def curves(trace: dict[str, Any], x: Axis, y: Axis) -> Iterator[Element]:
    """Bars, an area or a line."""
    if trace["type"] == "bar":
        yield from (_bars if "base" in trace else _columns)(trace, x, y)
    elif "lines" in trace["mode"] and (path := _path(trace, x, y)):
        line = trace["line"]
        if trace.get("fill") == "toself":
            yield element("path", d=f"{path}Z", fill=trace["fillcolor"])
        else:
            dash = line.get("dash", "solid")
            strokes = None if dash == "solid" else dash.replace("px", "")
            look = {"stroke": line["color"], "stroke_width": line["width"]}
            yield element("path", d=path, fill="none", **look, stroke_dasharray=strokes)


def _path(trace: dict[str, Any], x: Axis, y: Axis) -> str:
    """The points of a line as path data, without repeated points."""
    parts, last, pen = [], "", "M"
    for a, b in zip(trace["x"], trace["y"]):
        if a is None or b is None or not math.isfinite(a + b):
            pen = "M"
            continue
        point = f"{_px(x.at(a))} {_px(y.at(b))}"
        if point != last or pen == "M":
            parts.append(f"{pen}{point}")
        last, pen = point, "L"
    return "".join(parts)


class Marker(NamedTuple):
    """A symbol around a point, given in values on the axes; its size and look are in pixels."""

    x: float
    y: float
    symbol: str
    half: float
    look: dict[str, Any]

    def element(self, at: float, height: float) -> Element:
        return _marker(self.symbol, at, height, self.half, self.look)


def markers(trace: dict[str, Any]) -> Iterator[Marker]:
    """The markers of a trace."""
    if "markers" not in trace.get("mode", ""):
        return
    marker, look = trace["marker"], _marker_look(trace)
    size = marker["size"]
    sizes = size if isinstance(size, list) else [size] * len(trace["x"])
    for x, y, diameter in zip(trace["x"], trace["y"], sizes):
        if diameter and x is not None and y is not None:
            yield Marker(x, y, marker.get("symbol", "circle"), diameter / 2, look)


def _markers(trace: dict[str, Any], x: Axis, y: Axis) -> Iterator[Element]:
    """Circles, squares and diamonds, filled or open, and thin crosses and bars."""
    for marker in markers(trace):
        yield marker.element(_px(x.at(marker.x)), _px(y.at(marker.y)))


def _marker_look(trace: dict[str, Any]) -> dict[str, Any]:
    """Fill and stroke as Plotly chooses them: an open symbol is never without a stroke."""
    marker, line = trace["marker"], trace.get("line", {})
    edge = marker.get("line", {})
    if marker.get("symbol") in ARMS:
        return {"fill": "none", "stroke": edge["color"], "stroke_width": edge["width"]}
    colour = marker.get("color", line.get("color"))
    stroke, width = edge.get("color", colour), edge.get("width", 0)
    if marker.get("symbol", "").endswith("-open"):
        return {"fill": "none", "stroke": stroke, "stroke_width": width or 1}
    return {"fill": colour, "stroke": stroke, "stroke_width": width}


def _marker(symbol: str, at: float, height: float, half: float, look: dict[str, Any]) -> Element:
    """One symbol around a point."""
    if symbol in ARMS:
        arm = _px(1.4 * half)  # Plotly's arms are longer than the radius of a circle
        arms = (
            f"M{at} {height} m{dx * arm} {dy * arm} l{-2 * dx * arm} {-2 * dy * arm}"
            for dx, dy in ARMS[symbol]
        )
        return element("path", d="".join(arms), **look)
    if symbol.startswith("circle"):
        return element("circle", cx=at, cy=height, r=half, **look)
    turn = f"rotate(45 {at} {height})" if symbol.startswith("diamond") else None
    box = {"x": at - half, "y": height - half, "width": 2 * half, "height": 2 * half}
    return element("rect", **box, **look, transform=turn)


def _bars(trace: dict[str, Any], x: Axis, y: Axis) -> Iterator[Element]:
    """Horizontal bars, each with its hatching, and with its text in the middle."""
    marker = trace["marker"]
    edge, pattern = marker["line"], marker.get("pattern")
    look = {"fill": marker["color"], "stroke": edge.get("color", "none")}
    texts = trace.get("text", [""] * len(trace["x"]))
    sides = (trace[name] for name in ("base", "x", "y", "width"))
    for base, length, middle, width, words in zip(*sides, texts):
        left, right = x.at(base), x.at(base + length)
        ends = sorted((y.at(middle - width / 2), y.at(middle + width / 2)))
        if pattern:
            yield _hatching(left, right, ends, pattern)
        elif marker["color"] != COLOUR["clear"]:
            box = {"x": _px(left), "y": _px(ends[0])}
            box |= {"width": _px(right - left), "height": _px(ends[1] - ends[0])}
            yield element("rect", **box, **look)
        if words:
            look = {"fill": trace["textfont"]["color"], "font_weight": 600}
            place = _px((left + right) / 2), _px(sum(ends) / 2 + 4)
            yield _text(*place, words, **look, text_anchor="middle")


def _hatching(left: float, right: float, ends: list[float], pattern: dict[str, Any]) -> Element:
    """Strokes at 45 degrees within a box. ends: its top and bottom."""
    top, bottom = ends
    high, step = bottom - top, pattern["size"] * 2**0.5
    parts = []
    for k in range(int((right - left + high) / step) + 1):
        foot = left - high + (k + 0.5) * step  # where the stroke meets the bottom
        start, end = max(foot, left), min(foot + high, right)
        if start < end:
            low, up = bottom - (start - foot), bottom - (end - foot)
            parts.append(f"M{_px(start)} {_px(low)}L{_px(end)} {_px(up)}")
    width = _px(pattern["size"] * pattern["solidity"])
    return element(
        "path", d="".join(parts), stroke=pattern["fgcolor"], stroke_width=width, fill="none"
    )


def _columns(trace: dict[str, Any], x: Axis, y: Axis) -> Iterator[Element]:
    """Upright bars from zero."""
    for middle, height, width in zip(*(trace[name] for name in ("x", "y", "width"))):
        left, right = x.at(middle - width / 2), x.at(middle + width / 2)
        ends = sorted((y.at(0), y.at(height)))
        box = {"x": left, "y": ends[0], "width": right - left, "height": ends[1] - ends[0]}
        look = {"fill": trace["marker"]["color"], "opacity": trace.get("opacity")}
        yield element("rect", **{name: _px(value) for name, value in box.items()}, **look)


def _note(note: dict[str, Any], axes: dict[str, Axis], layout: dict[str, Any]) -> Element:
    """A label of the figure where Plotly would put it."""
    left, right, top, bottom = _frame(layout)
    paper = {"x": Axis(left, right, 0, 1), "y": Axis(bottom, top, 0, 1)}
    at = {
        side: (paper[side] if note[f"{side}ref"] == "paper" else _axis_of(note, side, axes))
        for side in ("x", "y")
    }
    x = _px(at["x"].at(note["x"]) + note.get("xshift", 0) + note.get("ax", 0))
    y = _px(at["y"].at(note["y"]) - note.get("yshift", 0) + note.get("ay", 0))
    rows = re.sub(r"</?[bi]>", "", note["text"]).split("<br>")
    anchor = note.get("yanchor", "middle")
    above = {"top": 0.0, "middle": (len(rows) - 1) / 2, "bottom": len(rows) - 1.0}[anchor]
    y = _px(y + RISE[anchor] * LETTER - above * LINE)
    font = note.get("font", {})
    look = {"fill": font.get("color", COLOUR["tick"]), "font_weight": font.get("weight")}
    if "bgcolor" in note:
        look |= {"stroke": COLOUR["card"], "stroke_width": 3, "paint_order": "stroke"}
    turn = f"rotate({note['textangle']:.4g} {x} {y})" if note.get("textangle") else None
    side = SIDES[note.get("xanchor", "center")]
    return _text(x, y, "<br>".join(rows), **look, text_anchor=side, transform=turn)


def _axis_of(note: dict[str, Any], side: str, axes: dict[str, Axis]) -> Axis:
    """The axis that a note's place is given on: "y2" is yaxis2."""
    return axes[f"{side}axis{note[f'{side}ref'][1:]}"]


def _text(x: float, y: float, words: str, **look: object) -> Element:
    """Text that begins at (x, y), split into lines at <br>, as Plotly does."""
    rows = enumerate(words.split("<br>"))
    spans = (element("tspan", row, x=_px(x), y=_px(y + k * LINE)) for k, row in rows)
    return element("text", *spans, **look)


def _px(value: float) -> float:
    """Pixels to a tenth: nobody sees more, and the file stays small."""
    return round(value, 1)
