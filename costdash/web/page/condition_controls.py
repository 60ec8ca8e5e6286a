"""Controls of the conditions besides prior and costs: ranges, criterion and number of cases."""

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from costdash.core.choose.criteria import CRITERIA
from costdash.report.sentences.criteria import CRITERION_WORDS
from costdash.web import ids
from costdash.web.page.components import DECADES, RATIO_MARKS, attributes, box, range_slider, row

LABELS = {"prior": "Prior", "cost-fn": "Missed positive", "cost-fp": "False alarm"}
LIKELY = {
    "even": "all values equally likely",
    "point": "most likely the values set above",
    "beta": "PC(+) as a Beta distribution",
}
CASE_UNITS = {"spoken": "auto", "case": "case", "thousand": "1,000", "month": "month"}


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


def criterion_controls() -> list[Component]:
    """The select, and the fields of the criteria, which a script shows for the chosen one."""
    return [
        dmc.Select(
            id=ids.CRITERION,
            label="Criterion",
            labelProps={"className": "unseen"},
            data=[{"value": key, "label": CRITERION_WORDS[key].label} for key in CRITERIA],
            value="cost",
            allowDeselect=False,
            size="xs",
        ),
        html.Div(
            [
                html.Div(
                    [
                        html.Span(id=ids.CRITERION_LIMIT_NAME),
                        box(ids.CRITERION_LIMIT, "Limit of the criterion"),
                    ],
                    className="control-row",
                ),
                dmc.Checkbox(
                    id=ids.CRITERION_CONFIDENCE,
                    label="with 95 % confidence",
                    size="xs",
                    checked=False,
                ),
            ],
            id=ids.CRITERION_LIMIT_ROW,
            className="control-details",
            hidden=True,
        ),
        html.Div(
            [
                dmc.Select(
                    id=ids.FIXED_THRESHOLD_MODEL,
                    label="Model of the fixed threshold",
                    labelProps={"className": "unseen"},
                    data=[],
                    allowDeselect=False,
                    size="xs",
                ),
                row("at a score of", box(ids.FIXED_THRESHOLD_SCORE, "Fixed threshold")),
            ],
            id=ids.FIXED_THRESHOLD,
            className="control-details",
            hidden=True,
        ),
    ]


def case_unit_controls() -> list[Component]:
    """For how many cases the page shows amounts; a script keeps it with the conditions."""
    return [
        html.P("Show costs per", className="note note-above"),
        dmc.SegmentedControl(
            id=ids.CASE_UNIT,
            data=[{"label": label, "value": value} for value, label in CASE_UNITS.items()],
            value="spoken",
            size="xs",
            fullWidth=True,
            **attributes(aria_label="Show costs per"),
        ),
        html.Div(
            row("Cases in a month", box(ids.CASES_PER_MONTH, "Cases that come in a month")),
            id=ids.CASES_PER_MONTH_ROW,
            hidden=True,
        ),
    ]
