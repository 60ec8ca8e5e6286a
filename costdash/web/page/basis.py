"""For how many cases everything on the page is told; a script keeps it with the conditions."""

import dash_mantine_components as dmc
from dash import html

from costdash.web import ids
from costdash.web.page.inputs import box, row

BASES = {"spoken": "auto", "case": "case", "thousand": "1,000", "month": "month"}


def basis_controls() -> list:
    return [
        html.P("Show costs per", className="note above"),
        dmc.SegmentedControl(
            id=ids.BASIS,
            data=[{"label": label, "value": value} for value, label in BASES.items()],
            value="spoken",
            size="xs",
            fullWidth=True,
            **{"aria-label": "Show costs per"},
        ),
        html.Div(
            row("Cases in a month", box(ids.MONTH, "Cases that come in a month")),
            id=ids.MONTH_ROW,
            hidden=True,
        ),
    ]
