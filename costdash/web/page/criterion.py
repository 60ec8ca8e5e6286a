"""By what to choose: a select in the rail, and what the chosen criterion asks."""

import dash_mantine_components as dmc
from dash import html

from costdash.web import ids
from costdash.web.page.inputs import box, row

CRITERIA = {
    "cost": "Least expected cost",
    "fpr": "Limit of false alarms",
    "capacity": "Limit of cases called",
    "error": "Least error rate",
    "product": "Largest product of rates",
    "threshold": "A fixed threshold",
}


def criterion_controls() -> list:
    """The limit and the fixed threshold are shown by a script, where they are asked for."""
    return [
        dmc.Select(
            id=ids.CRITERION,
            label="Criterion",
            labelProps={"className": "unseen"},
            data=[{"value": key, "label": text} for key, text in CRITERIA.items()],
            value="cost",
            allowDeselect=False,
            size="xs",
        ),
        html.Div(
            [
                html.Div(
                    [html.Span(id=ids.LIMIT_NAME), box(ids.LIMIT, "Limit of the criterion")],
                    className="row",
                ),
                dmc.Checkbox(id=ids.SURE, label="with 95 % confidence", size="xs", checked=False),
            ],
            id=ids.LIMIT_ROW,
            className="asked",
            hidden=True,
        ),
        html.Div(
            [
                dmc.Select(
                    id=ids.FIXED_MODEL,
                    label="Model of the fixed threshold",
                    labelProps={"className": "unseen"},
                    data=[],
                    allowDeselect=False,
                    size="xs",
                ),
                row("at a score of", box(ids.FIXED_SCORE, "Fixed threshold")),
            ],
            id=ids.FIXED,
            className="asked",
            hidden=True,
        ),
    ]
