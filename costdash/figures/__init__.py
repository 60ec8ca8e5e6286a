"""The figures: finished results of the core as Plotly figures, alt texts and tables of points."""

from costdash.figures.client_data import live
from costdash.figures.panels import PANELS, alt_texts
from costdash.figures.panels.cost_axes import COST_AXES, FIRST_AXIS
from costdash.figures.panels.modes import PANEL_MODES, mode_of
from costdash.figures.panels.rows import CostAxis, Panel, PanelMode
from costdash.figures.scene import Scene, make_scene
from costdash.figures.style import CONFIG, PALETTES, TEMPLATES
from costdash.figures.traces import PanelFigure
from costdash.figures.view import View

__all__ = [
    "CONFIG",
    "COST_AXES",
    "FIRST_AXIS",
    "PALETTES",
    "PANELS",
    "PANEL_MODES",
    "TEMPLATES",
    "CostAxis",
    "Panel",
    "PanelFigure",
    "PanelMode",
    "Scene",
    "View",
    "alt_texts",
    "live",
    "make_scene",
    "mode_of",
]
