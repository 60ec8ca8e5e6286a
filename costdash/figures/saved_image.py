"""The layout of saved images: title, legend, and a caption with conditions, note and band."""

from textwrap import wrap

from costdash.core import OperatingPoint
from costdash.figures.style import COLOUR
from costdash.wording import number, percent

SIZE = 760  # pixels across
LETTERS = 112  # at most in a line of the caption
LINE = 15  # pixels, height of a line
FOOT = 44  # pixels below the plot: ticks and title of the axis


def saved_image(
    title: str, point: OperatingPoint | None, meta: dict[str, str], height: int = SIZE
) -> dict:
    """What to change in a figure to save it: `layout` replaces keys, `caption` is an annotation.

    meta: the text under the panel on the page. height: in pixels, without the caption.
    """
    texts = [conditions(point)] if point else []
    texts += [meta[name] for name in ("note", "band") if meta.get(name)]
    lines = [part for text in texts for part in wrap(text[0].upper() + text[1:], LETTERS)]
    foot = FOOT + 10 + LINE * len(lines)
    return {
        "layout": {
            "width": SIZE,
            "height": height + foot,
            "autosize": False,
            "margin": {"l": 48, "r": 20, "t": 92, "b": foot, "pad": 0},
            "showlegend": True,
            "legend": {"orientation": "h", "x": 0, "y": 1.04, "yanchor": "bottom"},
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
            "font": {"size": 11, "color": COLOUR["tick"]},
            "xref": "paper",
            "yref": "paper",
            "x": 0,
            "xshift": -40,  # from the plot to the margin
            "y": 0,
            "yshift": -FOOT,
            "xanchor": "left",
            "yanchor": "top",
        },
    }


def conditions(point: OperatingPoint) -> str:
    """The operating point in words."""
    missed, alarm = number(point.cost_fn), number(point.cost_fp)
    costs = f"a missed positive costs {missed}, a false alarm {alarm}"
    return f"Prior {percent(point.prior)}; {costs}; PC(+) {number(point.pcf)}."
