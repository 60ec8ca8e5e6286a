"""The axes of the panels, and the pairs of axes on which the cost panel can be read."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil

from costdash.core import Call, ModelAnalysis, OperatingPoint
from costdash.core.types import Floats


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of a panel.

    id: its name for scripts. title: beside the axis. short: in hover labels. column: in the header
    of a CSV file, with the unit.
    """

    id: str
    title: str
    short: str
    column: str


FPR = Axis("fpr", "Negatives flagged (false positive rate)", "fpr", "fpr (share of negatives)")
TPR = Axis("tpr", "Positives found (true positive rate)", "tpr", "tpr (share of positives)")
RECALL = Axis("recall", "Positives found (recall)", "recall", "recall (share of positives)")
PRECISION = Axis("precision", "Flags that are right (precision)", "precision", "precision")
PCF = Axis(
    "pcf",
    "Probability cost, PC(+): how much of what is at stake lies with the positives",
    "PC(+)",
    "PC(+)",
)
HALF = 0.5  # nec of flagging at random
ROOM, STEP = 1.65, 0.02  # above the dearest model, and of the highest nec that is drawn
NEC = Axis("nec", "Expected cost (1 = every case wrong)", "cost", "nec")


@dataclass(frozen=True, slots=True)
class CostReading:
    """One way to read the cost panel: its axes, and what of a result stands where on them.

    curve: the (x, y) of a model's lower envelope, exact when joined straight. x_of: where an
    operating point stands along x. y_of: the height of a call. top: the highest y drawn for models.
    """

    x: Axis
    y: Axis
    top: Callable[[Iterable[ModelAnalysis]], float]
    curve: Callable[[ModelAnalysis], tuple[Floats, Floats]]
    x_of: Callable[[OperatingPoint], float]
    y_of: Callable[[Call], float]


def _highest_cost(models: Iterable[ModelAnalysis]) -> float:
    """Room above the dearest envelope, for what the trivial classifiers cost; at most 0.5."""
    highest = max((float(model.hull.bends[1].max()) for model in models), default=HALF)
    return min(HALF, ceil(ROOM * highest / STEP) * STEP)


COST_READINGS = {
    # Drummond & Holte (2000), section 2.2.
    "probability-cost": CostReading(
        x=PCF,
        y=NEC,
        top=_highest_cost,
        curve=lambda model: model.hull.bends,
        x_of=lambda point: point.pcf,
        y_of=lambda call: call.nec,
    ),
}
