"""The cost panel: what each model costs, along the axis that the view asks for."""

from collections.abc import Iterator

import numpy as np

from costdash.core import ModelAnalysis
from costdash.core.curves.cost import PCF_GRID
from costdash.figures.alternatives import CurveTable, band_ends
from costdash.figures.axes import NEC, PCF
from costdash.figures.panels.cost_axes import axis_of
from costdash.figures.panels.cost_axes.score_driven import score_cost
from costdash.figures.panels.segment import segment_part
from costdash.figures.scene import Scene
from costdash.figures.traces import PanelFigure

SOURCE = "Drummond & Holte 2000, section 2.2; 2004, sections 3 to 8"


def cost_figure(scene: Scene) -> PanelFigure:
    """Draw the cost panel along the axis that the view asks for."""
    return axis_of(scene.view).figure(scene)


def cost_alt_text(scene: Scene) -> str:
    """The alternative text of the axis that the view asks for."""
    return axis_of(scene.view).alt_text(scene)


def cost_csv_curve(scene: Scene) -> CurveTable:
    """Lower envelopes at their bends and between, with bands; the cross-fitted cost."""
    head = ["model", "part", PCF.column, NEC.column]
    head += band_ends(scene, NEC.column)
    view, fit = scene.view, scene.crossfit

    def rows() -> Iterator[tuple]:
        for model in scene.selected:
            yield from _envelope_rows(model, view.level)
            if view.score_driven and model.is_probability:
                for point in zip(PCF_GRID, score_cost(model, scene, PCF_GRID)):
                    yield (model.name, "scores taken at their word", *point, None, None)
        if fit:
            band = fit.band(scene.level, PCF_GRID)
            for row in zip(PCF_GRID, fit.cost(PCF_GRID), band.low, band.high):
                yield ("best", "chosen on other folds", *row)
        if scene.segment and (hull := scene.segment.hull):
            x = np.union1d(PCF_GRID, hull.bends[0])
            for point in zip(x, hull.cost(x)):
                yield (scene.segment.model, segment_part(scene), *point, None, None)

    return head, rows()


def _envelope_rows(model: ModelAnalysis, level: float) -> Iterator[tuple]:
    if model.bands and level:
        band = model.bands.cost(level)
        for row in zip(band.x, model.hull.cost(band.x), band.low, band.high):
            yield (model.name, "lower envelope", *row)
    else:
        x = np.union1d(PCF_GRID, model.hull.bends[0])
        for point in zip(x, model.hull.cost(x)):
            yield (model.name, "lower envelope", *point, None, None)
