"""Figures that live in a file of their own, without the page's script."""

from functools import cache

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

from costdash.core import Analysis, threshold_text
from costdash.figures.style import CONFIG

HOVERED = {"roc": ("fpr", "tpr"), "pr": ("recall", "precision"), "cost": ("PC(+)", "cost")}


@cache
def plotly_script() -> str:
    """Plotly's own script, as installed: to be embedded once."""
    return get_plotlyjs()


def config(name: str) -> dict:
    """Of a graph whose pictures are saved as `name`."""
    return CONFIG | {"toImageButtonOptions": {"filename": name, "format": "png", "scale": 2}}


def standalone(panel: str, figure: go.Figure, analysis: Analysis) -> dict:
    """A panel ("roc", "pr" or "cost") as plain JSON, with hover of plotly's own on the models."""
    drawn = figure.to_plotly_json()
    drawn["layout"] = drawn["layout"] | {"hovermode": "closest"}
    across, up = HOVERED[panel]
    for place, model in enumerate(analysis.models.values()):
        for trace in drawn["data"]:
            if trace.get("uid") != f"model-{place}":
                continue
            lines = ["%{fullData.name}", f"{across} %{{x:.4~g}}", f"{up} %{{y:.4~g}}"]
            if panel == "roc":
                thresholds = model.counts.threshold
                texts = [threshold_text(thresholds, i) or "infinite" for i in model.path.tolist()]
                trace["text"] = texts
                lines.insert(1, "threshold %{text}")
            trace["hoverinfo"] = "all"
            trace["hovertemplate"] = "<br>".join(lines) + "<extra></extra>"
    return drawn
