"""Prior and costs between two values each: boxes in the rail, and what they lead to below."""

import dash_mantine_components as dmc
from dash import html

from costdash.web import ids
from costdash.web.page.inputs import DECADES, RATIO_MARKS, box, range_slider, row

LABELS = {"prior": "Prior", "cost-fn": "Missed positive", "cost-fp": "False alarm"}
LIKELY = {
    "even": "all values equally likely",
    "point": "most likely the values set above",
    "beta": "PC(+) as a Beta distribution",
}


def range_boxes() -> list:
    """A checkbox, and the boxes and sliders that it opens."""
    prior, *costs = (_between(name, label) for name, label in LABELS.items())
    ends = ("Prior of positives: at least", "Prior of positives: at most")
    ratio = "Cost of a missed positive against a false alarm"
    return [
        dmc.Checkbox(id=ids.RANGES, label="I only know ranges", size="xs", checked=False),
        html.Div(
            [
                prior,
                range_slider(ids.PRIOR_RANGE, ends, [-1, 1], -7.0, 7.0, step=0.01),
                *costs,
                range_slider(
                    ids.RATIO_RANGE,
                    (f"{ratio}: at least", f"{ratio}: at most"),
                    [-1, 1],
                    -DECADES,
                    DECADES,
                    step=0.01,
                    marks=RATIO_MARKS,
                ),
                html.P(id=ids.RANGE_TOLD, className="note readouts"),
            ],
            id=ids.RANGE_BOXES,
            className="ranges",
            hidden=True,
        ),
    ]


def _between(name: str, label: str) -> html.Div:
    low, high = box(f"{name}-low", f"{label}: at least"), box(f"{name}-high", f"{label}: at most")
    return row(label, html.Span([low, "to", high], className="between"))


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
            html.Div(
                [
                    "Beta(",
                    box(ids.BETA_A, "a of the Beta distribution of PC(+)"),
                    ",",
                    box(ids.BETA_B, "b of the Beta distribution of PC(+)"),
                    ")",
                ],
                id=ids.BETA,
                className="between",
                hidden=True,
            ),
            html.Div(id=ids.RANKING),
        ],
        id=ids.WEIGHING,
        className="weighing",
        hidden=True,
    )
