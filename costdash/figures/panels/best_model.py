"""Which model is best where: a strip along PC(+), right under the cost panel."""

import plotly.graph_objects as go

from costdash.core.curves.envelopes import Stretch, best_where
from costdash.figures import traces
from costdash.figures.scene import Scene, escaped
from costdash.figures.style import COLOUR, TEMPLATES, model_colour
from costdash.figures.traces import Trace
from costdash.wording import TRIVIAL_NAMES, number

MARGIN = traces.MARGIN | {"t": 2, "b": 2}  # sides as in the cost panel, so that PC(+) lines up
WIDTH = 12  # of the strip, in pixels
ROOM = 0.024  # of PC(+) that a letter needs, so that a name fits in its segment


def strip_figure(scene: Scene) -> go.Figure:
    """Draw the owners of the common hull of the models shown; uids best-k-j, pcf.

    Segment k has one line per owner j, one above the other. The meta of a line is what scripts
    highlight: owners (places of the models), first and last vertex of the common hull, ends in
    PC(+), slope at the crossover where the segment begins, and words for it.
    """
    segments = best_where(scene.hull) if scene.hull else ()
    layout = {
        "template": TEMPLATES["light"],
        "margin": MARGIN,
        "uirevision": scene.view.uirevision,
        "xaxis": traces.axis("", 0, 1, fixedrange=True, showgrid=False, showticklabels=False),
        "yaxis": {"range": [-1, 1], "fixedrange": True, "visible": False},
        "annotations": [
            traces.label(_name(segment), (segment.low + segment.high) / 2, 0)
            | {"font": {"size": 10, "color": COLOUR["card"]}}
            for segment in segments
            if segment.high - segment.low >= ROOM * (len(_name(segment)) + 1)
        ],
    }
    drawn = [line for k, s in enumerate(segments) for line in _lines(k, s, scene.place)]
    if segments:
        pcf = scene.point.pcf
        drawn.append(traces.line("pcf", [pcf, pcf], [-1, 1], COLOUR["ink"], "pcf"))
    return go.Figure({"data": drawn, "layout": layout}, _validate=False)


def _lines(k: int, segment: Stretch, place: dict[str, int]) -> list[Trace]:
    owners = [place[name] for name in segment.owners]
    colours = [model_colour(i) for i in owners] or [COLOUR["reference"]]
    meta = {
        "owners": owners,
        "vertices": [segment.first, segment.last],
        "pcf": [segment.low, segment.high],
        "slope": segment.slope,
        "said": _segment_words(segment),
    }
    lines = []
    for j, colour in enumerate(colours):
        height = 0.5 * (j - (len(colours) - 1) / 2) * (len(colours) > 1)
        ends = [segment.low, segment.high]
        line = traces.line(f"best-{k}-{j}", ends, [height] * 2, colour, "range")
        line["line"]["width"] = WIDTH / len(colours)
        lines.append(line | {"meta": meta})
    return lines


def _segment_words(segment: Stretch) -> str:
    """'rf is best for PC(+) 0.12 to 0.4, from slope 7.33 down'."""
    begins = f", from slope {number(segment.slope)} down" if segment.slope else ""
    ends = f"PC(+) {number(segment.low)} to {number(segment.high)}"
    who = TRIVIAL_NAMES.get(segment.call) or " and ".join(segment.owners)
    are = "are" if len(segment.owners) > 1 else "is"
    return f"{who} {are} best for {ends}{begins}"


def _name(segment: Stretch) -> str:
    return TRIVIAL_NAMES.get(segment.call) or escaped(" = ".join(segment.owners))
