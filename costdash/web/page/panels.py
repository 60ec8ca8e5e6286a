"""The linked panels, each with its explanation and its menu, and the key under all of them."""

import dash_mantine_components as dmc
from dash import html
from dash.development.base_component import Component

from costdash.core.combine.combination import CHAIN
from costdash.core.resample.bootstrap import MIN_ROWS
from costdash.core.segments.segment_curve import EVERYBODY
from costdash.figures import PANEL_MODES, PANELS, Panel, Scene, mode_of, style
from costdash.figures.panels.cost_axes import axis_of
from costdash.figures.panels.cost_axes.bands import EXPECTED
from costdash.figures.panels.review_zone import ENDS_KEY, ENVELOPE_KEY, has_envelope, shown_zone
from costdash.figures.panels.segment import has_segment_point
from costdash.figures.scene import band_names
from costdash.web.ids import ids, panel_graph, panel_note
from costdash.web.page.components import attributes, graph, icon
from costdash.web.page.decision import NO_PROBABILITIES
from costdash.wording import listed, percent, shortened

SCORES = "Show or hide: scores as probabilities"
COMBINATION_KEY = "where a combination can lie; cross: expected"
BANDS_COME = "{} bands: still computing …"
POINT_KEY = "conditions of the segment: its own share of positives"
TRUE_POINT_KEY = "conditions at the true share of positives"
PROMISED_KEY = "from the hull's promise to the chain"
BAND_OF_CHOICE = "; in the cost panel, of the cost to expect"
CALIBRATED_KEY = "{} band round the diagonal: where calibrated scores would lie"


def columns() -> dict[str, str]:
    """The grid of the panels, as a property of the style sheet: each row says its width."""
    return {"--panel-columns": " ".join(f"minmax(0, {panel.width}fr)" for panel in PANELS)}


def panels() -> html.Div:
    """All panels side by side, or below each other where the page is narrow."""
    return html.Div([_panel(panel) for panel in PANELS], className="panels", style=columns())


def panel_switch() -> html.Div:
    """Which panel a narrow page shows; a script scrolls to it."""
    buttons = [
        html.Button(
            panel.short,
            **attributes(
                data_shows_panel=panel_graph(panel.id), aria_pressed=str(panel.first).lower()
            ),
        )
        for panel in sorted(PANELS, key=lambda panel: not panel.first)
    ]
    label = attributes(aria_label="Panel to show")
    return html.Div(buttons, className="panel-switch", role="group", **label)


def _panel(panel: Panel) -> html.Section:
    name = panel_graph(panel.id)
    kinds = {"wide": panel.wide, "first": panel.first, "draggable": bool(panel.cost_axes)}
    return html.Section(
        className=" ".join(["panel", name, *(kind for kind, applies in kinds.items() if applies)]),
        tabIndex=0,
        **attributes(data_panel=name, aria_label=panel.title),
        children=[
            html.Header([_title(panel), *_axes(panel), _help(panel), _menu(panel)]),
            html.Div([graph(name), *_over(panel)], className="panel-frame"),
            html.P(id=panel_note(panel.id), className="panel-note"),
        ],
    )


def _title(panel: Panel) -> html.H2:
    """The title; where the panel has other drawings, a click on it opens the menu that has them."""
    names = [mode.name for mode in PANEL_MODES.values() if mode.panel == panel.id]
    if not names:
        return html.H2(panel.title)
    also = f"Also: {'; '.join(names)}"
    return html.H2([panel.title, icon("down")], className="with-modes", title=also)


def _over(panel: Panel) -> list[html.Div]:
    """Elements over the figure: keyboard access to the strip."""
    if not panel.strip:
        return []
    label = attributes(aria_label="Best model along PC(+); arrow keys step through its ranges")
    return [html.Div(id=ids.STRIP_PANEL, className="strip", role="group", tabIndex=0, **label)]


