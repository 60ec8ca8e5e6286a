"""The conditions bar: how common positives are, what mistakes cost, and for how many cases."""

from typing import Any

import dash_mantine_components as dmc
from dash.development.base_component import Component

from costdash.web.ids import ids
from costdash.web.page.components import MODEL_LIST, attributes, box, share_meaning
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
        cases_per_month=box(ids.CASES_PER_MONTH, "Cases a month", placeholder="not set"),
        today=_todays_rule(),
    )


def _todays_rule() -> dict[str, Component]:
    """The fields of the box of today's rule."""
    return {
        "model": dmc.Select(
            id=ids.TODAY_MODEL,
            size="xs",
            placeholder="Choose a model",
            **MODEL_LIST,
            **attributes(aria_label="Model of today's rule"),
        ),
        "threshold": _today_input(ids.TODAY_THRESHOLD, "Threshold", list=ids.TODAY_SCORES),
        "share": _today_input(ids.TODAY_SHARE, "Share of cases that it flags"),
        "share_meaning": share_meaning(ids.TODAY_SHARE_MEANING),
    }


def _today_input(name: str, label: str, **more: str) -> dmc.TextInput:
    return dmc.TextInput(
        id=name,
        debounce=True,
        size="xs",
        autoComplete="off",
        attributes={"input": {"aria-label": label, **more}},
    )


def case_unit_controls() -> dict[str, Component]:
    """For how many cases amounts are shown."""
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
    }


def _condition(name: str, exact: str, spoken: str) -> dict[str, Any]:
    """A box, or two for a range."""
    return {
        "spoken": spoken,
        "exact": box(exact, spoken),
        "low": box(f"{name}-low", f"{spoken}: at least"),
        "high": box(f"{name}-high", f"{spoken}: at most"),
    }
