"""The three linked panels, each with its explanation."""

import dash_mantine_components as dmc
from dash import html

from costdash.web import ids
from costdash.web.page.inputs import graph
from costdash.web.page.menus import save_buttons

EXPLANATIONS = {
    ids.ROC_PANEL: (
        "ROC",
        [
            "Every threshold of a model is a point: the share of negatives it raises falsely "
            "(across) and the share of positives it finds (up).",
            "The dotted hull holds every point that is cheapest under some prior and costs. The "
            "black iso-performance line joins points of equal expected cost; where it touches the "
            "hull is the cheapest threshold.",
            "The band is vertical: the share found at a fixed share of false alarms.",
        ],
        "Fawcett 2004, algorithm 2; Provost & Fawcett 1997",
    ),
    ids.PR_PANEL: (
        "Precision and recall",
        [
            "Of the cases called positive, the share that is (precision, up), against the share "
            "of positives found (recall, across).",
            "Precision depends on how common positives are, so the curves are re-weighted to your "
            "prior. Between two thresholds the way is curved, never straight.",
            "The black curve joins points of equal expected cost; the band holds at fixed recall.",
        ],
        "Davis & Goadrich interpolation; slides on PR and ROC, 2013",
    ),
    ids.COST_PANEL: (
        "Cost curve",
        [
            "Across: PC(+), which folds prior and costs into one number. Up: expected cost as a "
            "share of calling every case wrong.",
            "Every threshold is a straight line, and a model's curve is the lowest of its lines. "
            "The grey roof is what calling none or calling all costs; bars below show where each "
            "model beats both.",
            "Drag the vertical line, or click an empty spot, to ask “what if”.",
        ],
        "Drummond & Holte 2000, section 2.2; 2004, sections 3 to 8",
    ),
}


def panels() -> html.Div:
    """ROC and PR above, cost beside or below them, as the width allows."""
    return html.Div([_panel(name) for name in EXPLANATIONS], className="panels")


def _panel(name: str) -> html.Section:
    title, lines, source = EXPLANATIONS[name]
    return html.Section(
        className=f"panel {name}",
        tabIndex=0,
        **{"data-panel": name, "aria-label": title},
        children=[
            html.Header([html.H2(title), _tools(name, title), _help(title, lines, source)]),
            html.Div(graph(name), className="frame"),
            *_strip(name),
            html.P(id=f"{name}-note", className="panel-note"),
        ],
    )


def _strip(name: str) -> list:
    """Below the cost curve: who is best where, along the same PC(+)."""
    if name != ids.COST_PANEL:
        return []
    spoken = {"aria-label": "Best model along PC(+); arrow keys step through its ranges"}
    return [html.Div(graph(ids.STRIP), className="strip", role="group", tabIndex=0, **spoken)]


def _tools(name: str, title: str) -> html.Div:
    """Zoom and save; scripts act on the data attributes."""

    def button(sign: str, action: str, label: str) -> html.Button:
        spoken = {"aria-label": f"{label}: {title}", "data-tool": action, "data-graph": name}
        return html.Button(sign, className="tool", title=label, **spoken)

    return html.Div(
        [
            button("+", "in", "Zoom in"),
            button("−", "out", "Zoom out"),  # noqa: RUF001
            *save_buttons(name, title, name.removesuffix("-panel")),
        ],
        className="tools",
    )


def _help(title: str, lines: list[str], source: str) -> dmc.Popover:
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
                    "className": "help",
                    "aria-label": f"What is this: {title}",
                },
            ),
            dmc.PopoverDropdown(
                html.Div(
                    [*(html.P(line) for line in lines), html.P(source, className="source")],
                    className="explanation",
                )
            ),
        ],
    )
