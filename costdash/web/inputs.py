"""The rail's inputs: a row with its name, a box for one value, a slider."""

import dash_mantine_components as dmc
from dash import html


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
