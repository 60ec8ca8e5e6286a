"""The report's section on scores as probabilities, net benefit and the numbers of trades.

Two pictures come first; the tables open on a click.
"""

from dataclasses import replace
from typing import Any

from costdash.figures.offline import standalone
from costdash.figures.panels.cost_axes.net_benefit import benefit_alt_text, net_benefit_figure
from costdash.figures.panels.reliability import reliability_alt_text, reliability_figure
from costdash.figures.scene import Scene
from costdash.report.html.elements import html_table, tools
from costdash.report.html.markup import Html, element, section
from costdash.report.html.pictures import picture
from costdash.report.report import Report
from costdash.report.sentences.rules import scores_taken_sentence
from costdash.report.tables.models import (
    MOST_READ,
    TRADES,
    benefit_table,
    calibration_table,
    trade_table,
)
from costdash.wording import percent

TITLE = "Probabilities, net benefit and measures by field"
RELIABILITY, BENEFIT = "reliability", "net-benefit"  # ids of the graphs
SUMMARY = "As tables: calibration, net benefit, and the numbers of screening, credit and ranking"


def reading_figures(report: Report) -> dict[str, dict]:
    """The pictures of the section as plain JSON, by their id; none without single cases."""
    found = {
        key: standalone(figure, report.analysis) for key, (figure, _) in _pictures(report).items()
    }
    for figure in found.values():  # the report's sliders do not move them
        for live in ("reading", "steps"):
            figure["layout"]["meta"].pop(live, None)
        for trace in figure["data"]:
            trace.pop("meta", None)
    return found


def _pictures(report: Report) -> dict[str, tuple[Any, str]]:
    """Each picture with what it says in words."""
    if not report.model_readings or report.analysis.costs is not None:
        return {}
    scene, found = _scene(report), {}
    if scene.calibration is not None:
        found[RELIABILITY] = reliability_figure(scene), reliability_alt_text(scene)
    return found | {BENEFIT: (net_benefit_figure(scene), benefit_alt_text(scene))}


def _scene(report: Report) -> Scene:
    """The scene with the calibration of one model, and with what its scores cost."""
    scene = report.scene
    view = replace(scene.view, cost_axis=BENEFIT, score_driven=True)
    parts = {one.name: one.calibration for one in report.model_readings}
    return replace(scene, view=view, calibration=parts.get(scene.calibrated or ""))


def readings(report: Report, figures: dict[str, dict]) -> Html | None:
    """The pictures, what scores cost as probabilities, and the tables behind a click."""
    drawn = _pictures(report)
    if not drawn:
        return None
    titles = {
        RELIABILITY: "Reliability",
        BENEFIT: f"Net benefit at {percent(report.point.prior)} positives",
    }
    cards = [
        element("div", _graph(key, titles[key], figures[key], words))
        for key, (_, words) in drawn.items()
    ]
    said = scores_taken_sentence(_scene(report), report.currency)
    notes = [figures[key]["layout"]["meta"]["note"] for key in drawn]
    lines = (element("p", text, class_="soft") for text in (said, *notes) if text)
    return section(TITLE, element("div", *cards, class_="columns"), *lines, _tables(report))


def _graph(key: str, title: str, figure: dict, words: str) -> Html:
    graph = element("div", id=key, class_="graph difference", role="img", aria_label=words)
    still = element("noscript", picture(figure, words))
    return element("figure", element("figcaption", title, tools(key)), graph, still)


def _tables(report: Report) -> Html:
    found = report.model_readings[:MOST_READ]
    tables = [calibration_table(found, report.level), benefit_table(found, report.level)]
    for trade in TRADES:
        table = trade_table(found, trade, report.level, report.point, report.currency)
        tables.append(replace(table, title=trade.capitalize()))
    shown = [
        part
        for table in tables
        if table.rows
        for part in (element("h3", table.title), html_table(report, table))
    ]
    left = len(report.model_readings) - len(found)
    more = element("p", f"{left} more models are in the CSV and JSON.") if left > 0 else None
    return element("details", element("summary", SUMMARY), *shown, more)
