"""Scripts that the page does without at first: it is told their addresses and loads them itself.

dash writes a tag for every script of its packages. The table of thresholds needs the largest, which
the page loads when its tab is opened (`assets/controls/thresholds/grid.js`); the old table of dash
is not used at all. plotly.js (`assets/panels/plotly-adapter.js`) may arrive after the decision. The
libraries that dash needs first, such as React, are one script: each request takes time.
"""

import re
from collections.abc import Callable
from html import escape
from pkgutil import get_data
from typing import Any

from dash import Dash
from dash.fingerprint import check_fingerprint

DASH, LIBRARIES = "/dash/", "/dash/deps/"  # places of the package, and of the libraries in it
TAG = re.compile(r'<script src="([^"]*)"></script>')
GRID, UNUSED = "/dash_ag_grid/", "/dash_table/"


def named(name: str, address: str) -> str:
    """The tag in the head from which `assets/state/late-scripts.js` knows the address."""
    return f'<meta name="costdash-script-{name}" content="{escape(address)}">'


def load_later(app: Dash, serve: Callable[[bytes], str]) -> None:
    """Leaves these scripts out of the page, and tells it where the grid's is.

    serve: makes an address for the libraries, which it then serves as one script.
    """
    interpolate = app.interpolate_index
    first, *others = libraries = _libraries(app)
    joined = serve(b"\n;\n".join(map(_content, libraries)))
    in_place = {first: f'<script src="{joined}"></script>', **dict.fromkeys(others, "")}

    def page(**parts: Any) -> str:
        addresses = TAG.findall(parts["scripts"])
        grid = next((address for address in addresses if GRID in address), "")
        scripts = TAG.sub(lambda tag: in_place.get(tag[1], tag[0]), parts["scripts"])
        parts["scripts"] = TAG.sub(_unless_late, scripts)
        parts["metas"] += named("grid", grid)
        return interpolate(**parts)

    app.interpolate_index = page  # type: ignore[method-assign, assignment]  # as dash advises


def _libraries(app: Dash) -> list[str]:
    """Addresses of the libraries, in the order in which they run."""
    return [tag for tag in TAG.findall(app._generate_scripts_html()) if LIBRARIES in tag]


def _content(address: str) -> bytes:
    path, _ = check_fingerprint(address.partition(DASH)[2])
    content = get_data("dash", path)
    assert content is not None  # dash serves it the same way
    return content


def _unless_late(tag: re.Match[str]) -> str:
    return "" if GRID in tag[1] or UNUSED in tag[1] else tag[0]
