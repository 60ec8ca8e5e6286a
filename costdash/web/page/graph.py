"""The box of a graph, and plotly.js: a script draws into the box, and dash has no part in it.

dcc.Graph would load plotly.js only when it is on the page, draw first what is empty, and then make
dash look at all of the page for every figure.
"""

import json
from importlib.metadata import version

from dash import html
from dash.fingerprint import build_fingerprint

from costdash.figures import style

CONFIG = json.dumps(style.CONFIG | {"displayModeBar": False, "responsive": False})
PLOTLY = "/_dash-component-suites/plotly/package_data/plotly.min.js"


def graph(name: str) -> html.Div:
    """As large as the frame around it."""
    return html.Div(id=name, className="graph", **{"data-config": CONFIG})


def plotly_script() -> str:
    """Before dash starts: what it does first would stand in the way of the first drawing."""
    return f'<script src="{build_fingerprint(PLOTLY, version("plotly"), 0)}"></script>'
