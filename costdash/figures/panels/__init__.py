"""The panel registry: every linked panel is one row of PANELS.

The page, the report, the exports, the alt texts and the browser scripts (through the boot data)
read it. The figures below the panels (difference, folds) answer other questions and have no row.
"""

from collections.abc import Callable
from dataclasses import dataclass

import plotly.graph_objects as go

from costdash.figures.alternatives import CurveTable
from costdash.figures.axes import FPR, PRECISION, RECALL, TPR, Axis
from costdash.figures.panels import cost, precision_recall, roc
from costdash.figures.scene import Scene


@dataclass(frozen=True, slots=True)
class Panel:
    """A linked panel: its properties for the page, the report and the exports.

    id: its name in answers, files and DOM ids. title: its heading. axes: x and y. figure,
    alt_text, csv_curve: made of a scene. csv_title: in the menu of CSV files. explanation
    and source: the paragraphs behind "?" and their literature. draws_thresholds: each point
    of a model's line is a threshold.
    """

    id: str
    title: str
    axes: tuple[Axis, Axis]
    figure: Callable[[Scene], go.Figure]
    alt_text: Callable[[Scene], str]
    csv_curve: Callable[[Scene], CurveTable]
    csv_title: str
    explanation: tuple[str, ...]
    source: str
    draws_thresholds: bool = False


PANELS = (
    Panel(
        id="roc",
        title="ROC",
        axes=(FPR, TPR),
        figure=roc.roc_figure,
        alt_text=roc.roc_alt_text,
        csv_curve=roc.roc_csv_curve,
        csv_title="ROC curves",
        explanation=roc.EXPLANATION,
        source=roc.SOURCE,
        draws_thresholds=True,
    ),
    Panel(
        id="pr",
        title="Precision and recall",
        axes=(RECALL, PRECISION),
        figure=precision_recall.precision_recall_figure,
        alt_text=precision_recall.precision_recall_alt_text,
        csv_curve=precision_recall.precision_recall_csv_curve,
        csv_title="Precision-recall curves",
        explanation=precision_recall.EXPLANATION,
        source=precision_recall.SOURCE,
    ),
    Panel(
        id="cost",
        title="Cost",
        axes=(cost.AXIS.x, cost.AXIS.y),
        figure=cost.cost_figure,
        alt_text=cost.cost_alt_text,
        csv_curve=cost.cost_csv_curve,
        csv_title="Cost curves",
        explanation=cost.EXPLANATION,
        source=cost.SOURCE,
    ),
)


def alt_texts(scene: Scene) -> dict[str, str]:
    """The alt text of each panel, by its id, as plain text."""
    return {panel.id: panel.alt_text(scene) for panel in PANELS}
