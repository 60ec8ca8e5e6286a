"""The band of conditions: how common positives are, what mistakes cost, and for how many cases."""

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from costdash.web import ids
from costdash.web.page.components import (
    DECADES,
    RATIO_MARKS,
    attributes,
    box,
    icon,
    row,
    slider,
)

CASE_UNITS = {"spoken": "auto", "case": "case", "thousand": "1,000", "month": "month"}


def conditions_band() -> html.Section:
    return html.Section(
        [
            _condition(
                [html.Span("Positives among cases"), box(ids.PRIOR_BOX, "Prior of positives")],
                slider(
                    ids.PRIOR_SLIDER, "Prior of positives, log-odds scale", 0.0, -7.0, 7.0, 0.01
                ),
            ),
            _condition(
                [
                    html.Span("A missed positive costs"),
                    box(ids.COST_FN_BOX, "Cost of a missed positive"),
                ],
                slider(
                    ids.RATIO_SLIDER,
                    "Cost of a missed positive against a false alarm, log scale",
                    0.0,
                    -DECADES,
                    DECADES,
                    step=0.01,
                    marks=RATIO_MARKS,
                ),
            ),
            _condition(
                [html.Span("A false alarm costs"), box(ids.COST_FP_BOX, "Cost of a false alarm")],
                html.P(id=ids.PRIOR_NOTE, className="note"),
                html.Button("use the file's", id=ids.PRIOR_RESET, className="link-button"),
            ),
            _readouts(),
        ],
        id="conditions-band",
        className="card band",
        **attributes(aria_label="Conditions"),
    )


def _condition(head: list[Component], *rest: Component) -> html.Div:
    return html.Div([html.Div(head, className="condition-head"), *rest], className="condition")


def _readouts() -> html.Div:
    undo = html.Button(
        icon("undo"),
        id=ids.UNDO,
        className="quiet icon-button",
        disabled=True,
        **attributes(aria_label="Undo"),
    )
    return html.Div(
        [
            html.P(
                ["PC(+) ", html.B(**attributes(data_read="pcf"))], title="Probability cost, PC(+)"
            ),
            html.P(html.Span(**attributes(data_read="ratio-words")), className="note"),
            html.Div(undo, className="band-tools"),
        ],
        className="readouts",
    )


def case_unit_controls() -> list[Component]:
    """For how many cases the page shows amounts; a script keeps it with the conditions."""
    return [
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
