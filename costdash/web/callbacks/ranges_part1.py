"""The ranking of models while prior and costs are ranges."""

from dash import html, no_update

from costdash.report.tables.ranking import ranking as ranked
from costdash.report.tables.weighing import weighing_sentence, weighing_table
from costdash.web.page.plain_table import plain_table
from costdash.web.session import session_id
from costdash.web.storage.rows import rows_of
from costdash.web.storage.store import Gone
from costdash.web.stores.read import (
    Unreadable,
    currency_of,
    drawn_models,
    known_of,
    likely_of,
    point_of,
    pooled,
    view_of,
)


def ranking(dataset, conditions, view, currency: str):
    """A sentence and a table; nothing while the stores speak of different data."""
    token, revision = ((dataset or {}).get(name) for name in ("token", "revision"))
    if not token or any((store or {}).get("revision") != revision for store in (conditions, view)):
        return no_update
    try:
        known, point = known_of(conditions), point_of(conditions)
        money = currency_of(conditions, currency)
        if known is None:
            return []
        rows = rows_of(token, session_id(), drawn_models(view, conditions), pooled(view))
        shown = view_of(view, rows.analysis, revision)
        given = likely_of(conditions)
        likely = point if given is True else given or None
        level = shown.level or rows.analysis.level
        found = ranked(rows, known, likely, shown.models, level)
    except (Gone, Unreadable) as reason:
        return str(reason)
    return [html.P(weighing_sentence(found, money)), *plain_table(weighing_table(found, money))]
