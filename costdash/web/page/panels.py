"""The linked panels, each with its explanation and its menu, and the key under all of them."""

from collections.abc import Sequence

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from costdash.core.combine.combining import CHAIN
from costdash.figures import PANELS, Panel, Scene, style
from costdash.figures.axes import COST_READINGS, PANEL_READINGS
from costdash.figures.scene import band_names, kind_of_band
from costdash.web import ids
from costdash.web.page.components import attributes, graph, icon
from costdash.web.page.decision import NO_PROBABILITIES
from costdash.wording import listed, percent, shortened

SCORES = "Show or hide: scores as probabilities"
COMBINED_KEY = "where a combination can lie; cross: expected"
PROMISED_KEY = "from the hull's promise to the chain"
EXPECTED_COST = "cost to expect (cross-fitted)"
CROSS_FITTED = {  # the band of it, by the axis of the cost panel
    "probability-cost": "its {} band",
    "positives": f"{{}} band of the {EXPECTED_COST}",
}
CALIBRATED_KEY = "{} band round the diagonal: where calibrated scores would lie"
HOVER_HINT = "Hover a curve to read it; click to try its threshold."


def panels() -> html.Div:
    """All panels side by side, or below each other where the page is narrow."""
    return html.Div([_panel(panel) for panel in PANELS], className="panels")


def panel_switch() -> html.Div:
    """Which panel a narrow page shows; a script scrolls to it."""
    names = {"cost": "Cost", "roc": "ROC", "pr": "Precision"}
    buttons = [
        html.Button(
            word,
            **attributes(
                data_shows_panel=ids.panel_graph(name),
                aria_pressed=str(name == "cost").lower(),
            ),
        )
        for name, word in names.items()
    ]
    label = attributes(aria_label="Panel to show")
    return html.Div(buttons, className="panel-switch", role="group", **label)


