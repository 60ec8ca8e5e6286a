"""Models made of the two that are compared: the menu Combine, and the dialog of a mixture."""

import dash_mantine_components as dmc
from dash import html

from costdash.core.combine.combination import AND, CHAIN, MIX, OR, REPAIR
from costdash.web.ids import MIX_MODELS, MIX_THRESHOLDS, ids
from costdash.web.page.components import attributes

COMBINE = {
    AND: "Flag when both flag",
    OR: "Flag when either flags",
    MIX: "Share the cases between two points …",
    CHAIN: "Chain all models that are shown",
    REPAIR: "Repair the deepest dent of the first model's curve",
}
COMBINATION_HELP = (
    "Adds a model that is judged like any other, on other rows than those that chose it.",
    "Thresholds are the cheapest under the present conditions. A chain asks the hull's classifiers "
    "one after the other; it flags more than the hull promises.",
    "Fawcett 2004, sections 7.4.1 to 7.4.4.",
)
MIX_HELP = (
    "Each case goes to one of two classifiers, drawn at random, so that the result lies on the "
    "straight line between their points in ROC space.",
    "The share of the second says where on the line: 0 % is the first, 100 % the second.",
    "Fawcett 2004, section 7.4.1 (interpolating classifiers).",
)
ENDS = ("First", "Second")


def combination_menu() -> dmc.Menu:
    """Adds a model made of the two; a script reads the data attributes."""
    opener = dmc.MenuTarget(
        "Combine", boxWrapperProps={"component": "button", "className": "quiet outlined"}
    )
    items = [
        dmc.MenuItem(text, attributes={"root": attributes(data_combine=rule)})
        for rule, text in COMBINE.items()
    ]
    help_lines = html.Div(
        [html.P(line) for line in COMBINATION_HELP], className="combination-help note"
    )
    dropdown = dmc.MenuDropdown([*items, dmc.MenuDivider(), help_lines])
    return dmc.Menu([opener, dropdown], position="bottom-start", width=320)


def mix_dialog() -> dmc.Modal:
    """Two points and a share; a script lists the models and reads the boxes."""
    return dmc.Modal(
        id=ids.MIX_DIALOG,
        title="Share the cases between two points",
        keepMounted=True,
        closeButtonProps={"aria-label": "Close"},
        children=[
            html.Div([html.P(line, className="note") for line in MIX_HELP]),
            *(_point(k, name) for k, name in enumerate(ENDS)),
            _box(ids.MIX_SHARE, "Share of cases that the second decides", "50 %"),
            html.P(id=ids.MIX_ERROR, className="dialog-error", role="alert"),
            html.Div(
                html.Button("Add this model", id=ids.MIX_ADD, className="quiet outlined"),
                className="buttons buttons-end",
            ),
        ],
    )


def _point(place: int, name: str) -> html.Div:
    """A model and its threshold."""
    model = html.Label(
        [f"{name}: model", html.Select(id=MIX_MODELS[place], className="mix-model")],
        className="mix-label",
    )
    label = f"{name}: threshold"
    return html.Div(
        [model, _box(MIX_THRESHOLDS[place], label, "", "cheapest now")], className="mix-point"
    )


def _box(name: str, label: str, value: str, placeholder: str = "") -> dmc.TextInput:
    return dmc.TextInput(id=name, label=label, value=value, placeholder=placeholder, size="xs")
