"""The linked panels, each with its tools, its explanation and the note under it."""

import dash_mantine_components as dmc
from dash import html

from costdash.figures import PANELS, Panel
from costdash.web import ids
from costdash.web.page.components import attributes, graph
from costdash.web.page.menus import save_buttons


def panels() -> html.Div:
    """All panels side by side, or below each other where the page is narrow."""
    return html.Div([_panel(panel) for panel in PANELS], className="panels")


def _panel(panel: Panel) -> html.Section:
    name = ids.panel_graph(panel.id)
    return html.Section(
        className=f"panel {name}",
        tabIndex=0,
        **attributes(data_panel=name, aria_label=panel.title),
        children=[
            html.Header([html.H2(panel.title), _tools(panel), _help(panel)]),
            html.Div([graph(name), *_over(panel)], className="panel-frame"),
            html.P(id=ids.panel_note(panel.id), className="panel-note"),
        ],
    )


def _over(panel: Panel) -> list[html.Div]:
    """What a script lays over the figure: in the cost panel, the keys' place at the strip."""
    if panel.id != "cost":
        return []
    label = attributes(aria_label="Best model along PC(+); arrow keys step through its ranges")
    return [html.Div(id=ids.STRIP, className="strip", role="group", tabIndex=0, **label)]


def _tools(panel: Panel) -> html.Div:
    """Zoom and save; scripts read the data attributes."""
    name = ids.panel_graph(panel.id)

    def button(sign: str, action: str, label: str) -> html.Button:
        more = attributes(aria_label=f"{label}: {panel.title}", data_tool=action, data_graph=name)
        return html.Button(sign, className="panel-tool", title=label, **more)

    return html.Div(
        [
            button("+", "in", "Zoom in"),
            button("−", "out", "Zoom out"),  # noqa: RUF001
            *save_buttons(name, panel.title, panel.id),
        ],
        className="panel-tools",
    )


def _help(panel: Panel) -> dmc.Popover:
    return dmc.Popover(
        width=320,
        position="bottom-end",
        shadow="md",
        withArrow=True,
        trapFocus=True,  # so that Escape closes it
        returnFocus=True,
        children=[
            dmc.PopoverTarget(
                "?",
                boxWrapperProps={
                    "component": "button",
                    "className": "panel-help",
                    "aria-label": f"What is this: {panel.title}",
                },
            ),
            dmc.PopoverDropdown(
                html.Div(
                    [
                        *(html.P(line) for line in panel.explanation),
                        html.P(panel.source, className="explanation-source"),
                    ],
                    className="explanation",
                )
            ),
        ],
    )
