"""The boot data: what the page's scripts know before Dash has started.

They hold the data set, the palettes and the registries of panels and criteria. With them the
scripts send the first request while the browser still builds the page.
"""

import json
from contextlib import suppress
from typing import Any

from dash import Dash

from costdash.core.choose.criteria import CRITERIA, LeastCost
from costdash.figures import PANELS, style
from costdash.web.callbacks.data import FIRST, first_page
from costdash.web.ids import ids, panel_graph, panel_note
from costdash.web.session import opened_token, session_id
from costdash.web.state import DEFAULT_CONFIDENCE, NO_DATA
from costdash.web.storage.analyses import current_analyses
from costdash.web.storage.store import DatasetUnavailable
from costdash.wording import TRIVIAL_NAMES

PLACE = "<!--opening-->"


def set_opening(app: Dash) -> None:
    """Put the boot data into the head of every page, as JSON that no browser executes."""
    interpolate = app.interpolate_index

    def opened(**parts: Any) -> str:
        boot = {
            "dataset": _dataset(session_id()),
            "level": DEFAULT_CONFIDENCE,
            "palettes": style.PALETTES,
            "panels": panel_list(),
            "criteria": first_limits(),
            "trivial": TRIVIAL_NAMES,
        }
        text = json.dumps(boot, separators=(",", ":")).replace("<", "\\u003c")
        block = f'<script id="{ids.BOOT_DATA}" type="application/json">{text}</script>'
        return interpolate(**parts).replace(PLACE, block, 1)

    app.index_string = app.index_string.replace("</head>", f"{PLACE}</head>", 1)
    app.interpolate_index = opened  # type: ignore[method-assign, assignment]  # as dash advises


def panel_list() -> list[dict]:
    """The panel registry for the scripts: names, titles, DOM ids, and what x and y are."""
    return [
        {
            "name": panel.id,
            "title": panel.title,
            "graph": panel_graph(panel.id),
            "note": panel_note(panel.id),
            "axes": [axis.id for axis in panel.axes],
        }
        for panel in PANELS
    ]


def first_limits() -> dict[str, float | bool | str | None]:
    """The criteria besides least cost, each with the limit it starts with; None without a limit."""
    return {
        key: next((field.start for field in entry.fields if field.name == "limit"), None)
        for key, entry in CRITERIA.items()
        if key != LeastCost.key
    }


def _dataset(session: str | None) -> dict:
    """The first content of a new tab; empty before the analysis is done: the page must not wait."""
    analyses = current_analyses()
    with suppress(DatasetUnavailable):
        if analyses.is_stored(opened_token() or FIRST, session):
            return first_page(None, session)
    return NO_DATA
