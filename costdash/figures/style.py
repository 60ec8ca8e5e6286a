"""The one source of colours, sizes, radii, dashes and widths, for both themes.

The figures, the page's CSS custom properties (`assets/css/tokens.css`), the Mantine theme and the
report's style sheet are all made from it. Figures are drawn in the light theme and recoloured
value by value, so both palettes have the same keys and no value twice.

`make tokens` writes the page's tokens; a test holds the committed file
against `page_tokens`.
"""

from costdash.static import ASSETS

PAGE_FILE = ASSETS / "css" / "tokens.css"
DARK_PAGE = ":root[data-mantine-color-scheme='dark']"
HEAD = "/* Made from costdash/figures/style.py by make tokens: edit it there. */"
FONT = 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'
MODELS = 10  # colours; a later model begins again at the first
FIGURE_COLOURS = {
    "light": {
        "card": "#ffffff",
        "ink": "#10141c",
        "title": "#465063",
        "tick": "#5f6a7d",
        "grid": "#eceff3",
        "reference": "#7d8796",
        "hull": "#8b93a1",
        "difference": "rgba(17, 24, 39, 0.14)",
        "interval": "rgba(217, 160, 6, 0.11)",
        "highlight": "rgba(217, 160, 6, 0.5)",
        "limit": "#a06a00",
        "beyond": "rgba(160, 106, 0, 0.35)",
        "clear": "rgba(255, 255, 255, 0)",
        "veil": "rgba(255, 255, 255, 0.82)",
        "button": "#9aa2af",
        "button-on": "#3f4855",
    },
    "dark": {
        "card": "#161b23",
        "ink": "#f2f4f8",
        "title": "#b9c2cf",
        "tick": "#95a1b3",
        "grid": "#212936",
        "reference": "#76839a",
        "hull": "#7d879a",
        "difference": "rgba(243, 245, 249, 0.18)",
        "interval": "rgba(240, 190, 50, 0.12)",
        "highlight": "rgba(240, 190, 50, 0.5)",
        "limit": "#e0b040",
        "beyond": "rgba(224, 176, 64, 0.35)",
        "clear": "rgba(22, 27, 35, 0)",
        "veil": "rgba(22, 27, 35, 0.82)",
        "button": "#717c8f",
        "button-on": "#d3d9e3",
    },
}
PAGE_COLOURS = {  # of the page and the report alone; figures do not use them
    "light": {
        "cd-bg": "#f5f6f8",
        "cd-card": "#ffffff",
        "cd-raised": "#ffffff",
        "cd-sunk": "#eef0f4",
        "cd-ink": "#10141c",
        "cd-ink-2": "#465063",
        "cd-ink-3": "#5f6a7d",
        "cd-control": "#858e9d",
        "cd-line": "#e2e6ec",
        "cd-line-2": "#c8cfd9",
        "cd-grid": "#eceff3",
        "cd-ref": "#7d8796",
        "cd-primary": "#10141c",
        "cd-on-primary": "#ffffff",
        "cd-focus": "#2f6fed",
        "cd-bad": "#b42318",
        "cd-good": "#0b6b4f",
        "cd-good-bg": "#e4f3ec",
        "cd-warn": "#8a4b00",
        "cd-warn-bg": "#fdf1dc",
        "cd-range": "rgb(217 160 6 / 11%)",
        "cd-range-line": "#a06a00",
        "cd-found": "#1d2939",
        "cd-missed": "#b4234a",
        "cd-alarm": "#c77700",
        "cd-alarm-ink": "#8f5200",
        "cd-alone": "#b9c1cd",
        "cd-shadow-1": "0 4px 12px rgb(16 20 28 / 5%)",
        "cd-shadow-2": "0 8px 24px rgb(16 20 28 / 12%)",
        "cd-scrim": "rgb(10 14 20 / 35%)",
    },
    "dark": {
        "cd-bg": "#0e1217",
        "cd-card": "#161b23",
        "cd-raised": "#1e2530",
        "cd-sunk": "#10151c",
        "cd-ink": "#f2f4f8",
        "cd-ink-2": "#b9c2cf",
        "cd-ink-3": "#95a1b3",
        "cd-control": "#6b778a",
        "cd-line": "#262e3a",
        "cd-line-2": "#3b4656",
        "cd-grid": "#212936",
        "cd-ref": "#76839a",
        "cd-primary": "#f2f4f8",
        "cd-on-primary": "#10141c",
        "cd-focus": "#7fb0ff",
        "cd-bad": "#ff8f7d",
        "cd-good": "#63dcb0",
        "cd-good-bg": "#12332a",
        "cd-warn": "#f2bd6b",
        "cd-warn-bg": "#36280f",
        "cd-range": "rgb(240 190 50 / 12%)",
        "cd-range-line": "#e0b040",
        "cd-found": "#f2f4f8",
        "cd-missed": "#ff7a95",
        "cd-alarm": "#f2b134",
        "cd-alarm-ink": "#f2b134",
        "cd-alone": "#4a5566",
        "cd-shadow-1": "none",
        "cd-shadow-2": "0 12px 32px rgb(0 0 0 / 50%)",
        "cd-scrim": "rgb(10 14 20 / 35%)",
    },
}
SHADES = {  # Mantine's ten shades of each of its colours, lightest first
    "ink": "#f6f7f9 #e8ecf1 #d3d9e3 #b4bdca #94a0b1 #738094 #566275 #3c4758 #232c3a #101828",
    "dark": "#e8ecf1 #c9d0db #a3afbd #7d879a #323b49 #2c3540 #1e2530 #151a24 #10141a #0b0e13",
}
TEXT = {  # pixels
    "tiny": 11,
    "small": 12,
    "table": 13,
    "body": 14,
    "lead": 15,
    "answer": 20,
    "decision": 24,
    "total": 40,
}
RADII = {"button": 6, "tool": 6, "control": 6, "card": 10, "sheet": 16, "chip": 999}  # pixels
SIZES = {"head-height": 48, "margin": 24, "gutter": 16}  # pixels
BREAKPOINTS = {  # pixels of the window's width from which the page has more room
    "phone": (600, "below it, dialogs and tables in one column"),
    "narrow": (900, "below it, one panel at a time, conditions in a sheet, actions in a menu"),
    "middle": (1280, "below it, decision and panels in two columns"),
    "wide": (1440, "below it, smaller text and gaps in single rows"),
}
HEIGHTS = {  # pixels of the window's height
    "low": (860, "below it, the presentation leaves out what is of least use"),
    "tall": (1040, "from it, a wide page has tall panels and an enlarged presentation"),
}
COLUMNS = "minmax(0, 408fr) minmax(0, 408fr) minmax(0, 544fr)"  # of decision, conditions and panels
MODEL_COLOURS = {
    "light": "#1b45bd #cc4205 #007d6d #9f48cd #574000 #8f0f4f #2577a6 #3a1f17 #6262a8 #466000",
    "dark": "#84b8ff #f0884f #5ff5d2 #b18bff #e6da55 #f07ab5 #a5dbff #dca777 #8d9fe9 #aed987",
}
BAND_STRENGTH = {"light": 0.14, "dark": 0.17}
DASH_NAMES = {  # a dash as Plotly writes it, and the name of its swatch's class
    "solid": "solid",
    "5px,3px": "dashed",
    "12px,3px": "long-dash",
    "2px,3px": "dotted",
    "9px,3px,2px,3px": "dash-dot",
}
# In the second half the order differs, so that no two models with one dash have similar colours.
DASHES = tuple(tuple(DASH_NAMES)[k] for k in (0, 1, 2, 3, 4, 0, 4, 2, 1, 3))
WIDTHS = {
    "model": 1.75,
    "recommended": 2.5,
    "hull": 1.2,
    "reference": 1.25,
    "iso": 2,
    "allowance": 2.5,
    "expected": 1.5,
    "zone": 1.4,
    "pcf": 2,
    "rule": 1.25,
    "faint": 0.7,
    "range": 6,
    "highlight": 7,
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


class Fixed(dict[str, str]):
    """Nothing changes it, so that Plotly's copies of a figure can share it."""

    def __deepcopy__(self, memo: object) -> "Fixed":
        return self


# Rates stand on the axes without their leading zero: .25
SHARES = Fixed({f"{k / 200:g}": f"{k / 200:g}"[1:] for k in range(1, 200)})
SHARES |= {f"{k / 100:.2f}": f"{k / 100:.2f}"[1:] for k in range(10, 100, 10)}


def _palette(theme: str) -> dict[str, str]:
    colours = MODEL_COLOURS[theme].split()
    models = {f"model-{i}": colour for i, colour in enumerate(colours)}
    strength = BAND_STRENGTH[theme]
    bands = {f"band-{i}": _translucent(colour, strength) for i, colour in enumerate(colours)}
    return FIGURE_COLOURS[theme] | models | bands


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
        "tickfont": {"size": TEXT["small"], "color": colour["tick"]},
        "title": {"font": {"size": TEXT["small"], "color": colour["title"]}, "standoff": 6},
        "automargin": False,
        "nticks": 6,
        "labelalias": SHARES,
    }
    return {
        "layout": {
            "autosize": True,
            "font": {"family": FONT, "size": TEXT["small"], "color": colour["ink"]},
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
                "font": {"size": TEXT["small"], "color": colour["tick"]},
            },
        }
    }


