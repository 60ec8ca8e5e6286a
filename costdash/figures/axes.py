"""The axes of the panels, and the axes and modes of the panels."""

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
MONEY = Axis("money", "Cost", "cost", "expected cost per case")


PCF_HELP = (
    "Across: PC(+), which folds prior and costs into one number. Up: expected cost as a "
    "share of calling every case wrong.",
    "Every threshold is a straight line, and a model's curve is the lowest of its lines. "
    "The grey roof is what flagging none or flagging all costs; bars below show where each "
    "model beats both.",
    "Drag the vertical line, or click an empty spot, to ask “what if”.",
)
PRIOR_HELP = (
    "Across: the share of positives among the cases. Up: cost at your prices, for the number of "
    "cases of the page.",
    "Each curve is a model at its best threshold for that share. The thin lines are flagging none "
    "and flagging all.",
    "Drag the vertical line to change the share of positives.",
)
THRESHOLD_HELP = (
    "Across: the score from which a case is flagged. Up: cost at your conditions, misses and "
    "false alarms together.",
    "The lowest point is the best threshold. In the flat zone around it other thresholds cost "
    "hardly more, so the exact number does not matter there.",
)
BENEFIT_HELP = (
    "Across: threshold probability, the probability of being positive from which flagging pays. "
    "Up: net benefit per 100 cases: positives found, less false alarms at their exchange rate.",
    "Higher is better. Each curve is its model at the best threshold, so scores need not be "
    "probabilities. The usual decision curve, which flags scores from the threshold probability "
    "up, is the dotted line: Change, also draw, cost if scores are taken as probabilities.",
)


@dataclass(frozen=True, slots=True)
class CostAxis:
    """A pair of axes of the cost panel.

    id: its name in the view, in addresses and for scripts. name: in the switch. x, y: its axes.
    table: the CSV file of its points. explanation, source: the paragraphs behind "?" while the
    axis is shown, and their literature if it differs from the panel's.
    """

    id: str
    name: str
    x: Axis
    y: Axis
    table: str = "cost"
    explanation: tuple[str, ...] = ()
    source: str = ""


COST_AXES = {
    axis.id: axis
    for axis in (
        CostAxis("probability-cost", "Probability cost", PCF, NEC, explanation=PCF_HELP),
        CostAxis("positives", "Positives", PRIOR, MONEY, explanation=PRIOR_HELP),
        CostAxis("threshold", "Threshold", THRESHOLD, MONEY, explanation=THRESHOLD_HELP),
        CostAxis(
            "net-benefit",
            "Net benefit",
            PROBABILITY,
            BENEFIT,
            "decision-curve",
            BENEFIT_HELP,
            "Vickers & Elkin, 2006; Millard & Flach, 2025",
        ),
    )
}


@dataclass(frozen=True, slots=True)
class PanelMode:
    """Another drawing in the ROC or PR panel, offered in its menu.

    id: its name in the view and in addresses. panel: the panel's id. name: in the menu.
    explanation, source: the paragraphs behind "?" while the mode is shown and their literature, if
    they differ from the panel's.
    """

    id: str
    panel: str
    name: str
    explanation: tuple[str, ...] = ()
    source: str = ""


TIES_HELP = (
    "Cases of both classes with the same score have no order. Dashed: their positives come first "
    "(optimistic). Dotted: their negatives come first (pessimistic).",
    "The full line, half-way between, is what random order gives on average (expected). Hulls, "
    "areas and costs use it.",
)
CONCAVITIES_HELP = (
    "A concavity is a part of a curve below its convex hull: there the model orders cases "
    "the wrong way round. Shaded: the largest concavities of each model.",
    "The open diamond is where the deepest point would come to lie if the order inside it were "
    "reversed, on these rows.",
    "Compare > Combine > Repair adds that model, judged on other rows.",
)
RELIABILITY_HELP = (
    "Across: the score. Up: the share of positives among cases with such scores, in steps that "
    "rise with the score, so there are no bins to choose (CORP).",
    "On the diagonal scores are probabilities. Steps above it have scores that are too low, steps "
    "below it scores that are too high.",
    "Point at a step, or drag across several: the cost panel lights what they cost if scores are "
    "taken as probabilities.",
)
GAINS_HELP = (
    "Across: the share of all cases that is flagged, from the highest scores down, at your share "
    "of positives. Up: the share of the positives among them (gains).",
    "Lift is how many times as common positives are among the flagged as among all cases: up "
    "divided by across. The diagonal is flagging at random, with a lift of 1.",
)
TIES_SOURCE = "Fawcett 2004, section 4.1 and figure 6"
CONCAVITIES_SOURCE = "Fawcett 2004, section 7.4.2; Flach & Wu, 2003"
PANEL_MODES = {
    mode.id: mode
    for mode in (
        PanelMode("det", "roc", "DET axes (normal deviates)"),
        PanelMode("gains", "roc", "Gains and lift, by share flagged", GAINS_HELP),
        PanelMode("ties", "roc", "Order of tied scores, best and worst", TIES_HELP, TIES_SOURCE),
        PanelMode(
            "dents", "roc", "Concavities of the curves", CONCAVITIES_HELP, CONCAVITIES_SOURCE
        ),
        PanelMode(
            "reliability",
            "pr",
            "Calibration (reliability of scores as probabilities)",
            RELIABILITY_HELP,
            "Dimitriadis, Gneiting & Jordan, 2021",
        ),
    )
}
# They are made of rates alone, so the report draws them as well.
ROC_MODES = frozenset(mode.id for mode in PANEL_MODES.values() if mode.panel == "roc")


def logit(share: float) -> float:
    """ln(share / (1 - share)), and a large number at 0 and 1.

    >>> logit(0.5), logit(0), logit(1)
    (0.0, -40.0, 40.0)
    """
    if 0 < share < 1:
        return log(share) - log1p(-share)
    return FAR if share >= 1 else -FAR
