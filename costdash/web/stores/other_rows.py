"""Choosing on other rows than those that are paid on."""

from costdash.core.folds.crossfit import CrossFit
from costdash.web.session import session_id
from costdash.web.storage.rows import rows_of
from costdash.web.stores.read import OTHER, Unreadable, drawn_models


def paid_there(view: dict, conditions: dict, token: str, names: tuple[str, ...]) -> CrossFit | None:
    """What choosing on the other folds costs, where the view asks for it; made once.

    Raises Unreadable where the folds do not allow it.
    """
    if view.get("choose") != OTHER or not names:
        return None
    try:
        rows = rows_of(token, session_id(), drawn_models(view, conditions), pooled=True)
        return rows.crossfit(names)
    except ValueError as error:
        raise Unreadable(
            "Thresholds cannot be chosen on other rows: some fold holds all rows of a class."
        ) from error
