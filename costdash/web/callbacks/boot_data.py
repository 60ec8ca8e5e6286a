"""The boot data: what the page's scripts know before Dash has started.

They hold the data set, and what `report.boot_data` shares with the report. The page also brings
the answer to the first question, and its outline shows decision and panels of that answer.
"""

from contextlib import suppress
from typing import Any

from dash import Dash
from flask import request

from costdash.core.choose.criteria import CRITERIA, LimitedCost
from costdash.figures import COST_AXES, PANEL_MODES, style
from costdash.report.boot_data import panel_list, script_json, shared
from costdash.web.callbacks.data import FIRST, first_page
from costdash.web.callbacks.first_answer import first_answer
from costdash.web.callbacks.tabs import TABS
from costdash.web.ids import ids, panel_graph, panel_note
from costdash.web.page.early_script import EARLY
from costdash.web.page.layout import mounted_later, outline
from costdash.web.session import opened_token, session_id
from costdash.web.storage.analyses import current_analyses
from costdash.web.storage.store import DatasetUnavailable
from costdash.web.wire import DEFAULT_CONFIDENCE, NO_DATA, Dataset

PLACE, OUTLINE = "<!--opening-->", "<!--outline-->"
ENTRY = "{%app_entry%}"


def set_opening(app: Dash) -> None:
    """Put boot data and outline into every page; the data are JSON that no browser executes."""
    interpolate = app.interpolate_index
    early = f"<script>{EARLY}</script>"

    def opened(**parts: Any) -> str:
        dataset = _dataset(session_id())
        first = first_answer(dataset, request.args)
        asked = {"first": first.question} if first else {}
        data = script_json(of_page() | asked | {"dataset": dataset})
        block = f'<script id="{ids.BOOT_DATA}" type="application/json">{data}</script>{early}'
        page = interpolate(**parts).replace(PLACE, block, 1)
        return page.replace(OUTLINE, first.html if first else outline(), 1)

    app.index_string = app.index_string.replace("</head>", f"{PLACE}</head>", 1)
    app.index_string = app.index_string.replace(ENTRY, f"{ENTRY}{OUTLINE}", 1)
    app.interpolate_index = opened  # type: ignore[method-assign, assignment]  # as dash advises


def of_page() -> dict[str, Any]:
    """What every page brings along: what the report has too, and lists of the page alone."""
    return shared() | {
        "level": DEFAULT_CONFIDENCE,
        "breakpoints": {name: width for name, (width, _) in style.BREAKPOINTS.items()},
        "panels": [panel | _on_page(panel["name"]) for panel in panel_list()],
        "cost_axes": axis_list(),
        "modes": modes(),
        "criteria": criterion_list(),
        "tabs": tab_list(),
        "mounted_later": mounted_later(TABS),
    }


def axis_list() -> list[dict[str, str]]:
    """The axes of the cost panel in the order of the switch; the first is the default."""
    return [
        {"key": axis.id, "table": axis.table, "handle": axis.handle} for axis in COST_AXES.values()
    ]


def modes() -> dict[str, dict[str, Any]]:
    """The modes of the panels: heading and CSV file, and whether axes or places change."""
    return {
        mode.id: {
            "panel": mode.panel,
            "title": mode.title,
            "table": mode.table,
            "axes": mode.axes is not None,
            "places": mode.keeps_places,
        }
        for mode in PANEL_MODES.values()
    }


def tab_list() -> list[dict[str, Any]]:
    """The tabs in their order; the first is open at first."""
    return [
        {
            "key": tab.id,
            "asks": tab.asks,
            "figures": [*tab.figures],
            "texts": tab.texts,
            "choosers": tab.choosers,
        }
        for tab in TABS
    ]


def criterion_list() -> list[dict[str, Any]]:
    """The criteria in the order of the select, each with its fields; the first is the default."""
    return [
        {
            "key": key,
            "label": entry.label,
            "ranged": entry.ranged,
            "restricts": issubclass(entry.type, LimitedCost),
            "fields": {
                field.name: {
                    "start": field.start,
                    "label": field.label,
                    "small": field.small,
                    "of_cases": field.of_cases,
                }
                for field in entry.fields
            },
        }
        for key, entry in CRITERIA.items()
    ]


def _on_page(panel: str) -> dict[str, str]:
    """DOM ids of a panel."""
    return {"graph": panel_graph(panel), "note": panel_note(panel)}


def _dataset(session: str | None) -> Dataset:
    """The first content of a new tab; empty before the analysis is done: the page must not wait."""
    analyses = current_analyses()
    with suppress(DatasetUnavailable):
        if analyses.is_stored(opened_token() or FIRST, session):
            return first_page(None, session)
    return NO_DATA
