"""What the page's scripts know before dash has started: the data set, and both palettes.

With it they ask the first question while the browser is still busy building the page.
"""

import json
from contextlib import suppress
from typing import Any

from dash import Dash

from costdash.figures import PANELS, style
from costdash.web import ids
from costdash.web.callbacks.data import FIRST, first_page
from costdash.web.ids import NO_DATA
from costdash.web.session import opened_token, session_id
from costdash.web.storage.analyses import current_analyses
from costdash.web.storage.store import DatasetUnavailable
from costdash.wording import TRIVIAL_NAMES

PLACE = "<!--opening-->"


def set_opening(app: Dash) -> None:
    """Puts it into the head of every page that is served, as data that no browser executes."""
    interpolate = app.interpolate_index

    def opened(**parts: Any) -> str:
        known = {
            "dataset": _dataset(session_id()),
            "level": ids.DEFAULT_CONFIDENCE,
            "palettes": style.PALETTES,
            "panels": panel_list(),
            "trivial": TRIVIAL_NAMES,
        }
        text = json.dumps(known, separators=(",", ":")).replace("<", "\\u003c")
        block = f'<script id="opening" type="application/json">{text}</script>'
        return interpolate(**parts).replace(PLACE, block, 1)

    app.index_string = app.index_string.replace("</head>", f"{PLACE}</head>", 1)
    app.interpolate_index = opened  # type: ignore[method-assign, assignment]  # dash says so


def panel_list() -> list[dict]:
    """The panel registry for the scripts: names, titles, DOM ids, and what x and y are."""
    return [
        {
            "name": panel.id,
            "title": panel.title,
            "graph": ids.panel_graph(panel.id),
            "note": ids.panel_note(panel.id),
            "axes": [axis.id for axis in panel.axes],
        }
        for panel in PANELS
    ]


def _dataset(session: str | None) -> dict:
    """What a new tab shows; nothing before it is analysed, since the page must not wait."""
    analyses = current_analyses()
    with suppress(DatasetUnavailable):
        if analyses.is_stored(opened_token() or FIRST, session):
            return first_page(None, session)
    return NO_DATA
