"""Prior and costs between two values each: boxes in the rail, and what they lead to below."""

import dash_mantine_components as dmc
from dash import html

from costdash.web import ids
from costdash.web.inputs import box, row

LABELS = {"prior": "Prior", "cost-fn": "Missed positive", "cost-fp": "False alarm"}
LIKELY = {"even": "all values equally likely", "point": "most likely the values set above"}


def range_boxes() -> list:
    """A checkbox, and the boxes that it opens."""
    rows = [
        row(
            label,
            html.Span(
                [
                    box(f"{name}-low", f"{label}: at least"),
                    "to",
                    box(f"{name}-high", f"{label}: at most"),
                ],
                className="between",
            ),
        )
        for name, label in LABELS.items()
    ]
    return [
        dmc.Checkbox(id=ids.RANGES, label="I only know ranges", size="xs", checked=False),
        html.Div(rows, id=ids.RANGE_BOXES, className="ranges", hidden=True),
    ]


def weighing_bar() -> html.Div:
    """Shown with the ranges: how likely the values in them are, and the models ranked by it."""
    return html.Div(
        [
            dmc.Select(
                id=ids.LIKELY,
                label="Within the ranges",
                data=[{"value": key, "label": text} for key, text in LIKELY.items()],
                value="even",
                allowDeselect=False,
                size="xs",
                w=260,
            ),
            html.Div(id=ids.RANKING),
        ],
        id=ids.WEIGHING,
        className="weighing",
        hidden=True,
    )