def _panel(panel: Panel) -> html.Section:
    name = ids.panel_graph(panel.id)
    return html.Section(
        className=f"panel {name}",
        tabIndex=0,
        **attributes(data_panel=name, aria_label=panel.title),
        children=[
            html.Header([html.H2(panel.title), *_axes(panel), _help(panel), _menu(panel)]),
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


def _axes(panel: Panel) -> list[Component]:
    """The switch between the axes of the cost panel."""
    if panel.id != "cost":
        return []
    data = [{"value": key, "label": reading.name} for key, reading in COST_READINGS.items()]
    label = attributes(aria_label="Axis of the cost panel")
    first = data[0]["value"]
    return [
        dmc.SegmentedControl(
            id=ids.COST_AXIS, data=data, value=first, size="xs", className="cost-axis", **label
        ),
        dmc.Select(
            id=ids.COST_AXIS_SELECT,
            data=data,
            value=first,
            size="xs",
            allowDeselect=False,
            className="cost-axis-select",
            **label,
        ),
    ]


def _opener(sign: str, name: str, label: str) -> dmc.MenuTarget | dmc.PopoverTarget:
    target = dmc.PopoverTarget if sign == "help" else dmc.MenuTarget
    return target(
        icon(sign),
        boxWrapperProps={"component": "button", "className": name, "aria-label": label},
    )


def _menu(panel: Panel) -> dmc.Menu:
    """Other readings, zoom and save; scripts read the data attributes."""
    name = ids.panel_graph(panel.id)

    def item(text: str, **data: str) -> dmc.MenuItem:
        return dmc.MenuItem(text, attributes={"root": attributes(data_graph=name, **data)})

    others = [one for one in PANEL_READINGS.values() if one.panel == panel.id]
    readings: list[Component] = []
    if others:
        readings = [
            item(f"Show: {panel.title}", data_reading="curves"),
            *(item(f"Show: {one.name}", data_reading=one.id) for one in others),
            dmc.MenuDivider(),
        ]
    if panel.id == "cost":
        readings = [
            item(SCORES, data_switch=ids.SCORE_DRIVEN),
            dmc.MenuLabel(NO_PROBABILITIES, className="no-scores"),
            dmc.MenuDivider(),
        ]
    items = [
        *readings,
        item("Save as PNG", data_picture="png"),
        item("Save as SVG", data_picture="svg"),
        item("Curves with their bands (CSV)", data_csv=panel.id),
        item("Data as table", data_table=panel.id),
        dmc.MenuDivider(),
        item("Zoom in", data_tool="in"),
        item("Zoom out", data_tool="out"),
    ]
    return dmc.Menu(
        [
            _opener("more", "panel-more", f"Read, save or zoom: {panel.title}"),
            dmc.MenuDropdown(items, className="files"),
        ],
        position="bottom-end",
        width=240,
    )


def _explanation(panel: Panel) -> list[Component]:
    """Its paragraphs; of several readings those of each, of which the style sheet shows one."""
    if panel.id == "cost":
        return [
            _paragraphs(reading.explanation, reading.source or panel.source, data_reading=key)
            for key, reading in COST_READINGS.items()
        ]
    others = [one for one in PANEL_READINGS.values() if one.panel == panel.id and one.explanation]
    return [
        _paragraphs(panel.explanation, panel.source, data_help=f"{panel.id}-curves"),
        *(
            _paragraphs(
                one.explanation, one.source or panel.source, data_help=f"{panel.id}-{one.id}"
            )
            for one in others
        ),
    ]


def _paragraphs(lines: Sequence[str], source: str, **named: str) -> Component:
    literature = html.P(source, className="explanation-source")
    return html.Div([*map(html.P, lines), literature], **attributes(**named))


def _help(panel: Panel) -> dmc.Popover:
    return dmc.Popover(
        width=320,
        position="bottom-end",
        shadow="md",
        trapFocus=True,  # so that Escape closes it
        returnFocus=True,
        children=[
            _opener("help", "panel-help", f"What is this: {panel.title}"),
            dmc.PopoverDropdown(html.Div(_explanation(panel), className="explanation")),
        ],
    )


def key(scene: Scene) -> list[Component]:
    """What the marks of all panels are: the one legend."""
    best = _ink(scene, scene.best.model)
    rule = "chosen by the criterion" if scene.choice else "recommended"
    parts: list[Component] = [_sign("ring", rule, best)] if scene.view.models else []
    if scene.pin and scene.pin.model:
        parts.append(_sign("square", "today", _ink(scene, scene.pin.model)))
    if scene.view.models and not scene.choice:
        parts.append(_sign("line", "costs the same as the recommendation"))
    parts += _bands(scene)
    if scene.view.combined:
        parts.append(_sign("box", COMBINED_KEY))
    if any(one.how.rule == CHAIN for one in scene.view.combined):
        parts.append(_sign("line", PROMISED_KEY))
    if scene.crossfit and scene.view.cost_axis == "probability-cost":
        parts.append(_sign("dots", EXPECTED_COST))
    if scene.crossfit and scene.view.level and (words := CROSS_FITTED.get(scene.view.cost_axis)):
        parts.append(_sign("band", words.format(percent(scene.view.level))))
    return [*parts, html.Span(HOVER_HINT, className="key-hint")]


def _bands(scene: Scene) -> list[Component]:
    """The bands of the models, and that of the reliability reading."""
    if not scene.view.level or not scene.view.models:
        return []
    names = listed([shortened(name) for name in band_names(scene)])
    words = kind_of_band(scene).format(names=names)
    found: list[Component] = [_sign("band", words, _ink(scene, scene.recommended))]
    if scene.calibration is not None and scene.calibration.band is not None:
        level = percent(scene.calibration.band.level)
        found.append(_sign("band", CALIBRATED_KEY.format(level), _ink(scene, scene.calibrated)))
    return found


def _ink(scene: Scene, model: str | None) -> str:
    """The class of the model's colour; none for a trivial classifier."""
    return f"ink-{scene.place[model] % style.MODELS}" if model else ""


def _sign(kind: str, text: str, ink: str = "") -> html.Span:
    return html.Span([html.I(className=f"key-{kind} {ink}".strip()), text])
