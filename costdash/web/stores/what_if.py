"""The answer to one settled question."""

import json

from dash import no_update

from costdash.core import Analysis
from costdash.figures import View, live
from costdash.web.callbacks.data import notice
from costdash.web.session import session_id
from costdash.web.settings import Settings
from costdash.web.storage.analyses import analysis_of
from costdash.web.storage.store import Gone
from costdash.web.storage.text_cache import cached_text
from costdash.web.stores import scenarios
from costdash.web.stores.answer import answer
from costdash.web.stores.read import (
    Unreadable,
    currency_of,
    drawn_models,
    matrix_of,
    point_of,
    pooled,
    scenarios_of,
    switched_of,
)
from costdash.web.stores.view import whole_view


def settle(dataset: dict | None, conditions: dict | None, view: dict | None, settings: Settings):
    """The answer to one settled question; nothing while the stores speak of different data."""
    token, revision = ((dataset or {}).get(name) for name in ("token", "revision"))
    if not token or any((store or {}).get("revision") != revision for store in (conditions, view)):
        return no_update, no_update
    try:
        currency = currency_of(conditions, settings.currency)
        analysis = analysis_of(token, session_id(), drawn_models(view, conditions), pooled(view))
        point = point_of(conditions)
        shown = whole_view(token, conditions, view, analysis, revision)
        told = answer(analysis, point, shown, currency, matrix_of(conditions), switched_of(view))
        kept = scenarios.table(analysis, point, shown, scenarios_of(conditions), currency)
    except (Gone, Unreadable) as reason:
        return no_update, notice(str(reason))
    seqs = {"conditions_seq": conditions.get("seq"), "view_seq": view.get("seq")}
    return told | seqs | {"scenarios": kept, "live": _live(token, analysis, shown)}, no_update


def _live(token: str, analysis: Analysis, view: View) -> dict:
    """What the page's script moves; it depends on no operating point, so it is made once."""
    key = f"live {view.level} {view.models} {[*analysis.lacking]} {analysis.chosen}"
    text = cached_text(token, session_id(), key, lambda: json.dumps(live(analysis, view)))
    return json.loads(text)
