"""What a saved picture shows beside its panel: title, legend, conditions, and what the band is."""

from textwrap import wrap

from costdash.core import OperatingPoint
from costdash.figures.style import COLOUR
from costdash.wording import number, percent

SIZE = 760  # pixels across
LETTERS = 112  # of a line of the caption
LINE = 15  # pixels
FOOT = 44  # pixels below the plot: ticks and title of the axis


def picture(
    title: str, point: OperatingPoint | None, meta: dict[str, str], height: int = SIZE
) -> dict:
    """Changes of a figure's layout for saving it: `layout` replaces, `caption` is an annotation.

    meta is the text that stands under the panel on the page; height is without the caption.
    """
    said = [conditions(point)] if point else []
    said += [meta[name] for name in ("note", "band") if meta.get(name)]
    lines = [part for text in said for part in wrap(text[0].upper() + text[1:], LETTERS)]
    room = FOOT + 10 + LINE * len(lines)
    return {
        "layout": {
            "width": SIZE,
            "height": height + room,
            "autosize": False,
            "margin": {"l": 66, "r": 20, "t": 60, "b": room, "pad": 0},
            "showlegend": True,
            "legend": {"orientation": "h", "x": 0, "y": 1.005, "yanchor": "bottom"},
            "title": {
                "text": title,
                "font": {"size": 16, "color": COLOUR["ink"]},
                "x": 0.012,
                "y": 0.99,
                "yref": "container",
                "yanchor": "top",
            },
        },
        "caption": {
            "text": "<br>".join(lines),
            "align": "left",
            "font": {"size": 11, "color": COLOUR["label"]},
            "xref": "paper",
            "yref": "paper",
            "x": 0,
            "xshift": -54,
            "y": 0,
            "yshift": -FOOT,
            "xanchor": "left",
            "yanchor": "top",
        },
    }


def conditions(point: OperatingPoint) -> str:
    """Under which conditions the panel was drawn."""
    missed, alarm = number(point.cost_fn), number(point.cost_fp)
    costs = f"a missed positive costs {missed}, a false alarm {alarm}"
    return f"Prior {percent(point.prior)}; {costs}; PC(+) {number(point.pcf)}."
