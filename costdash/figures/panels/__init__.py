"""The panel registry: every linked panel is one row of PANELS, see `rows.Panel`.

The figures below the panels (difference, folds) answer other questions and have no row.
"""

from costdash.figures.axes import FPR, NEC, PCF, PRECISION, RECALL, TPR
from costdash.figures.panels import cost, precision_recall, roc
from costdash.figures.panels.cost_axes import COST_AXES, FIRST_AXIS
from costdash.figures.panels.rows import Panel
from costdash.figures.panels.segment import segment_words
from costdash.figures.scene import Scene

PANELS = (
    Panel(
        id=roc.PANEL,
        title="ROC",
        short="ROC",
        word="ROC",
        axes=(FPR, TPR),
        figure=roc.roc_figure,
        alt_text=roc.roc_alt_text,
        csv_curve=roc.roc_csv_curve,
        csv_title="ROC curves",
        explanation=roc.EXPLANATION,
        source=roc.SOURCE,
        places="rates",
        bands=True,
        draws_thresholds=True,
    ),
    Panel(
        id=precision_recall.PANEL,
        title="Precision and recall",
        short="Precision",
        word="PR",
        axes=(RECALL, PRECISION),
        figure=precision_recall.precision_recall_figure,
        alt_text=precision_recall.precision_recall_alt_text,
        csv_curve=precision_recall.precision_recall_csv_curve,
        csv_title="Precision-recall curves",
        explanation=precision_recall.EXPLANATION,
        source=precision_recall.SOURCE,
        places="precision",
        bands=True,
    ),
    Panel(
        id="cost",
        title="Cost",
        short="Cost",
        word="cost",
        axes=(PCF, NEC),
        figure=cost.cost_figure,
        alt_text=cost.cost_alt_text,
        csv_curve=cost.cost_csv_curve,
        csv_title="Cost curves",
        explanation=COST_AXES[FIRST_AXIS].explanation,
        source=cost.SOURCE,
        places="cost",
        width=544,
        first=True,
        strip=True,
        scores=True,
        cost_axes=COST_AXES,
    ),
)


def alt_texts(scene: Scene) -> dict[str, str]:
    """The alt text of each panel, by its id, as plain text."""
    return {panel.id: panel.alt_text(scene) + segment_words(scene) for panel in PANELS}
