"""Traces and layout that the panels share, as plain dicts: plotly's own checks are slow."""

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from costdash.core import Call
from costdash.figures.saved_image import picture
from costdash.figures.scene import Scene, escaped
from costdash.figures.style import (
    COLOUR,
    TEMPLATES,
    WIDTHS,
    band_colour,
    dash,
    model_colour,
)

DIGITS = 6  # more than a screen shows at any zoom
MARGIN = {"l": 43, "r": 9, "t": 11, "b": 41, "pad": 0}  # equal sums: a square card, a square plot
LEGEND = {  # of pictures
    "best": "best threshold",
    "choice": "chosen by the criterion",
    "chosen": "chosen threshold",
    "pin": "today's threshold",
}
EDGE = 0.028  # of an axis, so that rings in the corners stay whole


def numbers(values: ArrayLike) -> list:
    """Rounded to DIGITS significant digits, as JSON knows them; None where not finite."""
    x = np.asarray(values, dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        scale = 10.0 ** (DIGITS - 1 - np.floor(np.log10(np.abs(x))).clip(-20, 5))
        rounded = np.where(x == 0, 0.0, np.round(x * scale) / scale).tolist()
    if np.isfinite(x).all():
        return rounded
    return [y if ok else None for y, ok in zip(rounded, np.isfinite(x).tolist())]


def line(uid: str, x, y, colour: str, width: str, dash: str = "solid", **more) -> dict:
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


def model_line(i: int, name: str, x, y) -> dict:
    return whole(line(f"model-{i}", x, y, model_colour(i), "model", dash(i), name=escaped(name)))


def whole(trace: dict) -> dict:
    """Of every point given: a script redraws it while a slider moves, point by point."""
    return trace | {"line": trace["line"] | {"simplify": False}}


def band(i: int, x, low, high) -> dict:
    """A closed polygon: out along `low`, back along `high`."""
    around = np.concatenate((x, x[::-1])), np.concatenate((low, high[::-1]))
    edge = whole(line(f"band-{i}", *around, band_colour(i), "none"))
    return edge | {"fill": "toself", "fillcolor": band_colour(i)}


def mark(uid: str, x: float, y: float, marker: dict, shown: bool = True) -> dict:
    """One point; where there is nothing to show it waits, unseen, for the script that moves it."""
    return {
        "type": "scatter",
        "uid": uid,
        "mode": "markers",
        "x": numbers([x if shown else 0]),
        "y": numbers([y if shown else 0]),
        "marker": marker,
        "hoverinfo": "skip",
        "name": LEGEND.get(uid),
        "cliponaxis": True,
        "opacity": 1 if shown else 0,
    }


def ring(scene: Scene, x: float, y: float, shown: bool = True) -> dict:
    """The best call, under a name that tells scripts whether it follows the sliders."""
    uid = "best" if scene.choice is None else "choice"
    edge = {"color": call_colour(scene, scene.best), "width": 2.6}
    return mark(uid, x, y, {"size": 12, "color": COLOUR["card"], "line": edge}, shown)


def held_marks(scene: Scene, place) -> list[dict]:
    """Hollow square: the pinned threshold; full dot: the chosen one. place: Call -> (x, y)."""
    marks = []
    for uid, call, size, hollow in (("chosen", scene.chosen, 10, 0), ("pin", scene.pin, 11, 1)):
        x, y = place(call) if call else (0, 0)
        colour = call_colour(scene, call)
        inside, edge = (COLOUR["card"], colour)[:: 1 if hollow else -1]
        marker = {"symbol": "square" if hollow else "circle", "size": size, "color": inside}
        marker["line"] = {"color": edge, "width": 2}
        marks.append(mark(uid, x, y, marker, shown=call is not None and np.isfinite(y)))
    return marks


def call_colour(scene: Scene, call: Call | None) -> str:
    """The model's; the ink's where a trivial classifier is meant."""
    if call is None or call.model is None:
        return COLOUR["ink"]
    return model_colour(scene.place[call.model])


def axis(title: str, low: float, high: float, **more) -> dict:
    room = EDGE * (high - low)
    return {"title": {"text": title}, "range": [low - room, high + room], **more}


def label(text: str, x: float, y: float, **more) -> dict:
    return {"text": text, "x": x, "y": y} | {"xref": "x", "yref": "y"} | more


def veiled(text: str, x: float, y: float, **more) -> dict:
    """A label that stays legible where a line runs below it."""
    return label(text, x, y, bgcolor=COLOUR["veil"], borderpad=1, **more)


def figure(
    scene: Scene, title: str, traces: list[dict], meta: dict[str, str], **layout
) -> go.Figure:
    """meta is text for under the panel; the title is for pictures of it."""
    layout = {
        "template": TEMPLATES["light"],
        "margin": MARGIN,
        "uirevision": scene.view.uirevision,
        "meta": meta | {"saved": picture(title, scene.point, meta)},
        **layout,
    }
    return go.Figure({"data": traces, "layout": layout}, _validate=False)
