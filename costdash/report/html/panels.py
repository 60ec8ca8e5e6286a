"""The three panels of the report: their places, their words and their data."""

import json
from pathlib import Path

from costdash.core.compare.comparison import Comparison
from costdash.figures import (
    PALETTES,
    cost_figure,
    describe,
    precision_recall_figure,
    roc_figure,
)
from costdash.figures.offline import config, standalone
from costdash.figures.panels.best_model import strip_figure
from costdash.figures.panels.difference import difference_figure
from costdash.report.html.elements import Html, element, named
from costdash.report.report import Report

PANELS = {
    "roc": ("ROC", roc_figure),
    "pr": ("Precision and recall", precision_recall_figure),
    "cost": ("Cost curve", cost_figure),
}
UNSAFE = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}


def drawn(report: Report) -> dict[str, dict]:
    """Every panel as plain JSON, with the configuration of its graph."""
    name = Path(report.source.name).stem
    figures = {}
    for key, (_, draw) in PANELS.items():
        figure = draw(report.analysis, report.point, report.view)
        figures[key] = standalone(key, figure, report.analysis)
        figures[key]["config"] = config(f"{name}-{key}")
    strip = strip_figure(report.analysis, report.point, report.view)
    figures["strip"] = standalone("strip", strip, report.analysis) | {"config": config("strip")}
    for k, pair in enumerate(report.comparisons):
        figure = difference_figure(pair, report.point, report.view)
        key, named_so = difference_id(k), config(f"{name}-{pair.a}-{pair.b}")
        figures[key] = standalone(key, figure, report.analysis) | {"config": named_so}
    return figures


def difference_id(k: int) -> str:
    """Of the graph of the pair at place k."""
    return f"difference-{k}"


def difference_graph(k: int, pair: Comparison) -> Html:
    label = f"Normalized expected cost of {pair.a} less that of {pair.b}, along PC(+)"
    key = difference_id(k)
    graph = element("div", id=key, class_="graph difference", role="img", aria_label=label)
    return element("figure", element("figcaption", "Difference", _saving(key)), graph)


def panels(report: Report, figures: dict[str, dict]) -> Html:
    """A legend, and a place for every panel with what is said under it."""
    labels = describe(report.analysis, report.point, report.view)
    told = []
    for key, (title, _) in PANELS.items():
        meta = figures[key]["layout"]["meta"]
        notes = [element("p", text, class_="note") for text in (meta["note"], meta["band"]) if text]
        graph = element("div", id=key, class_="graph", role="img", aria_label=labels[key])
        caption = element("figcaption", title, _saving(key))
        strip = _strip() if key == "cost" else None
        told.append(element("figure", caption, graph, strip, *notes, class_="card"))
    legend = element("p", *(named(report, name) for name in report.shown), class_="legend")
    return element("section", legend, *told, class_="panels")


def data(figures: dict[str, dict]) -> Html:
    """JSON for the script, in which no text can end the element that it stands in."""
    text = json.dumps({"panels": figures, "palettes": PALETTES}, separators=(",", ":"))
    safe = "".join(UNSAFE.get(letter, letter) for letter in text)
    return element("script", Html(safe), type="application/json", id="figures")


def _strip() -> Html:
    label = "Best model along PC(+)"
    return element("div", id="strip", class_="graph strip", role="img", aria_label=label)


def _saving(key: str) -> Html:
    buttons = [
        element("button", kind.upper(), type="button", data_save=key, data_kind=kind)
        for kind in ("png", "svg")
    ]
    return element("span", *buttons, class_="tools")
