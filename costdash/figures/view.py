"""What the figures show of an analysis."""

from dataclasses import dataclass

from costdash.core.choose.criteria import Criterion
from costdash.core.conditions.intervals import Imprecise
from costdash.core.folds.crossfit import CrossFit


@dataclass(frozen=True, slots=True)
class View:
    """Models shown, level of the bands (0: none), and the thresholds held fast.

    pin and chosen are (model, index in its counts); lines asks for the cost lines of single
    thresholds, roc_whole for the ROC band of the whole curve at once, score_driven for the cost
    of taking scores at their word, as made at score_prior (the file's prevalence if None).
    known: prior and costs as ranges. other_rows: what choosing on other rows costs, where that is
    asked for.
    criterion: by which to choose, least expected cost if None. scenarios: PC(+) of those kept.
    estimated_prior: intervals count that the prior, which is the file's, is an estimate.
    """

    models: tuple[str, ...]
    level: float = 0.95
    pin: tuple[str, int] | None = None
    chosen: tuple[str, int] | None = None
    lines: bool = False
    score_driven: bool = False
    roc_whole: bool = False
    uirevision: str = ""
    score_prior: float | None = None
    known: Imprecise | None = None
    other_rows: CrossFit | None = None
    criterion: Criterion | None = None
    scenarios: tuple[float, ...] = ()
    estimated_prior: bool = False
