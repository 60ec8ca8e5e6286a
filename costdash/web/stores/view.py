"""All that the stores say of what is shown, in one View: of the page, the report and the files."""

from dataclasses import replace

from costdash.core import Analysis
from costdash.figures import View
from costdash.web.stores.other_rows import paid_there
from costdash.web.stores.read import criterion_of, known_of, scenarios_of, view_of


def whole_view(
    token: str, conditions: dict, view: dict, analysis: Analysis, revision: str = ""
) -> View:
    """Raises Unreadable, and Gone where rows are needed that are not there."""
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
