"""Ranges of the conditions, and how likely the values within them are."""

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from costdash.web import ids
from costdash.web.page.components import DECADES, RATIO_MARKS, box, range_slider, row

LABELS = {"prior": "Prior", "cost-fn": "Missed positive", "cost-fp": "False alarm"}
LIKELY = {
    "even": "all values equally likely",
    "point": "most likely the values set above",
    "beta": "PC(+) as a Beta distribution",
}


def range_boxes() -> list[Component]:
    """A checkbox, and the boxes and sliders that it shows."""
    prior, *costs = (_between(name, label) for name, label in LABELS.items())
    ends = ("Prior of positives: at least", "Prior of positives: at most")
    ratio = "Cost of a missed positive against a false alarm"
    return [
        dmc.Checkbox(id=ids.RANGES_CHECKBOX, label="I only know ranges", size="xs", checked=False),
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
                html.P(id=ids.RANGE_SENTENCE, className="note readouts"),
            ],
            id=ids.RANGE_BOXES,
            className="ranges",
            hidden=True,
        ),
    ]


def _between(name: str, label: str) -> html.Div:
    low, high = box(f"{name}-low", f"{label}: at least"), box(f"{name}-high", f"{label}: at most")
    return row(label, html.Span([low, "to", high], className="range-ends"))


def weighing_bar() -> html.Div:
    """Shown with the ranges: the distribution within them, and the ranking of the models."""
    return html.Div(
        [
            dmc.Select(
                id=ids.WEIGHTING,
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
                id=ids.BETA_ROW,
                className="range-ends",
                hidden=True,
            ),
            html.Div(id=ids.RANKING),
        ],
        id=ids.WEIGHTING_SECTION,
        className="weighing",
        hidden=True,
    )
