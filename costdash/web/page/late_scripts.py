"""Scripts that the page does without at first: it is told their addresses and loads them itself.

dash writes a tag for every script of its packages. The table of thresholds needs the largest, which
the page loads after its first drawing (`assets/controls/thresholds/grid.js`); the old table of dash
is not used at all. plotly.js (`assets/panels/plotly-adapter.js`) may arrive after the decision.
"""

import re
from html import escape
from typing import Any

from dash import Dash

TAG = re.compile(r'<script src="([^"]*)"></script>')
GRID, UNUSED = "/dash_ag_grid/", "/dash_table/"


def named(name: str, address: str) -> str:
    """The tag in the head from which `assets/state/late-scripts.js` knows the address."""
    return f'<meta name="costdash-script-{name}" content="{escape(address)}">'


def load_later(app: Dash) -> None:
    """Leaves these scripts out of the page, and tells it where the grid's is."""
    interpolate = app.interpolate_index

    def page(**parts: Any) -> str:
        addresses = TAG.findall(parts["scripts"])
        grid = next((address for address in addresses if GRID in address), "")
        parts["scripts"] = TAG.sub(_unless_late, parts["scripts"])
        parts["metas"] += named("grid", grid)
        return interpolate(**parts)

    app.interpolate_index = page  # type: ignore[method-assign, assignment]  # as dash advises


def _unless_late(tag: re.Match[str]) -> str:
    return "" if GRID in tag[1] or UNUSED in tag[1] else tag[0]
