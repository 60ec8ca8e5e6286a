"""The ROC panel as a gains chart: the share of positives found by the share of cases flagged."""

from collections.abc import Iterator
from typing import Any

from costdash.core.curves.precision_recall import share_called
from costdash.core.types import Floats
from costdash.figures.alternatives import AT_LEAST, CurveTable
from costdash.figures.axes import FLAGGED, TPR
from costdash.figures.panels.roc_axes import RocAxes
from costdash.figures.panels.rows import PanelMode
from costdash.figures.scene import Scene
from costdash.wording import number, percent

HELP = (
    "Across: the share of all cases that is flagged, from the highest scores down, at your share "
    "of positives. Up: the share of the positives among them (gains).",
    "Lift is how many times as common positives are among the flagged as among all cases: up "
    "divided by across. The diagonal is flagging at random, with a lift of 1.",
)
POSITIVES_FOUND = "Positives found"


def gains_axes(scene: Scene) -> RocAxes | None:
    """The share of positives found against the share of cases flagged, at the prior.

    Straight lines stay straight, because across is a weighted mean of both rates. None with costs
    per case: then rates are no shares of cases.
    """
    if scene.analysis.costs is not None:
        return None
    prior, best = scene.point.prior, scene.recommended
    share = share_called(best.fpr, best.tpr, prior)
    lift = f", lift {number(best.tpr / share)}" if share > 0 else ""

    def place(fpr: Floats, tpr: Floats) -> tuple[Floats, Floats]:
        return share_called(fpr, tpr, prior), tpr

    return RocAxes(
        "Gains",
        "Gains (positives found by share of cases flagged) of {}",
        FLAGGED,
        TPR,
        place,
        place,
        (0, 1),
        turn=-1,
        meta={"prior": prior},
        above=f"{POSITIVES_FOUND} (at {percent(prior)} positives{lift})",
    )


def gains_csv_curve(scene: Scene) -> CurveTable:
    """The share of positives found by the share of cases flagged at the prior, and the lift."""
    head = ["model", AT_LEAST, FLAGGED.column, TPR.column, "lift"]

    def rows() -> Iterator[tuple[Any, ...]]:
        for model in scene.selected:
            counts = model.counts
            share = share_called(counts.fpr, counts.tpr, scene.point.prior)
            for threshold, flagged, tpr in zip(counts.threshold, share, counts.tpr):
                yield model.name, threshold, flagged, tpr, tpr / flagged if flagged > 0 else None

    return head, rows()


GAINS = PanelMode(
    id="gains",
    panel="roc",
    name="Gains and lift, by share flagged",
    title="Gains",
    explanation=HELP,
    axes=gains_axes,
    table="gains",
    csv_curve=gains_csv_curve,
    csv_title="Gains and lift",
)
