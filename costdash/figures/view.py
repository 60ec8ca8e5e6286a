"""The view: what of an analysis is shown, and how."""

from dataclasses import dataclass

from costdash.core.choose.criteria import Criterion
from costdash.core.conditions.intervals import Imprecise
from costdash.core.folds.crossfit import CrossFit


@dataclass(frozen=True, slots=True)
class View:
    """The settings of one answer besides the operating point.

    models: those shown, in the order of the page. level: of the bands, 0 for none.
    pin, chosen: today's threshold and the one selected on the page, each (model, index in its
    counts). criterion: by which to choose; None is least expected cost.
    lines: draw the cost lines of single thresholds. roc_whole: draw the ROC band of the whole
    curve. score_driven: draw the cost of taking scores for probabilities, which were made at
    score_prior (None: the file's prevalence).
    known: prior and costs as ranges. scenarios: PC(+) of those kept. other_rows: the cross-fitted
    costs, if the view asks for them. estimated_prior: intervals count that the prior is estimated
    from the file. uirevision: while it stays, Plotly keeps the user's zoom.
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
