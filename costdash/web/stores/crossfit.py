"""Cross-fitted costs for the page, which need the rows of the data set."""

from costdash.core.folds.crossfit import CrossFits
from costdash.report.request import Request
from costdash.web.session import session_id
from costdash.web.storage.derived import derived_results
from costdash.web.stores.read import StoreData, Unreadable, drawn_models

NO_CROSSFIT = "Thresholds cannot be chosen on other rows: some fold holds all rows of a class."


def crossfits_of(
    request: Request,
    token: str,
    conditions: StoreData,
    view: StoreData,
    patience: float | None = None,
) -> CrossFits | None:
    """The cross-fitted costs of the models shown, if the request asks for them.

    Raises DatasetUnavailable, Unreadable if the folds do not allow it, and StillWorking if the
    patience (s) ends.
    """
    if not request.crossfit or not request.view.models:
        return None
    try:
        names = drawn_models(view, conditions)
        rows = derived_results(token, session_id(), names, pooled=True, patience=patience)
        return rows.crossfits(request.view.models)
    except ValueError as error:
        raise Unreadable(NO_CROSSFIT) from error
