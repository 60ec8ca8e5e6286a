"""What the browser scripts of page and report need to know: registries, limits and words.

They read it as `bootData` (`assets/core/boot-data.js`), so that no script has a list of its own.
"""

import json
from collections.abc import Mapping
from typing import Any

from costdash.core.choose.criteria import CRITERIA, LeastCost
from costdash.figures import COST_AXES, PALETTES, PANEL_MODES, PANELS
from costdash.wording import TRIVIAL_NAMES

ID = "boot-data"
UNSAFE = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}


def shared() -> dict[str, Any]:
    """The part that page and report have in common."""
    return {
        "panels": panel_list(),
        "cost_axes": axis_list(),
        "modes": modes(),
        "criteria": first_limits(),
        "palettes": PALETTES,
        "trivial": TRIVIAL_NAMES,
    }


def panel_list() -> list[dict[str, Any]]:
    """The panels in the order of the page: the id of each graph, and what scripts do in it."""
    return [
        {
            "name": panel.id,
            "graph": panel.id,
            "places": panel.places,
            "wide": panel.wide,
            "strip": panel.strip,
            "cost_axes": bool(panel.cost_axes),
        }
        for panel in PANELS
    ]


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


def first_limits() -> dict[str, float | bool | str | None]:
    """The criteria besides least cost, each with the limit it starts with; None without a limit."""
    return {
        key: next((field.start for field in entry.fields if field.name == "limit"), None)
        for key, entry in CRITERIA.items()
        if key != LeastCost.key
    }


def script_json(value: Mapping[str, Any]) -> str:
    """JSON for a script element, escaped so that no text in it can end the element."""
    text = json.dumps(value, separators=(",", ":"))
    return "".join(UNSAFE.get(letter, letter) for letter in text)
