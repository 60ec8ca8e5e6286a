"""The linked panels, each with its explanation and its menu, and the key under all of them."""

from collections.abc import Sequence

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from costdash.core.combine.combination import CHAIN
from costdash.figures import PANELS, Panel, Scene, style
from costdash.figures.axes import COST_AXES, PANEL_MODES
from costdash.figures.scene import band_names, kind_of_band
from costdash.web.ids import ids, panel_graph, panel_note
from costdash.web.page.components import attributes, graph, icon
from costdash.web.page.decision import NO_PROBABILITIES
from costdash.wording import listed, percent, shortened

SCORES = "Show or hide: scores as probabilities"
COMBINATION_KEY = "where a combination can lie; cross: expected"
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
                data_shows_panel=panel_graph(name),
                aria_pressed=str(name == "cost").lower(),
            ),
        )
        for name, word in names.items()
    ]
    label = attributes(aria_label="Panel to show")
    return html.Div(buttons, className="panel-switch", role="group", **label)


def _panel(panel: Panel) -> html.Section:
    name = panel_graph(panel.id)
    return html.Section(
        className=f"panel {name}",
        tabIndex=0,
        **attributes(data_panel=name, aria_label=panel.title),
        children=[
            html.Header([html.H2(panel.title), *_axes(panel), _help(panel), _menu(panel)]),
            html.Div([graph(name), *_over(panel)], className="panel-frame"),
            html.P(id=panel_note(panel.id), className="panel-note"),
        ],
    )


def _over(panel: Panel) -> list[html.Div]:
    """Elements over the figure: in the cost panel, keyboard access to the strip."""
    if panel.id != "cost":
        return []
    label = attributes(aria_label="Best model along PC(+); arrow keys step through its ranges")
    return [html.Div(id=ids.STRIP_PANEL, className="strip", role="group", tabIndex=0, **label)]


def _axes(panel: Panel) -> list[Component]:
    """The switch between the axes of the cost panel."""
    if panel.id != "cost":
        return []
    data = [{"value": key, "label": axis.name} for key, axis in COST_AXES.items()]
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
    """Modes, zoom and save; scripts read the data attributes."""
    name = panel_graph(panel.id)

    def item(text: str, **data: str) -> dmc.MenuItem:
        return dmc.MenuItem(text, attributes={"root": attributes(data_graph=name, **data)})

    modes = [mode for mode in PANEL_MODES.values() if mode.panel == panel.id]
    first_items: list[Component] = []
    if modes:
        first_items = [
            item(f"Show: {panel.title}", data_mode="curves"),
            *(item(f"Show: {mode.name}", data_mode=mode.id) for mode in modes),
            dmc.MenuDivider(),
        ]
    if panel.id == "cost":
        first_items = [
            item(SCORES, data_switch=ids.SCORE_DRIVEN),
            dmc.MenuLabel(NO_PROBABILITIES, className="no-scores"),
            dmc.MenuDivider(),
        ]
    items = [
        *first_items,
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
    """The panel's explanation; the cost panel has one per axis, and the style sheet shows one."""
    if panel.id == "cost":
        return [
            _paragraphs(axis.explanation, axis.source or panel.source, data_axis=key)
            for key, axis in COST_AXES.items()
        ]
    modes = [mode for mode in PANEL_MODES.values() if mode.panel == panel.id and mode.explanation]
    return [
        _paragraphs(panel.explanation, panel.source, data_help=f"{panel.id}-curves"),
        *(
            _paragraphs(
                mode.explanation, mode.source or panel.source, data_help=f"{panel.id}-{mode.id}"
            )
            for mode in modes
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
    """The legend of the marks in all panels."""
    best = _ink(scene, scene.recommended.model)
    rule = "chosen by the criterion" if scene.choice else "recommended"
    parts: list[Component] = [_sign("ring", rule, best)] if scene.view.models else []
    if scene.today and scene.today.model:
        parts.append(_sign("square", "today", _ink(scene, scene.today.model)))
    if scene.view.models and not scene.choice:
        parts.append(_sign("line", "costs the same as the recommendation"))
    parts += _bands(scene)
    if scene.view.combinations:
        parts.append(_sign("box", COMBINATION_KEY))
    if any(combination.how.rule == CHAIN for combination in scene.view.combinations):
        parts.append(_sign("line", PROMISED_KEY))
    if scene.crossfit and scene.view.cost_axis == "probability-cost":
        parts.append(_sign("dots", EXPECTED_COST))
    if scene.crossfit and scene.view.level and (words := CROSS_FITTED.get(scene.view.cost_axis)):
        parts.append(_sign("band", words.format(percent(scene.view.level))))
    return [*parts, html.Span(HOVER_HINT, className="key-hint")]


def _bands(scene: Scene) -> list[Component]:
    """Legend entries of the models' bands, and of the reliability diagram's band."""
    if not scene.view.level or not scene.view.models:
        return []
    names = listed([shortened(name) for name in band_names(scene)])
    words = kind_of_band(scene).format(names=names)
    signs: list[Component] = [_sign("band", words, _ink(scene, scene.recommended_model))]
    if scene.calibration is not None and scene.calibration.band is not None:
        level = percent(scene.calibration.band.level)
        signs.append(_sign("band", CALIBRATED_KEY.format(level), _ink(scene, scene.calibrated)))
    return signs


def _ink(scene: Scene, model: str | None) -> str:
    """The colour of the model; none for a trivial classifier."""
    return f"var(--model-{scene.place[model] % style.MODELS})" if model else ""


def _sign(kind: str, text: str, ink: str = "") -> html.Span:
    return html.Span([html.I(className=f"key-{kind}", style={"color": ink} if ink else {}), text])
