"""The answer to one settled question."""

import json
from dataclasses import replace

from dash import no_update

from costdash.core import Analysis
from costdash.figures import View, live
from costdash.report.numbers import Currency
from costdash.web.analyses import analysis_of
from costdash.web.answer import answer
from costdash.web.cache import cached_text
from costdash.web.handlers import scenarios
from costdash.web.handlers.data import notice
from costdash.web.handlers.other_rows import paid_there
from costdash.web.session import session_id
from costdash.web.settings import Settings
from costdash.web.state import (
    Unreadable,
    criterion_of,
    known_of,
    matrix_of,
    point_of,
    scenarios_of,
    view_of,
)
from costdash.web.store import Gone


def settle(dataset: dict | None, conditions: dict | None, view: dict | None, settings: Settings):
    """The answer to one settled question; nothing while the stores speak of different data."""
    token, revision = ((dataset or {}).get(name) for name in ("token", "revision"))
    if not token or any((store or {}).get("revision") != revision for store in (conditions, view)):
        return no_update, no_update
    currency = Currency(settings.currency)
    try:
        analysis = analysis_of(token, session_id())
        point, shown = point_of(conditions), view_of(view, analysis, revision)
        told = answer(
            analysis,
            point,
            replace(
                shown,
                other_rows=paid_there(view, token, shown.models, settings.seed),
                known=known_of(conditions),
                criterion=criterion_of(conditions, analysis),
                scenarios=tuple(one.point.pcf for one in scenarios_of(conditions)),
            ),
            currency,
            matrix_of(conditions),
        )
    except (Gone, Unreadable) as reason:
        return no_update, notice(str(reason))
    kept = scenarios.table(analysis, point, shown, scenarios_of(conditions), currency)
    seqs = {"conditions_seq": conditions.get("seq"), "view_seq": view.get("seq")}
    return told | seqs | {"scenarios": kept, "live": _live(token, analysis, shown)}, no_update


def _live(token: str, analysis: Analysis, view: View) -> dict:
    """What the page's script moves; it depends on no operating point, so it is made once."""
    key = f"live {view.level} {view.models}"
    text = cached_text(token, session_id(), key, lambda: json.dumps(live(analysis, view)))
    return json.loads(text)