def _axes(panel: Panel) -> list[Component]:
    """The switch between the axes of the panel."""
    if not panel.cost_axes:
        return []
    data = [{"value": key, "label": axis.name} for key, axis in panel.cost_axes.items()]
    label = attributes(aria_label=f"Axis of the {panel.word} panel")
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
        return dmc.MenuItem(text, attributes={"root": attributes(**{"data_graph": name} | data)})

    def section(*items: Component) -> list[Component]:
        return [*items, dmc.MenuDivider()] if items else []

    modes = [mode for mode in PANEL_MODES.values() if mode.panel == panel.id]
    modes_items = [item(f"Show: {mode.name}", data_mode=mode.id) for mode in modes]
    curves = [item(f"Show: {panel.title}", data_mode="curves")] if modes else []
    scores = [
        item(SCORES, data_switch=ids.SCORE_DRIVEN, data_needs="probabilities"),
        dmc.MenuLabel(NO_PROBABILITIES, className="no-scores"),
    ]
    items = [
        *section(*curves, *modes_items),
        *section(*(scores if panel.scores else ())),
        item("Save as PNG", data_picture="png"),
        item("Save as SVG", data_picture="svg"),
        item("Save all panels as PNG", data_graph="panels", data_picture="png"),
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
    """The explanation of the panel, and of its axes and modes; a script hides all but one."""
    rows = {"curves": (panel.explanation, panel.source)}
    if panel.cost_axes:
        rows = {key: (axis.explanation, axis.source) for key, axis in panel.cost_axes.items()}
    for mode in PANEL_MODES.values():
        if mode.panel == panel.id and mode.explanation:
            rows[mode.id] = mode.explanation, mode.source
    first = next(iter(rows))
    return [
        html.Div(
            [*map(html.P, lines), html.P(source or panel.source, className="explanation-source")],
            hidden=key != first,
            **attributes(data_help=key),
        )
        for key, (lines, source) in rows.items()
    ]


def _help(panel: Panel) -> dmc.Popover:
    return dmc.Popover(
        width=320,
        position="bottom-end",
        shadow="md",
        trapFocus=True,  # so that Escape closes it
        returnFocus=True,
        keepMounted=True,  # so that a script can choose what it explains
        children=[
            _opener("help", "panel-help", f"What is this: {panel.title}"),
            dmc.PopoverDropdown(
                html.Div(
                    _explanation(panel),
                    className="explanation",
                    **attributes(data_explains=panel_graph(panel.id)),
                )
            ),
        ],
    )


def key(scene: Scene) -> list[Component]:
    """The legend of the marks in all panels."""
    best = _ink(scene, scene.recommended.model)
    rule = "chosen by the criterion" if scene.choice else "recommended"
    if shown_zone(scene):
        rule = "one threshold"
    parts: list[Component] = [_sign("ring", rule, best)] if scene.view.models else []
    parts += _zone(scene)
    if scene.today and scene.today.model:
        parts.append(_sign("square", "today", _ink(scene, scene.today.model)))
    if scene.view.models and not scene.choice:
        parts.append(_sign("line", "costs the same"))
    parts += _segment(scene) if scene.segment else _bands(scene)
    if scene.view.combinations:
        parts.append(_sign("box", COMBINATION_KEY))
    if any(combination.how.rule == CHAIN for combination in scene.view.combinations):
        parts.append(_sign("line", PROMISED_KEY))
    axis = axis_of(scene.view)
    if scene.crossfit and axis.expected and not scene.segment:
        parts.append(_sign("dots", EXPECTED, _ink(scene, scene.recommended_model)))
    return parts


def _zone(scene: Scene) -> list[Component]:
    """Legend entries of a review zone: its thresholds, and its envelope where that is drawn."""
    zone, review = shown_zone(scene), scene.review
    if zone is None or review is None:
        return []
    ink = _ink(scene, zone.model)
    ends: list[Component] = [_sign("dot", ENDS_KEY, ink)]
    drawn = axis_of(scene.view).bands and has_envelope(scene)
    return [*ends, _sign("thin", ENVELOPE_KEY, ink)] if drawn else ends


def _segment(scene: Scene) -> list[Component]:
    """The curve of the segment, and everybody's."""
    curve = scene.segment
    assert curve is not None
    ink = _ink(scene, curve.model)
    names = (
        f"{shortened(curve.model)}, {shortened(curve.name)}",
        f"{shortened(curve.model)}, {curve.others}",
    )
    signs: list[Component] = [_sign("line", names[0], ink), _sign("faint", names[1], ink)]
    with_point = axis_of(scene.view).expected and has_segment_point(scene)
    words = POINT_KEY if curve.others == EVERYBODY else TRUE_POINT_KEY
    return [*signs, _sign("dots", words, ink)] if with_point else signs


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


def kind_of_band(scene: Scene) -> str:
    """The kind of the models' bands, as a phrase with {names}; or why there is no band."""
    level = percent(scene.view.level)
    if not scene.analysis.resampled:
        return BANDS_COME.format(level)
    models = [scene.analysis.models[name] for name in band_names(scene)]
    if not any(model.bands for model in models):
        few = f"fewer than {MIN_ROWS} rows in a class"
        only = scene.crossfit is not None and scene.recommended_model is not None
        return f"{level} band of the cost alone: {few}" if only else f"no band: {few}"
    plural = "s" if len(models) > 1 else ""
    drawn = [panel.word for panel in PANELS if _has_bands(panel, scene)]
    panels = "" if len(drawn) == len(PANELS) else f" in {listed(drawn)}"
    where = "whole ROC curve at once" if scene.view.roc_whole else "at each point by itself"
    return f"{level} band{plural} of {{names}}{panels}, {where}{_band_of_choice(scene)}"


def _band_of_choice(scene: Scene) -> str:
    """That the band in the cost panel is not the model's, but of whichever model is chosen."""
    drawn = axis_of(scene.view).expected and not scene.segment
    crossed = scene.crossfit is not None and scene.recommended_model is not None
    return BAND_OF_CHOICE if drawn and crossed else ""


def _has_bands(panel: Panel, scene: Scene) -> bool:
    """Whether the models' bands are drawn in a panel."""
    if panel.cost_axes:
        return axis_of(scene.view).bands
    mode = mode_of(scene.view, panel.id)
    return panel.bands and (mode is None or mode.keeps_places)


def _ink(scene: Scene, model: str | None) -> str:
    """The colour of the model; none for a trivial classifier."""
    return f"var(--model-{scene.place[model] % style.MODELS})" if model else ""


def _sign(kind: str, text: str, ink: str = "") -> html.Span:
    return html.Span([html.I(className=f"key-{kind}", style={"color": ink} if ink else {}), text])
