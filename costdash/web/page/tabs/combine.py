"""Models made of the two that are compared: the menu Combine, and the dialog of a mixture."""

import dash_mantine_components as dmc
from dash import html

from costdash.core.combine.combination import AND, CHAIN, MIX, OR, REPAIR
from costdash.web.ids import ids
from costdash.web.page.components import attributes
from costdash.web.page.template import parts

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
        closeButtonProps={"aria-label": "Close"},
        children=parts(
            "dialog_mix",
            first=_box(ids.MIX_FIRST_THRESHOLD, "First: threshold", "", "cheapest now"),
            second=_box(ids.MIX_SECOND_THRESHOLD, "Second: threshold", "", "cheapest now"),
            share=_box(ids.MIX_SHARE, "Share of cases that the second decides", "50 %"),
        ),
    )


def _box(name: str, label: str, value: str, placeholder: str = "") -> dmc.TextInput:
    return dmc.TextInput(id=name, label=label, value=value, placeholder=placeholder, size="xs")
