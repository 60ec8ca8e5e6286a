"""Cross-fitted costs for the page, which need the rows of the data set."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from costdash.core import Analysis
from costdash.core.folds.crossfit import CrossFits
from costdash.core.folds.folds import NEEDS_ROWS
from costdash.report.derived import DerivedResults
from costdash.report.request import Request
from costdash.web.session import session_id
from costdash.web.storage.analyses import current_analyses
from costdash.web.storage.derived import NotInMemory, results_in_memory, results_of
from costdash.web.storage.jobs import NoResult, StillWorking
from costdash.web.storage.store import folder_of
from costdash.web.stores.read import StoreData, request_of

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


def crossfits_of(
    request: Request,
    token: str,
    analysis: Analysis,
    wait: bool = True,
    patience: float | None = None,
) -> CrossFitting:
    """The cross-fitted costs of the models shown, if the request asks for them.

    Without `wait` the page gets only cross-fits that are in memory; for large data another process
    begins to compute them. Raises DatasetUnavailable, and StillWorking if the patience (s) ends.
    """
    if not request.crossfit or not request.view.models:
        return NO_CROSSFITTING
    context, names = (token, session_id(), analysis), request.view.models
    try:
        try:
            return CrossFitting(results_in_memory(*context).crossfits(names))
        except NotInMemory:
            if not wait:
                _begin(*context, names)
                return CrossFitting(refining=True)
        return CrossFitting(results_of(*context, patience).crossfits(names), fresh=True)
    except NoResult as failed:
        return CrossFitting(note=f"{failed.sentence} {SAME_ROWS}")
    except ValueError as reason:
        stay = str(reason) == NEEDS_ROWS
        return CrossFitting(note=f"{ROWS_STAY} {SAME_ROWS}" if stay else FEW_ROWS)


def _begin(token: str, session: str | None, analysis: Analysis, names: Sequence[str]) -> None:
    """Lets another process compute while the page draws its present data and asks again later."""
    if not current_analyses().is_heavy(folder_of(token, session)):
        return
    with suppress(StillWorking, NoResult, ValueError):
        results_of(token, session, analysis, patience=0).crossfits(names)


def crossfits_or_none(
    rows: DerivedResults,
    names: Sequence[str],
    conditions: StoreData | None,
    view: StoreData | None,
) -> CrossFits | None:
    """The cross-fits of the named models, if costs are cross-fitted and the rows allow it."""
    request = request_of(conditions or {}, view or {}, rows.analysis)
    if not names or not request.crossfit:
        return None
    try:
        return rows.crossfits(names)
    except ValueError:  # too few rows, or rows that stay in a table: evaluated on the same rows
        return None
