"""Buttons and menus: copy, download, present, report and share; and the bar for viewers."""

from itertools import groupby

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from costdash.report.csv.catalog import EXPORTS
from costdash.web.ids import ids
from costdash.web.page.components import attributes, icon
from costdash.web.page.template import rendered

LIFETIMES = {"24": "1 day", "168": "7 days", "720": "30 days"}  # hours
SHARE_HELP = "The link shows curves and sliders, and no rows, to whoever has it, until it ends."


def report_menu() -> Component:
    """Title and note of the report, the button that downloads it, and the data as files.

    The button's title explains its effect, or why it is disabled.
    """
    return rendered(
        "report_menu",
        title=dmc.TextInput(id=ids.REPORT_TITLE, label="Title", placeholder="Name of the file"),
        note=dmc.Textarea(id=ids.REPORT_NOTE, label="Note", autosize=True, minRows=2, maxRows=8),
        data_menu=data_menu(),
    )


def save_buttons(graph: str, title: str, table: str | None = None) -> list[html.Button]:
    """Save a panel as a picture, and its curves as the CSV `table`; a script handles clicks."""
    saves = [("PNG", attributes(data_picture="png")), ("SVG", attributes(data_picture="svg"))]
    saves += [("CSV", attributes(data_csv=table))] if table else []
    return [
        html.Button(
            sign,
            className="panel-tool",
            title=f"Save as {sign}",
            **attributes(data_graph=graph, aria_label=f"Save as {sign}: {title}"),
            **data,
        )
        for sign, data in saves
    ]


def save_menu(graph: str, title: str, table: str) -> dmc.Menu:
    """The export links as a menu behind three dots."""

    def item(text: str, **data: str) -> dmc.MenuItem:
        return dmc.MenuItem(text, attributes={"root": attributes(data_graph=graph, **data)})

    opener = dmc.MenuTarget(
        icon("more"),
        boxWrapperProps={
            "component": "button",
            "className": "panel-more",
            "aria-label": f"Save: {title}",
        },
    )
    items = [
        item("Save as PNG", data_picture="png"),
        item("Save as SVG", data_picture="svg"),
        item("As a table (CSV)", data_csv=table),
    ]
    drop = dmc.MenuDropdown(items, className="files")
    return dmc.Menu([opener, drop], position="bottom-end", width=240)


def data_menu() -> dmc.Menu:
    """Download all numbers as JSON, and any table or curve as CSV."""

    def item(text: str, attribute: str, value: str) -> dmc.MenuItem:
        return dmc.MenuItem(text, attributes={"root": {attribute: value}})

    groups = groupby(EXPORTS.values(), lambda export: export.group)
    files = [
        entry
        for group, exports in groups
        for entry in (
            dmc.MenuLabel(group),
            *(item(export.title, "data-csv", export.id) for export in exports),
        )
    ]
    return dmc.Menu(
        [
            dmc.MenuTarget(
                ["Data (CSV, JSON)", icon("down")],
                boxWrapperProps={"component": "button", "className": "quiet outlined data-opener"},
            ),
            dmc.MenuDropdown(
                [
                    item("All numbers (JSON, as costdash analyse)", "data-json", "all"),
                    *files,
                ],
                className="files",
            ),
        ],
        id=ids.DATA_MENU,
        position="bottom-start",
        width=320,
    )


def share_button() -> dmc.Popover:
    return dmc.Popover(
        [
            dmc.PopoverTarget(
                [icon("share"), "Share"],
                boxWrapperProps={"component": "button", "className": "quiet share-opener"},
            ),
            dmc.PopoverDropdown(
                [
                    html.P(SHARE_HELP, id=ids.SHARE_NOTE, className="note", role="status"),
                    dmc.Select(
                        id=ids.SHARE_LIFETIME,
                        label="Good for",
                        data=[{"value": key, "label": text} for key, text in LIFETIMES.items()],
                        value="168",
                        allowDeselect=False,
                        comboboxProps={"withinPortal": False},
                        size="xs",
                    ),
                    dmc.TextInput(
                        id=ids.SHARE_LINK, label="Link", value="", readOnly=True, size="xs"
                    ),
                    html.Div(
                        [
                            dmc.Button("Create link", id=ids.SHARE_MAKE, size="xs"),
                            dmc.Button(
                                "Copy",
                                id=ids.SHARE_COPY,
                                size="xs",
                                variant="default",
                                disabled=True,
                            ),
                            dmc.Button(
                                "Revoke",
                                id=ids.SHARE_REVOKE,
                                size="xs",
                                variant="subtle",
                                color="red",
                            ),
                        ],
                        className="buttons",
                    ),
                ]
            ),
        ],
        position="bottom-end",
        width=320,
        keepMounted=True,
        trapFocus=True,
    )
