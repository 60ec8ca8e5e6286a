"""Cross-fitted costs for the page, which need the rows of the data set."""

from dataclasses import dataclass

from costdash.core import Analysis
from costdash.core.folds.crossfit import CrossFits
from costdash.report.request import Request
from costdash.web.session import session_id
from costdash.web.storage.derived import NotInMemory, results_in_memory, results_of
from costdash.web.storage.jobs import NoResult

FEW_ROWS = (
    "Too few rows to choose thresholds on other folds; costs are those of the same rows, and look "
    "lower than they will be."
)
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


def crossfits_of(
    request: Request,
    token: str,
    analysis: Analysis,
    wait: bool = True,
    patience: float | None = None,
) -> CrossFitting:
    """The cross-fitted costs of the models shown, if the request asks for them.

    Without `wait` they are not computed. Raises DatasetUnavailable, and StillWorking if the
    patience (s) ends.
    """
    if not request.crossfit or not request.view.models:
        return NO_CROSSFITTING
    own, names = (token, session_id(), analysis), request.view.models
    try:
        try:
            return CrossFitting(results_in_memory(*own).crossfits(names))
        except NotInMemory:
            if not wait:
                return CrossFitting(refining=True)
        return CrossFitting(results_of(*own, patience).crossfits(names), fresh=True)
    except NoResult as failed:
        return CrossFitting(note=f"{failed.sentence} {SAME_ROWS}")
    except ValueError:
        return CrossFitting(note=FEW_ROWS)
