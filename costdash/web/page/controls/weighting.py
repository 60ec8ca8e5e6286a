"""Ranges of the conditions, and how likely the values within them are."""

import dash_mantine_components as dmc
from dash import html

from costdash.web.ids import ids
from costdash.web.page.components import box

WEIGHTINGS = {
    "even": "all values equally likely",
    "point": "most likely the values set above",
    "beta": "PC(+) as a Beta distribution",
}


def weighting_bar() -> html.Div:
    """Shown with the ranges: the distribution within them, and the ranking of the models."""
    return html.Div(
        [
            dmc.Select(
                id=ids.WEIGHTING,
                label="How likely are the values?",
                data=[{"value": key, "label": text} for key, text in WEIGHTINGS.items()],
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
        className="weighting",
        hidden=True,
    )
