"""What the figures show of the folds, and how they say it."""

from dataclasses import dataclass

from costdash.core.folds.folds import Folds
from costdash.reading import percent

AVERAGES = ("vertical", "threshold", "cost", "merged")
NAMES = {
    "vertical": "vertical average",
    "threshold": "threshold average",
    "cost": "cost average",
    "merged": "folds merged",
}
ONE_FOR_ALL = {
    "vertical": "is read again as one ROC curve and chooses one false positive rate for all",
    "threshold": "chooses one threshold for all",
    "merged": "chooses one threshold for all rows together",
}
CAVEAT = "folds share training rows, so the interval is a rough one"


@dataclass(frozen=True, slots=True)
class FoldsView:
    """Which average is drawn strong, and which beside it for comparison (None: none).

    level of the intervals over folds (0: none); place: the model's in the file, for its colour.
    """

    average: str = "vertical"
    beside: str | None = "cost"
    level: float = 0.95
    place: int = 0
    uirevision: str = ""


def folds_words(folds: Folds, view: FoldsView) -> dict[str, str]:
    """What is drawn, for under the panel."""
    n = len(folds.counts)
    note = f"thin: {n} folds; strong: {NAMES[view.average]}"
    if view.beside not in (None, view.average):
        note += f"; dotted: {NAMES[view.beside]}"
    if view.average == "cost":
        note += "; each fold at its own optimum"
    if folds.left_out:
        missing = ", ".join(f"{fold} (no {lacks} row)" for fold, lacks in folds.left_out.items())
        note += f"; left out: {missing}"
    band = "no interval over folds"
    if view.level and view.average != "merged" and n > 1:
        band = f"{percent(view.level)} over {n} folds, Student's t with {n - 1} degrees; {CAVEAT}"
    return {"band": band, "note": note}


def one_or_each(view: FoldsView) -> str:
    """Why the strong line is, or is not, the mean of the folds' own costs.

    Drummond & Holte (2004), section 7.
    """
    if view.average == "cost":
        return "The mean in the table is the strong line: each fold chooses its own threshold."
    return (
        "The mean in the table lets each fold choose its own threshold, as the cost average does; "
        f"the strong line, {NAMES[view.average]}, {ONE_FOR_ALL[view.average]}, and so they differ "
        "(Drummond & Holte 2004, section 7)."
    )
