"""The conditions bar: how common positives are, what mistakes cost, and for how many cases."""

from typing import NamedTuple

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from costdash.web.ids import ids
from costdash.web.page.components import attributes, box, icon, row, share_meaning

CASE_UNITS = {
    "case": "per case",
    "thousand": "per 1,000",
    "ten_thousand": "per 10,000",
    "hundred_thousand": "per 100,000",
    "million": "per 1,000,000",
    "month": "a month of …",
}


class Condition(NamedTuple):
    """A condition of the bar: its name in DOM ids, its label, the label beside a range, its box."""

    name: str
    label: str
    short: str
    box: str
    spoken: str


CONDITIONS = (
    Condition(
        "prior", "Positives among cases", "Positives", ids.PRIOR_BOX, "Positives among cases"
    ),
    Condition(
        "cost-fn",
        "A missed positive costs",
        "Missed positive",
        ids.COST_FN_BOX,
        "Cost of a missed positive",
    ),
    Condition(
        "cost-fp",
        "A false alarm costs",
        "False alarm",
        ids.COST_FP_BOX,
        "Cost of a false alarm",
    ),
)


def conditions_bar() -> html.Section:
    return html.Section(
        [
            *map(_condition, CONDITIONS[:-1]),
            html.Div([_condition(CONDITIONS[-1]), _derived_values()], className="conditions-end"),
            *_sheet_edges(),
        ],
        id=ids.CONDITIONS_BAR,
        className="card conditions-bar",
        **attributes(aria_label="Conditions"),
    )


def dock() -> html.Section:
    """The values at the foot of a narrow page, and the button that opens the bar as a sheet."""
    names = {"prior": "Positives", "cost_fn": "Missed", "cost_fp": "False alarm"}
    values = [html.Span([name, html.B(**attributes(data_dock=key))]) for key, name in names.items()]
    marks = attributes(aria_expanded="false", aria_controls=ids.CONDITIONS_BAR)
    return html.Section(
        [*values, html.Button([icon("adjust"), "Adjust"], id=ids.ADJUST, **marks)],
        className="dock",
        **attributes(aria_label="Conditions in short"),
    )


def _sheet_edges() -> list[Component]:
    """The short decision and two buttons, for the conditions bar as a sheet on a narrow page."""
    total, per = (
        html.B(**attributes(data_sheet="cost")),
        html.Span(**attributes(data_sheet="per")),
    )
    undo = html.Button(
        [icon("undo"), "Undo"],
        className="quiet outlined",
        type="button",
        **attributes(data_press=ids.UNDO),
    )
    return [
        html.Div(
            [html.P(**attributes(data_sheet="rule")), html.P([total, " ", per])],
            className="sheet-edge sheet-head",
        ),
        html.Div(
            [undo, html.Button("Done", id=ids.SHEET_DONE, type="button", className="filled")],
            className="sheet-edge sheet-foot",
        ),
    ]


def _condition(condition: Condition) -> html.Div:
    """A box, or two for a range; a script makes the slider and moves the marks under it."""
    ends: list[Component] = [html.Span(id=f"{condition.name}-end-{k}") for k in (0, 1)]
    if condition.name == "prior":
        ends.insert(1, html.Button(id=ids.PRIOR_RESET, title="Back to the share in the file"))
        ends.append(html.Span(id=ids.PRIOR_NOTE, className="unseen"))
    meaning = [share_meaning(ids.PRIOR_MEANING)] if condition.name == "prior" else []
    return html.Div(
        [
            html.Div(_head(condition), className="condition-head"),
            *meaning,
            html.Div(id=f"{condition.name}-slider", className="slider"),
            html.Div(ends, className="slider-ends"),
        ],
        id=f"{condition.name}-condition",
        className="condition",
    )


def _head(condition: Condition) -> list[Component]:
    low = box(f"{condition.name}-low", f"{condition.spoken}: at least")
    high = box(f"{condition.name}-high", f"{condition.spoken}: at most")
    switch = html.Button(
        icon("range"),
        id=f"{condition.name}-ranged",
        className="quiet icon-button outlined",
        title="I only know a range",
        **attributes(
            data_range=condition.name,
            aria_pressed="false",
            aria_label=f"I only know a range: {condition.spoken}",
        ),
    )
    return [
        html.Span(condition.label, className="when-exact"),
        html.Span(condition.short, className="when-ranged"),
        html.Div(box(condition.box, condition.spoken), className="when-exact"),
        html.Div([low, "to", high], className="when-ranged range-ends"),
        switch,
    ]


def _derived_values() -> html.Div:
    undo = html.Button(
        icon("undo"),
        id=ids.UNDO,
        className="quiet icon-button",
        title="Undo",
        disabled=True,
        **attributes(aria_label="Undo"),
    )
    return html.Div(
        [
            html.P(
                ["PC(+) ", html.B(**attributes(data_read="pcf"))],
                title="Probability cost: how much of what is at stake lies with positives",
            ),
            html.P(html.Span(**attributes(data_read="ratio-words")), className="note"),
            html.Div([_unit_menu(), undo], className="conditions-tools"),
        ],
        className="derived-values",
    )


def _unit_menu() -> html.Div:
    """For how many cases the page shows amounts; a script keeps it with the conditions."""
    button = html.Button(
        [html.Span("\u00a0", id=ids.CASE_UNIT_NAME), icon("down")],
        className="quiet",
        **attributes(data_opens=ids.CASE_UNIT_MENU, aria_expanded="false"),
    )
    choice = dmc.SegmentedControl(
        id=ids.CASE_UNIT,
        data=[{"label": label, "value": value} for value, label in CASE_UNITS.items()],
        value="thousand",
        size="xs",
        orientation="vertical",
        fullWidth=True,
        **attributes(aria_label="Show costs for how many cases"),
    )
    month = html.Div(
        row("Cases in a month", box(ids.CASES_PER_MONTH, "Cases that come in a month")),
        id=ids.CASES_PER_MONTH_ROW,
        hidden=True,
    )
    menu = html.Div(
        [choice, month],
        id=ids.CASE_UNIT_MENU,
        className="popover unit-menu",
        role="group",
        hidden=True,
        **attributes(aria_label="Cases that costs are given for"),
    )
    return html.Div([button, menu], className="opens")
