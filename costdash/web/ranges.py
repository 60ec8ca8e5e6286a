"""Prior and costs between two values each: boxes in the rail, and what they lead to below."""

import dash_mantine_components as dmc
from dash import html

from costdash.core import Analysis
from costdash.figures.view import View
from costdash.report.numbers import Currency
from costdash.report.sensitivity import answers, sensitivity_sentence
from costdash.report.tables import answers_table
from costdash.web import ids
from costdash.web.inputs import box, row
from costdash.web.plain_table import plain_table

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


def sensitivity(analysis: Analysis, view: View) -> list:
    """A line for under the decision: whether it holds in the whole range."""
    if view.known is None:
        return []
    found = answers(analysis, view.known, view.models)
    return [html.P(sensitivity_sentence(found, view.known), className="sensitivity")]


def best_in_parts(analysis: Analysis, view: View, currency: Currency) -> list:
    """Every rule that is best somewhere in the range, with its part of the range and its cost."""
    if view.known is None:
        return []
    return plain_table(answers_table(answers(analysis, view.known, view.models), currency))
