"""Figures that live in a file of their own, without the page's script."""

from functools import cache

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

from costdash.core import Analysis, threshold_text
from costdash.figures.style import COLOUR, CONFIG, model_colour

HOVERED = {"roc": ("fpr", "tpr"), "pr": ("recall", "precision"), "cost": ("PC(+)", "cost")}


@cache
def plotly_script() -> str:
    """Plotly's own script, as installed: to be embedded once."""
    return get_plotlyjs()


def config(name: str) -> dict:
    """Of a graph whose pictures are saved as `name`."""
    saved = {"filename": name, "format": "png", "scale": 2}
    return CONFIG | {"toImageButtonOptions": saved, "doubleClick": "reset"}


def standalone(panel: str, figure: go.Figure, analysis: Analysis) -> dict:
    """A panel as plain JSON; zoom, and hover on models in roc, pr and cost, are plotly's own."""
    drawn = figure.to_plotly_json()
    label = {"bgcolor": COLOUR["card"], "font": {"color": COLOUR["ink"], "size": 12}}
    own = {"hovermode": "closest", "dragmode": "zoom", "hoverlabel": label}
    drawn["layout"] = drawn["layout"] | own
    across, up = HOVERED.get(panel, ("", ""))
    for model in analysis.models.values():
        for trace in drawn["data"]:
            if trace.get("uid") != f"model-{model.place}":
                continue
            lines = ["%{fullData.name}", f"{across} %{{x:.4~g}}", f"{up} %{{y:.4~g}}"]
            if panel == "roc":
                thresholds = model.counts.threshold
                texts = [threshold_text(thresholds, i) or "infinite" for i in model.path.tolist()]
                trace["text"] = texts
                lines.insert(1, "threshold %{text}")
            trace["hoverinfo"] = "all"
            trace["hoverlabel"] = {"bordercolor": model_colour(model.place)}
            trace["hovertemplate"] = "<br>".join(lines) + "<extra></extra>"
    return drawn
