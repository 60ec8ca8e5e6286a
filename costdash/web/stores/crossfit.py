"""Cross-fitted costs for the page, which need the rows of the data set."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from costdash.core.folds.crossfit import CrossFits
from costdash.core.folds.folds import NEEDS_ROWS
from costdash.web.storage.derived import NotInMemory, results_of
from costdash.web.storage.jobs import NoResult, StillWorking
from costdash.web.stores.question import Question

FEW_ROWS = (
    "Too few rows to choose thresholds on other folds; costs are those of the same rows, and look "
    "lower than they will be."
)
ROWS_STAY = "Thresholds on other folds need single rows, which stay in the table."
SAME_ROWS = "Costs are those of the same rows, and look lower than they will be."


@dataclass(frozen=True, slots=True)
class CrossFitting:
    """Cross-fitted costs, if there are any.

    refining: they are still to be computed. note: why there are none. fresh: they were computed
    for this question.
    """

    fits: CrossFits | None = None
    refining: bool = False
    note: str = ""
    fresh: bool = False


NO_CROSSFITTING = CrossFitting()


def crossfits_of(question: Question, wait: bool = True) -> CrossFitting:
    """The cross-fitted costs of the models shown, if the question asks for them.

    Without `wait` the page gets only cross-fits that are in memory; for large data another process
    begins to compute them.
    """
    names = question.shown.models
    if not question.request.crossfit or not names:
        return NO_CROSSFITTING
    try:
        try:
            return CrossFitting(question.in_memory.crossfits(names))
        except NotInMemory:
            if not wait:
                _begin(question, names)
                return CrossFitting(refining=True)
        return CrossFitting(question.derived.crossfits(names), fresh=True)
    except NoResult as failed:
        return CrossFitting(note=f"{failed.sentence} {SAME_ROWS}")
    except ValueError as reason:
        stay = str(reason) == NEEDS_ROWS
        return CrossFitting(note=f"{ROWS_STAY} {SAME_ROWS}" if stay else FEW_ROWS)


def _begin(question: Question, names: Sequence[str]) -> None:
    """Lets another process compute while the page draws its present data and asks again later."""
    if not question.is_heavy:
        return
    with suppress(StillWorking, NoResult, ValueError):
        results_of(*question.context, question.analysis, patience=0).crossfits(names)
