"""Colours of both themes, templates, dashes, widths and the graph's configuration.

Figures are made in the light theme. The page recolours them value by value, so both palettes
have the same keys and no value comes twice in one of them.
"""

from itertools import cycle, islice

FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'
MODELS = 10
THEMES = {
    "light": {
        "card": "#ffffff",
        "ink": "#111827",
        "title": "#374151",
        "tick": "#6b7280",
        "label": "#697181",
        "grid": "#eef0f3",
        "reference": "#a3aab6",
        "hull": "#8b93a1",
        "difference": "rgba(17, 24, 39, 0.14)",
        "interval": "rgba(217, 160, 6, 0.15)",
        "lit": "rgba(217, 160, 6, 0.5)",
        "clear": "rgba(255, 255, 255, 0)",
        "veil": "rgba(255, 255, 255, 0.82)",
        "button": "#9aa2af",
        "button-on": "#3f4855",
    },
    "dark": {
        "card": "#181e26",
        "ink": "#f3f5f9",
        "title": "#c9d0db",
        "tick": "#98a2b3",
        "label": "#8c96a7",
        "grid": "#222936",
        "reference": "#667084",
        "hull": "#7d879a",
        "difference": "rgba(243, 245, 249, 0.18)",
        "interval": "rgba(240, 190, 50, 0.14)",
        "lit": "rgba(240, 190, 50, 0.5)",
        "clear": "rgba(24, 30, 38, 0)",
        "veil": "rgba(24, 30, 38, 0.82)",
        "button": "#717c8f",
        "button-on": "#d3d9e3",
    },
}
MODEL_COLOURS = {
    "light": "#244ecb #d7381c #1fa383 #c361df #a3934a #ba2a79 #4c7fb4 #652431 #103f6a #4e7900",
    "dark": "#6589ff #fd8d6e #30e5c1 #c592c3 #c9d566 #fcc8fc #66befa #b95a49 #307e9f #9e9208",
}
BAND_STRENGTH = {"light": 0.13, "dark": 0.2}
DASHES = tuple(
    islice(cycle(("solid", "7px,3px", "2px,3px", "9px,3px,2px,3px", "14px,4px")), MODELS)
)
WIDTHS = {
    "model": 2,
    "hull": 1.2,
    "reference": 1,
    "iso": 1.4,
    "pcf": 1.6,
    "rule": 1.2,
    "faint": 0.7,
    "range": 6,
    "lit": 7,
    "edge": 2.6,
    "none": 0,
}
CONFIG = {
    "showSendToCloud": False,
    "plotlyServerURL": "",
    "displaylogo": False,
    "displayModeBar": "hover",
    "modeBarButtons": [["zoomIn2d", "zoomOut2d", "resetScale2d"], ["toImage"]],
    "doubleClick": False,
    "scrollZoom": False,
    "responsive": True,
}


def _palette(theme: str) -> dict[str, str]:
    colours = MODEL_COLOURS[theme].split()
    models = {f"model-{i}": colour for i, colour in enumerate(colours)}
    strength = BAND_STRENGTH[theme]
    bands = {f"band-{i}": _translucent(colour, strength) for i, colour in enumerate(colours)}
    return THEMES[theme] | models | bands


def _translucent(colour: str, alpha: float) -> str:
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return f"rgba({red}, {green}, {blue}, {alpha})"


def _template(colour: dict[str, str]) -> dict:
    axis = {
        "type": "linear",
        "gridcolor": colour["grid"],
        "zeroline": False,
        "ticks": "outside",
        "ticklen": 3,
        "tickcolor": colour["clear"],
        "tickfont": {"size": 11, "color": colour["tick"]},
        "title": {"font": {"size": 12, "color": colour["title"]}, "standoff": 6},
        "automargin": False,
        "nticks": 6,
    }
    return {
        "layout": {
            "autosize": True,
            "font": {"family": FONT, "size": 12, "color": colour["ink"]},
            "paper_bgcolor": colour["card"],
            "plot_bgcolor": colour["clear"],
            "xaxis": axis,
            "yaxis": axis,
            "showlegend": False,
            "hovermode": False,
            "dragmode": False,
            "modebar": {
                "bgcolor": colour["clear"],
                "color": colour["button"],
                "activecolor": colour["button-on"],
            },
            "annotationdefaults": {
                "showarrow": False,
                "borderpad": 1,
                "font": {"size": 11, "color": colour["label"]},
            },
        }
    }


PALETTES = {theme: _palette(theme) for theme in THEMES}
TEMPLATES = {theme: _template(colours) for theme, colours in PALETTES.items()}
COLOUR = PALETTES["light"]


def model_colour(i: int) -> str:
    return COLOUR[f"model-{i % MODELS}"]


def band_colour(i: int) -> str:
    return COLOUR[f"band-{i % MODELS}"]


def dash(i: int) -> str:
    return DASHES[i % MODELS]
