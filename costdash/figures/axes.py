"""The axes of the panels, and the pairs of axes on which the cost panel can be read."""

from collections.abc import Callable
from dataclasses import dataclass

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


FPR = Axis("fpr", "False positive rate", "fpr", "fpr (share of negatives)")
TPR = Axis("tpr", "True positive rate", "tpr", "tpr (share of positives)")
RECALL = Axis("recall", "Recall", "recall", "recall (share of positives)")
PRECISION = Axis("precision", "Precision", "precision", "precision")
PCF = Axis("pcf", "Probability cost, PC(+)", "PC(+)", "PC(+)")
NEC = Axis("nec", "Normalized expected cost", "cost", "nec")


@dataclass(frozen=True, slots=True)
class CostReading:
    """One way to read the cost panel: its axes, and what of a result stands where on them.

    curve: the (x, y) of a model's lower envelope, exact when joined straight. x_of: where an
    operating point stands along x. y_of: the height of a call. top: the highest y that is drawn.
    """

    x: Axis
    y: Axis
    top: float
    curve: Callable[[ModelAnalysis], tuple[Floats, Floats]]
    x_of: Callable[[OperatingPoint], float]
    y_of: Callable[[Call], float]


COST_READINGS = {
    # Drummond & Holte (2000), section 2.2. Calling at random costs 0.5.
    "probability-cost": CostReading(
        x=PCF,
        y=NEC,
        top=0.5,
        curve=lambda model: model.hull.bends,
        x_of=lambda point: point.pcf,
        y_of=lambda call: call.nec,
    ),
}
