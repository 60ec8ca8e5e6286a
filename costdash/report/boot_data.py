"""What the browser scripts of page and report need to know: registries, limits and words.

They read it as `bootData` (`assets/core/boot-data.js`), so that no script has a list of its own.
"""

import json
from collections.abc import Mapping
from typing import Any

from costdash.core.choose.criteria import CRITERIA, LeastCost
from costdash.figures import PALETTES, PANELS
from costdash.wording import TRIVIAL_NAMES

ID = "boot-data"
UNSAFE = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}


def shared() -> dict[str, Any]:
    """The part that page and report have in common."""
    return {
        "panels": panel_list(),
        "criteria": first_limits(),
        "palettes": PALETTES,
        "trivial": TRIVIAL_NAMES,
    }


def panel_list() -> list[dict[str, Any]]:
    """The panel registry: names, titles, what x and y are, and the id of each graph."""
    return [
        {
            "name": panel.id,
            "title": panel.title,
            "graph": panel.id,
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


def script_json(value: Mapping[str, Any]) -> str:
    """JSON for a script element, escaped so that no text in it can end the element."""
    text = json.dumps(value, separators=(",", ":"))
    return "".join(UNSAFE.get(letter, letter) for letter in text)
