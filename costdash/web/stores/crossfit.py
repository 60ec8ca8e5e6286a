"""Cross-fitted costs for the page, which need the rows of the data set."""

from costdash.core.folds.crossfit import CrossFit
from costdash.report.request import Request
from costdash.web.session import session_id
from costdash.web.storage.derived import derived_results
from costdash.web.stores.read import StoreData, Unreadable, drawn_models

NO_CROSSFIT = "Thresholds cannot be chosen on other rows: some fold holds all rows of a class."


def crossfit_of(
    request: Request, token: str, conditions: StoreData, view: StoreData
) -> CrossFit | None:
    """The cross-fitted costs of the models shown, if the request asks for them.

    Raises DatasetUnavailable, and Unreadable if the folds do not allow it.
    """
    if not request.crossfit or not request.view.models:
        return None
    try:
        rows = derived_results(token, session_id(), drawn_models(view, conditions), pooled=True)
        return rows.crossfit(request.view.models)
    except ValueError as error:
        raise Unreadable(NO_CROSSFIT) from error
