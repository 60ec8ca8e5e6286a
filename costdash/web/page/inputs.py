"""The rail's inputs: a row with its name, a box for one value, a slider."""

import dash_mantine_components as dmc
from dash import html

DECADES = 3  # a slider of cost ratios goes from 1:1000 to 1000:1
RATIO_MARKS = (
    {"value": -DECADES, "label": "1:1000"},
    {"value": 0, "label": "1:1"},
    {"value": DECADES, "label": "1000:1"},
)


def row(label: str, *parts) -> html.Div:
    return html.Div([html.Span(label), *parts], className="row")


def box(name: str, label: str) -> dmc.TextInput:
    return dmc.TextInput(
        id=name,
        debounce=True,
        size="xs",
        autoComplete="off",
        spellCheck=False,
        className="box",
        label=label,
        labelProps={"className": "unseen"},
    )


def slider(name: str, label: str, value, low, high, step, marks=()) -> dmc.Slider:
    return dmc.Slider(
        id=name,
        value=value,
        min=low,
        max=high,
        step=step,
        marks=list(marks),
        label=None,
        thumbLabel=label,
        updatemode="mouseup",
        size=4,
        thumbSize=18,
        className="slider",
    )


def range_slider(
    name: str, thumbs: tuple[str, str], value, low, high, step, marks=()
) -> dmc.RangeSlider:
    """Two thumbs, each with its name; they may meet, and one pushes the other."""
    return dmc.RangeSlider(
        id=name,
        value=value,
        min=low,
        max=high,
        step=step,
        minRange=0,
        marks=list(marks),
        label=None,
        thumbFromLabel=thumbs[0],
        thumbToLabel=thumbs[1],
        updatemode="mouseup",
        size=4,
        thumbSize=18,
        className="slider",
    )
