"""The linked panels of the report and the figures of its pairs: places, texts and data."""

from pathlib import Path
from typing import Any

from costdash.core.compare.comparison import Comparison
from costdash.figures import PANEL_MODES, PANELS, alt_texts
from costdash.figures.client_data import live, live_review
from costdash.figures.offline import config, standalone
from costdash.figures.panels.difference import difference_figure
from costdash.report.boot_data import ID, script_json, shared
from costdash.report.card import card_data
from costdash.report.elements import Element, Html, element
from costdash.report.html.elements import named, tools
from costdash.report.html.measures import measure_figures
from costdash.report.html.pictures import picture
from costdash.report.report import Report
from costdash.wording import percent

PAIR_WIDTH = 290  # pixels of the x axis of a pair, three of which stand side by side


def drawn(report: Report) -> dict[str, dict]:
    """Every figure as plain JSON, with the configuration of its graph, by its id."""
    name = Path(report.source.name).stem
    figures = {}
    for panel in PANELS:
        figure = standalone(panel.figure(report.scene), report.analysis, panel)
        figures[panel.id] = figure | {"config": config(f"{name}-{panel.id}")}
    for k, pair in enumerate(report.comparisons):
        figures[difference_id(k)] = _difference(report, pair) | {
            "config": config(f"{name}-{pair.a}-{pair.b}")
        }
    for key, figure in measure_figures(report).items():
        figures[key] = figure | {"config": config(f"{name}-{key}")}
    return figures


def _difference(report: Report, pair: Comparison) -> dict:
    compare, instead = report.compare, ""
    if pair.level != report.level:
        among = f"{percent(report.level)} among {len(report.comparisons)} pairs"
        instead = f"Holm's for {among}"
    figure = difference_figure(
        pair,
        report.point,
        report.view,
        simultaneous=compare.whole_curve,
        margin=compare.margin,
        instead=instead,
        width=PAIR_WIDTH,
    )
    return standalone(figure, report.analysis)


def difference_id(k: int) -> str:
    """The id of the graph of the pair at place k."""
    return f"difference-{k}"


def difference_graph(k: int, pair: Comparison) -> Element:
    label = f"Normalized expected cost of {pair.a} less that of {pair.b}, along PC(+)"
    key = difference_id(k)
    graph = element("div", id=key, class_="graph difference", role="img", aria_label=label)
    return element("figure", element("figcaption", "Difference", tools(key)), graph)


def panels(report: Report, figures: dict[str, dict]) -> Element:
    """A legend, then every panel with the notes under it."""
    labels = alt_texts(report.scene)
    cards = []
    for panel in PANELS:
        key, meta = panel.id, figures[panel.id]["layout"]["meta"]
        notes = [element("p", meta["note"], class_="note")] if meta["note"] else []
        drawn_still = element("noscript", picture(figures[key], labels[key]))
        about = {"class_": "graph", "role": "img", "aria_label": labels[key]}
        graph = element("div", id=key, **about), drawn_still
        title = PANEL_MODES[meta["mode"]["key"]].title if "mode" in meta else panel.title
        caption = element("figcaption", title, tools(key))
        place = "card whole-row" if panel.wide else "card"
        cards.append(element("figure", caption, graph, *notes, class_=place))
    legend = element("p", *(named(report, name) for name in report.shown), class_="legend")
    return element("section", legend, *cards, class_="panels")


def data(report: Report, figures: dict[str, dict]) -> list[Element]:
    """The script's data as JSON: what scripts share with Python, then figures and sliders."""
    parts = {"figures": {"panels": figures, "whatIf": _what_if(report)}, ID: shared()}
    return [
        element("script", Html(script_json(part)), type="application/json", id=name)
        for name, part in parts.items()
    ]


def _what_if(report: Report) -> dict[str, Any] | None:
    """Curves, answers and conditions for the script; None where the sliders would not be right.

    That is where another criterion than least cost chooses, and without a model.
    """
    if report.scene.choice or not report.shown:
        return None
    point, unit = report.point, report.currency.case_unit
    conditions = {name: getattr(point, name) for name in ("prior", "cost_fn", "cost_fp")}
    return {
        "live": live(report.scene.analysis, report.view),
        "point": conditions,
        "card": card_data(report.scene, report.summary, report.currency)
        | {"zone": live_review(report.scene.review, report.scene.analysis)},
        "case_unit": {"cases": unit.cases, "period": unit.period} if unit else None,
        "currency": report.currency.form,
    }
