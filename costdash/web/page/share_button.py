"""The Share button of the head, and the bar that tells viewers what they see."""

import dash_mantine_components as dmc
from dash import html

from costdash.web import ids
from costdash.web.callbacks.share import LIFETIMES, WHAT


def share_button() -> dmc.Popover:
    return dmc.Popover(
        [
            dmc.PopoverTarget(
                "Share",
                boxWrapperProps={"component": "button", "className": "opener share-opener"},
            ),
            dmc.PopoverDropdown(
                [
                    html.P(WHAT, id=ids.SHARE_NOTE, className="note", role="status"),
                    dmc.Select(
                        id=ids.SHARE_FOR,
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
                            dmc.Button("Make a link", id=ids.SHARE_MAKE, size="xs"),
                            dmc.Button("Copy", id=ids.SHARE_COPY, size="xs", variant="default"),
                            dmc.Button(
                                "Revoke",
                                id=ids.SHARE_END,
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


def view_only() -> html.P:
    return html.P(id=ids.VIEW_ONLY, className="view-only", role="status", hidden=True)
