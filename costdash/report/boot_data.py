"""What the browser scripts of page and report need to know: registries, limits and words.

They read it as `bootData` (`assets/core/boot-data.js`), so that no script has a list of its own.
`costdash/web/callbacks/boot_data.py` adds what only the scripts of the page need.
"""

import json
from collections.abc import Mapping
from typing import Any

from costdash.figures import COST_AXES, PALETTES, PANEL_MODES, PANELS
from costdash.report.sentences.amounts import LEDGER_WORDS, typed_amounts
from costdash.wording import TRIVIAL_NAMES

ID = "boot-data"
UNSAFE = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}


def shared() -> dict[str, Any]:
    """The part that page and report have in common: all that the scripts of the report need."""
    return {
        "panels": panel_list(),
        "cost_axes": [{"key": key} for key in COST_AXES],
        "modes": {key: {"places": mode.keeps_places} for key, mode in PANEL_MODES.items()},
        "palettes": PALETTES,
        "trivial": TRIVIAL_NAMES,
        "ledger": LEDGER_WORDS,
        "amounts": typed_amounts(),
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


def script_json(value: Mapping[str, Any]) -> str:
    """JSON for a script element, escaped so that no text in it can end the element."""
    text = json.dumps(value, separators=(",", ":"))
    for letter, escape in UNSAFE.items():
        text = text.replace(letter, escape)
    return text
