"""All pairs of the models that are on, tested."""

from dash import html

from costdash.core import Analysis
from costdash.core.compare.compare import MOST_MODELS
from costdash.core.compare.multiple_testing import pair_tests
from costdash.figures.view import View
from costdash.report.tables.pairs import pair_table
from costdash.web.page.plain_table import plain_table
from costdash.web.page.rail import shortened
from costdash.web.session import session_id
from costdash.web.storage.rows import rows_of
from costdash.web.storage.store import Gone
from costdash.web.stores.read import (
    Unreadable,
    currency_of,
    drawn_models,
    point_of,
    pooled,
    view_of,
)

LONGEST = 16  # of a name in the table
PAIRS = 2  # with fewer nothing is picked


def all_pairs(dataset, conditions, view, a, b, currency: str) -> list:
    """The table of all pairs; nothing where there is one pair only."""
    token, session = (dataset or {}).get("token"), session_id()
    try:
        rows = rows_of(token, session, (*drawn_models(view, conditions), a, b), pooled(view))
        analysis, point = rows.analysis, point_of(conditions or {})
        shown = view_of(view or {}, analysis, dataset["revision"])
        money = currency_of(conditions or {}, currency)
        names = looked_at(analysis, shown, a, b)
        every = rows.comparisons(names, shown.level or analysis.level, MOST_MODELS)
    except (Gone, Unreadable):
        return []
    if len(names) > MOST_MODELS:
        return [html.P(f"All pairs are tested of up to {MOST_MODELS} models.", className="note")]
    if len(every) < PAIRS:
        return []
    tests = pair_tests(every, point.pcf)
    return plain_table(pair_table(tests, point, shown.level or None, money, _short))


def looked_at(analysis: Analysis, shown: View, a: str, b: str) -> list[str]:
    """The models that are on, and the two compared, in the order of the file."""
    return [name for name in analysis.models if name in (*shown.models, a, b)]


def _short(name: str) -> str:
    """So that two names and their numbers fit beside each other."""
    return shortened(name, LONGEST)
