"""Who is best where: a strip along PC(+), to stand right under the cost panel."""

import plotly.graph_objects as go

from costdash.core import Analysis, OperatingPoint
from costdash.core.curves.envelopes import Stretch, best_where
from costdash.figures import traces
from costdash.figures.scene import escaped
from costdash.figures.style import COLOUR, TEMPLATES, model_colour
from costdash.figures.view import View
from costdash.wording import TRIVIAL_NAMES, number

MARGIN = traces.MARGIN | {"t": 2, "b": 2}  # sides as in the cost panel, so that PC(+) lines up
WIDTH = 12  # of the strip, in pixels
ROOM = 0.024  # of PC(+) that a letter needs, so that a name stands in its stretch


def strip_figure(analysis: Analysis, point: OperatingPoint, view: View) -> go.Figure:
    """Owners of the common envelope of the models shown; uids best-k-j, pcf.

    Stretch k has a line per owner j, one above the other; its meta holds what a hovered range
    lights: owners (places of the models), first and last vertex of the common hull, ends in
    PC(+), the slope at the crossover where it begins, and words for it.
    """
    place = analysis.place
    found = best_where(analysis.hull(view.models)) if view.models else ()
    layout = {
        "template": TEMPLATES["light"],
        "margin": MARGIN,
        "uirevision": view.uirevision,
        "xaxis": traces.axis("", 0, 1, fixedrange=True, showgrid=False, showticklabels=False),
        "yaxis": {"range": [-1, 1], "fixedrange": True, "visible": False},
        "annotations": [
            traces.label(_name(stretch), (stretch.low + stretch.high) / 2, 0)
            | {"font": {"size": 10, "color": COLOUR["card"]}}
            for stretch in found
            if stretch.high - stretch.low >= ROOM * (len(_name(stretch)) + 1)
        ],
    }
    lines = [line for k, s in enumerate(found) for line in _lines(k, s, place)]
    rules = [traces.line("pcf", [point.pcf] * 2, [-1, 1], COLOUR["ink"], "pcf")] if found else []
    return go.Figure({"data": [*lines, *rules], "layout": layout}, _validate=False)


def _lines(k: int, stretch: Stretch, place: dict[str, int]) -> list[dict]:
    owners = [place[name] for name in stretch.owners]
    colours = [model_colour(i) for i in owners] or [COLOUR["reference"]]
    meta = {
        "owners": owners,
        "vertices": [stretch.first, stretch.last],
        "pcf": [stretch.low, stretch.high],
        "slope": stretch.slope,
        "said": stretch_words(stretch),
    }
    lines = []
    for j, colour in enumerate(colours):
        height = 0.5 * (j - (len(colours) - 1) / 2) * (len(colours) > 1)
        line = traces.line(
            f"best-{k}-{j}", [stretch.low, stretch.high], [height] * 2, colour, "range"
        )
        line["line"]["width"] = WIDTH / len(colours)
        lines.append(line | {"meta": meta})
    return lines


def stretch_words(stretch: Stretch) -> str:
    """'rf is best for PC(+) 0.12 to 0.4, from slope 7.33 down'."""
    begins = f", from slope {number(stretch.slope)} down" if stretch.slope else ""
    ends = f"PC(+) {number(stretch.low)} to {number(stretch.high)}"
    who = TRIVIAL_NAMES.get(stretch.call) or " and ".join(stretch.owners)
    are = "are" if len(stretch.owners) > 1 else "is"
    return f"{who} {are} best for {ends}{begins}"


def _name(stretch: Stretch) -> str:
    return TRIVIAL_NAMES.get(stretch.call) or escaped(" = ".join(stretch.owners))
