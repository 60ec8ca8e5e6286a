"""The report's section on scores as probabilities, net benefit and the measures by field of use.

Two pictures come first; the tables open on a click.
"""

from dataclasses import replace
from typing import Any

from costdash.core.measures.model_measures import ModelMeasures
from costdash.core.measures.registry import FIELDS_OF_USE
from costdash.figures.offline import standalone
from costdash.figures.panels.cost_axes import net_benefit
from costdash.figures.panels.modes import reliability
from costdash.figures.scene import Scene
from costdash.report.elements import Element, element, section
from costdash.report.html.elements import html_table, tools
from costdash.report.html.pictures import picture
from costdash.report.report import Report
from costdash.report.sentences.rules import scores_taken_sentence
from costdash.report.tables.models import (
    MOST_READ,
    benefit_table,
    calibration_table,
    measure_table,
)
from costdash.wording import percent

RELIABILITY, BENEFIT = reliability.RELIABILITY.id, net_benefit.AXIS.id  # ids of the graphs
TITLE = "Probabilities, net benefit and measures by field"
SUMMARY = "As tables: calibration, net benefit, and the numbers of screening, credit and ranking"


def measure_figures(report: Report) -> dict[str, dict]:
    """The pictures of the section as plain JSON, by their id; none without single cases."""
    figures = {
        key: standalone(figure, report.analysis) for key, (figure, _) in _pictures(report).items()
    }
    for figure in figures.values():  # the report's sliders do not move them
        for live in ("cost_axis", "steps"):
            figure["layout"]["meta"].pop(live, None)
        for trace in figure["data"]:
            trace.pop("meta", None)
    return figures


def _pictures(report: Report) -> dict[str, tuple[Any, str]]:
    """Each picture with its alternative text."""
    if not _measured(report) or report.analysis.costs is not None:
        return {}
    scene, pictures = _scene(report), {}
    if scene.calibration is not None:
        pictures[RELIABILITY] = (
            reliability.reliability_figure(scene),
            reliability.reliability_alt_text(scene),
        )
    benefit = net_benefit.net_benefit_figure(scene), net_benefit.benefit_alt_text(scene)
    return pictures | {BENEFIT: benefit}


def _scene(report: Report) -> Scene:
    """The scene with the calibration of one model, and with what its scores cost."""
    scene = report.scene
    view = replace(scene.view, cost_axis=BENEFIT, score_driven=True)
    names = [scene.calibrated] if scene.calibrated in report.shown else []
    calibrations = [model.calibration for model in report.measures_of(names)]
    return replace(scene, view=view, calibration=next(iter(calibrations), None))


def _measured(report: Report) -> list[ModelMeasures]:
    """The measures of the first models shown, which the tables hold."""
    return report.measures_of(report.shown[:MOST_READ])


def measures(report: Report, figures: dict[str, dict]) -> Element | None:
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
    taken = scores_taken_sentence(_scene(report), report.currency)
    notes = [figures[key]["layout"]["meta"]["note"] for key in drawn]
    lines = (element("p", text, class_="soft") for text in (taken, *notes) if text)
    return section(TITLE, element("div", *cards, class_="columns"), *lines, _tables(report))


def _graph(key: str, title: str, figure: dict, words: str) -> Element:
    graph = element("div", id=key, class_="graph difference", role="img", aria_label=words)
    still = element("noscript", picture(figure, words))
    return element("figure", element("figcaption", title, tools(key)), graph, still)


def _tables(report: Report) -> Element:
    models = _measured(report)
    tables = [calibration_table(models, report.level), benefit_table(models, report.level)]
    for field in FIELDS_OF_USE:
        table = measure_table(models, field, report.level, report.point, report.currency)
        tables.append(replace(table, title=field.capitalize()))
    shown = [
        part
        for table in tables
        if table.rows
        for part in (element("h3", table.title), html_table(report, table))
    ]
    left = len(report.shown) - len(models)
    more = element("p", f"{left} more models are in the CSV and JSON.") if left > 0 else None
    return element("details", element("summary", SUMMARY), *shown, more)
