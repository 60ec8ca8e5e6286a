"""All that the stores say of what is shown, in one View: of the page, the report and the files.

Choosing on other rows than those that are paid on.
"""

from dataclasses import replace

from costdash.core import Analysis
from costdash.core.folds.crossfit import CrossFit
from costdash.figures import View
from costdash.web.session import session_id
from costdash.web.storage.derived import rows_of
from costdash.web.stores.read import (
    OTHER,
    Unreadable,
    criterion_of,
    drawn_models,
    known_of,
    scenarios_of,
    view_of,
)


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


def whole_view(
    token: str, conditions: dict, view: dict, analysis: Analysis, revision: str = ""
) -> View:
    """Raises Unreadable, and DatasetUnavailable where rows are needed that are not there."""
    shown = view_of(view, analysis, revision)
    other_rows = paid_there(view, conditions, token, shown.models)
    unsure = bool(view.get("estimated_prior")) and not conditions.get("touched")
    return replace(
        shown,
        other_rows=other_rows,
        known=known_of(conditions),
        criterion=criterion_of(conditions, analysis),
        estimated_prior=unsure and other_rows is None,  # whose intervals hold the prior
        scenarios=tuple(one.point.pcf for one in scenarios_of(conditions)),
    )
