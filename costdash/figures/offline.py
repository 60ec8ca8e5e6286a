"""Figures for a file that opens offline, without the page's scripts."""

import gzip
from base64 import b64encode
from copy import deepcopy
from functools import cache

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs, get_plotlyjs_version

from costdash.core import Analysis, ModelAnalysis, threshold_text
from costdash.figures.panels.cost_axes.best_model import RANGES_LABEL
from costdash.figures.panels.cost_axes.by_pcf import RANGES_NOTE
from costdash.figures.panels.rows import Panel
from costdash.figures.style import COLOUR, CONFIG, model_colour
from costdash.figures.traces import PanelFigure
from costdash.static import ASSETS, PACKAGE

# plotly.js with scatter, bar and pie only; figures of a report need no more. `npm ci` fetches it
# into a checkout, and the build of a wheel packs it.
PARTIAL_BUILDS = (
    ASSETS / "vendor/plotly-basic.min.js",
    PACKAGE.parent / "node_modules/plotly.js-basic-dist-min/plotly-basic.min.js",
)


@cache
def plotly_script() -> str:
    """The script of plotly.js: the partial build if its version matches, else the whole build."""
    header = f"plotly.js (basic - minified) v{get_plotlyjs_version()}"
    for file in PARTIAL_BUILDS:
        if file.is_file() and header in (text := file.read_text(encoding="utf-8"))[:200]:
            return text
    return get_plotlyjs()


@cache
def packed_plotly() -> str:
    """`plotly_script` compressed with gzip, in base64; a browser unpacks it before it runs."""
    return b64encode(gzip.compress(plotly_script().encode(), 9, mtime=0)).decode()


def config(name: str) -> dict:
    """The configuration of a graph whose images are saved as `name`."""
    saved = {"filename": name, "format": "png", "scale": 2}
    return CONFIG | {"toImageButtonOptions": saved, "doubleClick": "reset"}


def standalone(
    figure: go.Figure | PanelFigure, analysis: Analysis, panel: Panel | None = None
) -> dict:
    """A figure as plain JSON, with Plotly's zoom; the models of a panel also have its hover."""
    drawn = deepcopy(figure.to_plotly_json())
    label = {"bgcolor": COLOUR["card"], "font": {"color": COLOUR["ink"], "size": 12}}
    settings = {"hovermode": "closest", "dragmode": "zoom", "hoverlabel": label}
    drawn["layout"] = drawn["layout"] | settings
    drawn["layout"].setdefault("annotations", ())
    if panel:
        title = drawn["layout"]["xaxis"]["title"]
        title["text"] = title["text"].partition(": ")[0]  # its explanation is wider than a panel
        if str(drawn["layout"]["meta"].get("note", "")).startswith(RANGES_NOTE):
            drawn["layout"]["annotations"] = [  # a small panel has no space to repeat it
                note for note in drawn["layout"]["annotations"] if note.get("name") != RANGES_LABEL
            ]
        models = {f"model-{model.place}": model for model in analysis.models.values()}
        for trace in drawn["data"]:
            if model := models.get(trace.get("uid")):
                trace.update(_hover(panel, model))
    return drawn


def _hover(panel: Panel, model: ModelAnalysis) -> dict:
    """Additions to a model's line that make its points hoverable."""
    x, y = panel.axes
    lines = ["%{fullData.name}", f"{x.short} %{{x:.4~g}}", f"{y.short} %{{y:.4~g}}"]
    text = {}
    if panel.draws_thresholds:
        thresholds = model.counts.threshold
        typed = [threshold_text(thresholds, i) or "infinite" for i in model.path.tolist()]
        text = {"text": typed}
        lines.insert(1, "threshold %{text}")
    return text | {
        "hoverinfo": "all",
        "hoverlabel": {"bordercolor": model_colour(model.place)},
        "hovertemplate": "<br>".join(lines) + "<extra></extra>",
    }
