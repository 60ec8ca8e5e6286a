"""The axes of the panels, and the pairs of axes on which the cost panel can be read."""

from dataclasses import dataclass
from math import log, log1p

FAR = 40.0  # logit of a share that is as good as 1


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
    "Probability cost, PC(+): how much of what is at stake lies with positives",
    "PC(+)",
    "PC(+)",
)
NEC = Axis("nec", "Expected cost (1 = every case wrong)", "cost", "nec")


PRIOR = Axis("prior", "Cases that are positive", "positives", "prior (share of cases)")
THRESHOLD = Axis("threshold", "Threshold", "threshold", "threshold (positive at this or more)")
PROBABILITY = Axis(
    "threshold_probability",
    "Threshold probability: flag a case from this probability up",
    "threshold probability",
    "threshold probability",
)
BENEFIT = Axis("net_benefit", "Net benefit per 100 cases", "net benefit", "net benefit per case")
MONEY = Axis("money", "Cost", "cost", "expected cost per case")


@dataclass(frozen=True, slots=True)
class CostReading:
    """One way to read the cost panel.

    id: its name in the view, in addresses and for scripts. name: in the switch. x, y: its axes.
    table: the CSV file of its points.
    """

    id: str
    name: str
    x: Axis
    y: Axis
    table: str = "cost"


COST_READINGS = {
    reading.id: reading
    for reading in (
        CostReading("probability-cost", "Probability cost", PCF, NEC),
        CostReading("positives", "Positives", PRIOR, MONEY),
        CostReading("threshold", "Threshold", THRESHOLD, MONEY),
        CostReading("net-benefit", "Net benefit", PROBABILITY, BENEFIT, "decision-curve"),
    )
}


@dataclass(frozen=True, slots=True)
class PanelReading:
    """Another reading of the ROC or PR panel, offered in its menu.

    id: its name in the view and in addresses. panel: the panel's id. name: in the menu.
    """

    id: str
    panel: str
    name: str


PANEL_READINGS = {
    reading.id: reading
    for reading in (PanelReading("reliability", "pr", "Reliability of scores as probabilities"),)
}


def logit(share: float) -> float:
    """ln(share / (1 - share)), and a large number at 0 and 1.

    >>> logit(0.5), logit(0), logit(1)
    (0.0, -40.0, 40.0)
    """
    if 0 < share < 1:
        return log(share) - log1p(-share)
    return FAR if share >= 1 else -FAR
