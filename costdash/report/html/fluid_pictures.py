"""Pictures of the panels that are as large as their box: HTML and SVG from the JSON of a figure.

The page shows them until Plotly draws the same figure in the same place. They hold lines, areas,
markers, bars and axes; labels on curves come with Plotly. Their colours are the page's own
properties, so that they follow its theme.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from costdash.figures.style import COLOUR
from costdash.report.elements import Element, element
from costdash.report.html.pictures import Axis, curves, markers, ticks

UNITS = 1000.0  # of a plot's width and height, which a browser stretches to the box
HIDDEN = {"aria_hidden": "true"}
COLOURS = {colour: f"var(--{name})" for name, colour in COLOUR.items()}
INKS = ("fill", "stroke")


def fluid_picture(figure: Mapping[str, Any]) -> Element:
    """A panel's figure as large as the positioned element around it."""
    layout = figure["layout"]
    margin, foot = layout["margin"], layout.get("meta", {}).get("foot", 0) or 0
    sides = f"left: {margin['l']}px; right: {margin['r']}px; "
    above = f"{sides}top: {margin['t']}px; bottom: {margin['b'] + foot}px"
    plots = [_plot(figure, "y", _grid(layout), above)]
    if "yaxis2" in layout:
        plots.append(_plot(figure, "y2", [], f"{sides}bottom: {margin['b']}px; height: {foot}px"))
    names = f"{sides}bottom: {margin['b']}px; height: 1px"
    title = element("p", layout["xaxis"]["title"]["text"], class_="look-x-title")
    picture = element(
        "div",
        *plots,
        element("div", element("svg", *_x_ticks(layout)), class_="look-plot", style=names),
        title,
        *(element("p", text, class_="look-y-title") for text in _y_titles(layout)),
        class_="look-picture",
        **HIDDEN,
    )
    return _in_page_colours(picture)


def _plot(figure: Mapping[str, Any], y_name: str, grid: list[Element], place: str) -> Element:
    """The traces on one vertical axis."""
    layout = figure["layout"]
    x, y = _axis(layout["xaxis"]["range"]), _axis(layout[f"yaxis{y_name[1:]}"]["range"], True)
    lines: list[Element] = []
    marks: list[Element] = []
    for trace in figure["data"]:
        if trace.get("opacity", 1) > 0 and trace.get("yaxis", "y") == y_name:
            lines += (part for part in curves(trace, x, y) if part.tag != "text")
            marks += _markers(trace, x, y)
    view = f"0 0 {UNITS:g} {UNITS:g}"
    stretched = element(
        "svg", *lines, class_="look-lines", viewBox=view, preserveAspectRatio="none"
    )
    return element("div", element("svg", *grid, stretched, *marks), class_="look-plot", style=place)


def _axis(ends: list[float], is_upright: bool = False) -> Axis:
    return Axis(*((UNITS, 0.0) if is_upright else (0.0, UNITS)), *ends)


def _markers(trace: dict[str, Any], x: Axis, y: Axis) -> Iterator[Element]:
    """The markers of a trace, which keep their shape in a stretched box."""
    for marker in markers(trace):
        at = _percent(x.at(marker.x)), _percent(y.at(marker.y))
        yield element("svg", marker.element(0, 0), x=at[0], y=at[1])


def _grid(layout: Mapping[str, Any]) -> list[Element]:
    """The lines of the grid, with the values of the vertical axis beside them."""
    grid: list[Element] = []
    look = {"stroke": COLOUR["grid"]}
    for at, _ in _ticks(layout["xaxis"]):
        grid.append(element("line", x1=at, x2=at, y1="0%", y2="100%", **look))
    for at, word in _ticks(layout["yaxis"], True):
        grid.append(element("line", x1="0%", x2="100%", y1=at, y2=at, **look))
        grid.append(element("text", word, y=at, dx=-5, dy=4, text_anchor="end"))
    return grid


def _x_ticks(layout: Mapping[str, Any]) -> list[Element]:
    return [
        element("text", word, x=at, dy=16, text_anchor="middle")
        for at, word in _ticks(layout["xaxis"])
    ]


def _ticks(settings: Mapping[str, Any], is_upright: bool = False) -> Iterator[tuple[str, str]]:
    """Place and text of each value on an axis."""
    for place, word in ticks(settings, _axis(settings["range"], is_upright)):
        yield _percent(place), word


def _y_titles(layout: Mapping[str, Any]) -> list[str]:
    notes = layout.get("annotations", ())
    return [note["text"] for note in notes if note.get("name") == "y-title"]


def _percent(units: float) -> str:
    return f"{100 * units / UNITS:.2f}%"


def _in_page_colours(part: Any) -> Any:
    """The element with the page's colours in the places of the light theme's."""
    if not isinstance(part, Element):
        return part
    attributes = {
        name: COLOURS.get(str(value), value) if name in INKS else value
        for name, value in part.attributes.items()
    }
    return Element(part.tag, attributes, tuple(map(_in_page_colours, part.children)))
