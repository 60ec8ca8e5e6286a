"""Figures for a file that opens offline, without the page's scripts."""

from functools import cache

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

from costdash.core import Analysis, ModelAnalysis, threshold_text
from costdash.figures.panels import Panel
from costdash.figures.style import COLOUR, CONFIG, model_colour


@cache
def plotly_script() -> str:
    """Plotly's script as installed, to be embedded once."""
    return get_plotlyjs()


def config(name: str) -> dict:
    """The configuration of a graph whose images are saved as `name`."""
    saved = {"filename": name, "format": "png", "scale": 2}
    return CONFIG | {"toImageButtonOptions": saved, "doubleClick": "reset"}


def standalone(figure: go.Figure, analysis: Analysis, panel: Panel | None = None) -> dict:
    """A figure as plain JSON, with Plotly's zoom; the models of a panel also have its hover."""
    drawn = figure.to_plotly_json()
    label = {"bgcolor": COLOUR["card"], "font": {"color": COLOUR["ink"], "size": 12}}
    own = {"hovermode": "closest", "dragmode": "zoom", "hoverlabel": label}
    drawn["layout"] = drawn["layout"] | own
    if panel:
        models = {f"model-{model.place}": model for model in analysis.models.values()}
        for trace in drawn["data"]:
            if model := models.get(trace.get("uid")):
                trace.update(_hover(panel, model))
    return drawn


def _hover(panel: Panel, model: ModelAnalysis) -> dict:
    """What is added to a model's line so that its points can be hovered."""
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
