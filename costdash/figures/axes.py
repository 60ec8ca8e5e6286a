"""The axes of the panels: titles, short names and columns of CSV files."""

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
FLAGGED = Axis(
    "flagged", "Cases flagged (share called positive)", "flagged", "share of cases flagged"
)
MISSED = Axis("fnr", "Positives missed (false negative rate)", "fnr", "fnr (share of positives)")
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
    "Threshold probability, which the costs of both mistakes set",
    "threshold probability",
    "threshold probability",
)
BENEFIT = Axis("net_benefit", "Net benefit per 100 cases", "net benefit", "net benefit per case")
IN_COSTS = ", in mean costs of a missed positive"  # net benefit where costs differ by case
MONEY = Axis("money", "Cost", "cost", "expected cost per case")


def logit(share: float) -> float:
    """ln(share / (1 - share)), and a large number at 0 and 1.

    >>> logit(0.5), logit(0), logit(1)
    (0.0, -40.0, 40.0)
    """
    if 0 < share < 1:
        return log(share) - log1p(-share)
    return FAR if share >= 1 else -FAR
