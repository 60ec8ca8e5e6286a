"""The conditions bar: how common positives are, what mistakes cost, and for how many cases."""

from typing import Any

import dash_mantine_components as dmc
from dash.development.base_component import Component

from costdash.web.ids import ids
from costdash.web.page.components import attributes, box, row, share_meaning
from costdash.web.page.template import rendered

CASE_UNITS = {
    "case": "per case",
    "thousand": "per 1,000",
    "ten_thousand": "per 10,000",
    "hundred_thousand": "per 100,000",
    "million": "per 1,000,000",
    "month": "a month of …",
}
SPOKEN = {  # the name of a condition in DOM ids, its box, and the name of the box
    "prior": (ids.PRIOR_BOX, "Positives among cases"),
    "cost-fn": (ids.COST_FN_BOX, "Cost of a missed positive"),
    "cost-fp": (ids.COST_FP_BOX, "Cost of a false alarm"),
}


def conditions_bar() -> Component:
    return rendered(
        "conditions_bar",
        conditions={name: _condition(name, *about) for name, about in SPOKEN.items()},
        meaning=share_meaning(ids.PRIOR_MEANING),
    )


def case_unit_controls() -> dict[str, Component]:
    """For how many cases amounts are shown, and the number of cases in a month."""
    return {
        "case_unit": dmc.SegmentedControl(
            id=ids.CASE_UNIT,
            data=[{"label": label, "value": value} for value, label in CASE_UNITS.items()],
            value="thousand",
            size="xs",
            orientation="vertical",
            fullWidth=True,
            **attributes(aria_label="Show costs for how many cases"),
        ),
        "cases_per_month": row(
            "Cases in a month", box(ids.CASES_PER_MONTH, "Cases that come in a month")
        ),
    }


def _condition(name: str, exact: str, spoken: str) -> dict[str, Any]:
    """A box, or two for a range."""
    return {
        "spoken": spoken,
        "exact": box(exact, spoken),
        "low": box(f"{name}-low", f"{spoken}: at least"),
        "high": box(f"{name}-high", f"{spoken}: at most"),
    }