PALETTES = {theme: _palette(theme) for theme in FIGURE_COLOURS}
TEMPLATES = {theme: _template(colours) for theme, colours in PALETTES.items()}
COLOUR = PALETTES["light"]


def model_colour(i: int) -> str:
    """The colour of the model at place i, in the light theme."""
    return COLOUR[f"model-{i % MODELS}"]


def band_colour(i: int) -> str:
    return COLOUR[f"band-{i % MODELS}"]


def dash(i: int) -> str:
    """The dash of the model at place i, as Plotly writes it.

    Colours repeat after ten models; each time the dash is the next one, so that the first fifty
    models differ.
    """
    kinds = tuple(DASH_NAMES)
    return kinds[(kinds.index(DASHES[i % MODELS]) + i // MODELS) % len(kinds)]


def page_tokens() -> str:
    """The text of `assets/css/tokens.css`; Mantine marks the dark theme at the root element."""
    return f"{HEAD}\n{_breakpoint_table()}\n{_light()}\n{_rule(DARK_PAGE, _colours('dark'))}"


def _breakpoint_table() -> str:
    """A comment with the sizes that media conditions use: they cannot read custom properties."""
    rows = [
        f"{name:8}{side:8}{size:6} px   {text}"
        for side, table in (("width", BREAKPOINTS), ("height", HEIGHTS))
        for name, (size, text) in table.items()
    ]
    return (
        "\n   ".join(["/* The sizes of the window that media conditions use, and no other:", *rows])
        + " */"
    )


def report_tokens() -> str:
    """The report's tokens; its theme is that of the system, and paper is always light."""
    dark = _rule(":root", _colours("dark"))
    return f"{_light()}@media screen and (prefers-color-scheme: dark) {{\n{dark}}}\n"


def _light() -> str:
    sizes = {f"text-{name}": f"{size}px" for name, size in TEXT.items()}
    sizes |= {f"radius-{name}": f"{size}px" for name, size in RADII.items()}
    sizes |= {name: f"{size}px" for name, size in SIZES.items()}
    sizes |= {"columns": COLUMNS, "font": FONT.replace('"', "'")}
    return _rule(":root", _colours("light") | sizes)


def _colours(theme: str) -> dict[str, str]:
    return PAGE_COLOURS[theme] | PALETTES[theme] | {"color-scheme": theme}


def _rule(selector: str, values: dict[str, str]) -> str:
    tokens = {
        name if name == "color-scheme" else f"--{name}": value for name, value in values.items()
    }
    lines = "".join(f"  {name}: {value};\n" for name, value in tokens.items())
    return f"{selector} {{\n{lines}}}\n"


def write_tokens() -> None:
    """Writes the page's style tokens; `make tokens` calls it."""
    PAGE_FILE.write_text(page_tokens(), encoding="utf-8")
